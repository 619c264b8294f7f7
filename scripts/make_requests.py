"""Makes ``privacy_chains/detect/requests/data/wordnet.txt`` from the files of WordNet 3.0.

Run it with ``python scripts/make_requests.py FOLDER``, where FOLDER holds ``data.noun`` and its like (Debian's
``wordnet-base``: ``/usr/share/wordnet``).

Each row is a name, a tab, and words with spaces between them; a name of several words has underscores.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

OUT = Path(__file__).resolve().parents[1] / "privacy_chains" / "detect" / "requests" / "data" / "wordnet.txt"
HEAD = """\
# From WordNet 3.0, https://wordnet.princeton.edu, made by scripts/make_requests.py.
# WordNet Release 3.0. This software and database is being provided to you, the LICENSEE, by Princeton University under
# the following license. Permission to use, copy, modify and distribute this software and database and its
# documentation for any purpose and without fee or royalty is hereby granted, provided that you agree to comply with
# the following copyright notice and statements, including the disclaimer, and that the same appear on ALL copies of
# the software, database and documentation, including modifications that you make for internal use or for
# distribution. WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. THIS SOFTWARE AND DATABASE IS
# PROVIDED "AS IS" AND PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES, EXPRESS OR IMPLIED. BY WAY OF
# EXAMPLE, BUT NOT LIMITATION, PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES OF MERCHANT- ABILITY OR
# FITNESS FOR ANY PARTICULAR PURPOSE OR THAT THE USE OF THE LICENSED SOFTWARE, DATABASE OR DOCUMENTATION WILL NOT
# INFRINGE ANY THIRD PARTY PATENTS, COPYRIGHTS, TRADEMARKS OR OTHER RIGHTS. The name of Princeton University or
# Princeton may not be used in advertising or publicity pertaining to distribution of the software and/or database.
# Title to copyright in this software, database and any associated documentation shall at all times remain with
# Princeton University and LICENSEE agrees to preserve same.
"""
SCIENCES = ("science", "humanistic_discipline", "mathematics", "music", "mythology", "astrology", "poetry", "chess")
"""What words are of that a question about the world may use; medicine, law, sport and trade are of every day, too."""
EVERYDAY_SCIENCES = ("medical_science", "social_science", "engineering", "psychological_science", "nursing")
PERSON, PLACES, LIVING = "18", {"15", "17"}, {"05", "20"}
POSSESSION = "21"
MADE, OWNED = {"36"}, {"40"}
"""Numbers of files of WordNet: of people, of places and natural objects, of kinds of animals and plants, and so on."""
GODS = ("deity",)
TALES = ("imaginary_being", "fictional_character", "mythical_being")
SKY = ("celestial_body",)
WIDE: tuple[str, ...] = (
    "country",
    "state",
    "continent",
    "river",
    "mountain_peak",
    "ocean",
    "sea",
    "lake",
    "desert",
    "island",
    "range",
)
WIDE += (
    "national_capital",
    "empire",
    "celestial_body",
    "volcano",
    "peninsula",
    "gulf",
    "strait",
    "archipelago",
    "planet",
)
WORKS: tuple[str, ...] = (
    "literary_composition",
    "literary_work",
    "dramatic_composition",
    "musical_composition",
    "painting",
    "law",
)
WORKS += ("scientific_discipline", "scientific_theory", "theory", "theorem", "doctrine", "war", "battle", "monarch")
WORKS += ("deity", "revolution", "function", "equation", "philosophy", "empire", "algorithm", "planet", "telescope")
HEADS: tuple[str, ...] = ("amendment", "bridge", "canal", "cathedral", "constitution", "court", "desert", "doctrine")
HEADS += ("empire", "enactment", "inequality", "law", "legislature", "pandemic", "prize", "revolution", "treaty")
HEADS += (
    "tower",
    "wall",
    "war",
    "act",
    "age",
    "battle",
    "crisis",
    "declaration",
    "decree",
    "dynasty",
    "edict",
    "epoch",
)
HEADS += (
    "era",
    "mutiny",
    "peace",
    "period",
    "plague",
    "rebellion",
    "scandal",
    "siege",
    "statute",
    "strike",
    "uprising",
)
"""What a public name of several words ends with."""
PROVED = (
    "algorithm",
    "axiom",
    "conjecture",
    "equation",
    "inequality",
    "lemma",
    "paradox",
    "postulate",
    "razor",
    "syndrome",
    "theorem",
    "transform",
    "triangle",
    "hypothesis",
)
"""What nobody has but who found it, whatever else a name is."""
NO_KINDS = ("act", "age", "crisis", "declaration", "peace", "period", "strike")
"""Heads whose kinds are of every day."""
ROLES = ("head_of_state", "presiding_officer", "official", "legislator", "commissioner", "spokesperson", "leader")
KIN = ("relative", "friend", "customer", "patient", "neighbor", "tenant", "colleague", "employer", "client", "employee")
MADE_BY_HAND = "06"
MOST_WORDS, LONGEST = 4, 23
FEWEST_EPONYMS = 2
SHAPES_AND_PROCESSES = {"19", "22", "25"}
LEXNAMES = {
    "noun": dict(enumerate("act animal artifact attribute body cognition communication event feeling food".split(), 4))  # noqa: SIM905
    | dict(enumerate("group location motive object person phenomenon plant possession process".split(), 14))  # noqa: SIM905
    | dict(enumerate("quantity relation shape state substance time".split(), 23)),  # noqa: SIM905
    "verb": dict(
        enumerate(
            "body change cognition communication competition consumption contact creation emotion motion perception"  # noqa: SIM905
            " possession social stative weather".split(),
            29,
        )
    ),
}
"""What WordNet's files of nouns and verbs are of, by their numbers."""
_UNUSUAL = re.compile(r"[0-9(),/]|(?:^|_)(?:[A-Z]\.|Baron|Count|Duke|Earl|Viscount|Sir|Lord|Dame)(?:_|$)|\.$")
_EPONYM = re.compile(r"[A-Z][a-z]{3,}(?:'s|-[A-Z][a-z]+)?_([a-z]{3,})")
_ADJECTIVE = re.compile(r"[A-Z][a-z]{4,}(?:ian|ean|an|ic|ist)")
_PLAIN = re.compile(r"[a-z]{2,11}")


