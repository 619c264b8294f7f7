"""Numbers in rows of programs that name a person."""

from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect.patterns.tuples import find_rows


@pytest.mark.parametrize(
    "text",
    [
        "('Wanda Pruitt', 52, Decimal('«88400.00»'))",
        '[("Wanda Pruitt", 52, «88400»), ("Earl Hicks", 61, «31250.50»)]',
        "cur.execute(sql, ('Wanda Pruitt', None, «1200.5», 1987, 3))",
    ],
)
def test_amounts_beside_a_person_are_found(text: str) -> None:
    assert finds(find_rows, text, "MONEY") == text


def test_ages_beside_a_person_are_found() -> None:
    text = "[('Wanda Pruitt', «52», Decimal('88400.00')), ('Xq Zzyl', «61», 7)]"
    assert finds(find_rows, text, "AGE") == text


@pytest.mark.parametrize(
    "text",
    [
        "('red', 52, Decimal('88400.00'))",
        '["Amount Due", 52, 88400]',
        "f(52, 88400)",
        "('Wanda Pruitt') and (52, 88400)",
    ],
)
def test_rows_of_anything_else_stay(text: str) -> None:
    assert finds(find_rows, text, "MONEY") == text
    assert finds(find_rows, text, "AGE") == text
