"""The commands ``audit verify`` and ``audit head``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from privacy_chains.cli.arguments import Argument, Option
from privacy_chains.cli.options import KeyEnv, KeyFile, chosen_keys
from privacy_chains.cli.output import note, write
from privacy_chains.errors import AuditError
from privacy_chains.ledger.audit import Head, Verified, verify_log

__all__ = ["head", "verify"]

_BAD = 1

LogFile = Annotated[Path, Argument("The audit log.")]


def verify(
    log: LogFile,
    *,
    key_env: KeyEnv = None,
    key_file: KeyFile = None,
    head: Annotated[Path | None, Option("File with a head that was noted earlier: 'audit head' prints it.")] = None,
    count: Annotated[int, Option("How many lines the log had once.", least=0)] = 0,
) -> None:
    """Check every line of an audit log; exit code 1 if one is bad, and the first is named.

    Changed, added, moved and missing lines are found. Lines missing at the end are found up to a head or a count that
    was noted earlier; without one they are not.
    """
    noted = _head_in(head) if head is not None else None
    found = verify_log(log, chosen_keys(key_env, key_file), head=noted, count=count)
    if found.fault is not None:
        note(f"{log}: line {found.fault.line} is bad: {found.fault.reason}", style="red")
        raise SystemExit(_BAD)
    decided = ", ".join(f"{number} {name}" for name, number in sorted(found.decisions.items())) or "nothing decided"
    note(f"{log}: {found.head.count} lines are as they were written: {decided}")
    if noted is None and not count:
        note("whether lines are missing at the end is not known: give --head or --count", style="yellow")


def head(log: LogFile, *, key_env: KeyEnv = None, key_file: KeyFile = None) -> None:
    """Check an audit log, and print its head: keep it elsewhere, and lines missing at the end can be told later."""
    found: Verified = verify_log(log, chosen_keys(key_env, key_file))
    if found.fault is not None:
        note(f"{log}: line {found.fault.line} is bad: {found.fault.reason}", style="red")
        raise SystemExit(_BAD)
    write(f"{found.head}\n")


def _head_in(path: Path) -> Head:
    """The head in a file.

    Raises:
        AuditError: It holds none.
    """
    try:
        return Head.read(path.read_text(encoding="ascii"))
    except (OSError, UnicodeDecodeError):
        msg = f"{path} cannot be read as a head"
        raise AuditError(msg) from None
