"""Stored records, proven by their marks and read back as they were."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from math import isfinite
from typing import Literal, NoReturn, Self, TypeVar
from uuid import UUID

from privacy_chains.adapting.values import digest_of
from privacy_chains.adapting.visitors import Path, Restore, Visitor
from privacy_chains.contract.conversation import Leaf
from privacy_chains.contract.method import Method, ReadsAlone, check_traits
from privacy_chains.contract.records import RECORD_CHANGED, Digests, Marked, Marker, OpenedMark
from privacy_chains.contract.roles import check_protection, for_index
from privacy_chains.errors import KeyMaterialError, MarkError

__all__ = [
    "IDENTITY",
    "OPTIONAL",
    "OTHERS",
    "RELATIVES",
    "TEMPLATES",
    "TEXT",
    "Placing",
    "Proving",
    "Unmarked",
    "Walk",
    "answered",
    "index_of",
    "is_stored",
    "own_names",
    "read_alone",
    "read_record",
]

TEXT, IDENTITY, RELATIVES, TEMPLATES, OTHERS = "\0text", "\0id", "\0relatives", "\0templates", "\0others"
"""What a record has besides its metadata fields, under names that no metadata field has."""

OPTIONAL = frozenset({IDENTITY, RELATIVES, TEMPLATES, OTHERS})
"""What a store may leave out."""

_OWN = frozenset({TEXT, RELATIVES, TEMPLATES})
"""What a store never adds by itself."""

Unmarked = Literal["refuse", "keep", "key"]
"""What happens to a record without a proof: an error, left as it is, or read with the key alone."""

_Of = TypeVar("_Of")
Walk = Callable[[_Of, Visitor], _Of]
"""Visits the leaves of a record in order, having told the visitor each field, and returns a copy."""


class Placing(Visitor):
    """Knows the field and the name of each leaf."""

    def __init__(self) -> None:
        self.field = self.name = ""

    def at(self, field: str) -> Self:
        self.field, self.name = field, ""
        return self

    def named(self, name: object, value: _Of) -> _Of:
        self.name = str(name)
        return value


_EMPTY = digest_of(None)
_OF_STORES = frozenset({"doc_id", "document_id", "ref_doc_id", "id", "pk", "uuid"})
"""Names that stores use for ids, besides those that begin with a sign."""
_SCORES = frozenset({"score", "distance", "relevance_score", "similarity_score"})
"""Names that stores use for the similarity of a record to a question."""
_LONGEST = 128


def _is_of_store(name: str, value: object) -> bool:
    """Whether a field that was not stored may be the store's own: a number, or one word under a name of its own."""
    if isinstance(value, int | float):
        return name in _OF_STORES or name[:1] in {"_", "@"} or name in _SCORES
    one_word = isinstance(value, str) and len(value) <= _LONGEST and len(value.split()) == 1
    return value is None or (one_word and (name in _OF_STORES or name[:1] in {"_", "@"}))


class Proving(Placing):
    """Reads each leaf of a record by its mark."""

    def __init__(self, mark: OpenedMark, added: Collection[str] = ()) -> None:
        super().__init__()
        self.fields = set[str]()
        self.marked: dict[str, list[Marked]] = {}
        self.mark = mark
        self._added = frozenset(added)
        self._digests: dict[str, Digests] = {}

    def record(self, fields: Mapping[str, object]) -> Mapping[str, object]:
        """The fields, if they are as they were stored; empty fields that a store leaves out are put back."""
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
        known = (one for one in _spellings(text) if self.mark.holds(Digests(self.field).next("", one)))
        return str(self._read("", next(known, text)))

    def _read(self, name: str, leaf: Leaf) -> Leaf:
        if self.field not in self.mark.fields:
            return _refuse_changed() if self.field in _OWN else leaf
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


