"""Reading answers back that quote noised or restored words."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, NoReturn, overload

from privacy_chains.contract.report import Restored, Sighting
from privacy_chains.errors import DesanitizeError
from privacy_chains.lazy import lazily
from privacy_chains.methods.characters.choice import is_ordinary
from privacy_chains.methods.characters.tokens import token

__all__ = ["ChannelReader", "ChannelStream", "JsonStream", "Sent"]

_WORD = lazily(r"(\s*)(\S+)(?=\s)")
_STRING = lazily(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_SHORTEST = 4
"""Letters of a word that is read although not all of them are as they were sent."""


class Sent(NamedTuple):
    """A word as it was sent, and its original."""

    sent: str
    original: str


_READ = "a word that was noised"
_LEFT = "several originals, or an ordinary word of the model's, may be meant"


@dataclass(slots=True)
class _Seen:
    """What was done to the words of one answer, in reading order."""

    restored: list[Sighting] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)
    left: list[Sighting] = field(default_factory=list)


@dataclass(eq=False, repr=False)
class ChannelReader:
    """Reads answers to one prompt back. Holds clear words, and shows none.

    A stretch that repeats the prompt, of two words or more or from its beginning, becomes the caller's word by word.
    A single word is read where it was sent in the place of one original and is no ordinary word; also where it is
    half restored, if only one original explains it. What has several originals, or is an ordinary word that the model
    may have meant, is left and counted.

    Args:
        texts: The words of each text of the prompt in order, as sent and original.
    """

    texts: Sequence[Sequence[Sent]]
    _words: list[Sent] = field(init=False)
    _places: dict[str, list[int]] = field(init=False)
    _cores: dict[str, set[str]] = field(init=False)
    _starts: list[int] = field(init=False)
    _by_length: dict[int, list[tuple[str, str]]] = field(init=False)

    def __post_init__(self) -> None:
        self._words, self._starts = [], []
        self._places, self._cores, self._by_length = {}, {}, {}
        for text in self.texts:
            self._starts.append(len(self._words))
            self._words += text
        for place, word in enumerate(self._words):
            self._places.setdefault(word.sent, []).append(place)
            sent, original = _core(word)
            self._cores.setdefault(sent, set()).add(original)
        for sent, originals in self._cores.items():
            original = next(iter(originals))
            if len(originals) == 1 and len(sent) == len(original) >= _SHORTEST and sent != original:
                self._by_length.setdefault(len(sent), []).append((sent, original))

    def __repr__(self) -> str:
        return f"ChannelReader(words={len(self._words)})"

    def __reduce__(self) -> NoReturn:
        msg = "a reader holds clear values and cannot be pickled"
        raise DesanitizeError(msg)

    @property
    def surrogates(self) -> dict[str, str]:
        """The originals by what was sent for them, where that is one and no ordinary word."""
        return {
            sent: original
            for sent, originals in self._cores.items()
            for original in originals
            if len(originals) == 1 and sent != original and not is_ordinary(sent)
        }

    def text(self, text: str) -> str:
        """A whole answer."""
        stream = self.stream()
        return stream.feed(text) + stream.flush()

    def restore(self, text: str) -> Restored:
        """A whole answer, and where words were read or left."""
        stream = self.stream()
        read = stream.feed(text) + stream.flush()
        seen = stream.seen
        return Restored(read, tuple(seen.restored), tuple(seen.left), places=tuple(seen.places))

    def value(self, value: Any) -> Any:
        """JSON-like data: texts in keys and values; all else as it is."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.value(key): self.value(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, tuple):
            items = [self.value(item) for item in value]
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        return value

    @overload
    def stream(self, *, json: Literal[False] = False) -> ChannelStream: ...
    @overload
    def stream(self, *, json: Literal[True]) -> JsonStream: ...
    @overload
    def stream(self, *, json: bool = False) -> ChannelStream | JsonStream: ...

    def stream(self, *, json: bool = False) -> ChannelStream | JsonStream:
        """A reader of one answer in chunks; of JSON each string is read when it is whole."""
        return JsonStream(self) if json else ChannelStream(self)

    def find(self, word: str, following: str | None, last: int | None, *, first: bool) -> int | None:
        """The place of the prompt that an answer repeats with a word, or None.

        Args:
            word: The word.
            following: The next one; None at the end of the answer.
            last: The place that the word before it repeats.
            first: Whether the answer begins with the word.
        """
        if last is not None and last + 1 < len(self._words) and self._words[last + 1].sent == word:
            return last + 1
        places = self._places.get(word, [])
        if following is None:
            return next((start for start in self._starts if first and start in places), None)
        pairs = [place for place in places if place + 1 < len(self._words)]
        pairs = [place for place in pairs if self._words[place + 1].sent == following]
        if first and (begin := next((start for start in self._starts if start in pairs), None)) is not None:
            return begin
        return pairs[0] if len({self._words[place].original for place in pairs}) == 1 else None

    def original(self, place: int) -> str:
        """The caller's word at a place of the prompt."""
        return self._words[place].original

    def alone(self, word: str) -> str | None:
        """A word that stands by itself, read if it can be; None where several originals, or none of them, are meant."""
        one = token(word)
        originals = self._cores.get(one.written)
        if originals is None:
            found = self._half(one.written)
        elif one.written in originals and len(originals) == 1:
            return word
        elif len(originals) > 1 or is_ordinary(one.written):
            return None
        else:
            (found,) = originals
        if found is None:
            return word
        return f"{one.lead}{found}{one.trail}"

    def _half(self, word: str) -> str | None:
        """The one original between which and its noise a word stands; None where there is none or are several."""
        if len(word) < _SHORTEST or is_ordinary(word):
            return None
        most = 1 + len(word) // _SHORTEST
        scored = sorted(
            (_unexplained(word, sent, original), original) for sent, original in self._by_length.get(len(word), ())
        )
        if not scored or scored[0][0] > most or 2 * scored[0][0] >= len(word) or scored[0][1] == word:
            return None
        best, original = scored[0]
        return original if all(other == original or rest > best for rest, other in scored[1:]) else None


