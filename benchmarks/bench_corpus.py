"""A corpus in one process, by the command line, Ray and Spark, beside Presidio in a pandas UDF: one run, one digest.

    python benchmarks/bench_corpus.py [megabytes] [approach ...]

Each approach runs in a session of its own and counts the processor time of every process in it, the Java machine's
too. It runs twice, on few records and on many: what more records cost is told apart from starting. Ray and Spark are
measured where they are installed. Presidio runs as in its sample for Spark: analyzer and
anonymizer in a pandas UDF, the engine made once for each worker; its model is left out, since it is
downloaded, so that it finds no names and its time is a lower bound. Exits with 1 if a digest differs.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from corpus_records import write_records
from rich.console import Console
from rich.table import Table

from privacy_chains import Key, SanitizerSpec

HERE = Path(__file__).parent
TICKS = os.sysconf("SC_CLK_TCK")
FEW, MANY = 0.05, 0.5
"""Megabytes of records."""

SECONDS_PER_HOUR = 3600


def spec_of(folder: Path, *, neural: bool = True) -> SanitizerSpec:
    """The plan that all of ours share."""
    return SanitizerSpec(f"file:{folder / 'user.key'}", session="bench", neural=neural).pinned()


def rows_of(path: Path) -> list[tuple[str, str]]:
    """Ids and texts of a file of JSON Lines."""
    with path.open(encoding="utf-8") as file:
        return [(row["id"], row["text"]) for row in map(json.loads, file)]


def one_process(folder: Path) -> Iterable[tuple[str, str]]:
    """The core's own call, row by row."""
    session_of = spec_of(folder).opener()
    return [(number, session_of("").sanitize(text).text) for number, text in rows_of(folder / "in.jsonl")]


def command(folder: Path, *options: str) -> Iterable[tuple[str, str]]:
    """The command line."""
    out = folder / f"out{len(list(folder.iterdir()))}.jsonl"
    given = (str(folder / "in.jsonl"), str(out), "--column", "text", "--keep", "id", "--session", "bench")
    key = ("--key-file", str(folder / "user.key"))
    subprocess.run([sys.executable, "-m", "privacy_chains", "corpus", "sanitize", *given, *key, *options], check=True)
    return rows_of(out)


def answers(folder: Path) -> Iterable[tuple[str, str]]:
    """A batch of answers read back by the command line, each against its prompt; here they repeat what was sent."""
    command(folder, "--workers", "2")
    (sent,) = folder.glob("out*.jsonl")
    before = usage()["cpu"]
    given = (str(sent), str(folder / "back.jsonl"), "--column", "text", "--session", "bench")
    told = ("--prompts", str(folder / "in.jsonl"), "--prompt-column", "text", "--id-column", "id", "--workers", "2")
    key = ("--key-file", str(folder / "user.key"), "--answer-id-column", "id")
    subprocess.run([sys.executable, "-m", "privacy_chains", "corpus", "desanitize", *given, *told, *key], check=True)
    SPENT_BEFORE.append(before)
    return rows_of(folder / "back.jsonl")


def ray(folder: Path) -> Iterable[tuple[str, str]]:
    """Ray Data, two actors, the rows shuffled."""
    import ray  # noqa: PLC0415
    import ray.data  # noqa: PLC0415

    from ray_privacy_chains import sanitize  # noqa: PLC0415

    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=200_000_000, log_to_driver=False)
    dataset = ray.data.read_json(str(folder / "in.jsonl")).random_shuffle(seed=1).repartition(8)
    return [
        (row["id"], row["text"]) for row in sanitize(dataset, "text", sanitizer=spec_of(folder), workers=2).take_all()
    ]


def spark_session(folder: Path) -> Any:
    """Spark on two threads."""
    from pyspark.sql import SparkSession  # noqa: PLC0415

    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.local.dir": str(folder / "local"),
        "spark.log.level": "ERROR",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "64",
        "spark.ui.enabled": "false",
    }
    return SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()


def spark(folder: Path) -> Iterable[tuple[str, str]]:
    """Spark, two Python workers, the rows shuffled."""
    from spark_privacy_chains import sanitize  # noqa: PLC0415

    frame = spark_session(folder).read.json(str(folder / "in.jsonl")).repartition(8)
    return [
        (row["id"], row["text"])
        for row in frame.select("id", sanitize("text", sanitizer=spec_of(folder)).alias("text")).collect()
    ]


def spark_patterns(folder: Path) -> Iterable[tuple[str, str]]:
    """The same without the network: patterns and name lists."""
    from spark_privacy_chains import sanitize  # noqa: PLC0415

    frame = spark_session(folder).read.json(str(folder / "in.jsonl")).repartition(8)
    column = sanitize("text", sanitizer=spec_of(folder, neural=False))
    return [(row["id"], row["text"]) for row in frame.select("id", column.alias("text")).collect()]


