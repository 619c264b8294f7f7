"""Records of a hosted store: sanitized and stored with a mark, and split with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, TypeVar

from privacy_chains.adapting.fields import Collected, Replaced, Texts
from privacy_chains.adapting.leaves import stored_text
from privacy_chains.adapting.named_leaf import NamedLeaf
from privacy_chains.adapting.proving import OPTIONAL, OTHERS, RELATIVES, TEMPLATES, TEXT, Placing, Proving, Walk
from privacy_chains.adapting.quoting import Quotations
from privacy_chains.adapting.values import digest_of
from privacy_chains.adapting.visitors import Path, as_read
from privacy_chains.contract.conversation import Leaf
from privacy_chains.contract.method import Method
from privacy_chains.contract.prompt import SpannedPrompt, one_way_types
from privacy_chains.contract.records import Marked, Marker
from privacy_chains.contract.spans import Span, replace_spans
from privacy_chains.errors import MarkError

__all__ = ["Record", "former_identities", "identities", "marked_leaves", "sanitize_record", "split_record"]

_Of = TypeVar("_Of")


class Record(NamedTuple):
    """The leaves of a record's fields, and its mark."""

    fields: Mapping[str, tuple[Marked, ...]]
    mark: str


def sanitize_record(sanitizer: Method, record: _Of, walk: Walk[_Of]) -> tuple[_Of, Record | None]:
    """Sanitize a record jointly.

    Returns:
        The record in surrogates, and its mark; None where the sanitizer seals nothing.

    Raises:
        PrivacyError: Nothing of it may leave.
    """
    if not isinstance(sanitizer, Marker):
        return _sanitized(sanitizer, record, walk), None
    collected = _Collected()
    walk(record, collected)
    prompt, before = sanitizer.sanitize(collected.texts), _listed(record, walk).leaves
    stored = walk(record, _Replaced(_stored(sanitizer, before, prompt), sanitizer))
    after = _listed(stored, walk)
    fields = marked_leaves(before, after.leaves, prompt)
    return stored, Record(fields, sanitizer.seal(fields, after.digests))


def _stored(marker: Marker, leaves: Iterable[_Listing], prompt: SpannedPrompt) -> Texts:
    """What is stored for each text of a prompt; metadata become the same beside any text."""
    texts = enumerate(one for one in leaves if one.kind != "identity")
    return [
        stored_text(marker, one.name, one.leaf, prompt, place)
        if one.kind == "plain" and one.name and one.field not in OPTIONAL | {TEXT}  # keys in mappings have no name
        else prompt.texts[place]
        for place, one in texts
    ]


def _sanitized(sanitizer: Method, record: _Of, walk: Walk[_Of]) -> _Of:
    """A record without a mark: a method that seals nothing reads stored texts its own way."""
    collected = Collected()
    walk(record, collected)
    return walk(record, Replaced(list(sanitizer.sanitize(collected.texts).texts)))


def former_identities(sanitizer: Method, names: Iterable[str]) -> list[str]:
    """The ids that old keys gave records, if the current key gives others."""
    if not isinstance(sanitizer, Marker):
        return []
    return [identity for name in names for identity in sanitizer.identities(name)[1:]]


def split_record(sanitizer: Method, stored: _Of, walk: Walk[_Of], mark: object, chunks: Sequence[_Of]) -> list[str]:
    """The marks of the chunks that a splitter made of a stored record, in order, with the fields that it gave them.

    A surrogate that was cut in two reads back whole on both sides. Chunks have ids of their own, which no mark
    contains; what they repeat of their record, such as its id, is read back as it was.

    Raises:
        MarkError: The record has no mark or was changed since, or a chunk is no part of its text, or of its fields.
    """
    if not isinstance(sanitizer, Marker):
        msg = f"a {type(sanitizer).__name__} seals nothing: split the documents before they are sanitized"
        raise MarkError(msg)
    reading = Proving(sanitizer.open(mark))
    walk(stored, reading)
    text, *_ = reading.marked.pop(TEXT, (Marked("", ""),))
    kept = {name: leaves for name, leaves in reading.marked.items() if name not in OPTIONAL}
    known = {leaf.stored: leaf for leaves in reading.marked.values() for leaf in leaves}
    listed = [_listed(chunk, walk) for chunk in chunks]
    cut = [one for each in listed for one in each.leaves if one.field == TEXT]
    quotations = Quotations(text)
    places = quotations.chunks([str(one.leaf) for one in cut])
    return [
        sanitizer.seal(
            {
                TEXT: [replace(text.cut(start, end), name=one.name)],
                **_fields(each, kept, quotations),
                **_related(each, known, quotations),
            },
            each.digests,
        )
        for each, one, (start, end) in zip(listed, cut, places, strict=True)
    ]


