"""Cells stand where lines, HTML and SQL say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect.patterns.cells import Cell, cut, rows_of_html, rows_of_inserts, separator_of


def words(text: str, cells: list[Cell]) -> list[str]:
    return [text[slice(*cell)] for cell in cells]


@pytest.mark.parametrize(
    ("line", "separator", "cells"),
    [
        ("| a | **b** | 1,5 |", "|", ["a", "b", "1,5"]),
        ("a | b", "|", ["a", "b"]),
        ("a\tb c\t", "\t", ["a", "b c", ""]),
        ("a;1,5;c", ";", ["a", "1,5", "c"]),
        ('a,"b, c",d', ",", ["a", "b, c", "d"]),
        ("   a  b c   d  ", "  ", ["a", "b c", "d"]),
        ("at last, it came,", "", []),
    ],
)
def test_the_cells_of_a_line(line: str, separator: str, cells: list[str]) -> None:
    assert separator_of(line) == separator
    assert words(line, cut(line, separator) if separator else []) == cells


def test_a_comma_or_two_spaces_are_told_from_those_of_sentences() -> None:
    assert separator_of("May,June", fewest_commas=2) == ""
    assert separator_of("1,2,3", fewest_commas=2) == ","
    assert separator_of("It came.  At last.", blanks=False) == ""


@given(st.text('a1 ,;|\t"-*', max_size=40), st.integers(0, 9))
def test_cells_lie_in_their_line_in_order(line: str, begin: int) -> None:
    separator = separator_of(line)
    cells = cut(line, separator, begin) if separator else []
    edges = [edge for cell in cells for edge in cell]
    assert edges == sorted(edges)
    assert all(begin <= edge <= begin + len(line) for edge in edges)


def test_rows_of_html() -> None:
    text = "<TABLE><tr><th>A</th><th>B</th></tr><tr><td>1</td><td><i>2</i></td></table> <table><tr><td>3"
    assert [[words(text, list(row)) for row in table] for table in rows_of_html(text)] == [
        [["A", "B"], ["1", "2"]],
        [["3"]],
    ]


def test_rows_of_sql() -> None:
    text = "INSERT INTO t (a, \"b\", c) VALUES (1, 'x, (y)', NULL), (2, 'O''Neil',''); INSERT INTO u (d) VALUES ('z')"
    assert [[words(text, list(row)) for row in table] for table in rows_of_inserts(text)] == [
        [["a", "b", "c"], ["1", "x, (y)", "NULL"], ["2", "O''Neil", ""]],
        [["d"], ["z"]],
    ]


@pytest.mark.parametrize("part", ["'", "('", "<td>", "<tr><td", "a  b  ", "INSERT INTO t (a) VALUES ('"])
def test_unclosed_quotes_and_tags_cost_no_more_than_others(part: str) -> None:
    text = "INSERT INTO t (a) VALUES (" + part * 20_000
    assert sum(map(len, [*rows_of_html(text), *rows_of_inserts(text)])) < 10**6
