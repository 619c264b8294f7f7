"""Texts as people send them still add up when they are sanitized, without a helper string: through the public API."""

from __future__ import annotations

import json
import re
from datetime import date, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from privacy_chains import DependencyError, Key, Policy, SanitizedPrompt, Sanitizer
from privacy_chains.dependencies.syntax import parse_expression
from privacy_chains.formats.money import MoneyFormat
from privacy_chains.formats.quantity import Quantity
from privacy_chains.ledger import MetricDP, PostProcessed

KEYS = [Key.from_bytes(bytes([seed, 255]) * 16) for seed in range(4)]
FINANCE, MEDICAL = Policy.profile("finance"), Policy.profile("medical")

CSV = """\
account,2023,2022,change
cash,1200,1000,200
receivables,3400,3100,300
inventory,560,610,-50
total current assets,5160,4710,450
property,8000,7500,500
total assets,13160,12210,950
"""
QUARTERS = """\
| Region | Q1 | Q2 | Total |
|---|---|---|---|
| North | 120 | 130 | 250 |
| South | 80 | 85 | 165 |
| Total | 200 | 215 | 415 |
"""
STATEMENT = """\
| (in millions) | 2023 | 2022 |
|---|---:|---:|
| Revenue | $ 12,345 | $ 11,200 |
| Cost of revenue | (7,345) | (6,900) |
| Gross profit | 5,000 | 4,300 |
| Operating expenses | (2,100) | (1,950) |
| Operating income | $ 2,900 | $ 2,350 |
"""
DOLLARS = """\
| Item | Qty | Unit price | Amount |
|---|---|---|---|
| Consulting | 12 | $150.00 | $1,800.00 |
| Travel | 3 | $220.50 | $661.50 |
| Subtotal | | | $2,461.50 |
| VAT 20% | | | $492.30 |
| Total | | | $2,953.80 |
"""
EUROS = """\
Position;Menge;Einzelpreis;Betrag
Beratung;12;150,00 €;1.800,00 €
Reise;3;220,50 €;661,50 €
Zwischensumme;;;2.461,50 €
MwSt 19 %;;;467,69 €
Gesamtbetrag;;;2.929,19 €
"""


def sent(policy: Policy, text: str, key: Key) -> str:
    return Sanitizer(key, policy=policy).sanitize(text).text


def numbers(cells: list[str]) -> list[Fraction]:
    """The numbers of cells, in American or in German spelling."""
    plain = [re.sub(r"[^\d.,()-]", "", cell) for cell in cells if re.search(r"\d", cell)]
    plain = [cell.replace(".", "").replace(",", ".") if re.search(r",\d\d$", cell) else cell for cell in plain]
    return [Fraction(re.sub(r"\((.*)\)", r"-\1", cell.replace(",", ""))) for cell in plain]


def table(text: str, separator: str, *, skip: int = 1) -> list[list[str]]:
    lines = [line.strip().strip("|").strip() if separator == "|" else line for line in text.splitlines()]
    return [[cell.strip() for cell in line.split(separator)] for line in lines if not set(line) <= set("|-: ")][skip:]


def barred(text: str) -> str:
    """A text with bars between the cells of what is printed in columns or drawn in HTML."""
    return re.sub(r"(?<=\S) {2,}(?=\S)|</td><td>", "|", re.sub(r"</?tr>", "", text)).replace("<td>", "")


ROWS = table(DOLLARS, "|", skip=0)
PRINTED = "\n".join("".join(f"{cell:<14}" for cell in row) for row in ROWS)
MARKED_UP = "\n".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>" for row in ROWS)
TABS = "\n".join("\t".join(row) for row in ROWS)


@pytest.mark.parametrize("key", KEYS)
def test_totals_and_changes_of_a_csv_file(key: Key) -> None:
    rows = [numbers(row[1:]) for row in table(sent(FINANCE, CSV, key), ",")]
    assert rows != [numbers(row[1:]) for row in table(CSV, ",")]
    cash, receivables, inventory, current, property_, total = rows
    for year in range(3):
        assert cash[year] + receivables[year] + inventory[year] == current[year]
        assert current[year] + property_[year] == total[year]
    assert all(this - last == change for this, last, change in rows)


