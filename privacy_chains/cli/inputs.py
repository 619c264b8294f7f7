"""The texts that a command is given: files, or standard input."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from privacy_chains.errors import PrivacyError, UnsupportedContent

__all__ = ["STDIN", "read_texts", "refuse_to_read_twice"]

STDIN = Path("-")


def refuse_to_read_twice(texts: Sequence[Path], prompts: Sequence[Path] = ()) -> None:
    """Standard input is read once: whoever is second would get an empty text.

    Raises:
        PrivacyError: It is given twice.
    """
    if [*texts, *prompts].count(STDIN) < 2:
        return
    both = STDIN in texts and STDIN in prompts
    msg = f"standard input cannot be {'both the prompt and the answer' if both else 'two texts'}; give a file for one"
    raise PrivacyError(msg)


def read_texts(files: Sequence[Path] | None) -> Iterator[str]:
    """The texts of files; that of standard input if there are none.

    Raises:
        UnsupportedContent: One is not UTF-8 text.
    """
    for path in files or [STDIN]:
        content = _standard_input() if path == STDIN else path.read_bytes()
        try:
            yield content.decode("utf-8")
        except UnicodeDecodeError as error:
            name = "standard input" if path == STDIN else path
            msg = f"{name} is not UTF-8 text (at byte {error.start})"
            raise UnsupportedContent(msg) from None


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise OSError(errno.EBADF, "it is closed", "standard input")
    return sys.stdin.buffer.read()
