"""Reading an answer back while it arrives."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from privacy_chains.contract.report import Restored, Sighting
from privacy_chains.desanitize.engine.index import SurrogateIndex
from privacy_chains.desanitize.engine.scan import Scan
from privacy_chains.desanitize.spellings.number_context import key_words
from privacy_chains.desanitize.tokens import ScannedText
from privacy_chains.desanitize.values import longest_part, true_code, true_number, true_part, write_json_number
from privacy_chains.errors import DesanitizeError
from privacy_chains.lazy import lazily

__all__ = ["Desanitizer", "JsonDesanitizer"]

_FLUSHED: Final = "the stream was flushed; a new answer needs a new stream"


class Desanitizer:
    """Reads one answer that arrives in chunks. For one thread at a time.

    Only the tail that may still become a surrogate is held back. It is at most as long as the longest surrogate or,
    after a number, as the words that show what the number means. However the answer is cut, the pieces join to the
    text that ``Reader.restore`` returns for the whole.
    """

    def __init__(self, scan: Scan) -> None:
        self._scan: Scan | None = scan
        self._restored: list[Sighting] = scan.restored
        self._left: list[Sighting] = scan.left
        self._held: list[Sighting] = scan.held

    def feed(self, chunk: str) -> str:
        """The clear text that ``chunk`` settles; possibly empty.

        Raises:
            DesanitizeError: The stream was flushed.
        """
        if self._scan is None:
            raise DesanitizeError(_FLUSHED)
        return self._scan.advance(chunk).text()

    def flush(self) -> str:
        """End the answer: the clear text of what was held back."""
        if self._scan is None:
            return ""
        rest, self._scan = self._scan.advance("", final=True).text(), None
        return rest

    @property
    def report(self) -> Restored:
        """What was restored and left so far; its text is empty."""
        return Restored("", tuple(self._restored), tuple(self._left), held=tuple(self._held))


_PLAIN: Final = lazily(r'[^"\\]+')
_ESCAPE: Final = lazily(r'\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|["\\/bfnrt])')
_CUT: Final = lazily(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\?(?:u[0-9a-fA-F]{0,3})?|u?[0-9a-fA-F]{0,3})?\Z")
_BETWEEN: Final = lazily(r'[^"{}\[\]:,\-0-9]+')
_NUMBER: Final = lazily(r"[0-9.eE+\-]+")
_VALID: Final = lazily(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?")
_LONGEST_NUMBER: Final = 64
_LONGEST_KEY: Final = 200
_DEEPEST: Final = 1000


class JsonDesanitizer:
    """Reads one JSON document that arrives in fragments, such as a tool call's arguments. For one thread at a time.

    Each string, also a key, is decoded, read back as an answer of its own, and escaped again. What was not replaced
    keeps its bytes. Numbers stay numbers (see ``Reader.value`` for the rule). A document that is not
    valid JSON is passed on, read as far as it can be.
    """

    def __init__(self, scan: Callable[[], Scan], index: SurrogateIndex) -> None:
        self._new_scan, self._index = scan, index
        self._held = ""
        self._scan: Scan | None = None
        self._raw: deque[tuple[int, str]] = deque()
        self._key: list[str] = []
        self._field: str | None = None  # a value that may be a part of an address, as far as it has arrived
        self._levels: list[_Level] = [_Level(is_object=False)]
        self._deeper = 0
        self._passing = False
        self._flushed = False

    def feed(self, chunk: str) -> str:
        """The clear JSON that ``chunk`` settles; possibly empty.

        Raises:
            DesanitizeError: The stream was flushed.
        """
        if self._flushed:
            raise DesanitizeError(_FLUSHED)
        return self._read(chunk, final=False)

    def flush(self) -> str:
        """End the document: what was held back."""
        if self._flushed:
            return ""
        rest = self._read("", final=True)
        self._flushed = True
        return rest

    def _read(self, chunk: str, *, final: bool) -> str:
        text, self._held = self._held + chunk, ""
        pieces: list[str] = []
        at = 0
        while at < len(text):
            if self._scan is not None:
                at = self._in_string(text, at, pieces, final=final)
            else:
                at = self._outside(text, at, pieces, final=final)
        if final and self._scan is not None:
            held, self._field = self._field or "", None
            pieces.append(self._written(self._scan.advance(held)))
            pieces.append(self._written(self._scan.advance("", final=True)))
            self._scan = None
        return "".join(pieces)

    def _in_string(self, text: str, at: int, pieces: list[str], *, final: bool) -> int:
        """Decode as far as the closing quote or the end of the fragment, and read what was decoded."""
        decoded: list[str] = []
        closed = False
        while at < len(text) and not closed:
            cut = None if final else _CUT.match(text, at)
            plain, escape = _PLAIN.match(text, at), None if cut else _ESCAPE.match(text, at)
            if cut:
                self._held, at = text[at:], len(text)
            elif plain:
                self._take(plain[0], plain[0], decoded)
                at = plain.end()
            elif escape:
                self._take(_decode(escape[0]), escape[0], decoded)
                at = escape.end()
            else:
                closed = text[at] == '"'
                if not closed:
                    self._take(text[at], text[at], decoded)
                at += 1
        self._advance("".join(decoded), pieces, closed=closed)
        return at

    def _take(self, decoded: str, raw: str, pieces: list[str]) -> None:
        self._raw.append((len(decoded), raw))
        pieces.append(decoded)

    def _advance(self, decoded: str, pieces: list[str], *, closed: bool) -> None:
        if self._scan is None:
            return
        level = self._levels[-1]
        part: str | None = None
        if self._field is not None:
            decoded, part = self._of_field(decoded, level.words, closed=closed)
        if part is not None:
            pieces.append(_encode(part, ascii_only=any("\\u" in raw for _, raw in self._raw)))
            self._raw.clear()
        else:
            pieces.append(self._written(self._scan.advance(decoded, final=closed)))
        if level.awaits_key and sum(map(len, self._key)) < _LONGEST_KEY:
            self._key.append(decoded)
        if closed:
            pieces.append('"')
            self._scan = None
            if level.awaits_key:
                level.words, level.awaits_key = key_words("".join(self._key)), False

    def _of_field(self, decoded: str, words: frozenset[str], *, closed: bool) -> tuple[str, str | None]:
        """What of a field is to be read as text, and, once the field has arrived, the part of an address that it is."""
        held, self._field = (self._field or "") + decoded, None
        if closed:
            return held, true_part(self._index, held, words)
        if len(held) <= longest_part(self._index, words):
            self._field = held
            return "", None
        return held, None

    def _written(self, settled: ScannedText) -> str:
        """What was settled, in its own bytes where nothing was replaced."""
        pieces, at = [], 0
        for found in settled.found:
            pieces.append(self._pop(found.start - at))
            spelled = self._pop(found.end - found.start)
            pieces.append(_encode(found.text, ascii_only="\\u" in spelled))
            at = found.end
        pieces.append(self._pop(len(settled.source) - at))
        return "".join(pieces)

    def _pop(self, count: int) -> str:
        """The bytes of the next ``count`` decoded characters."""
        pieces = []
        while count > 0:
            length, raw = self._raw.popleft()
            if length > count:  # only a plain stretch is longer than one character
                self._raw.appendleft((length - count, raw[count:]))
                length, raw = count, raw[:count]
            pieces.append(raw)
            count -= length
        return "".join(pieces)

    def _outside(self, text: str, at: int, pieces: list[str], *, final: bool) -> int:
        """Between strings: structure, numbers, everything else."""
        number = _NUMBER.match(text, at)
        if number is not None and (self._passing or text[at] in "-0123456789"):
            return self._number(text, number, pieces, final=final)
        self._passing = False
        other = _BETWEEN.match(text, at)
        if other is not None:
            pieces.append(other[0])
            return other.end()
        char = text[at]
        pieces.append(char)
        if char == '"':
            self._scan, self._key = self._new_scan(), []
            self._raw.clear()
            level = self._levels[-1]
            self._field = "" if not level.awaits_key and longest_part(self._index, level.words) else None
        else:
            self._structure(char)
        return at + 1

    def _structure(self, char: str) -> None:
        level = self._levels[-1]
        if char in "{[":
            if len(self._levels) >= _DEEPEST:
                self._deeper += 1
            else:
                self._levels.append(_Level(is_object=char == "{", words=frozenset() if char == "{" else level.words))
        elif char in "}]":
            if self._deeper:
                self._deeper -= 1
            elif len(self._levels) > 1:
                self._levels.pop()
        elif char == "," and not self._deeper:
            level.awaits_key = level.is_object

    def _number(self, text: str, number: re.Match[str], pieces: list[str], *, final: bool) -> int:
        token = number[0]
        if self._passing or len(token) > _LONGEST_NUMBER:
            self._passing = number.end() == len(text)
            pieces.append(token)
        elif number.end() == len(text) and not final:
            self._held = token
        else:
            pieces.append(self._restored(token))
        return number.end()

    def _restored(self, token: str) -> str:
        if not _VALID.fullmatch(token):
            return token
        words = frozenset[str]() if self._deeper else self._levels[-1].words
        code = true_code(self._index, token, words)
        if code is not None:
            return code
        true = true_number(self._index, Fraction(token), words)
        return token if true is None else write_json_number(token, true) or token


class _Level:
    """An open array or object, with the words of the key of its next value."""

    __slots__ = ("awaits_key", "is_object", "words")

    def __init__(self, *, is_object: bool, words: frozenset[str] = frozenset()) -> None:
        self.is_object = self.awaits_key = is_object
        self.words = words


def _decode(escape: str) -> str:
    decoded = json.loads(f'"{escape}"')
    return str(decoded)


def _encode(text: str, *, ascii_only: bool) -> str:
    """``text`` escaped for the inside of a JSON string; lone surrogates as escapes, for they cannot be encoded."""
    lone = any("\ud800" <= char <= "\udfff" for char in text)
    return json.dumps(text, ensure_ascii=ascii_only or lone)[1:-1]
