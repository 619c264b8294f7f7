"""Spaced-out digits and letters: ``4, 5, 9, ...``, ``four five nine ...``, ``J o h n  S m i t h``, ``J-o-h-n``.

Only runs that are long enough for an identifying number or a word are read.
"""

from __future__ import annotations

import re
from itertools import pairwise

from privacy_chains.language.lexicon import alternation_of, form_of, meanings, words
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["decoded", "has_spelled", "spelled_like", "spelled_runs"]

_DIGITS = {
    **{word: figures for word, figures in meanings("number_word").items() if len(figures) == 1},
    **dict.fromkeys(words("zero_in_year"), "0"),
}
_NAMES = alternation_of(_DIGITS)
_FIRST = "".join(sorted({case for word in _DIGITS for case in (word[0], word[0].upper())}))
_SAID = rf"(?:{{said_times}}[ \-])?(?:{_NAMES})(?:[ ]{{hundred}})?"
"""The words of a number that is read aloud: ``seven``, ``double-oh``, ``nine hundred``."""
_GAP = r"(?:[ \t]{1,2}|[ ]?[,;.\-/|][ ]?)"
_SIGNED = r"[^\W\d_][ ]?(?P<sign>[\-.\u00b7\u2013/|*+~,])[ ]?[^\W\d_](?:[ ]?(?P=sign)[ ]?[^\W\d_]){2,62}"
"""Letters with a sign between each two."""
_RUN = worded(
    rf"(?<![\w.,\-])(?<![\w\[({{][.,\-])(?:(?:[0-9]{_GAP}){{6,63}}[0-9]|(?i:(?:{_SAID}{_GAP}){{6,63}}{_SAID})"
    rf"|(?:[^\W\d_][ ]{{1,3}}){{3,63}}[^\W\d_]|{_SIGNED})(?![\w\-]|[.,][0-9])"
)
_HINTS = (
    lazily(r"[0-9](?<!\w\w)[ \t,;.\-/|]{1,3}[0-9](?!\w)"),
    lazily(r"[ ][^\W\d_][ ]{1,3}[^\W\d_](?: |\Z)"),
    lazily(r"(?<![^\W_])[^\W\d_][ ]?(?P<sign>[\-.\u00b7\u2013/|*+~,])[ ]?[^\W\d_][ ]?(?P=sign)[ ]?[^\W\d_](?![^\W_])"),
    lazily(rf"[ \-](?=[{_FIRST}])(?i:(?:{_NAMES}){_GAP}(?:{_NAMES})(?!\w))"),
)
"""Two neighbours inside a run, in the order in which signs are looked for."""
_PIECE = lazily(r"[^\W_]+")
_WORD = worded(
    rf"(?:(?P<times>{{said_times}})[ \-])?(?P<digit>{_NAMES})(?P<hundred>[ ]{{hundred}})?(?!\w)", re.IGNORECASE
)
_ARRAY = "[({"


def has_spelled(text: str) -> bool:
    """Whether ``text`` holds such a run; for most texts this is quick."""
    return any(hint.search(text) for hint in _HINTS) and bool(spelled_runs(text))


def spelled_runs(text: str) -> list[tuple[int, int]]:
    """The places of such runs; arrays in source code do not count."""
    return [run.span() for run in _RUN.finditer(text) if text[run.start() - 1 : run.start()] not in tuple(_ARRAY)]


_FEWEST = 7
"""The least length of a run of four letters or seven digits."""


def decoded(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int, str]]:
    """Each character of the run that a stretch of ``text`` forms, with its place; nothing if it is not a run."""
    stop = len(text) if end is None else end
    if stop - start < _FEWEST or _RUN.fullmatch(text, start, stop) is None:
        return []
    pieces = list(_PIECE.finditer(text, start, stop))
    if text[start].isalpha() and len(pieces[0][0]) > 1:
        return [(*word.span(), _said(word)) for word in _WORD.finditer(text, start, stop)]
    return _letters(pieces) if text[start].isalpha() else [(*piece.span(), piece[0]) for piece in pieces]


def _said(word: re.Match[str]) -> str:
    """The digits that one word or phrase says."""
    digit = _DIGITS[word["digit"].lower()] * int(meanings("said_times").get((word["times"] or "").lower(), "1"))
    return digit + "00" if word["hundred"] else digit


def _letters(pieces: list[re.Match[str]]) -> list[tuple[int, int, str]]:
    """Letters with a space where a word begins.

    After a wider gap, or, if there is none, at a capital after a small letter.
    """
    gaps = [after.start() - before.end() for before, after in pairwise(pieces)]
    wide = max(gaps) > min(gaps)
    found = [(*pieces[0].span(), pieces[0][0])]
    for (before, piece), gap in zip(pairwise(pieces), gaps, strict=True):
        if gap > min(gaps) if wide else before[0].islower() and piece[0].isupper():
            found.append((before.end(), piece.start(), " "))
        found.append((*piece.span(), piece[0]))
    return found


def spelled_like(value: str, like: str) -> str:
    """``value`` with its characters spaced out like those of ``like``; unchanged if that could not be read again."""
    run = decoded(like)
    if not run:
        return value
    gap = like[run[0][1] : run[1][0]]
    first = like[slice(*run[0][:2])]
    if len(first) > 1:
        pieces = [_cased(form_of("number_word", char, "en"), first) if char in "0123456789" else char for char in value]
        written = gap.join(pieces)
    else:
        blank = next((like[start:end] for start, end, char in run if char == " "), "  ")
        written = blank.join(gap.join(word) for word in value.split(" "))
    return written if "".join(char for _, _, char in decoded(written)) == value else value


def _cased(word: str, like: str) -> str:
    return word.upper() if like.isupper() else word.capitalize() if like[:1].isupper() else word
