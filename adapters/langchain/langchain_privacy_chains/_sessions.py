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
    """The sanitizer of a call: the one that is given, or the one that is chosen for the call's config.

    Raises:
        PrivacyError: It is no sanitizer, or the function that chooses returned none, or asked for something that the
            call's config does not say.
    """
    check_protection(sanitizer, chooses=True)
    if isinstance(sanitizer, Method):
        return sanitizer
    picked = _picked(sanitizer, _Given(ensure_config(config).get("configurable") or {}))
    check_protection(picked)
    return picked


class _Given(dict[str, Any]):
    """The ``configurable`` part of a config, which knows what it was asked for in vain."""

    missing: str | None = None

    def __missing__(self, name: str) -> Any:
        self.missing = name
        raise KeyError(name)


def _picked(choose: SessionFor, given: _Given) -> Method:
    try:
        return choose(given)
    except KeyError as error:
        if given.missing is None or error.args != (given.missing,):
            raise  # of something else, and perhaps a value: it is not told
        msg = (
            f"the function that chooses a session asks for {given.missing!r}, which this call's config does not say; "
            f'call with config={{"configurable": {{{given.missing!r}: ...}}}}'
        )
        raise PrivacyError(msg) from None
