"""What the detector learns from: a text, its private values, and which types were annotated in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["TAGS", "TYPES", "UNSURE", "Example", "Mark", "Piece", "assembled"]

TYPES = (
    "PERSON",
    "LOCATION",
    "STREET_ADDRESS",
    "ORGANIZATION",
    "DATE_TIME",
    "AGE",
    "MONEY",
    "NRP",
    "TITLE",
    "USERNAME",
    "PASSWORD",
    "JOB_TITLE",
    "MEASUREMENT",
    "PHONE_NUMBER",
    "US_SSN",
    "CREDIT_CARD",
    "US_ZIP_CODE",
    "MEDICAL_RECORD",
    "ORDER_ID",
    "US_BANK_NUMBER",
    "US_DRIVER_LICENSE",
    "US_PASSPORT",
    "ID_NUMBER",
)
"""What the detector tells apart."""

TAGS = ("O", *(f"{place}-{name}" for name in TYPES for place in "BI"))
"""One tag for each piece: outside, or the beginning or inside of a type."""

UNSURE = "?"
"""The name of a mark whose type is not known: nothing is learned from its pieces."""

Mark = tuple[int, int, str]
"""Start, end, type: code points, half-open."""

Piece = tuple[str, str | None]
"""A stretch of text and its type, or None."""


@dataclass(frozen=True, slots=True)
class Example:
    """A text and its marks.

    Attributes:
        text: The text.
        marks: Its values, disjoint and in reading order.
        annotated: The types that were looked for. Outside the marks a piece may be of any other type.
    """

    text: str
    marks: Sequence[Mark]
    annotated: frozenset[str]


def assembled(pieces: Iterable[Piece]) -> tuple[str, list[Mark]]:
    """Pieces as a text and its marks."""
    text = ""
    marks: list[Mark] = []
    for piece, kind in pieces:
        if kind == "PERSON" and marks and marks[-1][2] == kind and text[marks[-1][1] :] == " ":
            marks[-1] = (marks[-1][0], len(text) + len(piece), kind)  # first and last name in two slots
        elif kind and piece:
            marks.append((len(text), len(text) + len(piece), kind))
        text += piece
    return text, marks
