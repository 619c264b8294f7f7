"""Records of a hosted store: sanitized with a mark beside them, and read back by it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Literal, NamedTuple, NoReturn, Self, TypeVar

from privacy_chains.conversation import Leaf, PromptSanitizer
from privacy_chains.errors import KeyMaterialError, MarkError
from privacy_chains.marks import Digests, Mark, Marked
from privacy_chains.prompt import SanitizedPrompt
from privacy_chains.walking.fields import Collected, Replaced, Texts
from privacy_chains.walking.leaves import Marker, stored_text
from privacy_chains.walking.values import digest_of
from privacy_chains.walking.visitors import Path, Restore, Visitor

__all__ = [
    "IDENTITY",
    "RELATIVES",
    "TEXT",
    "Marker",
    "Record",
    "Unmarked",
    "marked_leaves",
    "own_names",
    "read_record",
    "sanitize_record",
]

TEXT, IDENTITY, RELATIVES, OTHERS = "\0text", "\0id", "\0relatives", "\0others"
"""What a record has beside its metadata fields, under names that no metadata field has."""

_OPTIONAL = frozenset({IDENTITY, RELATIVES, OTHERS})
"""What a store need not return."""

Unmarked = Literal["refuse", "keep", "key"]
"""What happens to a record that no mark proves: an error, left as it stands, or read from the key alone."""

_Of = TypeVar("_Of")
Walk = Callable[[_Of, Visitor], _Of]
"""Visits the leaves of a record in order, having told the visitor each field, and returns a copy."""


class Record(NamedTuple):
    """The leaves of a record's fields, and its mark."""

    fields: Mapping[str, tuple[Marked, ...]]
    mark: str


