"""What one request sends, whatever method made it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from privacy_chains.contract.spans import Span
from privacy_chains.ledger import Ledger

__all__ = ["Prompt", "SpannedPrompt"]


@runtime_checkable
class Prompt(Protocol):
    """The sanitized texts of one request. Its repr shows no clear value, and it is not pickled."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The sanitized texts, one for each text given."""
        ...

    @property
    def text(self) -> str:
        """The sanitized texts as one, joined by empty lines."""
        ...

    @property
    def ledger(self) -> Ledger:
        """The privacy events of this request."""
        ...

    @property
    def surrogates(self) -> Mapping[str, str]:
        """The originals of these texts by their surrogates, where one surrogate has exactly one original."""
        ...


@runtime_checkable
class SpannedPrompt(Prompt, Protocol):
    """A prompt that knows where each of its surrogates stands, and what stood there."""

    @property
    def spans(self) -> tuple[tuple[Span, ...], ...]:
        """For each text, where surrogates stand in it, disjoint and in reading order."""
        ...

    @property
    def originals(self) -> tuple[tuple[str, ...], ...]:
        """For each text, what stood at each span."""
        ...
