"""Commands that are imported when they are called or listed: each needs other parts of the package."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

__all__ = ["group_of"]


def group_of(places: Mapping[str, str]) -> type[TyperGroup]:
    """A group of commands, each by its name with where it is: ``"package.module:function"``."""

    class OnDemand(TyperGroup):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            self.commands = _Commands(places, self.commands)

        def list_commands(self, ctx: Any) -> list[str]:  # the names alone load nothing
            return list(self.commands)

    return OnDemand


class _Commands(MutableMapping[str, Any]):
    """Commands by their names: those not yet imported, and then those that are there."""

    def __init__(self, places: Mapping[str, str], ready: Mapping[str, Any]) -> None:
        self._places = places
        self._ready = dict(ready)
        self._names = list(dict.fromkeys((*places, *ready)))

    def __getitem__(self, name: str) -> Any:
        if name not in self._ready:
            module, function = self._places[name].split(":")
            self._ready[name] = _command(name, getattr(import_module(module), function))
        return self._ready[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._ready[name] = command
        self._names = list(dict.fromkeys((*self._names, name)))

    def __delitem__(self, name: str) -> None:
        self._names.remove(name)
        self._ready.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _command(name: str, function: Callable[..., None]) -> Any:
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    alone.command(name)(function)
    return typer.main.get_command(alone)
