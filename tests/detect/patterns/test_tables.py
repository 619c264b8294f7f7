"""Cells of tables are read behind the heads of their columns, and stay where they stand."""

from __future__ import annotations

import csv
import io

import pytest
from detect_support import found
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect import PATTERN_TYPES, PatternDetector
from privacy_chains.detect.patterns.reading import ValueReading
from privacy_chains.detect.patterns.tables import announced_cells

DETECT = PatternDetector({"AGE", "CREDIT_CARD", "ID_NUMBER", "MONEY", "PHONE_NUMBER", "US_SSN"}).detect


def types(text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.entity_type) for span in DETECT(text)]


@pytest.mark.parametrize(
    "text",
    [
        "name,salary\nWei Zhang,«145000»\nAnn Lee,«98000»\n",
        "name;base_salary;bonus (USD)\nWei;«145000»;«12000»\nAnn;«98,5»;\n",
        "name\tannualSalary\nWei\t«145000»\nAnn\tnone",
        "| Name | **Salary** |\n|:-----|------:|\n| Wei | «145,000» |\n| Ann | «98,000» |",
        "Name | Salary\n--- | ---\nWei | «145,000»\nAnn | «98,000»",
        'id,"net income","note, or none"\n7,"«1,450»","paid, at last"\n8,«980»,x\n',
        "   name  salary\n0   Wei  «145000»\n1   Ann   «98000»",
        "Staff of 2024:\nname,salary\r\nWei,«145000»\r\nAnn,«98000»\r\nThat was all, 98000 of them.",
        "item,Wei,Ann\nsalary,«145000»,«98000»\nrooms,3,4\n",
        "      name  age   salary\n0      Wei   45  «145000»\n1  Ann Lee   31   «98000»",
        "salary,«145000»\nrooms,3\n",
        "Opening balance      «12,400.00»\n  + Salary            «4,250.00»\n  - Rent             -«1,400.00»\n",
        "day,amount,note\nMon,«412.80»,x\ntotal,«438.90»,\n",
        "Name,Pay\nWren Ash,«41200»",
        "Name,Wage\nWren Ash,«41200»",
        "Name | Annual Pay\n--- | ---\nWren Ash | «41200»",
        "Report,2024\nname,salary\nWei,«145000»",
        "<table><tr><th>Name</th><th>Salary</th></tr>\n<tr><td>Wei</td><td><b>«145,000»</b></td></tr></table>",
        "INSERT INTO staff (id, name, salary) VALUES (1, 'Wei, Ann', «145000.00»),\n (2, 'O''Neil', «98000»);",
        'insert into "hr"."staff" (`salary`, age) values (\'«145000»\', 31);',
    ],
)
def test_under_its_head_a_number_is_an_amount(text: str) -> None:
    assert found(DETECT, text, "MONEY") == text


def test_each_column_has_its_own_type() -> None:
    text = (
        "| Name | Age | SSN | Phone | Card | Member ID |\n|---|---|---|---|---|---|\n"
        "| Wei | 45 | 123456789 | 5550143 | 4574247204013709 | W-2231 |\n"
        "| Ann | 31 | 987654321 | 5550144 | 4111111111111112 | W-2232 |\n"
    )
    row = ["AGE", "US_SSN", "PHONE_NUMBER", "CREDIT_CARD", "ID_NUMBER"]
    assert [kind for _, kind in types(text)] == row * 2
    assert types(text)[1] == ("123456789", "US_SSN")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MRN/SSN: 00456789/123-45-6789", ["MEDICAL_RECORD", "US_SSN"]),
        ("SSN/DOB: 123-45-6789/03/07/1958 admitted", ["US_SSN", "DATE_OF_BIRTH"]),
        ("SSN/DOB 123-45-6789/1958-07-03", ["US_SSN", "DATE_OF_BIRTH"]),
        ("Patient\nName / DOB / MRN: J. D. / 03/07/1958 / 00456789\n", ["DATE_OF_BIRTH", "MEDICAL_RECORD"]),
        ("DOB/Age/Sex: 2/3/58/66/F", ["DATE_OF_BIRTH", "AGE"]),
        ("Salary/Bonus: 85,000 / 12,000", ["MONEY", "MONEY"]),
        ("input/output: 3/4, and/or 12/13, https://a.com/x:80/y/z", ["URL"]),
        ("Salary/Rooms: 3", []),
    ],
)
def test_heads_with_slashes_between_them_announce_what_slashes_separate(text: str, expected: list[str]) -> None:
    spans = PatternDetector(PATTERN_TYPES - {"NUMBER"}).detect(text)
    assert [span.entity_type for span in spans] == expected


@pytest.mark.parametrize(
    "text",
    [
        "name,rooms\nWei,145000\nAnn,98000\n",
        "Dear Ann,\nthe salary,as you know,is paid monthly\nin May,June and July of 2024, 12 times\n",
        "room,name,salary\n145,Kai,x\n146,Ann,y\n",
        "room | name | salary\n145 | Kai | x",
        "name,rooms\nRosa Price,145000\nCarol Turner,9\n",
        "Name,Turner,Price\nrooms,1200,1400\n",
        "Salazar,12\nPrice,1400\n",
        "salary\n145000\n",
        "name,salary\n\nWei,145000",
        "salary,bonus\nWei,145000,12,7\n",
        "145000,salary\n98000,12000\n",
        "f(salary, age);\ng(12, 45);\n",
    ],
)
def test_without_a_head_numbers_stay(text: str) -> None:
    assert types(text) == []


CELL = st.text(st.characters(codec="utf-8", exclude_characters="\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=12)


@given(st.lists(st.tuples(CELL, st.integers(1_000, 10**7)), min_size=1, max_size=8), st.sampled_from(",;\t"))
def test_amounts_are_found_whatever_stands_beside_them(rows: list[tuple[str, int]], separator: str) -> None:
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerows([("name", "salary"), *((cell.replace('"', "").replace(separator, ""), n) for cell, n in rows)])
    text = file.getvalue()
    amounts = [text[span.start : span.end] for span in PatternDetector({"MONEY"}).detect(text)]
    assert [amount for amount in amounts if amount.isdigit()][-len(rows) :] == [str(n) for _, n in rows]


@given(st.text("ab1,;|\t \n-salary", max_size=60))
def test_cells_are_stretches_of_the_text(text: str) -> None:
    cells = announced_cells(ValueReading(text))
    for span in DETECT(text):
        assert 0 <= span.start < span.end <= len(text)
    assert all(0 <= start < end <= len(text) or start == end for _, (start, end) in cells)


def test_a_head_that_may_be_a_name_announces_where_no_name_stands_beside_it() -> None:
    text = "Item,Price\nlamp,«1200»\n"
    assert found(DETECT, text, "MONEY") == text
