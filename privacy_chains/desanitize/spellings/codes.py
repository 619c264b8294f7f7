"""Codes as models write them: other separators or none, other case, full-width digits, or just the last four digits."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.literals import code_ends, code_starts
from privacy_chains.desanitize.spellings.masked import behind_a_head, masked_at, masked_rest
from privacy_chains.desanitize.tokens import DASHES, SPACES, WAIT, Found, Wait
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["CodeForm", "DigitCodes", "compact", "digit_run"]

_SEPARATORS: Final = rf"{SPACES}\r\n.·()\u00ad\u200b\u200c\u2060{DASHES}"
_RUN = lazily(rf"\d(?:[{_SEPARATORS}]{{0,3}}\d){{0,63}}[{_SEPARATORS}]{{0,3}}")
_SEPARATOR = lazily(rf"[{_SEPARATORS}]{{0,3}}")
_DIALLED = lazily(r"(?:\+\d{1,3}|(?<!\d)00\d{1,3}|(?<![\d.-])1)[ .\u00a0-]?\(?(?:0\)[ ]?)?\Z")
_CUE = worded(r"(?:\b(?:{last_digits}|{last_digits_stem}\w+)\b[^\n.;!?]{0,24}|[xX*•·#…]{2,}[ -]?)\Z", re.IGNORECASE)
_CUE_REACH: Final = 48
_TIES: Final = "-."


def compact(text: str) -> str:
    """The letters and digits of a code, digits as ASCII, letters in capitals."""
    if text.isascii():
        return "".join(filter(str.isalnum, text)).upper()
    return "".join(str(int(c)) if c.isdecimal() else c.upper() for c in text if c.isalnum())


def digit_run(text: str, start: int) -> str:
    """The digits from ``start`` on, as far as only separators stand between them."""
    run = _RUN.match(text, start)
    return run[0] if run else ""


def _lay_out(layout: str, surrogate: str, original: str) -> str:
    """``original`` laid out as ``layout`` lays out ``surrogate``: its separators, its letter case, its digits."""
    ours, theirs = compact(original), [c for c in original if c.isalnum()]
    cased = [c for c in surrogate if c.isalnum()]
    if len(ours) != len(cased) or len(theirs) != len(cased):
        return original
    pieces, index = [], 0
    for char in layout:
        if not char.isalnum():
            pieces.append(char)
            continue
        pieces.append(_like(char, cased[index], theirs[index]))
        index += 1
    return "".join(pieces)


def _like(char: str, surrogate: str, original: str) -> str:
    if char.isdecimal() and not char.isascii() and original.isdecimal():
        return chr(ord(char) - int(char) + int(original))
    if char.isalpha() and char != surrogate:
        return original.upper() if char.isupper() else original.lower()
    return original


@dataclass(frozen=True, slots=True)
class CodeForm:
    """A code with letters in it, separators anywhere or nowhere."""

    chars: str
    surrogate: str
    original: str
    entry: int

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """Whether the code stands at ``start``, whatever its separators."""
        at = start
        for index, char in enumerate(self.chars):
            if index:
                at = _SEPARATOR.match(text, at).end()  # type: ignore[union-attr]  # it matches everywhere
            if at == len(text):
                return None if final else WAIT
            if text[at].upper() != char:
                return self._masked(text, start, index, final=final)
            at += 1
        ended = code_starts(text, start, _TIES) and code_ends(text, at, _TIES, final=final)
        if isinstance(ended, Wait):
            return WAIT
        return self._seen(text, start, at) if ended else None

    def _masked(self, text: str, start: int, count: int, *, final: bool) -> Found | Wait | None:
        """The code with its middle masked, of which the first ``count`` letters and digits stand there."""
        end = start + _length_of(text[start : start + 3 * count], count)
        seen = masked_rest(text, start, end, final=final) if count else None
        if seen is None or isinstance(seen, Wait):
            return seen
        original = compact(self.original)
        if not seen.fits(self.chars) or not code_starts(text, start, _TIES) or len(original) != len(self.chars):
            return None
        cased = original.lower() if seen.parts[0].islower() else original
        return Found(start, seen.end, seen.written(cased), self.entry, "masked")

    def _seen(self, text: str, start: int, at: int) -> Found | None:
        seen = text[start:at]
        if seen == self.surrogate:
            return Found(start, at, self.original, self.entry, "exact")
        letters = [c for c in seen if c.isalpha()]
        if any(c.isupper() for c in letters) and any(c.islower() for c in letters):
            return None
        return Found(start, at, _lay_out(seen, self.surrogate, self.original), self.entry, "separators")


@dataclass(slots=True)
class DigitCodes:
    """Every code made of digits, found by its digits whatever stands between them.

    A lookup costs one dictionary access for each distinct length, however many codes there are.
    """

    codes: dict[str, list[tuple[int, str, str]]] = field(default_factory=lambda: defaultdict(list))
    dialled: set[str] = field(default_factory=set)
    tails: dict[str, list[tuple[int, str]]] = field(default_factory=lambda: defaultdict(list))
    lengths: tuple[int, ...] = ()
    _by_end: dict[str, list[str]] | None = None
    _heads: frozenset[str] | None = None

    @property
    def heads(self) -> frozenset[str]:
        """Every beginning of a code."""
        if self._heads is None:
            self._heads = frozenset(code[:end] for code in self.codes for end in range(1, len(code) + 1))
        return self._heads

    def __contains__(self, digits: str) -> bool:
        """Whether a code, or the end of one, is made of these digits."""
        return digits in self.codes or digits in self.tails

    def may_start(self, figures: str) -> bool:
        """Whether a code, or the end of one, may start with these figures."""
        if figures in self.heads or figures in self.tails:
            return True
        return any(figures[:length] in self.codes for length in self.lengths if length < len(figures))

    @classmethod
    def of(cls, issued: Sequence[tuple[int, Issued]], lettered: Sequence[tuple[int, Issued]] = ()) -> DigitCodes:
        """The index of digit codes, and of the last digits of ``lettered`` ones."""
        index = cls()
        for entry, item in issued:
            digits = compact(item.surrogate)
            index.codes[digits].append((entry, item.surrogate, item.original))
            if item.entity_type == "PHONE_NUMBER":
                index._add_phone(entry, item, digits)
            index._add_tail(entry, item, digits)
        for entry, item in lettered:
            index._add_tail(entry, item, compact(item.surrogate))
        index.lengths = tuple(sorted({len(code) for code in index.codes}, reverse=True))
        return index

    def _add_tail(self, entry: int, item: Issued, chars: str) -> None:
        tail, original = chars[-4:], compact(item.original)[-4:]
        if len(chars) >= 8 and tail.isdecimal() and original.isdecimal():
            self.tails[tail].append((entry, original))

    def _add_phone(self, entry: int, item: Issued, digits: str) -> None:
        """Register a phone number without its country code, or with it."""
        theirs = compact(item.original)
        for spelled, original in _dialling(item.surrogate, digits, theirs):
            if spelled not in self.codes:
                self.codes[spelled].append((entry, spelled, original))
                self.dialled.add(spelled)

    def match(self, text: str, start: int, *, final: bool) -> list[Found] | Wait:
        """The codes that stand at ``start``, longest first."""
        run = _RUN.match(text, start)
        if run is None:
            return []
        digits = compact(run[0])
        if run.end() == len(text) and not final and digits in self.heads:
            return WAIT
        masked = self._masked(text, start, final=final)
        if isinstance(masked, Wait):
            return WAIT
        found: list[Found] = masked
        for length in self.lengths:
            if length <= len(digits) and digits[:length] in self.codes:
                seen = self._seen(text, start, run[0], length, final=final)
                if isinstance(seen, Wait):
                    return WAIT
                found += seen
        return found

    def _seen(self, text: str, start: int, run: str, length: int, *, final: bool) -> list[Found] | Wait:
        end = start + _length_of_digits(run, length)
        seen = text[start:end]
        ended = code_ends(text, end, _TIES, final=final)
        grouped = _grouped_on(text, start, end, seen, final=final)
        if isinstance(ended, Wait) or isinstance(grouped, Wait):
            return WAIT
        if not ended:
            return []
        clean = code_starts(text, start, _TIES)
        dialled = _DIALLED.search(text, max(0, start - 8), start) is not None
        digits, found = compact(seen), []
        for entry, surrogate, original in self.codes[digits]:
            if seen == surrogate and clean:
                found.append(Found(start, end, original, entry, "exact"))
            elif dialled or (clean and not grouped):
                kind = "dialled" if digits in self.dialled else "separators"
                found.append(Found(start, end, _lay_out(seen, surrogate, original), entry, kind))
        return found

    def _masked(self, text: str, start: int, *, final: bool) -> list[Found] | Wait:
        """The codes whose head and tail stand there, with a mask between them."""
        seen = masked_at(text, start, self.heads, final=final)
        if seen is None or isinstance(seen, Wait) or not code_starts(text, start, _TIES):
            return WAIT if isinstance(seen, Wait) else []
        if self._by_end is None:
            self._by_end = defaultdict(list)
            for code in self.codes:
                self._by_end[code[-2:]].append(code)
        return [
            Found(start, seen.end, seen.written(compact(original)), entry, "masked")
            for code in self._by_end.get(seen.tail[-2:], ())
            if seen.fits(code)
            for entry, _, original in self.codes[code]
            if len(compact(original)) == len(code)
        ]

    def match_tail(self, text: str, start: int, end: int) -> list[Found]:
        """A code of which only the last four digits stand there, after words that say so."""
        if end - start != 4 or compact(text[start:end]) not in self.tails:
            return []
        if _CUE.search(text, max(0, start - _CUE_REACH), start) is None or behind_a_head(text, start):
            return []
        return [
            Found(start, end, original, entry, "last four") for entry, original in self.tails[compact(text[start:end])]
        ]


def _length_of(run: str, count: int) -> int:
    """How many characters of a run its first ``count`` letters and digits take up."""
    places = (at for at, char in enumerate(run, 1) if char.isalnum())
    return next((at for number, at in enumerate(places, 1) if number == count), len(run))


def _length_of_digits(run: str, count: int) -> int:
    """How many characters of a run its first ``count`` digits take up."""
    end = count
    while (digits := sum(map(str.isdecimal, run[:end]))) < count:
        end += count - digits
    return end


def _grouped_on(text: str, start: int, end: int, seen: str, *, final: bool) -> bool | Wait:
    """Whether digits laid out in groups are only some of the groups that stand there."""
    if " " not in seen:
        return False
    if start > 1 and text[start - 1] == " " and text[start - 2].isdecimal():
        return True
    if end + 1 >= len(text):
        return False if final else WAIT
    return text[end] == " " and text[end + 1].isdecimal()


def _dialling(surrogate: str, digits: str, original: str) -> Iterator[tuple[str, str]]:
    if len(digits) != len(original):
        return
    if surrogate.lstrip("(").startswith("+"):
        code = _country(digits)
        if digits[:code] == original[:code]:
            yield digits[code:], original[code:]
            if code > 1 or digits[0] != "1":
                yield "0" + digits[code:], "0" + original[code:]
    elif len(digits) == 10 and digits[0] != "0" == original[0]:
        return
    elif len(digits) == 10 and digits[0] != "0":
        yield "1" + digits, "1" + original
    elif digits[0] == original[0] == "0" and digits[1:2] != "0":
        yield digits[1:], original[1:]


def _country(digits: str) -> int:
    """The length of the country calling code that an international number starts with (ITU-T E.164)."""
    if digits[0] in "17":
        return 1
    two = "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66"
    return 2 if digits[:2] in f"{two} 81 82 84 86 90 91 92 93 94 95 98".split() else 3
