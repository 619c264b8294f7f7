"""Whether a word is somebody's name, or the world's or the language's: a learned judge of the network's states.

A sentence is seen as its word pieces are by the first layers of the detector's network, with what is known of each of
its words (:mod:`.traits`); a small network of the judge's own (:mod:`.encoder`) reads that. Its weights were learned
(``training/judge.py``) from sentences with the same names as public and as private ones.

Warning: it errs. What it lets go was hidden before; nothing else is.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import NamedTuple

from privacy_chains.detect.network.graph import FOLDER, Places, network_of
from privacy_chains.detect.recent import Recent
from privacy_chains.detect.requests.encoder import log_odds
from privacy_chains.detect.requests.traits import JudgedWord, words_in

__all__ = ["LONGEST", "Judged", "judged"]

LONGEST = 1_000
"""How many code points of a sentence are read."""
_REMEMBERED = 4_096  # sentences


class Judged(NamedTuple):
    """A word of a sentence: where it stands, and the log-odds that it is public; least where it was not read."""

    start: int
    end: int
    odds: float


def judged(text: str, begin: int, end: int) -> list[Judged]:
    """The words of a sentence, as far as it is read, in reading order; what is remembered of it is no text.

    Args:
        text: The text.
        begin: Where the sentence begins.
        end: One past its last code point.

    Raises:
        DetectionError: onnxruntime or tokenizers is not installed, or a file of the network is missing.
    """
    begin += len(text[begin:end]) - len(text[begin:end].lstrip())
    sentence = text[begin : min(end, begin + LONGEST)].rstrip()
    found = _RECENT.of(_RECENT.name(sentence), partial(_read, sentence))
    return [Judged(one.start + begin, one.end + begin, one.odds) for one in found]


def _read(sentence: str) -> list[Judged]:
    offsets, states = network_of(FOLDER).states(sentence)
    if not offsets:
        return []
    words = words_in(sentence, 0, len(sentence))
    places = [_pieces_of(offsets, word) for word in words]
    read = [(word, place) for word, place in zip(words, places, strict=True) if place]
    odds = log_odds(states, [place for _, place in read], [word.traits for word, _ in read]) if read else ()
    known = {word.start: one for (word, _), one in zip(read, odds, strict=True)}
    return [Judged(word.start, word.end, known.get(word.start, -inf)) for word in words]


def _pieces_of(offsets: Places, word: JudgedWord) -> tuple[int, int] | None:
    """The first piece of a word and the one behind its last; None where it was not read."""
    inside = [number for number, (start, end) in enumerate(offsets) if start < word.end and word.start < end]
    return (inside[0], inside[-1] + 1) if inside else None


_RECENT = Recent[list[Judged]](_REMEMBERED)
