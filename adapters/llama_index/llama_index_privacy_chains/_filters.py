"""Filters of searches, in surrogates."""

from __future__ import annotations

from collections.abc import Callable

from llama_index.core.vector_stores.types import FilterOperator, MetadataFilter, MetadataFilters

from privacy_chains.walking import Texts, refuse_range, sanitize_filter

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
"""What compares whole values; all others ask for ranges, or for parts of texts."""


def sanitize_filters(sanitize: Callable[[Texts], Texts], filters: MetadataFilters) -> MetadataFilters:
    """The filters with their values in surrogates; the names of fields stay.

    Raises:
        UnsupportedContent: A range or a part of a value that is replaced, or a name that holds something private.
    """
    return filters.model_copy(update={"filters": [_sanitized(sanitize, one) for one in filters.filters]})


def _sanitized(
    sanitize: Callable[[Texts], Texts], part: MetadataFilter | MetadataFilters
) -> MetadataFilter | MetadataFilters:
    if isinstance(part, MetadataFilters):
        return sanitize_filters(sanitize, part)
    value = sanitize_filter(sanitize, {part.key: part.value})[part.key]
    if part.operator not in _EQUAL and value != part.value:
        refuse_range(part.key)
    return part.model_copy(update={"value": value})
