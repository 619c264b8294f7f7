"""Learns ``privacy_chains/detect/requests/data/judge.bin``: whether a well-known name is spoken of as the world's.

Run ``python -m training.matters DATA`` (DATA: the folder that holds ``train/``), or with ``--check`` to see how the
judge does on frames that it has not seen. It learns from frames of questions and orders (``matters/*.txt``), with
well-known names set in, and a little from prose: of encyclopaedias as public, of letters and chats as private. The
same seed gives the same file.
"""

from __future__ import annotations

import random
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privacy_chains.detect.requests.evidence import evidence, is_unmistakable
from privacy_chains.detect.requests.judge import SCALE, mark_of
from privacy_chains.detect.requests.made_names import made_names
from privacy_chains.detect.requests.words import Known, known_in, words_of
from privacy_chains.formats.word_classes import word_class
from training.corpora import gold
from training.texts import written

OUT = Path(__file__).resolve().parents[1] / "privacy_chains" / "detect" / "requests" / "data" / "judge.bin"
FOLDER = Path(__file__).parent / "matters"
SEED = 7
DRAWS = 12
PROSE, PROSE_WEIGHT = 4000, 0.25
FEWEST_FRAMES = 3
RIDGE, STEPS, RATE = 2e-4, 200, 0.05
PARTS = 5
COMMON_SHARE, RARE_SHARE, TALE_SHARE, OTHERS_SHARE, FULL_SHARE = 0.5, 0.7, 0.1, 0.07, 0.4
MADE_SHARE = 0.3
TERMS = ("HIPAA", "GDPR", "NATO", "UNESCO", "TCP", "DNA")
WORKED_WEIGHT = (1.0, 3.0)
_SLOT = re.compile(r"\{([PLTWNRC])\}")
_SENTENCE = re.compile(r"[^.?!\n]+[.?!]?")
_SHORT = re.compile(r"([+=])([PLTW]) (.+)")
_DID = ("Did", "When did", "Why did", "How did", "Where did", "What did", "Does", "Why does", "How does")
_OF: tuple[str, ...] = (
    "What is {0} {1}?",
    "What was {0} {1}?",
    "What are {0} {1}?",
    "Explain {0} {1}.",
    "Describe {0} {1}.",
)
_OF += ("Summarise {0} {1}.", "Tell me about {0} {1}.", "Discuss {0} {1}.", "How was {0} {1}?", "Where is {0} {1}?")
_OF += ("How did {0} {1} end?", "Why is {0} {1} so important?", "When was {0} {1}?", "Who knows {0} {1}?")
"""Shapes that short frames are set into, public ones and private ones the same."""
_PRIVATE_PROSE = re.compile(r"\b(?:I|my|we|our|you|your)\b", re.IGNORECASE)


class Case(NamedTuple):
    """What is seen around a name, whether it is public, how much it counts, and which frame it is from."""

    seen: NDArray[np.int64]
    public: bool
    weight: float
    frame: int


def _case(text: str, one: Known, public: bool, weight: float, frame: int) -> Case:  # noqa: FBT001  # a field
    known = [one, *(k for k in known_in(text, 0, len(text)) if k.end <= one.start or one.end <= k.start)]
    seen = {mark_of(what) for what in evidence(text, one, 0, len(text), known)}
    return Case(np.array(sorted(seen)), public, weight, frame)


