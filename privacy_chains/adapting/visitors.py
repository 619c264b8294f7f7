"""What happens to each leaf of a message during a walk: it is collected, replaced, or restored.

A message is walked the same way in every direction, so that its leaves are always met in the same order.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, Self

from privacy_chains.contract.conversation import Leaf
from privacy_chains.errors import PrivacyError, UnsupportedContent
from privacy_chains.lazy import lazily

__all__ = ["WHOLE", "Collect", "Path", "Replace", "Restore", "Rewrite", "Stay", "Visitor", "walk_json"]

Path = tuple[Any, ...]
"""The place of a streamed leaf in its message; it distinguishes the fragments of one text from those of another."""

WHOLE: Path = ()
"""The path of a leaf that always arrives whole."""

_JSON_LITERAL = lazily(r'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?', re.DOTALL)
_JSON_MARKS = lazily(r"[\s{}\[\]:,]|true|false|null|NaN|Infinity")
_CUT = frozenset(
    {*("", "-", ".", "e"), *(word[:end] for word in ("true", "false", "null") for end in range(1, len(word)))}
)
"""What may be left of JSON that is cut off, besides its literals and marks."""


class Visitor(ABC):
    """Sees every leaf of a message once, in walking order."""

    @abstractmethod
    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        """Return the leaf's replacement: text for text, a number for a number."""

    def at(self, field: str) -> Self:
        """The visitor for the next field of a record."""
        return self

    def record(self, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the named fields of a record that are visited next."""
        return fields

    def text(self, text: str, path: Path) -> str:
        """Return the replacement of a text."""
        return str(self.leaf(text, path))

    def identity(self, text: str) -> str:
        """Return the replacement of a record's id, or of a related record's."""
        return self.text(text, WHOLE)

    def json(self, text: str, path: Path) -> str:
        """Return the replacement of JSON that a message carries as text."""
        return walk_json(text, lambda leaf, name: self.leaf(self.named(name, leaf), WHOLE))

    def named(self, name: object, value: Any) -> Any:
        """Return a value, given its name."""
        return value

    def written(self, text: str, name: str) -> str:
        """Return the replacement of a value that is written as text; its name shows what it is."""
        return as_read(self.text(as_told(name, text), WHOLE), name) if name else self.text(text, WHOLE)

    def other(self, value: Any) -> Any:
        """Return the replacement of an object that cannot be visited; visitors that send refuse it."""
        return value

    def fixed(self, leaf: Leaf, path: Path, refusal: str) -> Leaf:
        """Return a leaf in a place where it cannot be changed.

        Raises:
            UnsupportedContent: It would have to be replaced; ``refusal`` says so.
        """
        if self.leaf(leaf, path) != leaf:
            raise UnsupportedContent(refusal)
        return leaf

    def whole(self, before: str, after: str, path: Path) -> tuple[str, str]:
        """The whole of a text of which this may be a fragment, before and after its visit."""
        return before, after


Rewrite = Callable[[Any, Visitor], Any]
"""Visits an object of a framework among data, tools or formats; returns None if it cannot rewrite it."""


def as_told(name: object, value: object) -> str:
    """A value as detectors see it: after its name."""
    return f"{name}: {value}"


def as_read(told: str, name: object) -> str:
    """The value in what ``as_told`` returned, also after sanitizing: a name that was replaced keeps its colons."""
    return told.split(": ", str(name).count(": ") + 1)[-1]


def refuse_object(value: Any) -> NoReturn:
    """Refuse an object on its way out.

    Raises:
        UnsupportedContent: Always.
    """
    msg = f"a {type(value).__name__} cannot be sanitized, so nothing was sent"
    raise UnsupportedContent(msg, hint="give texts, numbers, lists and dicts")


@dataclass
class Collect(Visitor):
    """Collects the leaves, and texts of JSON as they are written, and changes nothing.

    Attributes:
        leaves: The leaves that may be replaced.
        unchangeable: Those that cannot be, as texts, each with the refusal to raise if it is private.
        texts_of_json: The texts of JSON.
    """

    leaves: list[Leaf] = field(default_factory=list)
    unchangeable: list[tuple[str, str]] = field(default_factory=list)
    texts_of_json: list[str] = field(default_factory=list)

    def json(self, text: str, path: Path) -> str:
        self.texts_of_json.append(text)
        return super().json(text, path)

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        self.leaves.append(leaf)
        return leaf

    def fixed(self, leaf: Leaf, path: Path, refusal: str) -> Leaf:
        self.unchangeable.append((str(leaf), refusal))
        return leaf


class Replace(Visitor):
    """Puts new leaves where the old ones were collected.

    Args:
        leaves: The new ones, in walking order.
        json: Replacements for texts of JSON that are not rebuilt from leaves.
    """

    def __init__(self, leaves: Iterable[Leaf], json: Iterable[str] | None = None) -> None:
        self._leaves = iter(leaves)
        self._json = None if json is None else iter(json)

    def json(self, text: str, path: Path) -> str:
        replaced = super().json(text, path)
        return replaced if self._json is None else next(self._json, replaced)

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        try:
            return next(self._leaves)
        except StopIteration:
            msg = "a message has more leaves than were sanitized; nothing was sent"
            raise PrivacyError(msg) from None

    def fixed(self, leaf: Leaf, path: Path, refusal: str) -> Leaf:
        return leaf  # it was scanned before

    def other(self, value: Any) -> NoReturn:
        refuse_object(value)


@dataclass(frozen=True)
class Stay(Visitor):
    """Refuses to replace a leaf in a place where it cannot be changed.

    Args:
        visitor: What would happen to each leaf.
        refusal: The message for a leaf that would change.

    Raises:
        UnsupportedContent: From ``leaf``.
    """

    visitor: Visitor
    refusal: str

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        return self.visitor.fixed(leaf, path, self.refusal)


@dataclass
class Restore(Visitor):
    """Reads every leaf back on its own, with its name, which shows what it is."""

    restore: Callable[[Any], Any]
    name: str = ""

    def named(self, name: object, value: Any) -> Any:
        self.name = str(name)
        return value

    def text(self, text: str, path: Path) -> str:
        self.name = ""  # a text of its own
        return super().text(text, path)

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        if isinstance(leaf, str):
            return self._text(leaf)
        (read,) = self.restore({self.name: leaf}).values()
        told: Leaf = read
        return told

    def _text(self, text: str) -> str:
        """A text; read without its name where the name does not help."""
        (read,) = self.restore({self.name: text}).values() if self.name else (text,)
        return str(self.restore(text) if read == text else read)

    def identity(self, text: str) -> str:
        return text  # the store's

    def written(self, text: str, name: str) -> str:
        return self.text(text, WHOLE)


def walk_json(text: str, visit: Callable[[Leaf, str], Leaf]) -> str:
    """Visit every string and number of JSON text, and leave the rest of it (white space, order) byte for byte.

    JSON that is cut off is walked as far as it goes. What is not JSON is visited as one text.

    Args:
        text: The text.
        visit: Called with each literal and the key before it, if it has one.
    """
    if not _is_json(text):
        return str(visit(text, ""))
    end, key = 0, ""

    def literal(match: re.Match[str]) -> str:
        nonlocal end, key
        name = key if text[end : match.start()].strip() == ":" else ""
        end, key = match.end(), match[0][1:-1]
        return _literal(match[0], lambda leaf: visit(leaf, name))

    return _JSON_LITERAL.sub(literal, text)


def _is_json(text: str) -> bool:
    """Whether a text is JSON, perhaps cut off: literals with marks between them."""
    try:
        json.loads(text, strict=False)
    except (ValueError, RecursionError):
        pass
    else:
        return True
    rest = _JSON_LITERAL.sub("\0", text)
    apart = re.search(r"\0\s{0,99}\0", rest) is None
    return text.lstrip()[:1] in {"{", "["} and apart and _JSON_MARKS.sub("", rest).lstrip("\0") in _CUT


def _literal(written: str, visit: Callable[[Leaf], Leaf]) -> str:
    end = '"' if _is_open(written) else ""
    try:
        value = json.loads(written + end, strict=False)
    except ValueError:  # for example a stray escape: what cannot be decoded is visited as it is written
        return str(visit(written))
    visited = visit(value)
    return written if visited == value else json.dumps(visited, ensure_ascii="\\u" in written).removesuffix(end)


def _is_open(written: str) -> bool:
    """Whether a string is cut off before its closing quote."""
    inner = written[1:]
    escapes = len(inner) - 1 - len(inner[:-1].rstrip("\\"))
    return written.startswith('"') and (not inner.endswith('"') or escapes % 2 == 1)
