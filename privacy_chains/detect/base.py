"""What a detector is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from privacy_chains.contract.spans import Span

__all__ = ["Detector"]


@runtime_checkable
class Detector(Protocol):
    """The type annotator: text in, spans out.

    A detector is deterministic and safe to call from several threads. Its spans may overlap and come in any
    order; positions count code points of the text it was given.
    """

    def detect(self, text: str) -> Iterable[Span]:
        """The private values in ``text``."""
        ...
