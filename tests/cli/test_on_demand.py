"""Commands are imported when they are called: what one needs costs the others nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from privacy_chains import Key
from privacy_chains.cli.app import app
from privacy_chains.cli.on_demand import group_of

COMMANDS = ["sanitize", "desanitize", "methods", "types", "attack", "demo", "keys", "corpus"]
ASKED = "import sys; from privacy_chains.cli.app import app; app(sys.argv[1:], standalone_mode=False); "


def _loaded(code: str, *arguments: str) -> set[str]:
    told = subprocess.run(
        [sys.executable, "-c", f"{code}print(*sys.modules)", *arguments], capture_output=True, text=True, check=True
    )
    return set(told.stdout.split())


def test_help_tells_every_command_in_order() -> None:
    told = CliRunner().invoke(app, ["--help"]).output
    places = [told.index(f"\n  {name} ") for name in COMMANDS]
    assert places == sorted(places)


def test_the_command_line_itself_loads_no_sanitizer() -> None:
    assert "privacy_chains.preempt.sanitizer" not in _loaded("import sys, privacy_chains.cli.app; ")


@pytest.mark.parametrize("heavy", ["numpy", "onnxruntime", "privacy_chains.methods", "privacy_chains.cli.corpus"])
def test_a_command_loads_nothing_that_others_need(heavy: str) -> None:
    assert heavy not in _loaded(ASKED, "keys", "new", "--out", "-")


def test_a_command_by_a_wrong_name_is_unknown_and_near_ones_are_told() -> None:
    told = CliRunner().invoke(app, ["sanitise"])
    assert told.exit_code == 2
    assert "'sanitize'" in told.output


def test_commands_can_be_added_and_taken_away() -> None:
    commands = group_of({"new": "privacy_chains.cli.new_key:new_key"})(name="keys").commands
    command = commands["new"]
    commands["newer"] = command
    assert list(commands) == ["new", "newer"]
    del commands["new"]
    assert (list(commands), len(commands), commands["newer"]) == (["newer"], 1, command)


def test_sanitizing_loads_nothing_that_reads_answers(tmp_path: Path) -> None:
    key, letter = tmp_path / "key", tmp_path / "letter.txt"
    Key.generate().to_file(key)
    letter.write_text("Ask Alice Barr, aged 28, for $50 at (608) 555-0100.", "utf-8")
    loaded = _loaded(ASKED, "sanitize", "--quiet", "--key-file", str(key), str(letter))
    assert loaded & {"privacy_chains.desanitize.issued", "privacy_chains.desanitize.reader"} == {
        "privacy_chains.desanitize.issued"
    }
