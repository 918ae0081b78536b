"""What the page says of its committed values: executed where the page has ended, in its names."""

from fractions import Fraction

import numpy as np
import pandas as pd

from orchard import absorbing_chain

assert agreement.all()
assert len(printed) == 8
assert all(f"{float(B.won[state]):.12f}" == text for state, text in printed.items())
assert not (Q @ Q @ Q @ Q @ Q).any()
assert (changes, rolls) == (Fraction(2017, 576), Fraction(3287, 864))
package = pd.DataFrame(chain_of_toy.P, index=chain_of_toy.names, columns=chain_of_toy.names)
assert (package.loc[names, names] == P).all(axis=None)
visits_by_package = pd.Series(chain_of_toy.fundamental_matrix()[0], index=chain_of_toy.names[:-2])
assert (visits_by_package[toy_visits.index] == toy_visits.visits).all()
assert list(P.loc["21|1", ["11|1", "2|1", "1|1", "lost"]]) == [Fraction(1, 4)] * 4

assert np.allclose(check["we win"], check["we win, package"], rtol=0, atol=1e-12)
for column in ("rolls", "deviation"):
    assert np.allclose(check[column], check[f"{column}, package"], rtol=1e-10, atol=0)
assert (real["win, chain"] == real["win, solver"]).all()
assert abs(visits.rolls.sum() / chain.expected_rolls()[0] - 1) < 1e-12
assert (size, entries, inside) == (9002, 46_298, 45_269)
assert round(1e-6 * len(absorbing_chain("orchard").R) ** 2) == 81
assert len(absorbing_chain("first-orchard-6").states) == 416
if (edition, strategy) == ("first-orchard-6", "max"):
    assert visits.groupby("fruit left").rolls.sum().idxmax() == 1
    found = [waiting.sum(), waiting.sum() / come_in, come_in]
    assert np.round(found, 2).tolist() == [2.31, 2.75, 0.84]
    assert round(visits.groupby("fruit left").rolls.sum()[16], 1) == 1.2
