"""What sanitizing a prompt costs: beside Presidio's analysis alone, and as the text grows.

Stated bounds: sanitize and desanitize of a 500-token prompt together take at most a fifth of the time of Presidio's
``AnalyzerEngine`` (all its default recognizers, blank spaCy pipeline) on the same text in the same run; and time grows
linearly to 1 MB: the time for a character at 1 MB is at most twice that at 64 KB.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from itertools import count

from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import SpacyNlpEngine

from privacy_chains import Key, Sanitizer

TIMES_FASTER = 5
GROWTH = 2.0
SIZES = (16_000, 64_000, 256_000, 1_000_000)  # characters

RECORD = (
    "Customer {first} Barr, aged {age}, wrote on Tuesday that the parcel to Madison, WI 53703 had not come. Her "
    "number is (608) 555-{phone:04d}, her e-mail {name}@example.net. She paid ${money:,}.00 with card 4574 2472 "
    "0401 3705 from 203.0.113.26. Her social security number on file is 182-69-{ssn:04d}. The balance of the account "
    "is ${money:,}.00, which is more than we expected after the refund of last month. Please check.\n"
)
NAMES = ("Alice", "Maria", "Susan", "Gloria", "Peggy", "Rose", "Tanya", "Jade")


def prompt_of(length: int) -> str:
    """Records with values that differ, at least ``length`` characters, cut there."""
    text, written = [], 0
    for number in count():
        record = RECORD.format(
            first=NAMES[number % len(NAMES)],
            name=f"user{number}",
            age=20 + number % 60,
            phone=100 + number % 100,
            money=1000 + 37 * number,
            ssn=1000 + number % 9000,
        )
        text.append(record)
        written += len(record)
        if written >= length:
            return "".join(text)[:length]
    raise AssertionError


def median_ms(call: Callable[[], object], rounds: int) -> float:
    """The median time of one call, in milliseconds."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return 1000 * statistics.median(times)


def presidio() -> AnalyzerEngine:
    """Presidio with its default recognizers and an empty language pipeline: no model, no network.

    Its e-mail recognizer is left out: it fetches a list from the network on first use.
    """
    import spacy  # noqa: PLC0415  (seconds to load, and only needed here)

    engine = SpacyNlpEngine()
    engine.nlp = {"en": spacy.blank("en")}
    analyzer = AnalyzerEngine(nlp_engine=engine, supported_languages=["en"])
    analyzer.registry.remove_recognizer("EmailRecognizer")
    return analyzer


def beside_presidio(sanitizer: Sanitizer) -> bool:
    """A 500-token prompt (about 2,000 characters), both ways, beside Presidio's analysis."""
    text = prompt_of(2000)
    prompt = sanitizer.sanitize(text)
    if sanitizer.desanitize(prompt.text, prompt) != text:
        print("the prompt did not come back")
        return False
    analyzer = presidio()
    analyzer.analyze(text, language="en")
    theirs = median_ms(lambda: analyzer.analyze(text, language="en"), 15)

    def both_ways() -> None:
        sent = sanitizer.sanitize(text)
        sanitizer.desanitize(sent.text, sent)

    ours = median_ms(both_ways, 30)
    out = median_ms(lambda: sanitizer.sanitize(text), 30)
    found = sum(map(len, prompt.spans))
    print(f"500-token prompt, {len(text)} characters, {found} values")
    print(f"  Presidio, analysis alone      {theirs:8.2f} ms")
    print(f"  sanitize                      {out:8.2f} ms")
    print(
        f"  sanitize and desanitize       {ours:8.2f} ms   {theirs / ours:.1f} times faster (at least {TIMES_FASTER})"
    )
    return theirs >= TIMES_FASTER * ours


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
    sanitizer = Sanitizer(Key.generate())
    sanitizer.sanitize("Alice Barr, aged 28, pays $5.")  # loads the lists
    results = [beside_presidio(sanitizer), as_it_grows(sanitizer)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
