"""What an attacker sees of the values of texts: the place of each, and what is sent there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import punctuation
from typing import Literal

from privacy_chains.contract.prompt import SpannedPrompt
from privacy_chains.contract.spans import Span, in_originals, resolve_overlaps
from privacy_chains.detect import Detector

__all__ = ["GIVEN", "OTHER", "How", "SentValue", "sent_values"]

How = Literal["as another value", "noise on characters", "noise on words", "in clear"]
"""The form in which a value is sent."""

GIVEN, OTHER = "given", "other words"
"""Types of values that their owner named, and of noised words that are no known value."""

_NOISED: Mapping[str, How] = {"TEXT": "noise on characters", "WORD": "noise on words"}
"""By the type that methods give to words as such."""


@dataclass(frozen=True, slots=True, repr=False)
class SentValue:
    """One value, and what is sent of it. Its repr shows neither.

    Attributes:
        original: The value: a word where words are noised.
        entity_type: Its type; ``GIVEN``, or ``OTHER``.
        how: In what form it is sent.
        sent: What is sent in its place, each form once.
        before: What is sent before it, where it stands first.
        after: What is sent behind it there.
    """

    original: str
    entity_type: str
    how: How
    sent: tuple[str, ...]
    before: str = ""
    after: str = ""

    def __repr__(self) -> str:
        return f"SentValue({self.entity_type!r}, {self.how!r})"


def sent_values(
    texts: Sequence[str], prompt: SpannedPrompt, detector: Detector, given: Sequence[str] = ()
) -> list[SentValue]:
    """The values of texts, each once, in the order in which they occur first.

    Values are what the detector finds, what the owner names, and what the method replaced.

    Args:
        texts: The clear texts.
        prompt: What a method made of them.
        detector: Tells the types of values.
        given: Values that the owner names, whether anything finds them or not.
    """
    found: dict[tuple[str, str, How], SentValue] = {}
    for text, sent, spans, originals in zip(texts, prompt.texts, prompt.spans, prompt.originals, strict=True):
        known = resolve_overlaps([*_named(text, given), *detector.detect(text)])
        for one in _seen(text, sent, list(zip(in_originals(spans, originals), spans, strict=True)), known):
            key = (one.original, one.entity_type, one.how)
            before = found.get(key)
            if before is None:
                found[key] = one
            elif one.sent[0] not in before.sent:
                found[key] = replace(before, sent=(*before.sent, *one.sent))
    return list(found.values())


def _named(text: str, given: Sequence[str]) -> Iterator[Span]:
    for value in filter(None, given):
        for match in re.finditer(re.escape(value), text):
            yield Span(*match.span(), GIVEN, 2.0)


def _seen(text: str, sent: str, placed: Sequence[tuple[Span, Span]], known: Sequence[Span]) -> Iterator[SentValue]:
    """What is sent of one text, in the order of its replaced values, and then what is sent in clear."""
    for place, span in placed:
        how = _NOISED.get(span.entity_type, "as another value")
        kind = next((one.entity_type for one in known if one.overlaps(place)), "")
        kind = kind or (span.entity_type if how == "as another value" else OTHER)
        start, end = 0, place.end - place.start
        if how != "as another value":
            start, end = _core(text[place.start : place.end])
        cut = len(sent[span.start : span.end]) if how == "as another value" else end
        original, shown = text[place.start + start : place.start + end], sent[span.start + start : span.start + cut]
        if original:
            behind = span.start + start + len(shown)
            yield SentValue(original, kind, how, (shown,), sent[: span.start + start], sent[behind:])
    yield from _clear(text, [place for place, _ in placed], known)


def _clear(text: str, replaced: Sequence[Span], known: Iterable[Span]) -> Iterator[SentValue]:
    """Known values of which nothing was replaced."""
    for one in known:
        if not any(one.overlaps(place) for place in replaced):
            value = text[one.start : one.end]
            yield SentValue(value, one.entity_type, "in clear", (value,))


def _core(word: str) -> tuple[int, int]:
    """Where a word stands between the punctuation around it."""
    start = len(word) - len(word.lstrip(punctuation))
    return start, max(start, len(word.rstrip(punctuation)))
