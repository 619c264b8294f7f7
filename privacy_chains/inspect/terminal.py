"""The view in a terminal: a difference by lines, then what looks private, then what was spent. It fits 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from privacy_chains.inspect.highlights import WHY, Highlight
from privacy_chains.inspect.view import Inspection

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

__all__ = ["as_difference"]

_AROUND = 1
"""How many lines without anything to say are shown around one that has."""

_STYLES = {"unsought": "yellow", "let go": "yellow", "allowed": "green", "kept": "bold yellow"}
_SUSPECT = "bold yellow underline"


@dataclass(slots=True, repr=False)
class _Line:
    """A line on both sides; a highlight that goes over several lines makes one line of them."""

    number: int
    parts: list[tuple[str, str, Highlight | None]] = field(default_factory=list)

    @property
    def highlights(self) -> list[Highlight]:
        return [highlight for _, _, highlight in self.parts if highlight is not None]

    @property
    def differs(self) -> bool:
        return any(clear != sent for clear, sent, _ in self.parts)


def as_difference(view: Inspection) -> RenderableType:
    """What a terminal shows of a view, clear text included."""
    from rich.console import Group  # noqa: PLC0415  # no other command needs it

    lines = list(_lines(view))
    found = [(line, highlight) for line in lines for highlight in line.highlights if not highlight.is_surrogate]
    parts: list[RenderableType] = [_difference(lines)]
    if found:
        parts += ["", _suspects(view, found)]
    return Group(*parts, "", _spending(view))


def _lines(view: Inspection) -> Iterator[_Line]:
    sent = {piece.highlight: piece.text for piece in view.sent if piece.highlight is not None}
    line = _Line(1)
    for piece in view.clear:
        if piece.highlight is not None:
            line.parts.append((piece.text, sent.get(piece.highlight, ""), view.highlights[piece.highlight]))
            continue
        first, *others = piece.text.split("\n")
        line.parts.append((first, first, None))
        for text in others:
            yield line
            line = _Line(line.number + 1 + sum(clear.count("\n") for clear, _, _ in line.parts), [(text, text, None)])
    yield line


def _difference(lines: Sequence[_Line]) -> Table:
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=1)
    table.add_column(overflow="fold")
    for group in _shown(lines):
        if isinstance(group, int):
            table.add_row(
                " ",
                Text(
                    f"... {group} {'line that leaves as it is' if group == 1 else 'lines that leave as they are'}",
                    style="dim",
                ),
            )
        elif group.differs:
            table.add_row(Text("-", style="red"), _side(group, sent=False))
            table.add_row(Text("+", style="green"), _side(group, sent=True))
        else:
            table.add_row(" ", _side(group, sent=True))
    return table


def _shown(lines: Sequence[_Line]) -> Iterator[_Line | int]:
    """The lines with highlights and those around them; of others, how many."""
    near = {
        place + step for place, line in enumerate(lines) if line.highlights for step in range(-_AROUND, _AROUND + 1)
    }
    hidden = 0
    for place, line in enumerate(lines):
        if place in near:
            if hidden:
                yield hidden
            hidden = 0
            yield line
        else:
            hidden += 1
    if hidden:
        yield hidden


def _side(line: _Line, *, sent: bool) -> Text:
    from rich.text import Text  # noqa: PLC0415

    written = Text()
    for clear, leaves, highlight in line.parts:
        written.append(leaves if sent else clear, style="" if highlight is None else _style(highlight, sent=sent))
    return written


def _style(highlight: Highlight, *, sent: bool) -> str:
    if highlight.is_surrogate:
        return "bold green" if sent else "bold red"
    return _STYLES.get(highlight.status, _SUSPECT)


def _suspects(view: Inspection, found: Sequence[tuple[_Line, Highlight]]) -> Table:
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table("line", "leaves as it is", "may be", "why", width=80, title="Looks private, and leaves as it is")
    for line, highlight in found:
        why = WHY[highlight.status].removeprefix("leaves in clear: ")
        sure = f"{highlight.score:.0%} " if highlight.score is not None and highlight.status != "kept" else ""
        table.add_row(str(line.number), Text(view.of(highlight)[1]), f"{sure}{highlight.entity_type}", why)
    return table


def _spending(view: Inspection) -> Table:
    from rich.table import Table  # noqa: PLC0415

    title = "What became of each type"
    table = Table("type", "values", "treatment", "epsilon", "at a distance of", width=80, title=title)
    for row in view.spent:
        table.add_row(row.entity_type, str(row.count), row.treatment, row.shown, row.unit)
    return table
