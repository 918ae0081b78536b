"""What the page says of its committed values: executed where the page has ended, in its names."""

from fractions import Fraction

from orchard import State, propagate, solve

assert last_plum == Fraction(2, 3)
assert round(float(answer), 6) == 0.768497
assert f"{float(answer_of_five):.6f}" == "0.631357"
assert answer == winning(final) == Fraction(158790110629553964611971, 206624260800000000000000)
assert answer_of_five == Fraction(434845789256784110537, 688747536000000000000)

assert compared.equal.all()
for game, habit, name in trials[1:]:
    backward, forward = win(game, habit, game.start), winning(forwards(game, habit)[0])
    assert backward == forward == propagate(game, name, exact=True).win_probability
pair = [win(first_orchard, fullest_tree, State((1, 1, 0, 0), steps)) for steps in (1, 2)]
assert pair == [Fraction(1, 2), Fraction(19, 24)]
assert steps == 4 * 4 + 6 - 1
assert max(after, key=after.get) == "apples"
assert round(100 * float(after["apples"] - after["pears"])) == 5

assert round(table.loc["orchard", "max"], 6) == 0.684047
assert solve("orchard-10", "ignore", exact=True).win_probability == Fraction(1, 5)
assert abs(table.optimal - table["max"]).max() < 1e-12
assert abs(table.worst - table["min"]).max() < 1e-12
for name in editions:
    for habit in habits:
        fraction = solve(name, habit, exact=True).win_probability
        assert abs(table.loc[name, habit] - float(fraction)) < 1e-12
    for habit in habits[:4]:
        assert abs(table.loc[name, habit] - propagate(name, habit).win_probability) < 1e-12

assert table2.round(5).to_numpy().tolist() == [[0.73822, 0.73632], [0.7685, 0.78193]]
assert ends.to_numpy().tolist() == [[630, 21], [14650, 49]]
column = by_name[2].round(2)
assert column[["4 0 0 0", "1 1 1 1"]].tolist() == [0.46, 0.65]
third = by_name[3].round(2)
assert third[["3 2 1 0", "2 2 1 0", "3 2 0 0"]].tolist() == [0.68, 0.75, 0.70]
best = solve("first-orchard-6", "optimal")
assert values.size == 414
for fruits in boards:
    for raven in range(1, 7):
        picks = best.best_picks(fruits, raven)
        assert {fruits[tree] for (tree,) in picks} == {max(fruits)}
