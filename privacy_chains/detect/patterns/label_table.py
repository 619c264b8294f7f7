"""The words that announce identifiers, and the shapes of what they announce, from ``rules/labels.tsv``."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from privacy_chains.detect.patterns.phones import PHONE_IN_CONTEXT
from privacy_chains.detect.rules.tables import expression, rows, shape

__all__ = ["LABELS", "POSTAL_CODE", "Label"]

POSTAL_CODE: Final = shape("postal_code")
"""Postal codes that are known by their shape inside an address."""
_SPACE, _NUMBER = shape("space"), shape("number_word")


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """Words that announce a type, and the shape of what they announce; the type ``""`` announces nothing of ours.

    Attributes:
        entity_type: The type.
        words: Expressions in lower case, each with a letter in front. ``_`` stands for what may join two words, ``~``
            for "number" in one of its spellings or nothing, ``@`` for "number".
        value: The expression of what is announced.
    """

    entity_type: str
    words: tuple[str, ...]
    value: str = ""

    def expressions(self) -> list[str]:
        """The words as regular expressions, each with its first letter in front."""
        return [word.replace("_", _SPACE).replace("~", f"{_NUMBER}?").replace("@", _NUMBER) for word in self.words]


def _value(name: str) -> str:
    return shape(name, phone_in_context=PHONE_IN_CONTEXT) if name else ""


LABELS: Final = tuple(
    Label(kind, tuple(expression(word) for _, _, word in same), _value(name))
    for (kind, name), same in groupby(rows("labels"), key=lambda row: (row[0], row[1]))
)
"""All of them, in order: the first that has a word decides."""
