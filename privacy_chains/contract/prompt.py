"""What one request sends, for any method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from privacy_chains.contract.spans import Span
from privacy_chains.errors import PrivacyError
from privacy_chains.ledger import Ledger

__all__ = ["OneWayPrompt", "Prompt", "SpannedPrompt", "as_texts", "one_way_types"]


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
        """The originals of these texts by their surrogates; only surrogates with exactly one original."""
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


@runtime_checkable
class OneWayPrompt(SpannedPrompt, Protocol):
    """A prompt in which nothing reads some types back: what stands at their spans stays as it is."""

    @property
    def one_way(self) -> Mapping[str, bool]:
        """These types, each with whether equal values of it can be told by what stands there."""
        ...


def one_way_types(prompt: Prompt) -> Mapping[str, bool]:
    """The types that nothing reads back in a prompt, each with whether equal values of it can be told."""
    return prompt.one_way if isinstance(prompt, OneWayPrompt) else {}


def as_texts(texts: str | Sequence[str]) -> tuple[str, ...]:
    """The texts of one call as a tuple.

    Raises:
        PrivacyError: Something other than text was given. The message names its type, never its value.
    """
    if isinstance(texts, str):
        return (texts,)
    if not isinstance(texts, Sequence) or isinstance(texts, bytes | bytearray):
        msg = f"sanitize takes a str or a list of str, not {type(texts).__name__}"
        raise PrivacyError(msg)
    for position, text in enumerate(texts):
        if not isinstance(text, str):
            msg = f"sanitize takes a str or a list of str; item {position} is {type(text).__name__}"
            raise PrivacyError(msg)
    return tuple(texts)
