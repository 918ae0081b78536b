"""What the page says of its committed values: executed where the page has ended, in its names."""

from fractions import Fraction

import numpy as np
from scipy import stats

from orchard import solve
from orchard.studies.printed import errata

assert (len(claims), claims.source.nunique()) == (75, 13)
assert claims.verdict[claims.z.isna()].value_counts().to_list() == [35, 3, 1, 1]
assert (claims.verdict[claims.z.notna()] == "within 3 standard errors").all()
assert (claims.verdict.eq("agrees") & claims.kind.ne("exact")).sum() == 4
assert (len(simulated), len(table) - len(claims), len(simulated) + 4) == (35, 30, 39)
assert table.verdict[~table.claim].isin(["wrong", "not settled"]).sum() == 3
assert set(doubtful.index) <= set(" ".join(errata()["rows"]).split())

assert len(independent) == 31
assert min(chance_of_largest, chance_of_squares) > 0.05
assert (round(independent.mean(), 2), round(lean, 1), round(0.5 / stats.norm.sf(lean))) == (0.31, 1.7, 12)
assert ((independent > 0.5).sum(), (independent < -0.5).sum()) == (13, 5)
assert simulated.source[independent.index].nunique() == 6
assert 6e6 < most_games < 7e6
sixth_roll = solve("first-orchard-6").win_probability - solve("first-orchard").win_probability
assert round(100 * sixth_roll, 1) == 13.7
assert (claims.exact - claims.printed.map(lambda text: float(Fraction(text)))).abs().max() < sixth_roll / 4

assert float("0.6313573066006354") == np.nextafter(float(exact), 1)
assert all(f"{row['3 digits']:.3f}" == row["printed"] for row in replayed.values())
assert 5.5 < (won + lost) / 22449286867624793487263502460538 < 6
assert list(few_first.index[few_first["z of 0.5492"].abs() < 2]) == [list(lists)[-1]]
assert ((frozen.mean() - exact_random).abs() < 5 * frozen.std() / np.sqrt(runs)).all()
assert 2 < frozen["trees sorted"].std() / frozen["trees told apart"].std() < 4
assert list(misprinted.values()) == [1 / 16, 0]
assert table.verdict[table.source.str.startswith("Marin")].isin(["agrees", "within 3 standard errors"]).all()
