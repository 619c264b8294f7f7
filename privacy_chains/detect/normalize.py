"""A plain view of a text, with a mapping back to it: tricks of encoding cannot hide a value.

Escaped characters become themselves (:mod:`privacy_chains.detect.escapes`).
Zero-width characters and soft hyphens are dropped; odd spaces, dashes, digits and letters (full-width, mathematical,
circled) become plain ones; in words that mix Latin with Cyrillic or Greek, letters that look Latin become Latin.
Ordinary text in any script is left as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from privacy_chains.contract.spans import Span
from privacy_chains.detect.escapes import escapes, has_escapes
from privacy_chains.detect.spelled import decoded, spelled_runs
from privacy_chains.lazy import lazily

__all__ = ["NormalizedText", "needs_view", "view", "without_emphasis", "without_escapes"]

_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e01ef"
)
_DASHES = "\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_ODD = lazily(
    rf"[\d{_INVISIBLE}{_DASHES}{_SPACES}\u0130-\u0131\u0370-\u052f\u2024\u2070-\u209f\u2100-\u214f\u2460-\u24ff\u2776-\u2793\ufb00-\ufb06\uff01-\uffee\U0001d400-\U0001d7ff](?<![0-9])"
)
_BEYOND_ASCII = lazily(r"[^\x00-\x7f]")
_DROPPED = lazily(rf"[{_INVISIBLE}]")
_DASH = lazily(rf"[{_DASHES}]")
_MIXED_WORD = lazily(r"[^\W\d_]{2,64}")
_LATIN = lazily(r"[A-Za-z\u00c0-\u024f]")
_LOOKALIKES = dict(
    zip(
        "АВЕЅІЈКМНОРСТУХԜаеѕіјорсухԁԛԝһүАΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορικτυχ",
        "ABESIJKMHOPCTYXWaesijopcyxdqwhyAABEZHIKMNOPTYXavopiktux",
        strict=True,
    )
)
_ESCAPED_BREAK = lazily(r"(?<!\\)\\++(?:[nrt]|(?=[\"']))")  # from the first one, or a row takes quadratic time
_PATH = lazily(
    r"(?<!\w)[A-Za-z]:\\(?![\\nrt])(?:[^\\/:*?\"'<>|\n\r\t]{1,64}\\(?!\\)){1,32}"
    r"|(?<!\\)\\\\[\w.\-]{1,64}\\(?!\\)(?:[^\\/:*?\"'<>|\n\r\t]{1,64}\\(?!\\)){0,32}"
)
"""A path whose separators are single: its text is not escaped, and ``\\n`` in it begins a folder."""
_EMPHASIS = lazily(r"(?<!\w)(?P<mark>_{1,3})(?=[^\s_])(?P<text>[^\n]{1,200}?)(?<=[^\s_])(?P=mark)(?!\w)")
_OPENED = lazily(r"_(?<!\w_)")  # the sign first: the search then looks for it


@dataclass(frozen=True, slots=True)
class NormalizedText:
    """A plain rendering of a text.

    Attributes:
        text: The rendering.
        origins: For each code point of ``text``, the start in the original of what it renders.
        ends: For each code point, its end in the original.
    """

    text: str
    origins: tuple[int, ...]
    ends: tuple[int, ...]

    def original(self, span: Span) -> Span:
        """The span of the original that ``span`` of the view renders, with what was dropped inside it."""
        return replace(span, start=self.origins[span.start], end=self.ends[span.end - 1])


def without_escapes(text: str) -> str:
    r"""``text`` with escaped line breaks and tabs, as in JSON and code, replaced by real line breaks.

    The backslashes of escaped quotes become spaces. The result is as long as ``text``, so positions are the same;
    otherwise ``\nAlice`` would read as one word, and ``Alice\"`` as a piece of a path.
    """
    if "\\" not in text:
        return text
    paths = [path.span() for path in _PATH.finditer(text)]

    def plain(escape: re.Match[str]) -> str:
        if any(start <= escape.start() < end for start, end in paths):
            return escape[0]
        return ("\n" if escape[0][-1] in "nrt" else " ") * len(escape[0])

    return _ESCAPED_BREAK.sub(plain, text)


def without_emphasis(text: str) -> str:
    """``text`` with spaces in place of the underscores that Markdown sets around words: ``_Alice_``, ``__Alice__``.

    The result is as long as ``text``. Asterisks are signs in any case; an underscore counts as part of a word.
    """
    if _OPENED.search(text) is None:
        return text
    return _EMPHASIS.sub(lambda found: found["text"].join([" " * len(found["mark"])] * 2), text)


def needs_view(text: str) -> bool:
    """Whether the view of ``text`` may differ from it; for a plain text this takes one search."""
    if has_escapes(text):
        return True
    return not text.isascii() and _ODD.search(text) is not None


def view(text: str, *, apart: bool = False) -> NormalizedText:
    """The plain view of ``text``.

    With ``apart`` also without percent escapes, and with spaced-out characters joined.
    """
    parts: list[str] = []
    origins: list[int] = []
    ends: list[int] = []
    for start, end, written in _stretches(text, apart=apart):
        plain = written if written.isascii() else _plain(written)
        parts.append(plain)
        if len(plain) == len(written) == end - start:
            origins.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))
        else:
            origins.extend([start] * len(plain))
            ends.extend([end] * len(plain))
    return NormalizedText(_unmix("".join(parts)), tuple(origins), tuple(ends))


def _stretches(text: str, *, apart: bool) -> Iterator[tuple[int, int, str]]:
    """Stretches of ASCII as they are, and each other character, escaped or not: its place and its plain form.

    What separates spaced-out characters is left out.
    """
    position = 0
    runs = [(start, end, decoded(text, start, end)) for start, end in spelled_runs(text)] if apart else []
    single = [(start, end, [(start, end, char)]) for start, end, char in escapes(text, percent=apart)]
    for start, end, written in sorted(runs + single):
        if start >= position:
            yield from _as_it_is(text, position, start)
            yield from written
            position = end
    yield from _as_it_is(text, position, len(text))


def _as_it_is(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    for found in _BEYOND_ASCII.finditer(text, start, end):
        if start < found.start():
            yield start, found.start(), text[start : found.start()]
        yield found.start(), found.end(), found[0]
        start = found.end()
    if start < end:
        yield start, end, text[start:end]


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """What one character renders as: nothing, one ASCII character or more, or itself."""
    if _DROPPED.match(character):
        return ""
    if _DASH.match(character):
        return "-" if character not in "\u2014\u2015" else character
    if unicodedata.category(character) == "Zs":
        return " "
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    folded = unicodedata.normalize("NFKC", character)
    return folded if _ODD.match(character) and folded.isascii() else character


def _unmix(text: str) -> str:
    """Letters that imitate Latin ones, in words that have Latin ones too, become those they imitate."""
    if not any(character in text for character in _LOOKALIKES):
        return text
    return _MIXED_WORD.sub(lambda found: _latin(found.group()), text)


def _latin(word: str) -> str:
    if word.isascii() or not _LATIN.search(word):
        return word
    return "".join(_LOOKALIKES.get(character, character) for character in word)
