"""Deciding what becomes of a message before anything is sent: which way it takes, or that it stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from privacy_chains.contract.conversation import Message
from privacy_chains.contract.method import Method
from privacy_chains.contract.prompt import Prompt

__all__ = ["Action", "DecidedPrompt", "Deciding", "Decision"]

Action = Literal["send", "local", "plain", "refuse"]
"""Sent by a rung; answered on this side; sent by the last rung, which found nothing private; or not answered."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a message: numbers and names, nothing of its text.

    Attributes:
        action: What is done.
        reason: Why, in a sentence.
        number: Which of its session's decisions it is, from 0.
        rung: The place of the method in the ladder, from 0, the most private; None if nothing is sent.
        method: The class of the method.
        predicted: How good the answer is likely to be, from 0 to 1; of the best rung if nothing is sent.
        interval: What holds the quality of 80 % of such answers.
    """

    action: Action
    reason: str
    number: int = 0
    rung: int | None = None
    method: str = ""
    predicted: float | None = None
    interval: tuple[float, float] | None = None

    def as_dict(self) -> dict[str, Any]:
        """The decision as JSON-ready data."""
        told: Mapping[str, Any] = {
            "action": self.action,
            "reason": self.reason,
            "number": self.number,
            "rung": self.rung,
            "method": self.method,
            "predicted": self.predicted,
            "interval": None if self.interval is None else list(self.interval),
        }
        return {name: value for name, value in told.items() if value not in (None, "")}


@runtime_checkable
class DecidedPrompt(Protocol):
    """A prompt of a message that was decided on."""

    @property
    def decision(self) -> Decision:
        """What was decided."""
        ...


@runtime_checkable
class Deciding(Method, Protocol):
    """A method that decides for each message. Sanitizing a message that is not sent raises."""

    @property
    def local(self) -> Any:
        """What answers on this side: a ``LocalModel``, a chat model of the caller's framework, or None."""
        ...

    def decide(self, messages: Sequence[Message]) -> Decision:
        """What becomes of the last message that is not the model's: the same whenever it is asked for.

        Raises:
            NotWorthSending: It is neither sent nor answered here.
        """
        ...

    def answered_here(self, messages: Sequence[Message]) -> Prompt:
        """What reads the answer of a message that is answered on this side: its answer is clear already."""
        ...