class Names:
    """Draws well-known names for the slots.

    Args:
        chance: The source of chance.
    """

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        people = [name.replace("_", " ") for name in sorted(words_of("people"))]
        people = [name for name in people if " " in name or not word_class(name.lower()).startswith("given")]
        self._rare = [name for name in people if is_unmistakable(name)]
        self._common = [name for name in people if not is_unmistakable(name)]
        self._full = [name for name in people if " " in name]
        self._single = [name for name in self._common if " " not in name]
        self._tales = [name.replace("_", " ") for name in sorted(words_of("tales"))]
        self._rows = {
            row: [one.replace("_", " ") for one in sorted(words_of(row)) if one[0].isupper()]
            for row in ("places", "towns", "things")
        }
        folder = OUT.parent / "titles.txt"
        titles = [line.title() for line in folder.read_text("utf-8").splitlines() if not line.startswith("#")]
        self._rows["titles"] = [one for one in titles if not word_class(one.split()[0].lower()).startswith("given")]
        self._stars = [one for one in titles if word_class(one.split()[0].lower()).startswith("given")]
        self._nouns = sorted(words_of("eponymous") | words_of("works") | words_of("heads"))

    def draw(self, slot: str, *, public: bool) -> tuple[str, str, bool]:
        """A name for a slot, its row, and whether people are called so."""
        chance = self._chance
        if slot == "N":
            slot = chance.choice("PPLWT" if public else "PPPPLT")
        if slot == "P" and not public and chance.random() < OTHERS_SHARE:
            return self.draw(chance.choice("LLWT"), public=True)
        if slot in "RCP":
            return (*(self._person(public=public) if slot == "P" else self._neutral(rare=slot == "R")), True)
        return self._no_person(slot, public=public)

    def _person(self, *, public: bool) -> tuple[str, str]:
        """A person's name, and its row."""
        chance = self._chance
        if chance.random() < TALE_SHARE:
            return chance.choice(self._tales), "tales"
        if chance.random() < (0.1 if public else 0.2):
            return chance.choice(self._stars), "titles"
        rare = chance.random() < (RARE_SHARE if public else 1 - COMMON_SHARE)
        return chance.choice(self._rare if rare else self._common), "people"

    def _no_person(self, slot: str, *, public: bool) -> tuple[str, str, bool]:
        """The name of a place, a work or a thing."""
        chance = self._chance
        if slot == "L":
            row = "places" if chance.random() < 0.5 else "towns"
        elif slot == "W":
            row = "titles" if chance.random() < 0.7 else "things"
        else:
            row = chance.choice(["things", "titles", "terms", *(["made", "made"] if public else [])])
        if row == "made":
            return self._made(), row, False
        name = chance.choice(TERMS if row == "terms" else self._rows[row])
        return name, row, row != "terms" and _is_listed(name)

    def is_made(self) -> bool:
        """Whether what is somebody's looks as if it were called after them: ``Lindqvist's plan``."""
        return self._chance.random() < MADE_SHARE

    def _neutral(self, *, rare: bool) -> tuple[str, str]:
        """A name for what is asked of everybody, and its row: it alone tells whether the well-known one is meant."""
        draw = self._chance.random()
        if rare and draw < TALE_SHARE:
            return self._chance.choice(self._tales), "tales"
        if rare:
            return self._chance.choice(self._full if draw > 1 - FULL_SHARE else self._rare), "people"
        return self._chance.choice(self._single), "people"

    def _made(self) -> str:
        """What is called after somebody or something."""
        name, noun = self._chance.choice(self._rare + self._common).split()[-1], self._chance.choice(self._nouns)
        ways = (
            f"{name}|'s {noun}",
            f"{name}|'s {noun}",
            f"the {name}| {noun}",
            f"the {noun.title()} of {name}",
            f"the {name} {noun.title()}",
        )
        return self._chance.choice(ways)


def _is_listed(name: str) -> bool:
    return name.isalpha() and word_class(name.lower()).startswith(("given", "surname"))


def filled(frame: str, names: Names, *, public: bool, number: int) -> Iterator[Case]:
    """The cases of one frame with names in its slots."""
    text, found = "", []
    for piece in _SLOT.split(frame):
        if piece in tuple("PLTWNRC") and len(piece) == 1:
            name, row, person = names.draw(piece, public=public)
            name, _, rest = name.partition("|")  # the name alone is called after
            found.append((len(text), len(text) + len(name), row, person))
            text += name + rest
        else:
            text += piece
    known = [Known(*one) for one in found]
    if not public and names.is_made():
        known = [
            one._replace(row="made", may_be_person=False) if text.startswith("'s ", one.end) else one for one in known
        ]
    for one in known:
        seen = {mark_of(what) for what in evidence(text, one, 0, len(text), known)}
        yield Case(np.array(sorted(seen)), public, 1 / len(known), number)


def _shaped(frame: str, chance: random.Random) -> str:
    """A whole frame; a short one (``+P abdicate``, ``=P reign``) in one of the shapes."""
    short = _SHORT.fullmatch(frame)
    if short is None:
        return frame
    slot = f"{{{short[2]}}}"
    if short[1] == "+":
        return f"{chance.choice(_DID)} {slot} {short[3]}?"
    return chance.choice(_OF).format(slot + "'s", short[3])


def _worked_with() -> Iterator[tuple[str, Known, bool]]:
    """The questions and the private sentences that the tests work with, and the well-known names in them."""
    folder = FOLDER.parents[1] / "tests" / "detect" / "requests"
    for line in (folder / "questions.txt").read_text("utf-8").splitlines():
        for one in (*made_names(line, 0, len(line)), *known_in(line, 0, len(line))):
            yield line, one, True
    for line in (folder / "private.txt").read_text("utf-8").splitlines():
        before, name, after = re.split("[<>]", line, maxsplit=2)
        text = before + name + re.sub("[<>]", "", after)
        for one in known_in(text, len(before), len(before) + len(name)):  # an unknown name is never asked about
            yield text, one, False


def frames(name: str) -> list[str]:
    """The frames of a kind."""
    return [
        line for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines() if line and not line.startswith("#")
    ]


