"""How fast this checkout is beside another one, in one run: ``python benchmarks/beside.py ../other [texts of a kind]``.

A process for each checkout does the same work in turns, text by text: whatever else the machine does meets both alike.
The texts are those of :mod:`mix`. A cell is the processor time of this checkout over that of the other one: below 1 is
faster. The columns:

- first: ``sanitize`` of a text that the network never saw;
- again: ``sanitize`` of a text that it remembers;
- repeated: reading the prompt itself back;
- answer: reading an answer in other words back;
- stream: the same in chunks of three characters;
- alone: reading with the key alone.

Below the table: a fresh process up to its first prompt, and a reader of 2,000 surrogates, built, and used on 400,000
characters. Texts that one of the two refuses to send are left out. There is no bound: the other checkout may do less.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
STEPS = ("first", "again", "repeated", "answer", "stream", "alone")
READING = ("reader built", "reader used")
CHUNK, ROUNDS, STARTS = 3, 5, 5
LIVE, LENGTH = 2_000, 400_000
KEY = bytes(range(32))
LETTER = "Dear Ms. Alice Barr, your balance of $4,517.20 is due on March 3, 2026. Call 415-555-2671."


def timed(call: Callable[[], object]) -> float:
    """The processor time of a call, in seconds."""
    started = time.process_time()
    call()
    return time.process_time() - started


def streamed(prompt: Any, answer: str) -> None:
    """Read an answer back in chunks."""
    stream = prompt.reader.stream()
    for at in range(0, len(answer), CHUNK):
        stream.feed(answer[at : at + CHUNK])
    stream.flush()


def of_text(sanitizer: Any, text: str) -> list[float]:
    """The processor time of each step for a text. A prompt remembers its reader: each call gets a fresh prompt."""
    times = [timed(lambda: sanitizer.sanitize(text)), *[float("inf")] * (len(STEPS) - 1)]
    calls: list[Callable[[Any], object]] = [
        lambda _: sanitizer.sanitize(text),
        lambda prompt: sanitizer.desanitize(prompt.text, prompt),
        lambda prompt: sanitizer.desanitize(f"In short: {prompt.text}", prompt),
        lambda prompt: streamed(prompt, f"In short: {prompt.text}"),
        lambda prompt: sanitizer.desanitize(prompt.text),
    ]
    for _ in range(ROUNDS):
        for place, call in enumerate(calls, 1):
            times[place] = min(times[place], timed(partial(call, sanitizer.sanitize(text))))
    return times


def of_reader(issued: list[list[Any]], text: str) -> list[float]:
    """The processor time of building a reader, and of reading a text with it."""
    from privacy_chains.desanitize import Issued, Reader  # noqa: PLC0415  (of the checkout in question)

    items = [Issued(*values[:4], *(None if n is None else Fraction(n) for n in values[4:])) for values in issued]
    built = timed(lambda: Reader(items).restore("So it is."))
    reader = Reader(items)
    return [built, timed(lambda: reader.stream().feed(text))]


def work() -> None:
    """Answer each line of standard input with a line of times; none for a text that is refused."""
    from privacy_chains import Key, PrivacyError, Sanitizer  # noqa: PLC0415  (of the checkout in question)

    sanitizer = Sanitizer(Key.from_bytes(KEY), remember=0)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            times = of_reader(*request["reader"]) if "reader" in request else of_text(sanitizer, request["text"])
        except PrivacyError:
            times = []
        print(json.dumps(times), flush=True)


class Checkout:
    """The process of one checkout."""

    def __init__(self, root: Path) -> None:
        self._environment = {**os.environ, "PYTHONPATH": str(root)}
        self._process = subprocess.Popen(
            [sys.executable, str(HERE), "--work"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self._environment,
        )

    def ask(self, request: dict[str, Any]) -> list[float]:
        """The times of a request."""
        wanted, given = self._process.stdin, self._process.stdout
        if wanted is None or given is None:
            raise RuntimeError
        wanted.write(json.dumps(request) + "\n")
        wanted.flush()
        return [float(seconds) for seconds in json.loads(given.readline())]

    def start(self) -> float:
        """The processor time of a fresh process up to its first prompt."""
        code = f"from privacy_chains import Key, Sanitizer; Sanitizer(Key.from_bytes({KEY!r})).sanitize({LETTER!r})"
        before = os.times()
        subprocess.run([sys.executable, "-c", code], env=self._environment, check=True)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    def end(self) -> None:
        """End the process."""
        self._process.communicate()


def in_turns(checkouts: list[Checkout], request: dict[str, Any], turn: int) -> list[list[float]]:
    """The times of both checkouts, ours first; every other time, ours is asked last."""
    order = (0, 1) if turn % 2 == 0 else (1, 0)
    times = {place: checkouts[place].ask(request) for place in order}
    return [times[0], times[1]]


def summed(checkouts: list[Checkout], texts: list[str]) -> list[list[float]]:
    """The times of the steps for all texts together, of both checkouts."""
    sums = [[0.0] * len(STEPS) for _ in checkouts]
    for turn, text in enumerate(texts):
        both = in_turns(checkouts, {"text": text}, turn)
        if all(both):
            sums = [[one + other for one, other in zip(*pair, strict=True)] for pair in zip(sums, both, strict=True)]
    return sums


def row(name: str, sums: list[list[float]]) -> str:
    """The ratio of each step."""
    return f"{name:<17}" + "".join(f"{ours / theirs:>10.2f}" for ours, theirs in zip(*sums, strict=True) if theirs)


def surrogates(text: str) -> list[list[Any]]:
    """What a reader is built of."""
    from bench_reading import issue  # noqa: PLC0415  (it needs the package, a worker's is that of its checkout)

    return [
        [i.entity_type, i.original, i.surrogate, i.reading, *(n and str(n) for n in (i.number, i.released))]
        for i in issue(LIVE, text)
    ]


def main() -> int:
    """Compare; print the ratios."""
    from mix import TEXTS, kinds, others  # noqa: PLC0415  (see above)

    checkouts = [Checkout(HERE.parents[1]), Checkout(Path(sys.argv[1]).resolve())]
    summed(checkouts, others())
    whole = [[0.0] * len(STEPS) for _ in checkouts]
    print(" " * 17 + "".join(f"{step:>10}" for step in STEPS))
    for name, texts in kinds(int(sys.argv[2]) if sys.argv[2:] else TEXTS).items():
        sums = summed(checkouts, texts)
        whole = [[one + other for one, other in zip(*pair, strict=True)] for pair in zip(whole, sums, strict=True)]
        print(row(name, sums), flush=True)
    print(row("all", whole))
    text = "\n".join(text for texts in kinds().values() for text in texts)[:LENGTH]
    request = {"reader": [surrogates(text), text]}
    turns = [in_turns(checkouts, request, turn) for turn in range(ROUNDS)]
    ours, theirs = ([min(times) for times in zip(*rows, strict=True)] for rows in zip(*turns, strict=True))
    for name, one, other in zip(READING, ours, theirs, strict=True):
        print(f"{name}: {one / other:.2f} ({one * 1e3:.0f} ms beside {other * 1e3:.0f})")
    starts = [[checkout.start() for checkout in checkouts] for _ in range(STARTS)]
    one, other = (min(times) for times in zip(*starts, strict=True))
    print(f"a fresh process: {one / other:.2f} ({one:.2f} s beside {other:.2f})")
    for checkout in checkouts:
        checkout.end()
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--work"]:
        work()
    else:
        sys.exit(main())