def sanitize_record(sanitizer: PromptSanitizer, record: _Of, walk: Walk[_Of]) -> tuple[_Of, Record | None]:
    """Sanitize a record jointly.

    Returns:
        The record in surrogates, and what reads it back; None where the sanitizer seals nothing.

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


def _stored(marker: Marker, leaves: Iterable[_Listing], prompt: SanitizedPrompt) -> Texts:
    """What is stored of each text of a prompt: of metadata, the same beside any text."""
    texts = enumerate(one for one in leaves if one.kind != "identity")
    return [
        stored_text(marker, one.name, one.leaf, prompt, place)
        if one.kind == "plain" and one.name and one.field not in _OPTIONAL | {TEXT}  # keys in mappings have no name
        else prompt.texts[place]
        for place, one in texts
    ]


def _sanitized(sanitizer: PromptSanitizer, record: _Of, walk: Walk[_Of]) -> _Of:
    """A record without a mark: a method that seals nothing reads stored texts its own way."""
    collected = Collected()
    walk(record, collected)
    return walk(record, Replaced(list(sanitizer.sanitize(collected.texts).texts)))


def read_record(  # noqa: PLR0913, PLR0917  (each says one thing of the record)
    sanitizer: PromptSanitizer,
    stored: _Of,
    walk: Walk[_Of],
    mark: object,
    unmarked: Unmarked = "refuse",
    added: Collection[str] = (),
) -> _Of:
    """A stored record as it was before it was sanitized. What its store added is left as it is.

    Args:
        sanitizer: What sanitized it, or another under the same key.
        stored: The record, without its mark.
        walk: Visits its leaves.
        mark: The mark; None where the record has none.
        unmarked: What happens to a record without a proof.
        added: Names of metadata fields that its store adds, beside ids, scores and the like.

    Raises:
        MarkError: It has no mark, or was changed since, and that is refused.
        KeyMaterialError: It was sealed under a key that is not here, and that is refused.
    """
    if not isinstance(sanitizer, Marker) or (mark is None and unmarked == "key"):
        return walk(
            stored, Restore(lambda leaf: sanitizer.desanitize(leaf) if isinstance(leaf, str) and leaf else leaf)
        )
    try:
        return _read(_Reading(sanitizer.open(mark), added), stored, walk)
    except (MarkError, KeyMaterialError):
        if unmarked == "refuse":
            raise
        return stored


def _read(reading: _Reading, stored: _Of, walk: Walk[_Of]) -> _Of:
    record = walk(stored, reading)
    if reading.mark.fields - reading.fields - _OPTIONAL:
        _refuse_missing()
    return record


def _refuse_missing() -> NoReturn:
    msg = "a field of the record is missing; whoever keeps the store can take it away"
    raise MarkError(msg)


def own_names(sanitizer: PromptSanitizer, mark: object) -> frozenset[str]:
    """The names of the metadata that a record was stored with, without those that its store added.

    Raises:
        MarkError: It has no mark, or one that was changed since.
        KeyMaterialError: The mark was sealed under a key that is not here.
    """
    if not isinstance(sanitizer, Marker):
        msg = f"a {type(sanitizer).__name__} seals nothing: store the clear documents again"
        raise MarkError(msg)
    return frozenset(sanitizer.open(mark).whole)


def _refuse_changed() -> NoReturn:
    msg = "the record is not as it was stored; whoever keeps the store can change it"
    raise MarkError(msg)


def former_identities(sanitizer: PromptSanitizer, names: Iterable[str]) -> list[str]:
    """The ids that old keys gave records, and that the key in use does not."""
    if not isinstance(sanitizer, Marker):
        return []
    return [identity for name in names for identity in sanitizer.identities(name)[1:]]


def split_record(
    sanitizer: PromptSanitizer, stored: _Of, walk: Walk[_Of], mark: object, chunks: Sequence[_Of]
) -> list[str]:
    """The marks of the chunks that a splitter made of a stored record, in order, with the fields that it gave them.

    A surrogate that was cut through reads back whole on both sides. Chunks have ids of their own, which no mark knows.

    Raises:
        MarkError: The record has no mark or was changed since, or a chunk is no part of its text, or of its fields.
    """
    if not isinstance(sanitizer, Marker):
        msg = f"a {type(sanitizer).__name__} seals nothing: split the documents before they are sanitized"
        raise MarkError(msg)
    reading = _Reading(sanitizer.open(mark))
    walk(stored, reading)
    text, *_ = reading.marked.pop(TEXT, (Marked("", ""),))
    kept = {name: leaves for name, leaves in reading.marked.items() if name not in _OPTIONAL}
    listed = [_listed(chunk, walk) for chunk in chunks]
    places = _places(str(text.stored), [str(one.leaf) for each in listed for one in each.leaves if one.field == TEXT])
    return [
        sanitizer.seal({TEXT: [text.cut(start, end)], **_added(each, kept), **kept}, each.digests)
        for each, (start, end) in zip(listed, places, strict=True)
    ]


def _added(chunk: _Lister, kept: Mapping[str, object]) -> dict[str, list[Marked]]:
    """The fields that a splitter gave a chunk of its own, such as where it began."""
    fields: dict[str, list[Marked]] = {}
    for one in chunk.leaves:
        if one.field not in kept and one.field not in _OPTIONAL | {TEXT}:
            fields.setdefault(one.field, []).append(Marked.of_leaf(one.name, one.leaf, one.leaf))
    return fields


def _places(text: str, chunks: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where chunks stand in a text: each begins behind the beginning of the one before."""
    start = -1
    for chunk in chunks:
        start = text.find(chunk, start + 1)
        if start < 0:
            msg = "the splitter changed the text it split, so its marks cannot follow: split before sanitizing"
            raise MarkError(msg)
        yield start, start + len(chunk)


def identities(sanitizer: PromptSanitizer, names: Iterable[str]) -> list[str]:
    """The ids that a hosted store knows records by, those that old keys gave them included."""
    if not isinstance(sanitizer, Marker):
        return list(sanitizer.sanitize([*names]).texts)
    return [identity for name in names for identity in sanitizer.identities(name)]


