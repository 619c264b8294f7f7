"""Documents and JSON-like data, sanitized and read back on their own, outside a conversation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from langchain_core.documents import Document

from privacy_chains import Leaf, Method
from privacy_chains.adapting import (
    IDENTITY,
    TEXT,
    WHOLE,
    Collected,
    FieldNames,
    Replaced,
    Restore,
    Texts,
    Unmarked,
    Visitor,
    answered,
    is_stored,
    own_names,
    read_record,
    sanitize_record,
    split_record,
    walk_fields,
    walk_value,
)
from privacy_chains.contract.records import MARK

__all__ = [
    "mark_document",
    "read_asked",
    "read_document",
    "read_own",
    "read_stored",
    "sanitize_documents",
    "split_marked",
    "texts_of",
]


def sanitize_documents(
    sanitize: Callable[[Texts], Texts], documents: list[Document], names: FieldNames
) -> list[Document]:
    """Sanitize documents together: content, metadata (names of fields are kept) and ids.

    Raises:
        UnsupportedContent: A field's name holds something private.
    """
    collected = Collected()
    for place, document in enumerate(documents, 1):
        names.check(document.metadata, "a document" if len(documents) == 1 else f"document {place}")
        _walk(document, collected)
    replaced = Replaced(sanitize(collected.texts))
    return [_walk(document, replaced) for document in documents]


def texts_of(document: Document) -> Texts:
    """Every text of a document, and its fields as prompts show them."""
    shown = [f"{name}: {value}" for name, value in document.metadata.items() if name != MARK]
    return [document.page_content, *shown]


def mark_document(sanitizer: Method, document: Document, names: FieldNames) -> Document:
    """Sanitize a document for a hosted store, and put a mark that reads it back into its metadata.

    A document whose mark proves that it is in surrogates already stays as it is.

    Raises:
        MarkError: It has a mark and was changed afterwards.
        UnsupportedContent: A field's name holds something private.
    """
    names.check(document.metadata)
    mark, plain = document.metadata.get(MARK), document.model_copy(update={"metadata": _without_mark(document)})
    if is_stored(sanitizer, plain, _walk, mark):
        return document
    stored, record = sanitize_record(sanitizer, document, _walk)
    marked = {MARK: record.mark} if record else {}
    return stored.model_copy(update={"metadata": {**stored.metadata, **marked}})


def split_marked(
    sanitizer: Method, stored: Document, split: Callable[[Document], Sequence[Document]]
) -> list[Document]:
    """The chunks of a document that ``mark_document`` returned, each with a mark of its own.

    Raises:
        MarkError: The document was changed after marking, or the splitter changes the text it splits.
    """
    plain = stored.model_copy(update={"metadata": _without_mark(stored)})
    chunks = split(plain)
    marks = split_record(sanitizer, plain, _walk, stored.metadata[MARK], chunks)
    return [
        chunk.model_copy(update={"metadata": {**chunk.metadata, MARK: mark}})
        for chunk, mark in zip(chunks, marks, strict=True)
    ]


def _without_mark(document: Document) -> dict[str, Any]:
    return {name: value for name, value in document.metadata.items() if name != MARK}


def read_stored(
    sanitizer: Method, stored: Document, unmarked: Unmarked = "refuse", added: Collection[str] = ()
) -> Document:
    """The original of a document that ``mark_document`` returned and a store gave back.

    Raises:
        MarkError: The store changed it, or it was stored without a mark, and such documents are refused.
    """
    found = stored.model_copy(update={"metadata": _without_mark(stored)})
    return read_record(sanitizer, found, _walk, stored.metadata.get(MARK), unmarked, added)


def read_asked(sanitizer: Method, stored: Document, asked: Collection[str], added: Collection[str] = ()) -> Document:
    """The result of ``read_stored`` for a document that was fetched by its id, with that id.

    Raises:
        MarkError: The store changed it, or returned another document.
    """
    identity = answered(sanitizer, asked, stored.id, stored.metadata.get(MARK))
    return read_stored(sanitizer, stored.model_copy(update={"id": identity}), "refuse", added)


def read_own(sanitizer: Method, stored: Document) -> Document:
    """The original that ``mark_document`` was given, without fields that a store added.

    Raises:
        MarkError: The store changed it, or it was stored without a mark.
    """
    own = own_names(sanitizer, stored.metadata.get(MARK)) | {MARK}
    metadata = {name: one for name, one in stored.metadata.items() if name in own}
    return read_stored(sanitizer, stored.model_copy(update={"metadata": metadata}))


def read_document(document: Document, restore: Callable[[Leaf], Leaf]) -> Document:
    """A document with every text read back. Its id is the store's, and stays."""
    visitor = Restore(restore)
    metadata = {name: walk_value(value, visitor) for name, value in document.metadata.items()}
    content = visitor.text(document.page_content, WHOLE)
    return document.model_copy(update={"page_content": content, "metadata": metadata})


def _walk(document: Document, visitor: Visitor) -> Document:
    content = visitor.at(TEXT).text(document.page_content, WHOLE)
    metadata = walk_fields(document.metadata, visitor)
    identity = document.id and visitor.at(IDENTITY).identity(document.id)
    return document.model_copy(update={"page_content": content, "metadata": metadata, "id": identity})
