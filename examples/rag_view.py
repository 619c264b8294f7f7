"""How the conversation is shown: what the person sees beside what the model saw. Colour only on a terminal."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from privacy_chains import Ledger

_CLEAR, _SURROGATE = "bold green", "bold magenta"


class View:
    """Writes one conversation to the terminal."""

    def __init__(self) -> None:
        self.console = Console(highlight=False)

    def title(self, text: str) -> None:
        self.console.rule(Text(text, style="bold"))

    def turn(self, rows: list[tuple[str, str, str]]) -> None:
        """One exchange: rows of (what it is, clear text, text as the model had it)."""
        table = Table(box=box.ROUNDED, expand=True, show_lines=True)
        table.add_column("")
        table.add_column("you see", ratio=1, header_style=_CLEAR)
        table.add_column("the model saw", ratio=1, header_style=_SURROGATE)
        for label, clear, sanitized in rows:
            table.add_row(label, *_highlight(clear, sanitized))
        self.console.print(table)

    def piece(self, text: str) -> None:
        """A piece of a streamed answer, as it arrives."""
        self.console.print(Text(text, style=_CLEAR), end="")

    def ledger(self, ledger: Ledger) -> None:
        self.title("The ledger")
        self.console.print(ledger)

    def verdict(self, text: str, *, good: bool) -> None:
        self.console.print(Text(text, style="bold green" if good else "bold red"))


def _highlight(clear: str, sanitized: str) -> tuple[Text, Text]:
    """Both texts, with the words coloured in which they differ."""
    ours, theirs = (re.findall(r"\w+|\W", text) for text in (clear, sanitized))
    left, right = Text(), Text()
    for kind, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        left.append("".join(ours[a:b]), style="" if kind == "equal" else _CLEAR)
        right.append("".join(theirs[c:d]), style="" if kind == "equal" else _SURROGATE)
    return left, right
