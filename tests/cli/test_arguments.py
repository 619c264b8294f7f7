"""What is typed, as the function of a command gets it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import pytest
from cli.invoked import Invoked, invoke

from privacy_chains.cli.arguments import Argument, Option, call, parser_of, summary


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


GOT: dict[str, Any] = {}


def paint(
    files: Annotated[list[Path] | None, Argument("What to paint.")] = None,
    *,
    colour: Annotated[Colour, Option("In which colour; 100 % of it.")] = Colour.RED,
    coat_of: Annotated[list[str] | None, Option("What of; repeat.", "--coat")] = None,
    coats: Annotated[int | None, Option("How many.", least=1, most=9)] = None,
    quick: Annotated[bool, Option("Not slowly.", "--quick", "-q")] = False,
    dry: Annotated[bool, Option("Wait.")] = False,
    hours: Annotated[float, Option("How long.", least=0.5)] = 1.0,
) -> None:
    """Paint what is there. More than once.

    In colours.
    """
    GOT.clear()
    GOT.update(files=files, colour=colour, coat_of=coat_of, coats=coats, quick=quick, dry=dry, hours=hours)


def copy(
    given: Annotated[Path, Argument("From.")],
    out: Annotated[list[Path], Argument("To.")],
    *,
    how: Annotated[str, Option("With what.")],
) -> None:
    GOT.clear()
    GOT.update(given=given, out=out, how=how)


def painted(*arguments: str) -> Invoked:
    return invoke(lambda given: call("paint", paint, given), arguments)


DEFAULTS = {
    "files": None,
    "colour": Colour.RED,
    "coat_of": None,
    "coats": None,
    "quick": False,
    "dry": False,
    "hours": 1.0,
}


@pytest.mark.parametrize(
    ("typed", "got"),
    [
        ("", {}),
        ("a b", {"files": [Path("a"), Path("b")]}),
        ("-", {"files": [Path("-")]}),
        ("a --quick b", {"files": [Path("a"), Path("b")], "quick": True}),
        ("-q", {"quick": True}),
        ("--colour blue", {"colour": Colour.BLUE}),
        ("--coat x --coat=y", {"coat_of": ["x", "y"]}),
        ("--coats 9", {"coats": 9}),
        ("--hours 2.5", {"hours": 2.5}),
        ("--dry", {"dry": True}),
        ("--dry --no-dry", {"dry": False}),
        ("-- --quick", {"files": [Path("--quick")]}),
        ("-q -- a --quick", {"files": [Path("a"), Path("--quick")], "quick": True}),
    ],
)
def test_what_is_typed_is_what_the_function_gets(typed: str, got: dict[str, Any]) -> None:
    assert painted(*typed.split()).exit_code == 0
    assert {**DEFAULTS, **got} == GOT


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("--colour green", "it is one of red, blue, not 'green'"),
        ("--coats 0", "it is from 1 to 9, not 0"),
        ("--coats many", "'many' is no whole number"),
        ("--hours 0.1", "it is at least 0.5, not 0.1"),
        ("--coat", "expected one argument"),
        ("--slow", "--slow"),
        ("--qui", "--qui"),
        ("--no-quick", "--no-quick"),
    ],
)
def test_what_makes_no_sense_is_refused_and_told(typed: str, told: str) -> None:
    GOT.clear()
    done = painted(*typed.split())
    assert (done.exit_code, GOT) == (2, {})
    assert told in done.stderr


@pytest.mark.parametrize(("typed", "code"), [("a b --how x", 0), ("a --how x b c", 0), ("a --how x", 2), ("a b", 2)])
def test_what_is_required_is_asked_for(typed: str, code: int) -> None:
    GOT.clear()
    assert invoke(lambda given: call("copy", copy, given), typed.split()).exit_code == code
    assert bool(GOT) == (code == 0)


def test_help_tells_each_option_and_what_the_command_does() -> None:
    told = parser_of("paint", paint).format_help()
    assert [
        word for word in ("--colour NAME", "--coat TEXT", "--no-dry", "100 % of it", "In colours.") if word not in told
    ] == []


def test_the_summary_is_the_first_sentence() -> None:
    assert summary(paint) == "Paint what is there"
    assert summary(copy) == ""
