"""Which session a call belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from langchain_core.runnables import RunnableConfig, ensure_config

from privacy_chains import Method, PrivacyError
from privacy_chains.contract.roles import check_protection

__all__ = ["SessionFor", "chosen"]

SessionFor = Callable[[Mapping[str, Any]], Method]
"""Chooses the sanitizer of a call from the ``configurable`` part of its config, such as a thread or user id."""


def chosen(sanitizer: Method | SessionFor, config: RunnableConfig | None = None) -> Method:
    """The sanitizer of a call: the given one, or the one that a function chooses for the call's config.

    Raises:
        PrivacyError: It is not a sanitizer, or the function returned none, or asked for a key that the call's config
            lacks.
    """
    check_protection(sanitizer, chooses=True)
    if isinstance(sanitizer, Method):
        return sanitizer
    picked = _picked(sanitizer, _Given(ensure_config(config).get("configurable") or {}))
    check_protection(picked)
    return picked


class _Given(dict[str, Any]):
    """The ``configurable`` part of a config, which remembers a key that it lacked."""

    missing: str | None = None

    def __missing__(self, name: str) -> Any:
        self.missing = name
        raise KeyError(name)


def _picked(choose: SessionFor, given: _Given) -> Method:
    try:
        return choose(given)
    except KeyError as error:
        if given.missing is None or error.args != (given.missing,):
            raise  # not one of our keys, and perhaps a value: the message does not show it
        msg = (
            f"the function that chooses a session asks for {given.missing!r}, which this call's config does not say; "
            f'call with config={{"configurable": {{{given.missing!r}: ...}}}}'
        )
        raise PrivacyError(msg) from None
