"""Detection beside Presidio's AnalyzerEngine for patterns alone, in one run; and how it scales.

Run it with ``python benchmarks/bench_detect.py``. It exits with 1 if a bound that the project states does not hold.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count

from blank_presidio import blank_engine

from privacy_chains.detect import PATTERN_TYPES, Detector, PatternDetector, default_detector

_RECORD = (
    "Client {n} is Maria Fernandez, aged 4{d}, of 12 Harbor Lane, Portland, OR 9720{d}. Her card 4111 1111 1111 111{d}"
    " was charged ${d},250.00 on May {d}, 2026; call (503) 555-014{d} or write to maria.{n}@example.com. Her SSN is"
    " 123-45-678{d}, she signed in from 10.0.{d}.1{d}, and she earns {d}5,000 per year after the last review. "
)
_TIMES_AS_FAST = 8  # without the network
_TIMES_AS_FAST_WITH_ALL = 2
_TWICE_AS_LONG = 2.0  # the cost of a character in a megabyte, over that in ten kilobytes
_ROUNDS = 15
_TRIES = 3


def prompt(tokens: int = 500) -> str:
    """A prompt of about ``tokens`` tokens (four characters each) with a value every few words."""
    records = "".join(_RECORD.format(n=100 + n, d=n % 10) for n in range(tokens * 4 // len(_RECORD) + 1))
    return records[: tokens * 4]


def anew(text: str, turn: int) -> str:
    """The text with every record a little different: the network has remembered none of it."""
    return text.replace("Client", f"Client no. {turn}:")


def medians_ms(*calls: Callable[[], object]) -> list[float]:
    """The median time of each call in milliseconds, taken in turns so that a busy machine slows all alike."""
    times: list[list[float]] = [[] for _ in calls]
    for turn in range(_ROUNDS + 1):
        for call, taken in zip(calls, times, strict=True):
            start = time.perf_counter()
            call()
            if turn:  # the first fills caches
                taken.append(time.perf_counter() - start)
    return [statistics.median(taken) * 1000 for taken in times]


def seconds(call: Callable[[], object]) -> float:
    """The processor time of a call: what else runs on the machine does not count."""
    start = time.process_time()
    call()
    return time.process_time() - start


def beside_presidio() -> bool:
    """One prompt through all. What the network has read it remembers, so it gets another prompt every time."""
    text = prompt()
    turns = count()
    engine = blank_engine()
    everything = PatternDetector(PATTERN_TYPES)
    detector, quick = default_detector(), default_detector(neural=False)
    detector.detect(text)
    theirs, ours, again, without, patterns = medians_ms(
        lambda: engine.analyze(text=text, language="en"),
        lambda: detector.detect(anew(text, next(turns))),
        lambda: detector.detect(text),
        lambda: quick.detect(text),
        lambda: everything.detect(text),
    )
    print(f"prompt of {len(text)} characters (about 500 tokens)")
    print(f"  Presidio AnalyzerEngine, patterns alone  {theirs:8.2f} ms")
    print(f"  default_detector(), read anew            {ours:8.2f} ms  {theirs / ours:5.1f} times as fast")
    print(f"  default_detector(), read before          {again:8.2f} ms  {theirs / again:5.1f}")
    print(f"  default_detector(neural=False)           {without:8.2f} ms  {theirs / without:5.1f}")
    print(f"  PatternDetector(), all {len(PATTERN_TYPES)} types          {patterns:8.2f} ms  {theirs / patterns:5.1f}")
    return theirs / without >= _TIMES_AS_FAST and theirs / ours >= _TIMES_AS_FAST_WITH_ALL


def as_it_grows(title: str, detector: Detector, sizes: Sequence[int]) -> bool:
    """Longer and longer texts."""
    print(title)
    costs: list[float] = []
    for size in sizes:
        text = prompt(size // 4)
        found = sum(1 for _ in detector.detect(text))
        elapsed = min(seconds(partial(detector.detect, anew(text, turn))) for turn in range(_TRIES))
        costs.append(elapsed / len(text))
        print(
            f"  {len(text):>9,} characters {elapsed * 1000:9.1f} ms  {costs[-1] * 1e9:6.0f} ns each  {found:>6} spans"
        )
    return costs[-1] < _TWICE_AS_LONG * costs[0]


def main() -> int:
    """Measure and print; 1 if a bound does not hold."""
    results = [
        beside_presidio(),
        as_it_grows("with the network, each text read anew", default_detector(), (10_000, 100_000)),
        as_it_grows("without", default_detector(neural=False), (10_000, 100_000, 1_000_000)),
    ]
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main())
