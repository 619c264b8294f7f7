"""Filters of searches, in surrogates."""

from __future__ import annotations

from llama_index.core.vector_stores.types import FilterOperator, MetadataFilter, MetadataFilters

from privacy_chains import Method
from privacy_chains.adapting import Asking, FieldNames, identities, refuse_range, sanitize_filter

__all__ = ["sanitize_filters"]

_EQUAL = frozenset(
    {
        FilterOperator.EQ,
        FilterOperator.NE,
        FilterOperator.IN,
        FilterOperator.NIN,
        FilterOperator.ANY,
        FilterOperator.ALL,
        FilterOperator.CONTAINS,
        FilterOperator.IS_EMPTY,
    }
)
"""Operators that compare whole values; all others compare ranges or parts of texts."""


_OF_DOCUMENTS = frozenset({"doc_id", "document_id", "ref_doc_id"})
"""Fields in which stores keep the id of a node's document, which has its own surrogate."""
_AMONG = {FilterOperator.EQ: FilterOperator.IN, FilterOperator.NE: FilterOperator.NIN}


def sanitize_filters(
    asking: Method | Asking, filters: MetadataFilters, names: FieldNames | None = None
) -> MetadataFilters:
    """The filters with their values in surrogates; the names of fields stay.

    Args:
        asking: What sanitizes: the index, or a question to a place with public texts.
        filters: The filters.
        names: Checks the names of fields, if some are allowed.

    Raises:
        UnsupportedContent: A range or a part of a value that is replaced, or a name that holds something private.
    """
    return filters.model_copy(update={"filters": [_sanitized(asking, one, names) for one in filters.filters]})


def _sanitized(
    asking: Method | Asking, part: MetadataFilter | MetadataFilters, names: FieldNames | None
) -> MetadataFilter | MetadataFilters:
    if isinstance(part, MetadataFilters):
        return sanitize_filters(asking, part, names)
    if part.key in _OF_DOCUMENTS and not isinstance(asking, Asking):
        return _of_documents(asking, part)
    value = sanitize_filter(asking, {part.key: part.value}, names=names)[part.key]
    if part.operator not in _EQUAL and value != part.value:
        refuse_range(part.key)
    return part.model_copy(update={"value": value})


def _of_documents(sanitizer: Method, part: MetadataFilter) -> MetadataFilter:
    """A filter by the ids of documents; with a key ring, each document has an id under each key."""
    if part.operator not in _EQUAL:
        refuse_range(part.key)
    names = part.value if isinstance(part.value, list) else [part.value]
    found = identities(sanitizer, [str(name) for name in names if name is not None])
    if part.operator in _AMONG and len(found) == 1:
        return part.model_copy(update={"value": found[0]})
    return part.model_copy(update={"value": found, "operator": _AMONG.get(part.operator, part.operator)})
