"""What one request sends after several methods, and where each put its surrogates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple, NoReturn

from privacy_chains.contract.notebook import sent_html
from privacy_chains.contract.prompt import SpannedPrompt, one_way_types
from privacy_chains.contract.spans import Span, in_originals, replace_spans
from privacy_chains.errors import PrivacyError
from privacy_chains.ledger import Ledger

__all__ = ["LayeredPrompt", "SettledPlaces", "by_text", "settled"]


class SettledPlaces(NamedTuple):
    """What is settled in one text: disjoint spans in reading order, and what stood at each."""

    spans: tuple[Span, ...]
    originals: tuple[str, ...]

    def __repr__(self) -> str:
        return f"SettledPlaces({len(self.spans)})"


_NONE = SettledPlaces((), ())


@dataclass(frozen=True, repr=False, eq=False)
class LayeredPrompt:
    """What one request sends, and what reading its answer takes. Frozen; shows no clear value.

    Attributes:
        prompts: Those of the methods, in their order; the last one's texts are sent.
        places: For each text sent, what all methods settled in it; never shown.
    """

    prompts: tuple[SpannedPrompt, ...]
    places: tuple[SettledPlaces, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts as they are sent."""
        return self.prompts[-1].texts

    @property
    def text(self) -> str:
        """The sent texts as one, joined by empty lines."""
        return "\n\n".join(self.texts)

    @property
    def ledger(self) -> Ledger:
        """The events of all methods; epsilons of different units stay apart."""
        return Ledger.of(chain.from_iterable(prompt.ledger for prompt in self.prompts))

    @property
    def spans(self) -> tuple[tuple[Span, ...], ...]:
        """Where surrogates of any method stand in each text."""
        return tuple(places.spans for places in self.places)

    @property
    def originals(self) -> tuple[tuple[str, ...], ...]:
        """What stood at each span; never shown."""
        return tuple(places.originals for places in self.places)

    @property
    def surrogates(self) -> Mapping[str, str]:
        """The originals by their surrogates, where methods do not have different ones for one."""
        pairs = list(chain.from_iterable(prompt.surrogates.items() for prompt in self.prompts))
        known = dict(pairs)
        doubtful = {surrogate for surrogate, original in pairs if known[surrogate] != original}
        return {surrogate: original for surrogate, original in known.items() if surrogate not in doubtful}

    @property
    def one_way(self) -> Mapping[str, bool]:
        """The types that nothing reads back, each with whether equal values of it can be told."""
        return {name: told for prompt in self.prompts for name, told in one_way_types(prompt).items()}

    def _repr_html_(self) -> str:
        return sent_html(self)

    def __repr__(self) -> str:
        return f"LayeredPrompt(texts={len(self.texts)}, methods={len(self.prompts)})"

    def __reduce__(self) -> NoReturn:
        msg = "a prompt holds clear values and is not pickled; sanitize its texts again: the same key gives the same"
        raise PrivacyError(msg)


def settled(before: Mapping[str, SettledPlaces], prompt: SpannedPrompt) -> tuple[SettledPlaces, ...]:
    """What is settled in each text of a prompt: by its own method, and by those before it.

    Args:
        before: What was settled in the texts that the method was given.
        prompt: What it made of them.
    """
    found = []
    for text, spans, originals in zip(prompt.texts, prompt.spans, prompt.originals, strict=True):
        own = SettledPlaces(tuple(spans), tuple(originals))
        earlier = before.get(_source(text, own), _NONE)
        pairs = [*zip(*own, strict=True), *zip(_moved(earlier.spans, own), earlier.originals, strict=True)]
        pairs.sort(key=lambda pair: pair[0])
        found.append(SettledPlaces(tuple(span for span, _ in pairs), tuple(original for _, original in pairs)))
    return tuple(found)


def by_text(prompt: SpannedPrompt, places: Sequence[SettledPlaces]) -> Mapping[str, SettledPlaces]:
    """What is settled in each text; of one that stands there several times, what is settled in each of them."""
    found: dict[str, SettledPlaces] = {}
    for text, one in zip(prompt.texts, places, strict=True):
        other = found.get(text, one)
        both = [pair for pair in zip(*one, strict=True) if pair[0] in other.spans]
        found[text] = SettledPlaces(tuple(span for span, _ in both), tuple(original for _, original in both))
    return found


def _source(text: str, own: SettledPlaces) -> str:
    """The text that a method was given."""
    return replace_spans(text, own.spans, own.originals)[0]


def _moved(spans: Sequence[Span], own: SettledPlaces) -> Iterator[Span]:
    """Spans of the text that a method was given, where they stand in what it made of that."""
    sources = in_originals(own.spans, own.originals)
    shift = passed = 0
    for span in spans:
        while passed < len(sources) and sources[passed].start < span.start:
            shift += own.spans[passed].end - own.spans[passed].start - len(own.originals[passed])
            passed += 1
        yield replace(span, start=span.start + shift, end=span.end + shift)
