"""The recorded vectors, with their provenance in tests/vectors/README.md."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "vectors"


@dataclass(frozen=True)
class Vector:
    name: str
    radix: int
    key: bytes
    tweak: bytes
    plain: list[int]
    cipher: list[int]

    def __str__(self) -> str:
        return self.name


def load(name: str) -> list[Vector]:
    """The vectors of one file."""
    content = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return [
        Vector(v["name"], v["radix"], bytes.fromhex(v["key"]), bytes.fromhex(v["tweak"]), v["plain"], v["cipher"])
        for v in content["vectors"]
    ]
