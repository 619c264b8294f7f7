"""Codes and other values that are read as they are written, in other groups, or in another letter case."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final, Self

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.kinds.first_tokens import first_token, only
from privacy_chains.desanitize.kinds.kind import SpellingKind, Surrogates, Touches, untouched
from privacy_chains.desanitize.spellings.codes import CodeForm, DigitCodes, compact
from privacy_chains.desanitize.spellings.literals import EXACT_TIES, LiteralForm
from privacy_chains.desanitize.spellings.number_context import AHEAD
from privacy_chains.desanitize.spellings.short_codes import ShortCode
from privacy_chains.desanitize.spellings.source_texts import Marks, Source
from privacy_chains.desanitize.tokens import WAIT, Found, Wait
from privacy_chains.formats.weekdays import is_weekday

__all__ = ["CodeKind"]

_CODE_TIES: Final = "-."
_IN_ANY_CASE: Final = frozenset({"DOMAIN_NAME", "EMAIL_ADDRESS"})


class CodeKind(SpellingKind):
    """The surrogates that are no words, numbers, addresses or weekdays.

    Args:
        surrogates: The surrogates of the request.

    Attributes:
        digits: The codes of digits, in whatever groups; empty before :meth:`complete`.
        short: Codes of a few digits, by entry: they are read where words tell that they are meant.
        integers: The codes that are digits and nothing else, each with its entries and originals.
    """

    def __init__(self, surrogates: Surrogates) -> None:
        super().__init__(surrogates)
        self._numeric: list[tuple[int, Issued]] = []
        self._lettered: list[tuple[int, Issued]] = []
        self.digits = DigitCodes()
        self.short: dict[int, ShortCode] = {}
        self.integers: dict[str, list[tuple[int, str]]] = {}

    def takes(self, item: Issued) -> bool:
        return item.reading in ("code", "exact") or (item.reading == "day" and not is_weekday(item.surrogate))

    def take(self, entry: int, item: Issued) -> None:
        if item.surrogate.isdecimal():
            self.integers.setdefault(item.surrogate, []).append((entry, item.original))
        short = ShortCode.of(item) if self.surrogates.guarded else None
        if short is not None:
            self.short[entry] = short
        self.tokens.add_literals(entry, item, _CODE_TIES if item.reading == "code" else EXACT_TIES)
        if item.reading == "code":
            self._register_regrouped(entry, item)
        elif item.entity_type in _IN_ANY_CASE:
            self._register_cases(entry, item)

    def complete(self) -> None:
        """Make the codes of digits findable by their digits."""
        self.digits = DigitCodes.of(self._numeric, self._lettered)

    def learn(self, sources: Sequence[Source]) -> None:
        """Learn where short codes stand."""
        for source in sources:
            for start, (end, entry, _) in source.spans.items():
                if entry is not None and entry in self.short:
                    self.short[entry].stands.append((source.text, start, end))

    def starts_with(self, figures: str) -> bool:
        return self.digits.may_start(figures)

    def at_figures(self, text: str, token: re.Match[str], *, final: bool) -> list[Found] | Wait:
        """The codes that stand at a token, and the last digits of one."""
        codes = self.digits.match(text, token.start(), final=final)
        if isinstance(codes, Wait):
            return WAIT
        if token.end() - token.start() <= 4 and self.digits.tails and not final and token.end() == len(text):
            return WAIT
        return codes + self.digits.match_tail(text, token.start(), token.end())

    def judge(self, text: str, found: Found, *, final: bool) -> Found | Wait:
        """A find; a short code is in doubt where nothing tells that it is meant."""
        short = self.short.get(found.entry)
        if short is None:
            return found
        return WAIT if not final and len(text) - found.end < AHEAD else short.told(text, found)

    def news(self, earlier: Self) -> Touches:
        """Look for the digits of further codes, and for the last digits of them."""
        codes = tuple(self.digits.codes.keys() - earlier.digits.codes.keys())
        tails = frozenset(self.digits.tails.keys() - earlier.digits.tails.keys())

        def touches(marks: Marks) -> bool:
            return any(run.startswith(codes) or run[:4] in tails for run in marks.runs)

        return touches if codes or tails else untouched

    def _register_regrouped(self, entry: int, item: Issued) -> None:
        """A code in other groups."""
        chars = compact(item.surrogate)
        if len(chars) < 4 or not any(map(str.isdecimal, chars)):
            return
        if chars.isdecimal():
            self._numeric.append((entry, item))
            return
        self._lettered.append((entry, item))
        heads = {first_token(item.surrogate)[0], first_token(chars)[0]}
        form = CodeForm(chars, item.surrogate, item.original, entry)
        for head in (heads | {head.lower() for head in heads} | {head.upper() for head in heads}) - {""}:
            self.tokens.register(head, partial(only, form), entry)

    def _register_cases(self, entry: int, item: Issued) -> None:
        """A surrogate whose letter case says nothing, in small letters and in capitals."""
        for kind, case in (("lower", str.lower), ("upper", str.upper)):
            spelled = case(item.surrogate)
            token, lead = first_token(spelled)
            if spelled != item.surrogate and token and not lead:
                form = LiteralForm(spelled, case(item.original), kind, entry, EXACT_TIES)
                self.tokens.register(token, partial(only, form), entry)
