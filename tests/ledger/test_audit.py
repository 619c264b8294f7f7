"""The audit log: every byte of it counts, crashes and other writers included, and it holds no value."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from privacy_chains import Keep, Key, Message, Policy, PrivacyError, Refuse, Sanitizer
from privacy_chains.cli.app import app
from privacy_chains.errors import AuditError
from privacy_chains.keys import KeyRing
from privacy_chains.ledger import Enciphered, Ledger, MetricDP, WordDP
from privacy_chains.ledger.audit import AuditLog, Head, Release, destination, verify_log

KEY = Key.from_bytes(bytes(range(32)))
OTHER = Key.from_bytes(bytes(range(1, 33)))
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
LETTER = "Alice Barr (SSN 182-69-2573, alice69@example.net) is 28 and owes $54,839.59."
VALUES = ("Alice", "Barr", "182-69", "alice69", "54,839", "54839")


def log_at(path: Path, key: Key | KeyRing = KEY) -> AuditLog:
    return AuditLog(path / "audit.jsonl", key, durable=False, clock=lambda: NOON)


def filled(path: Path, lines: int = 4) -> Path:
    log = log_at(path)
    for number in range(lines - 1):
        log.record(Release("released", "Sanitizer", types={"PERSON": number + 1}))
    return path / "audit.jsonl"


def test_an_entry_says_what_left_and_by_which_unit(tmp_path: Path) -> None:
    ledger = Ledger.of(
        [
            Enciphered("PERSON", 2, "gender"),
            MetricDP("AGE", Fraction(1, 2), Fraction(1), 3, "order", "years"),
            MetricDP("MONEY", Fraction(1, 4), Fraction(1, 20), 1, "", relative=True),
            WordDP("WORD", Fraction(3), "levels of the word tree", 5, ""),
        ]
    )
    log = log_at(tmp_path)
    log.record(Release("released", "Sanitizer", "model ChatX", log.pseudonym("thread 1"), {"PERSON": 2}, ledger))
    first, entry = map(json.loads, (tmp_path / "audit.jsonl").read_text("ascii").splitlines())
    assert (first["n"], first["version"]) == (0, 1)
    assert entry["epsilon"] == {"AGE: 1 year": "3/2", "MONEY: 5 %": "1/4", "levels of the word tree": "15"}
    assert entry["new"]["AGE"] == {"noise": 3}
    assert entry["types"] == {"PERSON": 2}
    assert (entry["destination"], entry["method"], entry["decision"]) == ("model ChatX", "Sanitizer", "released")
    assert (entry["key"], entry["time"]) == (KEY.id, "2026-11-28T12:00:00.000000+00:00")
    assert "thread" not in json.dumps(entry)
    assert verify_log(tmp_path / "audit.jsonl", KEY).fault is None


def test_a_sanitizer_tells_every_release_and_every_refusal(tmp_path: Path) -> None:
    log = log_at(tmp_path)
    made = Sanitizer(KEY, policy=Policy.default().with_rule("IBAN_CODE", Refuse()), audit=log)
    session = made.session("Alice's thread")
    session.sanitize(LETTER)
    session.sanitize_conversation([Message((LETTER,))])
    made.index("crm").sanitize("Bob Stone called.")
    with pytest.raises(PrivacyError):
        session.sanitize("IBAN DE89 3704 0044 0532 0130 00")
    session.scan(LETTER)  # hands nothing out
    lines = (tmp_path / "audit.jsonl").read_text("ascii")
    entries = [json.loads(line) for line in lines.splitlines()][1:]
    assert [one["decision"] for one in entries] == ["released"] * 3 + ["refused"]
    assert entries[-1]["reason"] == "PolicyError"
    assert entries[0]["types"] == {"PERSON": 1, "US_SSN": 1, "EMAIL_ADDRESS": 1, "AGE": 1, "MONEY": 1}
    assert set(entries[0]["epsilon"].values()) == {"1"}
    assert "epsilon" not in entries[1]  # what was released before is free
    assert entries[1]["types"] == entries[0]["types"]
    assert entries[0]["session"] == entries[1]["session"] == log.pseudonym("Alice's thread") != entries[2]["session"]
    assert not [value for value in (*VALUES, "Bob", "Stone", "thread", "crm") if value in lines]
    found = verify_log(tmp_path / "audit.jsonl", KEY)
    assert dict(found.decisions) == {"released": 3, "refused": 1}


def test_nothing_is_handed_out_that_the_log_does_not_have(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "missing" / "audit.jsonl", KEY)
    with pytest.raises(AuditError, match="nothing was handed out"):
        Sanitizer(KEY, audit=log).sanitize(LETTER)


def test_what_is_kept_in_clear_is_told(tmp_path: Path) -> None:
    made = Sanitizer(KEY, policy=Policy.default().with_rule("PERSON", Keep()), audit=log_at(tmp_path))
    made.sanitize("Alice Barr called.")
    entry = json.loads((tmp_path / "audit.jsonl").read_text("ascii").splitlines()[-1])
    assert entry["new"] == {"PERSON": {"in clear": 1}}
    assert entry["types"] == {"PERSON": 1}


def test_where_it_goes_is_told_by_class(tmp_path: Path) -> None:
    made = Sanitizer(KEY, audit=log_at(tmp_path))
    with destination("model", made):
        made.sanitize("Hello")
    made.sanitize("Hello")
    told = [json.loads(line).get("destination") for line in (tmp_path / "audit.jsonl").read_text().splitlines()[1:]]
    assert told == ["model Sanitizer", None]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(st.data())
def test_any_changed_byte_is_found(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "audit.jsonl"
    written = path.read_bytes() if path.exists() else filled(tmp_path).read_bytes()
    at = data.draw(st.integers(0, len(written) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != written[at]))
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(written[:at] + bytes([byte]) + written[at + 1 :])
    fault = verify_log(changed, KEY).fault
    assert fault is not None
    assert fault.line == written[:at].count(b"\n") + 1


def without_the_second(lines: list[bytes]) -> list[bytes]:
    return [lines[0], *lines[2:]]


def without_the_first(lines: list[bytes]) -> list[bytes]:
    return lines[1:]


def exchanged(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[2], lines[1], *lines[3:]]


def repeated(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], lines[1], *lines[2:]]


def spaced(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[1].replace(b'":', b'": ', 1), *lines[2:]]


def doubled_field(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[1].replace(b"{", b'{"decision":"refused",', 1), *lines[2:]]


@pytest.mark.parametrize(
    ("change", "line"),
    [(without_the_second, 2), (without_the_first, 1), (exchanged, 2), (repeated, 3), (spaced, 2), (doubled_field, 2)],
)
def test_lines_cannot_be_moved(tmp_path: Path, change: Callable[[list[bytes]], list[bytes]], line: int) -> None:
    path = filled(tmp_path)
    path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))
    fault = verify_log(path, KEY).fault
    assert fault is not None
    assert fault.line == line


def test_lines_of_another_log_of_the_key_do_not_fit(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    one, other = (filled(tmp_path / name).read_bytes().splitlines(keepends=True) for name in ("a", "b"))
    path = tmp_path / "mixed.jsonl"
    path.write_bytes(b"".join([one[0], other[1]]))
    fault = verify_log(path, KEY).fault
    assert fault is not None
    assert fault.line == 2


def test_lines_missing_at_the_end_are_found_with_a_head_or_a_count_only(tmp_path: Path) -> None:
    path = filled(tmp_path, 5)
    head = log_at(tmp_path).head
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))
    assert verify_log(path, KEY).fault is None  # as the documentation says
    for found in (verify_log(path, KEY, head=head), verify_log(path, KEY, count=5)):
        assert found.fault is not None
        assert found.fault.line == 4
        assert "missing at the end" in found.fault.reason


def test_a_head_stays_good_while_the_log_grows_and_names_no_other_log(tmp_path: Path) -> None:
    path = filled(tmp_path, 3)
    head = log_at(tmp_path).head
    assert Head.read(str(head)) == head
    log_at(tmp_path).record(Release("released", "Sanitizer"))
    assert verify_log(path, KEY, head=head).fault is None
    (tmp_path / "another").mkdir()
    fault = verify_log(filled(tmp_path / "another", 6), KEY, head=head).fault
    assert fault is not None
    assert (fault.line, fault.reason) == (3, "it is not the line that the head names")


def test_an_unfinished_line_is_cut_off_and_that_is_told(tmp_path: Path) -> None:
    path = filled(tmp_path, 3)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"decision":"rele')
    fault = verify_log(path, KEY).fault
    assert fault is not None
    assert (fault.line, "unfinished" in fault.reason) == (4, True)
    log_at(tmp_path).record(Release("released", "Sanitizer"))
    found = verify_log(path, KEY)
    assert found.fault is None
    assert found.decisions["recovered"] == 1
    assert json.loads(path.read_bytes().splitlines()[3])["dropped"] == 17
    assert path.read_bytes().startswith(whole)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.data())
def test_a_crash_at_any_byte_loses_no_finished_line(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "audit.jsonl"
    path.unlink(missing_ok=True)
    written = filled(tmp_path).read_bytes()
    cut = data.draw(st.integers(0, len(written)))
    path.write_bytes(written[:cut])
    log_at(tmp_path).record(Release("refused", "Sanitizer", reason="PolicyError"))
    after = path.read_bytes()
    found = verify_log(path, KEY)
    assert found.fault is None
    assert after.startswith(written[: written.rfind(b"\n", 0, cut) + 1])
    assert found.decisions["refused"] == 1


def test_nothing_is_added_to_a_log_that_was_changed_or_is_anothers(tmp_path: Path) -> None:
    path = filled(tmp_path)
    with pytest.raises(AuditError, match="not sealed under this key"):
        log_at(tmp_path, OTHER).record(Release("released", "Sanitizer"))
    path.write_bytes(path.read_bytes()[:-3] + b"0}\n")
    with pytest.raises(AuditError, match="changed since"):
        log_at(tmp_path).record(Release("released", "Sanitizer"))


def test_keys_may_change_in_a_log(tmp_path: Path) -> None:
    path = filled(tmp_path)
    log_at(tmp_path, KeyRing(OTHER, KEY)).record(Release("released", "Sanitizer"))
    assert verify_log(path, KeyRing(KEY, OTHER)).fault is None
    fault = verify_log(path, KEY).fault
    assert fault is not None
    assert (fault.line, OTHER.id in fault.reason) == (5, True)


def test_threads_write_one_chain(tmp_path: Path) -> None:
    log = log_at(tmp_path)

    def write() -> None:
        for _ in range(25):
            log.record(Release("released", "Sanitizer"))

    threads = [Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = verify_log(tmp_path / "audit.jsonl", KEY, count=101)
    assert found.fault is None
    assert found.decisions["released"] == 100


def write_lines(path: str) -> None:
    log = log_at(Path(path))
    for _ in range(20):
        log.record(Release("released", "Sanitizer"))


def test_processes_write_one_chain(tmp_path: Path) -> None:
    spawning = multiprocessing.get_context("spawn")
    processes = [spawning.Process(target=write_lines, args=(str(tmp_path),)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0
    found = verify_log(tmp_path / "audit.jsonl", KEY)
    assert found.fault is None
    assert found.decisions["released"] == 40


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    assert filled(tmp_path).stat().st_mode & 0o777 == 0o600


def test_a_log_shows_no_key_and_is_not_pickled(tmp_path: Path) -> None:
    log = log_at(tmp_path)
    assert KEY.to_bytes().hex() not in repr(log)
    with pytest.raises(AuditError):
        pickle.dumps(log)


@pytest.mark.parametrize("text", ["", "3", "x " + "0" * 64, "3 abc"])
def test_what_is_no_head_is_refused(text: str) -> None:
    with pytest.raises(AuditError):
        Head.read(text)


def test_a_sanitizer_takes_no_path_for_a_log() -> None:
    with pytest.raises(PrivacyError, match=r"audit is .*AuditLog"):
        Sanitizer(KEY, audit="audit.jsonl")  # type: ignore[arg-type]


def test_the_command_line_names_the_first_bad_line(tmp_path: Path) -> None:
    path, key, runner = filled(tmp_path), tmp_path / "user.key", CliRunner()
    KEY.to_file(key)
    printed = runner.invoke(app, ["audit", "head", str(path), "--key-file", str(key)])
    assert printed.exit_code == 0
    head = tmp_path / "head"
    head.write_text(printed.stdout, encoding="ascii")
    good = runner.invoke(app, ["audit", "verify", str(path), "--key-file", str(key), "--head", str(head)])
    assert good.exit_code == 0
    assert "4 lines are as they were written: 3 released" in good.output
    assert "not known" not in good.output
    assert "not known" in runner.invoke(app, ["audit", "verify", str(path), "--key-file", str(key)]).output
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]))
    short = runner.invoke(app, ["audit", "verify", str(path), "--key-file", str(key), "--head", str(head)])
    assert (short.exit_code, "line 4 is bad: lines are missing at the end" in short.output) == (1, True)
    path.write_bytes(lines[0] + lines[1].replace(b'"PERSON":1', b'"PERSON":9') + lines[2])
    bad = runner.invoke(app, ["audit", "verify", str(path), "--key-file", str(key)])
    assert (bad.exit_code, "line 2 is bad: its seal is not that of the key" in bad.output) == (1, True)
    assert runner.invoke(app, ["audit", "head", str(path), "--key-file", str(key)]).exit_code == 1


def test_a_log_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match=os.strerror(2)):
        verify_log(tmp_path / "none.jsonl", KEY)
