"""The terminal's and the notebook's faces of a view."""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from privacy_chains import Key, PrivacyError, Sanitizer
from privacy_chains.inspect import Inspection, inspected
from privacy_chains.inspect.terminal import as_difference
from privacy_chains.methods.layers import Layers

KEY = Key.from_bytes(bytes(range(1, 33)))
SANITIZER = Sanitizer(KEY, remember=0)
NOTE = (
    "A first line.\nA second.\nA third.\nA fourth.\nDear Ms. Barr,\n"
    "Alice Barr (SSN 182-69-2573, alice69@example.net) is 28 and owes $54,839.59 to somebody called Bob Miller, whom\n"
    "nobody knows. Seen on 3 May 2024. Your ref is B-17/x.\n\n\nThe end.\n"
)
CLEAR = ("Alice", "Barr", "182-69-2573", "alice69", "54,839", "Miller")
LINES = st.lists(
    st.sampled_from(["Alice Barr", "is 28", "$54,839.59", "B-17/x", "\n", "the end", "<b>&amp;</b>", "東", "\n\n"])
)


def in_terminal(shown: Inspection, width: int = 80) -> str:
    written = io.StringIO()
    Console(file=written, width=width, highlight=False).print(as_difference(shown))
    return written.getvalue()


class Texts(HTMLParser):
    """The text of a page, and the elements that it may not have."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.names: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> Texts:
    parser = Texts()
    parser.feed(html)
    return parser


def test_a_difference_has_both_sides_and_fits() -> None:
    written = in_terminal(inspected(NOTE, SANITIZER))
    lines = written.splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert any(line.startswith("- Dear Ms. Barr") for line in lines)
    assert any(line.startswith("+ Dear Ms. ") and "Barr" not in line for line in lines)
    assert "... 3 lines that leave as they are" in written
    assert "B-17/x" in written
    assert "DATE_TIME" in written


@given(LINES.map(" ".join))
def test_any_difference_fits_and_tells_lines_as_they_are(text: str) -> None:
    assert max(map(cell_len, in_terminal(inspected(text, SANITIZER)).splitlines()), default=0) <= 80


def test_marks_of_a_terminal_do_not_read_markup() -> None:
    assert "[bold]" in in_terminal(inspected("[bold] Alice Barr [/bold]", SANITIZER))


def test_suspects_are_told_by_their_line() -> None:
    written = in_terminal(inspected("a\n\nAlice Barr called.\nYour ref is B-17/x.", SANITIZER))
    (row,) = (line for line in written.splitlines() if "B-17/x" in line and "│" in line)
    assert row.split("│")[1].strip() == "4"


@pytest.mark.parametrize("method", [SANITIZER, Layers.of_policy(KEY)])
def test_a_notebook_shows_what_leaves_and_nothing_else(method: Sanitizer) -> None:
    prompt = method.sanitize([NOTE, "Ms. Barr & <script>Bob Miller</script>"])
    html = prompt._repr_html_()
    assert [value for value in CLEAR if value in html] == []
    parsed = read(html)
    assert all(text in parsed.text for text in prompt.texts)
    assert parsed.names <= {"div", "p", "mark", "hr", "details", "summary", "ul", "li"}
    assert parsed.attributes <= {"style", "title"}


def test_a_view_in_a_notebook_is_safe_until_asked() -> None:
    shown = inspected(NOTE, SANITIZER)
    assert [value for value in CLEAR if value in shown._repr_html_()] == []
    both = shown.with_originals()
    assert [value for value in CLEAR if value not in both._repr_html_()] == []
    assert "stored" in both._repr_html_()
    assert "Alice" not in repr(both)
    with pytest.raises(PrivacyError):
        pickle.dumps(both)


@given(LINES.map(" ".join))
def test_html_holds_the_texts_and_no_element_of_theirs(text: str) -> None:
    shown = inspected(text, SANITIZER)
    parsed = read(shown.with_originals()._repr_html_())
    assert text in parsed.text
    assert shown.prompt.texts[0] in parsed.text
    assert parsed.names <= {"div", "p", "b", "br", "mark", "details", "summary", "ul", "li"}


def run(*arguments: str, stdin: str = "", key: bool = True) -> subprocess.CompletedProcess[str]:
    code = "import sys; from privacy_chains.cli.app import main; sys.argv[0] = 'privacy-chains'; main()"
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "80"}
    env |= {"PRIVACY_CHAINS_KEY": "b1" * 31 + "07"} if key else {}
    command = [sys.executable, "-c", code, "inspect", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, env=env, text=True)


def test_the_command_shows_a_text_from_a_file_or_from_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text(NOTE, encoding="utf-8")
    for done in (run("--text", str(path)), run("--text", "-", stdin=NOTE, key=False)):
        assert done.returncode == 0, done.stderr
        assert "- Dear Ms. Barr" in done.stdout
        assert max(map(cell_len, done.stdout.splitlines())) <= 80
        assert [value for value in CLEAR if value in done.stderr] == []


def test_what_may_not_leave_is_one_line_without_the_text() -> None:
    done = run("--text", "-", stdin="田中さんの電話番号は秘密です。")
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "田中" not in done.stderr
