"""The command line.

``privacy-chains sanitize | desanitize | inspect | check | serve | corpus ... | audit ... | keys ... | methods``, and
``types | attack | demo``.

Texts go to standard output, everything about them to standard error. A failure is one line and exit code 2; a
traceback, whose messages might quote a text, is never shown.
"""

from __future__ import annotations

import gc
import sys
from io import TextIOWrapper
from typing import NoReturn

from privacy_chains.cli.on_demand import Commands
from privacy_chains.cli.output import ReaderGoneError, give_up_output, note, write
from privacy_chains.errors import PrivacyError

__all__ = ["app", "main"]

_FAILED, _BROKEN = 2, 1
_OBJECTS = 100_000
"""How many objects are made before unreachable ones are looked for: what is loaded for a letter has none."""

_CLI = "privacy_chains.cli"


def _version() -> None:
    from importlib.metadata import version  # noqa: PLC0415  # no command needs it

    write(version("privacy-chains") + "\n")


app = Commands(
    "privacy-chains",
    "Make prompts private before they leave, and read the answers back.",
    {
        "sanitize": f"{_CLI}.sanitizing:sanitize",
        "desanitize": f"{_CLI}.sanitizing:desanitize",
        "inspect": f"{_CLI}.inspecting:inspect",
        "check": f"{_CLI}.checking:check",
        "serve": f"{_CLI}.serving:serve",
        "methods": f"{_CLI}.methods:methods",
        "types": f"{_CLI}.entity_types:types",
        "attack": f"{_CLI}.attacking:attack",
        "demo": f"{_CLI}.demo:demo",
        "keys": Commands(
            "privacy-chains keys",
            "Make keys.",
            {"new": f"{_CLI}.new_key:new_key", "client": f"{_CLI}.serving:new_client"},
        ),
        "corpus": Commands(
            "privacy-chains corpus",
            "Sanitize files and folders of any size, and read batches of answers back.",
            {
                "sanitize": f"{_CLI}.corpus.commands:sanitize_corpus",
                "desanitize": f"{_CLI}.corpus.commands:desanitize_corpus",
            },
        ),
        "audit": Commands(
            "privacy-chains audit",
            "Check audit logs.",
            {"verify": f"{_CLI}.auditing:verify", "head": f"{_CLI}.auditing:head"},
        ),
    },
    {"--version": ("Print the version.", _version)},
)


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


def _fail(reason: str, code: int) -> NoReturn:
    note(f"privacy-chains: {reason}", style="red")
    sys.exit(code)
