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

from blank_presidio import blank_engine

from privacy_chains import Key, Sanitizer

TIMES_FASTER = 5
GROWTH = 2.0
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


def median_ms(call: Callable[[], object], rounds: int) -> float:
    """The median time of one call, in milliseconds."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return 1000 * statistics.median(times)


def beside_presidio(sanitizer: Sanitizer) -> bool:
    """A 500-token prompt (about 2,000 characters), both ways, beside Presidio's analysis."""
    text = prompt_of(2000)
    prompt = sanitizer.sanitize(text)
    if sanitizer.desanitize(prompt.text, prompt) != text:
        print("the prompt did not come back")
        return False
    analyzer = blank_engine()
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