class Synset(NamedTuple):
    """A meaning: its file, its words, and what it is a kind or an instance of."""

    file: str
    words: tuple[str, ...]
    kinds: tuple[str, ...]
    instances: tuple[str, ...]
    topics: tuple[str, ...]


def synsets(folder: Path, part: str) -> dict[str, Synset]:
    """The meanings of a part of speech, by their offsets."""
    found = {}
    for line in (folder / f"data.{part}").read_text("ascii").splitlines():
        if line.startswith(" "):
            continue
        offset, file, _, count, *rest = line.partition(" | ")[0].split(" ")
        size = 2 * int(count, 16)
        pointers = [(rest[at], rest[at + 1]) for at in range(size + 1, len(rest) - 3, 4)]
        kinds = tuple(to for sign, to in pointers if sign == "@")
        instances = tuple(to for sign, to in pointers if sign == "@i")
        topics = tuple(to for sign, to in pointers if sign == ";c")
        words = tuple(re.sub(r"\(\w+\)$", "", word) for word in rest[:size:2])
        found[offset] = Synset(file, words, kinds, instances, topics)
    return found


def firsts(folder: Path, part: str, which: int = 0) -> Iterator[tuple[str, str]]:
    """Each verb, of others each word that WordNet's texts hold, with the offset of its first or a later meaning."""
    for line in (folder / f"index.{part}").read_text("ascii").splitlines():
        fields = line.split()
        told = part == "verb" or int(fields[-1 - int(fields[2])] or 0) if not line.startswith(" ") else 0
        if told:
            meanings = fields[-int(fields[2]) :]
            yield fields[0], meanings[min(which, len(meanings) - 1)]


def below(nouns: dict[str, Synset], tops: Iterable[str]) -> set[str]:
    """The meanings that are kinds of some words, whatever these mean."""
    under = defaultdict(list)
    for offset, one in nouns.items():
        for kind in one.kinds:
            under[kind].append(offset)
    wanted = set(tops)
    todo = [offset for offset, one in nouns.items() if wanted.intersection(one.words)]
    found: set[str] = set()
    while todo:
        offset = todo.pop()
        if offset not in found:
            found.add(offset)
            todo += under[offset]
    return found


def eponymous(nouns: dict[str, Synset]) -> set[str]:
    """What is called after people: ``Ohm's law``, ``Markov chain``, ``Lyme disease``."""
    names = {name for one in nouns.values() if one.file not in LIVING | PLACES | {PERSON} for name in one.words}
    count = Counter(found[1] for found in map(_EPONYM.fullmatch, names) if found)
    return {noun for noun, often in count.items() if often >= FEWEST_EPONYMS}


def all_firsts(folder: Path, part: str) -> Iterator[tuple[str, str]]:
    """Each plain word with the offset of its first meaning, also those that WordNet's texts do not hold."""
    for line in (folder / f"index.{part}").read_text("ascii").splitlines():
        fields = line.split()
        if _PLAIN.fullmatch(fields[0]) and not line.startswith(" "):
            yield fields[0], fields[-int(fields[2])]


def of_sciences(folder: Path, nouns: dict[str, Synset]) -> set[str]:
    """The words whose first meaning is of a science or an art: ``transform``, ``orbit``."""
    wanted = below(nouns, SCIENCES) - below(nouns, EVERYDAY_SCIENCES)
    found = set()
    for part in ("noun", "verb", "adj"):
        meanings = synsets(folder, part)
        found |= {word for word, one in all_firsts(folder, part) if wanted.intersection(meanings[one].topics)}
    return found


