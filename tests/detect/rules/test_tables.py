"""The tables of rules and their loader."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from privacy_chains.detect.patterns.numerals import any_of
from privacy_chains.detect.rules import tables

FILES = sorted(Path(tables.__file__).parent.glob("*.tsv"))
NAMES = [path.stem for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_table_says_what_it_is_and_its_license(path: Path) -> None:
    first = path.read_text("utf-8").split("\n", 1)[0]
    assert first.startswith("# ")
    assert "Apache-2.0" in first


@pytest.mark.parametrize("name", NAMES)
def test_no_cell_has_blanks_at_its_edges(name: str) -> None:
    assert tables.rows(name)
    assert all(cell == cell.strip() for row in tables.rows(name) for cell in row)


def test_a_line_lists_its_cells_or_those_behind_its_kind() -> None:
    assert "kafka" in tables.listed("software")
    assert "USS" in tables.listed("ships", "warship")
    assert tables.listed("ships", "warship").isdisjoint(tables.listed("ships", "ship"))
    assert tables.listed("ships", "boat") == frozenset()


@pytest.mark.parametrize("row", tables.rows("shapes"), ids=lambda row: row[0])
def test_a_shape_is_an_expression_once_what_it_names_is_put_in(row: list[str]) -> None:
    assert re.compile(tables.shape(row[0], phone_in_context="[0-9]{6}"))


def test_shapes_that_are_named_are_put_in() -> None:
    assert tables.expression("a{zip_value}{2,3}") == f"a{tables.shape('zip_value')}{{2,3}}"
    assert tables.shape("phone_number", phone_in_context="<here>").endswith("<here>")
    with pytest.raises(KeyError):
        tables.expression("{no_such_shape}")


@pytest.mark.parametrize("name", sorted({row[0] for row in tables.rows("phrases")}))
def test_phrases_are_expressions(name: str) -> None:
    assert re.compile(any_of(name))


def test_phrases_that_are_not_there_are_refused() -> None:
    with pytest.raises(KeyError):
        tables.phrases("no_such_phrases")
