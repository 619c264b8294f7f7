"""Names as models write them: other case, other spacing, initials, a suffix, an apostrophe escaped for a literal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from privacy_chains.desanitize.spellings.evidence import NameEvidence, SmallLetters, is_family
from privacy_chains.desanitize.spellings.listed_names import is_everyday, is_inflected, is_listed, longest_ending
from privacy_chains.desanitize.spellings.word_forms import (
    DOTTED_SEAMS,
    KNOWN_SEAMS,
    LONGEST_ESCAPE,
    LONGEST_QUOTE,
    QUOTE_SEAMS,
    SEAM_STARTS,
    WORD,
    seam_of,
    spellings,
    split_words,
)
from privacy_chains.desanitize.tokens import WAIT, Found, Wait, ends_clean, in_word, starts_clean

__all__ = ["WordsForm", "may_be_in_small_letters", "plain_forms", "word_forms"]

_SHORTEST_IN_SMALL_LETTERS: Final = 5
"""A name alone in small letters is left where it is shorter, or a word of the lists: ``grace``, ``king``."""


@dataclass(frozen=True, slots=True)
class WordsForm:
    """One spelling of a surrogate made of words.

    Attributes:
        words: Its words as spelled.
        seams: What may stand between them.
        kind: How it departs from the surrogate as issued.
        entry: Which surrogate it spells.
        write: The words of the original in the same spelling; or one text, if the numbers of words differ.
        joints: What the original has between its words, where it is not the answer's seam that is kept.
        base: Whether endings may follow.
        guard: What distinguishes the name from an everyday word; None where nothing must.
    """

    words: tuple[str, ...]
    seams: tuple[re.Pattern[str], ...]
    kind: str
    entry: int
    write: tuple[str, ...]
    joints: tuple[str | None, ...]
    base: bool
    guard: NameEvidence | SmallLetters | None = None

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """Whether this spelling stands at ``start``."""
        lower = self.kind == "lower"
        if not starts_clean(text, start, identifier=lower) or _in_address(text, start, lower=lower):
            return None
        followed = self._follow(text, start, final=final)
        if not isinstance(followed, tuple):
            return followed
        end, seams = followed
        if lower and any("_" in seam for seam in seams):
            return None
        ended = self._ends(text, start, end, final=final)
        if ended is not True:
            return ended or None
        found = Found(start, end, self._written(seams), self.entry, self.kind)
        return self._judged(text, found, final=final) if self.guard is not None else found

    def _judged(self, text: str, found: Found, *, final: bool) -> Found | Wait:
        """What was found, in doubt where nothing tells the name."""
        doubt = self.guard.doubt(text, found.start, found.end, final=final) if self.guard is not None else ""
        return WAIT if isinstance(doubt, Wait) else found._replace(doubt=doubt)

    def _follow(self, text: str, at: int, *, final: bool) -> tuple[int, list[str]] | Wait | None:
        """Where the last word ends, and what stood between the words."""
        seams: list[str] = []
        for index, word in enumerate(self.words):
            if index:
                seam = self.seams[index - 1].match(text, at)
                if seam is None:
                    return self._cut(text, at, index, final=final)
                seams.append(seam[0])
                at = seam.end()
            if not text.startswith(word, at):
                if not final and len(text) - at < len(word) and word.startswith(text[at:]):
                    return WAIT
                return self._cut(text, at, index, final=final) if index else None
            at += len(word)
        return at, seams

    def _cut(self, text: str, at: int, index: int, *, final: bool) -> Wait | None:
        """``WAIT`` when what follows may be a seam, or the escape of one, that has not arrived in full."""
        if final:
            return None
        if at == len(text):
            return WAIT
        seam = self.seams[index - 1]
        if any(seam is quote for quote in QUOTE_SEAMS.values()):
            return WAIT if len(text) - at < LONGEST_QUOTE else None
        may_start = text[at] in SEAM_STARTS and (text[at] != "." or any(seam is dotted for dotted in DOTTED_SEAMS))
        known = any(seam is one for one in KNOWN_SEAMS)
        longest = LONGEST_ESCAPE if may_start else 0 if known else len(seam.pattern) * (text[at] in seam.pattern)
        return WAIT if len(text) - at < longest else None

    def _written(self, seams: list[str]) -> str:
        pieces = [self.write[0]]
        for word, joint, seam in zip(self.write[1:], self.joints, seams, strict=False):
            pieces += (seam if joint is None else joint, word)
        return "".join(pieces)

    def _ends(self, text: str, start: int, end: int, *, final: bool) -> bool | Wait:
        if not in_word(text[end - 1]):
            return self._ends_by_dot(text, end, final=final) if text[end - 1] == "." else True
        lower = self.kind == "lower"
        clean = ends_clean(text, end, final=final, identifier=lower)
        if clean is True:
            return self._apart(text, end, final=final, lower=lower)
        everyday = self.guard is not None
        if clean is WAIT or not (self.base or everyday) or not text[end].isalpha():
            return clean
        stop = end
        while stop < len(text) and stop - end <= longest_ending() and in_word(text[stop]):
            stop += 1
        if stop == len(text) and not final and stop - end <= longest_ending():
            return WAIT
        if everyday and not (self.words[-1].istitle() and is_family(text, start, text[end:stop])):
            return False
        return is_inflected(self.words[-1], text[end:stop])

    @staticmethod
    def _ends_by_dot(text: str, end: int, *, final: bool) -> bool | Wait:
        """Whether an initial with its dot is the last one: not in ``J.R.``."""
        if end == len(text):
            return True if final else WAIT
        return not text[end].isalpha()

    def _apart(self, text: str, end: int, *, final: bool, lower: bool) -> bool | Wait:
        """A name that an ``@`` or, in small letters, a dot ties to a letter is part of an address, not a name."""
        after = text[end : end + 2]
        if after[:1] not in ("@", ".") or (after[:1] == "." and not lower):
            return True
        if len(after) < 2:
            return True if final else WAIT
        return not in_word(after[1])


def _in_address(text: str, start: int, *, lower: bool) -> bool:
    """Whether an ``@`` or, in small letters, a dot ties the word to a letter on its left."""
    return start > 1 and text[start - 1] in ("@." if lower else "@") and in_word(text[start - 2])


def word_forms(entry: int, surrogate: str, original: str, start: str = "") -> Iterator[WordsForm]:
    """Every spelling of a phrase; those that begin with ``start``."""
    everyday = _alone(surrogate) and is_everyday(surrogate)
    yield from plain_forms(entry, surrogate, original, start, endings=not everyday)


def plain_forms(
    entry: int, surrogate: str, original: str, start: str = "", *, endings: bool = False
) -> Iterator[WordsForm]:
    """Every spelling of words that take no endings; those that begin with ``start``."""
    for kind, spelled, written in spellings(surrogate, original):
        if spelled.startswith(start) and (kind != "lower" or may_be_in_small_letters(surrogate)):
            guard = SmallLetters() if kind == "lower" and _alone(surrogate) and is_listed(surrogate) else None
            yield from (replace(form, guard=guard) for form in _form(entry, spelled, written, kind, endings=endings))


def _alone(name: str) -> bool:
    """Whether a name is one word."""
    return name.isalnum() or not WORD.sub("", name)


def may_be_in_small_letters(name: str) -> bool:
    """Whether a name in small letters can be distinguished from other words; a listed one by its sentence."""
    return not _alone(name) or (len(name) >= _SHORTEST_IN_SMALL_LETTERS and not _is_said(name))


def _is_said(name: str) -> bool:
    """Whether a name is a word of the language, as far as the lists say."""
    return is_everyday(name) or is_everyday(name, of_a_place=True)


def _form(entry: int, spelled: str, original: str, kind: str, *, endings: bool = True) -> Iterator[WordsForm]:
    if kind == "escaped":
        yield WordsForm((spelled,), (), kind, entry, (original,), (), base=False)
        return
    words, between = split_words(spelled)
    outer = spelled.find(words[0]) if words else -1
    if not words or outer or not spelled.endswith(words[-1]):
        yield WordsForm((spelled,), (), kind, entry, (original,), (), base=False)
        return
    write, joints = _align(words, between, original)
    seams = tuple(map(seam_of, between))
    base = endings and len(words[-1]) >= 4 and words[-1][-1].isalpha()
    yield WordsForm(tuple(words), seams, kind, entry, write, joints, base=base)


def _align(words: list[str], between: list[str], original: str) -> tuple[tuple[str, ...], tuple[str | None, ...]]:
    """The original's words and joints, so that it can take over the answer's seams."""
    write, joints = split_words(original)
    if len(write) != len(words) or "".join(map(str.__add__, write, [*joints, ""])) != original:
        return (original,), ()
    kept = [None if seam_of(theirs) is seam_of(ours) else ours for ours, theirs in zip(joints, between, strict=True)]
    return tuple(write), tuple(kept)
