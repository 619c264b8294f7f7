"""The lexicon: every form of every issued surrogate, found from the first token of its spelling."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol

from privacy_chains.desanitize._codes import CodeForm, DigitCodes, compact
from privacy_chains.desanitize._dates import MONTHS, Dates, is_date
from privacy_chains.desanitize._literals import literal_forms
from privacy_chains.desanitize._number_words import spelled_out
from privacy_chains.desanitize._numbers import Number, Numbers
from privacy_chains.desanitize._window import CAPITALIZED, FIGURES, TOKEN, WAIT, Found, Wait
from privacy_chains.desanitize._words import (
    LONGEST_ENDING,
    Initialed,
    WordsForm,
    initialed,
    is_ending,
    is_listed,
    name_forms,
)
from privacy_chains.desanitize.issued import Issued

__all__ = ["NO_SURNAME", "STEM", "Form", "Lexicon", "entries_by_surrogate"]

STEM: Final = 4
"""How many letters a name has at least to be recognized with an ending."""
_CODE_TIES: Final = "-."
NO_SURNAME: Final = re.compile(r"\s[a-z]|[,;:)?!'\"-]")
"""What follows an ``I`` or an ``A`` that is no initial: a word in small letters, most often."""
_NUMBER_TIES: Final = "-.,/:"
_EXACT_TIES: Final = "-.@_+"
_LETTER_HEAD = re.compile(r"[^\W\d_]+|\d+")


class Form(Protocol):
    """A spelling that can be looked for at a place."""

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """Whether it stands at ``start``."""
        ...


class Lexicon:
    """The forms of the surrogates of one request.

    Attributes:
        issued: The surrogates, each pair once.
        first: Forms by the first token of their spelling, each with that token's distance from its start.
        heads: Every beginning of such a token.
        stems: The first letters of those that may be inflected.
        initials: Tokens that are initials of somebody and nothing else.
        leads: What stands before the first token of a spelling that starts with a sign.
        struck: Pairs of (entry, kind) that the sanitized texts disproved.
    """

    def __init__(self, issued: Iterable[Issued]) -> None:
        self.issued: tuple[Issued, ...] = tuple(
            dict.fromkeys(
                item
                for item in issued
                if item.surrogate and (item.surrogate != item.original or item.number != item.released)
            )
        )
        self.first: dict[str, list[tuple[Form, int]]] = defaultdict(list)
        self.heads: set[str] = set()
        self.stems: set[str] = set()
        self.leads: set[str] = set()
        self.longest_lead = 0
        self.initials: set[str] = set()
        self._initialed: dict[str, Initialed] = {}
        self.struck: set[tuple[int, str]] = set()
        codes: list[tuple[int, Issued]] = []
        self.numbers_issued: list[Number] = []
        for entry, item in enumerate(self.issued):
            for form, spelled in self._forms(entry, item, codes):
                self.add(form, spelled)
        self.initials |= {initial for initial in self._initialed if len(self.first[initial]) == 1}
        self.digits = DigitCodes.of(codes)
        self.numbers = Numbers.of([number for number in self.numbers_issued if number.plain], self.struck)
        self.dates = Dates([n for n in self.numbers_issued if is_date(n, self.issued[n.entry].surrogate)])
        for month in MONTHS if self.dates else ():
            for spelled in (month, month.upper(), month.capitalize()):
                self.add(self.dates, spelled)

    def _forms(self, entry: int, item: Issued, codes: list[tuple[int, Issued]]) -> Iterator[tuple[Form, str]]:
        if item.reading == "number":
            yield from self._number_forms(entry, item)
        elif item.reading == "words":
            for words in name_forms(entry, item):
                if words.base and len(words.words) == 1:
                    self.stems.add(words.words[0][:STEM])
                yield words, words.words[0]
            for words in initialed(entry, item):
                self._add_initialed(words)
        else:
            ties = _CODE_TIES if item.reading == "code" else _EXACT_TIES
            for literal in literal_forms(entry, item, ties):
                yield literal, literal.spelled
            if item.reading == "code":
                yield from self._code_forms(entry, item, codes)

    def _add_initialed(self, form: WordsForm) -> None:
        initial = form.words[0]
        known = self._initialed.get(initial)
        if known is None:
            known = self._initialed[initial] = Initialed(initial)
            self.add(known, initial)
        known.forms.setdefault(form.words[1], []).append(form)

    def _code_forms(self, entry: int, item: Issued, codes: list[tuple[int, Issued]]) -> Iterator[tuple[Form, str]]:
        chars = compact(item.surrogate)
        if chars.isdecimal():
            if len(chars) >= 4:
                codes.append((entry, item))
            return
        if len(chars) >= 4 and any(c.isdecimal() for c in chars):
            form = CodeForm(chars, item.surrogate, item.original, entry)
            heads = {_first_token(item.surrogate)[0], _first_token(chars)[0]}
            for head in sorted(heads | {head.lower() for head in heads} | {head.upper() for head in heads}):
                yield form, head

    def _number_forms(self, entry: int, item: Issued) -> Iterator[tuple[Form, str]]:
        number = Number.of(entry, item)
        if number is None:
            return
        self.numbers_issued.append(number)
        if number.plain:
            for form in spelled_out(number, self.struck):
                yield form, form.words.words[0]
        else:
            for literal in literal_forms(entry, item, _NUMBER_TIES):
                yield literal, literal.spelled

    def add(self, form: Form, spelled: str) -> None:
        """Make ``form`` findable from the first token of its spelling."""
        token, lead = _first_token(spelled)
        if not token:
            return
        known = self.first[token]
        known.append((form, len(lead)))
        self.initials.discard(token)
        if len(known) == 1:
            self.heads.update(token[:end] for end in range(1, len(token)))
        if lead:
            self.longest_lead = max(self.longest_lead, len(lead))
            self.leads.update(lead[:end] for end in range(1, len(lead) + 1))

    def at(self, text: str, token: re.Match[str], floor: int, *, final: bool) -> list[Found] | Wait:
        """Everything that may stand at a token, from ``floor`` on."""
        touching = not final and token.end() == len(text)
        if touching and token[0] in self.heads:
            return WAIT
        spelled = self._base(token, touching=touching)
        if isinstance(spelled, Wait):
            return WAIT
        found: list[Found] = []
        for form, distance in self.first.get(spelled, ()):
            if token.start() - distance >= floor:
                seen = form.match(text, token.start() - distance, final=final)
                if isinstance(seen, Wait):
                    return WAIT
                if seen is not None:
                    found.append(seen)
        if token.lastindex == FIGURES:
            figures = self._figures(text, token, final=final)
            if isinstance(figures, Wait):
                return WAIT
            found += figures
        return found

    def _base(self, token: re.Match[str], *, touching: bool) -> str | Wait:
        """The token, or the name that it is an inflected form of."""
        spelled = token[0]
        if spelled in self.first or token.lastindex != CAPITALIZED:
            return spelled
        for cut in range(len(spelled) - 1, max(STEM, len(spelled) - LONGEST_ENDING) - 1, -1):
            if spelled[:cut] in self.first:
                if touching and is_ending(spelled[cut:], whole=False):
                    return WAIT
                if is_ending(spelled[cut:], whole=True) and not is_listed(spelled):
                    return spelled[:cut]
        return spelled

    def _figures(self, text: str, token: re.Match[str], *, final: bool) -> list[Found] | Wait:
        codes = self.digits.match(text, token.start(), final=final)
        if isinstance(codes, Wait):
            return WAIT
        if token.end() - token.start() <= 4 and self.digits.tails and not final and token.end() == len(text):
            return WAIT
        numbers = self.numbers.match(text, token.start(), final=final)
        if isinstance(numbers, Wait):
            return WAIT
        date = self.dates.match(text, token.start(), final=final) if self.dates else None
        if isinstance(date, Wait):
            return WAIT
        codes += [date] if date else []
        return codes + self.digits.match_tail(text, token.start(), token.end()) + numbers


def _first_token(spelled: str) -> tuple[str, str]:
    token = TOKEN.search(spelled)
    return (token[0], spelled[: token.start()]) if token else ("", "")


def entries_by_surrogate(issued: Sequence[Issued]) -> dict[tuple[str, str], list[int]]:
    """Which entries a surrogate of a type may be."""
    entries: dict[tuple[str, str], list[int]] = defaultdict(list)
    for entry, item in enumerate(issued):
        entries[item.entity_type, item.surrogate].append(entry)
    return entries
