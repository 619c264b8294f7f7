"""What sanitizing a prompt costs: beside Presidio's analysis alone, and as the text grows.

Stated goals: sanitize and desanitize of a 500-token prompt together take at most a fifth of the time of Presidio's
``AnalyzerEngine`` (all its default recognizers, blank spaCy pipeline) on the same text in the same run; and time grows
linearly to 1 MB: the time for a character at 1 MB is at most twice that at 64 KB.

What is read back there is the sanitized prompt itself, which takes less than another answer: it needs no spellings of
surrogates. The last column therefore reads an answer back that only goes on as the prompt does.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from blank_presidio import blank_engine
from letters import RECORDS, TICKET, prompt_of

from privacy_chains import Key, Sanitizer, default_detector

TIMES_FASTER = 5
GROWTH = 2.0
ROUNDS = 60
SIZES = (16_000, 64_000, 256_000, 1_000_000)  # characters


def fastest_ms(*calls: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """The least processor time of each call in milliseconds, measured in turns: other work only adds to it."""
    least = [float("inf")] * len(calls)
    for _ in range(rounds):
        for place, call in enumerate(calls):
            started = time.process_time()
            call()
            least[place] = min(least[place], time.process_time() - started)
    return [1000 * seconds for seconds in least]


def beside_presidio(sanitizer: Sanitizer) -> bool:
    """500-token prompts (about 2,000 characters), both ways, beside Presidio's analysis of the same text."""
    analyzer = blank_engine()
    print("500-token prompts     values  Presidio's analysis   sanitize  and desanitize  times faster  another answer")
    ratios = [
        _compare(sanitizer, analyzer, name, text)
        for name, text in (
            ("a letter", prompt_of(2000)),
            ("a support ticket", (TICKET * 5)[:2000]),
            ("customer records", "\n".join(path.read_text() for path in sorted(RECORDS.glob("*.md")))[:2000]),
        )
    ]
    print(f"  least: {min(ratios):.1f} times (goal: {TIMES_FASTER})")
    return min(ratios) >= TIMES_FASTER


def _compare(sanitizer: Sanitizer, analyzer: Any, name: str, text: str) -> float:
    prompt = sanitizer.sanitize(text)
    if sanitizer.desanitize(prompt.text, prompt) != text:
        print(f"  {name} did not come back")
        return 0.0

    def both_ways() -> None:
        sent = sanitizer.sanitize(text)
        sanitizer.desanitize(sent.text, sent)

    def with_another_answer() -> None:
        sent = sanitizer.sanitize(text)
        sanitizer.desanitize(f"In short: {sent.text}", sent)

    analyzer.analyze(text, language="en")
    theirs, out, ours, other = fastest_ms(
        lambda: analyzer.analyze(text, language="en"),
        lambda: sanitizer.sanitize(text),
        both_ways,
        with_another_answer,
    )
    found = sum(map(len, prompt.spans))
    print(
        f"  {name:<17} {found:>8} {theirs:>17.2f} ms {out:>10.2f} {ours:>12.2f} ms {theirs / ours:>13.1f}"
        f" {other:>9.2f} ms {theirs / other:.1f}"
    )
    return theirs / ours


def as_it_grows(sanitizer: Sanitizer) -> bool:
    """Time for a character as the text grows."""
    each: dict[int, float] = {}
    for size in SIZES:
        text = prompt_of(size)
        started = time.perf_counter()
        prompt = sanitizer.sanitize(text)
        middle = time.perf_counter()
        sanitizer.desanitize(prompt.text, prompt)
        ended = time.perf_counter()
        each[size] = 1e6 * (ended - started) / size
        out, back = middle - started, ended - middle
        print(f"  {size:>9,} characters: out {out:7.3f} s, back {back:7.3f} s, {each[size]:.2f} us each")
    growth = each[SIZES[-1]] / each[64_000]
    print(f"  a character at 1 MB costs {growth:.2f} times one at 64 KB (at most {GROWTH})")
    return growth <= GROWTH


def main() -> int:
    """Measure; 1 if a bound does not hold."""
    sanitizer = Sanitizer(
        Key.generate(), detector=default_detector(neural=False), remember=0
    )  # patterns beside patterns
    sanitizer.sanitize("Alice Barr, aged 28, pays $5.")  # loads the lists
    results = [beside_presidio(sanitizer), as_it_grows(sanitizer)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
