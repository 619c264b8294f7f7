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
from itertools import count
from pathlib import Path
from typing import Any

from blank_presidio import blank_engine

from privacy_chains import Key, Sanitizer, default_detector

TIMES_FASTER = 5
GROWTH = 2.0
ROUNDS = 60
SIZES = (16_000, 64_000, 256_000, 1_000_000)  # characters

LETTER = """\
Customer {first} Barr, aged {age}, wrote on Tuesday that the parcel had not come. We sent it two weeks ago, and
the carrier says it was left with a neighbour, whom nobody has been able to find since. The order was paid in
full with card 4574 2472 0401 3705, and ${money:,}.00 would have to be returned if it stays lost. Ms. Barr would
rather have the goods than the money, because they are meant as a present, but she cannot wait longer than the
end of the month. Please call (608) 555-{phone:04d} in the evening, or write to {name}@example.net. Her social
security number on file is 182-69-{ssn:04d}; it is needed for the claim against the carrier and for nothing
else. The shop where the parcel was packed has looked for it as well, without result, and the driver remembers a
house with a green door but not the street. Our own records show no earlier complaint, neither about this
carrier nor about the neighbourhood. We should decide today whether to send the goods once more, which would be
kind, or to return the money, which would be quick. What do our rules say about a parcel that was left with
somebody else, and who has to prove what? Write an answer to the customer that is friendly and short, promises
nothing that we cannot keep, and names a day by which she will hear from us again. Do not mention the claim. If
a voucher of ${voucher:,} seems right to you, offer it at the end of the letter, and say in one sentence for the
file why. Add a second paragraph for the manager in Madison, WI 53703 that says what was lost, what it was worth
and what we have done so far, without any detail that she does not need.
"""
TICKET = """\
Hi team, this is Maria Garcia. I ordered two lamps on 2023-05-14 (order 4471-22-9901) and paid $1,249.50 with my card
4574 2472 0401 3705. The courier, tracking number 1Z 999 AA1 01 2345 6784, says that it was delivered on 05/17/2023 at
14:35, but I was at work. You can call me on (212) 555-0147 or +44 20 7946 0958, or write to maria.garcia@example.com.
My account number is 000123456789 and my SSN, which your form asked for, is 182-69-2573.
"""
RECORDS = Path(__file__).parents[1] / "examples" / "data" / "customers"
NAMES = ("Alice", "Maria", "Susan", "Gloria", "Peggy", "Rose", "Tanya", "Jade")


def prompt_of(length: int) -> str:
    """Letters whose values differ, at least ``length`` characters, cut there."""
    text, written = [], 0
    for number in count():
        letter = LETTER.format(
            first=NAMES[number % len(NAMES)],
            name=f"user{number}",
            age=20 + number % 60,
            phone=100 + number % 100,
            money=1000 + 37 * number,
            ssn=1000 + number % 9000,
            voucher=20 + number % 70,
        )
        text.append(letter + "\n")
        written += len(text[-1])
        if written >= length:
            return "".join(text)[:length]
    raise AssertionError


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
