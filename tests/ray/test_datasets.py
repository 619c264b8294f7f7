"""Ray Data: the bytes of one process, whatever is shuffled, retried or killed."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from corpora import clear_in, digest, expected, make_spec, rows, write_rows

from privacy_chains import Key, PrivacyError, Sanitizer

pytest.importorskip("ray.data", reason="Ray is not installed: make ray tests it in an environment of its own")
import ray
import ray.data

import ray_privacy_chains

pytestmark = [pytest.mark.enable_socket, pytest.mark.usefixtures("session")]
ROWS = 160


@pytest.fixture(scope="module")
def session() -> Iterator[Path]:
    """A Ray of two processors on this machine, and the folder of all that it writes."""
    with tempfile.TemporaryDirectory(prefix="ray-") as folder:  # sockets have short paths
        os.environ["RAY_TMPDIR"] = folder
        ray.init(
            num_cpus=2, include_dashboard=False, object_store_memory=100_000_000, _temp_dir=folder, log_to_driver=False
        )
        ray.data.DataContext.get_current().enable_progress_bars = False
        yield Path(folder)
        ray.shutdown()


def done(dataset: Any, column: str = "text") -> list[tuple[int, str]]:
    return [(row["id"], row[column]) for row in dataset.take_all()]


def actors() -> list[int]:
    """The processes that sanitize."""
    found = []
    for place in Path("/proc").iterdir():
        try:
            name = (place / "cmdline").read_bytes() if place.name.isdecimal() else b""
        except OSError:  # it ended meanwhile
            continue
        if name.startswith(b"ray::MapWorker"):
            found.append(int(place.name))
    return found


@pytest.mark.parametrize("neural", [False, True])
def test_the_bytes_are_those_of_one_process(tmp_path: Path, neural: bool) -> None:
    spec, count = make_spec(tmp_path, neural=neural), 32
    dataset = ray.data.read_json(str(write_rows(tmp_path / "in", count)))
    shuffled = dataset.random_shuffle(seed=1).repartition(5)
    wanted = digest(expected(spec, count))
    for given, batch in ((dataset, 64), (shuffled, 3)):
        sanitized = ray_privacy_chains.sanitize(given, "text", sanitizer=spec, workers=2, batch_size=batch)
        assert digest(done(sanitized)) == wanted


def test_a_worker_that_is_killed_loses_and_repeats_nothing_and_nothing_clear_is_left(
    session: Path, tmp_path: Path
) -> None:
    spec = make_spec(tmp_path)
    dataset = ray.data.read_json(str(write_rows(tmp_path / "in", ROWS)))
    sanitized = ray_privacy_chains.sanitize(dataset, "text", sanitizer=spec, workers=2, batch_size=4)
    got, killed = list[tuple[int, str]](), list[int]()
    for batch in sanitized.iter_batches(batch_size=4, batch_format="pyarrow", prefetch_batches=0):
        got += zip(batch["id"].to_pylist(), batch["text"].to_pylist(), strict=True)
        if not killed:
            killed = actors()[:1]
            os.kill(killed[0], signal.SIGKILL)
    assert killed
    assert digest(got) == digest(expected(spec, ROWS))
    assert clear_in(session) == []


def test_answers_are_read_back_and_epsilon_and_failures_are_columns(tmp_path: Path) -> None:
    spec, count = make_spec(tmp_path), 16
    texts = [{"id": number, "text": text, "asked": text} for number, text in rows(count)]
    texts.append({"id": count, "text": "东京都新宿区西新宿的王小明先生住在这里很久了", "asked": ""})
    sanitized = ray_privacy_chains.sanitize(
        ray.data.from_items(texts),
        "text",
        sanitizer=spec,
        epsilon_column="epsilon",
        failure_column="why",
        on_failure="null",
    ).materialize()
    told = {row["id"]: row for row in sanitized.take_all()}
    assert [told[number]["epsilon"] for number in range(4)] == ["2", "1", "0", "0"]
    assert told[count]["text"] is None
    assert "CJK" in told[count]["why"]
    answers = sanitized.map(lambda row: row | {"text": row["text"] and f"I see: {row['text']}"})
    back = ray_privacy_chains.desanitize(answers, "text", "asked", sanitizer=spec)
    assert sorted(done(back))[:count] == [(number, f"I see: {text}") for number, text in rows(count)]


@pytest.mark.parametrize("make", [Key.generate, lambda: Sanitizer(Key.generate())])
def test_a_plan_with_a_key_is_refused(make: Any) -> None:
    with pytest.raises(PrivacyError, match="SanitizerSpec"):
        ray_privacy_chains.sanitize(ray.data.from_items([{"text": "a"}]), "text", sanitizer=make())
