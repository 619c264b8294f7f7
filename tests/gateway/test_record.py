"""The record: bounded, sealed, whole, and of no use without the key."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway_privacy_chains import Record
from gateway_privacy_chains.record import Fingerprints
from privacy_chains import Key, PrivacyError

KEY = Key.from_bytes(bytes(range(1, 33)))
PLACES = st.binary(min_size=1, max_size=4)


@given(st.lists(st.tuples(PLACES, st.text("abc", min_size=1, max_size=30)), max_size=40))
def test_it_remembers_what_was_put_last(entries: list[tuple[bytes, str]]) -> None:
    record = Record()
    for entry in entries:
        record.put([entry])
    assert {place: record.get([place]) for place, _ in entries} == dict(entries)
    assert len(record) == len(dict(entries))


@given(st.lists(st.tuples(PLACES, st.text("abc", min_size=1, max_size=60)), max_size=60))
def test_it_is_bounded_and_the_oldest_go_first(entries: list[tuple[bytes, str]]) -> None:
    record = Record(most=1000)
    for entry in entries:
        record.put([entry])
    latest: dict[bytes, str] = {}
    for place, sealed in entries:
        latest.pop(place, None)
        latest[place] = sealed
    while sum(len(sealed) + 100 for sealed in latest.values()) > 1000:
        latest.pop(next(iter(latest)))
    assert {place: record.get([place]) for place in dict(entries) if record.get([place])} == latest


def test_the_first_place_that_is_known_counts() -> None:
    record = Record()
    record.put([(b"a", "1"), (b"b", "2")])
    assert record.get([b"x", b"b", b"a"]) == "2"
    assert record.get([b"x"]) is None
    assert record.get([]) is None


def test_a_file_outlives_the_process(tmp_path: Path) -> None:
    path = tmp_path / "record"
    record = Record(path)
    record.put([(b"a", "sealed")])
    record.close()
    again = Record(path, most=150)
    assert again.get([b"a"]) == "sealed"
    again.put([(b"b", "x" * 40)])
    assert again.get([b"a"]) is None
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_file_that_others_may_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.touch(mode=0o644)
    with pytest.raises(PrivacyError, match="chmod 600"):
        Record(path)


@pytest.mark.parametrize("content", [b"no database, and long enough for one" * 10])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "record"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(PrivacyError):
        Record(path)
    assert path.read_bytes() == content


def test_threads_share_it() -> None:
    record = Record()
    threads = [Thread(target=_fill, args=(record, number)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(record) == 400


def _fill(record: Record, number: int) -> None:
    for each in range(100):
        record.put([(bytes([number, each]), f"{number} {each}")])
        assert record.get([bytes([number, each])]) == f"{number} {each}"


@given(st.lists(st.text() | st.integers() | st.floats(allow_nan=False), max_size=5), st.data())
def test_fingerprints_tell_messages_apart(leaves: list[str | int | float], draw: st.DataObject) -> None:
    prints = Fingerprints(KEY, "session")
    place = prints.of_text(leaves)
    assert place == prints.of_text(leaves)
    assert place == prints.of_text([f" {leaf}\n" if isinstance(leaf, str) else leaf for leaf in leaves])
    assert place != Fingerprints(KEY, "other").of_text(leaves)
    assert place != Fingerprints(Key.from_bytes(bytes(range(2, 34))), "session").of_text(leaves)
    other = draw.draw(st.lists(st.text() | st.integers(), max_size=5))
    if [str(one).strip() for one in other] != [str(one).strip() for one in leaves]:
        assert place != prints.of_text(other)


def test_an_id_is_no_text() -> None:
    prints = Fingerprints(KEY, "session")
    assert prints.of_call("call_1") != prints.of_text(["call_1"])


KILLED = """
import os, sys
from pathlib import Path
from gateway_privacy_chains import Record
record = Record(Path(sys.argv[1]))
for number in range(10**6):
    record.put([(b"a%d" % number, "x" * 500), (b"b%d" % number, "y" * 500)])
    if number == 50:
        print("going", flush=True)
"""


def test_a_write_is_whole_or_did_not_happen_whenever_the_process_ends(tmp_path: Path) -> None:
    path = tmp_path / "record"
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"going\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    record = Record(path)
    assert len(record) >= 102
    assert len(record) % 2 == 0
    for number in range(len(record) // 2):
        assert record.get([b"a%d" % number]) == "x" * 500
        assert record.get([b"b%d" % number]) == "y" * 500
