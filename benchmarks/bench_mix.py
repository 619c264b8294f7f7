"""What the first read of texts like real prompts costs, kind by kind, beside Presidio's patterns, in one run.

Each kind is some texts of about 2,000 characters: letters, a ticket, customer records and code from the product's own
texts; web texts and e-mails, news and encyclopaedia, chats and summaries, tables, contracts and speeches from the data
sets in ``PRIVACY_CHAINS_DATA``. A set that is not there is left out, and named. Every text is read once, in turns, by
Presidio's recognizers (blank spaCy pipeline), by the patterns and lists alone, and with the network on top; no
sanitizer remembers a text, but the network a sentence that it met before, as it does in use.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from bench_prompt import LETTER, RECORDS, TICKET, fastest_ms, prompt_of
from blank_presidio import blank_engine
from rich.console import Console
from rich.table import Table

from privacy_chains import Key, Sanitizer, default_detector

LENGTH, TEXTS = 2_000, 6
ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", ROOT.parent / "shared" / "data"))


def chunks(text: str) -> list[str]:
    """Some texts of about one length, evenly spread."""
    step = max(LENGTH, len(text) // TEXTS)
    return [text[start : start + LENGTH] for start in range(0, len(text) - LENGTH // 2, step)][:TEXTS]


def of_columns(path: Path) -> str:
    """Sentences of a file that has a word and its label in each line."""
    lines = (line.split() for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return " ".join(words[1 if words[0].isdigit() and len(words) > 1 else 0] if words else "\n" for words in lines)


def of_tables(path: Path) -> str:
    """Tables of reports, as Markdown, each with its paragraphs."""
    pieces: list[str] = []
    for one in json.loads(path.read_text(encoding="utf-8"))[:60]:
        pieces += [" | ".join(row) for row in one["table"]["table"]] + [part["text"] for part in one["paragraphs"]]
    return "\n".join(pieces)


def of_dialogues(path: Path) -> str:
    """Dialogues with their summaries, from a file of comma-separated rows."""
    return path.read_text(encoding="utf-8", errors="replace")


def code() -> str:
    """This project's own modules."""
    files = sorted((ROOT / "privacy_chains" / "walking").glob("*.py"))
    return "\n".join(text for text in (path.read_text(encoding="utf-8") for path in files) if ast.parse(text))


def first(folder: str, *patterns: str) -> Path:
    """The first file of a data set that fits."""
    found = (path for pattern in patterns for path in sorted(DATA.joinpath(folder).rglob(pattern)))
    return next(found, DATA / folder)


def mix() -> Iterator[tuple[str, str, Callable[[], str]]]:
    """Kinds of texts: what they are called, where they are from, and how they are read."""
    yield "letters", "own", lambda: prompt_of(LENGTH * TEXTS)
    yield "support tickets", "own", lambda: (TICKET + LETTER[:700] + "\n") * 12
    yield "customer records", "own", lambda: "\n".join(path.read_text() for path in sorted(RECORDS.glob("*.md")))
    yield "code", "own", code
    sets: tuple[tuple[str, str, Callable[[Path], str], tuple[str, ...]], ...] = (
        ("web, reviews, e-mail", "test/uner_ewt", of_columns, ("*.iob2", "*.conll", "*.txt")),
        ("encyclopaedia", "test/wikigold", of_columns, ("*.conll*", "*.txt")),
        ("chats and summaries", "train/mts_dialog", of_dialogues, ("*.csv",)),
        ("tables of reports", "test/tatqa", of_tables, ("*.json",)),
        ("contracts", "train/sec_filings", of_columns, ("*.txt", "*.conll*")),
        ("speeches", "text/us_speeches", lambda path: path.read_text(encoding="utf-8", errors="replace"), ("*.txt",)),
    )
    for name, folder, read, patterns in sets:
        path = first(folder, *patterns)
        yield name, folder, lambda path=path, read=read: read(path) if path.is_file() else ""  # type: ignore[misc]


def main() -> int:
    """Measure; there is no bound here, since machines and texts differ."""
    console, absent = Console(highlight=False), []
    analyzer = blank_engine()
    lists = Sanitizer(Key.generate(), detector=default_detector(neural=False), remember=0)
    network = Sanitizer(Key.generate(), remember=0)
    for warm in (lists, network):
        warm.sanitize("Alice Barr, aged 28, pays $5.")
    table = Table("texts", "from", "Presidio's patterns", "patterns, lists", "times", "with the network", "times")
    for name, source, read in mix():
        texts = chunks(read())
        if not texts:
            absent.append(source)
            continue
        rows = [
            fastest_ms(
                lambda text=text: analyzer.analyze(text, language="en"),  # type: ignore[misc]
                lambda text=text: lists.sanitize(text),  # type: ignore[misc]
                rounds=3,
            )
            + fastest_ms(lambda text=text: network.sanitize(text), rounds=1)  # type: ignore[misc]
            for text in texts
        ]
        theirs, ours, first_read = (median(column) for column in zip(*rows, strict=True))
        table.add_row(
            *(name, source, f"{theirs:.1f} ms", f"{ours:.1f} ms", f"{theirs / ours:.1f}"),
            *(f"{first_read:.1f} ms", f"{theirs / first_read:.2f}"),
        )
    console.print(table)
    if absent:
        console.print(f"left out, since they are not in {DATA.name}: {', '.join(absent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
