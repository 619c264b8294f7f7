"""Entity types: the names of the kinds of private value, and the built-in catalogue.

Names are Presidio's where Presidio has one (``US_SSN``), and ours in the same style elsewhere (``AGE``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from privacy_chains.errors import PolicyError

__all__ = ["ENTITY_TYPES", "Category", "EntityType"]

_NAME = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")


class Category(Enum):
    """What the model needs of a value (Prεεmpt, section 3)."""

    FORMAT = "I"
    """Category I: only the format matters. The value is enciphered."""

    VALUE = "II"
    """Category II: the model reasons about the value. The value gets noise."""


@dataclass(frozen=True, slots=True)
class EntityType:
    """A kind of private value.

    Attributes:
        name: UPPER_SNAKE, unique.
        category: Whether the model needs the format or the value.
        description: A few words for people.

    Raises:
        PolicyError: The name is not UPPER_SNAKE.
    """

    name: str
    category: Category
    description: str

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            msg = f"an entity type's name is UPPER_SNAKE, such as 'EMPLOYEE_ID'; got {self.name!r}"
            raise PolicyError(msg)


def _catalogue(*rows: tuple[str, Category, str]) -> MappingProxyType[str, EntityType]:
    return MappingProxyType({name: EntityType(name, category, text) for name, category, text in rows})


ENTITY_TYPES = _catalogue(
    ("PERSON", Category.FORMAT, "people's names, whole or in part"),
    ("US_SSN", Category.FORMAT, "US social security numbers"),
    ("CREDIT_CARD", Category.FORMAT, "payment card numbers"),
    ("PHONE_NUMBER", Category.FORMAT, "telephone numbers"),
    ("EMAIL_ADDRESS", Category.FORMAT, "e-mail addresses"),
    ("US_ZIP_CODE", Category.FORMAT, "US postal codes"),
    ("IP_ADDRESS", Category.FORMAT, "IPv4 and IPv6 addresses"),
    ("AGE", Category.VALUE, "ages in years"),
    ("MONEY", Category.VALUE, "amounts of money"),
)
"""The built-in entity types by name."""
