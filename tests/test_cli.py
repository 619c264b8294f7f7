"""The command line, as a user types it."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from privacy_chains import Key

TEXT = (
    "Alice Barr (SSN 182-69-2573, alice69@example.net) is 28 years old and owes $54,839.59.\r\n"
    "Ms. Barr pays with 4574 2472 0401 3705. The café has naïve prices.\n"
)
CLEAR = ("Alice", "Barr", "182-69-2573", "alice69", "54,839.59", "4574 2472 0401 3705")
KEY = "b1" * 31 + "07"


def run(
    *arguments: str | Path, stdin: str = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The program in a process of its own, where the environment holds a key unless told otherwise."""
    code = "import sys; from privacy_chains.cli.app import main; sys.argv[0] = 'privacy-chains'; main()"
    variables = {"PATH": os.environ["PATH"], "PRIVACY_CHAINS_KEY": KEY} if env is None else env
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, input=stdin.encode(), capture_output=True, check=False, env=variables)


def in_shell(line: str) -> subprocess.CompletedProcess[bytes]:
    """A line of the shell, with a text on its standard input."""
    code = "import sys; from privacy_chains.cli.app import main; sys.argv[0] = 'privacy-chains'; main()"
    define = f'privacy-chains() {{ {sys.executable} -c "{code}" "$@"; }}; '
    variables = {"PATH": os.environ["PATH"], "PRIVACY_CHAINS_KEY": KEY}
    shell = ["bash", "-c", define + line]
    return subprocess.run(shell, input=TEXT.encode(), capture_output=True, check=False, env=variables)


def assert_one_clean_line(done: subprocess.CompletedProcess[bytes], *, code: int = 2) -> str:
    line = done.stderr.decode().strip()
    assert done.returncode == code, line
    assert "\n" not in line
    assert "Traceback" not in line
    assert done.stdout == b""
    assert [value for value in CLEAR if value in line] == []
    return line


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "letter.txt"
    path.write_bytes(TEXT.encode())
    return path


def test_no_clear_value_stands_in_the_output(letter: Path) -> None:
    done = run("sanitize", letter)
    assert done.returncode == 0, done.stderr.decode()
    assert [value for value in CLEAR if value in done.stdout.decode()] == []
    assert "The café has naïve prices." in done.stdout.decode()


def test_what_was_sanitized_is_read_back_byte_for_byte(letter: Path) -> None:
    sent = run("sanitize", letter, "--session", "s").stdout.decode()
    back = run("desanitize", "--prompt", letter, "--session", "s", stdin=sent)
    assert back.stdout == TEXT.encode(), back.stderr.decode()


