"""The scripts of a text, and the treatment of letters in scripts that no detector reads.

A detector that knows no Chinese finds nothing in a Chinese text, and silence would look like safety. If a detector
declares the scripts that it reads, no letter of another script leaves in clear: a stretch as short as a name is hidden
as a name, and a text that holds more is refused.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from privacy_chains.contract.spans import Span
from privacy_chains.errors import UnsupportedLanguage
from privacy_chains.lazy import lazily

__all__ = ["ANY_SCRIPT", "READ_SCRIPTS", "SCRIPTS", "unread_spans"]

READ_SCRIPTS = frozenset({"LATIN", "GREEK", "CYRILLIC"})
"""The scripts that the default detector reads."""
SCRIPTS = "scripts"
"""The source of the spans that are found by their script alone."""
ANY_SCRIPT = "*"
"""Stands for every script."""

_BEYOND = (
    "\u03e2-\u03ef\u0530-\u1c7f\u1c90-\u1cff\u2c00-\u2c5f\u2c80-\u2ddf\u2e2f\u2e80-\ua63f\ua6a0-\ua6ff\ua800-\uab2f\uab70-\ud7ff\uf900-\ufaff"
    "\ufb13-\ufdff\ufe70-\ufefe\uff66-\uffdc\U00010000-\U0001cfff\U0001e000-\U0001efff\U00020000-\U0003ffff"
)
"""Characters of scripts other than those three."""
_STRETCH = lazily(rf"[{_BEYOND}]+(?:[ \u00a0.'\u2019\-\u00b7\u200b-\u200f]{{1,2}}[{_BEYOND}]+)*")
_WORD = lazily(rf"[{_BEYOND}\u200b-\u200f]+")
_UNSPACED = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"})
_NO_SCRIPT = frozenset({"MODIFIER"})
"""Superscript letters occur in every script; ciphers exchange them for one another, wherever they are encoded."""
_MOST_WORDS, _MOST_LETTERS, _MOST_UNSPACED = 4, 32, 8
"""The greatest length of a name."""
_FEW = 12
"""Up to this many letters do not make a text in another script, however short the rest is."""


def unread_spans(text: str, found: Sequence[Span], scripts: Collection[str], *, refuse: bool = True) -> list[Span]:
    """The stretches of a text in unread scripts, as names of people, without what was found already.

    Args:
        text: The text.
        found: What detectors found in it.
        scripts: What they read: the first words of the letters' names in Unicode, such as ``HEBREW`` or ``CJK``.
        refuse: Whether a text in them raises; what a model wrote is not secret.

    Raises:
        UnsupportedLanguage: A stretch is longer than a name, or the stretches are most of the text.
    """
    if text.isascii() or ANY_SCRIPT in scripts or _STRETCH.search(text) is None:
        return []
    covered = set[int]().union(*(range(span.start, span.end) for span in found))
    spans = [
        Span(start, end, "PERSON", 0.5, SCRIPTS)
        for start, end in _stretches(text, _NO_SCRIPT.union(scripts))
        if any(at not in covered and text[at].isalpha() for at in range(start, end))
    ]
    if refuse:
        _check(text, spans)
    return spans


def _stretches(text: str, scripts: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Runs of letters in unread scripts, with single spaces and signs between them."""
    for stretch in _STRETCH.finditer(text):
        start = end = -1
        for at in range(*stretch.span()):
            if _is_letter(text[at]):
                if _script(text[at]) in scripts:
                    if start >= 0:
                        yield start, end
                    start = -1
                else:
                    start, end = at if start < 0 else start, at + 1
            elif text[at] > "\u024f" and not unicodedata.category(text[at]).startswith(("C", "Z")) and start >= 0:
                yield start, end  # punctuation or a digit of the script
                start = -1
        if start >= 0:
            yield start, end


def _check(text: str, spans: Sequence[Span]) -> None:
    letters = [sum(map(_is_letter, text[span.start : span.end])) for span in spans]
    too_long = [span for span, count in zip(spans, letters, strict=True) if not _is_short(text, span, count)]
    most = sum(letters) > _FEW and 2 * sum(letters) > sum(map(_is_letter, text))
    if too_long or most:
        script = _script(text[(too_long or spans)[0].start])
        msg = (
            f"a text holds letters of the script {script}, which no detector in use reads: add a detector that declares"
            f' it (scripts = {{{script!r}}}), or send it on unread: with scripts = ["{script}"] under [detector] in a '
            f"policy file, or default_detector(scripts={{{script!r}}})"
        )
        raise UnsupportedLanguage(msg)


def _is_short(text: str, span: Span, letters: int) -> bool:
    """Whether a stretch is no longer than a name."""
    value = text[span.start : span.end]
    limit = _MOST_UNSPACED if any(_script(letter) in _UNSPACED for letter in value) else _MOST_LETTERS
    return letters <= limit and len(_WORD.findall(value)) <= _MOST_WORDS


def _is_letter(character: str) -> bool:
    """A letter, or a mark that belongs to one."""
    return character.isalpha() or (character > "\u02ff" and unicodedata.category(character).startswith("M"))


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    """The script of a letter, by the first word of its name in Unicode."""
    return unicodedata.name(letter, "unknown").partition(" ")[0]
