"""Documents and JSON-like data, sanitized and read back on their own, outside a conversation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langchain_core.documents import Document

from langchain_privacy_chains._visitors import WHOLE, Path, Restore, Visitor, walk_value
from privacy_chains import Leaf

__all__ = ["Collected", "Replaced", "read_document", "sanitize_documents", "sanitize_fields"]

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


def sanitize_documents(sanitize: Callable[[Texts], Texts], documents: list[Document]) -> list[Document]:
    """Sanitize documents jointly: content, metadata (names of fields are kept) and ids."""
    collected = Collected()
    for document in documents:
        _walk(document, collected)
    replaced = Replaced(sanitize(collected.texts))
    return [_walk(document, replaced) for document in documents]


def sanitize_fields(sanitize: Callable[[Texts], Texts], fields: dict[str, Any]) -> dict[str, Any]:
    """Sanitize named values jointly; the names are kept."""
    collected = Collected()
    _walk_fields(fields, collected)
    return _walk_fields(fields, Replaced(sanitize(collected.texts)))


def read_document(document: Document, restore: Callable[[Leaf], Leaf]) -> Document:
    """A document with every text read back; its id is the store's and stays."""
    visitor = Restore(restore)
    metadata = {name: walk_value(value, visitor) for name, value in document.metadata.items()}
    content = visitor.text(document.page_content, WHOLE)
    return document.model_copy(update={"page_content": content, "metadata": metadata})


def _walk(document: Document, visitor: Collected | Replaced) -> Document:
    content = visitor.text(document.page_content, WHOLE)
    metadata = _walk_fields(document.metadata, visitor)
    identity = document.id and visitor.text(document.id, WHOLE)
    return document.model_copy(update={"page_content": content, "metadata": metadata, "id": identity})


def _walk_fields(fields: dict[str, Any], visitor: Collected | Replaced) -> dict[str, Any]:
    return {name: walk_value(visitor.named(name, value), visitor) for name, value in fields.items()}
