"""Spark: the bytes of one process, whatever is shuffled, retried or killed."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from corpora import clear_in, digest, expected, make_spec, rows, write_rows

from privacy_chains import Key, PrivacyError, Sanitizer

pytest.importorskip("pyspark.sql", reason="PySpark is not installed: make spark tests it in an environment of its own")
if shutil.which("java") is None:
    pytest.skip("Spark needs a Java runtime, such as Debian's default-jre-headless", allow_module_level=True)
import pandas as pd
from pyspark.sql import SparkSession
from pyspark.sql.functions import col, pandas_udf
from pyspark.sql.types import StringType

import spark_privacy_chains

pytestmark = pytest.mark.enable_socket
ROWS = 160


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all that Spark writes: shuffles, spills, events, warehouse."""
    return tmp_path_factory.mktemp("spark")


@pytest.fixture(scope="module")
def spark(written: Path) -> Iterator[SparkSession]:
    """A Spark of two threads on this machine, which tries each task up to four times and encrypts what it spills."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    (written / "events").mkdir()
    settings = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "600m",
        "spark.eventLog.dir": (written / "events").as_uri(),
        "spark.eventLog.enabled": "true",
        "spark.io.encryption.enabled": "true",
        "spark.local.dir": str(written / "local"),
        "spark.log.level": "ERROR",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "4",
        "spark.sql.shuffle.partitions": "3",
        "spark.sql.warehouse.dir": str(written / "warehouse"),
        "spark.ui.enabled": "false",
    }
    session = SparkSession.builder.master("local[2,4]").config(map=settings).getOrCreate()
    session.sparkContext.setCheckpointDir(str(written / "checkpoints"))
    yield session
    session.stop()


def done(frame: Any, column: str = "text") -> list[tuple[int, str]]:
    return [(row["id"], row[column]) for row in frame.select("id", column).collect()]


@pytest.mark.parametrize("neural", [False, True])
def test_the_bytes_are_those_of_one_process(spark: SparkSession, tmp_path: Path, neural: bool) -> None:
    spec, count = make_spec(tmp_path, neural=neural), 32
    frame = spark.read.json(str(write_rows(tmp_path / "in", count)))
    wanted = digest(expected(spec, count))
    for given in (frame, frame.repartition(5).sort(col("id").desc())):
        assert (
            digest(done(given.select("id", spark_privacy_chains.sanitize("text", sanitizer=spec).alias("text"))))
            == wanted
        )


def test_a_worker_that_is_killed_loses_and_repeats_nothing_and_nothing_clear_is_left(
    spark: SparkSession, written: Path, tmp_path: Path
) -> None:
    spec, note = make_spec(tmp_path), tmp_path / "killed"

    @pandas_udf(StringType())
    def deadly(texts: pd.Series) -> pd.Series:
        if "File 7." in " ".join(texts) and not note.exists():
            note.write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)
        return texts

    frame = spark.read.json(str(write_rows(tmp_path / "in", ROWS))).repartition(4)
    sanitized = spark_privacy_chains.sanitize(deadly("text"), sanitizer=spec)
    out = frame.select("id", sanitized.alias("text")).checkpoint()
    out.write.parquet(str(tmp_path / "out"))
    assert note.exists()
    assert digest(done(spark.read.parquet(str(tmp_path / "out")))) == digest(expected(spec, ROWS))
    assert any((written / "local").rglob("shuffle_*"))
    assert any((written / "events").rglob("*"))
    assert clear_in(written) == []
    assert clear_in(tmp_path / "out") == []


def test_answers_are_read_back_and_several_columns_agree(spark: SparkSession, tmp_path: Path) -> None:
    spec, count = make_spec(tmp_path), 16
    frame = spark.createDataFrame(
        [(*row, "Is Haller there?", "person") for row in rows(count)], ["id", "text", "note", "who"]
    )
    both = spark_privacy_chains.sanitize_together(frame, ["text", "note"], sanitizer=spec, epsilon_column="epsilon")
    told = {row["id"]: row for row in both.collect()}
    assert [told[number]["epsilon"] for number in range(4)] == ["2", "1", "0", "0"]
    paid = told[2]
    assert paid["text"].split()[1] == paid["note"].split()[1] != "Haller"
    sent = frame.withColumn("answer", spark_privacy_chains.sanitize("text", sanitizer=spec))
    back = sent.select("id", spark_privacy_chains.desanitize("answer", "text", sanitizer=spec).alias("back"))
    assert sorted(done(back, "back")) == rows(count)


def test_rows_have_sessions_by_their_ids_and_failures_are_null(spark: SparkSession, tmp_path: Path) -> None:
    spec = replace(make_spec(tmp_path), per="person")
    texts = [
        (1, "a", "Ask Bob Haller."),
        (2, "b", "Ask Bob Haller."),
        (3, "a", "Ask Bob Haller."),
        (4, None, "Ask him."),
    ]
    frame = spark.createDataFrame([*texts, (5, "a", None)], ["id", "who", "text"])
    sanitized = spark_privacy_chains.sanitize("text", sanitizer=spec, id_column="who", on_failure="null")
    first, second, third, fourth, fifth = (
        text for _, text in sorted(done(frame.select("id", sanitized.alias("text"))))
    )
    assert first == third != second
    assert (fourth, fifth) == (None, None)


@pytest.mark.parametrize("make", [Key.generate, lambda: Sanitizer(Key.generate())])
def test_a_plan_with_a_key_is_refused(make: Any) -> None:
    with pytest.raises(PrivacyError, match="SanitizerSpec"):
        spark_privacy_chains.sanitize("text", sanitizer=make())
    with pytest.raises(PrivacyError, match="SanitizerSpec"):
        spark_privacy_chains.desanitize("text", "prompt", sanitizer=make())
