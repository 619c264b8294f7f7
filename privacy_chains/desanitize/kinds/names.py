"""Names and other words, by the first token of each spelling in each letter case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Self

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.kinds.first_tokens import Form, first_token, only
from privacy_chains.desanitize.kinds.kind import SpellingKind, Surrogates, Touches, untouched
from privacy_chains.desanitize.spellings.evidence import NameEvidence, Setting, setting_of
from privacy_chains.desanitize.spellings.listed_names import is_everyday, is_given
from privacy_chains.desanitize.spellings.names import (
    Initialed,
    beside_another,
    initial_before,
    initialed,
    initials_of,
    middle_initial,
    name_forms,
    runs_of_words,
)
from privacy_chains.desanitize.spellings.slugs import slugs, word_slugs
from privacy_chains.desanitize.spellings.source_texts import Marks, Source
from privacy_chains.desanitize.spellings.words import WordsForm, may_be_in_small_letters
from privacy_chains.desanitize.tokens import STEM, TOKEN, WAIT, Found, Wait
from privacy_chains.lazy import lazily

__all__ = ["NO_SURNAME", "NameKind"]

_WORD: Final = "WORD"
"""The type of ordinary words that a method replaced by others: that one is a word like any other says nothing."""
NO_SURNAME: Final = lazily(r"\s[a-z]|[,;:)?!'\"-]")
"""What follows an ``I`` or an ``A`` that is no initial: usually a word in small letters."""


class NameKind(SpellingKind):
    """The surrogates that are words. An everyday word is read only with evidence that it is a name.

    Args:
        surrogates: The surrogates of the request.

    Attributes:
        initialed: For each initial, the entries of the names that have it.
    """

    def __init__(self, surrogates: Surrogates) -> None:
        super().__init__(surrogates)
        self.initialed: dict[str, list[int]] = {}
        self._settings: dict[str, set[Setting]] = {}
        self._names = frozenset(word.lower() for word in surrogates.words_of_people())

    def takes(self, item: Issued) -> bool:
        return item.reading == "words"

    def take(self, entry: int, item: Issued) -> None:
        surrogate = item.surrogate
        if not surrogate.isascii() or not surrogate[0].isalnum():
            for form in self._name_forms(entry):
                self._add_stem(form)
                self.tokens.add(form, form.words[0])
        else:
            self._take_plain(entry, surrogate)
        self._register_slugs(entry, item)
        for initial in initials_of(surrogate):
            self.initialed.setdefault(initial, []).append(entry)

    def complete(self) -> None:
        """Register the initials; those that nothing else starts with are initials and nothing else."""
        self.tokens.initials = self.initialed.keys() - self.tokens.first.keys()
        for initial in self.initialed:
            self.tokens.first.setdefault(initial, [])

    def learn(self, sources: Sequence[Source]) -> None:
        """Learn between which words those names stand that are everyday words."""
        issued = self.surrogates.issued
        for source in sources:
            for start, (end, entry, _) in source.spans.items():
                is_word = entry is not None and self.takes(issued[entry])
                setting = setting_of(source.text, start, end) if is_word else None
                if setting is not None:
                    self._settings.setdefault(source.text[start:end].casefold(), set()).add(setting)

    def starts_unregistered(self, token: str) -> bool:
        return token in self.initialed

    def unregistered(self, token: str) -> Iterable[Form]:
        """The names that are shortened to an initial."""
        issued = self.surrogates.issued
        forms = (form for entry in self.initialed.get(token, ()) for form in initialed(entry, issued[entry]))
        return (Initialed.of(token, forms),) if token in self.initialed else ()

    def judge(self, text: str, found: Found, *, final: bool) -> Found | Wait:
        """A find; one word of a name is in doubt beside a name that was not issued."""
        if not self.surrogates.guarded:
            return found
        item = self.surrogates.issued[found.entry]
        doubt: str | Wait = ""
        if found.kind == "initials":
            doubt = middle_initial(text, found, self._names, final=final)
        elif item.entity_type == "PERSON" and item.surrogate.isalpha():
            doubt = beside_another(text, found, is_given(item.surrogate), self._names, final=final)
        if isinstance(doubt, Wait):
            return WAIT
        return found._replace(doubt=doubt) if doubt else found

    def news(self, earlier: Self) -> Touches:
        """Look for the initials of further names, each beside a word of its name."""
        count = len(earlier.surrogates.issued)
        new = tuple(self._initialed_since(count))

        def touches(marks: Marks) -> bool:
            return any(one in marks.tokens and not words.isdisjoint(marks.tokens) for one, words in new)

        return touches if new else untouched

    def initials_followed(self) -> tuple[re.Pattern[str], dict[str, frozenset[str]]] | None:
        """What finds an initial and a word after it, and the beginnings of the words that may follow each initial."""
        initials, issued = self.tokens.initials, self.surrogates.issued
        if not initials:
            return None
        following = {
            initial: frozenset(
                run for entry in self.initialed[initial] for run in runs_of_words(issued[entry].surrogate)
            )
            for initial in initials
        }
        heads = {run[0] for runs in following.values() for run in runs}
        return initial_before(tuple(sorted(initials)), "".join(sorted(heads))), following

    def _take_plain(self, entry: int, surrogate: str) -> None:
        """A name in ASCII, by its first token, and by that of its last word."""
        token, _ = first_token(surrogate)
        capital = token[0].upper()
        cases = {token, capital + token[1:], capital + token[1:].lower(), token.upper()}
        if may_be_in_small_letters(surrogate):
            cases.add(token.lower())
        for spelled in cases:
            self.tokens.register(spelled, lambda token: self._words_at(token, entry), entry)
        if " " in surrogate:
            self._register_last(entry, surrogate)
        if surrogate.isalnum() and len(surrogate) >= STEM:
            self.tokens.stems.update(spelled[:STEM] for spelled in cases)

    def _register_slugs(self, entry: int, item: Issued) -> None:
        """A person's name in file names, paths and handles."""
        if item.entity_type != "PERSON":
            return
        forms = slugs(entry, item) if len(item.surrogate.split()) > 1 else word_slugs(entry, item)
        for form in forms:
            self.tokens.register(first_token(form.spelled)[0], partial(only, form), entry)

    def _register_last(self, entry: int, surrogate: str) -> None:
        """A name of several words by the token that its last word starts with: ``Johnson, J.``."""
        last = first_token(surrogate.rpartition(" ")[2])[0]
        if last and last != first_token(surrogate)[0]:
            for spelled in {last, last.upper()}:
                self.tokens.register(spelled, lambda token: self._words_at(token, entry), entry)

    def _add_stem(self, form: WordsForm) -> None:
        if form.base and len(form.words) == 1:
            self.tokens.stems.add(form.words[0][:STEM])

    def _words_at(self, token: str, entry: int) -> list[tuple[Form, int]]:
        return [(form, 0) for form in self._name_forms(entry, token) if first_token(form.words[0])[0] == token]

    def _name_forms(self, entry: int, start: str = "") -> Iterator[WordsForm]:
        """The spellings of a name; if it is an everyday word, spellings that ask for evidence."""
        item = self.surrogates.issued[entry]
        forms = name_forms(entry, item, start)
        guard = self._evidence(item) if self.surrogates.guarded and item.surrogate.isalpha() else None
        return (replace(form, guard=guard) for form in forms) if guard else forms

    def _evidence(self, item: Issued) -> NameEvidence | None:
        if item.entity_type == _WORD:
            return None
        word, is_place = item.surrogate, item.entity_type == "LOCATION"
        if not is_everyday(word, of_a_place=is_place) and not (is_place and len(word) == 2):
            return None
        settings = self._settings.setdefault(word.casefold(), set())
        return NameEvidence(word, self._names - {word.lower()}, is_given(word), is_place, settings)

    def _initialed_since(self, count: int) -> Iterator[tuple[str, frozenset[str]]]:
        """Each initial of a surrogate from entry ``count`` on, and the tokens of which one follows it."""
        for initial, entries in self.initialed.items():
            names = [self.surrogates.issued[entry].surrogate for entry in entries if entry >= count]
            if names:
                words = {token[0] for name in names for token in TOKEN.finditer(name)}
                yield initial, frozenset(words | {word.upper() for word in words})
