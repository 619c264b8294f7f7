"""Records of a hosted store: sanitized with a mark beside them, and read back by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Literal, NamedTuple, Protocol, Self, TypeVar, runtime_checkable

from privacy_chains.conversation import Leaf, PromptSanitizer
from privacy_chains.errors import KeyMaterialError, MarkError
from privacy_chains.marks import Digests, Mark, Marked
from privacy_chains.prompt import SanitizedPrompt
from privacy_chains.walking.fields import Collected, Replaced, Texts, walk_fields
from privacy_chains.walking.visitors import Path, Restore, Visitor

__all__ = [
    "IDENTITY",
    "RELATIVES",
    "TEXT",
    "Marker",
    "Record",
    "Unmarked",
    "marked_leaves",
    "own_fields",
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


@runtime_checkable
class Marker(Protocol):
    """A sanitizer that can seal what it did to a record."""

    def seal(self, fields: Mapping[str, Iterable[Marked]]) -> str:
        """The mark of a record."""
        ...

    def open(self, sealed: object) -> Mark:
        """The mark that ``seal`` returned."""
        ...

    def identities(self, name: str) -> tuple[str, ...]:
        """A record's id in a hosted store, and those that old keys gave it."""
        ...


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
    prompt = sanitizer.sanitize(collected.texts)
    stored = walk(record, _Replaced(list(prompt.texts), sanitizer))
    fields = marked_leaves(_listed(record, walk), _listed(stored, walk), prompt)
    return stored, Record(fields, sanitizer.seal(fields))


def _sanitized(sanitizer: PromptSanitizer, record: _Of, walk: Walk[_Of]) -> _Of:
    """A record without a mark: a method that seals nothing reads stored texts its own way."""
    collected = Collected()
    walk(record, collected)
    return walk(record, Replaced(list(sanitizer.sanitize(collected.texts).texts)))


def read_record(
    sanitizer: PromptSanitizer, stored: _Of, walk: Walk[_Of], mark: object, unmarked: Unmarked = "refuse"
) -> _Of:
    """A stored record as it was before it was sanitized. What its store added is left as it is.

    Args:
        sanitizer: What sanitized it, or another under the same key.
        stored: The record, without its mark.
        walk: Visits its leaves.
        mark: The mark; None where the record has none.
        unmarked: What happens to a record without a proof.

    Raises:
        MarkError: It has no mark, or was changed since, and that is refused.
        KeyMaterialError: It was sealed under a key that is not here, and that is refused.
    """
    if not isinstance(sanitizer, Marker) or (mark is None and unmarked == "key"):
        return walk(
            stored, Restore(lambda leaf: sanitizer.desanitize(leaf) if isinstance(leaf, str) and leaf else leaf)
        )
    try:
        return _read(sanitizer.open(mark), stored, walk)
    except (MarkError, KeyMaterialError):
        if unmarked == "refuse":
            raise
        return stored


def _read(mark: Mark, stored: _Of, walk: Walk[_Of]) -> _Of:
    reading = _Reading(mark)
    record = walk(stored, reading)
    if mark.fields - reading.fields - _OPTIONAL:
        msg = "a field of the record is missing; whoever keeps the store can take it away"
        raise MarkError(msg)
    return record


def own_fields(sanitizer: PromptSanitizer, fields: Mapping[str, object], mark: object) -> dict[str, object]:
    """The metadata that a record was stored with: what its store added is left out, if it says anything.

    Raises:
        MarkError: It has no mark, or one that was changed since.
        KeyMaterialError: The mark was sealed under a key that is not here.
    """
    if not isinstance(sanitizer, Marker):
        msg = f"a {type(sanitizer).__name__} seals nothing: store the clear documents again"
        raise MarkError(msg)
    held = sanitizer.open(mark).fields
    return {name: value for name, value in fields.items() if name in held or not _says(name, value)}


def _says(name: str, value: object) -> bool:
    """Whether a field holds a text or a number: a mark knows of no other."""
    collected = Collected()
    walk_fields({name: value}, collected)
    return bool(collected.texts)


def former_identities(sanitizer: PromptSanitizer, names: Iterable[str]) -> list[str]:
    """The ids that old keys gave records, and that the key in use does not."""
    if not isinstance(sanitizer, Marker):
        return []
    return [identity for name in names for identity in sanitizer.identities(name)[1:]]


def split_record(
    sanitizer: PromptSanitizer, stored: _Of, walk: Walk[_Of], mark: object, chunks: Sequence[str]
) -> list[str]:
    """The marks of the chunks that a splitter made of a stored record's text, in order; they keep its fields.

    A surrogate that was cut through reads back whole on both sides. Chunks have ids of their own, which no mark knows.

    Raises:
        MarkError: The record has no mark or was changed since, or a chunk is no part of its text.
    """
    if not isinstance(sanitizer, Marker):
        msg = f"a {type(sanitizer).__name__} seals nothing: split the documents before they are sanitized"
        raise MarkError(msg)
    reading = _Reading(sanitizer.open(mark))
    walk(stored, reading)
    text, *_ = reading.marked.pop(TEXT, (Marked("", ""),))
    kept = {name: leaves for name, leaves in reading.marked.items() if name not in _OPTIONAL}
    places = _places(str(text.stored), chunks)
    return [sanitizer.seal({TEXT: [text.cut(start, end)], **kept}) for start, end in places]


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
    replaced = iter(zip(prompt.spans, prompt.originals, strict=True))
    for was, now in zip(before, after, strict=True):
        spans, originals = ((), ()) if was.kind == "identity" else next(replaced)
        if was.kind == "plain" and isinstance(was.leaf, str):
            marked = Marked.of_text(was.name, str(now.leaf), spans, originals)
        else:
            marked = Marked.of_leaf(was.name, now.leaf, was.leaf)
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
    """Lists the leaves and changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.leaves: list[_Listing] = []

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        self.leaves.append(_Listing(self.field, self.name, leaf, "plain"))
        return leaf

    def written(self, text: str, name: str) -> str:
        self.leaves.append(_Listing(self.field, name, text, "written"))
        return text

    def identity(self, text: str) -> str:
        self.leaves.append(_Listing(self.field, "", text, "identity"))
        return text


def _listed(record: _Of, walk: Walk[_Of]) -> Iterator[_Listing]:
    lister = _Lister()
    walk(record, lister)
    return iter(lister.leaves)


class _Reading(_Placed):
    """Reads each leaf of a record by its mark."""

    def __init__(self, mark: Mark) -> None:
        super().__init__()
        self.fields = set[str]()
        self.marked: dict[str, list[Marked]] = {}
        self._mark = mark
        self._digests: dict[str, Digests] = {}

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        return self._read(self.name, leaf)

    def written(self, text: str, name: str) -> str:
        return str(self._read(name, text))

    def identity(self, text: str) -> str:
        return str(self._read("", text))

    def _read(self, name: str, leaf: Leaf) -> Leaf:
        if self.field not in self._mark.fields:
            return leaf
        self.fields.add(self.field)
        digests = self._digests.setdefault(self.field, Digests(self.field))
        if isinstance(leaf, float) and not isfinite(leaf):
            return leaf
        digest = digests.next(name, leaf)
        if self.field == OTHERS and not self._mark.holds(digest):  # the store's class has fields of its own
            return leaf
        marked = self._mark.marked(digest, name, leaf)
        self.marked.setdefault(self.field, []).append(marked)
        return marked.original
