"""The prior that the package brings."""

from __future__ import annotations

import pytest

from privacy_chains.methods.router import Assessor
from privacy_chains.methods.router.features import FeatureSet, names_of


@pytest.mark.parametrize("chosen", ["epsilon", "sanitized", "quick", "embedded", "all"])
def test_the_prior_looks_at_its_features_and_says_what_it_is(chosen: FeatureSet) -> None:
    prior = Assessor.prior(chosen)
    assert prior.features == names_of(chosen)
    assert "prior" in prior.source
    assert "stand-in" in prior.source
    low, middle, high = prior.predict({})
    assert 0 <= low <= middle <= high <= 1
