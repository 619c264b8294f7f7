"""A ledger as a table, in terminals and in notebooks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from privacy_chains.ledger.events import Apart, Event, MetricDP, Treatment, treatment_of
from privacy_chains.ledger.numbers import rounded_up

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["as_html", "as_lines", "as_table"]

_LEFT: Final = 26
"""The width of the name column in a terminal. Of 80 columns, 47 are left for sentences."""
_PLAIN: Final[dict[Treatment, str]] = {
    "computed": "computed from others",
    "one way": "removed",
    "rewritten": "rewritten, no guarantee",
}
"""Treatments that a word alone does not explain."""
_UNBOUNDED: Final[dict[Treatment, str]] = {"in clear": "in clear", "rewritten": "no bound"}
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
        kind = treatment_of(event)
        spent = _plain(kind) if kind in _UNBOUNDED else f"{treatment}, epsilon {epsilon}"
        table.add_row(f"{name} x{count}\n{spent}", told)
    return Group(table, total)


class _Line(NamedTuple):
    entity_type: str
    kind: Treatment
    unit: str

    def told(self, count: int, epsilon: Fraction) -> str:
        """The line, for so many values that spent so much together."""
        unit = f" in {self.unit}" if self.unit else ""
        spent = f", epsilon {rounded_up(epsilon)}{unit}" if epsilon else ""
        return f"{self.entity_type} x{count}: {_plain(self.kind)}{spent}"


def as_lines(events: Iterable[Event]) -> list[str]:
    """A short line for each type and treatment: ``AGE x2: noise, epsilon 0.5``."""
    counts, spent = Counter[_Line](), defaultdict[_Line, Fraction](Fraction)
    for event in events:
        kind = treatment_of(event)
        line = _Line(event.entity_type, kind, event.unit_name if isinstance(event, Apart) else "")
        counts[line] += event.count
        spent[line] += 0 if kind in _UNBOUNDED else Fraction(event.epsilon)
    return [line.told(count, spent[line]) for line, count in counts.items()]


def as_html(events: Iterable[Event], total: str) -> str:
    """The table of ``as_table``, in HTML."""
    head = "".join(f"<th>{name}</th>" for name in _COLUMNS)
    rows = ("".join(f"<td>{escape(cell)}</td>" for cell in _cells(event)) for event in events)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{escape(total)}</p>"


def _cells(event: Event) -> tuple[str, str, str, str, str]:
    treatment, _, rest = event.explain().partition(": ")[2].partition(", ")
    if isinstance(event, MetricDP | Apart):
        treatment, rest = "noisy", f"{event.tells}; not hidden: {event.leaks or 'nothing'}"
    epsilon = _UNBOUNDED.get(treatment_of(event)) or rounded_up(event.epsilon)
    return (event.entity_type, str(event.count), treatment, epsilon, rest)


def _plain(kind: Treatment) -> str:
    return _PLAIN.get(kind, kind)
