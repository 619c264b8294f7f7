"""The index: every form of every issued surrogate, found from the first token of its spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from operator import methodcaller
from typing import Final

from privacy_chains.desanitize.engine.unseen import bared, goes_on, is_broken
from privacy_chains.desanitize.escaping import SPECIAL
from privacy_chains.desanitize.issued import Issued, distinct
from privacy_chains.desanitize.kinds.addresses import AddressKind
from privacy_chains.desanitize.kinds.codes import CodeKind
from privacy_chains.desanitize.kinds.dates import DateKind
from privacy_chains.desanitize.kinds.first_tokens import NOBODY, Form
from privacy_chains.desanitize.kinds.kind import SpellingKind, Surrogates, Touches
from privacy_chains.desanitize.kinds.names import NameKind
from privacy_chains.desanitize.kinds.numbers import NumberKind
from privacy_chains.desanitize.kinds.weekdays import WeekdayKind
from privacy_chains.desanitize.spellings.listed_names import is_ending, is_inflected, longest_ending
from privacy_chains.desanitize.spellings.source_texts import Marks, Source
from privacy_chains.desanitize.tokens import CAPITALIZED, FIGURES, STEM, TOKEN, WAIT, Found, Wait

__all__ = ["SurrogateIndex"]

_SPECIAL: Final = frozenset(SPECIAL)


class SurrogateIndex:
    """The forms of the surrogates of one request; ``guarded``: an everyday word is left without evidence of a name.

    Only the first tokens of spellings are computed in advance. The spellings that start with a token are written when
    an answer contains it, since most answers use few surrogates in few spellings. Two threads that write the same
    spellings get the same forms.

    Attributes:
        issued: The surrogates, each pair once.
        names: The surrogates that are words.
        addresses: Those that are postal addresses.
        codes: Those that are read as they are written.
        numbers: Those that are numbers.
        kinds: All kinds of spelling, in the order in which they are asked.
        first: For each token that a spelling may start with, the makers of the forms that do, each with its entry.
        stems: The first letters of those that may be inflected.
        initials: Tokens that are initials of somebody and nothing else.
        leads: What stands before the first token of a spelling that starts with a sign.
        struck: Pairs of (entry, kind of spelling) that the sanitized texts disproved.
        touchy: The surrogates whose originals may have to be escaped where the surrogate did not have to be.
    """

    def __init__(self, issued: Iterable[Issued], *, guarded: bool = True) -> None:
        self.issued: tuple[Issued, ...] = distinct(issued)
        surrogates = Surrogates(self.issued, guarded)
        self.names, self.addresses = NameKind(surrogates), AddressKind(surrogates)
        self.codes, self.numbers = CodeKind(surrogates), NumberKind(surrogates)
        dates, weekdays = DateKind(surrogates, self.numbers), WeekdayKind(surrogates)
        self.kinds: tuple[SpellingKind, ...] = (self.names, self.addresses, self.codes, dates, self.numbers, weekdays)
        self._by_figures = _that_answer(self.kinds, "at_figures")
        self._judges = _that_answer(self.kinds, "judge")
        self._unregistered = _that_answer(self.kinds, "starts_unregistered")
        for entry, item in enumerate(self.issued):
            next(filter(methodcaller("takes", item), self.kinds)).take(entry, item)
        for kind in self.kinds:
            kind.complete()
        self._tokens = tokens = surrogates.tokens
        self.struck = surrogates.struck
        self.first, self.stems, self.leads, self.initials = tokens.first, tokens.stems, tokens.leads, tokens.initials
        self.touchy = frozenset(entry for entry, item in enumerate(self.issued) if _is_touchy(item))

    @property
    def heads(self) -> frozenset[str]:
        """Every beginning of a token that a spelling may start with. Only streams need it."""
        return self._tokens.heads

    @property
    def longest_lead(self) -> int:
        """How long the longest sign is that a spelling starts with."""
        return self._tokens.longest_lead

    def learn(self, sources: Sequence[Source]) -> None:
        """Learn from the sanitized texts what tells that a surrogate is meant."""
        for kind in self.kinds:
            kind.learn(sources)

    def is_alone(self, entry: int, token: str, after: str) -> bool:
        """Whether a surrogate that starts with ``token``, with ``after`` on its right, is all that can be found there.

        So it is when each other spelling with this first token is that of a surrogate which this one begins with, or
        of one that goes on after it with another letter.
        """
        if any(kind.starts_unregistered(token) for kind in self._unregistered):
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

    def news(self, earlier: SurrogateIndex) -> Touches:
        """What tells whether anything may be found in a text that the index of the request's beginning could not."""
        by_kind = [kind.news(known) for kind, known in zip(self.kinds, earlier.kinds, strict=True)]
        tests = (self._tokens.news(earlier._tokens), *by_kind)

        def touches(marks: Marks) -> bool:
            return any(test(marks) for test in tests)

        return touches

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
        return not figures.isascii() or any(map(methodcaller("starts_with", figures), self._by_figures))

    def at(self, text: str, token: re.Match[str], floor: int, *, final: bool) -> list[Found] | Wait:
        """Every find at a token, from ``floor`` on. Invisible signs do not break the token."""
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
            figures = self._at_figures(text, token, final=final)
            if isinstance(figures, Wait):
                return WAIT
            found += [one for one in figures if one.start >= floor]
        return self._judged(text, found, final=final)

    def _forms_at(self, token: str) -> list[tuple[Form, int]]:
        """The forms whose spelling starts with a token, each with that token's distance from its start."""
        forms = self._tokens.forms.get(token)
        if forms is None:
            forms = [form for _, maker in self.first.get(token, ()) for form in maker(token)]
            forms += [(form, 0) for kind in self._unregistered for form in kind.unregistered(token)]
            self._tokens.forms[token] = forms
        return forms

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

    def _at_figures(self, text: str, token: re.Match[str], *, final: bool) -> list[Found] | Wait:
        if (final or token.end() < len(text)) and not self._figures_may_start(token[0]):
            return []
        found: list[Found] = []
        for kind in self._by_figures:
            seen = kind.at_figures(text, token, final=final)
            if isinstance(seen, Wait):
                return WAIT
            found += seen
        return found

    def _judged(self, text: str, found: list[Found], *, final: bool) -> list[Found] | Wait:
        """The finds, marked as in doubt where a kind knows that something else may be meant."""
        for kind in self._judges if found else ():
            judged = [kind.judge(text, one, final=final) for one in found]
            found = [one for one in judged if isinstance(one, Found)]
            if len(found) < len(judged):
                return WAIT
        return found


def _that_answer(kinds: Sequence[SpellingKind], question: str) -> tuple[SpellingKind, ...]:
    """The kinds that have an answer of their own to a question."""
    return tuple(kind for kind in kinds if question in type(kind).__dict__)


def _is_touchy(item: Issued) -> bool:
    if item.reading == "number" or item.original.isalnum():
        return False
    return any(item.original.count(char) > item.surrogate.count(char) for char in _SPECIAL.intersection(item.original))


def leading_figures(token: str) -> str:
    """The digits that a token starts with."""
    if token.isdecimal():
        return token
    return token[: next(at for at, char in enumerate(token) if not char.isdecimal())]
