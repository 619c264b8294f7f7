"""Conversations of several messages under random helper strings: on the released text every formula holds as it is
printed, and what was released does not change; or sanitizing stops with an error that names variables only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains import DependencyError, Key, Policy, Sanitizer, default_detector
from privacy_chains.dependencies.syntax import parse_expression
from privacy_chains.formats.measurements import PercentFormat
from privacy_chains.formats.money import MoneyFormat
from privacy_chains.formats.numbers import NumberFormat
from privacy_chains.formats.quantity import Quantity

FINANCE = Policy.profile("finance")
DETECTOR = default_detector(entity_types=FINANCE.entity_types, neural=False)
MEDICAL = Policy.profile("medical")
DATES = default_detector(entity_types=MEDICAL.entity_types, neural=False)
FORMATS = {"money": MoneyFormat(), "number": NumberFormat(), "percentage": PercentFormat()}
NAMES = ("rent", "tuition", "premium", "alimony", "stipend", "royalty", "subsidy", "ransom", "dowry", "bounty")
OF_ONE = (
    "12 * {0}",
    "{0} / 7",
    "3% of {0}",
    "round({0}, 1000)",
    "round({0})",
    "{0} ** 2 / 100",
    "sqrt({0})",
    "{0} - 50",
    "5000 - {0}",
    "1.19 * {0}",
    "abs({0} - 4000)",
    "100000 / {0}",
)
OF_TWO = (
    "{0} + {1}",
    "{0} - {1}",
    "mean({0}, {1})",
    "max({0}, {1})",
    "min({0}, {1})",
    "{0} * {1} / 1000",
    "{0} / {1} * 100",
    "{0} + 2 * {1}",
    "max({0}, {1}) - min({0}, {1})",
    "({0} + {1}) * 12",
)
OF_THREE = ("sum({0}, {1}, {2})", "{0} + {1} - {2}", "{0} * {1} + {2}", "max({0}, {1}, {2})", "({0} - {1}) / {2}")
OF_A_SHARE = ("{share}% of {0}", "{0} * (100 - {share}) / 100", "{0} + {share}% of {0}")
SPELLINGS = {
    "money": ("${:,.0f}", "${:,.2f}", "{:,.2f} USD"),
    "thousands": ("${:,.0f}k", "${:,.1f}k"),
    "number": ("{:,.0f}", "{:,.1f}", "{:,.2f}"),
    "percentage": ("{:.0f}%", "{:.1f}%", "{:.2f}%"),
}


@dataclass(frozen=True)
class Conversation:
    """Formulas, and messages that state their numbers: ``The rent is $1,200.``"""

    formulas: Mapping[str, str]
    kinds: Mapping[str, str]
    messages: Sequence[str]

    @property
    def helper(self) -> str:
        return "\n".join(f"{name} = {formula}" for name, formula in self.formulas.items())

    def read(self, texts: Sequence[str]) -> dict[str, list[Quantity]]:
        """What texts state, each time."""
        found: dict[str, list[Quantity]] = {}
        for name, spelled in re.findall(r"The (\w+) is (.+?)\.(?=\s|$)", " ".join(texts)):
            found.setdefault(name, []).append(FORMATS[self.kinds[name]].read(spelled))
        return found

    def broken(self, texts: Sequence[str]) -> list[str]:
        """Formulas all of whose numbers are stated, and whose left side is not the right one as it is printed."""
        stated = {name: min(found, key=lambda item: item.step) for name, found in self.read(texts).items()}
        values = {name: quantity.number for name, quantity in stated.items()}
        return [
            name
            for name, formula in self.formulas.items()
            if {name, *parse_expression(formula).variables()} <= values.keys()
            and abs(parse_expression(formula).value(values) - values[name]) > stated[name].step / 2
        ]


def conversation(random: Random) -> Conversation | None:
    """A conversation whose formulas lead from earlier names to later ones; None where a number would be unusual."""
    names = random.sample(NAMES, random.randint(2, 6))
    kinds: dict[str, str] = {}
    values: dict[str, Fraction] = {}
    spelled: dict[str, str] = {}
    formulas: dict[str, str] = {}
    for name in names:
        amounts = [other for other in values if kinds[other] != "percentage"]
        shares = [other for other in values if kinds[other] == "percentage"]
        if amounts and random.randint(0, 2):
            formulas[name] = formula(random, amounts, shares)
            kinds[name] = random.choice(("money", "money", "number"))
            try:
                value = parse_expression(formulas[name]).value(values)
            except DependencyError:
                return None
        else:
            kinds[name] = random.choice(("money", "money", "number", "percentage"))
            cents = random.randint(100, 9999) if kinds[name] == "percentage" else random.randint(100_000, 9_999_999)
            value = Fraction(cents, random.choice((1, 100)) if kinds[name] == "money" else 100)
        if not 1 <= value < 10**9:
            return None
        spelled[name] = spell(random, kinds[name], value)
        values[name] = FORMATS[kinds[name]].read(spelled[name]).number
    if not formulas or len(set(values.values()) - {Fraction(0)}) < len(values):
        return None  # equal numbers are one
    parts: list[list[str]] = [[] for _ in range(random.randint(1, 4))]
    for name in (*random.sample(names, len(names)), random.choice(names)):
        random.choice(parts).append(f"The {name} is {spelled[name]}.")
    shuffled = dict(random.sample(list(formulas.items()), len(formulas)))
    return Conversation(shuffled, kinds, [" ".join(part) for part in parts if part])


def formula(random: Random, amounts: Sequence[str], shares: Sequence[str]) -> str:
    if shares and random.randint(0, 1):
        return random.choice(OF_A_SHARE).format(random.choice(amounts), share=random.choice(shares))
    several = random.randint(1, min(3, len(amounts)))
    return random.choice((OF_ONE, OF_TWO, OF_THREE)[several - 1]).format(*random.sample(list(amounts), several))


def spell(random: Random, kind: str, value: Fraction) -> str:
    in_thousands = kind == "money" and value >= 1000 and not random.randint(0, 3)
    spelling = random.choice(SPELLINGS["thousands" if in_thousands else kind])
    return spelling.format(float(value / 1000 if in_thousands else value))


def check(given: Conversation, seed: int) -> str:
    """What becomes of a conversation: ``refused``, or ``sent`` if every formula holds."""
    session = Sanitizer(
        Key.from_bytes(bytes((seed + place) % 256 for place in range(32))), policy=FINANCE, detector=DETECTOR
    )
    talk = session.session("a", dependencies=given.helper)
    sent: list[str] = []
    for message in given.messages:
        try:
            sent.append(talk.sanitize(message).text)
        except DependencyError as error:
            sayable = re.sub(r"'\w+'|at \d+-\d+|text \d+", "", str(error))
            assert not re.search(r"\d", sayable), "an error names variables and places only"
            return "refused"
        held = set(given.formulas) - set(given.broken(given.messages))
        assert held.isdisjoint(given.broken(sent)), f"{given.helper}\n{given.messages}\n{sent}"
    assert all(len({quantity.number for quantity in found}) == 1 for found in given.read(sent).values())
    return "sent"


@settings(max_examples=150)
@given(st.randoms(use_true_random=False), st.integers(0, 255))
def test_formulas_hold_on_what_is_released_or_nothing_is(random: Random, seed: int) -> None:
    given = conversation(random)
    if given is not None:
        check(given, seed)


@pytest.mark.parametrize("start", range(4))
def test_few_conversations_are_refused(start: int) -> None:
    made = [given for seed in range(150) if (given := conversation(Random(1000 * start + seed))) is not None]
    results = [check(given, at % 256) for at, given in enumerate(made)]
    assert len(made) > 60
    assert results.count("refused") <= len(made) // 15


@given(
    st.dates(date(2024, 1, 1), date(2025, 12, 31)),
    st.integers(2, 40),
    st.dates(date(1930, 1, 1), date(2005, 12, 31)),
    st.permutations(range(4)),
    st.integers(1, 4),
    st.integers(0, 255),
)
def test_dates_and_ages_fit_in_any_order(  # noqa: PLR0917
    checkin: date, nights: int, born: date, order: list[int], several: int, seed: int
) -> None:
    parts = [
        f"Checkin is {checkin}.",
        f"Checkout is {checkin + timedelta(nights)}.",
        f"Birth date is {born}.",
        f"Ann is aged {full_years(born)}.",
    ]
    said = [parts[at] for at in order]
    helper = f"checkout = checkin + {nights} days\naged = years(2026-06-01, birth_date)"
    session = Sanitizer(
        Key.from_bytes(bytes((seed + place) % 256 for place in range(32))), policy=MEDICAL, detector=DATES
    )
    talk = session.session("a", dependencies=helper)
    sent = " ".join(talk.sanitize(" ".join(said[at::several])).text for at in range(several))
    days = {name: date.fromisoformat(day) for name, day in re.findall(r"(\w+) is (\d{4}-\d\d-\d\d)", sent)}
    assert (days["Checkout"] - days["Checkin"]).days == nights
    assert int(re.findall(r"aged (\d+)", sent)[0]) == full_years(days["date"])


def full_years(born: date) -> int:
    return 2026 - born.year - ((born.month, born.day) > (6, 1))
