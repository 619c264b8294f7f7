"""The sweep: a value found once is protected wherever it stands.

Needles are the values found in a request, and their aliases. The sweep reads a text token by token and looks
runs of tokens up in a table of the needles' beginnings, so its cost grows with the text and not with the
number of needles. Needles whose tokens are not those of the texts, which is most of them, do not enter the table.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import Literal, NamedTuple

from privacy_chains.contract.spans import Span
from privacy_chains.detect.escapes import has_escapes, percent_escapes, unescaped
from privacy_chains.detect.normalize import View, view, without_escapes
from privacy_chains.detect.spelled import has_spelled

__all__ = ["Clear", "Needle", "Parts", "Sweep"]

_TOKEN = re.compile(r"[^\W_]+")
_BLANKS = bytes(code if chr(code).isalnum() else 32 for code in range(128)) + bytes(range(128, 256))
"""Blanks in place of every ASCII character that is in no token."""
_CODE_GAP = re.compile(r"[ .\-/\u00a0\u2009\u202f\u2010\u2011]?")
_LONGEST_GAP = 3
_LOOK = 64
_BEFORE = re.compile(r"([^\W_]+)(?:[\W_]{0,3})\Z")
_AFTER = re.compile(r"[\W_]{0,3}([^\W_]+)")
_JOINS = str.maketrans("_-", "  ")
_first, _last = itemgetter(0), itemgetter(-1)
_SHORTEST_CODE = 4
_SURE = 6
"""Digits of a code that stand nowhere by chance: letters may touch them, as in ``acct_5520193`` and ``5520193L``."""
_RUN = re.compile(r"[0-9]{1,3}(?:[,.'_ \u00a0\u2009\u202f][0-9]{3})++(?![0-9])|[0-9]{6,}+")
_NO_DIGIT = re.compile(r"[^0-9]")

Looks = Literal["words", "code", "exact"]
SOURCE = "sweep"


class Needle(NamedTuple):
    """A value to look for.

    Attributes:
        text: The value; never shown.
        entity_type: The type of the spans it gives.
        looks: ``"words"`` matches in any letter case where it has several words, whatever of spaces, underscores and
            hyphens is between them, and capitalised or in capitals where it is a single word; ``"code"`` matches
            whatever separators stand in it; ``"exact"`` as it is.
    """

    text: str
    entity_type: str
    looks: Looks

    def __repr__(self) -> str:
        return f"Needle(entity_type={self.entity_type!r}, looks={self.looks!r})"


class Clear:
    """What stands in a text outside the ``covered`` spans, which are disjoint and in reading order.

    Attributes:
        covered: The spans.
        text: The text as it reads, without escapes.
        gaps: From where to where nothing is covered.
    """

    __slots__ = ("_folded", "_given", "_tokens", "_view", "covered", "gaps", "text")

    def __init__(self, text: str, covered: Sequence[Span] = ()) -> None:
        self._given, self.covered = text, tuple(covered)
        self.text = without_escapes(text)
        self._tokens: set[str] | None = None
        self._view: View | None = None
        if has_escapes(self.text) or percent_escapes(self.text) or has_spelled(self.text):
            self._view = seen = view(self.text, apart=True)
            self.text, covered = seen.text, [_seen(seen, span) for span in covered]
        self.gaps = [*_gaps(len(self.text), covered)]
        # The text with blanks in place of what is in no token, where that keeps every position.
        self._folded = _folded(self.text) if self.text.isascii() else None

    @property
    def tokens(self) -> set[str]:
        """The tokens of all gaps, in one case."""
        if self._tokens is None:
            self._tokens = set[str]().union(*(self.tokens_between(*gap) for gap in self.gaps))
        return self._tokens

    def tokens_between(self, start: int, stop: int) -> list[str]:
        """The tokens from one place of the text to another, in one case."""
        if self._folded is not None:
            return self._folded[start:stop].split()
        return list(map(str.casefold, _TOKEN.findall(self.text, start, stop)))

    def may_hold(self, value: str) -> bool:
        """Whether all tokens of a value stand in the gaps."""
        return self.tokens.issuperset(_tokens(unescaped(value)))

    def original(self, span: Span) -> Span:
        """The span of the text as it was given."""
        return span if self._view is None else self._view.original(span)

    def less(self, found: Sequence[Span]) -> Clear:
        """What stands outside further spans too."""
        return Clear(self._given, sorted((*self.covered, *found))) if found else self


class Sweep:
    """A set of needles, ready to be looked for.

    Needles without a letter or digit are ignored; so are codes of fewer than four letters and digits, which stand
    in texts by chance.

    Args:
        needles: What to look for.
        among: The tokens of the texts that will be searched, where they are known: needles that do not begin with
            one of them, or need others beside, may be left out.
    """

    def __init__(self, needles: Iterable[Needle], among: AbstractSet[str] | None = None) -> None:
        self._needles: dict[str, list[Needle]] = {}
        self._starts: set[str] = set()
        self._beginnings: set[str] = set()
        self._digits: dict[str, Needle] = {}
        letters = set(map(_first, among or ()))
        for needle in needles:
            text = unescaped(needle.text)
            first = text if text.isalnum() else _first_token(text)
            if not first:
                continue
            code, head = needle.looks == "code", first.casefold()
            if code and len(digits := _NO_DIGIT.sub("", text)) >= _SURE and not any(map(str.isalpha, text)):
                self._digits.setdefault(digits, needle)
            if among is not None and (head[0] not in letters if code else head not in among):
                continue
            tokens = _folded(text).split() if text.isascii() else [token.casefold() for token in _TOKEN.findall(text)]
            key = "".join(tokens)
            if code and len(key) < _SHORTEST_CODE:
                continue
            # A code's separators may stand elsewhere, so any of its beginnings may be a token.
            beginnings = [key[:end] for end in range(1, len(key) + 1)] if code else list(accumulate(tokens))
            if among is not None and (among.isdisjoint(beginnings) if code else not among >= {*tokens}):
                continue
            self._needles.setdefault(key, []).append(needle._replace(text=text))
            self._beginnings.update(beginnings)
            self._starts.update(beginnings if code else tokens[:1])

    def __bool__(self) -> bool:
        return bool(self._needles or self._digits)

    def find(self, text: str, covered: Sequence[Span] = ()) -> tuple[Span, ...]:
        """Where needles stand in ``text`` outside the ``covered`` spans, leftmost and longest first.

        ``covered`` is disjoint and in reading order; so is the result.
        """
        return self.find_in(Clear(text, covered)) if self else ()

    def find_in(self, clear: Clear) -> tuple[Span, ...]:
        """:meth:`find` for a text that was taken apart already."""
        found: list[Span] = []
        for gap in clear.gaps:
            if not self._starts.isdisjoint(clear.tokens_between(*gap)):
                self._find_between(clear.text, *gap, found)
        if self._digits:
            found += list(self._runs_in(clear, found))
            found.sort(key=lambda span: span.start)
        return tuple(map(clear.original, found))

    def _runs_in(self, clear: Clear, found: Sequence[Span]) -> Iterator[Span]:
        """Where the digits of a code stand, whatever letters touch them or signs group them."""
        taken = [(span.start, span.end) for span in found]
        for gap in clear.gaps:
            for run in _RUN.finditer(clear.text, *gap):
                needle = self._digits.get(_NO_DIGIT.sub("", run[0]))
                if needle and not any(start < run.end() and run.start() < end for start, end in taken):
                    yield Span(*run.span(), needle.entity_type, 1.0, SOURCE)

    def _find_between(self, text: str, start: int, stop: int, found: list[Span]) -> None:
        tokens = [match.span() for match in _TOKEN.finditer(text, start, stop)]
        beginnings = self._beginnings
        index = 0
        while index < len(tokens):
            first, last = tokens[index]
            key = text[first:last].casefold()
            if key not in self._starts:
                index += 1
                continue
            best: tuple[Needle, int] | None = None
            following = index
            while key in beginnings:
                end = tokens[following][1]
                needle = self._accept(key, text[first:end])
                if needle is not None and (following > index or _is_sure(needle) or _stands_free(text, first, end)):
                    best = needle, following
                following += 1
                if following == len(tokens) or tokens[following][0] - end > _LONGEST_GAP:
                    break
                key += text[slice(*tokens[following])].casefold()
            if best is None:
                index += 1
                continue
            needle, reached = best
            found.append(Span(first, tokens[reached][1], needle.entity_type, 1.0, SOURCE))
            index = reached + 1

    def _accept(self, key: str, candidate: str) -> Needle | None:
        for needle in self._needles.get(key, ()):
            if _matches(needle, candidate):
                return needle
        return None


_Neighbours = dict[str, dict[str, dict[Needle, Sequence[str]]]]
"""By token and the one beside it (in codes, that one's nearest character), the needles with both, and their tokens."""


class Parts:
    """The parts of needles with several tokens, to tell where a detector saw only some of a value.

    Args:
        needles: What was found, here or before.
        found: The values that were found here, which may be parts.
    """

    def __init__(self, needles: Iterable[Needle], found: Iterable[str]) -> None:
        self._before: _Neighbours = {}
        self._behind: _Neighbours = {}
        tokens_of = {value: tokens for value in found if (tokens := _tokens(value))}
        of_first = _owners(zip(map(_first, tokens_of.values()), tokens_of, strict=True))
        of_last = _owners(zip(map(_last, tokens_of.values()), tokens_of, strict=True))
        for needle in needles if tokens_of else ():
            own, tokens = needle.text, tokens_of.get(needle.text) or _tokens(needle.text)
            for one, other in pairwise(tokens):
                # A code's separators may stand elsewhere: of its tokens only the characters that meet are told.
                if of_first.get(other, own) != own:
                    before = one[-1] if needle.looks == "code" else one
                    self._before.setdefault(other, {}).setdefault(before, {})[needle] = tokens
                if of_last.get(one, own) != own:
                    behind = other[0] if needle.looks == "code" else other
                    self._behind.setdefault(one, {}).setdefault(behind, {})[needle] = tokens
        self._parts = {
            value for value, tokens in tokens_of.items() if tokens[0] in self._before or tokens[-1] in self._behind
        }

    def __bool__(self) -> bool:
        return bool(self._parts)

    def whole(self, text: str, found: Sequence[Span]) -> Iterator[Span]:
        """Spans that are disjoint and in reading order, some of them widened to the needle that they are a part of."""
        end = 0
        for at, span in enumerate(found):
            if span.start < end:
                continue  # in the one before
            widest = self._around(text, span, end) if text[span.start : span.end] in self._parts else span
            if widest is not span and _crossed(widest.end, found, at + 1):
                widest = span
            end = widest.end
            yield widest

    def _around(self, text: str, span: Span, least: int) -> Span:
        """The needle that a span is a part of where it stands; else the span."""
        for needle, tokens in self._beside(text, span, least).items():
            reach = len(needle.text) + _LONGEST_GAP
            start, stop = max(least, span.start - reach), span.end + reach
            window = text[start:stop].casefold()
            if needle.looks != "code" and not all(map(window.__contains__, tokens)):
                continue
            for match in Sweep((needle,)).find(text[start:stop]):
                whole = replace(match, start=match.start + start, end=match.end + start)
                wider = whole.end - whole.start > span.end - span.start
                if wider and whole.start <= span.start and span.end <= whole.end:
                    return whole
        return span

    def _beside(self, text: str, span: Span, least: int) -> Mapping[Needle, Sequence[str]]:
        """The needles in which the token before a span or behind it stands there, too."""
        tokens = _tokens(text[span.start : span.end])
        found: dict[Needle, Sequence[str]] = {}
        if (known := self._before.get(tokens[0])) and (
            before := _BEFORE.search(text, max(least, span.start - _LOOK), span.start)
        ):
            token = before[1].casefold()
            found |= known.get(token, {}) | known.get(token[-1], {})
        if (known := self._behind.get(tokens[-1])) and (after := _AFTER.match(text, span.end, span.end + _LOOK)):
            token = after[1].casefold()
            found |= known.get(token, {}) | known.get(token[0], {})
        return found


def _owners(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """For each token the value that has it; nothing where several do."""
    owners: dict[str, str] = {}
    for token, value in pairs:
        if owners.setdefault(token, value) != value:
            owners[token] = ""
    return owners


def _crossed(end: int, found: Sequence[Span], at: int) -> bool:
    """Whether a place lies within one of the spans from the one at ``at``."""
    while at < len(found) and found[at].end <= end:
        at += 1
    return at < len(found) and found[at].start < end


def _tokens(text: str) -> Sequence[str]:
    """The tokens of a text in one case."""
    if text.isascii():
        return _folded(text).split()
    return (text.casefold(),) if text.isalnum() else _TOKEN.findall(text.casefold())


def _folded(text: str) -> str:
    """A text of ASCII characters in small letters, with blanks in place of what is in no token."""
    return text.lower().encode().translate(_BLANKS).decode()


def _first_token(text: str) -> str:
    found = _TOKEN.search(text)
    return found[0] if found else ""


def _seen(seen: View, span: Span) -> Span:
    """The span of the view that renders a span of the original."""
    return replace(span, start=bisect_left(seen.ends, span.start + 1), end=bisect_left(seen.origins, span.end))


def _matches(needle: Needle, candidate: str) -> bool:
    inner = _trim(needle.text)
    if candidate == inner:
        return True
    if needle.looks == "exact":
        return False
    if needle.looks == "code":
        return all(_CODE_GAP.fullmatch(gap) for gap in _TOKEN.split(candidate))
    if _spaced(candidate) != _spaced(inner):
        return False
    several = _TOKEN.fullmatch(inner) is None
    return several or candidate[:1].isupper()


def _spaced(words: str) -> str:
    """Words in one case, whatever joins them: a name may stand in that of a file."""
    return " ".join(words.casefold().translate(_JOINS).split())


def _trim(value: str) -> str:
    tokens = [match.span() for match in _TOKEN.finditer(value)]
    return value[tokens[0][0] : tokens[-1][1]] if tokens else ""


def _is_sure(needle: Needle) -> bool:
    """Whether it is a code that no identifier holds by chance."""
    return needle.looks == "code" and sum(map(str.isdigit, needle.text)) >= _SURE


def _stands_free(text: str, start: int, end: int) -> bool:
    """Whether no underscore joins a single word to others, which makes it a piece of an identifier."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    return not (before[-1:] == "_" and before[:1].isalnum()) and not (after[:1] == "_" and after[1:].isalnum())


def _gaps(length: int, covered: Sequence[Span]) -> Iterable[tuple[int, int]]:
    position = 0
    for span in covered:
        if position < span.start:
            yield position, span.start
        position = max(position, span.end)
    if position < length:
        yield position, length