def presidio(folder: Path) -> Iterable[tuple[str, str]]:
    """Presidio's analyzer and anonymizer in a pandas UDF, without a model: patterns alone."""
    import pandas as pd  # noqa: PLC0415
    from pyspark.sql.functions import pandas_udf  # noqa: PLC0415
    from pyspark.sql.types import StringType  # noqa: PLC0415

    session = spark_session(folder)
    session.sparkContext.addPyFile(str(HERE / "blank_presidio.py"))
    session.sparkContext.addPyFile(str(HERE / "presidio_worker.py"))

    def anonymized(texts: pd.Series) -> pd.Series:
        from presidio_worker import anonymize  # noqa: PLC0415  (its engine is made once for each worker)

        return texts.map(anonymize)

    anonymized.__annotations__ = {"texts": pd.Series, "return": pd.Series}
    frame = session.read.json(str(folder / "in.jsonl")).repartition(8)
    return [
        (row["id"], row["text"])
        for row in frame.select("id", pandas_udf(anonymized, StringType())("text").alias("text")).collect()
    ]


APPROACHES: dict[str, Callable[[Path], Iterable[tuple[str, str]]]] = {
    "one process": one_process,
    "command, 1 worker": lambda folder: command(folder, "--workers", "1"),
    "command, 2 workers": lambda folder: command(folder, "--workers", "2"),
    "Ray, 2 actors": ray,
    "Spark, 2 workers": spark,
    "command, answers read back": answers,
    "command, patterns only": lambda folder: command(folder, "--workers", "2", "--patterns-only"),
    "Spark, patterns only": spark_patterns,
    "Presidio in Spark, patterns only": presidio,
}
SAME = ("one process", "command, 1 worker", "command, 2 workers", "Ray, 2 actors", "Spark, 2 workers")
"""The approaches that write the same bytes."""

SPENT_BEFORE: list[float] = []


def usage() -> dict[str, float]:
    """Processor seconds of this session's processes so far, and the most memory that a Python process in it had."""
    mine, ticks, most = os.getsid(0), 0, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    for place in filter(lambda place: place.name.isdecimal(), Path("/proc").iterdir()):
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            status = (place / "status").read_text()
            name = (place / "comm").read_text()
        except OSError:  # it ended meanwhile
            continue
        if int(fields[3]) == mine:
            ticks += sum(map(int, fields[11:15]))
            peak = next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")), 0)
            most = max(most, 0 if "java" in name else peak)
    return {"cpu": ticks / TICKS, "megabytes": most / 1024}


def measure_here(name: str, folder: Path) -> None:
    """Run one approach in this process, and print what it took."""
    started = time.perf_counter()
    done = sorted(APPROACHES[name](folder))
    told = {"wall": time.perf_counter() - started, "rows": len(done), **usage()}
    told["cpu"] -= SPENT_BEFORE[0] if SPENT_BEFORE else 0
    print(json.dumps({**told, "digest": sha256(json.dumps(done).encode()).hexdigest()}), flush=True)
    os._exit(0)  # what a framework started ends with it


def measure(name: str, megabytes: float) -> dict[str, Any] | None:
    """What an approach took, in a session of its own; nothing where its framework is not installed."""
    with tempfile.TemporaryDirectory(prefix="corpus-") as folder:
        write_records(Path(folder) / "in.jsonl", megabytes)
        Key.from_bytes(bytes(range(32))).to_file(Path(folder) / "user.key")
        command = [sys.executable, __file__, "--here", name, folder]
        done = subprocess.run(command, start_new_session=True, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith('{"wall"')]
    if not lines:
        print(f"{name}: not measured: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'no output'}")
        return None
    told: dict[str, Any] = json.loads(lines[-1])
    return told


def main() -> int:
    """Measure and print; 1 if a digest differs."""
    if sys.argv[1:2] == ["--here"]:
        measure_here(sys.argv[2], Path(sys.argv[3]))
    megabytes = float(sys.argv[1]) if sys.argv[1:] else MANY
    table = Table(
        "approach", "rows", "wall s", "processor s", "per MB", "hours per TB", "peak MB of a process", "digest"
    )
    digests = dict[str, str]()
    print(f"{megabytes:g} MB of generated records; {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    for name in sys.argv[2:] or APPROACHES:
        few, many = measure(name, FEW), measure(name, megabytes)
        if few is None or many is None:
            continue
        digests[name] = many["digest"]
        each = (many["cpu"] - few["cpu"]) / (megabytes - FEW)
        hours = each * 1e6 / SECONDS_PER_HOUR
        numbers = (many["wall"], many["cpu"], each, hours, many["megabytes"])
        table.add_row(name, f"{many['rows']:,}", *(f"{number:,.1f}" for number in numbers), many["digest"][:8])
        print(f"{name}: {each:.1f} processor s per MB beyond starting", flush=True)
    Console(width=140).print(table)
    return int(len({digests[name] for name in SAME if name in digests}) > 1)


if __name__ == "__main__":
    sys.exit(main())
