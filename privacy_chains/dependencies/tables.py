"""Tables in text: rows that are the sum of the rows above them, and last cells that are the sum of their row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from privacy_chains.dependencies.expressions import Sum, Variable
from privacy_chains.dependencies.graph import Equation
from privacy_chains.dependencies.mentions import Mention

__all__ = ["sums_in_tables"]

_Row = list[Mention]
_TOTAL = ("total", "sum", "net", "overall")
_LONGEST = 40


def sums_in_tables(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[Equation]:
    """Equations for the totals of tables whose lines have as many numbers each.

    A line is a total of the lines just above it if that is so in every column: of at least two, or of one in
    a line that is called a total. A last cell is a total of its row if that is so in at least two rows.
    """
    for block in _blocks(texts, mentions):
        yield from _column_totals(texts, block)
        yield from _row_totals(block)


def _blocks(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[list[_Row]]:
    """Runs of lines with equally many numbers; lines without any do not end a run."""
    block: list[_Row] = []
    for row in _lines(texts, mentions):
        if block and (len(row) != len(block[-1]) or row[0].text != block[-1][0].text):
            yield block
            block = []
        block.append(row)
    if block:
        yield block


def _lines(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[_Row]:
    row: _Row = []
    for mention in mentions:
        previous = row[-1] if row else None
        if previous and (
            previous.text != mention.text or "\n" in texts[mention.text][previous.span.end : mention.span.start]
        ):
            yield row
            row = []
        row.append(mention)
    if row:
        yield row


def _column_totals(texts: Sequence[str], block: list[_Row]) -> Iterator[Equation]:
    for at in range(2, len(block)):
        called = _is_called_total(texts, block[at])
        if not called and len(block[at]) == 1:
            continue
        sums = [mention.quantity.number for mention in block[at - 1]]
        for first in range(at - 2, max(-1, at - _LONGEST), -1):
            sums = [total + mention.quantity.number for total, mention in zip(sums, block[first], strict=True)]
            adds_up = sums == [mention.quantity.number for mention in block[at]]
            if adds_up and any(sums):
                for column, total in enumerate(block[at]):
                    yield _sum_of(total, [block[row][column] for row in range(first, at)])
                break


def _row_totals(block: list[_Row]) -> Iterator[Equation]:
    if len(block) < 2 or len(block[0]) < 3 or not all(_last(row) == _rest(row) for row in block):
        return
    for row in block:
        yield _sum_of(row[-1], row[:-1])


def _last(row: _Row) -> Fraction:
    return row[-1].quantity.number


def _rest(row: _Row) -> Fraction:
    return sum((mention.quantity.number for mention in row[:-1]), Fraction(0))


def _is_called_total(texts: Sequence[str], row: _Row) -> bool:
    text, start = texts[row[0].text], row[0].span.start
    label = text[text.rfind("\n", 0, start) + 1 : start].casefold()
    return any(word in label for word in _TOTAL)


def _sum_of(result: Mention, items: Sequence[Mention]) -> Equation:
    names = [f"item_{place + 1}" for place in range(len(items))]
    expression = Sum(tuple((1, Variable(name)) for name in names))
    return Equation(
        "total", expression, {**dict(zip(names, (item.key for item in items), strict=True)), "total": result.key}
    )
