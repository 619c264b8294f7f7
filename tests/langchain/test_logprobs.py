"""Tokens that the model wrote do not come back beside the clear text."""

from __future__ import annotations

from langchain_privacy_chains._messages import repeated, told

SAID = {"model_name": "m", "logprobs": {"content": [{"token": "Rob", "logprob": -0.1}]}}


def test_log_probabilities_are_dropped() -> None:
    assert repeated(SAID, lambda value: value) == {"model_name": "m"}  # type: ignore[arg-type]
    assert told(SAID) == {"model_name": "m"}
