"""National identifiers of nine countries other than the US.

Their shapes, the words before them, and our formats' checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from privacy_chains.detect.recognizers import Recognized
from privacy_chains.errors import FormatError
from privacy_chains.formats.alphanumeric import AlphanumericFormat
from privacy_chains.formats.base import FirstOf
from privacy_chains.formats.catalogue import built_in_formats
from privacy_chains.formats.checks import iso7064_mod11_10
from privacy_chains.lazy import lazily

__all__ = ["NationalNumber", "national_numbers"]

_TABLE = Path(__file__).parent / "data" / "national_numbers.tsv"
_MOST_ALIKE = 3
_UNIQUE_ENTITY = lazily(r"[A-Z]\d{2}[A-Z]{2}\d{4}[A-Z]")
_ENTITY_SIGNS = "ABCDEFGHJKLMNPQRSTUVWX0123456789"
_ENTITY_WEIGHTS = (4, 3, 5, 3, 10, 2, 2, 5, 7)


@dataclass(frozen=True)
class _Look:
    """A way of writing an identifier: its score, and how right or wrong check digits change the score."""

    shape: re.Pattern[str]
    score: float
    check: str


@dataclass(frozen=True)
class NationalNumber:
    """How one type of identifier is recognised.

    Attributes:
        entity_type: The type.
        context: Words that raise the score if one of them stands before the number.
        looks: The ways of writing it.
    """

    entity_type: str
    context: Sequence[str]
    looks: Sequence[_Look]

    def analyze(self, text: str, *_: object) -> list[Recognized]:
        """The places of such numbers in ``text``."""
        return list(self._found(text))

    def _found(self, text: str) -> Iterator[Recognized]:
        for look in self.looks:
            for found in look.shape.finditer(text):
                holds = look.check != "no" and _holds(self.entity_type, found[0].upper())
                if holds or look.check in ("no", "helps"):
                    certain = holds and look.check != "needs"
                    yield Recognized(self.entity_type, *found.span(), 1.0 if certain else look.score)


def _holds(entity_type: str, value: str) -> bool:
    """Whether, by our format, a value may have been issued: its check digits are right and its parts are in use."""
    if entity_type == "DE_TAX_ID":
        return _is_tax_id(value)
    if entity_type == "SG_UEN" and _UNIQUE_ENTITY.fullmatch(value):
        return _is_entity(value)
    known = built_in_formats()[entity_type]
    try:
        format_of_value = known.choose(value) if isinstance(known, FirstOf) else known
    except FormatError:
        return False
    named = getattr(format_of_value, "name", "")
    return not (isinstance(format_of_value, AlphanumericFormat) or named.endswith("/invalid"))


def _is_tax_id(value: str) -> bool:
    """Whether it is a German tax number with a right check digit.

    Invented numbers repeat digits more often than issued ones.
    """
    return max(map(value[:-1].count, value)) <= _MOST_ALIKE and iso7064_mod11_10(value[:-1]) == value[-1]


def _is_entity(value: str) -> bool:
    """A unique entity number of Singapore that is neither a business's nor a company's: ``T08LL0001A``."""
    if not set(value) <= set(_ENTITY_SIGNS):
        return False
    total = sum(_ENTITY_SIGNS.index(sign) * weight for sign, weight in zip(value[:-1], _ENTITY_WEIGHTS, strict=True))
    return value[-1] == _ENTITY_SIGNS[(total - 5) % 11]


@cache
def national_numbers() -> Mapping[str, NationalNumber]:
    """By entity type, the identifiers of the table."""
    lines = _TABLE.read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    looks: dict[str, list[_Look]] = {}
    words: dict[str, Sequence[str]] = {}
    for entity_type, check, context, *shapes in rows:
        words[entity_type] = context.split("|")
        pairs = zip(shapes[::2], shapes[1::2], strict=True)
        looks.setdefault(entity_type, []).extend(
            _Look(lazily(rf"\b(?:{shape})\b", re.IGNORECASE), float(score), check) for score, shape in pairs
        )
    return {name: NationalNumber(name, words[name], ways) for name, ways in looks.items()}
