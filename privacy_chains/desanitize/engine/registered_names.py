"""Names and other words of a request, registered by the first tokens of their spellings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from privacy_chains.desanitize.engine.first_tokens import FirstTokens, Form, first_token, only
from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.evidence import NameEvidence, Setting
from privacy_chains.desanitize.spellings.names import Initialed, initialed, initials_of, name_forms, runs_of_words
from privacy_chains.desanitize.spellings.slugs import slugs, word_slugs
from privacy_chains.desanitize.spellings.words import WordsForm, is_everyday, is_given, may_be_in_small_letters
from privacy_chains.desanitize.tokens import STEM, TOKEN

__all__ = ["RegisteredNames"]


class RegisteredNames:
    """The surrogates that are words.

    Args:
        tokens: Where they are registered.
        issued: The surrogates of the request.
        guarded: Whether an everyday word is left without evidence of a name.

    Attributes:
        initialed: For each initial, the entries of the names that have it.
        settings: Between what names stand in the sanitized texts that are words like any other, by the name.
    """

    def __init__(self, tokens: FirstTokens, issued: tuple[Issued, ...], *, guarded: bool) -> None:
        self._tokens = tokens
        self._issued = issued
        self._guarded = guarded
        self._people: frozenset[str] | None = None
        self.initialed: dict[str, list[int]] = {}
        self.settings: dict[str, set[Setting]] = {}

    def register(self, entry: int, item: Issued) -> None:
        """A name, by its first token in each letter case."""
        surrogate = item.surrogate
        if not surrogate.isascii() or not surrogate[0].isalnum():
            for form in self._name_forms(entry):
                self._add_stem(form)
                self._tokens.add(form, form.words[0])
        else:
            token, _ = first_token(surrogate)
            capital = token[0].upper()
            cases = {token, capital + token[1:], capital + token[1:].lower(), token.upper()}
            if may_be_in_small_letters(surrogate):
                cases.add(token.lower())
            for spelled in cases:
                self._tokens.register(spelled, lambda token: self._words_at(token, entry), entry)
            if " " in surrogate:
                self._register_last(entry, surrogate)
            if surrogate.isalnum() and len(surrogate) >= STEM:
                self._tokens.stems.update(spelled[:STEM] for spelled in cases)
        self._register_slugs(entry, item)
        for initial in initials_of(surrogate):
            self.initialed.setdefault(initial, []).append(entry)

    def _register_slugs(self, entry: int, item: Issued) -> None:
        """A person's name in file names, paths and handles."""
        if item.entity_type != "PERSON":
            return
        forms = slugs(entry, item) if len(item.surrogate.split()) > 1 else word_slugs(entry, item)
        for form in forms:
            self._tokens.register(first_token(form.spelled)[0], partial(only, form), entry)

    def _register_last(self, entry: int, surrogate: str) -> None:
        """A name of several words by the token that its last word starts with: ``Johnson, J.``."""
        last = first_token(surrogate.rpartition(" ")[2])[0]
        if last and last != first_token(surrogate)[0]:
            for spelled in {last, last.upper()}:
                self._tokens.register(spelled, lambda token: self._words_at(token, entry), entry)

    def _add_stem(self, form: WordsForm) -> None:
        if form.base and len(form.words) == 1:
            self._tokens.stems.add(form.words[0][:STEM])

    def _words_at(self, token: str, entry: int) -> list[tuple[Form, int]]:
        return [(form, 0) for form in self._name_forms(entry, token) if first_token(form.words[0])[0] == token]

    def _name_forms(self, entry: int, start: str = "") -> Iterator[WordsForm]:
        """The spellings of a name; of a word like any other, those that ask for evidence of a name."""
        item = self._issued[entry]
        forms = name_forms(entry, item, start)
        guard = self._evidence(item) if self._guarded and item.surrogate.isalpha() else None
        return (replace(form, guard=guard) for form in forms) if guard else forms

    def _evidence(self, item: Issued) -> NameEvidence | None:
        word, is_place = item.surrogate, item.entity_type == "LOCATION"
        if not is_everyday(word, of_a_place=is_place) and not (is_place and len(word) == 2):
            return None
        if self._people is None:
            people = [other.surrogate for other in self._issued if other.entity_type == "PERSON"]
            self._people = frozenset(part for name in people for part in name.lower().split())
        settings = self.settings.setdefault(word.casefold(), set())
        return NameEvidence(word, self._people - {word.lower()}, is_given(word), is_place, settings)

    def add_initials(self) -> None:
        """Register the initials; those that nothing else starts with are initials and nothing else."""
        self._tokens.initials = self.initialed.keys() - self._tokens.first.keys()
        for initial in self.initialed:
            self._tokens.first.setdefault(initial, [])

    def shortened(self, initial: str) -> Initialed:
        """The names that are shortened to an initial."""
        forms = (form for entry in self.initialed[initial] for form in initialed(entry, self._issued[entry]))
        return Initialed.of(initial, forms)

    def initialed_since(self, count: int) -> Iterator[tuple[str, frozenset[str]]]:
        """Each initial of a surrogate from place ``count`` on, and the tokens of which one follows it."""
        for initial, entries in self.initialed.items():
            names = [self._issued[entry].surrogate for entry in entries if entry >= count]
            if names:
                words = {token[0] for name in names for token in TOKEN.finditer(name)}
                yield initial, frozenset(words | {word.upper() for word in words})

    def following(self) -> dict[str, frozenset[str]]:
        """The beginnings of the words that may follow each token that is an initial and nothing else."""
        return {
            initial: frozenset(
                run for entry in self.initialed[initial] for run in runs_of_words(self._issued[entry].surrogate)
            )
            for initial in self._tokens.initials
        }
