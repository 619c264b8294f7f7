"""The files of a corpus, and the format of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from privacy_chains.cli.corpus.records import Format
from privacy_chains.errors import PrivacyError

__all__ = ["KINDS", "Source", "paired", "sources"]

KINDS: Mapping[str, str] = {
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".tsv": "tsv",
}
"""The formats of tables by the endings of their files; every other file is text."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file of a corpus.

    Attributes:
        name: Its path in the corpus.
        path: Where it is.
        out: Where what becomes of it is written.
        format: What reads and writes it.
    """

    name: str
    path: Path
    out: Path
    format: Format


def sources(given: Path, out: Path, formats: Mapping[str, Format]) -> Iterator[Source]:
    """The files to be read, in the order of their names.

    Args:
        given: A file, or a folder with everything in it.
        out: The file or folder that is written.
        formats: The formats by their names.

    Raises:
        PrivacyError: What is given is not there, or would be written over.
    """
    if not given.exists():
        msg = f"there is no file or folder {given}"
        raise PrivacyError(msg)
    inside = out.resolve().is_relative_to(given.resolve()) or given.resolve().is_relative_to(out.resolve())
    if inside:
        msg = f"{out} would be written into {given} or over it; give a place of its own"
        raise PrivacyError(msg)
    if given.is_file():
        yield Source(given.name, given, out, _format(given, formats))
        return
    for path in sorted(path for path in given.rglob("*") if path.is_file()):
        name = path.relative_to(given)
        yield Source(name.as_posix(), path, out / name, _format(path, formats))


def _format(path: Path, formats: Mapping[str, Format]) -> Format:
    return formats[KINDS.get(path.suffix.lower(), "text")]


def paired(files: Sequence[Source], given: Path, prompts: Path, formats: Mapping[str, Format]) -> dict[str, Source]:
    """The files that hold the prompts, by the names of those that hold the answers to them.

    Raises:
        PrivacyError: The prompts are not there.
    """
    if not prompts.exists():
        msg = f"there is no file or folder {prompts}"
        raise PrivacyError(msg)
    places = {one.name: prompts / one.name if given.is_dir() else prompts for one in files}
    return {name: Source(name, path, path, _format(path, formats)) for name, path in places.items() if path.is_file()}