def test_each_of_several_files_begins_a_line_and_comes_back(tmp_path: Path) -> None:
    texts = (
        "Alice Barr earns $5,400",
        "",
        "1,200 units went to Bob Haller for $300.50\n",
        "\n",
        "He is 44, she is 44.",
    )
    paths = [tmp_path / str(number) for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    prompts = [argument for path in paths for argument in ("--prompt", path)]
    sent = run("sanitize", *paths).stdout.decode()
    whole = "Alice Barr earns $5,400\n1,200 units went to Bob Haller for $300.50\n\nHe is 44, she is 44."
    assert [len(line.split()) for line in sent.split("\n")] == [len(line.split()) for line in whole.split("\n")]
    assert run("desanitize", *prompts, stdin=sent).stdout.decode() == whole
    for number, answer in ((0, sent.split("\n")[0]), (4, sent.split("\n")[-1])):
        assert run("desanitize", *prompts, stdin=answer).stdout.decode() == texts[number]


@pytest.mark.parametrize("text", ["", "no line end, $5,400", "one\n", "\r\n", "two\n\n"])
def test_the_bytes_of_one_file_are_its_own(text: str) -> None:
    sent = run("sanitize", "--epsilon", "1e9", stdin=text).stdout.decode()
    assert len(sent) == len(text)
    assert run("desanitize", stdin=sent).stdout == sent.encode()


def test_a_forgotten_session_is_told(letter: Path) -> None:
    sent = run("sanitize", letter, "--session", "thread").stdout.decode()
    told = run("desanitize", "--prompt", letter, "--session", "thread", stdin=sent)
    assert (told.stdout, told.stderr) == (TEXT.encode(), b"")
    forgotten = run("desanitize", "--prompt", letter, stdin=sent)
    assert forgotten.returncode == 0
    assert "nothing of the prompt was found in the answer" in forgotten.stderr.decode()
    assert "--session" in forgotten.stderr.decode()
    assert "54,839.59" not in forgotten.stderr.decode()


def test_an_answer_of_another_key_is_told(letter: Path) -> None:
    sent = run("sanitize", letter).stdout.decode()
    other = {"PRIVACY_CHAINS_KEY": "c2a1" * 16}
    line = run("desanitize", "--prompt", letter, stdin=sent, env=other).stderr.decode()
    assert "nothing of the prompt was found" in line
    assert line.count("\n") == 1


def test_what_was_left_is_counted(letter: Path) -> None:
    age = re.search(r"is (\d+) years", run("sanitize", letter).stdout.decode())
    assert age is not None
    name = run("sanitize", letter, "--quiet").stdout.decode().split(" (")[0]
    done = run("desanitize", "--prompt", letter, stdin=f"{name} knows that Gloria is {age[1]}.")
    assert "Gloria is " + age[1] in done.stdout.decode()
    assert "leave a doubt, and stay as they are: 1" in done.stderr.decode()
    assert not [value for value in (*CLEAR, age[1]) if value in done.stderr.decode()]


def test_an_answer_that_says_nothing_private_of_a_prompt_without_any_is_silent(tmp_path: Path) -> None:
    path = tmp_path / "plain.txt"
    path.write_text("Which plan is best?", encoding="utf-8")
    assert run("desanitize", "--prompt", path, stdin="The second of 25.").stderr == b""


def test_the_key_alone_reads_identifiers_back() -> None:
    text = "Her SSN is 182-69-2573 and her card is 4574 2472 0401 3705."
    sent = run("sanitize", stdin=text).stdout.decode()
    assert sent != text
    assert run("desanitize", stdin=sent).stdout.decode() == text


def test_standard_input_and_a_file_give_the_same(letter: Path) -> None:
    from_file = run("sanitize", letter, "--quiet")
    from_pipe = run("sanitize", "-", "--quiet", stdin=TEXT)
    assert from_file.stdout == from_pipe.stdout
    assert from_file.stderr == b""


def test_a_name_keeps_its_surrogate_from_file_to_file(tmp_path: Path) -> None:
    for number in range(2):
        (tmp_path / f"{number}.txt").write_text("Name: Alice Barr\n", encoding="utf-8")
    first, second = run("sanitize", tmp_path / "0.txt", tmp_path / "1.txt").stdout.decode().splitlines()
    assert first == second != "Name: Alice Barr"


def test_the_ledger_goes_to_standard_error(letter: Path) -> None:
    done = run("sanitize", letter, "--epsilon", "0.5")
    assert "MONEY x1: noise, epsilon" in done.stderr.decode()
    assert [value for value in CLEAR if value in done.stderr.decode()] == []


def test_nothing_is_coloured_off_a_terminal(letter: Path) -> None:
    for command in (["sanitize", letter], ["demo"], ["types"]):
        done = run(*command)
        assert b"\x1b" not in done.stdout + done.stderr


def test_a_key_file_works_as_well_as_the_environment(letter: Path, tmp_path: Path) -> None:
    path = tmp_path / "user.key"
    Key.from_bytes(bytes.fromhex(KEY)).to_file(path)
    with_file = run("sanitize", letter, "--key-file", path, env={})
    with_name = run("sanitize", letter, "--key-env", "MY_KEY", env={"MY_KEY": KEY})
    assert with_file.returncode == with_name.returncode == 0
    assert with_file.stdout == with_name.stdout == run("sanitize", letter).stdout


def test_a_new_key_file_is_for_its_owner_alone_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "user.key"
    done = run("keys", "new", "--out", path)
    assert done.returncode == 0
    assert done.stdout == b""
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_bytes()
    assert_one_clean_line(run("keys", "new", "--out", path))
    assert path.read_bytes() == before
    assert before.strip() not in done.stderr


def test_a_printed_key_comes_with_a_warning() -> None:
    done = run("keys", "new")
    assert Key.from_bytes(bytes.fromhex(done.stdout.decode().strip()))
    assert "secret" in done.stderr.decode()
    assert done.stdout != run("keys", "new").stdout


def test_a_key_for_standard_output_makes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("keys", "new", "--out", "-")
    assert Key.from_bytes(bytes.fromhex(done.stdout.decode().strip()))
    assert "secret" in done.stderr.decode()
    assert list(tmp_path.iterdir()) == []


def test_without_a_key_it_says_how_to_make_one() -> None:
    line = assert_one_clean_line(run("sanitize", stdin=TEXT, env={}))
    assert "keys new" in line


@pytest.mark.parametrize(
    "arguments",
    [
        ["sanitize", "nowhere.txt"],
        ["sanitize", "--key-file", "nowhere.key"],
        ["sanitize", "--key-env", "NOT_SET"],
        ["sanitize", "--key-env", "A", "--key-file", "b"],
        ["sanitize", "--epsilon", "much"],
        ["sanitize", "--epsilon", "-1"],
        ["sanitize", "--policy", "nowhere.toml"],
        ["sanitize", "--epsilon", "1e400"],
        ["sanitize", "--epsilon", "1e-400"],
        ["types", "--epsilon", "1e400"],
        ["desanitize", "--prompt", "nowhere.txt"],
        ["sanitize", "-", "-"],
        ["desanitize", "-", "-"],
        ["desanitize", "--prompt", "-"],
        ["desanitize", "--prompt", "-", "-"],
        ["desanitize", "nowhere.txt", "--prompt", "-", "--prompt", "-"],
    ],
)
def test_a_mistake_is_one_line(arguments: list[str]) -> None:
    line = assert_one_clean_line(run(*arguments, stdin=TEXT))
    assert "inside privacy-chains" not in line
    assert "Error" not in line


def test_one_standard_input_is_not_two_texts() -> None:
    line = assert_one_clean_line(run("desanitize", "--prompt", "-", stdin=TEXT))
    assert "standard input cannot be both" in line
    assert "cannot be two texts" in assert_one_clean_line(run("sanitize", "-", "-", stdin=TEXT))


@pytest.mark.parametrize("command", ["sanitize >&-", "desanitize <&-", "types >&-", "demo >&-", "keys new >&-"])
def test_a_closed_stream_is_one_line(command: str) -> None:
    assert "it is closed" in assert_one_clean_line(in_shell(f"privacy-chains {command}"))


@pytest.mark.parametrize("command", ["types", "demo", "sanitize"])
def test_a_full_disk_is_one_line(command: str) -> None:
    assert "standard output: No space left" in assert_one_clean_line(in_shell(f"privacy-chains {command} >/dev/full"))


@pytest.mark.parametrize("command", ["types", "demo", "sanitize", "keys new"])
def test_a_reader_that_stops_early_is_no_failure(command: str) -> None:
    done = in_shell(f"{{ sleep 0.1; privacy-chains {command}; echo $? >&2; }} | true")
    assert done.stderr.decode().strip() == "0"


@pytest.mark.parametrize("command", [["types"], ["demo"], ["sanitize"], ["--help"]])
def test_a_terminal_of_few_characters_is_no_failure(command: list[str]) -> None:
    done = run(*command, stdin="Zoë", env={"PRIVACY_CHAINS_KEY": KEY, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0, done.stderr.decode()


def test_what_is_not_utf8_is_refused_by_position(tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes("Alice Barr, née".encode("latin-1"))
    assert "byte 13" in assert_one_clean_line(run("sanitize", path))


@pytest.mark.parametrize(
    "content",
    [
        "rules = 3",
        "colour = 1",
        "[rules]\nPERSON = 'shred'",
        "[rules]\nPERSON = 'noise'",
        "[rules]\nlow = 'keep'",
        "= =",
    ],
)
def test_a_policy_file_that_makes_no_sense_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(content, encoding="utf-8")
    assert_one_clean_line(run("sanitize", "--policy", path, stdin=TEXT))


def test_a_policy_file_changes_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text("epsilon = 0.5\n[rules]\nMONEY = 'keep'\nPERSON = 'encipher per session'\n", encoding="utf-8")
    one, two = (run("sanitize", "--policy", path, "--session", name, stdin=TEXT).stdout.decode() for name in "ab")
    assert "$54,839.59" in one
    assert one.split("(")[0] != two.split("(")[0]
    assert "kept in clear" in run("types", "--policy", path).stdout.decode()


def test_a_refused_type_stops_everything(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text("[rules]\nUS_SSN = 'refuse'\n", encoding="utf-8")
    assert "US_SSN" in assert_one_clean_line(run("sanitize", "--policy", path, stdin=TEXT))


def test_a_rule_for_a_type_that_nothing_finds_here_is_told(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text("[rules]\nSTAFF_ID = 'refuse'\nMONEY = 'keep'\n", encoding="utf-8")
    assert "no detector here finds STAFF_ID:" in run("sanitize", "--policy", path, stdin=TEXT).stderr.decode()
    assert run("sanitize", "--quiet", "--policy", path, stdin=TEXT).stderr == b""
    assert b"no detector here" not in run("sanitize", stdin=TEXT).stderr


def test_types_lists_every_built_in_type() -> None:
    shown = run("types", env={"COLUMNS": "200"}).stdout.decode()
    names = (
        "PERSON",
        "US_SSN",
        "CREDIT_CARD",
        "PHONE_NUMBER",
        "EMAIL_ADDRESS",
        "US_ZIP_CODE",
        "IP_ADDRESS",
        "AGE",
        "MONEY",
    )
    assert [name for name in names if name not in shown] == []


def test_the_demo_needs_no_key_and_restores_what_it_sent() -> None:
    done = run("demo", env={"COLUMNS": "200"})
    shown = done.stdout.decode()
    assert done.returncode == 0, done.stderr.decode()
    assert "Mr. Soze" in shown
    assert "$500,000 a year" in shown
    sent = shown.split("the model gets")[1].split("you read")[0]
    assert [value for value in ("Soze", "4574 2472 0401 3705", "4574-2472-0401-3705") if value in sent] == []


def test_help_and_version_are_there() -> None:
    assert b"sanitize" in run("--help").stdout
    assert run("--version").stdout.decode().strip().count(".") == 2
    assert run("no-such-command").returncode == 2


def test_long_input_is_several_messages_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    lines = "Name: Alice Barr. The shipment left on time and nobody complained about anything at all today.\n"
    path.write_text(lines * 12_000, encoding="utf-8")
    sent = run("sanitize", path)
    assert sent.returncode == 0, sent.stderr.decode()
    assert b"Alice" not in sent.stdout
    assert len(set(sent.stdout.splitlines())) == 1
    assert run("desanitize", "--prompt", path, stdin=sent.stdout.decode()).stdout == path.read_bytes()


def test_attacks_are_shown_in_a_table(tmp_path: Path) -> None:
    key = tmp_path / "key"
    Key.from_bytes(bytes(range(32))).to_file(key)  # under any key, chance tells one of three now and then
    done = run("attack", "equality", "averaging", "--people", "3", "--key-file", key)
    shown = " ".join(done.stdout.decode().replace("\u2502", " ").split())
    assert done.returncode == 0, done.stderr.decode()
    assert "3 of 3" in shown
    assert "stated" in shown
    assert key.read_text().strip() not in shown


def test_an_attack_beyond_what_is_stated_ends_with_1(tmp_path: Path) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text('restore_in_urls = ["*"]\n')
    done = run("attack", "exfiltration", "--people", "1", "--policy", policy)
    assert done.returncode == 1, done.stderr.decode()
    assert b"beyond" in done.stdout


def test_an_unknown_attack_is_refused() -> None:
    assert "there is no attack 'nothing'" in assert_one_clean_line(run("attack", "nothing"))


@pytest.mark.parametrize("method", ["sanitizer", "characters", "words", "importance", "layers"])
def test_texts_of_ones_own_are_attacked_and_not_shown(method: str, letter: Path) -> None:
    done = run("attack", letter, "--method", method)
    shown = done.stdout.decode()
    assert done.returncode in {0, 1}, done.stderr.decode()
    assert "PERSON" in shown
    assert "worst:" in shown
    assert [value for value in CLEAR if value in shown + done.stderr.decode()] == []


def test_a_value_that_nothing_finds_ends_with_1(letter: Path, tmp_path: Path) -> None:
    values = tmp_path / "values.txt"
    values.write_text("naïve prices\n", encoding="utf-8")
    assert run("attack", letter).returncode == 0
    done = run("attack", letter, "--given", values)
    assert done.returncode == 1
    assert b"given" in done.stdout
    assert "naïve".encode() not in done.stdout + done.stderr


def test_attacks_and_files_do_not_mix(letter: Path) -> None:
    assert "not both" in assert_one_clean_line(run("attack", "equality", letter))
    assert "give files" in assert_one_clean_line(run("attack", "equality", "--method", "characters"))


@pytest.mark.parametrize("method", ["characters", "words", "importance", "layers"])
def test_other_methods_write_and_read_back(method: str, letter: Path, tmp_path: Path) -> None:
    sent = run("sanitize", "--method", method, letter)
    assert sent.returncode == 0, sent.stderr
    gone = CLEAR[2:] if method == "words" else CLEAR  # a word may be drawn for itself
    assert [value for value in gone if value.encode() in sent.stdout] == []
    assert method.encode() in sent.stderr
    (tmp_path / "answer.txt").write_bytes(sent.stdout)
    read = run("desanitize", "--method", method, "--prompt", letter, tmp_path / "answer.txt")
    assert read.stdout == TEXT.encode()
    assert "--prompt" in assert_one_clean_line(run("desanitize", "--method", method, tmp_path / "answer.txt"))


def test_methods_are_told_in_80_columns() -> None:
    told = run("methods").stdout.decode().splitlines()
    assert all(len(line) <= 80 for line in told)
    names = ("sanitizer", "characters", "words", "importance", "layers")
    assert all(any(name in line for line in told) for name in names)
