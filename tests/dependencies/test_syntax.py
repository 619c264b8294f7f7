from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.dependencies import Dependencies, Formula, HelperPlace
from privacy_chains.dependencies.syntax import parse_expression
from privacy_chains.errors import DependencyError

VALUES = {"a": Fraction(6), "b": Fraction(4), "day": Fraction(738_000), "born": Fraction(720_000)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("2 ** 3 ** 1", None),
        ("-2 ** 2", -4),
        ("10 - 4 - 3", 3),
        ("12 / 4 / 3", 1),
        ("a ^ 2 - b", 32),
        ("2 ** -1", Fraction(1, 2)),
        ("20% of 50", 10),
        ("a% of 50", 3),
        ("a percent of 50", 3),
        ("(a + b)% * 10", 1),
        ("1_000.5", Fraction(2001, 2)),
        (".5", Fraction(1, 2)),
        ("3k + 2 million", 2_003_000),
        ("sum(a, b, 1)", 11),
        ("average(a, b)", 5),
        ("min(a, b) + max(a, b) + abs(-1)", 11),
        ("round(7 / 2)", 4),
        ("round(1.234, 0.01)", Fraction(123, 100)),
        ("sqrt(b)", 2),
        ("day - born", 18_000),
        ("2 weeks + 3 days", 17),
        ("years(2026-03-01, 1980-03-02)", 45),
        ("years(2026-03-02, 1980-03-02)", 46),
        ("2024-03-01 - 2024-02-28", 2),
        ("--+1", 1),
    ],
)
def test_expressions_come_to_exact_values(text: str, value: Fraction | int | None) -> None:
    if value is None:
        with pytest.raises(DependencyError):
            parse_expression(text)
    else:
        assert parse_expression(text).value(VALUES) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 +",
        "a b",
        "a ==",
        "__import__('os')",
        "a.b",
        "a[0]",
        "lambda: 1",
        "a if b else 1",
        "open(a)",
        "a ** b",
        "a ** 1.5",
        "a ** 999",
        "(" * 60 + "a" + ")" * 60,
        "a" + " + a" * 3000,
        "2024-02-30",
        "sum()",
        "years(a)",
        "a; b",
        "a # b\x00",
        "1e9",
        "\N{PILE OF POO}",
    ],
)
def test_what_is_not_in_the_grammar_is_refused(text: str) -> None:
    with pytest.raises(DependencyError):
        parse_expression(text)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_and_nothing_else(text: str) -> None:
    with suppress(DependencyError):
        Dependencies.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a / (b - 4)", "divides by zero .*b"),
        ("(a ** 64) ** 64", "overflows"),
        ("sqrt(-a)", "root"),
        ("years(a, -1)", "date"),
        ("round(a, 0)", "step"),
    ],
)
def test_what_has_no_value_says_why_without_numbers(text: str, message: str) -> None:
    with pytest.raises(DependencyError, match=message):
        parse_expression(text).value(VALUES)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("3 * x + 1", "x"),
        ("(a - x) / b", "x"),
        ("a / x", "x"),
        ("x ** 2 * a", "x"),
        ("mean(a, x, b)", "x"),
        ("sqrt(x)", "x"),
    ],
)
def test_an_expression_is_solved_for_one_variable(text: str, name: str) -> None:
    expression, wanted = parse_expression(text), Fraction(9)
    target = expression.value({**VALUES, name: wanted})
    assert expression.invertible(name)
    assert expression.inverse(name, target, VALUES) == wanted


def test_an_age_is_solved_for_a_date_of_birth() -> None:
    expression = parse_expression("years(day, birth)")
    birth = expression.inverse("birth", Fraction(46), VALUES)
    assert expression.value({**VALUES, "birth": birth}) == 46


HELPER = """
# pay
yearly_salary  = 12 * monthly_salary   # a comment
taxable_income = yearly_salary - deductions
monthly_salary is "$5,000 # not a comment"
deductions: MONEY
keep: product_code, ORDER_ID
answer: bmi = weight / height ** 2
"""


def test_a_helper_string_has_formulas_kept_names_literals_types_and_answers() -> None:
    dependencies = Dependencies.parse(HELPER)
    assert [formula.name for formula in dependencies.formulas] == ["yearly_salary", "taxable_income"]
    assert dependencies.keep == {"product_code", "ORDER_ID"}
    assert dependencies.literals == {"monthly_salary": "$5,000 # not a comment"}
    assert dependencies.types == {"deductions": "MONEY"}
    assert dependencies.answers == (Formula("bmi", parse_expression("weight / height ** 2")),)
    assert "5,000" not in repr(dependencies)


def test_text_objects_and_files_say_the_same(tmp_path: Path) -> None:
    path = tmp_path / "pay.helper"
    path.write_text("yearly = 12 * monthly\nkeep: code\n", encoding="utf-8")
    built = Dependencies.of({"yearly": "12 * monthly"}, keep=["code"])
    assert Dependencies.load(path) == built == Dependencies.parse("yearly=12*monthly\nkeep:code")
    with pytest.raises(DependencyError, match="cannot be read"):
        Dependencies.load(path.with_name("absent"))


@pytest.mark.parametrize(
    ("helper", "message"),
    [
        ("a = b\nb = a", "circle: a -> b -> a"),
        ("a = a + 1", "circle: a -> a"),
        ("a = 2 *", "line 1 .*'a'"),
        ("x = 1\nwhat is this", "line 2"),
        ("of = 3", "'of'"),
        ('ghost is "5"\na = b', "'ghost'"),
        ("answer: a = b\nanswer: a = c", "two formulas"),
        ("a = " + "b + " * 3000 + "b", "line 1.*'a'.*too long"),
        ("a = " + "9" * 4900, "line 1.*'a'.*more than 1000 digits"),
        ("a = exec(b)", "'exec'"),
    ],
)
def test_errors_name_lines_and_variables(helper: str, message: str) -> None:
    with pytest.raises(DependencyError, match=message):
        Dependencies.parse(helper)


def test_dependencies_add_up_and_bind_by_place() -> None:
    both = Dependencies.parse("a = 2 * b") + Dependencies.parse("c = a + b\na = 2 * b")
    assert [formula.name for formula in both.formulas] == ["a", "c"]
    assert both.bound({"a": HelperPlace(0, 1, 2)}).places == {"a": (HelperPlace(0, 1, 2),)}
    with pytest.raises(DependencyError, match="'z'"):
        both.bound({"z": HelperPlace(0, 1, 2)})


def test_a_long_chain_is_not_a_circle() -> None:
    chain = "\n".join(f"v{i + 1} = v{i} + 1" for i in range(2000))
    assert len(Dependencies.parse(chain).formulas) == 2000
    with pytest.raises(DependencyError, match="circle"):
        Dependencies.parse(chain + "\nv0 = v2000")