def index_of(
    method: Method, who: str, name: str, key_id: str | None = None, *, unmarked: Unmarked = "refuse"
) -> Method:
    """What fills and asks a hosted index.

    Args:
        method: A method, a session of one, or its index.
        who: What needs it, for a refusal: ``"PrivateVectorStore"``.
        name: The name of the index.
        key_id: The key that the index is filled under, if the method's key ring has several.
        unmarked: What happens to a record without a mark.

    Raises:
        PrivacyError: The method would store a text in one form and ask for it in another, or cannot read records with
            the key alone.
        KeyMaterialError: A key ring has several keys and ``key_id`` names none of them.
        PolicyError: The name is empty.
    """
    check_protection(method)
    index = for_index(method, name, key_id)
    check_traits(index, ("stable",), who)
    if unmarked == "key":
        check_traits(index, ("reads_alone",), f"{who} with unmarked='key'")
    return index


def read_alone(method: Method, leaf: Leaf) -> Leaf:
    """A stored leaf read with the key alone; unchanged if the method needs a prompt for reading."""
    if not isinstance(leaf, str) or not leaf or not (method.traits.reads_alone and isinstance(method, ReadsAlone)):
        return leaf
    return method.desanitize(leaf)


def read_record(  # noqa: PLR0913, PLR0917  (each says one thing of the record)
    sanitizer: Method,
    stored: _Of,
    walk: Walk[_Of],
    mark: object,
    unmarked: Unmarked = "refuse",
    added: Collection[str] = (),
) -> _Of:
    """A stored record as it was before it was sanitized. What its store added does not change.

    Args:
        sanitizer: What sanitized it, or another under the same key.
        stored: The record, without its mark.
        walk: Visits its leaves.
        mark: The mark; None where the record has none.
        unmarked: What happens to a record without a proof.
        added: Names of metadata fields that its store adds, besides ids, scores and the like.

    Raises:
        MarkError: It has no mark, or was changed since, and that is refused.
        KeyMaterialError: It was sealed under a key that is not here, and that is refused.
    """
    if not isinstance(sanitizer, Marker) or (mark is None and unmarked == "key"):
        return walk(stored, Restore(lambda leaf: read_alone(sanitizer, leaf)))
    try:
        return _read(Proving(sanitizer.open(mark), added), stored, walk)
    except (MarkError, KeyMaterialError):
        if unmarked == "refuse":
            raise
        return stored


def _read(reading: Proving, stored: _Of, walk: Walk[_Of]) -> _Of:
    record = walk(stored, reading)
    if reading.mark.fields - reading.fields - OPTIONAL:
        _refuse_missing()
    return record


def is_stored(sanitizer: Method, record: _Of, walk: Walk[_Of], mark: object) -> bool:
    """Whether a record is already in surrogates, as its mark proves.

    Raises:
        MarkError: It has a mark, and was changed since, or the mark is none.
        KeyMaterialError: The mark was sealed under a key that is not here.
    """
    if mark is None or not isinstance(sanitizer, Marker):
        return False
    _read(Proving(sanitizer.open(mark)), record, walk)
    return True


def answered(sanitizer: Method, asked: Collection[str], identity: str | None, mark: object) -> str | None:
    """Which of the ids asked for a returned record has; None if it cannot be known.

    Args:
        sanitizer: What sanitized it.
        asked: The ids, as the store has them.
        identity: The id that it came back with, if the store told it.
        mark: Its mark.

    Raises:
        MarkError: It is another record than was asked for.
    """
    if not isinstance(sanitizer, Marker):
        return identity
    if identity is None:
        opened = sanitizer.open(mark)
        if IDENTITY not in opened.fields:
            return None
        identity = next((one for one in asked if opened.holds(Digests(IDENTITY).next("", one))), "")
    if not set(asked).intersection(_spellings(identity)):
        msg = "the store returned another record than was asked for by its id; whoever keeps the store can do so"
        raise MarkError(msg)
    return identity


def _spellings(identity: str) -> tuple[str, ...]:
    """An id as it is and, for a UUID, with and without hyphens: some stores rewrite UUIDs."""
    try:
        drawn = UUID(identity)
    except ValueError:
        return (identity,)
    return identity, str(drawn), drawn.hex


def _refuse_missing() -> NoReturn:
    msg = "a field of the record is missing; whoever keeps the store can take it away"
    raise MarkError(msg)


def own_names(sanitizer: Method, mark: object) -> frozenset[str]:
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
    raise MarkError(RECORD_CHANGED)
