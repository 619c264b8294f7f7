"""What all sessions of a router share, and how a rung is assessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from privacy_chains.contract.method import Method
from privacy_chains.keys import Key
from privacy_chains.methods.router.assessor import Assessor, Prediction
from privacy_chains.methods.router.features import Features, Measure, names_of
from privacy_chains.methods.router.flow_log import FlowLog

__all__ = ["Assessed", "Plain", "RouterSettings", "Rung", "Seen", "Selection"]

Plain = Literal["never", "nothing-private"]
"""Whether a message in which the last rung finds nothing private may be sent by it without a good prediction."""

Seen = Literal["sanitized", "all"]
"""What the decision looks at: sanitized texts alone, or the clear text as well."""

Selection = Literal["best", "exponential"]
"""How a rung is chosen: the most private that passes, or by a draw."""


class Rung(NamedTuple):
    """A method of the ladder.

    Attributes:
        method: The method.
        identity: Its calibrated identity rate.
    """

    method: Method
    identity: float

    @property
    def name(self) -> str:
        """The class of the method."""
        return type(self.method).__name__


class Assessed(NamedTuple):
    """What was predicted for one rung."""

    features: Features
    prediction: Prediction


@dataclass(frozen=True, slots=True, repr=False)
class RouterSettings:
    """What all sessions of a router share."""

    rungs: Sequence[Rung]
    local: Any
    accept: float
    plain: Plain
    seen: Seen
    selection: Selection
    epsilon: Fraction
    key: Key | None
    assessor: Assessor
    measure: Measure
    log: FlowLog | None

    @property
    def ways(self) -> int:
        """How many ways a message may take: the rungs, staying here, and nothing."""
        return len(self.rungs) + 2

    def of_sanitized(self, sanitized: str, rung: Rung) -> Assessed:
        """The assessment of a rung by its sanitized text alone: nothing else of the message comes in here."""
        wants = "echo" in self.assessor.features
        answer = self.measure.answer(sanitized) if wants else ""
        features = self.measure.of_sanitized(sanitized, rung.identity, answer or None)
        return Assessed(features, self.assessor.predict(features))

    def of_both(self, original: str, sanitized: str, rung: Rung, clear: str, read: tuple[str, str]) -> Assessed:
        """The assessment of a rung by both texts.

        Args:
            original: The text.
            sanitized: What the rung would send.
            rung: The rung.
            clear: What the small model answers to the text; empty if it was not asked.
            read: What it answers to the sanitized text, as written and as read back.
        """
        features = {
            **self.measure.of_sanitized(sanitized, rung.identity, read[0] or None),
            **self.measure.of_pair(original, sanitized),
            **(self.measure.of_answers(original, clear, read[1]) if clear else {}),
        }
        return Assessed(features, self.assessor.predict(features))

    @property
    def wants_answers(self) -> bool:
        """Whether the assessor looks at what the small model answers."""
        return bool(set(self.assessor.features) & (set(names_of("all")) - set(names_of("embedded"))))
