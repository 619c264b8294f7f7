"""Reading answers back: speed whole and streamed beside two peers, delay, and false restores on real text.

10, 200 and 2,000 surrogates are live: listed names with their words, US social security numbers, cards, e-mail
addresses, ages and amounts. The text is public speeches and annotated sentences from the shared data sets where they
are there, else sentences made here; it holds none of the surrogates, so every restore is a false one.

langchain-experimental's exact strategy replaces one surrogate after the other, piighost substitutes with one regular
expression; both read exact spellings only, and neither streams surrogates without delimiters.

Bounds: at least 10 MB/s whole with 200 surrogates live, at most 30 microseconds for a chunk of 3 characters, a chunk
late in a long answer at most twice as slow as an early one, and no false restore in the text in one piece. Read as
answers of 2,000 characters, the same text shows what nothing tells apart: ages that are said just as a model would
say the person's. They are counted by themselves.
"""

from __future__ import annotations

import importlib
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from privacy_chains.contract.spans import Span
from privacy_chains.desanitize import Issued, Reader
from privacy_chains.formats.name_lists import lexicon

CONSOLE = Console(highlight=False)
SIZES = (10, 200, 2_000)
BYTES = 10_000_000
TIMED = 1_400_000
CHUNK = 3
STREAMED = 60_000
PROMPT = 2_000
VALUES = (15, 75)
ANSWER = 500
SHORT_ANSWER = 2_000
TURNS = 100
BESIDE_THE_CHECKOUT = Path(__file__).resolve().parents[2] / "shared" / "data"


