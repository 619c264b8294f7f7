"""The messages of one turn: their texts are annotated jointly, and each message is replaced by itself.

What one ``sanitize`` call gets is a turn. The function here is pure: it reads what the session has fixed so far and
returns what each message adds; the session commits that only when all of them succeeded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice

from privacy_chains.contract.spans import Span, replace_spans
from privacy_chains.dependencies import Mention, Released, answers, release_numbers
from privacy_chains.desanitize import Issued
from privacy_chains.detect.escapes import escaped_like, unescaped
from privacy_chains.errors import FormatError, PrivacyError
from privacy_chains.formats.alphanumeric import AlphanumericFormat
from privacy_chains.formats.base import Reading
from privacy_chains.formats.quantity import QuantityFormat, QuantityKey, Taken
from privacy_chains.hazmat.ciphers import Claim
from privacy_chains.ledger import Enciphered, Event, Kept
from privacy_chains.preempt.annotate import Annotation, Value, annotate, is_swept, swept
from privacy_chains.preempt.clear import Clear
from privacy_chains.preempt.memory import Context, Memory, Outcome, Said
from privacy_chains.preempt.needles import Needle
from privacy_chains.preempt.new_numbers import AnswersByFormula
from privacy_chains.preempt.one_way import removed
from privacy_chains.preempt.policy import AddNoise, Encipher, Keep
from privacy_chains.preempt.treatments import OneWay

__all__ = ["sanitize_messages"]

CLAIMS: Mapping[Claim, str] = {
    "ff1": "FF1: readable only with the key; equal values look equal",
    "ff3-1": "FF3-1 (withdrawn by NIST's 2025 draft): readable only with the key; equal values look equal",
    "small-domain": "small domain: readable only with the key; equal values look equal, and a learned pair stays known",
    "rotation": "rotation: distances between values stay, one learned pair tells all; one key in few changes nothing",
}
"""What the ledger says of each claim."""

_Place = tuple[int, int]
"""One of a message's texts, and where in it a span starts."""

_UNREADABLE = Encipher(AlphanumericFormat())
"""A detected number that its format cannot read must not stay clear: it is enciphered character by character."""


def sanitize_messages(context: Context, memory: Memory, said: Sequence[Said]) -> list[Outcome]:
    """Sanitize the messages of one turn: what is found in one is private in all of them.

    Numbers are released message by message, as if each were a turn of its own, so that a window that cuts between the
    messages changes none. In a message in the model's name, which is alone in its turn, an answer by formula is left as
    it is: it was never released.

    Raises:
        PrivacyError: Nothing of the messages may be sent.
    """
    texts, from_model = [text for one in said for text in one.texts], said[0].from_model
    skip = AnswersByFormula(said[0], context, memory).hold if from_model else None
    known, numbers, asked = memory.needles, memory.private_numbers, said[0].asked
    annotation = annotate(context.engine, texts, known, numbers=numbers, skip=skip, answer=from_model, asked=asked)
    while True:
        each = _replaced(context, memory, said, annotation)
        met = swept(annotation.clear, chain.from_iterable(one.collisions() for one in each))
        if met is None:
            return [one.outcome() for one in each]
        clear = annotation.clear
        less = swept(clear, chain.from_iterable(one.chained(clear) for one in each))
        annotation = replace(annotation, clear=less or met)


def _replaced(context: Context, memory: Memory, said: Sequence[Said], annotation: Annotation) -> list[_Replacements]:
    """What is replaced in each message, given what the messages before it fixed."""
    memory = memory.branch() if len(said) > 1 else memory
    replaced: list[_Replacements] = []
    clear = iter(annotation.clear)
    for one in said:
        own = replace(annotation, clear=tuple(islice(clear, len(one.texts))))
        replaced.append(_Replacements(context, memory, one.texts, own))
        if len(said) > 1:
            memory.commit(one, replaced[-1].outcome())
    return replaced


