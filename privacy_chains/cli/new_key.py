"""The command ``keys new``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from privacy_chains.cli.arguments import Option
from privacy_chains.cli.output import note, write
from privacy_chains.keys import Key

__all__ = ["new_key"]

_STDOUT = Path("-")


def new_key(
    out: Annotated[Path | None, Option("New file to write the key to, for you alone; '-' is standard output.")] = None,
) -> None:
    """Make a key: into a file that only you can read, or onto the terminal."""
    key = Key.generate()
    if out not in {None, _STDOUT}:
        key.to_file(out)
        note(f"key {key.id} written to {out}; whoever has this file can read every surrogate made with it")
        return
    write(key.to_bytes().hex() + "\n")
    note("keep this key secret: whoever has it can read every surrogate made with it", style="yellow")