@pytest.mark.parametrize("key", KEYS)
def test_totals_of_rows_and_columns(key: Key) -> None:
    north, south, total = (numbers(row[1:]) for row in table(sent(FINANCE, QUARTERS, key), "|"))
    assert [a + b for a, b in zip(north, south, strict=True)] == total
    assert all(first + second == row for first, second, row in (north, south, total))


@pytest.mark.parametrize("key", KEYS)
def test_an_income_statement_with_costs_in_parentheses(key: Key) -> None:
    for revenue, cost, gross, expenses, income in zip(
        *(numbers(row[1:]) for row in table(sent(FINANCE, STATEMENT, key), "|")), strict=True
    ):
        assert cost < 0 > expenses
        assert (revenue + cost, gross + expenses) == (gross, income)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("policy", [Policy.default(), FINANCE], ids=["default", "finance"])
@pytest.mark.parametrize(
    ("text", "separator"), [(DOLLARS, "|"), (EUROS, ";"), (TABS, "\t"), (PRINTED, "|"), (MARKED_UP, "|")]
)
def test_an_invoice(text: str, separator: str, policy: Policy, key: Key) -> None:
    *items, subtotal, tax, total = table(barred(sent(policy, text, key)), separator)
    for item in items:
        quantity, price, amount = numbers(item[1:])
        assert quantity * price == amount
    whole, part, due = (numbers([row[-1]])[0] for row in (subtotal, tax, total))
    rate = Fraction(re.findall(r"\d+(?:\.\d+)?", tax[0])[0])
    assert whole == sum(numbers([item[-1] for item in items]))
    assert abs(part - whole * rate / 100) <= Fraction(1, 200)
    assert due == whole + part


@pytest.mark.parametrize("key", KEYS)
def test_a_json_record(key: Key) -> None:
    record = {
        "salary": {"monthly": 5000, "yearly": 60000},
        "items": [
            {"price": 10.55, "quantity": 4, "amount": 42.2},
            {"price": 20.25, "quantity": 3, "amount": 60.75},
        ],
        "total": 102.95,
    }
    text = sent(FINANCE, json.dumps(record), key)
    read = json.loads(text, parse_float=Fraction, parse_int=Fraction)
    assert read["salary"]["yearly"] == 12 * read["salary"]["monthly"]
    assert all(item["price"] * item["quantity"] == item["amount"] for item in read["items"])
    assert read["total"] == sum(item["amount"] for item in read["items"])


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "text",
    [
        "Gross salary $4,500.00 a month, $54,000.00 a year. After tax of $1,620.50 you receive $2,879.50 net.",
        "Ihr Bruttogehalt: 4.500,00 € im Monat, also 54.000,00 € im Jahr. Nach Abzug von 1.620,50 € netto 2.879,50 €.",
        "Salaire brut 4 500,00 € par mois, soit 54 000,00 € par an. Après 1 620,50 € de cotisations, 2 879,50 € nets.",
    ],
    ids=["english", "german", "french"],
)
def test_a_salary_letter(text: str, key: Key) -> None:
    found = re.findall(r"\$[\d,]+\.\d\d|\d{1,3}(?:[. ]\d{3})*,\d\d", sent(Policy.default(), text, key))
    monthly, yearly, tax, net = numbers([cell.replace(" ", "") for cell in found])
    assert (yearly, net) == (12 * monthly, monthly - tax)


@pytest.mark.parametrize("key", KEYS)
def test_shares_counts_and_discounts_that_stand_in_clear(key: Key) -> None:
    text = "We sold 3 licences at $1,200 each, $3,600 in total. After a 10% discount ($360) the customer owes $3,240."
    each, total, discount, rest = numbers(re.findall(r"\$[\d,]+\d", sent(Policy.default(), text, key)))
    assert total == 3 * each
    assert abs(discount - total / 10) <= Fraction(1, 2)
    assert rest == total - discount


