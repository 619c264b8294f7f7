"""Words for people in languages where an age is years that somebody has, and what links the two."""

from __future__ import annotations

__all__ = ["HAVING_YEARS", "PEOPLE_OF"]

_WORDS_BETWEEN = r"(?:\s[^\W\d_]{2,16}){0,2}"
"""A name or an attribute: ``mon fils Paul a``, ``une personne seule de``."""

PEOPLE_OF = rf"{{aged_person}}{_WORDS_BETWEEN}\s{{of_years}}"
"""Somebody of so many years, as a template: ``une personne de``."""
HAVING_YEARS = rf"{{possessive|article}}\s?{{aged_person}}{_WORDS_BETWEEN}\s{{has_years}}"
"""Somebody who has so many years, as a template: ``mon enfant a``."""