def prose(data: Path, chance: random.Random) -> Iterator[Case]:
    """Sentences with marked names: those of encyclopaedias, and those in which somebody speaks of themselves."""
    rows = {"PERSON": ("people", True), "LOCATION": ("towns", False), "ORGANIZATION": ("things", False)}
    for examples, public in ((gold(data / "train", SEED), True), (written(), False)):
        cases: list[Case] = []
        for example in examples:
            for found in _SENTENCE.finditer(example.text):
                spoken = _PRIVATE_PROSE.search(found[0]) is not None
                marks = [m for m in example.marks if found.start() <= m[0] and m[1] <= found.end() and m[2] in rows]
                if marks and spoken is not public:
                    start, end, kind = chance.choice(marks)
                    text = found[0].strip()
                    shift = found.start() + len(found[0]) - len(found[0].lstrip())
                    cases.append(_case(text, Known(start - shift, end - shift, *rows[kind]), public, PROSE_WEIGHT, -1))
        yield from chance.sample(cases, min(PROSE, len(cases)))


def told(cases: Sequence[Case]) -> NDArray[np.int64]:
    """The marks that are seen in several frames or sentences, sorted: of the others little can be learned."""
    frames_of: defaultdict[int, set[int]] = defaultdict(set)
    for number, case in enumerate(cases):
        for mark in case.seen.tolist():
            frames_of[mark].add(case.frame if case.frame >= 0 else -number)
    return np.array(sorted(mark for mark, those in frames_of.items() if len(those) >= FEWEST_FRAMES))


def _places(seen: NDArray[np.int64], marks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where the marks of a case stand among those that are told."""
    at: NDArray[np.int64] = np.minimum(np.searchsorted(marks, seen), len(marks) - 1)
    found: NDArray[np.int64] = at[marks[at] == seen]
    return found


def learned(cases: Sequence[Case], marks: NDArray[np.int64]) -> NDArray[np.float64]:
    """The weights of the marks that fit best, by Adam over all cases at once."""
    seen = [_places(case.seen, marks) for case in cases]
    flat = np.concatenate(seen)
    of = np.repeat(np.arange(len(cases)), [len(one) for one in seen])
    public = np.array([case.public for case in cases], dtype=np.float64)
    share = np.array([case.weight for case in cases])
    for side in (0.0, 1.0):
        share[public == side] /= share[public == side].sum()
    weights, mean, square = np.zeros(len(marks)), np.zeros(len(marks)), np.zeros(len(marks))
    for step in range(1, STEPS + 1):
        odds = np.bincount(of, weights[flat], len(cases))
        error = share * (1 / (1 + np.exp(-odds)) - public)
        slope = np.bincount(flat, error[of], len(marks)) + RIDGE * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    return weights


def all_cases(data: Path) -> list[Case]:
    """All cases, the same ones each time."""
    chance = random.Random(SEED)  # no secret
    names = Names(chance)
    cases: list[Case] = []
    number = 0
    for kind in ("public", "private"):
        for frame in frames(kind):
            for _ in range(DRAWS):
                cases += filled(_shaped(frame, chance), names, public=kind == "public", number=number)
            number += 1
    for text, one, public in _worked_with():
        cases.append(_case(text, one, public, DRAWS * WORKED_WEIGHT[not public], number := number + 1))
    return cases + list(prose(data, chance))


def check(cases: Sequence[Case], marks: NDArray[np.int64], say: Callable[[str], None] = print) -> None:
    """How many names in unseen frames are judged rightly, at some thresholds."""
    results: list[tuple[float, bool]] = []
    for part in range(PARTS):
        weights = learned([case for case in cases if case.frame < 0 or case.frame % PARTS != part], marks)
        unseen = (case for case in cases if case.frame >= 0 and case.frame % PARTS == part)
        results += [(float(weights[_places(one.seen, marks)].sum()), one.public) for one in unseen]
    for least in (0.0, 0.5, 1.0, 1.5, 2.0, 3.0):
        shares = [
            np.mean([odds >= least for odds, is_public in results if is_public is kind]) for kind in (True, False)
        ]
        say(f"{least}: let go {shares[0]:.3f} of what is public, {shares[1]:.3f} of what is private")


def main() -> None:
    """Learn and write, or check."""
    cases = all_cases(Path(sys.argv[-1]))
    marks = told(cases)
    if "--check" in sys.argv:
        check(cases, marks)
    weights = np.clip(np.rint(learned(cases, marks) * SCALE), -127, 127).astype(np.int8)
    kept = weights != 0
    OUT.write_bytes(marks[kept].astype("<u4").tobytes() + weights[kept].tobytes())


if __name__ == "__main__":
    main()