WRITTEN = (
    ("6.5 hrs @ $95.00 = $617.50", "13/2 * a"),
    ("$95.00/hr x 6.5 hrs = $617.50", "13/2 * a"),
    ("2 x USD 3,240 = USD 6,480", "2 * a"),
    ("Total (3 \u00d7 $120) = $360, due now", "3 * a"),
    ("$1,200 + $300 = $1,500", "a + b"),
    ("$5,000 - $1,250 = $3,750", "a - b"),
    ("$5,000 plus $200 minus $100 = $5,100", "a + b - c"),
    ("12 x $1,000 + $500 = $12,500", "12 * a + b"),
    ("$100 + $100 = $200", "a + b"),
)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("text", "formula"), WRITTEN)
def test_a_calculation_that_is_written_out(text: str, formula: str, key: Key) -> None:
    *parts, result = numbers(re.findall(r"(?:\$|USD )([\d,.]+\d)", sent(Policy.default(), text, key)))
    assert abs(result - parse_expression(formula).value(dict(zip("abc", parts, strict=False)))) <= Fraction(1, 200)


@pytest.mark.parametrize("key", KEYS)
def test_a_chain_of_calculations_and_the_result_first(key: Key) -> None:
    text = "3 x \u20ac120.00 = \u20ac360.00, plus 19% VAT \u20ac68.40 = \u20ac428.40\n$617.50 = 6.5 x $95.00"
    clear = sent(Policy.default(), text, key)
    each, net, tax, gross, whole, rate = numbers(re.findall(r"[$\u20ac]([\d,.]+\d)", clear))
    assert (net, gross) == (3 * each, net + tax)
    assert abs(whole - rate * 13 / 2) <= Fraction(1, 200)
    assert abs(tax - net * 19 / 100) <= Fraction(1, 200)


def test_a_calculation_that_is_wrong_is_not_believed() -> None:
    sanitized = [sent(Policy.default(), "$1,200 + $300 = $1,600; $40 x 3 = $125", key) for key in KEYS]
    rows = [numbers(re.findall(r"\$([\d,]+)", text)) for text in sanitized]
    assert any(row[0] + row[1] != row[2] for row in rows)
    assert any(3 * row[3] != row[4] for row in rows)


@pytest.mark.parametrize("key", KEYS)
def test_ages_dates_of_birth_intervals_and_body_mass(key: Key) -> None:
    text = (
        "Patient, 46 years old, born 12 March 1980. Seen on 2026-06-14; last visit 05/2024. Weight 70.5 kg, height "
        "175 cm, BMI 23.0. Follow-up on 2026-06-28, that is 14 days later."
    )
    clear = sent(MEDICAL, text, key)
    seen, again = (date.fromisoformat(day) for day in re.findall(r"\d{4}-\d\d-\d\d", clear))
    assert (again - seen).days == 14
    age, born = int(re.findall(r"(\d+) years", clear)[0]), int(re.findall(r"born \d+ \w+ (\d{4})", clear)[0])
    assert seen.year - born - age in (0, 1)
    month, _ = map(int, re.findall(r"visit (\d\d)/(\d{4});?", clear)[0])
    assert 1 <= month <= 12
    weight, height, bmi = (Fraction(found) for found in re.findall(r"([\d.]+\d)(?= kg| cm|\. Follow)", clear))
    assert abs(weight / (height / 100) ** 2 - bmi) <= Fraction(1, 20)


