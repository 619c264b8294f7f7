"""Noised characters: words restored and secrets read, at each epsilon, as in the paper's table; and the speed.

Ordinary words are those of dialogues of patients (MTS-Dialog), of speeches and, outside the marked values, of synth_v2;
sensitive ones are the words of the marked values of synth_v2. Neither was used to count words. Beside the sensitive
words stands what the paper expects of a restorer (T0) and what the worst of the attackers reads.

Bounds: of ordinary words of dialogues and speeches, exact with case and punctuation, at least 78 % come back at epsilon
5.5 and 55 % at 4.5 in the paper's own alphabet with its fresh noise; in the default alphabet 20,000 words are restored
and 5 MB of words that were noised before are noised a second.

``--model FOLDER`` measures a local model instead, as scripts/smollm2.py writes one: what it reads of some of the names
in synth_v2 from the words around them, and how many ordinary words of some dialogues it restores.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from rich.console import Console
from rich.table import Table

from privacy_chains.attacks.calibrate import calibrate
from privacy_chains.attacks.characters import ATTACKERS, Known, Observed, Secret, linked, observe, results, votes
from privacy_chains.attacks.language import model_attackers
from privacy_chains.attacks.result import Result
from privacy_chains.hazmat.response import response
from privacy_chains.keys import Key
from privacy_chains.methods.characters import CharacterNoise
from privacy_chains.methods.characters.alphabet import AlphabetName
from privacy_chains.methods.characters.channel import Channel, Repeats
from privacy_chains.methods.characters.equations import T0
from privacy_chains.methods.characters.restore import ChannelRestorer
from privacy_chains.methods.characters.rewrite import ModelRestorer
from privacy_chains.models import LocalModel

DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
CONSOLE = Console(highlight=False, width=150)
EPSILONS = tuple(Fraction(half, 2) for half in (8, 9, 10, 11, 12, 13, 14))
LOW = tuple(Fraction(half, 2) for half in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
SIZE = {"class": 26, "printable": 94}
PUNCTUATION = ".,?!:;\"'()"
WORDS_A_SECOND, MEGABYTES_A_SECOND = 20_000, 5.0
BOUNDS = {Fraction(11, 2): 0.78, Fraction(9, 2): 0.55}


@dataclass(frozen=True)
class Text:
    """A text as words, where its lines begin, and which words are sensitive."""

    words: list[str]
    starts: list[int]
    sensitive: list[bool]


def text_of(text: str, spans: Sequence[tuple[int, int]] = ()) -> Text:
    """A text cut into words; one that touches a span is sensitive."""
    found, starts, sensitive, position = list[str](), list[int](), list[bool](), 0
    for line in text.split("\n"):
        if line.strip():
            starts.append(len(found))
        for word in line.split():
            start = text.index(word, position)
            position = start + len(word)
            found.append(word)
            sensitive.append(any(start < end and begin < position for begin, end in spans))
    return Text(found, starts, sensitive)


def sets() -> dict[str, list[Text]]:
    """The texts that are measured on."""
    with (DATA / "train" / "mts_dialog" / "MTS-Dialog-ValidationSet.csv").open(encoding="utf-8") as file:
        dialogues = [text_of(row["dialogue"]) for row in csv.DictReader(file)]
    pages = sorted((DATA / "text" / "us_speeches").glob("su-*.txt"))
    speeches = [text_of(page.read_text("utf-8", errors="replace")[:20_000]) for page in pages]
    marked = json.loads((DATA / "test" / "presidio_research" / "synth_dataset_v2.json").read_text("utf-8"))
    synth = [
        text_of(item["full_text"], [(span["start_position"], span["end_position"]) for span in item["spans"]])
        for item in marked
    ]
    return {"MTS-Dialog": dialogues, "speeches": speeches, "synth_v2": synth}


def secrets() -> list[Secret]:
    """The words of the marked values of synth_v2, without punctuation around them."""
    marked = json.loads((DATA / "test" / "presidio_research" / "synth_dataset_v2.json").read_text("utf-8"))
    found = [
        Secret(word.strip(PUNCTUATION), span["entity_type"])
        for item in marked
        for span in item["spans"]
        for word in span["entity_value"].split()
    ]
    return [secret for secret in found if len(secret.text) > 1]


def restored(
    texts: Sequence[Text], known: Known, repeats: Repeats, by: ChannelRestorer | ModelRestorer | None = None
) -> tuple[float, float]:
    """Of ordinary words, the share that comes back exactly, and but for case and punctuation around it."""
    exact = near = count = 0
    restorer = by or ChannelRestorer(known.epsilon, known.alphabet)
    for number, text in enumerate(texts):
        channel = Channel(number.to_bytes(32, "big"), known.epsilon, known.alphabet, repeats)
        noised = channel.noised(text.words, " ".join(text.words))
        read = restorer.restore(noised, [True] * len(noised), text.starts, pooled=repeats == "same")
        for now, was, sensitive in zip(read, text.words, text.sensitive, strict=True):
            if not sensitive:
                count += 1
                exact += now == was
                near += now.strip(PUNCTUATION).lower() == was.strip(PUNCTUATION).lower()
    return exact / count, near / count


def attacked(observed: Sequence[Observed], known: Known) -> list[Result]:
    """What each attacker reads, of all and of each type."""
    return [
        result for name, attacker in ATTACKERS.items() for result in results(name, observed, attacker(observed, known))
    ]


def worst(found: Sequence[Result], kind: str = "") -> Result:
    """What the best attacker reads: of all secrets, or of a type."""
    names = [f"{name}, {kind}" if kind else name for name in ATTACKERS]
    return max((result for result in found if result.name in names), key=lambda result: result.success)


def percent(share: float) -> str:
    """A share for a table."""
    return f"{100 * share:.1f}"


def table_of(
    alphabet: AlphabetName, repeats: Repeats, epsilons: Sequence[Fraction], texts: dict[str, list[Text]]
) -> bool:
    """The table of one alphabet; whether the bounds on it hold."""
    columns = [
        "epsilon",
        "kept",
        *(f"{name}, exact / word" for name in texts),
        "T0",
        "worst attacker",
        "T0, names",
        "worst, names",
        "worst, ids",
        "blind",
    ]
    table = Table(*columns, title=f"alphabet={alphabet!r}, repeats={repeats!r}: per cent of words")
    words, holds = secrets(), True
    names = [secret for secret in words if secret.entity_type == "PERSON"]
    for epsilon in epsilons:
        known, kept = Known(epsilon, alphabet), response(SIZE[alphabet], epsilon).kept
        shares = {name: restored(some, known, repeats) for name, some in texts.items()}
        found = attacked(observe(words, known), known)
        best = worst(found)
        table.add_row(
            f"{float(epsilon):g}",
            f"{float(kept):.3f}",
            *(f"{percent(exact)} / {percent(near)}" for exact, near in shares.values()),
            percent(float(t0(words, known))),
            f"{percent(best.success)} ({percent(best.interval[0])}-{percent(best.interval[1])})",
            percent(float(t0(names, known))),
            percent(worst(found, "PERSON").success),
            percent(worst(found, "CREDIT_CARD").success),
            percent(best.guessing / best.of),
        )
        if repeats == "fresh" and epsilon in BOUNDS:
            holds &= all(shares[name][0] >= BOUNDS[epsilon] for name in ("MTS-Dialog", "speeches"))
    CONSOLE.print(table)
    return holds


def t0(words: Sequence[Secret], known: Known) -> float:
    """T0 of words: in ``"class"`` each length has the share of its own characters' classes."""
    if known.alphabet == "printable":
        return float(T0(Counter(len(word.text) for word in words), response(94, known.epsilon).kept))
    total = 0.0
    for word in words:
        share = 1.0
        for char in word.text:
            share *= float(response(10 if char.isdigit() else 26 if char.isalpha() else 32, known.epsilon).kept)
        total += share
    return total / len(words)


