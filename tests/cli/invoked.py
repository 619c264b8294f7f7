"""The command line, called in this process."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Invoked", "invoke"]


@dataclass(frozen=True)
class Invoked:
    """What became of a command.

    Attributes:
        exit_code: 0 where nothing was raised, 1 where something other than an exit was.
        stdout_bytes: What it wrote to standard output.
        stderr: What it wrote to standard error.
        exception: What it raised, but for an exit.
    """

    exit_code: int
    stdout_bytes: bytes
    stderr: str
    exception: Exception | None = None

    @property
    def stdout(self) -> str:
        """What it wrote to standard output, as text."""
        return self.stdout_bytes.decode()

    @property
    def output(self) -> str:
        """All that it wrote, and what it raised."""
        return f"{self.stdout}{self.stderr}{self.exception or ''}"


def invoke(command: Callable[[Sequence[str]], None], arguments: Sequence[str]) -> Invoked:
    """Call a command with arguments."""
    with _streams() as (out, err):
        code, raised = _called(command, arguments)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        return Invoked(code, out.getvalue(), err.getvalue().decode(), raised)


def _called(command: Callable[[Sequence[str]], None], arguments: Sequence[str]) -> tuple[int, Exception | None]:
    try:
        command(arguments)
    except SystemExit as exit_:
        return int(exit_.code or 0), None
    except Exception as error:  # noqa: BLE001  # a test looks at it
        return 1, error
    return 0, None


@contextmanager
def _streams() -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """Standard output and standard error of their own."""
    before = sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdout, sys.stderr = (io.TextIOWrapper(one, "utf-8", newline="") for one in (out, err))
    try:
        yield out, err
    finally:
        sys.stdout, sys.stderr = before
