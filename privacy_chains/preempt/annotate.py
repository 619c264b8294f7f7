"""Annotation: what has to be replaced in the texts of one message, before anything is replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from privacy_chains.contract.spans import Span
from privacy_chains.detect.escapes import unescaped
from privacy_chains.detect.network.detector import NEURAL
from privacy_chains.detect.network.findings import PROPER
from privacy_chains.formats.places import is_listed
from privacy_chains.formats.weekdays import is_weekday
from privacy_chains.preempt.clear import Clear
from privacy_chains.preempt.engine import Engine
from privacy_chains.preempt.needles import Needle, is_sure, tokens_in
from privacy_chains.preempt.number_sweep import NumberSweep, holds_figures, numbers_of
from privacy_chains.preempt.parts import Parts
from privacy_chains.preempt.policy import AddNoise, Encipher
from privacy_chains.preempt.sweep import Sweep
from privacy_chains.preempt.treatments import OneWay

__all__ = ["Annotation", "Spans", "Value", "annotate", "is_swept", "needles_of", "swept", "values"]

Spans = tuple[tuple[Span, ...], ...]
"""For each text of a message its spans, disjoint and in reading order."""

Value = tuple[str, str]
"""An entity type and a value of it."""

_SHORTEST_NUMBER_SWEPT = 4


@dataclass(frozen=True, slots=True, repr=False)
class Annotation:
    """What has to be replaced in a message.

    Attributes:
        clear: What is left of each text.
        needles: What later messages are searched for because of this one.
        aliases: The aliases of each value that was detected.
    """

    clear: tuple[Clear, ...]
    needles: tuple[Needle, ...]
    aliases: Mapping[Value, tuple[str, ...]]

    @property
    def spans(self) -> Spans:
        """The spans of each text."""
        return tuple(each.covered for each in self.clear)


def annotate(  # noqa: PLR0913  # what a message is annotated with
    engine: Engine,
    texts: Sequence[str],
    known: Iterable[Needle],
    *,
    numbers: Iterable[tuple[str, Fraction]] = (),
    skip: Callable[[int, Span], bool] | None = None,
    answer: bool = False,
    asked: str = "",
) -> Annotation:
    """Detect in every text, then search all of them for every value found here or ``known`` before.

    Args:
        engine: Detects.
        texts: The texts of one message.
        known: Values found earlier in the session.
        numbers: Numbers released earlier in the session, with their types.
        skip: Called with the position of a text and a span in it; spans that it accepts are left alone.
        answer: Whether a model wrote the texts: they are then only read, not sent.
        asked: The question that the texts answer.
    """
    spans = tuple(engine.find(text, answer=answer, asked=asked) for text in texts)
    if skip is not None:
        spans = tuple(tuple(span for span in found if not skip(index, span)) for index, found in enumerate(spans))
    known = tuple(known)
    spans = _as_known(texts, spans, known)
    aliases, needles = _known(engine, texts, spans)
    sought = (*known, *needles)
    whole = _as_people(texts, _whole(texts, spans, sought, aliases), sought)
    if whole != spans:
        spans = whole
        aliases, needles = _known(engine, texts, spans)
    clear = tuple(Clear(text, covered) for text, covered in zip(texts, spans, strict=True))
    clear = swept(clear, (*known, *needles)) or clear
    if any(map(holds_figures, clear)):
        told = NumberSweep(engine, (*numbers, *numbers_of(engine, aliases)))
        clear = tuple(each.less(told.find_in(each)) for each in clear) if told else clear
    return Annotation(clear, needles, aliases)


def _as_known(texts: Sequence[str], spans: Spans, known: Sequence[Needle]) -> Spans:
    """The spans, without those in which all is known as something else: what was issued once keeps its surrogate.

    A code that a label announced stands elsewhere without it. There, a detector may take it for another type.
    """
    codes = {_key(needle.text) for needle in known if is_sure(needle)}
    if not codes:
        return spans
    sweep = cache(lambda: Sweep(known))
    return tuple(
        tuple(span for span in found if not _is_known(text[span.start : span.end], span.entity_type, codes, sweep))
        for text, found in zip(texts, spans, strict=True)
    )


def _is_known(value: str, entity_type: str, codes: AbstractSet[str], sweep: Callable[[], Sweep]) -> bool:
    """Whether the sweep finds all of a value, and a code in it as another type."""
    tokens = tokens_in(value)
    if codes.isdisjoint([*tokens, "".join(tokens)]):
        return False
    found = sweep().find(value)
    rest = list(value)
    for span in found:
        rest[span.start : span.end] = " " * (span.end - span.start)
    return any(span.entity_type != entity_type for span in found) and not any(map(str.isalnum, rest))


def _key(text: str) -> str:
    return "".join(tokens_in(text))


def _known(
    engine: Engine, texts: Sequence[str], spans: Spans
) -> tuple[Mapping[Value, tuple[str, ...]], tuple[Needle, ...]]:
    """The aliases of all values, and what to search for because of them."""
    found = dict.fromkeys((span.entity_type, value) for value, span in values(texts, spans))
    aliases = {(kind, value): engine.aliases(kind, value) for kind, value in found}
    needles = dict.fromkeys(needle for value in aliases for needle in needles_of(engine, value, aliases[value]))
    return aliases, tuple(needles)


def _whole(texts: Sequence[str], spans: Spans, needles: Sequence[Needle], found: Iterable[Value]) -> Spans:
    """The spans; where one holds only a part of a value that was found whole elsewhere, it is widened to the whole."""
    parts = Parts(needles, (value for _, value in found))
    return tuple(
        tuple(parts.whole(text, inside)) if inside and parts else inside
        for text, inside in zip(texts, spans, strict=True)
    )


def _as_people(texts: Sequence[str], spans: Spans, needles: Iterable[Needle]) -> Spans:
    """The spans; a name that the network took for a place or a firm becomes a person if a person has this name."""
    unsure = {value for value, span in values(texts, spans) if span.source == NEURAL and span.entity_type in PROPER}
    if not unsure:
        return spans
    people = {needle.text for needle in needles if needle.entity_type == "PERSON" and needle.text in unsure}
    people = {name for name in people if not is_listed(name)}  # Florence may live in Florence
    if not people:
        return spans
    return tuple(
        tuple(
            replace(span, entity_type="PERSON")
            if span.entity_type in PROPER and text[span.start : span.end] in people
            else span
            for span in found
        )
        for text, found in zip(texts, spans, strict=True)
    )


def swept(clear: Sequence[Clear], needles: Iterable[Needle]) -> tuple[Clear, ...] | None:
    """What is left of each text after a search; None where it finds nothing."""
    tokens = clear[0].tokens if len(clear) == 1 else set[str]().union(*(each.tokens for each in clear))
    sweep = Sweep(needles, tokens)
    if not sweep:
        return None
    found = [sweep.find_in(each) for each in clear]
    return tuple(each.less(more) for each, more in zip(clear, found, strict=True)) if any(found) else None


def needles_of(engine: Engine, found: Value, aliases: Iterable[str]) -> Iterator[Needle]:
    """What to search for once a value was found."""
    entity_type, value = found
    rule = engine.spelled(entity_type)
    if isinstance(rule, Encipher):
        reading = rule.format.reading
        looks = "exact" if reading == "day" or reading == "address" else reading  # noqa: PLR1714  (mypy narrows by it)
        for form in (value, *aliases):
            if is_swept(rule, form):
                yield Needle(form, entity_type, looks)
        for other, lent in rule.format.lent(unescaped(value)):
            if isinstance(engine.policy.rules.get(other), Encipher | OneWay):
                yield from (Needle(form, other, "exact") for form in dict.fromkeys((lent, lent.lower(), lent.upper())))
    elif (
        isinstance(rule, AddNoise)
        and entity_type != "YEAR_OF_BIRTH"  # years are recognized by their sense
        and sum(map(str.isdigit, unescaped(value))) >= _SHORTEST_NUMBER_SWEPT
    ):
        yield Needle(value, entity_type, "exact")


def is_swept(rule: Encipher, value: str) -> bool:
    """Whether a value that was found once is protected everywhere.

    A weekday is found by its shape where it matters. Elsewhere, as in a date that is left in clear, its
    surrogate would reveal the rotation, and with it all other days.
    """
    return rule.format.reading != "day" or not is_weekday(unescaped(value))


def values(texts: Sequence[str], spans: Spans) -> Iterator[tuple[str, Span]]:
    """Every value with its span, in reading order."""
    for text, found in zip(texts, spans, strict=True):
        for span in found:
            yield text[span.start : span.end], span
