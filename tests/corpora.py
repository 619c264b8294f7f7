"""A corpus for tests of what many workers do: rows, what is private in them, and one digest for what became of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from privacy_chains import Key, SanitizerSpec

__all__ = ["CLEAR", "clear_in", "digest", "expected", "make_spec", "rows", "write_rows"]

CLEAR = (b"Alice", b"Barrow", b"182-69-2573", b"54,839", b"Haller", b"4574 2472", b"bob@")
_TEXTS = (
    "Alice Barrow (SSN 182-69-2573) is 28 years old and owes $54,839.59.",
    "Ms. Barrow called again; Bob Haller is 28 years old.",
    "Bob Haller paid with 4574 2472 0401 3705 and writes from bob@example.net.",
    "The invoice of Northwind Traders in Springfield went to Alice Barrow.",
)


def rows(count: int) -> list[tuple[int, str]]:
    """Numbered texts."""
    return [(number, f"{_TEXTS[number % len(_TEXTS)]} File {number}.") for number in range(count)]


def write_rows(folder: Path, count: int, files: int = 4) -> Path:
    """The rows in several files of JSON Lines."""
    folder.mkdir()
    for part in range(files):
        lines = (json.dumps({"id": number, "text": text}) for number, text in rows(count)[part::files])
        (folder / f"{part}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


def make_spec(folder: Path, *, neural: bool = False) -> SanitizerSpec:
    """A plan that names a key file."""
    place = folder / "user.key"
    if not place.exists():
        Key.from_bytes(bytes.fromhex("b1" * 31 + "07")).to_file(place)
    return SanitizerSpec(f"file:{place}", session="corpus", neural=neural).pinned()


def expected(spec: SanitizerSpec, count: int) -> list[tuple[int, str]]:
    """What one process makes of the rows."""
    session_of = spec.opener()
    return [(number, session_of("").sanitize(text).text) for number, text in rows(count)]


def digest(done: Iterable[tuple[int, str]]) -> str:
    """One digest of numbered texts, in whatever order they come; a row that is lost or there twice changes it."""
    return sha256(json.dumps(sorted(done)).encode()).hexdigest()


def clear_in(folder: Path) -> list[tuple[str, bytes]]:
    """The files under a folder that hold something private in clear, searched byte by byte."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    contents = ((path, path.read_bytes()) for path in files)
    return [(path.name, value) for path, content in contents for value in CLEAR if value in content]
