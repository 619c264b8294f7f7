"""The lexicon: every form of every issued surrogate, found from the first token of its spelling."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Final, Protocol

from privacy_chains.desanitize.engine.unseen import bared, goes_on, is_broken
from privacy_chains.desanitize.escaping import SPECIAL
from privacy_chains.desanitize.issued import Issued, distinct
from privacy_chains.desanitize.spellings.address_atoms import parts
from privacy_chains.desanitize.spellings.addresses import AddressForm
from privacy_chains.desanitize.spellings.codes import CodeForm, DigitCodes, compact
from privacy_chains.desanitize.spellings.dates import Dates
from privacy_chains.desanitize.spellings.evidence import Evidence, Setting
from privacy_chains.desanitize.spellings.literals import EscapedForm, LiteralForm, literal_forms
from privacy_chains.desanitize.spellings.moments import moment_of
from privacy_chains.desanitize.spellings.names import (
    Initialed,
    initial_before,
    initialed,
    initials_of,
    name_forms,
    runs_of_words,
)
from privacy_chains.desanitize.spellings.number_context import AHEAD
from privacy_chains.desanitize.spellings.number_words import first_number_word, spelled_out
from privacy_chains.desanitize.spellings.numbers import Number, Numbers
from privacy_chains.desanitize.spellings.short_codes import ShortCode
from privacy_chains.desanitize.spellings.slugs import slugs, word_slugs
from privacy_chains.desanitize.spellings.weekdays import Weekdays
from privacy_chains.desanitize.spellings.word_forms import escapes
from privacy_chains.desanitize.spellings.words import (
    LONGEST_ENDING,
    WordsForm,
    beside_another,
    is_ending,
    is_everyday,
    is_given,
    is_inflected,
    may_be_in_small_letters,
    middle_initial,
)
from privacy_chains.desanitize.tokens import CAPITALIZED, FIGURES, STEM, TOKEN, WAIT, Found, Wait
from privacy_chains.formats.weekdays import is_weekday

__all__ = ["NO_SURNAME", "Form", "Lexicon"]

_NOBODY: Final = -1
_CODE_TIES: Final = "-."
_SPECIAL: Final = frozenset(SPECIAL)
NO_SURNAME: Final = re.compile(r"\s[a-z]|[,;:)?!'\"-]")
"""What follows an ``I`` or an ``A`` that is no initial: a word in small letters, most often."""
_NUMBER_TIES: Final = "-.,/:"
_EXACT_TIES: Final = "-.@_+"
_IN_ANY_CASE: Final = frozenset({"DOMAIN_NAME", "EMAIL_ADDRESS"})


class Form(Protocol):
    """A spelling that can be looked for at a place."""

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """Whether it stands at ``start``."""
        ...


_Maker = Callable[[str], list[tuple[Form, int]]]
"""Writes the forms that start with a token, each with that token's distance from its start."""


