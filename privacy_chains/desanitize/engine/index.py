"""The lexicon: every form of every issued surrogate, found from the first token of its spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from privacy_chains.desanitize.engine.first_tokens import NOBODY, FirstTokens, Form
from privacy_chains.desanitize.engine.registered_codes import RegisteredCodes
from privacy_chains.desanitize.engine.registered_names import RegisteredNames
from privacy_chains.desanitize.engine.registered_numbers import RegisteredNumbers, register_days
from privacy_chains.desanitize.engine.unseen import bared, goes_on, is_broken
from privacy_chains.desanitize.escaping import SPECIAL
from privacy_chains.desanitize.issued import Issued, distinct
from privacy_chains.desanitize.spellings.listed_names import is_ending, is_given, is_inflected, longest_ending
from privacy_chains.desanitize.spellings.names import initial_before
from privacy_chains.desanitize.spellings.number_context import AHEAD
from privacy_chains.desanitize.spellings.other_people import beside_another, middle_initial
from privacy_chains.desanitize.tokens import CAPITALIZED, FIGURES, STEM, TOKEN, WAIT, Found, Wait
from privacy_chains.formats.weekdays import is_weekday
from privacy_chains.lazy import lazily

__all__ = ["NO_SURNAME", "SurrogateIndex"]

_SPECIAL: Final = frozenset(SPECIAL)
NO_SURNAME: Final = lazily(r"\s[a-z]|[,;:)?!'\"-]")
"""What follows an ``I`` or an ``A`` that is no initial: a word in small letters, most often."""


class SurrogateIndex:
    """The forms of the surrogates of one request; ``guarded``: an everyday word is left without evidence of a name.

    Only the first tokens of the spellings are worked out ahead. The spellings that start with a token are written when
    an answer holds it: most requests are answered with a few of their surrogates, in a few of their spellings. Writing
    them twice gives the same forms, so several threads may.

    Attributes:
        issued: The surrogates, each pair once.
        first: For each token that a spelling may start with, the makers of the forms that do, each with its entry.
        stems: The first letters of those that may be inflected.
        initials: Tokens that are initials of somebody and nothing else.
        leads: What stands before the first token of a spelling that starts with a sign.
        struck: Pairs of (entry, kind) that the sanitized texts disproved.
        short: Codes of a few digits, by entry: they are read where words tell that they are meant.
        integers: The codes that are digits and nothing else, each with its entries and originals.
        names: The words of people's surrogates, in small letters.
        digits: The codes of digits, in whatever groups.
        numbers: The numbers that a numeral says, by value; ``numbers_issued`` are all, in order.
        dates: The dates and times among the others.
        settings: Between what names stand in the sanitized texts that are words like any other, by the name.
        parts: What may stand in a field for a part of an address, in small letters, each with its originals.
        touchy: The surrogates whose originals may have to be escaped where the surrogate did not have to be.
    """

    def __init__(self, issued: Iterable[Issued], *, guarded: bool = True) -> None:
        self._guarded = guarded
        self.issued: tuple[Issued, ...] = distinct(issued)
        self.struck: set[tuple[int, str]] = set()
        self._tokens = tokens = FirstTokens()
        self._names = RegisteredNames(tokens, self.issued, guarded=guarded)
        self._codes = RegisteredCodes(tokens)
        self._numbers = RegisteredNumbers(tokens, self.issued)
        days = self._register()
        self._names.add_initials()
        people = [item for item in self.issued if item.entity_type == "PERSON"]
        names = {word for item in people for word in item.surrogate.split()}
        self.names = frozenset(word.lower() for word in names)
        self.digits = self._codes.digits
        self.numbers = self._numbers.read_numerals(self.struck, names, guarded=guarded)
        self.dates = self._numbers.read_dates()
        register_days(tokens, days)
        self.first, self.stems, self.leads, self.initials = tokens.first, tokens.stems, tokens.leads, tokens.initials
        self.numbers_issued, self.settings = self._numbers.numbers, self._names.settings
        self.short, self.integers, self.parts = self._codes.short, self._codes.integers, self._codes.parts
        self.touchy = frozenset(entry for entry, item in enumerate(self.issued) if _is_touchy(item))

    def _register(self) -> list[tuple[int, Issued]]:
        """Register each surrogate among those of its kind; weekdays are left for later."""
        kinds: dict[str, RegisteredNames | RegisteredNumbers] = {"words": self._names, "number": self._numbers}
        days: list[tuple[int, Issued]] = []
        for entry, item in enumerate(self.issued):
            if item.reading == "day" and is_weekday(item.surrogate):
                days.append((entry, item))
            else:
                kinds.get(item.reading, self._codes).register(entry, item)
        return days

    @property
    def heads(self) -> frozenset[str]:
        """Every beginning of a token that a spelling may start with. Only streams need it."""
        return self._tokens.heads

    @property
    def longest_lead(self) -> int:
        """How long the longest sign is that a spelling starts with."""
        return self._tokens.longest_lead

    def is_alone(self, entry: int, token: str, after: str) -> bool:
        """Whether a surrogate that starts with ``token``, with ``after`` on its right, is all that can be found there.

        So it is when each other spelling with this first token is that of a surrogate which this one begins with, or
        of one that goes on after it with another letter.
        """
        if token in self._names.initialed or (self.dates and token[0].isdecimal()):
            return False
        surrogate = self.issued[entry].surrogate
        return all(
            other == entry
            or (
                other != NOBODY
                and (
                    surrogate.startswith(self.issued[other].surrogate)
                    or self._goes_on_otherwise(self.issued[other], surrogate, after)
                )
            )
            for other, _ in self.first.get(token, ())
        )

    @staticmethod
    def _goes_on_otherwise(longer: Issued, surrogate: str, after: str) -> bool:
        """Whether a name of which ``surrogate`` is the first word or the last goes on differently than ``after``."""
        if longer.reading != "words" or not after:
            return False
        if longer.surrogate.endswith(f" {surrogate}"):
            initials = {word[0].casefold() for word in longer.surrogate.split()}
            return after[0] in ".;:!?)" or (after[0] == " " and after[1:].casefold() not in initials)
        if not longer.surrogate.startswith(f"{surrogate} "):
            return False
        following = longer.surrogate[len(surrogate) + 1 :][:1].casefold()
        return after[0] in ",.;:!?)" or (after[1:].isalnum() and after[1:].casefold() != following)

    def may_hold(self, text: str) -> bool:
        """Whether a spelling may start in ``text``."""
        return any(token[0] in self.first or token[0][:STEM] in self.stems for token in TOKEN.finditer(text))

    def add(self, form: Form, spelled: str) -> None:
        """Make a form that is written out findable from the first token of its spelling."""
        self._tokens.add(form, spelled)

    def _forms_at(self, token: str) -> list[tuple[Form, int]]:
        """The forms whose spelling starts with a token, each with that token's distance from its start."""
        forms = self._tokens.forms.get(token)
        if forms is None:
            forms = [form for _, maker in self.first.get(token, ()) for form in maker(token)]
            if token in self._names.initialed:
                forms.append((self._names.shortened(token), 0))
            self._tokens.forms[token] = forms
        return forms

    def tally(self) -> dict[str, int]:
        """How many makers of forms there are for each token."""
        return {token: len(makers) for token, makers in self.first.items()}

    def initialed_since(self, count: int) -> Iterator[tuple[str, frozenset[str]]]:
        """Each initial of a surrogate from place ``count`` on, and the tokens of which one follows it."""
        return self._names.initialed_since(count)

    def may_start(self, token: re.Match[str]) -> bool:
        """Whether a spelling may start with a token that has arrived in full and is no initial; False is certain."""
        if is_broken(token.string, token.end()):
            return True
        if token[0] in self.first:
            return token[0] not in self.initials
        if token.lastindex == CAPITALIZED:
            return token[0][:STEM] in self.stems and self._base(token, touching=False) in self.first
        return token.lastindex == FIGURES and self._figures_may_start(token[0])

    def _figures_may_start(self, token: str) -> bool:
        """Whether a code, a number or a date may start with the figures that lead a token."""
        figures = leading_figures(token)
        if not figures.isascii():
            return True
        return (
            self.digits.may_start(figures)
            or self.numbers.may_start(figures)
            or (bool(self.dates) and self.dates.may_start(figures))
        )

    def initials_followed(self) -> tuple[re.Pattern[str], dict[str, frozenset[str]]] | None:
        """What finds an initial and a word after it, and the beginnings of the words that may follow each initial."""
        if not self.initials:
            return None
        following = self._names.following()
        heads = {run[0] for runs in following.values() for run in runs}
        return initial_before(tuple(sorted(self.initials)), "".join(sorted(heads))), following

    def at(self, text: str, token: re.Match[str], floor: int, *, final: bool) -> list[Found] | Wait:
        """Everything that may stand at a token, from ``floor`` on; signs that nobody sees do not break it."""
        if goes_on(text, token.start()):
            return []
        whole = bared(text, token) if token.lastindex != FIGURES else None
        if whole is None:
            return self._at(text, token, floor, final=final)
        found = self._at(whole.text, whole.token, whole.floor(floor), final=final or whole.is_cut)
        return found if isinstance(found, Wait) else [whole.found(one) for one in found]

    def _at(self, text: str, token: re.Match[str], floor: int, *, final: bool) -> list[Found] | Wait:
        touching = not final and token.end() == len(text)
        if touching and token[0] in self.heads:
            return WAIT
        spelled = self._base(token, touching=touching)
        if isinstance(spelled, Wait):
            return WAIT
        found: list[Found] = []
        for form, distance in self._forms_at(spelled) if spelled in self.first else ():
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
            found += [one for one in figures if one.start >= floor]
        apart = self._apart_from_others(text, found, final=final) if self._guarded else found
        return self._told(text, apart, final=final) if self.short and not isinstance(apart, Wait) else apart

    def _apart_from_others(self, text: str, found: list[Found], *, final: bool) -> list[Found] | Wait:
        """The finds, those of one word of a name in doubt that stand beside a name which was not issued."""
        judged: list[Found] = []
        for one in found:
            item = self.issued[one.entry]
            doubt: str | Wait = ""
            if one.kind == "initials":
                doubt = middle_initial(text, one, self.names, final=final)
            elif item.entity_type == "PERSON" and item.surrogate.isalpha():
                doubt = beside_another(text, one, is_given(item.surrogate), self.names, final=final)
            if isinstance(doubt, Wait):
                return WAIT
            judged.append(one._replace(doubt=doubt) if doubt else one)
        return judged

    def _told(self, text: str, found: list[Found], *, final: bool) -> list[Found] | Wait:
        """The finds, those of short codes in doubt where nothing tells that they are meant."""
        if not final and any(one.entry in self.short and len(text) - one.end < AHEAD for one in found):
            return WAIT
        return [self.short[one.entry].told(text, one) if one.entry in self.short else one for one in found]

    def _base(self, token: re.Match[str], *, touching: bool) -> str | Wait:
        """The token, or the name that it is an inflected form of."""
        spelled = token[0]
        if spelled in self.first or token.lastindex != CAPITALIZED:
            return spelled
        for cut in range(len(spelled) - 1, max(STEM, len(spelled) - longest_ending()) - 1, -1):
            if spelled[:cut] in self.first:
                if touching and is_ending(spelled[cut:], whole=False):
                    return WAIT
                if is_inflected(spelled[:cut], spelled[cut:]):
                    return spelled[:cut]
        return spelled

    def _figures(self, text: str, token: re.Match[str], *, final: bool) -> list[Found] | Wait:
        if (final or token.end() < len(text)) and not self._figures_may_start(token[0]):
            return []
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


def _is_touchy(item: Issued) -> bool:
    if item.reading == "number" or item.original.isalnum():
        return False
    return any(item.original.count(char) > item.surrogate.count(char) for char in _SPECIAL.intersection(item.original))


def leading_figures(token: str) -> str:
    """The digits that a token starts with."""
    if token.isdecimal():
        return token
    return token[: next(at for at, char in enumerate(token) if not char.isdecimal())]
