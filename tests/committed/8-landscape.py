"""What the page says of its committed values: executed where the page has ended, in its names."""

import numpy as np

from orchard import Game, absorbing_chain, solve
from orchard.studies.landscape import sweep

alone = [solve(Game.uniform(*rules), strategy).win_probability for rules in games.iloc[:, :4].itertuples(index=False)]
assert np.allclose(games.win_probability, alone, rtol=0, atol=1e-12)
exact = [float(solve(each, exact=True).win_probability) for each in changes.values()]
assert np.allclose(effects.win_probability, exact, rtol=0, atol=1e-12)
lengths = [absorbing_chain(Game.uniform(4, 4, r, 1), "max").expected_rolls()[0] for r in range(1, 9)]
assert np.allclose(parents["rolls"].loc[:8], lengths, rtol=0, atol=1e-9)
in_full = absorbing_chain(Game.uniform(4, 10, 8, 2), "max").expected_rolls()[0]
assert np.isclose(6 * (1 - orchard["max"]).cumsum()[8], in_full, rtol=0, atol=1e-9)
assert abs(mean_rolls(played[0]) / mean_rolls(played[1]) - 6 / 5) < 0.005

shorter = fewest.assign(raven_steps=fewest.raven_steps - 1).query("raven_steps > 0").iloc[:, :4]
short_of_it = sweep([Game.uniform(*rules) for rules in shorter.itertuples(index=False)], strategy)
assert (fewest.win_probability > target).all()
assert (short_of_it.win_probability <= target + 1e-12).all()

assert (100 * first_orchard["max"].loc[3:7]).round().tolist() == [28, 46, 63, 77, 86]
assert effects.points.round(1).to_list() == [0, 9.6, -13.7, 10.0, 12.0, -30.7, -51.2, 5.8, -5.0, 2.7, 10.9]
picking = (first_orchard["max"] - first_orchard["min"])[5:6]
assert (-effects.points["one raven roll fewer"] / (100 * picking)).round().eq(2).all()
assert effects.points["one raven roll more"] > 100 * picking[6]
assert [round(100 * game["max"].diff().max()) for game in (first_orchard, orchard)] == [18, 13]
assert (100 * orchard["max"].loc[7:8]).round().tolist() == [43, 57]
assert first_orchard["min"][6] > first_orchard["max"][5]
assert orchard["min"][11] > orchard["max"][9] > orchard["min"][10]
assert first_orchard["ignore"][5 + 3] >= first_orchard["max"][5] > first_orchard["ignore"][5 + 2]
assert orchard["ignore"][9 + 7] >= orchard["max"][9] > orchard["ignore"][9 + 6]
if (wanted, of_games) == ((1, 2, 3), 4):
    assert (menu["fullest tree"] - menu["tree at random"]).max() == 6

if (trees, fruits, raven_steps, basket_picks, strategy, target) == (10, 10, 9, 2, "max", 0.5):
    assert (100 * won).round().loc[[4, 10], [4, 10]].to_numpy().tolist() == [[98, 68], [94, 36]]
    assert steps.loc[4, 10] == 8
    assert slope.loc[30].round(2).tolist() == [round(4 / 5, 2), round(4 / 6, 2)]

pencil = [Game((1, 1), 1, basket_faces=0), Game((1, 0), 1, basket_faces=0)]
assert [str(solve(each, exact=True).win_probability) for each in pencil] == ["1/3", "1/2"]
