"""Documents and JSON-like data, sanitized and read back on their own, outside a conversation."""

from __future__ import annotations

from collections.abc import Callable

from langchain_core.documents import Document

from privacy_chains import Leaf
from privacy_chains.walking import WHOLE, Collected, FieldNames, Replaced, Restore, Texts, walk_fields, walk_value

__all__ = ["read_document", "sanitize_documents"]


def sanitize_documents(
    sanitize: Callable[[Texts], Texts], documents: list[Document], names: FieldNames
) -> list[Document]:
    """Sanitize documents jointly: content, metadata (names of fields are kept) and ids.

    Raises:
        UnsupportedContent: A field's name holds something private.
    """
    collected = Collected()
    for place, document in enumerate(documents, 1):
        names.check(document.metadata, "a document" if len(documents) == 1 else f"document {place}")
        _walk(document, collected)
    replaced = Replaced(sanitize(collected.texts))
    return [_walk(document, replaced) for document in documents]


def read_document(document: Document, restore: Callable[[Leaf], Leaf]) -> Document:
    """A document with every text read back; its id is the store's and stays."""
    visitor = Restore(restore)
    metadata = {name: walk_value(value, visitor) for name, value in document.metadata.items()}
    content = visitor.text(document.page_content, WHOLE)
    return document.model_copy(update={"page_content": content, "metadata": metadata})


def _walk(document: Document, visitor: Collected | Replaced) -> Document:
    content = visitor.text(document.page_content, WHOLE)
    metadata = walk_fields(document.metadata, visitor)
    identity = document.id and visitor.text(document.id, WHOLE)
    return document.model_copy(update={"page_content": content, "metadata": metadata, "id": identity})
