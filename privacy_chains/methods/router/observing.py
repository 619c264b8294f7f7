"""How good an answer was, and what is remembered of a decision until that is known."""

from __future__ import annotations

from dataclasses import dataclass

from privacy_chains.contract.decision import Decision
from privacy_chains.methods.router.features import Features, Measure

__all__ = ["Observation", "quality_of"]


@dataclass(frozen=True, slots=True, repr=False)
class Observation:
    """What is remembered of a decision. It holds clear text, and never leaves the session."""

    decision: Decision
    features: Features
    text: str

    def __repr__(self) -> str:
        return f"Observed({self.decision.action})"


def quality_of(measure: Measure, observed: Observation, answer: str) -> float:
    """How similar an answer is to that of the small model to the clear text, or without one to the text."""
    return measure.similar(measure.answer(observed.text) or observed.text, answer)
