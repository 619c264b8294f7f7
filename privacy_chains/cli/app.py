"""The command line.

``privacy-chains sanitize | desanitize | inspect | check | serve | corpus ... | audit ... | assess ... | keys ...``, and
``methods | types | attack | demo``.

Texts go to standard output, everything about them to standard error. A failure is one line and exit code 2; a
traceback, whose messages might quote a text, is never shown.
"""

from __future__ import annotations

import gc
import sys
from io import TextIOWrapper
from typing import Annotated, NoReturn

import typer

from privacy_chains.cli.on_demand import group_of
from privacy_chains.cli.output import ReaderGoneError, give_up_output, note, write
from privacy_chains.errors import PrivacyError

__all__ = ["app", "main"]

_FAILED, _BROKEN = 2, 1
_OBJECTS = 100_000
"""How many objects are made before unreachable ones are looked for: what is loaded for a letter has none."""

_CLI = "privacy_chains.cli"
_COMMANDS = {
    "sanitize": f"{_CLI}.sanitizing:sanitize",
    "desanitize": f"{_CLI}.sanitizing:desanitize",
    "inspect": f"{_CLI}.inspecting:inspect",
    "check": f"{_CLI}.checking:check",
    "serve": f"{_CLI}.serving:serve",
    "methods": f"{_CLI}.methods:methods",
    "types": f"{_CLI}.entity_types:types",
    "attack": f"{_CLI}.attacking:attack",
    "demo": f"{_CLI}.demo:demo",
}
_AUDIT = {"verify": f"{_CLI}.auditing:verify", "head": f"{_CLI}.auditing:head"}
_ASSESS = {"fit": f"{_CLI}.assessing:fit", "report": f"{_CLI}.assessing:report"}
_KEYS = {"new": f"{_CLI}.new_key:new_key", "client": f"{_CLI}.serving:new_client"}
_CORPUS = {"sanitize": f"{_CLI}.corpus:sanitize_corpus", "desanitize": f"{_CLI}.corpus:desanitize_corpus"}

app = typer.Typer(
    name="privacy-chains",
    help="Make prompts private before they leave, and read the answers back.",
    cls=group_of(_COMMANDS),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
keys = typer.Typer(help="Make keys.", cls=group_of(_KEYS), no_args_is_help=True)
app.add_typer(keys, name="keys")
corpus = typer.Typer(
    help="Sanitize files and folders of any size, and read batches of answers back.",
    cls=group_of(_CORPUS),
    no_args_is_help=True,
)
app.add_typer(corpus, name="corpus")
audit = typer.Typer(help="Check audit logs.", cls=group_of(_AUDIT), no_args_is_help=True)
app.add_typer(audit, name="audit")
assess = typer.Typer(help="Fit and check what a router predicts.", cls=group_of(_ASSESS), no_args_is_help=True)
app.add_typer(assess, name="assess")


def main() -> None:
    """Run the command line; every failure is one line on standard error."""
    gc.set_threshold(_OBJECTS)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # tables hold what a terminal may not have; texts go out as bytes
    try:
        app()
    except ReaderGoneError:
        give_up_output()
    except PrivacyError as error:
        _fail(str(error), _FAILED)
    except OSError as error:
        give_up_output()
        _fail(f"{error.filename or 'standard output'}: {error.strerror or type(error).__name__}", _FAILED)
    except Exception as error:  # noqa: BLE001  (its message and traceback might quote a text)
        _fail(f"{type(error).__name__} inside privacy-chains; nothing further was written", _BROKEN)


@app.callback(invoke_without_command=True)
def _root(*, show_version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if show_version:
        from importlib.metadata import version  # noqa: PLC0415  # no command needs it

        write(version("privacy-chains") + "\n")
        raise typer.Exit


def _fail(reason: str, code: int) -> NoReturn:
    note(f"privacy-chains: {reason}", style="red")
    sys.exit(code)
