"""Reading answers back: surrogates found in an answer whatever the model did to them, streamed or whole.

What reads is imported when it is first asked for: sanitizing needs none of it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from privacy_chains.contract.report import Restored, Sighting
from privacy_chains.desanitize.issued import Issued

if TYPE_CHECKING:
    from privacy_chains.desanitize.reader import Reader
    from privacy_chains.desanitize.stream import Desanitizer, JsonDesanitizer
    from privacy_chains.desanitize.values import as_integers

__all__ = ["Desanitizer", "Issued", "JsonDesanitizer", "Reader", "Restored", "Sighting", "as_integers"]

_HOMES = {"Desanitizer": "stream", "JsonDesanitizer": "stream", "Reader": "reader", "as_integers": "values"}
"""In which module each name is that is imported late."""


def __getattr__(name: str) -> object:
    """Called for a name that was not asked for yet."""
    if name not in _HOMES:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
