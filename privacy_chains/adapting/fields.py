"""Named values, such as metadata and the arguments of tools, sanitized jointly outside a conversation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from typing import Any

from privacy_chains.adapting.named_leaf import NamedLeaf
from privacy_chains.adapting.values import walk_value, walk_written
from privacy_chains.adapting.visitors import WHOLE, Path, Rewrite, Visitor, refuse_object
from privacy_chains.contract.conversation import Leaf
from privacy_chains.contract.method import Method
from privacy_chains.errors import UnsupportedContent
from privacy_chains.formats.word_classes import is_everyday

__all__ = [
    "Collected",
    "FieldNames",
    "Replaced",
    "Texts",
    "Told",
    "sanitize_fields",
    "walk_fields",
    "walk_named",
]

Texts = list[str]


class _Naming(Visitor):
    """Knows the name of each leaf."""

    name = ""

    def named(self, name: object, value: Any) -> Any:
        """Remember the name of a value."""
        self.name = str(name)
        return value

    def text(self, text: str, path: Path) -> str:
        self.name = ""  # a text of its own
        return super().text(text, path)


class Collected(_Naming):
    """Collects leaves as texts, with the names that show what they are."""

    def __init__(self) -> None:
        self.texts: Texts = []

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        self.texts.append(NamedLeaf(self.name, leaf).told)
        return leaf


class Replaced(_Naming):
    """Puts the sanitized texts back where the leaves were."""

    def __init__(self, texts: Texts) -> None:
        self._texts = iter(texts)

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        return NamedLeaf(self.name, leaf).read(next(self._texts))

    def other(self, value: Any) -> Any:
        refuse_object(value)


class Told(_Naming):
    """Visits values as texts with the names that show what they are.

    Args:
        visitor: What happens to each leaf.
    """

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        named = NamedLeaf(self.name, leaf)
        return named.read(str(self._visitor.leaf(named.told, path)))

    def written(self, text: str, name: str) -> str:
        return self._visitor.written(text, name)

    def other(self, value: Any) -> Any:
        return self._visitor.other(value)

    def fixed(self, leaf: Leaf, path: Path, refusal: str) -> Leaf:
        return self._visitor.fixed(leaf, path, refusal)

    def whole(self, before: str, after: str, path: Path) -> tuple[str, str]:
        return self._visitor.whole(before, after, path)


_SHOWN = ("{name}: yes", "{name}=1")
"""How a name is shown before a value, so that detectors see that it is a field's name. A private name is found in both
forms; a short or technical word, such as ``ts``, may look like a person's name in one of them."""


class FieldNames:
    """The names of fields. They are sent as they are, since stores look them up, so they must not be private.

    A single everyday word in small letters is not a person's name: ``grant``, ``mark``.

    Args:
        method: Knows what is private.
        allow: Names that always pass.
    """

    def __init__(self, method: Method, allow: Collection[str] = ()) -> None:
        self._method = method
        self._harmless = set(allow)

    def check(self, names: Iterable[object], document: str = "a document") -> None:
        """Check the names of one document's fields; names that were checked before are skipped.

        Args:
            names: The names.
            document: What the document is called in a refusal; its id may be private.

        Raises:
            UnsupportedContent: A name would have to be replaced.
        """
        new = {str(name): place for place, name in enumerate(names, 1) if name not in self._harmless}
        if not new:
            return
        suspected = [name for name in new if not is_everyday(name)]
        for shown in _SHOWN:
            suspected = self._private(suspected, shown)
        if suspected:
            path = f"metadata field {new[suspected[0]]}"
            msg = f"{path} of {document} has a name that may be private, and names are sent as they are"
            hint = "rename it, or, if it may be known, allow it by name with allow={...}"
            raise UnsupportedContent(msg, path=path, hint=hint)
        self._harmless.update(new)

    def _private(self, names: list[str], shown: str) -> list[str]:
        """The names that contain something private when shown like this; the value shown behind them is ours."""
        found = self._method.scan([shown.format(name=name) for name in names]) if names else ()
        return [name for name, spans in zip(names, found, strict=True) if any(span.start < len(name) for span in spans)]


def sanitize_fields(sanitize: Callable[[Texts], Texts], fields: dict[str, Any]) -> dict[str, Any]:
    """Sanitize named values jointly; the names are kept."""
    collected = Collected()
    walk_fields(fields, collected)
    return walk_fields(fields, Replaced(sanitize(collected.texts)))


def walk_fields(fields: Mapping[str, Any], visitor: Visitor) -> dict[str, Any]:
    """Visit named values; the names are kept."""
    return {name: walk_value(value, visitor.at(name), name) for name, value in visitor.record(fields).items()}


def walk_named(  # noqa: PLR0911  (one for each kind)
    value: Any, visitor: Visitor, special: Rewrite, name: str = ""
) -> Any:
    """Visit every text (keys too) and number of JSON-like data, and return a copy.

    A value is visited as a text behind its name where that shows what it is.

    Args:
        value: The data.
        visitor: What happens to each text.
        special: Visits what is not plain data, such as a framework's message; returns None for the rest.
        name: The name of the data.

    Raises:
        UnsupportedContent: It holds an object that cannot be sanitized.
    """
    rewritten = special(value, visitor)
    if rewritten is not None:
        return rewritten
    match value:
        case None | bool():
            return value
        case Enum():
            return walk_written(value, visitor, name)
        case str() | int() | float():
            named = NamedLeaf(name, value)
            return named.read(visitor.text(named.told, WHOLE))
        case Mapping():
            return {
                walk_named(key, visitor, special): walk_named(item, visitor, special, str(key))
                for key, item in value.items()
            }
        case list() | tuple():
            return [walk_named(item, visitor, special, name) for item in value]
        case _:
            written = walk_written(value, visitor, name)
            return refuse_object(value) if written is None else written