def _unexplained(word: str, sent: str, original: str) -> int:
    """At how many places a word is neither what was sent nor the original."""
    return sum(char not in pair for char, pair in zip(word, zip(sent, original, strict=True), strict=True))


def _core(word: Sent) -> tuple[str, str]:
    """What was sent for a word without the punctuation around it, and that word."""
    one = token(word.original)
    end = len(word.original) - len(one.trail)
    if len(word.sent) != len(word.original) or not one.written:
        return token(word.sent).written, one.written
    return word.sent[len(one.lead) : end], one.written


class ChannelStream:
    """Reads one answer that arrives in chunks, a word behind what has arrived. However it is cut, it reads the same."""

    def __init__(self, reader: ChannelReader) -> None:
        self._reader = reader
        self._held, self._blank, self._word = "", "", ""
        self._last: int | None = None
        self._first = True
        self.seen = _Seen()
        self._at = self._written = 0  # in the answer, and in what is read of it

    @property
    def ambiguous(self) -> int:
        """How many words were left since several originals or an ordinary word may be meant."""
        return len(self.seen.left)

    @property
    def restored(self) -> int:
        """How many words were read."""
        return len(self.seen.restored)

    def feed(self, chunk: str) -> str:
        """What can be read so far."""
        self._held += chunk
        pieces, position = list[str](), 0
        while found := _WORD.match(self._held, position):
            pieces.append(self._settled(found[2]))
            self._blank, self._word = found.groups()
            position = found.end()
        self._held = self._held[position:]
        return "".join(pieces)

    def flush(self) -> str:
        """What was held back."""
        word = self._held.strip()
        blank, rest = self._held.split(word, 1) if word else (self._held, "")
        read = self._settled(word or None)
        self._blank, self._word, self._held = (blank if word else ""), word, ""
        return read + (self._settled(None) + rest if word else blank)

    def _settled(self, following: str | None) -> str:
        """The word that was waited with, now that the next one is known."""
        if not self._word:
            return ""
        word, self._word = self._word, ""
        place = self._reader.find(word, following, self._last, first=self._first)
        self._first, self._last = False, place
        return self._blank + self._noted(
            word, self._reader.alone(word) if place is None else self._reader.original(place)
        )

    def _noted(self, word: str, read: str | None) -> str:
        """What is read for a word, noted with its place; None where it is left in doubt."""
        start, written = self._at + len(self._blank), self._written + len(self._blank)
        told = word if read is None else read
        self._at, self._written = start + len(word), written + len(told)
        if read is None:
            self.seen.left.append(Sighting("TEXT", start, self._at, _LEFT))
        elif read != word:
            self.seen.restored.append(Sighting("TEXT", start, self._at, _READ))
            self.seen.places.append((written, self._written))
        return told


class JsonStream:
    """Reads one JSON document that arrives in fragments: each string as an answer of its own, when it is whole."""

    def __init__(self, reader: ChannelReader) -> None:
        self._reader, self._held = reader, ""

    def feed(self, chunk: str) -> str:
        """What can be read so far."""
        self._held += chunk
        pieces, position = list[str](), 0
        while (start := self._held.find('"', position)) >= 0:
            found = _STRING.match(self._held, start)
            if found is None:
                break
            pieces += (self._held[position:start], self._read(found[0]))
            position = found.end()
        end = start if start >= 0 else len(self._held)
        pieces.append(self._held[position:end])
        self._held = self._held[end:]
        return "".join(pieces)

    def flush(self) -> str:
        """What was held back: a string that has no end is passed on as it is."""
        rest, self._held = self._held, ""
        return rest

    def _read(self, literal: str) -> str:
        try:
            text = json.loads(literal)
        except ValueError:
            return literal
        read = self._reader.text(text)
        return literal if read == text else json.dumps(read, ensure_ascii=literal.isascii())
