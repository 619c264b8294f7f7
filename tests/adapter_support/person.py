"""A fictional customer whose identifiers the default detector finds."""

from __future__ import annotations

from typing import Any

from model_support.scripted import SCRIPTED

from privacy_chains import Key, Method, Sanitizer
from privacy_chains.methods.characters import CharacterNoise
from privacy_chains.methods.importance import ImportanceSanitizer
from privacy_chains.methods.layers import Layers
from privacy_chains.methods.words import WordNoise

NAME = "Alice Johnson"
SSN = "536-22-8154"
EMAIL = "alice.johnson@corp-mail.com"
SALARY = 85_000
RECORD = f"{NAME}, SSN {SSN}, e-mail {EMAIL}, earns $85,000 per year."
VALUES = (NAME, "Alice", "Johnson", SSN, EMAIL, "85,000", "85000")


def sanitizer(user: int = 0) -> Sanitizer:
    return Sanitizer(Key.from_bytes(bytes([user, 255]) * 16))


def targets(user: int = 0) -> dict[str, Method]:
    """What the adapters are tested with: by name, everything that hides the customer."""
    key = Key.from_bytes(bytes([user, 255]) * 16)
    characters, words = CharacterNoise(key, epsilon=1, words="undetected"), WordNoise(key, words="undetected")
    return {
        "sanitizer": sanitizer(user),
        "session": sanitizer(user).session("thread"),
        "layers": Layers([sanitizer(user), characters]).session("thread"),
        "words": Layers([sanitizer(user), words]).session("thread"),
        "importance": ImportanceSanitizer(key, model=SCRIPTED).session("thread"),
    }


def assert_clean(*sent: Any) -> None:
    """Nothing of the customer stands in what was sent."""
    for one in sent:
        assert one
        text = one if isinstance(one, str) else repr(one)
        assert not [value for value in VALUES if value in text]
