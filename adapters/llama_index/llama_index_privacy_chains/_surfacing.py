"""A privacy failure that LlamaIndex swallows, such as one inside a sub-question, still reaches the caller."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from functools import cache
from typing import Any, TypeVar

from llama_index.core.base.base_query_engine import BaseQueryEngine

from privacy_chains import PrivacyError

__all__ = ["noted", "surfacing"]

E = TypeVar("E", bound=BaseQueryEngine)

_FAILURES: ContextVar[list[PrivacyError] | None] = ContextVar("privacy failures of a query", default=None)


@contextmanager
def noted() -> Iterator[None]:
    """Note a privacy failure for the query around it, if there is one, on its way up."""
    try:
        yield
    except PrivacyError as error:
        failures = _FAILURES.get()
        if failures is not None:
            failures.append(error)
        raise


@contextmanager
def _surfaced() -> Iterator[None]:
    failures: list[PrivacyError] = []
    token = _FAILURES.set(failures)
    try:
        yield
    finally:
        _FAILURES.reset(token)
    if failures:
        raise failures[0]


def surfacing(engine: E) -> E:
    """A copy of a query engine that raises the first privacy failure of a query, whoever caught it."""
    if isinstance(engine, _Surfacing):
        return engine
    twin = copy(engine)
    twin.__class__ = _kind(type(engine))
    return twin


class _Surfacing(BaseQueryEngine):
    def query(self, *args: Any, **kwargs: Any) -> Any:
        with _surfaced():
            return super().query(*args, **kwargs)

    async def aquery(self, *args: Any, **kwargs: Any) -> Any:
        with _surfaced():
            return await super().aquery(*args, **kwargs)


@cache
def _kind(kind: type[BaseQueryEngine]) -> Any:
    """A class of the same name that surfaces what is noted."""
    return type(kind.__name__, (_Surfacing, kind), {"__module__": kind.__module__})
