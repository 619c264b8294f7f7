"""What stands in the slots of the judge's frames: well-known names, private ones, verbs and words of the language."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from string import ascii_uppercase

from privacy_chains.detect.network.software import is_software
from privacy_chains.detect.requests.words import words_of
from privacy_chains.detect.rules.tables import listed
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.formats.word_classes import word_class
from training.values import Values

__all__ = ["Names", "frames", "is_of_language"]

_FOLDER = Path(__file__).parent / "matters"
_DATA = Path(__file__).resolve().parents[1] / "privacy_chains" / "detect" / "requests" / "data"
_WORD = re.compile(r"[^\W_]+(?:['\u2019\-.+#&/][^\W_]+)*[+#]*")
_TRANSITIVE = frozenset(("08", "09", "10", "11", "14", "15", "17", "20", "21", "22", "24", "30", "31"))
"""Frames of WordNet's verbs in which something is done to somebody or something."""
_EPONYMS, _WORDS_TOO, _UNKNOWN = 0.5, 0.2, 0.15
_ASKED = 0.3
"""How often whoever is near has a name that is asked about in ``wide.txt``."""
_COMMON = ".en.1"
_OPTION = re.compile(r"[(|]((?:the )?[A-Z][a-z][^\W_]*(?: (?:of|the|de|von|van))?(?: [A-Z][^\W_]+)?)(?='s?|[|)])")


