"""A value under the name of its field, as detectors see it, and back."""

from __future__ import annotations

from typing import NamedTuple

from privacy_chains.adapting.visitors import as_read, as_told
from privacy_chains.contract.conversation import Leaf, number_like
from privacy_chains.detect.field_names import tells_value

__all__ = ["NamedLeaf"]

_LONGEST = 64
"""A longer text says itself what is in it, like one of several lines."""


class NamedLeaf(NamedTuple):
    """A value of structured data and the name of its field.

    A number alone says nothing: ``54``. Neither does a short text: ``"54"``, ``"Reading"``. So detectors see a number
    always behind its name, and a short text where the name says what it is: ``age: 54``, ``town: Reading``. A text
    under any other name is seen as it is: a question stays a question.

    Attributes:
        name: The name; empty if there is none.
        leaf: The value.
    """

    name: str
    leaf: Leaf

    @property
    def is_told(self) -> bool:
        """Whether detectors see the name, too."""
        if not isinstance(self.leaf, str):
            return bool(self.name)
        return 0 < len(self.leaf) <= _LONGEST and "\n" not in self.leaf and tells_value(self.name)

    @property
    def told(self) -> str:
        """What detectors see."""
        return as_told(self.name, self.leaf) if self.is_told else str(self.leaf)

    def text(self, told: str) -> str:
        """The value's text in what became of ``told``."""
        return as_read(told, self.name) if self.is_told else told

    def read(self, told: str) -> Leaf:
        """The value in what became of ``told``, of the type that this one has."""
        return self.text(told) if isinstance(self.leaf, str) else number_like(told, self.leaf)
