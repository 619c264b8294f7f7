"""Commands made of functions: what their parameters are annotated with says what the command line takes.

Of the standard library alone. The libraries that do this import more than a letter needs to be sanitized.
"""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, BooleanOptionalAction, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import partial
from inspect import Parameter, cleandoc, signature
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

__all__ = ["Argument", "Option", "call", "parser_of", "summary"]

_LONGEST_SUMMARY = 60


class Argument(NamedTuple):
    """What is given by its place.

    Attributes:
        told: What it is, for ``--help``.
    """

    told: str


class Option:
    """What is given by its name.

    Args:
        told: What it is, for ``--help``.
        *names: Its names; if left out, the parameter's own, and of a flag the same with ``no`` before it.
        least: The least number that it takes.
        most: The greatest.
    """

    def __init__(self, told: str, *names: str, least: float | None = None, most: float | None = None) -> None:
        self.told, self.names, self.least, self.most = told, names, least, most


def call(name: str, function: Callable[..., None], arguments: Sequence[str]) -> None:
    """Call a command with what was typed; what was left out is left to the function.

    Raises:
        SystemExit: The arguments make no sense, or help was asked for.
    """
    parser = parser_of(name, function)
    parse = parser.parse_args if "--" in arguments else parser.parse_intermixed_args  # which forgets what -- marks
    function(**vars(parse(arguments)))


def parser_of(name: str, function: Callable[..., None]) -> ArgumentParser:
    """What reads the arguments of a command.

    Args:
        name: What the command is called, with those that it belongs to.
        function: Each parameter is annotated with ``Annotated[type, Argument(...)]`` or ``Option(...)``.
    """
    parser = ArgumentParser(
        name,
        description=cleandoc(function.__doc__ or ""),
        formatter_class=RawDescriptionHelpFormatter,
        argument_default=SUPPRESS,
        allow_abbrev=False,
    )
    hints = get_type_hints(function, include_extras=True)
    for one in signature(function).parameters.values():
        hint, told = get_args(hints[one.name])
        add = _add_argument if isinstance(told, Argument) else _add
        add(parser, one.name, hint, told, required=one.default is Parameter.empty)
    return parser


def summary(function: Callable[..., None]) -> str:
    """The first sentence of what a command does, cut where a line of help ends."""
    words = cleandoc(function.__doc__ or "").partition("\n\n")[0].replace("\n", " ").partition(". ")[0]
    return words if len(words) <= _LONGEST_SUMMARY else f"{words[:_LONGEST_SUMMARY].rpartition(' ')[0]}..."


def _add_argument(parser: ArgumentParser, name: str, hint: Any, told: Argument, *, required: bool) -> None:
    kind, many = _kind(hint)
    count: dict[str, str] = {"nargs": "+" if required else "*"} if many else {} if required else {"nargs": "?"}
    parser.add_argument(name, type=kind, help=told.told.replace("%", "%%"), **count)  # type: ignore[arg-type]


def _add(parser: ArgumentParser, name: str, hint: Any, told: Option, *, required: bool) -> None:
    kind, many = _kind(hint)
    names = told.names or (f"--{name.replace('_', '-')}",)
    if kind is bool:
        action = "store_true" if told.names else BooleanOptionalAction
        parser.add_argument(*names, dest=name, action=action, help=told.told.replace("%", "%%"))
        return
    read = partial(_within, told, kind) if kind in {int, float} else kind
    parser.add_argument(
        *names,
        dest=name,
        type=read,
        action="append" if many else "store",
        required=required,
        metavar=_metavar(kind),
        help=told.told.replace("%", "%%"),
    )


def _kind(hint: Any) -> tuple[Callable[[str], Any], bool]:
    """What reads one value, and whether there may be several: of ``list[Path] | None``, paths."""
    (whole,) = (one for one in _members(hint) if one is not type(None))
    many = get_origin(whole) is list
    kind = get_args(whole)[0] if many else whole
    return (partial(_one_of, kind) if isinstance(kind, type) and issubclass(kind, Enum) else kind), many


def _members(hint: Any) -> Iterator[Any]:
    """The members of a union, or what is none."""
    yield from get_args(hint) if type(None) in get_args(hint) else (hint,)


def _metavar(kind: Callable[[str], Any]) -> str:
    return {Path: "PATH", float: "NUMBER", int: "NUMBER", str: "TEXT"}.get(kind, "NAME")  # type: ignore[call-overload,no-any-return]


def _one_of(kind: type[Enum], text: str) -> Enum:
    """The member of that value."""
    for one in kind:
        if one.value == text:
            return one
    msg = f"it is one of {', '.join(str(one.value) for one in kind)}, not {text!r}"
    raise ArgumentTypeError(msg)


def _within(option: Option, kind: Callable[[str], float], text: str) -> float:
    """A number that an option takes."""
    least, most = option.least, option.most
    try:
        number = kind(text)
    except ValueError:
        msg = f"{text!r} is no {'whole ' if kind is int else ''}number"
        raise ArgumentTypeError(msg) from None
    if not ((least is None or least <= number) and (most is None or number <= most)):
        told = f"at least {least}" if most is None else f"from {least} to {most}"
        msg = f"it is {told}, not {number}"
        raise ArgumentTypeError(msg)
    return number