def real_text() -> str:
    """About 10 MB of text that was written by people."""
    root = Path(os.environ.get("PRIVACY_CHAINS_DATA", BESIDE_THE_CHECKOUT))
    files = [path for kind in ("*.txt", "*.json", "*.jsonl", "*.iob2") for path in sorted(root.rglob(kind))]
    text = "".join(path.read_text("utf-8", errors="replace") for path in files)[:BYTES]
    made = "The committee met on the third day of the month, and it read the report of the office aloud. "
    return text or made * (BYTES // len(made))


def issue(count: int, text: str) -> list[Issued]:
    """Surrogates that do not stand in ``text``."""
    draw = random.Random(7)
    present = set(text.replace("\n", " ").split())
    classes = lexicon().classes
    kinds = [kind for kind in classes if kind.startswith(("given", "surname")) and ".word" not in kind]
    words = [word.capitalize() for kind in kinds for word in classes[kind] if word.isascii() and len(word) > 3]
    names = [word for word in words if word not in present and f"{word}," not in present and f"{word}." not in present]
    issued: dict[str, Issued] = {}
    while len(issued) < count:
        for item in draw.choice(MAKERS)(draw, names):
            if item.surrogate not in text:
                issued[item.surrogate] = item
    return list(issued.values())[:count]


def _digits(draw: random.Random, pattern: str) -> str:
    return "".join(draw.choice("123456789") if char == "#" else char for char in pattern)


def _person(draw: random.Random, names: list[str]) -> Iterator[Issued]:
    given, surname, other, others = draw.sample(names, 4)
    for original, surrogate in ((f"{given} {surname}", f"{other} {others}"), (given, other), (surname, others)):
        yield Issued("PERSON", original, surrogate, "words")


def _code(entity_type: str, pattern: str) -> Callable[[random.Random, list[str]], Iterator[Issued]]:
    def make(draw: random.Random, _names: list[str]) -> Iterator[Issued]:
        yield Issued(entity_type, _digits(draw, pattern), _digits(draw, pattern), "code")

    return make


def _email(draw: random.Random, names: list[str]) -> Iterator[Issued]:
    original, surrogate = (f"{name.lower()}@example.com" for name in draw.sample(names, 2))
    yield Issued("EMAIL_ADDRESS", original, surrogate, "exact")


def _amount(draw: random.Random, _names: list[str]) -> Iterator[Issued]:
    true, released = draw.randrange(10_000, 10**7), draw.randrange(10_000, 10**7)
    yield Issued("MONEY", f"${true:,}", f"${released:,}", "number", Fraction(true), Fraction(released))


def _age(draw: random.Random, _names: list[str]) -> Iterator[Issued]:
    true, released = draw.randrange(18, 99), draw.randrange(18, 99)
    yield Issued("AGE", f"{true} years", f"{released} years", "number", Fraction(true), Fraction(released))


MAKERS = (
    _person,
    _person,
    _code("US_SSN", "###-##-####"),
    _code("CREDIT_CARD", "#### #### #### ####"),
    _email,
    _amount,
    _age,
)


def seconds(work: Callable[[], object]) -> float:
    """The least processor time of three runs: other load on the machine does not count."""
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def peers(issued: list[Issued]) -> dict[str, Callable[[str], str]]:
    """The deanonymizers of the peers that are installed."""
    found: dict[str, Callable[[str], str]] = {}
    mapping = {item.surrogate: item.original for item in issued}
    try:
        strategies = importlib.import_module("langchain_experimental.data_anonymizer.deanonymizer_matching_strategies")
        found["langchain-experimental, exact"] = lambda text: strategies.exact_matching_strategy(text, {"ANY": mapping})
    except ImportError:
        CONSOLE.print("langchain-experimental is not installed: not measured")
    try:
        found["piighost"] = _piighost(mapping)
    except ImportError:
        CONSOLE.print("piighost is not installed: not measured")
    return found


def _piighost(mapping: dict[str, str]) -> Callable[[str], str]:
    base = importlib.import_module("piighost.components.anonymizer.base")
    models = {name: importlib.import_module(f"piighost.models.{name}") for name in ("entity", "detection", "span")}
    tokens = {
        models["entity"].Entity(
            (models["detection"].Detection(models["span"].Span(0, 1), original, "ANY", 1.0),)
        ): token
        for token, original in mapping.items()
    }

    class Deanonymizer(base.BaseAnonymizer):  # type: ignore[misc, name-defined]  # the peer is not typed here
        def render(self, text: str, entities: object, tokens: object) -> str:
            return text

    deanonymizer = Deanonymizer(None)
    return lambda text: str(deanonymizer.deanonymize(text, tokens))


def feed_whole(reader: Reader, text: str) -> None:
    """Read a text in one piece."""
    reader.stream().feed(text)


def stream(reader: Reader, text: str) -> None:
    """Feed ``text`` in small chunks."""
    feed = reader.stream().feed
    for at in range(0, len(text), CHUNK):
        feed(text[at : at + CHUNK])


def first_character(reader: Reader, text: str) -> tuple[float, int, int]:
    """Until a stream's first character comes out: the mean seconds of work, and the mean and most characters fed.

    Over 500 answers that arrive character by character.
    """
    worked, fed = 0.0, []
    for at in range(0, 500 * 100, 100):
        feed = reader.stream().feed
        started, count = time.process_time(), 1
        while not feed(text[at + count - 1]):
            count += 1
        worked += time.process_time() - started
        fed.append(count)
    return worked / len(fed), round(sum(fed) / len(fed)), max(fed)


def ages_in_answers(reader: Reader, text: str) -> tuple[int, int]:
    """What is restored in ``text`` cut into short answers: how often, and how often of another type than an age."""
    restored = [
        sighting.entity_type
        for at in range(0, len(text), SHORT_ANSWER)
        for sighting in reader.restore(text[at : at + SHORT_ANSWER]).restored
    ]
    return len(restored), len(restored) - restored.count("AGE")


def longest_hold(reader: Reader, text: str) -> tuple[int, float]:
    """The most and the mean number of characters held back, character by character."""
    feed, out, most, total = reader.stream().feed, 0, 0, 0
    for index, char in enumerate(text, 1):
        out += len(feed(char))
        most, total = max(most, index - out), total + index - out
    return most, total / len(text)


def request(text: str, values: int) -> tuple[list[Issued], str, tuple[Span, ...]]:
    """A prompt of about 500 tokens in which surrogates stand, what was issued, and where they stand."""
    issued, pieces, spans, length = issue(values, text), [], [], 0
    step = PROMPT // values
    for number, item in enumerate(issued):
        clear = text[number * step : (number + 1) * step].rpartition(" ")[0] + " "
        spans.append(Span(length + len(clear), length + len(clear) + len(item.surrogate), item.entity_type))
        pieces.append(f"{clear}{item.surrogate} ")
        length += len(pieces[-1])
    return issued, "".join(pieces), tuple(spans)


def per_request(text: str) -> Table:
    """What reading one answer costs, the reader's construction included: an echo, and an answer that quotes."""
    table = Table(
        "per request", *(f"{values} values" for values in VALUES), title="construction and restore, process time"
    )
    echoes, quotes = [], []
    for values in VALUES:
        issued, prompt, spans = request(text, values)
        quoted = " and ".join(item.surrogate for item in issued[:6])
        answer = f"The file names {quoted}. {text}"[:ANSWER]

        def cost(answer: str, made: tuple[list[Issued], str, tuple[Span, ...]] = (issued, prompt, spans)) -> str:
            def work() -> None:
                Reader(made[0], [made[1]], [made[2]]).restore(answer)

            return f"{min(seconds(work) for _ in range(7)) * 1e3:.2f} ms"

        echoes.append(cost(prompt))
        quotes.append(cost(answer))
    table.add_row("the prompt repeated", *echoes)
    table.add_row(f"{ANSWER} characters that quote six surrogates", *quotes)
    return table


def conversation(text: str) -> str:
    """What the readers of a conversation cost, each turn's extended from the one before."""
    issued = issue(5 * TURNS, text)
    reader, texts, spans = Reader([]), [], []
    started = time.process_time()
    for turn in range(TURNS):
        clear = text[turn * PROMPT : (turn + 1) * PROMPT]
        named = issued[5 * turn : 5 * turn + 5]
        places, length = [], len(clear)
        for item in named:
            places.append(Span(length + 1, length + 1 + len(item.surrogate), item.entity_type))
            length += 1 + len(item.surrogate)
        texts.append(" ".join((clear, *(item.surrogate for item in named))))
        spans.append(tuple(places))
        reader = reader.extended(issued[: 5 * turn + 5], texts, spans)
        reader.restore(f"So it is {named[0].surrogate}. {clear[:400]}")
    return f"{TURNS} turns, {sum(map(len, texts)):,} characters: {time.process_time() - started:.2f} s"


def main() -> int:
    text = real_text()
    table = Table("reader", *(f"{size:,} live" for size in SIZES), title=f"{len(text) / 1e6:.1f} MB, one process")
    rows: dict[str, list[str]] = {}
    missed = False

    def note(row: str, value: str) -> None:
        rows.setdefault(row, []).append(value)

    for size in SIZES:
        issued = issue(size, text)
        reader = Reader(issued)
        note("ours: build", f"{seconds(partial(Reader, issued)) * 1e3:.1f} ms")
        report = reader.restore(text)
        timed = text[:TIMED]
        whole = TIMED / seconds(partial(feed_whole, reader, timed)) / 1e6
        note("ours: whole", f"{whole:.1f} MB/s")
        head, tail = text[:STREAMED], text[-STREAMED:]
        early = seconds(partial(stream, reader, head)) / (STREAMED / CHUNK)
        late = seconds(partial(stream, reader, tail)) / (STREAMED / CHUNK)
        note(f"ours: chunk of {CHUNK}", f"{early * 1e6:.1f} us")
        note("ours: chunk, other half", f"{late * 1e6:.1f} us")
        most, mean = longest_hold(reader, text[:STREAMED])
        note("ours: held back, most / mean", f"{most} / {mean:.2f} characters")
        delay, mean_fed, most_fed = first_character(reader, text)
        note("ours: first character", f"{delay * 1e6:.0f} us; after {mean_fed}, at most {most_fed}")
        note("ours: false restores", str(len(report.restored)))
        note("ours: seen and left", str(len(report.left)))
        ages, others = ages_in_answers(reader, text)
        note(f"ours: in answers of {SHORT_ANSWER:,}", f"{ages - others} ages, {others} others")
        for sighting in report.restored:
            CONSOLE.print(f"{size} live: {sighting.entity_type} restored by: {sighting.reason}")
        missed |= bool(report.restored) or bool(others)
        if size == 200:
            missed |= whole < 10 or early > 30e-6 or late > 2 * early
        for name, read in peers(issued).items():
            note(f"{name}: whole", f"{TIMED / seconds(partial(read, timed)) / 1e6:.1f} MB/s")
    for row, values in rows.items():
        table.add_row(row, *values)
    CONSOLE.print(table)
    CONSOLE.print(per_request(text))
    CONSOLE.print(conversation(text))
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
