"""Learns ``privacy_chains/detect/days/data/judge.onnx``: whether a date is somebody's, or the world's.

Run ``python -m training.days DATA ORGANIZATIONS`` (DATA: the folder that holds ``train/`` and ``text/``; ORGANIZATIONS:
that of ``oui.txt``). What was read is kept in ``build/days``; a run that was cut off goes on from there. With
``--check`` a tenth of the frames is held out, and nothing is written. ``PYTHONHASHSEED=0`` draws the same texts again.

Texts are read as they are when the product runs: what patterns, lists and the network find in them is replaced by
stand-ins. A text is private or public as a whole, by the file that it comes from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from privacy_chains import default_detector
from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.contract.spans import resolve_overlaps
from privacy_chains.detect.days.judge import KINDS
from privacy_chains.detect.days.reading import windows_of
from privacy_chains.detect.days.traits import PRIVATE
from privacy_chains.detect.patterns.dates import find_days
from privacy_chains.detect.patterns.reading import ValueReading
from training.corpora import gold
from training.example import Example, Piece, assembled
from training.generate import frames
from training.numbers import Drawn, Judge, Numbers, Windows, filled
from training.texts import written_in

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "privacy_chains" / "detect" / "days" / "data" / "judge.onnx"
FRAMES = Path(__file__).parent / "days"
BUILD = ROOT / "build" / "days"
SEED = 13
DRAWS = 30
OTHERS = {"en": 8, "de": 14, "fr": 14, "es": 14, "it": 14, "nl": 14, "pt": 14}
"""How often each frame of ``frames/`` that holds a date is drawn: all are of somebody's affairs."""
OF_PRIVATE = (
    *(
        "chat",
        "classifieds",
        "corporate",
        "customers",
        "email",
        "filings",
        "firms",
        "languages-daily",
        "languages-letters",
        "local",
        "office",
        "papers",
        "personal",
        "plain-de",
        "plain-fr",
        "plain-nl",
        "prompts",
        "records",
        "requests",
        "threads",
        "tongues",
        "trades",
        "visits",
        "whereabouts",
    ),
)
OF_PUBLIC = (
    *(
        "articles",
        "arts",
        "borders",
        "culture",
        "encyclopaedia",
        "entries",
        "facts",
        "knowledge",
        "lands",
        "lives",
        "news",
        "reports",
        "sports",
        "wire",
    ),
)
"""Files of ``texts/`` by whose affairs they tell of."""
COPIES = 2
ARTICLES = 2_500
HELD_OUT = 10
_PUBLIC, _PRIVATE = KINDS


def texts(data: Path, organizations: Path) -> list[Drawn]:
    """All texts, the same ones each time; a mark of each says over its whole length what its dates are."""
    values = Numbers(SEED, data / "train" / "us_census_1990_names", organizations)
    found = [
        _marked(filled(frame, language, values), kind, frame)
        for kind in KINDS
        for language, frame in _frames(kind)
        for _ in range(DRAWS)
    ]
    found += [
        _marked(filled(frame, language, values), _PRIVATE, frame)
        for language, times in OTHERS.items()
        for frame in frames(language)
        if "{date}" in frame
        for _ in range(times)
    ]
    for kind, names in ((_PRIVATE, OF_PRIVATE), (_PUBLIC, OF_PUBLIC)):
        of_files = [one for name in names for one in written_in(name) if any(find_days(ValueReading(one.text)))]
        found += [_marked(one, kind, one.text[:60]) for one in of_files for _ in range(COPIES)]
    articles = [one for one in gold(data / "train", SEED) if any(mark[2] == "DATE_TIME" for mark in one.marks)]
    found += [_marked(one, _PUBLIC, one.text[:60]) for one in articles[:ARTICLES]]
    values.chance.shuffle(found)
    return list(_joined(found, values))


def _frames(kind: str) -> Iterator[tuple[str, str]]:
    for line in (FRAMES / f"{kind}.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("# "):
            language, _, frame = line.partition("\t")
            yield language, frame.replace("\\n", "\n")


def _marked(example: Example, kind: str, frame: str) -> Drawn:
    return Drawn(Example(example.text, ((0, len(example.text), kind),), frozenset(KINDS)), frame)


def _joined(found: Sequence[Drawn], values: Numbers) -> Iterator[Drawn]:
    """Most texts alone, others in twos: what somebody tells of themselves stands beside what they ask of the world."""
    left = list(found)
    while left:
        some = [left.pop() for _ in range(min(len(left), values.chance.choice([1, 1, 1, 2])))]
        pieces: list[Piece] = []
        for one in some:
            pieces += [(values.chance.choice(["\n", " ", "\n\n"]), None)] if pieces else []
            pieces += [(one.example.text, one.example.marks[0][2])]
        yield Drawn(Example(*assembled(pieces), frozenset(KINDS)), "\0".join(one.frame for one in some))


def read(drawn: Sequence[Drawn]) -> Windows:
    """The states of texts as the product reads them, and their dates."""
    whole = default_detector(entity_types=DEFAULT_TYPES | {PRIVATE})
    detector = whole.detectors[0].detector.known  # without the judge itself
    states: list[NDArray[np.float16]] = []
    borders, rows, traits, held_out = [0], list[tuple[int, int, int, int]](), list[Sequence[str]](), list[bool]()
    for one in drawn:
        spans = resolve_overlaps(detector.detect(one.example.text))
        for window in windows_of(one.example.text, spans):
            for found in window.dates:
                kind = next(kind for start, end, kind in one.example.marks if start <= found.span.start < end)
                rows.append((len(borders) - 1, found.first, found.last, KINDS.index(kind)))
                traits.append(found.traits)
            states.append(window.states().astype(np.float16))
            borders.append(borders[-1] + window.pieces)
            held_out.append(any(crc32(frame.encode()) % 100 < HELD_OUT for frame in one.frame.split("\0")))
    return Windows(np.concatenate(states), np.array(borders), np.array(rows), traits, np.array(held_out))


if __name__ == "__main__":
    Judge(__doc__ or "", texts, read, BUILD, OUT, KINDS, SEED).main()