def repeats_and_links() -> None:
    """Votes over repeats, linkage, and the calibrated epsilon."""
    words = secrets()
    names = [secret for secret in words if secret.entity_type == "PERSON"]
    table = Table(
        "names released",
        "1",
        "3",
        "5",
        "8",
        title="names read by votes alone, per cent: fresh noise, or several sessions",
    )
    for alphabet, epsilon in (("printable", Fraction(11, 2)), ("class", Fraction(4))):
        known = Known(epsilon, alphabet)  # type: ignore[arg-type]
        row = [observe(names, known, releases=times) for times in (1, 3, 5, 8)]
        shares = [next(results("votes", seen, votes(seen, known))).success for seen in row]
        table.add_row(f"{alphabet}, epsilon {float(epsilon):g}", *map(percent, shares))
    CONSOLE.print(table)
    people = sorted({f"{a.text} {b.text}" for a, b in zip(names, names[7:], strict=False)})
    for epsilon in (Fraction(1), Fraction(2), Fraction(3)):
        known = Known(epsilon, "class")
        shown = [linked(people[:size], known) for size in (100, 1000)]
        CONSOLE.print(f"class, epsilon {float(epsilon):g}: {'; '.join(map(str, shown))}")
    for alphabet in ("class", "printable"):
        for kind in ("all", "PERSON"):
            some = names if kind == "PERSON" else words
            found = calibrate([], some, target=0.05, alphabet=alphabet)  # type: ignore[arg-type]
            CONSOLE.print(f"calibrated to 5 %, {alphabet}, {kind}: epsilon {found.epsilon}; worst {found.worst}")


