"""Lists and rules of a policy, changed by a click: in a file, comments, order and spelling of everything else stay."""

from __future__ import annotations

import os
import tempfile
from collections.abc import MutableMapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from privacy_chains.errors import PolicyError
from privacy_chains.preempt.policy import Policy
from privacy_chains.preempt.policy_rules import rule_of

__all__ = ["CHANGES", "Change", "changed", "changed_text", "read_text", "save"]

Change = Literal["allow", "deny", "forget", "seek", "treat"]
"""What to do with a value: never hide it, always hide it, take it off both lists; for a type: seek it, treat it."""

CHANGES: tuple[Change, ...] = ("allow", "deny", "forget", "seek", "treat")


def changed(policy: Policy, change: Change, value: str, entity_type: str = "") -> Policy:
    """A policy after one change, without a file.

    Args:
        policy: The policy.
        change: What to do.
        value: The value; of ``"seek"`` it is not asked. For ``"treat"``, the word of the treatment.
        entity_type: For ``"deny"``, what the value is; for ``"seek"`` and ``"treat"``, of what.

    Raises:
        PolicyError: The policy would make no sense.
    """
    match change:
        case "allow":
            return policy.with_allowed(value)
        case "deny":
            return policy.with_denied(entity_type, value)
        case "seek":
            policy.treatment(entity_type)
            return replace(policy, entity_types=policy.entity_types | {entity_type})
        case "treat":
            policy.treatment(entity_type)
            return policy.with_rule(entity_type, rule_of(policy.rules, entity_type, value))
        case _:
            without = policy.with_allowed(value)
            return replace(without, allow=without.allow - {value})


def changed_text(text: str, change: Change, value: str, entity_type: str = "", folder: Path | None = None) -> str:
    """The text of a policy file in a folder after one change; see :func:`changed`.

    Raises:
        PolicyError: The text is no policy, or would be none after the change.
    """
    import tomlkit  # noqa: PLC0415  # of the extra [inspect]

    changed(Policy.read(text, folder), change, value, entity_type)
    document = tomlkit.parse(text)
    if change == "seek":
        _add(document, "detect", entity_type)
    elif change == "treat":
        document.setdefault("rules", tomlkit.table())[entity_type] = value
    else:
        for lists, name in _lists(document):
            _remove(lists, name, value)
    if change == "allow":
        _add(document, "allow", value)
    if change == "deny":
        _add(document.setdefault("deny", tomlkit.table()), entity_type, value)
    written = tomlkit.dumps(document)
    Policy.read(written, folder)
    return written


def read_text(path: Path) -> str:
    """The text of a policy file; that of an empty policy where there is none yet.

    Raises:
        PolicyError: It is not UTF-8 text, or cannot be read.
    """
    if not path.exists():
        return ""
    Policy.load(path)  # its errors name the file
    return path.read_text(encoding="utf-8")


def save(path: Path, text: str) -> None:
    """Write a policy file as a whole or not at all; a new one is readable by its owner alone.

    Raises:
        PolicyError: It cannot be written.
    """
    target = path.resolve()
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            if target.exists():
                Path(name).chmod(target.stat().st_mode & 0o777)
            Path(name).replace(target)
        except OSError:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        msg = f"the policy file {path} cannot be written: {error.strerror}"
        raise PolicyError(msg) from None


def _lists(document: MutableMapping[str, Any]) -> list[tuple[MutableMapping[str, Any], str]]:
    denied = document.get("deny", {})
    return [*([(document, "allow")] if "allow" in document else []), *((denied, name) for name in denied)]


def _add(table: MutableMapping[str, Any], name: str, value: str) -> None:
    import tomlkit  # noqa: PLC0415

    if name not in table:
        table[name] = tomlkit.array()
    if value not in table[name]:
        table[name].append(value)


def _remove(table: MutableMapping[str, Any], name: str, value: str) -> None:
    while value in table[name]:
        table[name].remove(value)