class Lexicon:
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
        settings: Between what names stand in the sanitized texts that are words like any other, by the name.
        parts: What may stand in a field for a part of an address, in small letters, each with its originals.
        touchy: The surrogates whose originals may have to be escaped where the surrogate did not have to be.
    """

    def __init__(self, issued: Iterable[Issued], *, guarded: bool = True) -> None:
        self._guarded = guarded
        self._people: frozenset[str] | None = None
        self.issued: tuple[Issued, ...] = distinct(issued)
        self.first: dict[str, list[tuple[int, _Maker]]] = {}
        self.stems: set[str] = set()
        self.leads: set[str] = set()
        self.longest_lead = 0
        self.initials: set[str] = set()
        self.struck: set[tuple[int, str]] = set()
        self.numbers_issued: list[Number] = []
        self.short: dict[int, ShortCode] = {}
        self.integers: dict[str, list[tuple[int, str]]] = {}
        self.parts: dict[str, dict[str, str]] = {}
        self.settings: dict[str, set[Setting]] = {}
        self._forms: dict[str, list[tuple[Form, int]]] = {}
        self._heads: frozenset[str] | None = None
        self._initialed: dict[str, list[int]] = {}
        self._codes: list[tuple[int, Issued]] = []
        self._lettered: list[tuple[int, Issued]] = []
        days: list[tuple[int, Issued]] = []
        for entry, item in enumerate(self.issued):
            if item.reading == "words":
                self._register_words(entry, item)
            elif item.reading == "number":
                self._register_number(entry, item)
            elif item.reading == "day" and is_weekday(item.surrogate):
                days.append((entry, item))
            else:
                self._register_code(entry, item)
        self.initials = self._initialed.keys() - self.first.keys()
        for initial in self._initialed:
            self.first.setdefault(initial, [])
        self.digits = DigitCodes.of(self._codes, self._lettered)
        people = [item for item in self.issued if item.entity_type == "PERSON"]
        names = {word for item in people for word in item.surrogate.split()}
        self.names = frozenset(word.lower() for word in names)
        self.numbers = Numbers.of([number for number in self.numbers_issued if number.plain], self.struck, names)
        self.numbers.guarded = guarded
        self.dates = self._read_dates()
        self._register_days(days)
        self.touchy = frozenset(entry for entry, item in enumerate(self.issued) if _is_touchy(item))

    @property
    def heads(self) -> frozenset[str]:
        """Every beginning of a token that a spelling may start with. Only streams need it."""
        if self._heads is None:
            self._heads = frozenset(token[:end] for token in self.first for end in range(1, len(token)))
        return self._heads

    def _register(self, token: str, maker: _Maker, entry: int = _NOBODY) -> None:
        makers = self.first.get(token)
        if makers is None:
            self.first[token] = [(entry, maker)]
        else:
            makers.append((entry, maker))

    def is_alone(self, entry: int, token: str, after: str) -> bool:
        """Whether a surrogate that starts with ``token``, with ``after`` on its right, is all that can be found there.

        So it is when each other spelling with this first token is that of a surrogate which this one begins with, or
        of one that goes on after it with another letter.
        """
        if token in self._initialed or (self.dates and token[0].isdecimal()):
            return False
        surrogate = self.issued[entry].surrogate
        return all(
            other == entry
            or (
                other != _NOBODY
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
        token, lead = first_token(spelled)
        if token:
            self._register(token, lambda _: [(form, len(lead))])
            self._forms.pop(token, None)
            self._heads = None
            self.initials.discard(token)
            self._add_lead(lead)

    def _add_lead(self, lead: str) -> None:
        if lead:
            self.longest_lead = max(self.longest_lead, len(lead))
            self.leads.update(lead[:end] for end in range(1, len(lead) + 1))

    def _register_words(self, entry: int, item: Issued) -> None:
        """A name, by its first token in each letter case."""
        surrogate = item.surrogate
        if not surrogate.isascii() or not surrogate[0].isalnum():
            for form in self._name_forms(entry):
                self._add_stem(form)
                self.add(form, form.words[0])
        else:
            token, _ = first_token(surrogate)
            capital = token[0].upper()
            cases = {token, capital + token[1:], capital + token[1:].lower(), token.upper()}
            if may_be_in_small_letters(surrogate):
                cases.add(token.lower())
            for spelled in cases:
                self._register(spelled, lambda token: self._words_at(token, entry), entry)
            if " " in surrogate:
                self._register_last(entry, surrogate)
            if surrogate.isalnum() and len(surrogate) >= STEM:
                self.stems.update(spelled[:STEM] for spelled in cases)
        self._register_slugs(entry, item)
        for initial in initials_of(surrogate):
            self._initialed.setdefault(initial, []).append(entry)

    def _register_slugs(self, entry: int, item: Issued) -> None:
        """A person's name in file names, paths and handles."""
        if item.entity_type != "PERSON":
            return
        forms = slugs(entry, item) if len(item.surrogate.split()) > 1 else word_slugs(entry, item)
        for form in forms:
            self._register(first_token(form.spelled)[0], partial(_only, form), entry)

    def _register_last(self, entry: int, surrogate: str) -> None:
        """A name of several words by the token that its last word starts with: ``Johnson, J.``."""
        last = first_token(surrogate.rpartition(" ")[2])[0]
        if last and last != first_token(surrogate)[0]:
            for spelled in {last, last.upper()}:
                self._register(spelled, lambda token: self._words_at(token, entry), entry)

    def _add_stem(self, form: WordsForm) -> None:
        if form.base and len(form.words) == 1:
            self.stems.add(form.words[0][:STEM])

    def _words_at(self, token: str, entry: int) -> list[tuple[Form, int]]:
        return [(form, 0) for form in self._name_forms(entry, token) if first_token(form.words[0])[0] == token]

    def _name_forms(self, entry: int, start: str = "") -> Iterator[WordsForm]:
        """The spellings of a name; of a word like any other, those that ask for evidence of a name."""
        item = self.issued[entry]
        forms = name_forms(entry, item, start)
        guard = self._evidence(item) if self._guarded and item.surrogate.isalpha() else None
        return (replace(form, guard=guard) for form in forms) if guard else forms

    def _evidence(self, item: Issued) -> Evidence | None:
        word, is_place = item.surrogate, item.entity_type == "LOCATION"
        if not is_everyday(word, of_a_place=is_place) and not (is_place and len(word) == 2):
            return None
        if self._people is None:
            people = [other.surrogate for other in self.issued if other.entity_type == "PERSON"]
            self._people = frozenset(part for name in people for part in name.lower().split())
        settings = self.settings.setdefault(word.casefold(), set())
        return Evidence(word, self._people - {word.lower()}, is_given(word), is_place, settings)

    def _register_literals(self, entry: int, item: Issued, ties: str) -> None:
        """A surrogate as issued and its escapes."""
        surrogate = item.surrogate
        token, lead = first_token(surrogate)
        if not surrogate.isascii() or not token or len(lead) > 1 or token[0] in "\\%&":
            for literal in literal_forms(entry, item, ties):
                self.add(literal, literal.spelled)
            return
        self._register(token, lambda _: _literals(entry, item, ties, len(lead)), entry)
        self._add_lead(lead)
        for head, before in escaped_heads(lead) if lead else ():
            self._register(head, partial(_escaped, entry, item, ties, before), entry)

    def _register_code(self, entry: int, item: Issued) -> None:
        if item.surrogate.isdecimal():
            self.integers.setdefault(item.surrogate, []).append((entry, item.original))
        short = ShortCode.of(item)
        if short is not None:
            self.short[entry] = short
        self._register_literals(entry, item, _CODE_TIES if item.reading == "code" else _EXACT_TIES)
        if item.reading == "code":
            self._register_regrouped(entry, item)
        elif item.reading == "address":
            self._register_address(entry, item)
        elif item.entity_type in _IN_ANY_CASE:
            self._register_cases(entry, item)

    def _register_regrouped(self, entry: int, item: Issued) -> None:
        """A code in other groups."""
        chars = compact(item.surrogate)
        if chars.isdecimal():
            if len(chars) >= 4:
                self._codes.append((entry, item))
        elif len(chars) >= 4 and any(c.isdecimal() for c in chars):
            self._lettered.append((entry, item))
            heads = {first_token(item.surrogate)[0], first_token(chars)[0]}
            for head in heads | {head.lower() for head in heads} | {head.upper() for head in heads}:
                if head:
                    self._register(head, lambda _: [(CodeForm(chars, item.surrogate, item.original, entry), 0)], entry)

    def _register_address(self, entry: int, item: Issued) -> None:
        """The pieces of an address, each by its first token in each letter case."""
        for spelled, original in parts(item.surrogate, item.original):
            if spelled:
                self.parts.setdefault(spelled.lower(), {}).setdefault(original.lower(), original)
        form = AddressForm(entry, item)
        for token in {first_token(head)[0] for head in form.heads} - {""}:
            self._register(token, partial(_only, form), entry)

    def _register_cases(self, entry: int, item: Issued) -> None:
        """A surrogate whose letter case says nothing, in small letters and in capitals."""
        for kind, case in (("lower", str.lower), ("upper", str.upper)):
            spelled = case(item.surrogate)
            token, lead = first_token(spelled)
            if spelled != item.surrogate and token and not lead:
                form = LiteralForm(spelled, case(item.original), kind, entry, _EXACT_TIES)
                self._register(token, partial(_only, form), entry)

    def _register_number(self, entry: int, item: Issued) -> None:
        number = Number.of(entry, item)
        if number is None:
            return
        self.numbers_issued.append(number)
        for lead in number.leads:
            self._add_lead(lead)
        if not number.plain:
            return
        word = first_number_word(number)
        for spelled in {word, word.capitalize(), word.upper()} if word else ():
            self._register(spelled, lambda token: self._spelled_out_at(token, number), entry)

    def _read_dates(self) -> Dates:
        """Register the numbers that no numeral says; dates and times among them are read in other spellings, too."""
        others = [number for number in self.numbers_issued if not number.plain]
        originals: dict[str, set[str]] = defaultdict(set)
        for number in others:
            originals[self.issued[number.entry].surrogate].add(self.issued[number.entry].original)
        dates = Dates(
            [moment for number in others if (moment := moment_of(number, self.issued[number.entry].surrogate))],
            self.issued,
            _NUMBER_TIES,
        )
        for number in others:
            item = self.issued[number.entry]
            if len(originals[item.surrogate]) > 1 or number.entry not in dates.stamps:
                self._register_literals(number.entry, item, _NUMBER_TIES)
        for head in dates.heads if dates else ():
            self._register(head, lambda _: [(dates, 0)])
        return dates

    def _register_days(self, days: list[tuple[int, Issued]]) -> None:
        if not days:
            return
        weekdays = Weekdays(days)
        for head in weekdays.heads:
            self._register(head, lambda _: [(weekdays, 0)])
        for entry, item in days:
            for literal in literal_forms(entry, item, _EXACT_TIES) if not item.surrogate.isascii() else ():
                if literal.kind != "exact":
                    self.add(literal, literal.spelled)

    def _spelled_out_at(self, token: str, number: Number) -> list[tuple[Form, int]]:
        forms = spelled_out(number, self.numbers)
        return [(form, 0) for form in forms if first_token(form.words.words[0])[0] == token]

    def _forms_at(self, token: str) -> list[tuple[Form, int]]:
        """The forms whose spelling starts with a token, each with that token's distance from its start."""
        forms = self._forms.get(token)
        if forms is None:
            forms = [form for _, maker in self.first.get(token, ()) for form in maker(token)]
            if token in self._initialed:
                shortened = (form for entry in self._initialed[token] for form in initialed(entry, self.issued[entry]))
                forms.append((Initialed.of(token, shortened), 0))
            self._forms[token] = forms
        return forms

    def tally(self) -> dict[str, int]:
        """How many makers of forms there are for each token."""
        return {token: len(makers) for token, makers in self.first.items()}

    def initialed_since(self, count: int) -> Iterator[tuple[str, frozenset[str]]]:
        """Each initial of a surrogate from place ``count`` on, and the tokens of which one follows it."""
        for initial, entries in self._initialed.items():
            names = [self.issued[entry].surrogate for entry in entries if entry >= count]
            if names:
                words = {token[0] for name in names for token in TOKEN.finditer(name)}
                yield initial, frozenset(words | {word.upper() for word in words})

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
        following = {
            initial: frozenset(
                run for entry in self._initialed[initial] for run in runs_of_words(self.issued[entry].surrogate)
            )
            for initial in self.initials
        }
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
        for cut in range(len(spelled) - 1, max(STEM, len(spelled) - LONGEST_ENDING) - 1, -1):
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


def _literals(entry: int, item: Issued, ties: str, distance: int) -> list[tuple[Form, int]]:
    exact = LiteralForm(item.surrogate, item.original, "exact", entry, ties)
    return [(exact, distance), (EscapedForm(item, entry, ties), distance)]


def _escaped(entry: int, item: Issued, ties: str, distance: int, _token: str) -> list[tuple[Form, int]]:
    return [(EscapedForm(item, entry, ties), distance)]


def _only(form: Form, _token: str) -> list[tuple[Form, int]]:
    return [(form, 0)]


def leading_figures(token: str) -> str:
    """The digits that a token starts with."""
    if token.isdecimal():
        return token
    return token[: next(at for at, char in enumerate(token) if not char.isdecimal())]


def first_token(spelled: str) -> tuple[str, str]:
    """The first token of a spelling, and what stands before it."""
    token = TOKEN.search(spelled)
    return (token[0], spelled[: token.start()]) if token else ("", "")


@cache
def escaped_heads(lead: str) -> tuple[tuple[str, int], ...]:
    """The first tokens of the escapes of a sign, each with its distance from the start."""
    heads = (first_token(spelled) for spelled, _ in escapes(lead, lead))
    return tuple(sorted({(token, len(before)) for token, before in heads}))