def _ordinals(folder: Path) -> set[str]:
    """Adverbs such as ``thirdly``, which WordNet's texts need not hold."""
    lines = (folder / "index.adv").read_text("ascii").splitlines()
    return {found[0] for found in map(re.compile(r"[a-z]{2,7}(?:nd|rd|st|th)ly(?= )").match, lines) if found}


def frequent(folder: Path, part: str) -> dict[str, str]:
    """Each plain word that WordNet's texts hold, with the offset of its first meaning."""
    lines = (line.split() for line in (folder / f"index.{part}").read_text("ascii").splitlines())
    return {
        fields[0]: fields[-int(fields[2])]
        for fields in lines
        if fields and _PLAIN.fullmatch(fields[0]) and int(fields[-1 - int(fields[2])] or 0)
    }


def subjects(folder: Path) -> dict[str, set[str]]:
    """What each frequent noun and verb is of, with the irregular forms of verbs: ``noun.food``, ``verb.motion``."""
    irregular = [line.split() for line in (folder / "verb.exc").read_text("ascii").splitlines()]
    found: dict[str, set[str]] = defaultdict(set)
    for part, names in LEXNAMES.items():
        meanings = synsets(folder, part)
        words = {word: names.get(int(meanings[offset].file)) for word, offset in frequent(folder, part).items()}
        forms = [(form, words[one]) for form, *lemmas in irregular for one in lemmas if part == "verb" and one in words]
        for word, name in [*words.items(), *forms]:
            if name:
                found[f"{part}.{name}"].add(word)
    return dict(sorted(found.items()))


def rows(folder: Path) -> dict[str, set[str]]:
    """What the file holds."""
    nouns, verbs = synsets(folder, "noun"), synsets(folder, "verb")
    wide, sky = below(nouns, WIDE), below(nouns, SKY)
    gods, tales = below(nouns, GODS), below(nouns, TALES)
    people: set[str] = set()
    places: set[str] = set()
    things: set[str] = set()
    towns: set[str] = set()
    told: set[str] = set()
    for one in nouns.values():
        names = {word for word in one.words if word != word.lower() and not _UNUSUAL.search(word)}
        if one.file == MADE_BY_HAND and not one.instances:
            names = {name for name in names if "_" in name}  # no brands of medicines
        if one.file == PERSON and one.instances:
            row = things if gods.intersection(one.instances) else told if tales.intersection(one.instances) else people
            row.update(names)
        elif sky.intersection(one.instances):
            things |= names
        elif one.instances and one.file in PLACES:
            (places if wide.intersection(one.instances) else towns).update(names)
        elif one.file not in LIVING | PLACES | {PERSON}:
            things |= names
    things |= {word for one in synsets(folder, "adj").values() for word in one.words if _ADJECTIVE.fullmatch(word)}
    people, places, things, towns, told = (
        {name for name in names if name.count("_") < MOST_WORDS and len(name) < LONGEST}
        for names in (people, places, things, towns, told)
    )
    irregular = [line.split() for line in (folder / "verb.exc").read_text("ascii").splitlines()]
    early = {word: one for word, one in firsts(folder, "noun", 1) if nouns[one].file == POSSESSION}
    early |= {word: one for word, one in firsts(folder, "noun") if nouns[one].file == POSSESSION}
    first_nouns, first_verbs = dict(firsts(folder, "noun")), dict(firsts(folder, "verb"))

    def kinds_of(tops: Iterable[str]) -> set[str]:
        meanings = below(nouns, tops)
        return {word for word, first in first_nouns.items() if first in meanings and _PLAIN.fullmatch(word)}

    def files_of(words: dict[str, str], meanings: dict[str, Synset], files: set[str]) -> set[str]:
        return {word for word, first in words.items() if meanings[first].file in files and _PLAIN.fullmatch(word)}

    return {
        "verbs": {word for word in first_verbs if _PLAIN.fullmatch(word)},
        "adverbs": {word for word, _ in firsts(folder, "adv") if _PLAIN.fullmatch(word)} | _ordinals(folder),
        "making": files_of(first_verbs, verbs, MADE),
        "dealing": (dealing := files_of(first_verbs, verbs, OWNED) | files_of(early, nouns, {POSSESSION}))
        | {form for form, *lemmas in irregular if dealing.intersection(lemmas)},
        "sciences": of_sciences(folder, nouns),
        "abstract": files_of(dict(all_firsts(folder, "noun")), nouns, SHAPES_AND_PROCESSES),
        "heads": kinds_of(set(HEADS) - set(NO_KINDS)) | set(HEADS),
        "proved": set(PROVED),
        "works": kinds_of(WORKS),
        "eponymous": eponymous(nouns),
        "roles": kinds_of(ROLES),
        "kin": kinds_of(KIN),
        "people": people,
        "tales": (told := told - people),
        "places": (places := places - people - told),
        "things": (things := things - people - places - told),
        "towns": towns - people - places - things - told,
    } | subjects(folder)


def main() -> None:
    """Write the file."""
    lines = [f"{name}\t{' '.join(sorted(words))}" for name, words in rows(Path(sys.argv[1])).items()]
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(HEAD + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
