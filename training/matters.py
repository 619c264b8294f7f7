"""Sentences in which public names, private names and words of the language are marked, for the judge to learn from.

They are frames (``matters/*.txt``) with names set in, many of which are public in one frame and private in another, and
sentences of the texts and sets that the network learns from, whose marked names are private.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from privacy_chains.detect.requests.words import KnownWords, known_in
from privacy_chains.detect.sentences import Sentences
from training.example import UNSURE, Example
from training.known import Names, frames, is_of_language
from training.texts import written

__all__ = ["FRAMES", "Marked", "drawn", "prose", "speeches"]

FRAMES = ("mixed", "public", "private", "wide", "near", "affairs", "tongues", "capitals", "further", "stated")
_CHOICE = re.compile(r"\(([^()]*\|[^()]*)\)")
_SLOT = re.compile(r"\{([a-zA-Z])\}")
_SHORT = re.compile(r"([+=])([PLTW]) (.+)")
_WORD = re.compile(r"[^\W_]+(?:['\u2019\-.+#&/][^\W_]+)*[+#]*")
_PRIVATE = frozenset({"LOCATION", "ORGANIZATION", "PERSON"})
_DID = ("Did", "When did", "Why did", "How did", "Where did", "What did", "Does", "Why does", "How does")
_OF = ("What is {0} {1}?", "What was {0} {1}?", "What are {0} {1}?", "Explain {0} {1}.", "Describe {0} {1}.")
_OF += ("Summarise {0} {1}.", "Tell me about {0} {1}.", "Discuss {0} {1}.", "How was {0} {1}?", "Where is {0} {1}?")
_OF += ("How did {0} {1} end?", "Why is {0} {1} so important?", "When was {0} {1}?", "Who knows {0} {1}?")
"""Shapes that short frames are set into, public ones and private ones the same."""
_OLD_SLOTS = {"P": "aasf", "L": "l", "T": "o", "W": "o", "N": "aaol", "R": "a", "C": "s"}
"""What is set into the slots of the frames of private affairs."""
_UNKNOWN_ONES = {
    "P": (0.25, "ppq"),
    "A": (0.25, "p"),
    "R": (0.2, "pq"),
    "N": (0.15, "ppqo"),
    "L": (0.1, "l"),
    "W": (0.1, "po"),
}
_UNKNOWN_ONES |= {"B": (0.06, "op"), "T": (0.1, "po")}
"""How often what nobody knows is set into the slots of public names, and of which slots it is."""
_MOST_WORDS = 60
_SMALL, _MAYBE, _AROUND = 0.08, 0.5, 0.25


class Marked(NamedTuple):
    """A sentence and what is known of words in it.

    Attributes:
        text: The sentence.
        marks: Start, end, and whether what stands there is public: code points, half-open, in reading order.
        frame: What it was made of; sentences of one frame are never in both halves of a split.
        names: The names that were set in, likewise.
    """

    text: str
    marks: Sequence[tuple[int, int, bool]]
    frame: str
    names: tuple[str, ...] = ()


def drawn(frame: str, kind: str, names: Names, chance: random.Random) -> Marked:
    """A frame with names in its slots.

    Args:
        frame: The frame, or the short form of one.
        kind: One of :data:`FRAMES`, where it is from.
        names: Draws the names.
        chance: The source of chance.
    """
    text, marks, used = "", list[tuple[int, int, bool]](), list[str]()
    said = _chosen(frame, chance)
    said = _within(said, chance) if kind == "wide" and chance.random() < _AROUND else _shaped(said, chance)
    for number, piece in enumerate(_SLOT.split(said)):
        if number % 2 == 0:
            marks += [
                (found.start() + len(text), found.end() + len(text), True)
                for found in _WORD.finditer(piece)
                if found[0][0].isupper()
            ]
            text += piece
            continue
        slot = chance.choice(_OLD_SLOTS.get(piece, piece)) if kind == "private" else _unknown(piece, chance)
        name = names.draw(slot)
        name = name[:1].upper() + name[1:] if not text and slot in "Vv" else name
        if slot in "Vv" and text:
            marks += [] if text.strip() else [(len(text), len(text) + len(name), True)]
        elif slot != "n":
            marks.append((len(text), len(text) + len(name), not slot.islower() or slot in "vj"))
            used.append(name)
        text += name
    text = text.replace("[0-9]", str(chance.randrange(2, 90)))
    if chance.random() < _SMALL:
        text = text.lower()
    return Marked(text, marks, frame, tuple(used))


def _unknown(slot: str, chance: random.Random) -> str:
    """The slot, now and then one for what the world does not know, which stays private whatever is asked of it."""
    share, other = _UNKNOWN_ONES.get(slot, (0.0, slot))
    return chance.choice(other) if chance.random() < share else slot


def _chosen(frame: str, chance: random.Random) -> str:
    """A frame with one of each of its alternatives, from the inside out."""
    while found := list(_CHOICE.finditer(frame)):
        for one in reversed(found):
            frame = frame[: one.start()] + chance.choice(one[1].split("|")) + frame[one.end() :]
    return re.sub(r"\(([^()]*)\)\?", lambda one: one[1] if chance.random() < _MAYBE else "", frame).replace("  ", " ")


def _shaped(frame: str, chance: random.Random) -> str:
    """A whole frame; a short one (``+P abdicate``, ``=P reign``) in one of the shapes."""
    short = _SHORT.fullmatch(frame)
    if short is None:
        return frame
    slot = f"{{{short[2]}}}"
    if short[1] == "+":
        return f"{chance.choice(_DID)} {slot} {short[3]}?"
    return chance.choice(_OF).format(slot + "'s", short[3])


def _within(said: str, chance: random.Random) -> str:
    """A question or an order with something around it, before which it may begin with a small letter."""
    small = said[:1].lower() + said[1:] if chance.random() < _MAYBE else said
    return chance.choice(frames("around")).replace("...", small if not said.startswith("{") else said)


def prose(chance: random.Random, count: int) -> list[Marked]:
    """Sentences of texts and sets: their names are private, other words with capitals are public.

    Args:
        chance: Which are drawn.
        count: How many.
    """
    examples = written()
    chance.shuffle(examples)
    found: list[Marked] = []
    for example in examples:
        found += _sentences(example)
        if len(found) >= count:
            break
    return found


def speeches(chance: random.Random, count: int, folder: Path, wordnet: Path) -> list[Marked]:
    """Sentences of every other speech: words of the language that have a capital in them are public.

    Args:
        chance: Which are drawn.
        count: How many.
        folder: The speeches, a file for each.
        wordnet: The folder with WordNet's files, which say what a word of the language is.
    """
    texts = (path.read_text("utf-8", "replace") for path in sorted(folder.glob("*.txt"))[::2])
    found = [one for text in texts for one in _spoken(text, wordnet)]
    return chance.sample(found, min(count, len(found)))


def _spoken(text: str, wordnet: Path) -> Iterator[Marked]:
    sentences, position = Sentences(text), 0
    while position < len(text):
        start, position = sentences.around(position)
        said = text[start:position].strip()
        marks = [
            (*one.span(), True)
            for one in _WORD.finditer(said)
            if one.start() and one[0][0].isupper() and is_of_language(one[0].lower(), wordnet)
        ]
        if marks and len(said) < 6 * _MOST_WORDS:
            yield Marked(said, marks, said[:40])


def _sentences(example: Example) -> Iterator[Marked]:
    sentences, position = Sentences(example.text), 0
    while position < len(example.text):
        start, end = sentences.around(position)
        position = end
        marks = list(_marks_in(example, start, end))
        if marks and end - start < 6 * _MOST_WORDS:
            start += len(example.text[start:end]) - len(example.text[start:end].lstrip())
            yield Marked(example.text[start:end], [(a - start, b - start, c) for a, b, c in marks], example.text[:40])


def _marks_in(example: Example, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    famous = [one for one in known_in(example.text, start, end) if _is_famous(example.text, one)]
    for found in _WORD.finditer(example.text, start, end):
        if any(one.start <= found.start() < one.end for one in famous):
            continue
        kinds = {kind for a, b, kind in example.marks if a < found.end() and found.start() < b}
        if kinds & _PRIVATE:
            yield (*found.span(), False)
        elif not kinds and found[0][0].isupper() and UNSURE not in kinds and "PERSON" in example.annotated:
            yield (*found.span(), True)


def _is_famous(text: str, name: KnownWords) -> bool:
    """Whether it is the full name of somebody well-known, of whom texts may speak or of a namesake."""
    return name.may_be_person and " " in text[name.start : name.end]
