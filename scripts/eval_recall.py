"""Measure false restores with the key alone, on texts that hold no surrogate.

Run it with ``python scripts/eval_recall.py [--no-write]``.

With the key alone nothing tells a surrogate from a value that merely looks like one: whatever the detector finds of an
enciphered type is deciphered (``Sanitizer(key).desanitize(answer)``). On a text without surrogates every change is
therefore a false restore. This counts the words that change, by type, over the American inaugural and
state-of-the-union addresses.

Writes ``docs/key-alone.md`` between its markers.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from privacy_chains import Key, Policy, Sanitizer
from privacy_chains.detect import default_detector
from privacy_chains.preempt.engine import Engine
from privacy_chains.preempt.key_alone import desanitize_with_key
from privacy_chains.preempt.policy import Encipher

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", ROOT.parent / "shared" / "data"))
PAGE = ROOT / "docs" / "key-alone.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
KEY = Key.from_bytes(bytes(range(1, 33)))
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")

Rows = list[tuple[str, ...]]


@dataclass
class Changes:
    """What was deciphered although it was no surrogate."""

    texts: int = 0
    words: int = 0
    values: Counter[str] = field(default_factory=Counter)
    changed: Counter[str] = field(default_factory=Counter)
    distinct: dict[str, set[str]] = field(default_factory=dict)


class CountingEngine(Engine):
    """An engine that counts the words each deciphered value changes."""

    changes: Changes

    def decipher(self, entity_type: str, rule: Encipher, surrogate: str, session: str) -> str:
        original = super().decipher(entity_type, rule, surrogate, session)
        if original != surrogate:
            self.changes.values[entity_type] += 1
            self.changes.changed[entity_type] += words_changed(surrogate, original)
            self.changes.distinct.setdefault(entity_type, set()).add(surrogate.casefold())
        return original


def words_changed(before: str, after: str) -> int:
    """How many words of ``before`` are not the same in ``after``; at least one where anything differs."""
    old: list[str] = _WORD.findall(before)
    new: list[str] = _WORD.findall(after)
    if len(old) != len(new):
        return max(1, len(old))
    return max(1, sum(one != other for one, other in zip(old, new, strict=True)))


def measure(texts: list[str], console: Console) -> Changes:
    """Read every text with the key alone."""
    engine = CountingEngine(KEY, Policy.default(), default_detector())
    engine.changes = changes = Changes()
    public = Sanitizer(KEY)
    for place, text in enumerate(track(texts, "texts", console=console)):
        result = desanitize_with_key(engine, "", text)
        if place == 0 and result != public.desanitize(text):
            console.print("[red]what is counted is not what Sanitizer.desanitize does")
            raise SystemExit(1)
        changes.texts += 1
        changes.words += len(_WORD.findall(text))
    return changes


def rows(changes: Changes) -> Rows:
    """Cells by type, most words first, and their sum."""
    table = [
        (
            name,
            f"{changes.values[name]:,}",
            f"{len(changes.distinct[name]):,}",
            f"{count:,}",
            f"{10_000 * count / changes.words:.1f}",
        )
        for name, count in changes.changed.most_common()
    ]
    total, kinds = sum(changes.changed.values()), changes.distinct.values()
    values, distinct = sum(changes.values.values()), sum(map(len, kinds))
    per_word = 10_000 * total / max(1, changes.words)
    return [*table, ("all", f"{values:,}", f"{distinct:,}", f"{total:,}", f"{per_word:.1f}")]


HEADER = ("type", "values changed", "different ones", "words changed", "of 10,000 words")


def show(changes: Changes, console: Console) -> None:
    """Print the table."""
    table = Table(title=f"{changes.texts} texts of {changes.words:,} words, read with the key alone")
    for name in HEADER:
        table.add_column(name, justify="left" if name == "type" else "right")
    for row in rows(changes):
        table.add_row(*row)
    console.print(table)


def write_page(changes: Changes) -> None:
    """Put the table between the page's markers."""
    lines = [
        f"Measured on {datetime.now(UTC):%Y-%m-%d} with `python scripts/eval_recall.py`, default policy and detector,",
        f"on {changes.texts} inaugural and state-of-the-union addresses ({changes.words:,} words, public domain):",
        "",
        "| " + " | ".join(HEADER) + " |",
        "|---|" + "---:|" * (len(HEADER) - 1),
        *("| " + " | ".join(row) + " |" for row in rows(changes)),
    ]
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{chr(10).join(lines)}\n{END}{after}", "utf-8")


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-write", action="store_true", help="print only")
    parser.add_argument("--texts", type=int, help="read only the first so many")
    arguments = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 120)
    paths = sorted((DATA / "text" / "us_speeches").glob("*.txt"))[: arguments.texts]
    if not paths:
        console.print(f"no texts at {DATA}: set PRIVACY_CHAINS_DATA to the folder that holds text/us_speeches/")
        raise SystemExit(3)
    changes = measure([path.read_text("utf-8", errors="replace") for path in paths], console)
    show(changes, console)
    if not arguments.no_write:
        write_page(changes)


if __name__ == "__main__":
    main()
