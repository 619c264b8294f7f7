"""An index that moves to another key."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from langchain_core.documents import Document

from langchain_privacy_chains._documents import mark_document, read_own
from privacy_chains import Method
from privacy_chains.adapting import FieldNames, index_of
from privacy_chains.contract.records import DEFAULT_INDEX

__all__ = ["rewrapped"]


def rewrapped(
    documents: Iterable[Document],
    sanitizer: Method,
    *,
    key_id: str,
    allow: Collection[str] = (),
    index: str = DEFAULT_INDEX,
) -> Iterator[Document]:
    """Move stored documents to another key of the ring, one by one.

    Each is read by its mark, under whichever key of the ring sealed it, then sanitized and marked anew: it gets other
    surrogates and another id. Fields that the store added are left out. The results are in surrogates: add them to
    the store itself, not to a protected one. The store embeds them again. Then delete the old ids:

        for old in stored:
            (new,) = rewrapped([old], sanitizer, key_id=ring.primary.id)
            hosted.add_documents([new])
            hosted.delete([old.id] if old.id != new.id else [])

    A document that is under the new key already comes out as it is, so you can start an interrupted move again.

    Args:
        documents: Documents as the store has them, with their ids.
        sanitizer: A ``Sanitizer``, or a ``Session``, whose key is a ring of the old key and the new.
        key_id: The key to move to.
        allow: Names of metadata fields that are sent although they may look private.
        index: The name of the index.

    Raises:
        MarkError: From the iterator: a document was changed since it was stored, or has no mark.
        KeyMaterialError: Neither the ring's keys nor ``key_id`` fit.
    """
    target = index_of(sanitizer, "rewrapped", index, key_id)
    names = FieldNames(target, allow)
    return (mark_document(target, read_own(target, document), names) for document in documents)