def speed() -> bool:
    """How fast text is noised and restored; whether the bounds hold."""
    pages = sorted((DATA / "text" / "us_speeches").glob("*.txt"))
    text = "\n".join(page.read_text("utf-8", errors="replace") for page in pages)
    holds, wall, used = True, time.perf_counter(), cpu()
    for alphabet in ("class", "printable"):
        method = CharacterNoise(Key.from_bytes(bytes(range(32))), epsilon=4, alphabet=alphabet)
        words = text.split()
        channel = Channel(bytes(range(32)), Fraction(4), alphabet, "same")
        cold = seconds(lambda channel=channel, words=words: channel.noised(words))
        warm = seconds(lambda channel=channel, words=words: channel.noised(words))
        whole = seconds(lambda method=method: method.sanitize(text))
        noised, restorer = channel.noised(words), ChannelRestorer(Fraction(4), alphabet)
        restorer.restore(noised[:5000], [True] * 5000)
        fresh = Channel(bytes(range(32)), Fraction(4), alphabet, "fresh").noised(words, text)
        restoring = seconds(lambda: restorer.restore(fresh[:60_000], [True] * 60_000))  # noqa: B023
        size = len(text) / 1e6
        CONSOLE.print(
            f"{alphabet}: {size:.1f} MB of words noised at {size / cold:.1f} MB/s, again at {size / warm:.1f} MB/s; "
            f"a prompt of it made at {size / whole:.1f} MB/s; {60_000 / restoring:,.0f} words/s restored"
        )
        if alphabet == "class":
            holds &= size / warm >= MEGABYTES_A_SECOND and 60_000 / restoring >= WORDS_A_SECOND
    CONSOLE.print(f"in all {cpu() - used:.0f} s of processor time, {time.perf_counter() - wall:.0f} s by the clock")
    return holds


def seconds(work: object) -> float:
    """How much processor time a piece of work takes: other load on the machine does not count."""
    started = time.process_time()
    work()  # type: ignore[operator]
    return time.process_time() - started


def names_in_context(known: Known, most: int) -> list[Observed]:
    """Words of names in synth_v2 as they are released, each with the released text around it."""
    marked = json.loads((DATA / "test" / "presidio_research" / "synth_dataset_v2.json").read_text("utf-8"))
    found: list[Observed] = []
    for number, item in enumerate(marked):
        text = item["full_text"]
        words = text.split()
        channel = Channel(number.to_bytes(32, "big"), known.epsilon, known.alphabet, "fresh")
        noised = iter(channel.noised(words, text))
        sent = "".join(next(noised) if part.strip() else part for part in re.split(r"(\s+)", text) if part)
        for span in item["spans"]:
            for word in re.finditer(r"\S+", span["entity_value"]):
                core = word[0].strip(PUNCTUATION)
                start = span["start_position"] + word.start() + word[0].index(core)
                end = start + len(core)
                if span["entity_type"] == "PERSON" and len(core) > 1:
                    secret = Secret(core, "PERSON")
                    found.append(Observed(secret, (sent[start:end],), sent[:start], sent[end:]))
    return found[:: max(1, len(found) // most)][:most]


def read_by_model(model: LocalModel, most: int) -> None:
    """What a model reads of names from their context, beside the decoder with lists, and what it restores."""
    for alphabet, epsilon in (("class", Fraction(9, 4)), ("class", Fraction(3)), ("printable", Fraction(11, 2))):
        known = Known(epsilon, alphabet)  # type: ignore[arg-type]
        observed = names_in_context(known, most)
        for name, attacker in {"Bayes, names": ATTACKERS["Bayes, names"], **model_attackers(model)}.items():
            some = observed[: most // 4] if name == "model, rewriting" else observed
            result = next(results(name, some, attacker(some, known)))
            CONSOLE.print(f"{alphabet}, epsilon {float(epsilon):g}: {result}; {cpu():.0f} s of processor time so far")
    for epsilon in (Fraction(9, 2), Fraction(11, 2)):
        known, texts = Known(epsilon, "printable"), sets()["MTS-Dialog"][: max(1, most // 25)]
        for restorer in (ChannelRestorer(epsilon, "printable"), ModelRestorer(model, epsilon, "printable")):
            exact, near = restored(texts, known, "fresh", restorer)
            CONSOLE.print(
                f"printable, epsilon {float(epsilon):g}, {sum(len(text.words) for text in texts)} words: "
                f"{type(restorer).__name__} {percent(exact)} / {percent(near)}"
            )


def cpu() -> float:
    return time.process_time()


def main() -> int:
    """Print the tables; 1 if a bound does not hold."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--model", type=Path, metavar="FOLDER")
    options.add_argument("--names", type=int, default=200, help="how many the model attacks")
    options.add_argument("--speed", action="store_true", help="measure the speed alone")
    chosen = options.parse_args()
    if not DATA.exists():
        CONSOLE.print(f"needs the data sets at {DATA}; set PRIVACY_CHAINS_DATA")
        return 0
    if chosen.model:
        read_by_model(LocalModel.transformers(chosen.model), chosen.names)
        return 0
    if chosen.speed:
        return int(not speed())
    texts = sets()
    holds = table_of("printable", "fresh", EPSILONS, texts)
    for repeats in ("fresh", "same"):
        table_of("class", repeats, LOW, texts)
    repeats_and_links()
    return int(not (speed() and holds))


if __name__ == "__main__":
    sys.exit(main())
