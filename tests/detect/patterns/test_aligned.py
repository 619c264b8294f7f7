"""Tables printed with blanks of which some cells are empty: each number belongs to the head that it stands below."""

from __future__ import annotations

import pytest
from detect_support import found

from privacy_chains import Key, Sanitizer
from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.detect import PatternDetector

DETECT = PatternDetector(DEFAULT_TYPES).detect
STATEMENT = """\
Date        Description                       Paid out   Paid in   Balance
01 Mar 2024 Balance brought forward                               «2,410.55»
03 Mar 2024 DD Zorbin Gas 3312                  «84.20»             «2,326.35»
05 Mar 2024 BACS Kalt Consulting Ltd                 «3,200.00» «5,526.35»
"""
KONTO = """\
Datum       Text                      Soll       Haben      Saldo
01.03.      Miete                     «870,00»                «1.410,10»
04.03.      Gehalt Zorbin AG                     «2.943,18»   «4.353,28»
"""


def _unmarked(text: str) -> str:
    """The text without marks, each line with what the marks had moved put back."""
    return text.replace("«", "").replace("»", "")


@pytest.mark.parametrize("text", [STATEMENT, KONTO])
def test_amounts_below_heads_are_found(text: str) -> None:
    assert found(DETECT, text, "MONEY") == text


@pytest.mark.parametrize(
    "text",
    [
        "NAME       READY   STATUS    RESTARTS    LIMIT\napi-7c9    1/1     Running      12\nweb  1/1  Running  3\n",
        "CONTAINER ID   IMAGE           PORTS    TOTAL\n3f1c9a2b7d10   postgres:15.4            5432\nab1  x:1   80\n",
        "Date        Description       Balance\n\n01 Mar 2024   2,410.55\n",
        "Words such as balance  and paid in  stand here too\nin line 12  they count nothing\nand 13  neither\n",
    ],
)
def test_other_numbers_below_words_are_left(text: str) -> None:
    assert found(DETECT, text, "MONEY") == text


def test_a_statement_comes_back() -> None:
    text = _unmarked(STATEMENT)
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(32))))
    prompt = sanitizer.sanitize(text)
    assert sanitizer.desanitize(prompt.text, prompt) == text
    assert not any(amount in prompt.text for amount in ("2,410.55", "3,200.00", "5,526.35"))
