"""Relations in tables: totals of columns and rows, differences, products, and shares stated in percent.

The position and name of a line show what may be a total; the true numbers must confirm it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from math import prod

from privacy_chains.dependencies.expressions import Constant, Expression, Product, Sum, Variable
from privacy_chains.dependencies.graph import Equation
from privacy_chains.dependencies.layout import Row, Table, tables_in
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.language.lexicon import word_set
from privacy_chains.lazy import lazily

__all__ = ["relations_in_tables", "sum_of"]

_PRICE, _COUNT, _AMOUNT = frozenset({"price", "rate"}), frozenset({"quantity", "hour"}), frozenset({"amount", "total"})
_LONGEST = 40
_MOST_COLUMNS = 16
_ROUNDING = 1e-12  # floating-point error for each number added; close calls are computed exactly
_SHARE = lazily(r"(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?)\s?%")


def relations_in_tables(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[Equation]:
    """Equations for the numbers that tables compute. ``mentions`` are in reading order."""
    for table in tables_in(texts, mentions):
        if not _is_too_small(table.rows):
            yield from _in_rows(table)
            yield from _in_columns(table)


def _is_too_small(rows: Sequence[Row]) -> bool:
    """Whether no numbers are side by side, no two are above a third, and none has a rate of a number above it."""
    return len(rows) < 3 and not any(len(row.cells) > 1 or "%" in row.words for row in rows)


# --- columns: totals below (or above) their items -------------------------------------------------------------------

_Step = tuple[int, bool]
"""How many entries at the end of a column a line adds up, and whether the later ones are subtracted."""


def _in_columns(table: Table) -> Iterator[Equation]:
    yield from _downwards(table.rows)
    if any(row.is_total for row in table.rows[:-2]):
        yield from _downwards([*reversed(table.rows)], totals_only=True)


def _downwards(rows: Sequence[Row], *, totals_only: bool = False) -> Iterator[Equation]:
    """Totals of the entries above them. Later totals count entries that were added up as one entry."""
    stacks: dict[int, list[Mention]] = {}
    for row in rows:
        steps = {} if totals_only and not row.is_total else _steps(row, stacks)
        for column, mention in row.cells.items():
            stack = stacks.setdefault(column, [])
            if column in steps:
                length, subtracts = steps[column]
                yield sum_of(mention, stack[-length:], subtracts=subtracts)
                del stack[-length:]
            else:
                yield from _share_of(row, mention, stack)
            stack.append(mention)
            del stack[:-_LONGEST]


def _steps(row: Row, stacks: Mapping[int, list[Mention]]) -> dict[int, _Step]:
    """For each column of a row, how it adds up, if the row's label or a second column confirms it."""
    fitting = {column: _fitting(mention, stacks.get(column, [])) for column, mention in row.cells.items()}
    if not any(fitting.values()):
        return {}
    counts: dict[_Step, int] = {}
    for steps in fitting.values():
        for step in steps:
            counts[step] = counts.get(step, 0) + 1
    numbers = sum(bool(mention.quantity.number) and not _is_share(mention) for mention in row.cells.values())
    chosen: dict[int, _Step] = {}
    for column, steps in fitting.items():
        for step in sorted(steps, key=lambda step: (-counts[step], step[1], -step[0])):
            named = not row.label.isdisjoint(word_set("column_rest") if step[1] else word_set("column_total"))
            blank = not row.label and not step[1] and numbers == counts[step]
            if named or blank or 2 <= counts[step] >= numbers - 1:
                chosen[column] = step
                break
    return chosen


def _fitting(mention: Mention, stack: Sequence[Mention]) -> list[_Step]:
    """The ways in which a number is the sum of the last entries, or the first of them minus the others."""
    number = mention.quantity.number
    if len(stack) < 2 or not number:
        return []
    found: list[_Step] = []
    size, reached, largest = mention.size, 0.0, 0.0
    for length, entry in enumerate(reversed(stack), 1):
        if not _alike(entry, mention):
            break
        one = entry.size
        largest = max(largest, abs(one), abs(reached))
        near = _ROUNDING * length * largest
        if length > 1 and entry.key != mention.key:
            rest = stack[len(stack) - length + 1 :]
            if abs(reached + one - size) <= near and _sum(rest) + entry.quantity.number == number:
                found.append((length, False))
            if abs(one - reached - size) <= near and (total := _sum(rest)) and entry.quantity.number - total == number:
                found.append((length, True))
        reached += one
    return found


def _sum(entries: Iterable[Mention]) -> Fraction:
    return sum((entry.quantity.number for entry in entries), Fraction(0))


def _share_of(row: Row, mention: Mention, stack: Sequence[Mention]) -> Iterator[Equation]:
    """A line with a rate, such as ``VAT 20 %``: its amount is that share of an entry above it."""
    rates = [other for other in row.cells.values() if _is_share(other) and other is not mention]
    stated = _SHARE.search(row.words) if "%" in row.words else None
    if _is_share(mention) or not (rates or stated):
        return
    name, keys = ("share", {"share": rates[0].key}) if rates else ("", {})
    rate: Expression = Variable(name) if rates else Constant(Fraction(stated[1].replace(",", ".") if stated else 0))
    expression = Product(((1, rate), (1, Constant(Fraction(1, 100))), (1, Variable("whole"))))
    number = rates[0].quantity.number if rates else rate.value({})
    for entry in reversed(stack):
        part = number * entry.quantity.number / 100
        if _alike(entry, mention) and mention.comes_to(part):
            yield Equation("part", expression, {**keys, "whole": entry.key, "part": mention.key})
            return