@cache
def frames(name: str) -> list[str]:
    """The frames of a file, or its lines."""
    lines = (_FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


class Names:
    """Draws what stands in the slots of frames.

    Args:
        chance: The source of chance.
        values: Private names.
        wordnet: The folder with WordNet's files.
    """

    def __init__(self, chance: random.Random, values: Values, wordnet: Path) -> None:
        self._chance, self._values = chance, values
        self._people = sorted(name.replace("_", " ") for name in words_of("people"))
        self._tales = sorted(name.replace("_", " ") for name in words_of("tales"))
        self._full = [name for name in self._people if " " in name]
        self._single = [name for name in self._people if " " not in name]
        self._rare = [name for name in self._people if _is_unmistakable(name)]
        self._common = [name for name in self._people if not _is_unmistakable(name)]
        self._things = sorted(name.replace("_", " ") for name in words_of("things") if not name.islower())
        self._wide = sorted(name.replace("_", " ") for name in words_of("places"))
        self._towns = sorted(name.replace("_", " ") for name in words_of("towns"))
        self._capitals = [one for one in self._things if one.isupper() and 1 < len(one) < 7] + _terms(str.isupper)
        self._eponyms = [one for one in self._things if re.fullmatch(r"[A-Z]\w{2,}('s)? [a-z]+", one)]
        self._after = sorted(words_of("eponymous") | words_of("works"))
        language = _language(wordnet)
        titles = _titles()
        self._stars = [one for one in titles if _is_persons(one)]
        self._works = [one for one in titles if not _is_persons(one)]
        self._brands = [one for one in self._works if one.isalpha() and one.lower() not in language] + _software()
        self._brands += [
            word.capitalize() for kind, words in lexicon().classes.items() if "brand" in kind for word in words
        ] * 2
        self._verbs = _verbs(wordnet)
        self._verb_names = [verb for verb in self._verbs if word_class(verb).startswith("given")]
        self._verb_names += [verb for verb in self._verbs if word_class(verb).startswith("surname")][:150]
        self._parts = sorted({name.rpartition(" ")[2] for name in self._full + self._stars})
        self._given = [one for one in self._single if word_class(one.lower()).startswith("given")]
        self._asked = _asked_about()
        self._nouns = _frequent(wordnet, "noun", 8)
        self._adverbs = [word for word in sorted(words_of("adverbs")) if not word_class(word).startswith("given")]
        self._makers: Mapping[str, Callable[[], str]] = {
            "a": self._draw_anybody,
            "f": self._draw_given,
            "p": self._draw_unknown,
            "q": self._draw_unknown_word,
            "g": self._draw_verb_and_surname,
            "h": self._draw_verb_name,
            "s": self._draw_surname,
            "o": self._draw_firm,
            "l": self._draw_whereabouts,
            "P": self._draw_well_known,
            "A": self._draw_in_full,
            "R": self._draw_unmistakable,
            "C": self._draw_initials,
            "L": self._draw_part_of_world,
            "W": self._draw_work,
            "T": self._draw_thing,
            "B": self._draw_brand,
            "N": self._draw_any_known,
            "K": self._draw_called_after,
            "k": self._draw_namesake,
            "V": self._draw_verb,
            "v": self._draw_verb_of_names,
            "n": self._draw_noun,
            "j": self._draw_adverb,
        }

    def draw(self, slot: str) -> str:
        """What stands in a slot."""
        return self._makers[slot]()

    def _one(self, *options: Sequence[str]) -> str:
        return self._chance.choice(self._chance.choice(options))

    def _value(self, slot: str) -> str:
        pieces = self._values.draw(slot, "en")
        return "".join(text for text, _ in pieces)

    def _draw_anybody(self) -> str:
        roll = self._chance.random()
        if roll < 0.35:
            return self._value("person")
        if roll < 0.55:
            return self._one(self._full, self._full, self._stars, self._tales)
        if roll < 0.68:
            return self._one(self._single, self._common, self._rare)
        if roll < 0.80:
            return self._draw_given()
        if roll < 0.86:
            return self._draw_verb_and_surname()
        return (
            f"{self._chance.choice(('Mr', 'Mrs', 'Ms', 'Dr', 'Mr.', 'Dr.'))} {self._draw_surname()}"
            if roll < 0.93
            else self._draw_given() + " " + self._draw_surname()
        )

    def _draw_given(self) -> str:
        roll = self._chance.random()
        if roll < 0.15:
            return self._chance.choice(self._verb_names).capitalize()
        return self._chance.choice(self._given) if roll < 0.25 else self._value("first")

    def _draw_unknown(self) -> str:
        return self._value("person") if self._chance.random() < 0.5 else f"{self._value('first')} {self._value('last')}"

    def _draw_unknown_word(self) -> str:
        return self._chance.choice((self._value("first"), self._value("last")))

    def _draw_verb_and_surname(self) -> str:
        return f"{self._chance.choice(self._verb_names).capitalize()} {self._value('last')}"

    def _draw_verb_name(self) -> str:
        return self._chance.choice(self._verb_names).capitalize()

    def _draw_surname(self) -> str:
        roll = self._chance.random()
        if roll < 0.45:
            return (
                self._one(self._single, self._parts, self._rare, self._tales)
                if roll < 0.4
                else self._chance.choice(self._verb_names).capitalize()
            )
        return self._value("last")

    def _draw_firm(self) -> str:
        return self._one(self._brands, self._things) if self._chance.random() < 0.2 else self._value("org")

    def _draw_whereabouts(self) -> str:
        roll = self._chance.random()
        if roll < 0.35:
            return self._one(self._towns, self._towns, self._wide)
        return self._value("city") if roll < 0.85 else self._value("streetname")

    def _draw_well_known(self) -> str:
        roll = self._chance.random()
        if roll < 0.2:
            return self._chance.choice(self._tales)
        if roll < 0.35:
            return self._one(self._full, self._stars, self._works).rpartition(" ")[2].capitalize()
        return self._chance.choice(self._stars) if roll < 0.45 else self._one(self._rare, self._full, self._single)

    def _draw_in_full(self) -> str:
        return self._one(self._full, self._full, self._stars)

    def _draw_unmistakable(self) -> str:
        return self._one(self._rare, self._rare, self._tales)

    def _draw_initials(self) -> str:
        if self._chance.random() < _UNKNOWN:
            return "".join(self._chance.choices(ascii_uppercase, k=self._chance.randrange(3, 5)))
        return self._chance.choice(self._capitals)

    def _draw_part_of_world(self) -> str:
        return self._one(self._wide, self._towns)

    def _draw_work(self) -> str:
        return self._one(self._works, self._works, self._works, self._things, self._tales)

    def _draw_thing(self) -> str:
        roll = self._chance.random()
        if roll < 0.15:
            return self._chance.choice(self._capitals)
        return self._chance.choice(_terms(str)) if roll < 0.25 else self._one(self._things, self._things, self._works)

    def _draw_brand(self) -> str:
        return self._chance.choice(_brands() if self._chance.random() < _WORDS_TOO else self._brands)

    def _draw_any_known(self) -> str:
        return self._chance.choice(
            (self._draw_well_known, self._draw_well_known, self._draw_part_of_world, self._draw_work, self._draw_thing)
        )()

    def _draw_called_after(self) -> str:
        if self._chance.random() < _EPONYMS:
            return self._chance.choice(self._eponyms)
        name = self._one(self._single, self._full).rpartition(" ")[2]
        noun = self._chance.choice(self._after)
        return self._chance.choice(
            (f"{name}'s {noun}", f"{name}'s {noun}", f"the {name} {noun}", f"the {noun.title()} of {name}")
        )

    def _draw_namesake(self) -> str:
        if self._chance.random() < _ASKED:
            return self._chance.choice(self._asked)
        return self._one(
            self._full, self._full, self._single, self._single, self._rare, self._parts, self._stars, self._tales
        )

    def _draw_verb(self) -> str:
        return self._chance.choice(self._verbs)

    def _draw_verb_of_names(self) -> str:
        return self._chance.choice(self._verb_names)

    def _draw_noun(self) -> str:
        return self._chance.choice(self._nouns)

    def _draw_adverb(self) -> str:
        return self._chance.choice(self._adverbs).capitalize()


def _asked_about() -> list[str]:
    """What is asked about in ``wide.txt``, in one or two words."""
    found = {name.removeprefix("the ") for line in frames("wide") for name in _OPTION.findall(line)}
    return sorted(name for name in found if not is_software(name.lower()) and name.replace(" ", "").isalpha())


def _is_unmistakable(name: str) -> bool:
    """Whether hardly anybody else is called so: a full name that is not common, one word that is rare."""
    words = [word_class(word.lower()) for word in _WORD.findall(name)]
    if len(words) > 1:
        return not all(_COMMON in kind for kind in words)
    return not words[0].startswith(("given", "surname")) or words[0].startswith("surname.en.3")


def _titles() -> list[str]:
    lines = [line for name in ("titles", "works") for line in (_DATA / f"{name}.txt").read_text("utf-8").splitlines()]
    return [_cased(line) for line in lines if not line.startswith("#")]


def _cased(title: str) -> str:
    """A title as it is written, with articles and prepositions in small letters."""
    small = {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"}
    words = title.split(" ")
    return " ".join(word if at and word in small else word[:1].upper() + word[1:] for at, word in enumerate(words))


def _is_persons(title: str) -> bool:
    words = title.lower().split(" ")
    return 1 < len(words) <= 3 and word_class(words[0]).startswith("given")


def _terms(test: Callable[[str], object]) -> list[str]:
    lines = (_DATA / "terms.txt").read_text("utf-8").splitlines()
    terms = chain.from_iterable(line.partition("\t")[2].split(", ") for line in lines if not line.startswith("#"))
    return [term for term in terms if test(term)]


@cache
def _brands() -> list[str]:
    """Brands that are called by a word or a name."""
    return [name for line in frames("brands") for name in line.split()]


def _software() -> list[str]:
    return [name.upper() if len(name) < 4 else name.capitalize() for name in sorted(listed("software"))] * 4


@cache
def _language(wordnet: Path) -> frozenset[str]:
    """The words of the language in small letters."""
    parts = ("noun", "verb", "adj", "adv")
    return frozenset(
        line.split(" ", 1)[0] for part in parts for line in (wordnet / f"index.{part}").read_text("ascii").splitlines()
    )


def is_of_language(word: str, wordnet: Path) -> bool:
    """Whether a word in small letters is one of the language that hardly anybody or any place is called by."""
    return len(word) > 1 and word in _language(wordnet) and word_class(word).partition(".")[0] in {"", "word"}


def _verbs(wordnet: Path) -> list[str]:
    """Verbs that somebody does to something, those that WordNet's texts hold four times as often."""
    found: set[str] = set()
    for line in (wordnet / "data.verb").read_text("ascii").splitlines():
        if line.startswith(" "):
            continue
        fields = line.partition(" | ")[0].split(" ")
        kinds = {fields[at + 1] for at, field in enumerate(fields[:-1]) if field == "+"}
        if kinds & _TRANSITIVE:
            found.update(fields[4 : 4 + 2 * int(fields[3], 16) : 2])
    plain = sorted(verb for verb in found if re.fullmatch("[a-z]{2,12}", verb))
    frequent = set(_frequent(wordnet, "verb", 1))
    return plain + [verb for verb in plain if verb in frequent] * 3


def _frequent(wordnet: Path, part: str, least: int) -> list[str]:
    """The plain words of a part of speech of which WordNet's texts hold some meanings, the first of them often."""
    counts: dict[str, int] = {}
    letter = {"noun": "1", "verb": "2"}[part]
    for line in (wordnet / "cntlist.rev").read_text("ascii").splitlines():
        key, _, count = line.split(" ")
        word, _, sense = key.partition("%")
        if sense[0] == letter and re.fullmatch("[a-z]{3,12}", word):
            counts[word] = counts.get(word, 0) + int(count)
    return sorted(word for word, count in counts.items() if count >= least)
