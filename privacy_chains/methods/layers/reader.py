"""Reading back through several methods: the last one's surrogates first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from privacy_chains.contract.method import AnswerReader, TextReader
from privacy_chains.contract.report import Restored
from privacy_chains.contract.roles import ReportingReader
from privacy_chains.errors import DesanitizeError
from privacy_chains.methods.layers.moves import joined

__all__ = ["LayeredReader"]


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

    def restore(self, text: str) -> Restored:
        """A whole answer, and what all readers did to it.

        A word that a later method noised and an earlier one enciphered counts once.

        Raises:
            DesanitizeError: A reader gives no account of what it does.
        """
        answers = list[Restored]()
        for reader in self.readers:
            if not isinstance(reader, ReportingReader):
                msg = f"{type(reader).__name__} gives no account of what it reads"
                raise DesanitizeError(msg)
            answers.append(reader.restore(answers[-1].text if answers else text))
        return joined(answers)

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