# --- rows: columns that follow from the others ------------------------------------------------------------------


def _in_rows(table: Table) -> Iterator[Equation]:
    """Columns that, in every row that has them, are the sum, the difference or the product of others."""
    columns = sorted({column for row in table.rows for column in row.cells})
    clear = sorted({column for row in table.rows for column in row.clear})
    if len(columns) > _MOST_COLUMNS:
        columns = [*columns[: _MOST_COLUMNS - 1], columns[-1]]
    for target in reversed(columns):
        for formula in _formulas(target, [column for column in columns if column != target], clear):
            fitting = [row for row in table.rows if target in row.cells and formula.stands_in(row)]
            if _bears_out(table, fitting, formula, target):
                yield from (_equation(formula, row, target) for row in fitting)
                break


@dataclass(frozen=True, slots=True)
class _Formula:
    """How a column is computed from others: as a sum or a product.

    Attributes:
        parts: The columns, each with its sign.
        count: A column of numbers in clear to multiply by.
        is_product: Whether the parts are multiplied.
    """

    parts: tuple[tuple[int, int], ...]
    count: int | None = None
    is_product: bool = False

    def stands_in(self, row: Row) -> bool:
        return (self.count is None or self.count in row.clear) and all(column in row.cells for _, column in self.parts)

    def value(self, row: Row) -> Fraction:
        numbers = [sign * row.cells[column].quantity.number for sign, column in self.parts]
        whole = prod(numbers, start=Fraction(1)) if self.is_product else sum(numbers, Fraction(0))
        return whole if self.count is None else whole * row.clear[self.count]

    def expression(self, row: Row) -> Expression:
        parts = tuple((sign, Variable(f"column_{column}")) for sign, column in self.parts)
        if not self.is_product:
            return Sum(parts)
        return Product(parts if self.count is None else (*parts, (1, Constant(row.clear[self.count]))))


def _formulas(target: int, others: Sequence[int], clear: Sequence[int]) -> Iterator[_Formula]:
    """The possible formulas of a column: the sum of the columns before it, a difference or a product of two."""
    before = [column for column in others if column < target]
    for first in range(len(before) - 1):
        yield _Formula(tuple((1, column) for column in before[first:]))
    for first, second in permutations(others, 2):
        yield _Formula(((1, first), (-1, second)))
    for first, second in combinations(before, 2):
        yield _Formula(((1, first), (1, second)), is_product=True)
    for column in before:
        for count in clear:
            yield _Formula(((1, column),), count, is_product=True)


def _bears_out(table: Table, rows: Sequence[Row], formula: _Formula, target: int) -> bool:
    """Whether a formula holds in all rows, and either two of them are non-trivial or the heads name it."""
    telling = 0
    for row in rows:
        mention = row.cells[target]
        parts = [row.cells[column] for _, column in formula.parts]
        slack = mention.quantity.step / 2 if formula.is_product else Fraction(0)
        if (
            not all(_alike(part, mention) for part in parts)
            or abs(formula.value(row) - mention.quantity.number) > slack
        ):
            return False
        numbers = [part.quantity.number for part in parts] + ([row.clear[formula.count]] if formula.count else [])
        telling += (
            len(set(numbers)) > 1 and not {0, 1} & set(numbers) and mention.key not in {part.key for part in parts}
        )
    return telling > 1 or (telling == 1 and _is_named(table, formula, target))


def _is_named(table: Table, formula: _Formula, target: int) -> bool:
    """Whether a column's head names its formula."""
    head = table.heads.get(target, frozenset())
    columns = [column for _, column in formula.parts] + ([formula.count] if formula.count else [])
    if formula.is_product:
        first, second = (table.heads.get(column, frozenset()) for column in columns)
        return bool(head & _AMOUNT and ((first & _PRICE and second & _COUNT) or (first & _COUNT and second & _PRICE)))
    return not head.isdisjoint(
        word_set("column_rest") if any(sign < 0 for sign, _ in formula.parts) else word_set("column_total")
    )


def _equation(formula: _Formula, row: Row, target: int) -> Equation:
    keys = {f"column_{column}": row.cells[column].key for _, column in formula.parts}
    return Equation("result", formula.expression(row), {**keys, "result": row.cells[target].key})


# --- common to both --------------------------------------------------------------------------------------------------


def _is_share(mention: Mention) -> bool:
    return mention.span.entity_type == "PERCENTAGE"


def _alike(one: Mention, other: Mention) -> bool:
    """Whether two numbers can be added: percentages can be added only to percentages."""
    return _is_share(one) == _is_share(other)


def sum_of(result: Mention, items: Sequence[Mention], *, subtracts: bool = False) -> Equation:
    """The equation for a total and its items, or for the first item minus the others."""
    names = [f"item_{place + 1}" for place in range(len(items))]
    signs = [1, *([-1 if subtracts else 1] * (len(items) - 1))]
    expression = Sum(tuple((sign, Variable(name)) for sign, name in zip(signs, names, strict=True)))
    keys = dict(zip(names, (item.key for item in items), strict=True))
    return Equation("total", expression, {**keys, "total": result.key})
