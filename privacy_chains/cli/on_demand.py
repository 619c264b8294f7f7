"""Commands that are imported when they are called or listed: each needs other parts of the package."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from privacy_chains.cli.arguments import call, summary
from privacy_chains.cli.output import write

__all__ = ["Commands"]

_HELP = ("--help", "-h")
_WIDTH = 12
_WRONG = 2
"""The exit code where what was typed makes no sense."""


class Commands:
    """Commands by their names.

    Args:
        name: What all of them begin with: ``privacy-chains keys``.
        told: What they do.
        places: Each command's name with where it is, ``"package.module:function"``, or with further commands.
        flags: What may be typed instead of a command: its name with what it does, and what that is.
    """

    def __init__(
        self,
        name: str,
        told: str,
        places: Mapping[str, str | Commands],
        flags: Mapping[str, tuple[str, Callable[[], None]]] | None = None,
    ) -> None:
        self.name = name
        self.told = told
        self._places = places
        self._flags = flags or {}

    def __call__(self, arguments: Sequence[str] | None = None) -> None:
        """Run what was typed.

        Args:
            arguments: What stands behind the name; that of this process when None.

        Raises:
            SystemExit: It makes no sense.
        """
        first, *rest = (sys.argv[1:] if arguments is None else arguments) or ("",)
        if first in _HELP:
            write(self.help())
        elif first in self._flags:
            self._flags[first][1]()
        elif first in self._places:
            self._run(first, rest)
        else:
            sys.stderr.write(self._wrong(first) if first else self.help())
            raise SystemExit(_WRONG)

    def help(self) -> str:
        """What there is, a line each."""
        options = {**{name: told for name, (told, _) in self._flags.items()}, "--help": "Show this message."}
        commands = {name: self._summary(name) for name in self._places}
        lines = (
            f"Usage: {self.name} COMMAND ...\n\n  {self.told}\n",
            *("Options:", *(f"  {name:{_WIDTH}}{told}" for name, told in options.items())),
            *("\nCommands:", *(f"  {name:{_WIDTH}}{told}" for name, told in commands.items())),
        )
        return "\n".join(lines) + "\n"

    def _run(self, name: str, arguments: Sequence[str]) -> None:
        place = self._places[name]
        if isinstance(place, Commands):
            place(arguments)
        else:
            call(f"{self.name} {name}", _function(place), arguments)

    def _summary(self, name: str) -> str:
        place = self._places[name]
        return place.told if isinstance(place, Commands) else summary(_function(place))

    def _wrong(self, name: str) -> str:
        from difflib import get_close_matches  # noqa: PLC0415  # what is right needs none

        near = " or ".join(map(repr, get_close_matches(name, self._places)))
        return f"{self.name}: there is no command {name!r}{f'; is it {near}?' if near else ''}; see --help\n"


def _function(place: str) -> Callable[..., None]:
    module, _, name = place.partition(":")
    function: Callable[..., None] = getattr(import_module(module), name)
    return function
