"""Commands are imported when they are called: what one needs costs the others nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cli.invoked import invoke

from privacy_chains import Key
from privacy_chains.cli.app import app
from privacy_chains.cli.on_demand import Commands

COMMANDS = ["sanitize", "desanitize", "methods", "types", "attack", "demo", "keys", "corpus"]
ASKED = "import sys; from privacy_chains.cli.app import app; app(sys.argv[1:]); "


def _loaded(code: str, *arguments: str) -> set[str]:
    told = subprocess.run(
        [sys.executable, "-c", f"{code}print(*sys.modules)", *arguments], capture_output=True, text=True, check=True
    )
    return set(told.stdout.split())


def test_help_tells_every_command_in_order() -> None:
    told = invoke(app, ["--help"]).output
    places = [told.index(f"\n  {name} ") for name in COMMANDS]
    assert places == sorted(places)


def test_without_a_command_help_is_shown_and_the_exit_code_says_so() -> None:
    done = invoke(app, [])
    assert (done.exit_code, done.stdout_bytes) == (2, b"")
    assert done.stderr == invoke(app, ["--help"]).stdout_bytes.decode()


def test_the_command_line_itself_loads_no_sanitizer() -> None:
    assert "privacy_chains.preempt.sanitizer" not in _loaded("import sys, privacy_chains.cli.app; ")


@pytest.mark.parametrize("heavy", ["numpy", "onnxruntime", "privacy_chains.methods", "privacy_chains.cli.corpus"])
def test_a_command_loads_nothing_that_others_need(heavy: str) -> None:
    assert heavy not in _loaded(ASKED, "keys", "new", "--out", "-")


def test_a_command_by_a_wrong_name_is_unknown_and_near_ones_are_told() -> None:
    told = invoke(app, ["sanitise"])
    assert told.exit_code == 2
    assert "'sanitize'" in told.output


def test_commands_of_commands_are_called_by_both_names() -> None:
    inner = Commands("outer keys", "Make keys.", {"new": "privacy_chains.cli.new_key:new_key"})
    assert len(invoke(Commands("outer", "", {"keys": inner}), ["keys", "new"]).stdout_bytes) == 65
    assert "usage: outer keys new" in invoke(Commands("outer", "", {"keys": inner}), ["keys", "new", "--help"]).output


def test_sanitizing_loads_nothing_that_reads_answers_or_draws_tables(tmp_path: Path) -> None:
    key, letter = tmp_path / "key", tmp_path / "letter.txt"
    Key.generate().to_file(key)
    letter.write_text("Ask Alice Barr, aged 28, for $50 at (608) 555-0100.", "utf-8")
    loaded = _loaded(ASKED, "sanitize", "--key-file", str(key), str(letter))
    assert loaded & {"privacy_chains.desanitize.issued", "privacy_chains.desanitize.reader"} == {
        "privacy_chains.desanitize.issued"
    }
    assert not loaded & {"pydantic", "rich", "typer"}
