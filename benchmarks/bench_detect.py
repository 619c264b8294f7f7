"""Detection beside Presidio's AnalyzerEngine for patterns alone, in one run; and how it scales.

    python -m benchmarks.bench_detect
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks.blank_presidio import blank_engine
from privacy_chains.detect import PATTERN_TYPES, PatternDetector, default_detector

_RECORD = (
    "Customer {n} is Maria Fernandez, aged 4{d}, of 12 Harbor Lane, Portland, OR 9720{d}. Her card 4111 1111 1111 111{d} was "
    "charged ${d},250.00 on March {d}, 2026; call (503) 555-014{d} or write to maria.{n}@example.com. Her SSN is "
    "123-45-678{d}, she signed in from 10.0.{d}.1{d}, and she earns {d}5,000 per year after the last review of her account. "
)
_ROUNDS = 15


def prompt(tokens: int = 500) -> str:
    """A prompt of about ``tokens`` tokens (four characters each) with a value every few words."""
    records = "".join(_RECORD.format(n=100 + n, d=n % 10) for n in range(tokens * 4 // len(_RECORD) + 1))
    return records[: tokens * 4]


def median_ms(call: Callable[[], object]) -> float:
    """The median time of a call in milliseconds, after one that does not count."""
    call()
    times = []
    for _ in range(_ROUNDS):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def cold_start() -> tuple[float, float]:
    """Seconds from a fresh interpreter to the first spans, and its peak memory in MB."""
    code = (
        "import resource, time; start = time.perf_counter()\n"
        "from privacy_chains.detect import default_detector\n"
        f"default_detector().detect({prompt()!r})\n"
        "print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout  # noqa: S603
    seconds, megabytes = map(float, output.split())
    return seconds, megabytes


def main() -> None:
    """Measure and print."""
    text = prompt()
    ours = default_detector()
    engine = blank_engine()
    theirs = median_ms(lambda: engine.analyze(text=text, language="en"))
    mine = median_ms(lambda: list(ours.detect(text)))
    everything = PatternDetector(PATTERN_TYPES)
    print(f"prompt of {len(text)} characters (about 500 tokens)")
    print(f"  Presidio AnalyzerEngine, patterns alone  {theirs:8.2f} ms")
    print(f"  default_detector()                       {mine:8.2f} ms   {theirs / mine:5.1f} times as fast")
    print(f"  PatternDetector, all {len(PATTERN_TYPES)} types            {median_ms(lambda: everything.detect(text)):8.2f} ms")
    seconds, megabytes = cold_start()
    print(f"  from a fresh interpreter to spans        {seconds * 1000:8.0f} ms, peak memory {megabytes:.0f} MB")
    print("scaling of default_detector()")
    for size in (10_000, 100_000, 1_000_000):
        long = prompt(size // 4)
        start = time.perf_counter()
        count = len(list(ours.detect(long)))
        elapsed = time.perf_counter() - start
        print(f"  {len(long):>9,} characters {elapsed * 1000:10.1f} ms  {elapsed / len(long) * 1e9:8.0f} ns each  {count:>6} spans")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of this process, Presidio and spaCy included: {peak:.0f} MB")


if __name__ == "__main__":
    main()
