"""What the detector learns from: a text, its private values, and which types were annotated in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["TAGS", "TYPES", "UNSURE", "Example", "Mark"]

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