def times(text: str) -> list[datetime]:
    return list(map(datetime.fromisoformat, re.findall(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?", text)))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("Admitted 2024-05-01 22:33, seen again 2024-05-15 22:33, 14 days later.", timedelta(days=14)),
        ("Given at 2024-05-01 22:33:21, again 90 minutes later, at 2024-05-02 00:03:21.", timedelta(minutes=90)),
        ("Start 2024-05-01 22:33, Ende 2024-05-02 01:33, also 3 Stunden.", timedelta(hours=3)),
    ],
)
def test_the_time_between_timestamps_that_the_text_tells(text: str, apart: timedelta, key: Key) -> None:
    start, end = times(sent(MEDICAL, text, key))
    assert end - start == apart


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("time", ["00:00", "06:10", "12:00", "23:59"])
def test_days_between_a_timestamp_and_a_date_are_counted_by_the_calendar(time: str, key: Key) -> None:
    created, due = times(sent(MEDICAL, f"Created 2024-05-01 {time}, due 2024-05-31, 30 days later.", key))
    assert due.date() - created.date() == timedelta(days=30)
    due, created = times(sent(MEDICAL, f"Due 2024-05-31, 30 days after 2024-05-01 {time}, its creation.", key))
    assert due.date() - created.date() == timedelta(days=30)


@pytest.mark.parametrize("key", KEYS)
def test_an_age_is_counted_between_timestamps(key: Key) -> None:
    clear = sent(MEDICAL, "Born 1980-06-02 04:10, aged 43, seen on 2024-05-01 22:33.", key)
    (born, seen), age = times(clear), int(re.findall(r"aged (\d+)", clear)[0])
    assert age == seen.year - born.year - ((seen.month, seen.day) < (born.month, born.day))


@pytest.mark.parametrize("key", KEYS)
def test_what_says_less_of_a_moment_says_less_of_its_release(key: Key) -> None:
    text = "2024-05-01 22:33 in short, 2024-05-01 22:33:50 in full, on 2024-05-01; later 2024-05-01 23:10:00."
    short, full, day, later = times(sent(MEDICAL, text, key))
    assert short == full.replace(second=0)
    assert day.date() == full.date()
    assert later != full


# --- the paper's rule for values that are repeated in parentheses (section 5.1) --------------------------------------


def released(prompt: SanitizedPrompt) -> list[str]:
    return [prompt.text[span.start : span.end] for span in prompt.spans[0]]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "text",
    [
        "| 2008 | -24 ( 24 ) |",
        "| 2008 | $ ( 24 ) -24 ( 24 ) |",
        "| gain | $ ( 1,234.5 ) |\n| loss | -1,234.5 ( 1,234.5 ) | (1,234.5) |",
        "| rate | 5.6% ( 5.6 % ) | -3.2% ( 3.2 % ) |",
        "| net loss | ($1,234.5) | $(1,234.5) | 1,234.5 |",
    ],
)
def test_a_value_repeated_in_parentheses_is_released_once(text: str, key: Key) -> None:
    prompt = Sanitizer(key, policy=FINANCE).sanitize(text)
    digits = [re.sub(r"[^\d.]", "", value) for value in released(prompt)]
    originals = [re.sub(r"[^\d.]", "", value) for value in prompt.originals[0]]
    assert len(set(digits)) == len(set(originals)) < len(digits)
    assert sum(event.count for event in prompt.ledger if isinstance(event, MetricDP)) == len(set(originals))
    assert any(isinstance(event, PostProcessed) for event in prompt.ledger)
    assert prompt.reader.restore(prompt.text).text == text


def test_a_value_in_parentheses_keeps_what_an_earlier_message_released() -> None:
    session = Sanitizer(KEYS[0], policy=FINANCE).session("a")
    first = released(session.sanitize("| change | -2,460 |"))
    later = session.sanitize("| change | ( 2,460 ) |")
    assert released(later) == [first[0].removeprefix("-")]
    assert later.ledger.epsilon == 0


def test_a_number_and_its_opposite_are_one_release() -> None:
    prompt = Sanitizer(KEYS[0], policy=FINANCE).sanitize("| up | 24 |\n| down | -24 |")
    assert sum(event.count for event in prompt.ledger if isinstance(event, MetricDP)) == 1
    assert [int(value) for value in released(prompt)] == [-int(value) for value in reversed(released(prompt))]


# --- formulas hold on the printed text -------------------------------------------------------------------------------

