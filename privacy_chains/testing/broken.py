"""The error that a check raises when a part breaks its contract."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from privacy_chains.errors import PrivacyError

__all__ = ["ContractBroken", "refused", "require", "require_gone"]


class ContractBroken(AssertionError):
    """A part breaks a rule of its contract; the message names the rule, and quotes only the given example."""


def require(holds: object, rule: str) -> None:
    """Raise ``ContractBroken`` unless the rule holds."""
    if not holds:
        raise ContractBroken(rule)


def require_gone(text: str, values: Iterable[str], told: str) -> None:
    """Require that no private value of an example stands in what is told of it."""
    for value in values:
        require(value not in told, f"{text!r}: {value!r} does not leave, and does not show")


def refused(error: type[PrivacyError], call: Callable[[], Any], rule: str, *, unquoted: str = "") -> None:
    """Require that a call raises an error that does not quote a text, neither in its message nor in its cause."""
    try:
        call()
    except error as raised:
        told = f"{raised} {raised.__cause__!r} {None if raised.__suppress_context__ else raised.__context__!r}"
        require(not unquoted or unquoted not in told, f"{rule}: but its {type(raised).__name__} quotes it")
    except Exception as raised:  # noqa: BLE001  (whatever a part raises instead)
        msg = f"{rule}: it raises {type(raised).__name__}, not {error.__name__}"
        raise ContractBroken(msg) from None
    else:
        raise ContractBroken(rule)
