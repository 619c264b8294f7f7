"""What happens to each leaf of a message while it is walked: collected, replaced, or restored.

A message is walked the same way in every direction, so that its leaves are always met in the same order.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from privacy_chains.conversation import Leaf
from privacy_chains.errors import PrivacyError, UnsupportedContent

__all__ = ["WHOLE", "Collect", "Path", "Replace", "Restore", "Stay", "Visitor", "walk_json", "walk_value"]

Path = tuple[Any, ...]
"""Where a streamed leaf stands in its message: what tells the fragments of one text from those of another."""

WHOLE: Path = ()
"""The path of a leaf that always arrives whole."""

_JSON_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?', re.DOTALL)


class Visitor(ABC):
    """Sees every leaf of a message once, in walking order."""

    @abstractmethod
    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        """Return what stands in the leaf's place; text for text, a number for a number."""

    def text(self, text: str, path: Path) -> str:
        """Return what stands in a text's place."""
        return str(self.leaf(text, path))

    def json(self, text: str, path: Path) -> str:
        """Return what stands in the place of JSON that a message carries as text."""
        return walk_json(text, lambda leaf: self.leaf(leaf, WHOLE))

    def whole(self, before: str, after: str, path: Path) -> tuple[str, str]:
        """The whole of a text of which this may be a fragment, before and after its visit."""
        return before, after


@dataclass
class Collect(Visitor):
    """Gathers the leaves and changes nothing."""

    leaves: list[Leaf] = field(default_factory=list)

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        self.leaves.append(leaf)
        return leaf


class Replace(Visitor):
    """Puts new leaves where the old ones were collected."""

    def __init__(self, leaves: Iterable[Leaf]) -> None:
        self._leaves = iter(leaves)

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        try:
            return next(self._leaves)
        except StopIteration:
            msg = "a message has more leaves than were sanitized; nothing was sent"
            raise PrivacyError(msg) from None


@dataclass(frozen=True)
class Stay(Visitor):
    """Refuses to replace a leaf: it stands where it cannot be changed.

    Args:
        visitor: What would happen to each leaf.
        refusal: What is said of a leaf that would change.

    Raises:
        UnsupportedContent: From ``leaf``.
    """

    visitor: Visitor
    refusal: str

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        if self.visitor.leaf(leaf, path) != leaf:
            raise UnsupportedContent(self.refusal)
        return leaf


@dataclass(frozen=True)
class Restore(Visitor):
    """Reads every leaf back on its own."""

    restore: Callable[[Leaf], Leaf]

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        return self.restore(leaf)


def walk_value(value: Any, visitor: Visitor) -> Any:
    """Visit every text (keys too) and number in a JSON-like value, and return a copy; anything else is left as is."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str | int | float):
        return visitor.leaf(value, WHOLE)
    if isinstance(value, dict):
        return {
            visitor.text(key, WHOLE) if isinstance(key, str) else key: walk_value(item, visitor)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [walk_value(item, visitor) for item in value]
    return value


def walk_json(text: str, visit: Callable[[Leaf], Leaf]) -> str:
    """Visit every string and number of JSON text, and leave the rest of it (white space, order) byte for byte.

    JSON that is cut off or malformed is walked as far as its literals can be told apart.
    """

    def literal(match: re.Match[str]) -> str:
        written = match[0]
        try:
            value = json.loads(written, strict=False)
        except ValueError:  # such as a stray escape: what cannot be decoded is visited as it is written
            return str(visit(written))
        visited = visit(value)
        return written if visited == value else json.dumps(visited, ensure_ascii="\\u" in written)

    return _JSON_LITERAL.sub(literal, text)
