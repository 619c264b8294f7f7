"""What the index asks of every kind of spelling."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self, TypeAlias

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.kinds.first_tokens import FirstTokens, Form
from privacy_chains.desanitize.spellings.source_texts import Marks, Source
from privacy_chains.desanitize.tokens import Found, Wait

__all__ = ["SpellingKind", "Surrogates", "Touches", "untouched"]

Touches: TypeAlias = Callable[[Marks], bool]
"""Whether something may be found in a text of these marks; False is certain."""


@dataclass(slots=True, repr=False)
class Surrogates:
    """What the kinds share: the surrogates of one request, and where spellings are registered.

    Attributes:
        issued: The surrogates, each pair once. A surrogate's place among them is its entry.
        guarded: Whether an everyday word, a year or a short code needs evidence that it is meant.
        tokens: The first tokens of all spellings.
        struck: Pairs of (entry, kind of spelling) that the sanitized texts disproved.
    """

    issued: tuple[Issued, ...]
    guarded: bool
    tokens: FirstTokens = field(default_factory=FirstTokens)
    struck: set[tuple[int, str]] = field(default_factory=set)

    def words_of_people(self) -> frozenset[str]:
        """The words of people's surrogates, as written."""
        names = (item.surrogate for item in self.issued if item.entity_type == "PERSON")
        return frozenset(word for name in names for word in name.split())


class SpellingKind:
    """One kind of spelling. The methods here are the answers of a kind that a question does not concern.

    Most spellings are found by their first token: a kind registers it with a maker, which writes the forms when an
    answer holds the token. Numbers and codes come in so many groupings that they are found by their figures instead.

    Args:
        surrogates: The surrogates of the request.

    Attributes:
        surrogates: The same.
        tokens: Where first tokens are registered.
    """

    def __init__(self, surrogates: Surrogates) -> None:
        self.surrogates = surrogates
        self.tokens = surrogates.tokens

    def takes(self, item: Issued) -> bool:
        """Whether a surrogate is spelled in this kind. Each is taken by exactly one."""
        return False

    def take(self, entry: int, item: Issued) -> None:
        """Register what the spellings of a surrogate start with."""

    def complete(self) -> None:
        """Register what depends on several surrogates, after each of them was taken."""

    def learn(self, sources: Sequence[Source]) -> None:
        """Learn from the sanitized texts where surrogates stand."""

    def starts_unregistered(self, token: str) -> bool:
        """Whether a spelling may start with a token although no maker was registered for it."""
        return False

    def unregistered(self, token: str) -> Iterable[Form]:
        """The forms that start with such a token."""
        return ()

    def starts_with(self, figures: str) -> bool:
        """Whether a spelling that is found by its figures may start with these."""
        return False

    def at_figures(self, text: str, token: re.Match[str], *, final: bool) -> list[Found] | Wait:
        """What is found by its figures at a token that starts with a digit."""
        return []

    def judge(self, text: str, found: Found, *, final: bool) -> Found | Wait:
        """A find of any kind; in doubt where this kind knows that something else may be meant."""
        return found

    def news(self, earlier: Self) -> Touches:
        """A test of whether this kind may find something in a text that ``earlier``, of a shorter request, could not.

        First tokens are compared for all kinds together.
        """
        return untouched


def untouched(marks: Marks) -> bool:  # noqa: ARG001  (whatever the text)
    """Nothing new can be found."""
    return False
