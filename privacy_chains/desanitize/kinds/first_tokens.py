"""The first tokens of spellings, and the makers that write the forms which start with each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Final, Protocol, TypeAlias

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.literals import EscapedForm, LiteralForm, literal_forms
from privacy_chains.desanitize.spellings.source_texts import Marks
from privacy_chains.desanitize.spellings.word_forms import escapes
from privacy_chains.desanitize.tokens import TOKEN, Found, Wait

__all__ = ["NOBODY", "FirstTokens", "Form", "Maker", "first_token", "only"]

NOBODY: Final = -1
"""The entry of a form that belongs to several surrogates."""


class Form(Protocol):
    """A spelling that can be looked for at a place."""

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """Whether it stands at ``start``."""
        ...


Maker: TypeAlias = Callable[[str], list[tuple[Form, int]]]
"""Writes the forms that start with a token, each with that token's distance from its start."""


@dataclass(slots=True, repr=False)
class FirstTokens:
    """What a spelling may start with.

    Attributes:
        first: For each token that a spelling may start with, the makers of the forms that do, each with its entry.
        stems: The first letters of those that may be inflected.
        initials: Tokens that are initials of somebody and nothing else.
        leads: What stands before the first token of a spelling that starts with a sign.
        longest_lead: How long the longest of them is.
        forms: The forms of each token that an answer held, as they were written.
    """

    first: dict[str, list[tuple[int, Maker]]] = field(default_factory=dict)
    stems: set[str] = field(default_factory=set)
    initials: set[str] = field(default_factory=set)
    leads: set[str] = field(default_factory=set)
    longest_lead: int = 0
    forms: dict[str, list[tuple[Form, int]]] = field(default_factory=dict)
    _heads: frozenset[str] | None = None

    @property
    def heads(self) -> frozenset[str]:
        """Every beginning of a token that a spelling may start with. Only streams need it."""
        if self._heads is None:
            self._heads = frozenset(token[:end] for token in self.first for end in range(1, len(token)))
        return self._heads

    def news(self, earlier: FirstTokens) -> Callable[[Marks], bool]:
        """A test of whether a text has a token or a stem for which there are new makers."""
        known = {token: len(makers) for token, makers in earlier.first.items()}
        tokens = {token for token, makers in self.first.items() if len(makers) > known.get(token, 0)}
        stems = self.stems - earlier.stems

        def touches(marks: Marks) -> bool:
            return not (tokens.isdisjoint(marks.tokens) and stems.isdisjoint(marks.stems))

        return touches

    def register(self, token: str, maker: Maker, entry: int = NOBODY) -> None:
        """Let ``maker`` write forms when an answer contains ``token``."""
        makers = self.first.get(token)
        if makers is None:
            self.first[token] = [(entry, maker)]
        else:
            makers.append((entry, maker))

    def add(self, form: Form, spelled: str) -> None:
        """Make a form that is written out findable from the first token of its spelling."""
        token, lead = first_token(spelled)
        if token:
            self.register(token, lambda _: [(form, len(lead))])
            self.forms.pop(token, None)
            self._heads = None
            self.initials.discard(token)
            self.add_lead(lead)

    def add_lead(self, lead: str) -> None:
        """Let a spelling start with the sign, or the signs, ``lead``."""
        if lead:
            self.longest_lead = max(self.longest_lead, len(lead))
            self.leads.update(lead[:end] for end in range(1, len(lead) + 1))

    def add_literals(self, entry: int, item: Issued, ties: str) -> None:
        """Register a surrogate as issued, and its escapes.

        Args:
            entry: Its place among the surrogates.
            item: The surrogate.
            ties: Signs that, with a letter or digit behind them, make it part of something longer.
        """
        surrogate = item.surrogate
        token, lead = first_token(surrogate)
        if not surrogate.isascii() or not token or len(lead) > 1 or token[0] in "\\%&":
            for literal in literal_forms(entry, item, ties):
                self.add(literal, literal.spelled)
            return
        self.register(token, lambda _: _literals(entry, item, ties, len(lead)), entry)
        self.add_lead(lead)
        for head, before in _escaped_heads(lead) if lead else ():
            self.register(head, partial(_escaped, entry, item, ties, before), entry)


def _literals(entry: int, item: Issued, ties: str, distance: int) -> list[tuple[Form, int]]:
    exact = LiteralForm(item.surrogate, item.original, "exact", entry, ties)
    return [(exact, distance), (EscapedForm(item, entry, ties), distance)]


def _escaped(entry: int, item: Issued, ties: str, distance: int, _token: str) -> list[tuple[Form, int]]:
    return [(EscapedForm(item, entry, ties), distance)]


def only(form: Form, _token: str) -> list[tuple[Form, int]]:
    """The forms of a token with which just one form starts."""
    return [(form, 0)]


def first_token(spelled: str) -> tuple[str, str]:
    """The first token of a spelling, and what stands before it."""
    token = TOKEN.search(spelled)
    return (token[0], spelled[: token.start()]) if token else ("", "")


@cache
def _escaped_heads(lead: str) -> tuple[tuple[str, int], ...]:
    """The first tokens of the escapes of a sign, each with its distance from the start."""
    heads = (first_token(spelled) for spelled, _ in escapes(lead, lead))
    return tuple(sorted({(token, len(before)) for token, before in heads}))