def _fields(
    chunk: _Lister, kept: Mapping[str, Sequence[Marked]], quotations: Quotations
) -> dict[str, Sequence[Marked]]:
    """A chunk's fields: those of its record, and those of its splitter, such as where it began or what is around it."""
    own: dict[str, list[_Listing]] = {}
    for one in chunk.leaves:
        if one.field not in OPTIONAL | {TEXT}:
            own.setdefault(one.field, []).append(one)
    return {
        field: kept[field]
        if [one.leaf for one in leaves] == [one.stored for one in kept.get(field, ())]
        else [quotations.read(one.name, one.leaf) for one in leaves]
        for field, leaves in own.items()
    }


def _related(chunk: _Lister, known: Mapping[Leaf, Marked], quotations: Quotations) -> dict[str, list[Marked]]:
    """What a chunk repeats of its record, such as the id of its source, and what the splitter added."""
    fields: dict[str, list[Marked]] = {}
    for one in chunk.leaves:
        if one.field in {RELATIVES, TEMPLATES, OTHERS}:
            same = known.get(one.leaf) or quotations.read(one.name, one.leaf)
            fields.setdefault(one.field, []).append(replace(same, name=one.name))
    return fields


def identities(sanitizer: Method, names: Iterable[str]) -> list[str]:
    """The ids of records in a hosted store, with those that old keys gave them."""
    if not isinstance(sanitizer, Marker):
        return list(sanitizer.sanitize([*names]).texts)
    return [identity for name in names for identity in sanitizer.identities(name)]


def marked_leaves(
    before: Iterable[_Listing], after: Iterable[_Listing], prompt: SpannedPrompt
) -> dict[str, tuple[Marked, ...]]:
    """Each leaf as it is stored, with what it was, by fields."""
    fields: dict[str, list[Marked]] = {}
    one_way = one_way_types(prompt)
    replaced = iter(zip(prompt.texts, prompt.spans, prompt.originals, strict=True))
    for was, now in zip(before, after, strict=True):
        text, spans, originals = ("", (), ()) if was.kind == "identity" else next(replaced)
        read = [
            text[span.start : span.end] if span.entity_type in one_way else original
            for span, original in zip(spans, originals, strict=True)
        ]
        if was.kind == "plain" and isinstance(was.leaf, str) and now.leaf == text:
            marked = Marked.of_text(now.name, str(now.leaf), spans, read)
        else:
            marked = Marked.of_leaf(
                now.name, now.leaf, was.leaf if read == [*originals] else _left(was, text, spans, read)
            )
        fields.setdefault(was.field, []).append(marked)
    return {field: tuple(leaves) for field, leaves in fields.items()}


def _left(was: _Listing, text: str, spans: Sequence[Span], read: Sequence[str]) -> str:
    """What is read back of a leaf of which something was taken out one way."""
    whole, _ = replace_spans(text, spans, read)
    return NamedLeaf(was.name, was.leaf).text(whole) if was.kind == "plain" else as_read(whole, was.name)


class _Collected(Collected):
    """Collects what is sanitized; ids are not."""

    def identity(self, text: str) -> str:
        return text


class _Replaced(Replaced):
    """Replaces leaves by surrogates, and ids by the store's ids."""

    def __init__(self, texts: Texts, marker: Marker) -> None:
        super().__init__(texts)
        self._marker = marker

    def identity(self, text: str) -> str:
        return self._marker.identities(text)[0]


class _Listing(NamedTuple):
    """A leaf with its place; ``written`` is an object, such as a date, that is visited as text."""

    field: str
    name: str
    leaf: Leaf
    kind: Literal["plain", "written", "identity"]


class _Lister(Placing):
    """Lists the leaves and the content of whole fields, and changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.leaves: list[_Listing] = []
        self.digests: dict[str, bytes] = {}

    def record(self, fields: Mapping[str, object]) -> Mapping[str, object]:
        self.digests = {str(name): digest_of(value) for name, value in fields.items()}
        return fields

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        self.leaves.append(_Listing(self.field, self.name, leaf, "plain"))
        return leaf

    def written(self, text: str, name: str) -> str:
        self.leaves.append(_Listing(self.field, name, text, "written"))
        return text

    def identity(self, text: str) -> str:
        self.leaves.append(_Listing(self.field, "", text, "identity"))
        return text


def _listed(record: _Of, walk: Walk[_Of]) -> _Lister:
    lister = _Lister()
    walk(record, lister)
    return lister
