from collections import Counter
from fractions import Fraction

import pytest
from scipy.stats import chi2_contingency

from privacy_chains.hazmat.coins import Coins
from privacy_chains.mechanisms import BoundedGeometric

dp = pytest.importorskip("opendp.prelude", reason="opendp, of the dev group, is what this compares with")

DRAWS = 8_000


@pytest.mark.parametrize("index", [3, 99])
def test_the_bounded_geometric_mechanism_draws_what_opendps_draws(index: int) -> None:
    dp.enable_features("contrib")
    space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
    theirs = dp.m.make_geometric(*space, scale=10.0, bounds=(0, 99))
    mechanism, coins = BoundedGeometric(Fraction(1, 10), 0, 99), Coins(bytes(32), str(index))
    assert theirs.map(1) == pytest.approx(float(mechanism.epsilon_for(1)))
    counts = [
        Counter(mechanism.release(index, coins) for _ in range(DRAWS)),
        Counter(theirs(index) for _ in range(DRAWS)),
    ]
    cells = [value for value in range(100) if counts[0][value] + counts[1][value] >= 20]
    table = [[count[value] for value in cells] for count in counts]
    assert chi2_contingency(table).pvalue > 1e-5
