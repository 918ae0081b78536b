"""What the page says of its committed values: executed where the page has ended, in its names."""

from fractions import Fraction

from orchard import Game, simulate, solve

gain = 100 * (won["max"] - won["min"])
assert (won.idxmax(axis=1) == "max").all()
assert gain.idxmin() == "max"
assert gain.idxmax() == "ignore"
assert (round(gain["max"]), gain["random"] > gain["max"], 1.7 < gain["ignore"] / gain["max"] < 2) == (3, True, True)
assert (100 * won.loc[["max", "random", "ignore"]]).round().astype(int).to_numpy().tolist() == [
    [77, 75, 74], [75, 74, 72], [65, 63, 60],
]  # fmt: skip

assert anyhow.value((9, 2, 2), 1) < anyhow.value((9, 3, 1), 1) < anyhow.value((8, 3, 2), 1)
safe = audit[audit.statement != "each fuller tree"]
assert safe.true.all()
assert mixed_table[mixed_table.statement != "each fuller tree"].true.all()
for table in (random_table, family_table, mixed_table):
    assert not table[table.statement == "each fuller tree"].true.all()
assert [(~table.true).sum() for table in (random_table, family_table)] == [6, 1]
assert tried(audited, [best, fruit_at_random]).true.all()
assert counterexamples == 0 < comparisons

small = Game((3, 2, 1), 2, 2)
for names, table in {"random": [tree_at_random], "fruit": [fruit_at_random], "max": [best]}.items():
    limit = solve(small, names, exact=True).win_probability
    assert 0 < limit - within(small, table)(*small.start, 60) < 1e-3
for partner in ["max", "min", "random", "fruit", "ignore"]:
    three = Game((3, 3, 3), 3, 2)
    fullest, best_reply = (solve(three, (me, partner), exact=True).win_probability for me in ("max", "optimal"))
    assert fullest == best_reply

passing = Fraction(2, 5) * Fraction(3, 4) + Fraction(2, 5) * Fraction(4, 5) * Fraction(3, 4)
assert passing == Fraction(27, 50) < Fraction(3, 4) ** 2 == Fraction(9, 16)
assert after_fullest < after_second
assert [len(fails) for fails in failing.values()][:2] == [0, 9]
assert len(failing[5]) > 200
assert failing[2][0] == (4, 1, 2, 3, 1)
assert solve("first-orchard-6", ("optimal", "first", "first")).best_picks((4, 1, 2, 3), 1) == ((3,),)

played = [simulate("first-orchard", s, games=games, seed=seed + 100 + i) for i, s in enumerate(seatings)]
off = [(p.win_rate - by_turns) / p.standard_error for p, by_turns in zip(played, turns["by turns"], strict=True)]
assert max(map(abs, off)) < 4.5
if players == ("max", "max", "random"):
    assert turns.round(6).iloc[0, 1:].tolist() == [0.621063, 0.619782]
    assert needed_for_turns.min() > 50_000_000
    assert turns["by turns"].idxmax() == "tree at random, fullest tree, fullest tree"
