"""Named values, such as metadata and the arguments of tools, sanitized jointly outside a conversation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from privacy_chains.conversation import Leaf
from privacy_chains.walking.visitors import Path, Visitor, walk_value

__all__ = ["Collected", "Replaced", "Texts", "sanitize_fields", "walk_fields"]

Texts = list[str]


class _Naming(Visitor):
    """Knows the name that a leaf stands under."""

    name = ""

    def named(self, name: object, value: Any) -> Any:
        """Remember the name that a value stands under."""
        self.name = str(name)
        return value


class Collected(_Naming):
    """Gathers leaves as texts; a number takes the name it stands under along, which tells what it is."""

    def __init__(self) -> None:
        self.texts: Texts = []

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        self.texts.append(leaf if isinstance(leaf, str) else f"{self.name}: {leaf}")
        return leaf


class Replaced(_Naming):
    """Puts the sanitized texts back where the leaves were."""

    def __init__(self, texts: Texts) -> None:
        self._texts = iter(texts)

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        text = next(self._texts)
        if isinstance(leaf, str):
            return text
        number = text.rpartition(": ")[2]
        try:
            return type(leaf)(number)
        except ValueError:  # a whole number that was released as a fraction, or grouped
            return number


def sanitize_fields(sanitize: Callable[[Texts], Texts], fields: dict[str, Any]) -> dict[str, Any]:
    """Sanitize named values jointly; the names are kept."""
    collected = Collected()
    walk_fields(fields, collected)
    return walk_fields(fields, Replaced(sanitize(collected.texts)))


def walk_fields(fields: dict[str, Any], visitor: Collected | Replaced) -> dict[str, Any]:
    """Visit named values; the names are kept."""
    return {name: walk_value(visitor.named(name, value), visitor) for name, value in fields.items()}
