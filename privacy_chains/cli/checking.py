"""The command ``check``: whether files hold private values. For commits."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from privacy_chains.cli.arguments import Argument, Option
from privacy_chains.cli.options import PolicyFile, chosen_policy
from privacy_chains.cli.output import note, write
from privacy_chains.contract.entities import likely_name
from privacy_chains.errors import PolicyError
from privacy_chains.keys import Key
from privacy_chains.preempt.policy import Policy
from privacy_chains.preempt.sanitizer import Sanitizer

__all__ = ["check"]

_FOUND = 1


def check(
    files: Annotated[list[Path], Argument("Text files; others are left out, and named.")],
    *,
    types: Annotated[
        str, Option("Entity types to look for, with commas; all that the policy does not keep if empty.")
    ] = "",
    policy: PolicyFile = None,
) -> None:
    """Name the places of private values in files, never the values; exit code 1 if there are any."""
    chosen = chosen_policy(policy, None)
    wanted = _wanted(types, chosen)
    sanitizer, found = Sanitizer(Key.generate(), policy=chosen, remember=0), 0
    for file in files:
        text = _text_of(file)
        for place in _places(text, sanitizer, wanted) if text is not None else ():
            write(f"{file}:{place}\n")
            found += 1
    if found:
        note(f"{found} private values in {len(files)} files; the policy's allow list takes what is none", style="red")
        raise SystemExit(_FOUND)


def _wanted(types: str, policy: Policy) -> frozenset[str]:
    """The types of ``--types``.

    Raises:
        PolicyError: One has no rule in the policy.
    """
    wanted = frozenset(filter(None, (name.strip() for name in types.split(","))))
    for name in sorted(wanted - policy.rules.keys()):
        likely = likely_name(name, policy.rules.keys())
        msg = f"--types: the policy has no rule for {name}" + (f"; is it {likely}?" if likely else "")
        raise PolicyError(msg)
    return wanted


def _text_of(file: Path) -> str | None:
    """A file's text; nothing of one that is none."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        note(f"{file}: not looked at, since it is no UTF-8 text", style="yellow")
        return None


def _places(text: str, sanitizer: Sanitizer, wanted: frozenset[str]) -> Iterator[str]:
    """Line, column and type of each private value."""
    starts = [0, *(at + 1 for at, char in enumerate(text) if char == "\n")]
    for span in sanitizer.scan(text)[0]:
        if not wanted or span.entity_type in wanted:
            line = bisect_right(starts, span.start)
            yield f"{line}:{span.start - starts[line - 1] + 1}: {span.entity_type}"
