"""Reading back through several methods: the last one's surrogates first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol, cast

from privacy_chains.contract.method import AnswerReader, TextReader
from privacy_chains.contract.report import Restored
from privacy_chains.contract.roles import ReportingReader
from privacy_chains.errors import DesanitizeError
from privacy_chains.methods.layers.moves import joined

__all__ = ["LayeredReader", "ReportingLayers", "layered"]


class _Accounting(AnswerReader, ReportingReader, Protocol):
    """A reader that gives an account of what it does."""


@dataclass(frozen=True, slots=True, repr=False)
class LayeredReader:
    """Reads answers back. Holds clear values, and shows none.

    Attributes:
        readers: The methods' own, in the order of reading: that of the last method first.
    """

    readers: Sequence[AnswerReader]

    def text(self, text: str) -> str:
        """A whole answer."""
        for reader in self.readers:
            text = reader.text(text)
        return text

    def value(self, value: Any) -> Any:
        """JSON-like data: texts in keys and values, and numbers, which stay numbers."""
        for reader in self.readers:
            value = reader.value(value)
        return value

    def stream(self, *, json: bool = False) -> TextReader:
        """A reader of one answer in chunks; ``json``: of fragments of one JSON document."""
        return _Stream([reader.stream(json=json) for reader in self.readers])

    def __repr__(self) -> str:
        return f"LayeredReader(readers={len(self.readers)})"

    def __reduce__(self) -> NoReturn:
        msg = "a reader holds clear values and cannot be pickled"
        raise DesanitizeError(msg)


@dataclass(frozen=True, slots=True, repr=False)
class ReportingLayers(LayeredReader):
    """The same for readers that all give an account of what they do."""

    readers: Sequence[_Accounting]

    def restore(self, text: str) -> Restored:
        """A whole answer, and what the readers did to it."""
        answers = [Restored(text)]
        for reader in self.readers:
            answers.append(reader.restore(answers[-1].text))
        return joined(answers[1:])


@dataclass(frozen=True, slots=True, repr=False)
class _Stream:
    """What one reader lets go of is the next one's chunk."""

    streams: Sequence[TextReader]

    def feed(self, chunk: str) -> str:
        for stream in self.streams:
            chunk = stream.feed(chunk)
        return chunk

    def flush(self) -> str:
        left = ""
        for stream in self.streams:
            left = stream.feed(left) + stream.flush()
        return left


def layered(readers: Sequence[AnswerReader]) -> LayeredReader:
    """What reads answers by several readers; it gives an account if all of them do."""
    if all(isinstance(reader, ReportingReader) for reader in readers):
        return ReportingLayers(cast("Sequence[_Accounting]", readers))
    return LayeredReader(readers)
