"""The arguments of a tool that runs elsewhere: what it may see of them depends on who wrote the values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from privacy_chains.contract.report import Sighting
from privacy_chains.contract.roles import Arguments
from privacy_chains.contract.spans import Span, replace_spans
from privacy_chains.preempt.policy import ANY
from privacy_chains.preempt.prompt import SanitizedPrompt
from privacy_chains.preempt.provenance import Provenance

__all__ = ["Called", "tool_arguments"]


class Called(NamedTuple):
    """A tool that is called, and whether it gets the user's own values in clear."""

    tool: str
    own: bool = False


class _Text(NamedTuple):
    """A text as the tool gets it, and where surrogates of other people's values stand in it."""

    text: str
    held: tuple[Sighting, ...]


def tool_arguments(
    provenance: Provenance, prompt: SanitizedPrompt, texts: Sequence[str], wrote: Sequence[str | None], called: Called
) -> Arguments:
    """What a tool is given.

    Args:
        provenance: Who wrote the values.
        prompt: The texts that no model wrote, sanitized.
        texts: All of them, in clear.
        wrote: Each text as the model wrote it; None where it did not.
        called: The tool.
    """
    allowed = prompt.policy.restore_from_documents if prompt.policy is not None else ()
    if called.own and (called.tool in allowed or ANY in allowed):
        return Arguments(tuple(texts), prompt)
    choosing = _Choosing(provenance, prompt, called)
    sanitized = iter(zip(prompt.texts, prompt.spans, prompt.originals, strict=True))
    given = [choosing.sanitized(*next(sanitized)) if before is None else choosing.written(before) for before in wrote]
    held = tuple(seen for one in given for seen in one.held)
    provenance.hold(held)
    return Arguments(tuple(one.text for one in given), prompt, held)


class _Choosing:
    def __init__(self, provenance: Provenance, prompt: SanitizedPrompt, called: Called) -> None:
        self._called = called
        self._hosts = prompt.policy.restore_in_urls if prompt.policy is not None else frozenset[str]()
        self._own = [pair for pair in prompt.issued if provenance.is_own(pair)]
        self._others = [pair for pair in prompt.issued if not provenance.is_own(pair)]
        self._values = {(pair.entity_type, pair.original) for pair in self._own}

    def sanitized(self, text: str, spans: Sequence[Span], originals: Sequence[str]) -> _Text:
        """A text that was sanitized: the user's own values are put back, if the tool may see them."""
        own = [(span.entity_type, value) in self._values for span, value in zip(spans, originals, strict=True)]
        pieces = [
            value if mine and self._called.own else text[span.start : span.end]
            for span, value, mine in zip(spans, originals, own, strict=True)
        ]
        given, moved = replace_spans(text, spans, pieces)
        others = [span for span, mine in zip(moved, own, strict=True) if not mine]
        return _Text(given, tuple(self._sighting(span.entity_type, span.start, span.end) for span in others))

    def written(self, text: str) -> _Text:
        """A text as the model wrote it: the user's own surrogates are read, if the tool may see them."""
        from privacy_chains.desanitize import Reader  # noqa: PLC0415  # only a model's own arguments need it

        given = Reader(self._own, hosts=self._hosts).text(text) if self._called.own else text
        seen = Reader(self._others, hosts={ANY}).restore(given).restored if self._others else ()
        return _Text(given, tuple(self._sighting(one.entity_type, one.start, one.end) for one in seen))

    def _sighting(self, entity_type: str, start: int, end: int) -> Sighting:
        reason = f"the user did not write it: not restored for the tool {self._called.tool!r}"
        return Sighting(entity_type, start, end, reason)
