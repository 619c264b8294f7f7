"""Numbers that a numeral says: found by value in any style, and by the words that they may be spelled out in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Self

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.kinds.first_tokens import Form, first_token
from privacy_chains.desanitize.kinds.kind import SpellingKind, Surrogates, Touches, untouched
from privacy_chains.desanitize.spellings.number import Number
from privacy_chains.desanitize.spellings.number_words import first_number_word, spelled_out
from privacy_chains.desanitize.spellings.numbers import Numbers
from privacy_chains.desanitize.spellings.owners import full_names, owners
from privacy_chains.desanitize.spellings.source_texts import Marks, Source
from privacy_chains.desanitize.tokens import Found, Wait

__all__ = ["NumberKind"]


class NumberKind(SpellingKind):
    """The surrogates that are numbers.

    Args:
        surrogates: The surrogates of the request.

    Attributes:
        issued: The numbers by entry, in the order in which they were issued; dates and times among them.
        by_value: Those that a numeral says, to be found by value; empty before :meth:`complete`.
    """

    def __init__(self, surrogates: Surrogates) -> None:
        super().__init__(surrogates)
        self.issued: dict[int, Number] = {}
        self.by_value = Numbers()

    def takes(self, item: Issued) -> bool:
        return item.reading == "number"

    def take(self, entry: int, item: Issued) -> None:
        number = Number.of(entry, item)
        if number is None:
            return
        self.issued[entry] = number
        for lead in number.leads:
            self.tokens.add_lead(lead)
        word = first_number_word(number) if number.plain else ""
        for spelled in {word, word.capitalize(), word.upper()} if word else ():
            self.tokens.register(spelled, lambda token: self._spelled_out_at(token, number), entry)

    def complete(self) -> None:
        """Make the numbers that a numeral says findable by value."""
        plain = [number for number in self.issued.values() if number.plain]
        self.by_value = Numbers.of(plain, self.surrogates.struck, self.surrogates.words_of_people())
        self.by_value.guarded = self.surrogates.guarded

    def learn(self, sources: Sequence[Source]) -> None:
        """Learn where the numbers stand, of whom the texts speak, and whose the ages are."""
        self.by_value.people.learn(sources)
        self._learn_owners(sources)
        for source in sources:
            for start, (end, entry, _) in source.spans.items():
                number = self.issued.get(entry) if entry is not None else None
                if number is not None and number.core:
                    core = start + source.text[start:end].find(number.core)
                    number.stands.append((source.text, core, core + len(number.core)))

    def starts_with(self, figures: str) -> bool:
        return self.by_value.may_start(figures)

    def at_figures(self, text: str, token: re.Match[str], *, final: bool) -> list[Found] | Wait:
        return self.by_value.match(text, token.start(), final=final)

    def news(self, earlier: Self) -> Touches:
        """Look for the significant digits of further numbers."""
        new = self.by_value.significant - earlier.by_value.significant

        def touches(marks: Marks) -> bool:
            return not new.isdisjoint(marks.numerals)

        return touches if new else untouched

    def _learn_owners(self, sources: Sequence[Source]) -> None:
        issued = self.surrogates.issued
        full = full_names(issued)
        for source in sources:
            for age, owner in owners(source, issued, full):
                if isinstance(age, str):
                    self.by_value.kept.setdefault(age, set()).add(owner)
                elif age in self.issued:
                    self.issued[age].owners.add(owner)

    def _spelled_out_at(self, token: str, number: Number) -> list[tuple[Form, int]]:
        forms = spelled_out(number, self.by_value)
        return [(form, 0) for form in forms if first_token(form.words.words[0])[0] == token]
