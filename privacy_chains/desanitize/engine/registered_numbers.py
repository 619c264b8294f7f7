"""Numbers, dates and weekdays of a request, registered by the first tokens of their spellings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Final

from privacy_chains.desanitize.engine.first_tokens import FirstTokens, Form, first_token
from privacy_chains.desanitize.engine.registered_codes import EXACT_TIES
from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.dates import Dates
from privacy_chains.desanitize.spellings.literals import literal_forms
from privacy_chains.desanitize.spellings.moments import moment_of
from privacy_chains.desanitize.spellings.number_words import first_number_word, spelled_out
from privacy_chains.desanitize.spellings.numbers import Number, Numbers
from privacy_chains.desanitize.spellings.weekdays import Weekdays

__all__ = ["RegisteredNumbers", "register_days"]

_NUMBER_TIES: Final = "-.,/:"


class RegisteredNumbers:
    """The surrogates that are numbers.

    Args:
        tokens: Where they are registered.
        issued: The surrogates of the request.

    Attributes:
        numbers: The numbers, in the order in which they were issued.
        by_value: Those that a numeral says, to be found by value; empty before :meth:`read_numerals`.
    """

    def __init__(self, tokens: FirstTokens, issued: tuple[Issued, ...]) -> None:
        self._tokens = tokens
        self._issued = issued
        self.numbers: list[Number] = []
        self.by_value = Numbers()

    def read_numerals(self, struck: set[tuple[int, str]], names: Collection[str], *, guarded: bool) -> Numbers:
        """Find the numbers that a numeral says by value, in any style.

        Args:
            struck: Evidence that the sanitized texts disproved.
            names: The words of people's surrogates.
            guarded: Whether years and numbers that are names are no values.
        """
        self.by_value = Numbers.of([number for number in self.numbers if number.plain], struck, names)
        self.by_value.guarded = guarded
        return self.by_value

    def register(self, entry: int, item: Issued) -> None:
        """A number, by the words that it may be spelled out in; its numerals are looked for by value."""
        number = Number.of(entry, item)
        if number is None:
            return
        self.numbers.append(number)
        for lead in number.leads:
            self._tokens.add_lead(lead)
        if not number.plain:
            return
        word = first_number_word(number)
        for spelled in {word, word.capitalize(), word.upper()} if word else ():
            self._tokens.register(spelled, lambda token: self._spelled_out_at(token, number), entry)

    def read_dates(self) -> Dates:
        """Register the numbers that no numeral says; dates and times among them are read in other spellings, too."""
        others = [number for number in self.numbers if not number.plain]
        originals: dict[str, set[str]] = defaultdict(set)
        for number in others:
            originals[self._issued[number.entry].surrogate].add(self._issued[number.entry].original)
        dates = Dates(
            [moment for number in others if (moment := moment_of(number, self._issued[number.entry].surrogate))],
            self._issued,
            _NUMBER_TIES,
        )
        for number in others:
            item = self._issued[number.entry]
            if len(originals[item.surrogate]) > 1 or number.entry not in dates.stamps:
                self._tokens.add_literals(number.entry, item, _NUMBER_TIES)
        for head in dates.heads if dates else ():
            self._tokens.register(head, lambda _: [(dates, 0)])
        return dates

    def _spelled_out_at(self, token: str, number: Number) -> list[tuple[Form, int]]:
        forms = spelled_out(number, self.by_value)
        return [(form, 0) for form in forms if first_token(form.words.words[0])[0] == token]


def register_days(tokens: FirstTokens, days: list[tuple[int, Issued]]) -> None:
    """Weekdays, by the first tokens of their names."""
    if not days:
        return
    weekdays = Weekdays(days)
    for head in weekdays.heads:
        tokens.register(head, lambda _: [(weekdays, 0)])
    for entry, item in days:
        for literal in literal_forms(entry, item, EXACT_TIES) if not item.surrogate.isascii() else ():
            if literal.kind != "exact":
                tokens.add(literal, literal.spelled)
