"""A ledger as a table, in terminals and in notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Final

from privacy_chains.ledger.events import CharacterDP, ChoiceDP, Chosen, Event, Kept, MetricDP, WordDP
from privacy_chains.ledger.numbers import rounded_up

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["as_html", "as_table"]

_LEFT: Final = 26
"""The width of the name column in a terminal. Of 80 columns, 47 are left for sentences."""
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
        spent = "in clear" if isinstance(event, Kept | Chosen) else f"{treatment}, epsilon {epsilon}"
        table.add_row(f"{name} x{count}\n{spent}", told)
    return Group(table, total)


def as_html(events: Iterable[Event], total: str) -> str:
    """The table of ``as_table``, in HTML."""
    head = "".join(f"<th>{name}</th>" for name in _COLUMNS)
    rows = ("".join(f"<td>{escape(cell)}</td>" for cell in _cells(event)) for event in events)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{escape(total)}</p>"


def _cells(event: Event) -> tuple[str, str, str, str, str]:
    treatment, _, rest = event.explain().partition(": ")[2].partition(", ")
    if isinstance(event, MetricDP | WordDP | CharacterDP | ChoiceDP):
        treatment, rest = "noisy", f"{event.tells}; not hidden: {event.leaks or 'nothing'}"
    epsilon = "in clear" if isinstance(event, Kept | Chosen) else rounded_up(event.epsilon)
    return (event.entity_type, str(event.count), treatment, epsilon, rest)
