"""A ledger as a table, in terminals and in notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Final

from privacy_chains.ledger.events import (
    CharacterDP,
    Enciphered,
    Event,
    Kept,
    MetricDP,
    PostProcessed,
    Removed,
    Rewritten,
    WordDP,
)
from privacy_chains.ledger.numbers import rounded_up

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["as_html", "as_lines", "as_table"]

_LEFT: Final = 26
"""The width of the name column in a terminal. Of 80 columns, 47 are left for sentences."""
_SHORT: Final = {
    Enciphered: "enciphered",
    Kept: "in clear",
    PostProcessed: "computed from others",
    Removed: "removed",
    Rewritten: "rewritten, no guarantee",
}
_UNBOUNDED: Final = {Kept: "in clear", Rewritten: "no bound"}
_COLUMNS: Final = ("type", "count", "treatment", "epsilon", "what it tells")


def as_table(events: Iterable[Event], total: str) -> RenderableType:
    """Events as a terminal table, with their sum below."""
    from rich.console import Group  # noqa: PLC0415  (takes a tenth of a second to load, and only terminals need it)
    from rich.table import Table  # noqa: PLC0415

    table = Table(title="privacy ledger", show_lines=True)
    table.add_column("type, count, treatment, epsilon", max_width=_LEFT)
    table.add_column("what it tells")
    for event in events:
        name, count, treatment, epsilon, told = _cells(event)
        bounded = f"{treatment}, epsilon {epsilon}"
        spent = bounded if type(event) not in _UNBOUNDED else _SHORT[type(event)]
        table.add_row(f"{name} x{count}\n{spent}", told)
    return Group(table, total)


def as_lines(events: Iterable[Event]) -> list[str]:
    """A short line for each type and treatment: ``AGE x2: noise, epsilon 0.5``."""
    counts, spent = dict[tuple[str, str, str], int](), dict[tuple[str, str, str], Fraction]()
    for event in events:
        unit = event.unit_name if isinstance(event, WordDP | CharacterDP) else ""
        key = (event.entity_type, _SHORT.get(type(event), "noise"), unit)
        counts[key] = counts.get(key, 0) + event.count
        if type(event) not in _UNBOUNDED and event.epsilon:
            spent[key] = spent.get(key, Fraction(0)) + Fraction(event.epsilon)
    return [
        f"{key[0]} x{count}: {key[1]}{f', epsilon {rounded_up(spent[key])}' if key in spent else ''}"
        f"{f' in {key[2]}' if key[2] and key in spent else ''}"
        for key, count in counts.items()
    ]


def as_html(events: Iterable[Event], total: str) -> str:
    """The table of ``as_table``, in HTML."""
    head = "".join(f"<th>{name}</th>" for name in _COLUMNS)
    rows = ("".join(f"<td>{escape(cell)}</td>" for cell in _cells(event)) for event in events)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{escape(total)}</p>"


def _cells(event: Event) -> tuple[str, str, str, str, str]:
    treatment, _, rest = event.explain().partition(": ")[2].partition(", ")
    if isinstance(event, MetricDP | WordDP | CharacterDP):
        treatment, rest = "noisy", f"{event.tells}; not hidden: {event.leaks or 'nothing'}"
    epsilon = _UNBOUNDED.get(type(event)) or rounded_up(event.epsilon)
    return (event.entity_type, str(event.count), treatment, epsilon, rest)