class _Replacements:
    """A surrogate for every span of a message."""

    def __init__(self, context: Context, memory: Memory, texts: tuple[str, ...], annotation: Annotation) -> None:
        self._context = context
        self._texts = texts
        self._annotation = annotation
        self._spans = annotation.spans
        self._values = tuple(
            tuple([text[span.start : span.end] for span in found])
            for text, found in zip(texts, self._spans, strict=True)
        )
        engine = context.engine
        self._rules = {
            kind: engine.treatment(kind) for kind in dict.fromkeys(span.entity_type for span in chain(*self._spans))
        }
        self._issued: dict[Value, Issued] = {}
        self._enciphered: Counter[tuple[str, str, Claim]] = Counter()
        self._kept: Counter[str] = Counter()
        self._removed: Counter[str] = Counter()
        self._pairs: dict[Value, tuple[str, Claim]] = {}
        self._taken: dict[_Place, Taken] = {}
        self._mentions = dict(self._find_mentions(memory))
        self._released = self._release(memory)
        self._numbers = dict(zip(self._mentions, self._released.numbers, strict=True))
        self._expect_answers(memory)
        self._enciphered_ahead = dict(self._encipher_by_type())
        self._surrogates = [
            [self._replace(index, value, span) for value, span in zip(inside, found, strict=True)]
            for index, (inside, found) in enumerate(zip(self._values, self._spans, strict=True))
        ]

    def collisions(self) -> Iterator[Needle]:
        """Clear text that equals a surrogate would be read back as one, so it is replaced, too."""
        rules = self._context.engine.policy.rules
        for issued in self._issued.values():
            rule = rules.get(issued.entity_type)
            if issued.released is None and not (isinstance(rule, Encipher) and not is_swept(rule, issued.surrogate)):
                yield Needle(issued.surrogate, issued.entity_type, "exact")

    def chained(self, clear: Sequence[Clear]) -> Iterator[Needle]:
        """Clear text that equals a surrogate, then clear text that equals the surrogates of these, and so on.

        Handled one by one, each would need another pass over the whole message.
        """
        engine, rules, session = self._context.engine, self._context.engine.policy.rules, self._context.session
        for first in self.collisions():
            needle, met, rule = first, set[Needle](), rules.get(first.entity_type)
            while needle not in met:
                met.add(needle)
                yield needle
                if isinstance(rule, Encipher) and any(each.may_hold(needle.text) for each in clear):
                    surrogate, _ = engine.encipher(needle.entity_type, rule, needle.text, session)
                    needle = needle._replace(text=surrogate)

    def outcome(self) -> Outcome:
        """The replaced texts, and what they add."""
        replaced = [
            replace_spans(text, found, surrogates)
            for text, found, surrogates in zip(self._texts, self._spans, self._surrogates, strict=True)
        ]
        return Outcome(
            texts=tuple(text for text, _ in replaced),
            spans=tuple(moved for _, moved in replaced),
            originals=self._values,
            issued=self._issued,
            needles=self._annotation.needles,
            settled=self._released.settled,
            printed=self._released.printed,
            numbers=self._released.message,
            drawn=self._released.drawn,
            asked=self._released.asked,
            events=(*self._computational_events(), *self._released.events),
        )

    def _computational_events(self) -> Iterator[Event]:
        for (entity_type, keeps, claim), count in self._enciphered.items():
            yield Enciphered(entity_type, count, keeps, CLAIMS[claim])
        for entity_type, count in self._removed.items():
            rule = self._rules[entity_type]
            if isinstance(rule, OneWay):
                yield removed(rule, entity_type, count)
        for entity_type, count in self._kept.items():
            yield Kept(entity_type, count)

    def _encipher_by_type(self) -> Iterator[tuple[Value, tuple[str, Claim]]]:
        """The surrogates of all values that are enciphered, and of their aliases.

        They are enciphered type by type, which is faster than in reading order: caches stay warm.
        """
        engine, aliases, session = self._context.engine, self._annotation.aliases, self._context.session
        by_type: dict[str, list[str]] = {}
        for value, span in zip(chain(*self._values), chain(*self._spans), strict=True):
            by_type.setdefault(span.entity_type, []).append(value)
        for kind, found in by_type.items():
            rule = self._rules[kind]
            if isinstance(rule, Encipher):
                forms = (form for value in found for form in (*aliases.get((kind, value), ()), value))
                for form in dict.fromkeys(forms):
                    yield (kind, form), engine.encipher(kind, rule, form, session)

    def _find_mentions(self, memory: Memory) -> Iterator[tuple[_Place, Mention]]:
        formats: dict[Value, QuantityFormat] = {}  # one value has one surrogate, wherever it stands
        for index, (inside, found) in enumerate(zip(self._values, self._spans, strict=True)):
            for value, span in zip(inside, found, strict=True):
                rule = self._rules[span.entity_type]
                if not isinstance(rule, AddNoise):
                    continue
                plain = unescaped(value)
                try:
                    form = formats.get((span.entity_type, plain)) or self._format(rule, index, span, plain, memory)
                    taken = form.take(plain)
                except FormatError:
                    continue
                formats[span.entity_type, plain] = form
                quantity, place = taken[0], (index, span.start)
                self._taken[place] = taken
                yield place, Mention(index, span, quantity._replace(number=QuantityKey(quantity.number)))

    def _format(self, rule: AddNoise, index: int, span: Span, plain: str, memory: Memory) -> QuantityFormat:
        """The format that reads a number: the one that the session used before, else the one that fits the texts.

        Raises:
            FormatError: Its format cannot read it.
        """
        texts = (self._texts[index], *self._texts[:index], *self._texts[index + 1 :])
        form = rule.format.within(texts, span.start, span.end)
        form = form.together(texts, span.start, span.end) if rule.noise.is_shift else form
        before = (
            other
            for other in (form, *form.others(plain))
            if (span.entity_type, other.read(plain).number) in memory.settled
        )
        return next(before, form)

    def _release(self, memory: Memory) -> Released:
        engine = self._context.engine
        return release_numbers(
            self._texts,
            tuple(self._mentions.values()),
            settled=memory.settled,
            noise=engine.noise,
            epsilon=engine.policy.epsilon_each,
            coins=engine.coins(self._context.session),
            dependencies=self._context.dependencies,
            printed=memory.printed,
            earlier=memory.numbers,
            drawn=memory.drawn,
            asked_before=memory.asked,
            people=self._people(),
        )

    def _people(self) -> list[list[Span]]:
        return [[span for span in found if span.entity_type == "PERSON"] for found in self._spans]

    def _expect_answers(self, memory: Memory) -> None:
        """Issue the results of ``answer:`` formulas, so that the model's own answers are read back."""
        dependencies = self._context.dependencies
        if dependencies is None or not dependencies.answers or not self._mentions:
            return
        released = {**memory.settled, **self._released.settled}
        for answer in answers(dependencies, self._released.message, released, memory.numbers):
            self._issued |= {(item.entity_type, item.original): item for item in Issued.of_answer(answer)}

    def _replace(self, index: int, value: str, span: Span) -> str:
        rule = self._rules[span.entity_type]
        if isinstance(rule, Keep):
            self._kept[span.entity_type] += 1
            return value
        if isinstance(rule, OneWay):
            self._removed[span.entity_type] += 1
            return self._context.engine.one_way(span.entity_type, rule, value, self._context.session)
        if isinstance(rule, AddNoise):
            if (index, span.start) in self._numbers:
                return self._write((index, span.start), value, rule)
            rule = _UNREADABLE
        surrogate, claim = self._encipher((span.entity_type, value), rule)
        self._enciphered[span.entity_type, rule.format.keeps, claim] += 1
        return surrogate

    def _write(self, place: _Place, value: str, rule: AddNoise) -> str:
        mention, released = self._mentions[place], self._numbers[place]
        plain, entity_type = unescaped(value), mention.span.entity_type
        known = self._issued.get((entity_type, value))
        if known is not None and known.released == released and plain == value:
            return known.surrogate
        try:
            surrogate = rule.format.write(plain, released, self._taken[place], finer=True)
        except PrivacyError as error:
            error.about(entity_type)
            raise
        number, moved = (rule.format.alone(plain, one) for one in (mention.quantity.number, released))
        issued = Issued(entity_type, plain, surrogate, "number", number, moved)
        self._issued[entity_type, plain] = issued
        if plain == value:
            return surrogate
        escaped = escaped_like(surrogate, value)
        self._issued[entity_type, value] = replace(issued, original=value, surrogate=escaped, reading="exact")
        return escaped

    def _encipher(self, found: Value, rule: Encipher) -> tuple[str, Claim]:
        known = self._pairs.get(found)
        if known is not None:
            return known
        for alias in self._annotation.aliases.get(found, ()):
            form = found[0], alias
            if form not in self._pairs and form != found:
                self._issue(form, rule)
        return self._issue(found, rule)

    def _issue(self, form: Value, rule: Encipher) -> tuple[str, Claim]:
        entity_type, value = form
        pair = self._enciphered_ahead.get(form)
        if pair is None:
            pair = self._context.engine.encipher(entity_type, rule, value, self._context.session)
        self._pairs[form] = pair
        plain, reading = unescaped(value), rule.format.reading
        if plain != value:
            reading = "exact"
            if (entity_type, plain) not in self._pairs:  # the model may write it unescaped
                self._issue((entity_type, plain), rule)
        self._issued[form] = _issued(rule, entity_type, value, pair[0], reading)
        return pair


def _issued(rule: Encipher, entity_type: str, value: str, surrogate: str, reading: Reading) -> Issued:
    """A pair that was enciphered; a number is read back as one, in any spelling."""
    stated = rule.format.number(value) if reading == "code" else None
    if stated is None:
        return Issued(entity_type, value, surrogate, reading)
    return Issued(entity_type, value, surrogate, "number", stated, rule.format.number(surrogate))