def marked_leaves(
    before: Iterable[_Listing], after: Iterable[_Listing], prompt: SanitizedPrompt
) -> dict[str, tuple[Marked, ...]]:
    """Each leaf as it is stored beside what it was, by fields."""
    fields: dict[str, list[Marked]] = {}
    replaced = iter(zip(prompt.texts, prompt.spans, prompt.originals, strict=True))
    for was, now in zip(before, after, strict=True):
        text, spans, originals = ("", (), ()) if was.kind == "identity" else next(replaced)
        if was.kind == "plain" and isinstance(was.leaf, str) and now.leaf == text:
            marked = Marked.of_text(now.name, str(now.leaf), spans, originals)
        else:
            marked = Marked.of_leaf(now.name, now.leaf, was.leaf)
        fields.setdefault(was.field, []).append(marked)
    return {field: tuple(leaves) for field, leaves in fields.items()}


class _Collected(Collected):
    """Gathers what is sanitized: ids are not."""

    def identity(self, text: str) -> str:
        return text


class _Replaced(Replaced):
    """Puts surrogates where the leaves were, and the store's ids where ids were."""

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


class _Placed(Visitor):
    """Knows the field and the name that a leaf stands under."""

    def __init__(self) -> None:
        self.field = self.name = ""

    def at(self, field: str) -> Self:
        self.field, self.name = field, ""
        return self

    def named(self, name: object, value: _Of) -> _Of:
        self.name = str(name)
        return value


class _Lister(_Placed):
    """Lists the leaves, and what fields hold as a whole, and changes nothing."""

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


_EMPTY = digest_of(None)
_OF_STORES = frozenset({"doc_id", "document_id", "ref_doc_id", "id", "pk", "uuid"})
"""Names that stores give ids, beside those that begin with a sign."""
_LONGEST = 128


def _is_of_store(name: str, value: object) -> bool:
    """Whether a field that was not stored may be the store's own: a number, or one word under a name of its own."""
    if isinstance(value, int | float):
        return name in _OF_STORES or name[:1] in {"_", "@"} or name.endswith(("score", "distance"))
    one_word = isinstance(value, str) and len(value) <= _LONGEST and len(value.split()) == 1
    return value is None or (one_word and (name in _OF_STORES or name[:1] in {"_", "@"}))


class _Reading(_Placed):
    """Reads each leaf of a record by its mark."""

    def __init__(self, mark: Mark, added: Collection[str] = ()) -> None:
        super().__init__()
        self.fields = set[str]()
        self.marked: dict[str, list[Marked]] = {}
        self.mark = mark
        self._added = frozenset(added)
        self._digests: dict[str, Digests] = {}

    def record(self, fields: Mapping[str, object]) -> Mapping[str, object]:
        """The fields, if they are as they were stored; what a store takes for nothing, and leaves out, is put back."""
        whole = self.mark.whole
        self.fields |= whole.keys()
        unknown = {str(name): value for name, value in fields.items() if str(name) not in whole.keys() | self._added}
        if not all(_is_of_store(name, value) for name, value in unknown.items()):
            msg = (
                "the record has a field that it was not stored with; whoever keeps the store can add one. If the store "
                "does so of its own accord, say PrivateVectorStore(..., added={'name'})"
            )
            raise MarkError(msg)
        found = {str(name): digest_of(value) for name, value in fields.items() if str(name) in whole}
        left_out = {name: None for name in whole.keys() - found.keys() if whole[name] == _EMPTY}
        if whole.keys() - found.keys() - left_out.keys():
            _refuse_missing()
        if any(whole[name] != digest for name, digest in found.items()):
            _refuse_changed()
        return {**fields, **left_out}

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        return self._read(self.name, leaf)

    def written(self, text: str, name: str) -> str:
        return str(self._read(name, text))

    def identity(self, text: str) -> str:
        return str(self._read("", text))

    def _read(self, name: str, leaf: Leaf) -> Leaf:
        if self.field not in self.mark.fields:
            return _refuse_changed() if self.field in {TEXT, RELATIVES} else leaf
        self.fields.add(self.field)
        digests = self._digests.setdefault(self.field, Digests(self.field))
        if isinstance(leaf, float) and not isfinite(leaf):
            return leaf
        digest = digests.next(name, leaf)
        if self.field == OTHERS and not self.mark.holds(digest):  # the store's class has fields of its own
            return leaf
        marked = self.mark.marked(digest, name, leaf)
        self.marked.setdefault(self.field, []).append(marked)
        return marked.original
