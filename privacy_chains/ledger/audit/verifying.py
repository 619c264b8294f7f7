"""Checks that an audit log is as it was written."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from privacy_chains.errors import AuditError
from privacy_chains.ledger.audit.sealing import FIRST, Chain, Head, Signer, read_line

__all__ = ["Fault", "Verified", "verify_log"]

_LONGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Fault:
    """The first line of a log that is not as it was written.

    Attributes:
        line: Its number, counted from 1. If lines are missing at the end, one more than the number of lines.
        reason: What is wrong with the line.
    """

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of checking a log.

    Attributes:
        head: The end of the good lines.
        fault: The first bad line; None for a good log.
        decisions: How many lines there are for each decision: released, refused, recovered.
    """

    head: Head
    fault: Fault | None = None
    decisions: Mapping[str, int] = field(default_factory=dict)


def verify_log(path: str | os.PathLike[str], keys: Signer, *, head: Head | None = None, count: int = 0) -> Verified:
    """Check every line of a log.

    **Guarantee**: if somebody without the key changed, added, moved or removed a line, it is found, as the first bad
    line. With a ``head`` noted earlier, lines missing at the end up to that head are found as well, and so is a log put
    in place of another. A ``count`` only checks that the log has at least so many lines.

    **Warning**: whatever follows the last known head can be cut off unnoticed, and so can a whole log whose head nobody
    kept. A head stored beside the log can be replaced together with it.

    Args:
        path: The log.
        keys: The key or key ring that sealed it.
        head: An earlier end of the log.
        count: An earlier number of lines.

    Raises:
        AuditError: The file cannot be read.
    """
    end, decisions, reached = Head(0, FIRST), Counter[str](), head is None or not head.count
    chain = Chain(keys)
    try:
        with Path(path).open("rb") as file:
            while raw := file.readline(_LONGEST):
                reason, decision = _judge(chain, end, raw)
                if reason:
                    return Verified(end, Fault(end.count + 1, reason), decisions)
                fields = read_line(raw) or {}
                end = Head(end.count + 1, str(fields["seal"]))
                decisions.update([decision] if decision else [])
                reached = reached or end == head
                if not reached and head is not None and end.count == head.count:
                    return Verified(end, Fault(end.count, "it is not the line that the head names"), decisions)
    except OSError as error:
        msg = f"the audit log {path} cannot be read: {error.strerror}"
        raise AuditError(msg) from None
    wanted = max(count, head.count if head is not None else 0)
    if end.count < wanted:
        reason = f"lines are missing at the end: there are {end.count}, and there were {wanted}"
        return Verified(end, Fault(end.count + 1, reason), decisions)
    return Verified(end, None, decisions)


def _judge(chain: Chain, before: Head, raw: bytes) -> tuple[str, str]:
    """What is wrong with a line, and the decision that it records."""
    if not raw.endswith(b"\n"):
        return "it is unfinished: a writer was killed, or it was cut", ""
    fields = read_line(raw)
    if fields is None:
        return "it is not written as lines of an audit log are", ""
    return chain.why_broken(before, fields), str(fields.get("decision", ""))
