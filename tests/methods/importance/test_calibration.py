from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from model_support.scripted import SCRIPTED

from privacy_chains.methods.importance import ImportanceCalibration
from privacy_chains.methods.importance.calibration import calibrated, public_prompts


def test_the_share_moves_between_dull_and_private_prompts() -> None:
    """Half of the prompts of each kind lie beyond what the kind's median gets: about 10 % and 60 % of the words."""
    found = ImportanceCalibration.fit(
        SCRIPTED, {"dull": ["the best way to do it"] * 3, "private": ["Zorblat the baker of Qwxlm"] * 3}
    )
    assert found.share([4.0], 0.62) < found.share([12.0], 0.62)
    dull, private = ([sum(bits) / len(bits)] for bits in ((2.0,), (26.0,)))
    assert found.share(dull, 0.62) < 0.1
    assert found.share(private, 0.62) > 0.6


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=20))
def test_ranks_are_ascending_shares(values: list[float]) -> None:
    found = calibrated(SCRIPTED)
    ranks = [found.rank_of_importance(value) for value in sorted(values)]
    assert ranks == sorted(ranks)
    assert all(0 <= rank <= 1 for rank in ranks)


def test_it_comes_back_from_json() -> None:
    found = calibrated(SCRIPTED)
    assert ImportanceCalibration.of(json.loads(json.dumps(found.as_dict()))) == found


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"center": 1.0, "scale": 0.0, "importance": [1.0], "bits": [1.0], "balance": [0.0]},
        {"center": 1.0, "scale": 1.0, "importance": [2.0, 1.0], "bits": [1.0], "balance": [0.0]},
        {"center": 1.0, "scale": 1.0, "importance": [], "bits": [1.0], "balance": [0.0]},
    ],
)
def test_what_is_no_calibration_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="a calibration has"):
        ImportanceCalibration.of(data)


def test_there_are_prompts_of_both_kinds() -> None:
    prompts = public_prompts()
    assert len(prompts["dull"]) >= 20
    assert len(prompts["private"]) >= 20
    assert not set(prompts["dull"]) & set(prompts["private"])
