"""The sweep: a value found once is protected everywhere.

Needles are the values found in a request, and their aliases. The sweep reads a text token by token and looks
up runs of tokens in a table of the needles' beginnings, so its cost grows with the text and not with the
number of needles. Most needles have tokens that do not occur in the texts; these do not enter the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate

from privacy_chains.contract.spans import Span
from privacy_chains.detect.escapes import unescaped
from privacy_chains.lazy import lazily
from privacy_chains.preempt.clear import Clear
from privacy_chains.preempt.names_in_code import NamesInCode
from privacy_chains.preempt.needles import SOURCE, SURE, TOKEN, Needle, first_token, folded, is_sure, matches

__all__ = ["LONGEST_GAP", "SOURCE", "Sweep"]

LONGEST_GAP = 3
"""How many characters may stand between two tokens of a needle."""
_SHORTEST_CODE = 4
_RUN = lazily(r"[0-9]{1,3}(?:[,.'_ \u00a0\u2009\u202f][0-9]{3})++(?![0-9])|[0-9]{6,}+")
_NO_DIGIT = lazily(r"[^0-9]")


class Sweep:
    """A set of needles, ready to be looked for.

    Needles without a letter or digit are ignored; so are codes of fewer than four letters and digits, which occur
    by chance.

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
        self._names = NamesInCode()
        letters = {token[0] for token in among or ()}
        for needle in needles:
            text = unescaped(needle.text)
            first = text if text.isalnum() else first_token(text)
            if not first:
                continue
            code, head = needle.looks == "code", first.casefold()
            if code and len(digits := _NO_DIGIT.sub("", text)) >= SURE and not any(map(str.isalpha, text)):
                self._digits.setdefault(digits, needle)
            self._names.add(needle, text)
            if among is not None and (head[0] not in letters if code else head not in among):
                continue
            tokens = folded(text).split() if text.isascii() else [token.casefold() for token in TOKEN.findall(text)]
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
        return bool(self._needles or self._digits or self._names)

    def find(self, text: str, covered: Sequence[Span] = ()) -> tuple[Span, ...]:
        """Where needles stand in ``text`` outside the ``covered`` spans, leftmost and longest first.

        ``covered`` is disjoint and in reading order; so is the result.
        """
        return self.find_in(Clear(text, covered)) if self else ()

    def find_in(self, clear: Clear) -> tuple[Span, ...]:
        """:meth:`find` for a text that was taken apart already."""
        found: list[Span] = []
        for gap in clear.gaps if self._starts else ():
            if not self._starts.isdisjoint(clear.tokens_between(*gap)):
                self._find_between(clear.text, *gap, found)
        if self._digits:
            found += list(self._runs_in(clear, found))
        if self._names:
            found += list(self._names.find_in(clear, found))
        found.sort(key=lambda span: span.start)
        return tuple(map(clear.original, found))

    def _runs_in(self, clear: Clear, found: Sequence[Span]) -> Iterator[Span]:
        """Where the digits of a code stand, with any letters touching them and any signs between groups."""
        taken = [(span.start, span.end) for span in found]
        for gap in clear.gaps:
            for run in _RUN.finditer(clear.text, *gap):
                needle = self._digits.get(_NO_DIGIT.sub("", run[0]))
                if needle and not any(start < run.end() and run.start() < end for start, end in taken):
                    yield Span(*run.span(), needle.entity_type, 1.0, SOURCE)

    def _find_between(self, text: str, start: int, stop: int, found: list[Span]) -> None:
        tokens = [match.span() for match in TOKEN.finditer(text, start, stop)]
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
                if needle is not None and (following > index or is_sure(needle) or _stands_free(text, first, end)):
                    best = needle, following
                following += 1
                if following == len(tokens) or tokens[following][0] - end > LONGEST_GAP:
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
            if matches(needle, candidate):
                return needle
        return None


def _stands_free(text: str, start: int, end: int) -> bool:
    """Whether a single word is not part of an identifier, joined to others by an underscore."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    return not (before[-1:] == "_" and before[:1].isalnum()) and not (after[:1] == "_" and after[1:].isalnum())
