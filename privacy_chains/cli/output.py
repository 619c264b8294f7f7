"""Standard output and standard error: texts byte for byte on the one, everything about them on the other."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["ReaderGoneError", "give_up_output", "note", "on_terminal", "screen", "write"]


class ReaderGoneError(Exception):
    """Whoever read standard output wants no more of it."""


def _standard_output() -> TextIO:
    if sys.stdout is None:
        raise OSError(errno.EBADF, "it is closed", "standard output")
    return sys.stdout


def give_up_output() -> None:
    """Let what could not be written go nowhere, so that nothing fails on the way out."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def screen() -> Console:
    """A console for what is not a text, on standard output.

    It leaves it to ``main`` what becomes of the program where nobody reads on.
    """
    from rich.console import Console  # noqa: PLC0415  # text alone needs none

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            raise ReaderGoneError

    return Screen(file=_standard_output(), highlight=False)


def write(text: str) -> None:
    """Text to standard output, byte for byte: no newline is added or translated."""
    output = _standard_output().buffer
    try:
        output.write(text.encode("utf-8"))
        output.flush()
    except BrokenPipeError:
        raise ReaderGoneError from None


def note(text: str, style: str = "") -> None:
    """A line on standard error."""
    if not on_terminal():
        if sys.stderr is not None:
            sys.stderr.write(f"{text}\n")
        return
    from rich.console import Console  # noqa: PLC0415  # text alone needs none
    from rich.text import Text  # noqa: PLC0415

    Console(stderr=True, highlight=False, soft_wrap=True).print(Text(text, style=style))


def on_terminal() -> bool:
    """Whether somebody reads standard error in a terminal: a file gets lines, and loads nothing that draws tables."""
    return sys.stderr is not None and sys.stderr.isatty()
