"""Asking a model whose caller it does not know."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from langchain_privacy_chains._alone import alone
from privacy_chains.adapting import Answer, failing_in_clear, reading_texts

__all__ = ["ModelCall"]


class ModelCall:
    """A sanitized call of a model.

    Attributes:
        answer: Reads what the model answers.
    """

    answer: Answer

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Around the model: it is called as if by nobody, and what it says of a failure is read in clear."""
        with alone(), failing_in_clear(reading_texts(self.answer)):
            yield

    @asynccontextmanager
    async def aasking(self) -> AsyncIterator[None]:
        """The same on an event loop."""
        with alone():
            async with failing_in_clear(reading_texts(self.answer)):
                yield