NAMES = ("rent", "tuition", "premium", "alimony", "stipend")
FORMULAS = (
    "{0} = 12 * {1}",
    "{0} = {1} + {2}",
    "{0} = {1} - {2}",
    "{0} = {1} + {2} + {3}",
    "{0} = mean({1}, {2})",
    "{0} = 3% of {1}",
    "{0} = {1} / 7",
    "{0} = {1} * {2} / 1000",
    "{0} = max({1}, {2})",
    "{0} = {1} ** 2 / 100",
    "{0} = sqrt({1})",
)


def spelled(number: Fraction, decimals: int) -> str:
    return f"${float(number):,.{decimals}f}"


@st.composite
def conversations(draw: st.DrawFn) -> tuple[str, list[list[str]]]:
    """A formula, and messages that state its numbers in any order."""
    left, *parts = draw(st.permutations(NAMES))
    template = draw(st.sampled_from(FORMULAS))
    parts = parts[: len(set(re.findall(r"\{([1-9])\}", template)))]
    formula = template.format(left, *parts)
    stated: dict[str, str] = {}
    for name in parts:
        decimals = draw(st.sampled_from((0, 2)))
        stated[name] = spelled(Fraction(draw(st.integers(1000, 99_999))), decimals)
    true = parse_expression(formula.split("=")[1]).value({name: read(stated[name]).number for name in parts})
    assume(true >= 1)
    stated[left] = spelled(true, draw(st.sampled_from((0, 2))))
    assume(len({read(text).number for text in stated.values()}) == len(stated))  # equal numbers are one
    order = draw(st.permutations(sorted(stated)))
    cut = draw(st.integers(1, len(order)))
    return formula, [[f"The {name} is {stated[name]}." for name in part] for part in (order[:cut], order[cut:]) if part]


def read(text: str) -> Quantity:
    return MoneyFormat().read(text)


@settings(max_examples=40)
@given(conversations(), st.integers(0, 254))
def test_a_formula_holds_on_the_printed_text_whatever_was_said_first(
    conversation: tuple[str, list[list[str]]], seed: int
) -> None:
    formula, messages = conversation
    session = Sanitizer(Key.from_bytes(bytes([seed, 255]) * 16)).session("a", dependencies=formula)
    text = " ".join(session.sanitize(" ".join(message)).text for message in messages)
    printed = {name: read(found.rstrip(".")) for name, found in re.findall(r"The (\w+) is (-?\$\S+)", text)}
    left, right = map(str.strip, formula.split("=", 1))
    value = parse_expression(right).value({name: quantity.number for name, quantity in printed.items()})
    assert abs(value - printed[left].number) <= printed[left].step / 2


@pytest.mark.parametrize("key", KEYS)
def test_more_decimals_are_printed_where_a_formula_needs_them(key: Key) -> None:
    session = Sanitizer(key).session("a", dependencies="yearly_salary = 12 * monthly_salary")
    first = session.sanitize("My yearly salary is $60,000.").text
    then = session.sanitize("My monthly salary is $5,000.").text
    yearly, monthly = (numbers(re.findall(r"\$[\d,]+(?:\.\d+)?", text))[0] for text in (first, then))
    assert abs(12 * monthly - yearly) <= Fraction(1, 2)
    again = session.sanitize("As I said, my monthly salary is $5,000.").text
    assert numbers(re.findall(r"\$[\d,]+(?:\.\d+)?", again)) == [monthly]
    assert session.desanitize(then, session.sanitize("My monthly salary is $5,000.")) == "My monthly salary is $5,000."


@pytest.mark.parametrize("key", KEYS)
def test_what_no_decimals_can_mend_is_refused(key: Key) -> None:
    """Ages are whole years: what was released for three of them need not be a multiple of three."""
    session = Sanitizer(key).session("a", dependencies="altogether = 3 * aged_ann")
    (whole,) = numbers(re.findall(r"\d+", session.sanitize("Altogether they are aged 60.").text))
    if whole % 3:
        with pytest.raises(DependencyError, match="'altogether' cannot hold"):
            session.sanitize("Ann is aged 20.")
    else:
        assert numbers(re.findall(r"\d+", session.sanitize("Ann is aged 20.").text)) == [whole / 3]
