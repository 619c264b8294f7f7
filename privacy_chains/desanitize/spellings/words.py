"""Names as models write them: other case, other spacing, initials, a suffix, an apostrophe escaped for a literal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from privacy_chains.desanitize.spellings.evidence import NameEvidence, SmallLetters, is_family, is_introduced
from privacy_chains.desanitize.spellings.word_forms import WORD, spellings, split_words
from privacy_chains.desanitize.tokens import DASHES, SPACES, STEM, WAIT, Found, Wait, ends_clean, in_word, starts_clean
from privacy_chains.formats.word_classes import word_class

__all__ = [
    "COMMA_SEAM",
    "INITIAL_SEAM",
    "LONGEST_ENDING",
    "LONGEST_ESCAPE",
    "NO_SEAM",
    "SEAM_STARTS",
    "WordsForm",
    "beside_another",
    "is_ending",
    "is_everyday",
    "is_given",
    "is_listed",
    "may_be_in_small_letters",
    "middle_initial",
    "plain_forms",
    "seam_of",
    "word_forms",
]

_SPACE = rf"(?:[{SPACES}*_\u00ad\u200b]|\r?\n|\\[nrt]|&nbsp;|&#160;|&thinsp;|%20|%C2%A0|\+|\\u00a0){{1,4}}"
_APOSTROPHE = (
    r"(?:''|\\?['\u2019\u02bc\u2018`\u00b4\u2032]"
    r"|&\#0?39;|&\#[xX]27;|&(?:apos|rsquo|lsquo);|&\#8217;|%27|%E2%80%99|\\u0027|\\u2019)"
)
_DASH = rf"(?:[{DASHES}\u00ad ]\n?|%2D|&\#45;|&ndash;|\\u2011|\\u2010)"
COMMA_SEAM: Final = re.compile(rf"(?:,(?:{_SPACE})?|{_SPACE})")
NO_SEAM: Final = re.compile(rf"(?:{_SPACE})?")
INITIAL_SEAM: Final = re.compile(rf"(?:\.(?:{_SPACE})?|{_SPACE})")
SEAM_STARTS: Final = frozenset(
    " \t\r\n\u00ad\u200b\\&%+*_.'\u2019\u02bc\u2018`\u00b4\u2032-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
    + SPACES[1:]
)
LONGEST_ESCAPE: Final = 10
_SHORTEST_IN_SMALL_LETTERS: Final = 5
"""A name alone in small letters is left where it is shorter, or a word of the lists: ``grace``, ``king``."""

# Endings that carry a case and turn no common name into another one. Listed, not guessed: `-a` is left out
# because it makes Martina of Martin; a lone `-n` makes Martin of Marti, and is read after the vowel of a surname only.
_LISTED: Final = (
    "s es sche schen scher sches"  # German, Scandinavian, Dutch
    " owi em iem owie owych owym ów"  # Polish
    " in ia issa istä ista iin illa illä ilta iltä ille iksi ssa ssä sta stä lla llä lta ltä lle"  # Finnish
    " nak nek val vel hoz tól től ról ről ban ben"  # Hungarian
    " ом ем ым ов ову ому"  # Russian, Bulgarian, Ukrainian
)
_GENITIVE: Final = "n"
_VOWELS: Final = frozenset("aeiouyäöåAEIOUYÄÖÅ")
_ENDINGS: Final = frozenset(_LISTED.split()) | {_GENITIVE}
_BEGUN: Final = frozenset(ending[:end] for ending in _ENDINGS for end in range(1, len(ending) + 1))
LONGEST_ENDING: Final = max(map(len, _ENDINGS))


def is_ending(letters: str, *, whole: bool) -> bool:
    """Whether letters are an ending that a name may take; or, if not ``whole``, the beginning of one."""
    return letters.lower() in (_ENDINGS if whole else _BEGUN)


def is_inflected(name: str, ending: str) -> bool:
    """Whether letters after a name are an ending of it, and the two together no name of their own."""
    if is_listed(name + ending):
        return False
    if ending.lower() == _GENITIVE:
        return len(name) >= STEM and name[-1] in _VOWELS and not word_class(name.lower()).startswith("given")
    return is_ending(ending, whole=True)


def is_listed(word: str) -> bool:
    """Whether a word is a name of its own: ``Williams`` is not a form of ``William``."""
    return bool(word_class(word.lower()))


_TOWNS: Final = (
    "bath bears borne buffalo commerce concord cork enter enterprise essen grave hope hull humble independence lies"
    " made male mobile nice normal orange phoenix police providence reading reunion rude split surprise tours warns"
)
_TOWNS_AND_WORDS: Final = frozenset(_TOWNS.split())
"""Towns that the lists do not mark as words, for they are no words of names."""


def is_everyday(word: str, *, of_a_place: bool = False) -> bool:
    """Whether a name, in small letters, is a word like any other: ``rose``, ``king``; of a place, ``bath``."""
    listed = word_class(word.lower())
    if of_a_place and (listed == "word-place" or word.lower() in _TOWNS_AND_WORDS):
        return word.lower() in _TOWNS_AND_WORDS
    return listed.endswith(".word") or listed.startswith(("word", "cue"))


def is_given(word: str) -> bool:
    """Whether a listed name is a given name."""
    return word_class(word.lower()).startswith("given")


_NEXT_WORD: Final = r"[ \u00a0]([A-Z][a-z]{1,23})(?![\w'\u2019-])"
_AHEAD: Final = re.compile(rf"(?:[ \u00a0][A-Z]\.?)?{_NEXT_WORD}(?:{_NEXT_WORD})?")
_ARRIVING: Final = re.compile(r"[ \u00a0]?(?:[A-Z][a-z]{0,23}['\u2019.-]?[ \u00a0]?){0,3}\Z")
_BEHIND: Final = re.compile(r"(?<![\w'\u2019-])([A-Z][a-z]{3,23})(?:[ \u00a0][A-Z]\.?)?[ \u00a0]\Z")
_BEFORE_INITIAL: Final = re.compile(r"(?<![\w'\u2019-])([^\W\d_]{2,24})[ \u00a0]\Z")
_INITIAL: Final = re.compile(r"[^\W\d_](?![^\W\d_])")
_AFTER_INITIAL: Final = re.compile(r"[ \u00a0]([^\W\d_]{2,24})")
_COMING: Final = re.compile(r"(?:[ \u00a0][^\W\d_]{0,24})?\Z")
_MIDDLE: Final = "a middle initial, which stands for no name that was issued"
_ANOTHER: Final = "part of a name beside one that was not issued"


def _may_be_surname(word: str) -> bool:
    """Whether a word with a capital behind a given name may be a surname: a listed one, or a word of no list."""
    listed = word_class(word.lower())
    return not listed or (listed.startswith("surname") and not listed.endswith(".word"))


def _is_foreign(other: re.Match[str], names: frozenset[str]) -> bool:
    """Whether the words behind a given name make it that of somebody else: ``Martin Luther King``."""
    word, further = other[1], other[2]
    if word.lower() in names:
        return False
    if _may_be_surname(word) or (is_given(word) and not is_everyday(word)):
        return True
    return bool(is_given(word) and further and further.lower() not in names and is_listed(further))


def beside_another(text: str, found: Found, given: bool, names: frozenset[str], *, final: bool) -> str | Wait:  # noqa: FBT001
    """Why one word of a name is left: a surname behind it, or a given name before it, that nobody was given."""
    if given:
        if not final and _ARRIVING.match(text, found.end):
            return WAIT
        ahead = _AHEAD.match(text, found.end)
        return _ANOTHER if ahead is not None and _is_foreign(ahead, names) else ""
    other = _BEHIND.search(text, max(0, found.start - 29), found.start)
    is_foreign = other is not None and is_given(other[1]) and not is_everyday(other[1])
    return _ANOTHER if other is not None and is_foreign and other[1].lower() not in names else ""


def middle_initial(text: str, found: Found, names: frozenset[str], *, final: bool) -> str | Wait:
    """Why an initial is left: the name that it would stand for is there in full, ``Jade J. Ojqemurkie``."""
    if _INITIAL.match(text, found.start):
        behind = text[max(0, found.start - 64) : found.start]
        before = _BEFORE_INITIAL.search(behind)
        middle = before is not None and before[1].lower() in names and before[1][0].isupper()
        return _MIDDLE if middle and not is_introduced(behind) else ""
    if text[found.end - 1] != ".":
        return ""
    if not final and _COMING.match(text, found.end):
        return WAIT
    after = _AFTER_INITIAL.match(text, found.end)
    return _MIDDLE if after is not None and after[1].lower() in names and after[1][0].isupper() else ""


def seam_of(between: str) -> re.Pattern[str]:
    """What may stand where ``between`` stood."""
    if between.isspace():
        return _SEAMS[" "]
    plain = between.strip()
    if plain in _QUOTES and plain:
        return _QUOTE_SEAMS[between[:1].isspace(), between[-1:].isspace()]
    if plain in _SEAMS:
        return _SEAMS[plain]
    return re.compile(r"\s{0,3}".join(map(re.escape, between.split())) + r"\s{0,3}" if plain else re.escape(between))


_SEAMS: Final = {
    " ": re.compile(_SPACE),
    "-": re.compile(_DASH),
    "'": re.compile(_APOSTROPHE),
    "\u2019": re.compile(_APOSTROPHE),
    ".": re.compile(rf"\.?(?:{_SPACE})?"),
}


_QUOTES: Final = ('"', "\u201c", "\u201d", "\u201e")
_QUOTE: Final = (
    r"(?:\\{0,7}[\"\u201c\u201d\u201e]|&(?:quot|ldquo|rdquo|bdquo|\#0?34|\#[xX]22);|%22|\\{1,4}u(?:0022|201[cdCDeE]))"
)
_QUOTE_SEAMS: Final = {
    (before, behind): re.compile((_SPACE if before else "") + _QUOTE + (_SPACE if behind else ""))
    for before in (True, False)
    for behind in (True, False)
}
"""A quote around a nickname, escaped for up to three literals, one in the other."""
_LONGEST_QUOTE: Final = 48

_KNOWN: Final = (*_SEAMS.values(), COMMA_SEAM, NO_SEAM, INITIAL_SEAM)
_DOTTED: Final = (_SEAMS["."], INITIAL_SEAM)
"""Seams of which what they may start with is known, and those that may start with a dot."""


@dataclass(frozen=True, slots=True)
class WordsForm:
    """One spelling of a surrogate made of words.

    Attributes:
        words: Its words as spelled.
        seams: What may stand between them.
        kind: How it departs from the surrogate as issued.
        entry: Which surrogate it spells.
        write: The words of the original in the same spelling; or one text, where the counts differ.
        joints: What the original has between its words, where it is not the answer's seam that is kept.
        base: Whether endings may follow.
        guard: What tells a word like any other from the name; None where nothing has to.
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
        if any(seam is quote for quote in _QUOTE_SEAMS.values()):
            return WAIT if len(text) - at < _LONGEST_QUOTE else None
        may_start = text[at] in SEAM_STARTS and (text[at] != "." or any(seam is dotted for dotted in _DOTTED))
        known = any(seam is one for one in _KNOWN)
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
        while stop < len(text) and stop - end <= LONGEST_ENDING and in_word(text[stop]):
            stop += 1
        if stop == len(text) and not final and stop - end <= LONGEST_ENDING:
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
    """Whether a name in small letters may be told from other words; a listed one by its sentence."""
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
