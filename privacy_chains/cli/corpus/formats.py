"""The formats by their names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from privacy_chains.cli.corpus.columns import Columns
from privacy_chains.cli.corpus.csv_files import CsvFiles
from privacy_chains.cli.corpus.jsonl import JsonLines
from privacy_chains.cli.corpus.parquet import ParquetFiles
from privacy_chains.cli.corpus.records import Format
from privacy_chains.cli.corpus.texts import TextFiles
from privacy_chains.errors import PolicyError

__all__ = ["formats_of"]


def formats_of(
    columns: Columns, delimiter: str, given: Path, *, own_sessions: bool = False, in_pieces: bool = True
) -> Mapping[str, Format]:
    """What reads and writes each kind of file.

    Args:
        columns: What becomes of the columns of tables.
        delimiter: What stands between the cells of CSV.
        given: The corpus.
        own_sessions: Whether each text file has a session of its own.
        in_pieces: Whether long text files are cut.

    Raises:
        PolicyError: The delimiter is not one character.
    """
    if len(delimiter) != 1 or delimiter in '"\r\n':
        msg = "--delimiter is one character that is no quote and no line end"
        raise PolicyError(msg)
    root = given if given.is_dir() else given.parent
    return {
        "csv": CsvFiles(columns, delimiter),
        "jsonl": JsonLines(columns),
        "parquet": ParquetFiles(columns),
        "text": TextFiles(root, own_sessions=own_sessions, in_pieces=in_pieces),
        "tsv": CsvFiles(columns, "\t"),
    }
