"""What the page says of its committed values: executed where the page has ended, in its names."""

from fractions import Fraction

assert [within(g)(*g.start, 6) for g in games] == [within_by_matrix(g, "max", 6) for g in games]
assert within(games[1], min)(*games[1].start, 6) == within_by_matrix(games[1], "min", 6)
assert audit.true.all()
assert audit.statement.nunique() == 2
assert decided["fullest not best"].sum() == 0
assert decided.ties.sum() == 0

assert solution.value((0, 0, 1, 1), 1) == Fraction(1, 2)
assert solution.value((0, 0, 0, 2), 1) == Fraction(4, 9)
assert solution.value((0, 0, 1, 2), 1) == Fraction(13, 36)
assert solution.value((0, 0, 0, 3), 1) == Fraction(8, 27)

lead = won["max"] - won["min"]
lead_after, most_ahead = lead.idxmax(), lead.max()
assert edition != "first-orchard-6" or (lead_after, round(100 * most_ahead, 1)) == (24, 21.2)
assert edition != "first-orchard-6" or won.loc[24, ["max", "min"]].round(2).tolist() == [0.57, 0.36]
assert edition != "first-orchard-6" or 3 < most_ahead / lead.iloc[-1] < 3.2
for table in (won, over):
    assert (table["max"] >= table.max(axis=1) - 1e-12).all()
    assert (table["min"] <= table.min(axis=1) + 1e-12).all()
