from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from privacy_chains import Key, Sanitizer, default_detector
from privacy_chains.contract.entities import DEFAULT_TYPES, Category, EntityType
from privacy_chains.errors import PolicyError
from privacy_chains.formats import AlphanumericFormat
from privacy_chains.ledger import MetricDP
from privacy_chains.preempt.policy import PROFILES, AddNoise, Encipher, Keep, Policy, Refuse

KEY = Key.from_bytes(bytes(range(32)))
NOTE = (
    "Mrs. Alice Barr, born in 1980, aged 46, was seen on March 5, 2026 and again on 2026-03-19 in Madison. Weight "
    "70.5 kg, height 175 cm, BP 120/80 mmHg, HbA1c 7.2%. She pays $40 each visit. Next visit 04/02/2026."
)
TABLE = (
    "1. Sales of 2019 and 2018 [3]\n| Sales | 1,234 | (27) |\n| Costs | 500 | 333 |\n| Total | 1,734 | 306 |\nup 12.2%"
)
LETTER = (
    "Alice Barr, born 3 May 1980, aged 46, owes $1,250.00 and €1.234,50; forty-seven dollars. Born in 1978; dob 5/3/80."
)


def loaded(tmp_path: Path, text: str) -> Policy:
    path = tmp_path / "policy.toml"
    path.write_text(text, encoding="utf-8")
    return Policy.load(path)


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("text", [NOTE, TABLE, LETTER])
def test_every_profile_reads_back_what_it_sent_and_preserves_the_types(name: str, text: str) -> None:
    policy = Policy.profile(name)
    default = Sanitizer(KEY, policy=policy)
    prompt = default.sanitize(text)
    assert default.desanitize(prompt.text, prompt) == text
    sanitizer = Sanitizer(KEY, policy=policy, detector=default_detector(entity_types=policy.entity_types, neural=False))
    prompt = sanitizer.sanitize(text)
    assert sanitizer.desanitize(prompt.text, prompt) == text
    types = [span.entity_type for span in prompt.spans[0]]
    assert [span.entity_type for span in sanitizer.sanitize(prompt.text).spans[0]] == types


def test_the_default_profile_is_the_default_policy() -> None:
    assert Policy.profile("default") == Policy.default()
    assert Policy.default().entity_types == DEFAULT_TYPES


def test_translation_spends_nothing_and_needs_the_key_alone() -> None:
    sanitizer = Sanitizer(KEY, policy=Policy.profile("translation"))
    prompt = sanitizer.sanitize(LETTER)
    assert not [event for event in prompt.ledger if isinstance(event, MetricDP)]
    assert sanitizer.desanitize(prompt.text) == LETTER
    assert not {"1980,", "1978;", "46", "1,250.00", "1.234,50", "forty-seven"} & set(
        prompt.text.replace("$", "").split()
    )


def test_finance_changes_every_number_but_years_and_keeps_totals() -> None:
    sent = Sanitizer(KEY, policy=Policy.profile("finance")).sanitize(TABLE).text
    assert sent.startswith("1. Sales of 2019 and 2018 [3]\n")
    rows = [[int(cell.strip(" ()").replace(",", "")) for cell in row.split("|")[2:4]] for row in sent.split("\n")[1:4]]
    assert [row[0] for row in rows] != [1234, 500, 1734]
    assert rows[0][0] + rows[1][0] == rows[2][0]


def test_medical_keeps_age_and_year_of_birth_together() -> None:
    prompt = Sanitizer(KEY, policy=Policy.profile("medical")).sanitize(NOTE)
    born, age = (prompt.text.split(word)[1].split(",")[0] for word in ("born in ", "aged "))
    assert int(born) + int(age) == 2026
    assert {"DATE_TIME", "MEASUREMENT", "PERCENTAGE", "YEAR_OF_BIRTH"} <= {span.entity_type for span in prompt.spans[0]}


@pytest.mark.parametrize("kind", ["DATE_TIME", "DATE_OF_BIRTH"])
def test_enciphered_dates_are_dates_in_their_spelling(tmp_path: Path, kind: str) -> None:
    policy = loaded(tmp_path, f'[rules]\n{kind} = "encipher"\nYEAR_OF_BIRTH = "encipher"')
    text = "Dates of birth: 3/7/1958, 03.07.58, 25/04/1958, May 3, 05/1958, 1958-07-03 10:30, 12/31/29. Born in 1958."
    text = text if kind == "DATE_OF_BIRTH" else text.replace("Dates of birth", "Dates")
    sanitizer = Sanitizer(KEY, policy=policy, detector=default_detector(entity_types=policy.entity_types, neural=False))
    prompt = sanitizer.sanitize(text)
    assert [span.entity_type for span in prompt.spans[0]] == [*[kind] * 7, "YEAR_OF_BIRTH"]
    assert not set(prompt.originals[0]) & {prompt.text[span.start : span.end] for span in prompt.spans[0]}
    assert sanitizer.desanitize(prompt.text) == text
    assert prompt.ledger.epsilon == 0


def test_there_is_no_other_profile() -> None:
    with pytest.raises(PolicyError, match="'legal'"):
        Policy.profile("legal")


def test_a_file_changes_a_profile(tmp_path: Path) -> None:
    policy = loaded(
        tmp_path,
        """
        profile = "finance"
        epsilon = 0.5
        detect = ["DATE_TIME"]
        [rules]
        PERSON = "encipher per session"
        US_SSN = "refuse"
        AGE = "keep"
        STAFF_ID = "encipher"
        YEAR = "encipher"
        [noise.MONEY]
        metric = "relative"
        unit = "1/20"
        lower = 1
        upper = 1e9
        preserve_order = true
        [noise.DATE_TIME]
        lower = 2020-01-01
        upper = 2030-01-01T06:00:00
        [noise.SALARY]
        like = "MONEY"
        unit = 0.1
        weight = 2
        """,
    )
    assert policy.epsilon == Fraction(1, 2)
    person, money, days, salary = (policy.rules[name] for name in ("PERSON", "MONEY", "DATE_TIME", "SALARY"))
    assert isinstance(person, Encipher)
    assert person.scope == "session"
    assert policy.rules["US_SSN"] == Refuse()
    assert policy.rules["AGE"] == Keep()
    assert isinstance(policy.rules["YEAR"], Encipher)
    assert isinstance(money, AddNoise)
    assert (money.noise.unit, money.noise.upper, money.noise.by_magnitude) == (Fraction(1, 20), 10**9, False)
    assert money.noise.preserve_order
    assert isinstance(days, AddNoise)
    assert days.noise.lower == 737425
    assert days.noise.upper == 741078 - Fraction(1, 4)
    assert isinstance(salary, AddNoise)
    assert (salary.noise.unit, salary.noise.weight) == (Fraction(1, 10), 2)
    assert policy.entity_types >= DEFAULT_TYPES | {"NUMBER", "DATE_TIME", "STAFF_ID", "SALARY"}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("= =", "TOML"),
        ("epsilon = nan", "epsilon"),
        ("epsilon = 0", "epsilon"),
        ("epsilon = true", "epsilon"),
        ("epsilon = 'much'", "epsilon"),
        ("epsilon = '1/0'", "epsilon"),
        ("epsilon = 1e400", "epsilon"),
        ("epsilon = 1e-400", "epsilon"),
        ("epsilon = 1e999999999999", "epsilon"),
        ("colour = 1", "colour"),
        ("profile = 3", "profile"),
        ("profile = 'legal'", "legal"),
        ("detect = 'AGE'", "detect"),
        ("detect = ['age']", "detect"),
        ("detect = ['DATETIME']", "DATE_TIME"),
        ("detect = ['STAFF_ID']\n[rules]\nSTAFF_ID = 'encipher'", "STAFF_ID"),
        ("rules = 3", "rules"),
        ("[rules]\nlow = 'keep'", "rules"),
        ("[rules]\nPERSON = 'shred'", "rules.PERSON"),
        ("[rules]\nPERSON = 'noise'", "noise.PERSON"),
        ("[rules]\nUS_SNN = 'refuse'", "US_SSN"),
        ("[rules]\nPERSONS = 'keep'", "PERSON"),
        ("[rules]\nEMAIL_ADRESS = 'keep'", "EMAIL_ADDRESS"),
        ("[noise]\nMONEY = 3", "noise.MONEY"),
        ("[noise.MONEY]\nunits = 3", "noise.MONEY.units"),
        ("[noise.MONEY]\nunit = -3", "noise.MONEY.unit"),
        ("[noise.MONEY]\nunit = []", "noise.MONEY.unit"),
        ("[noise.MONEY]\nunit = 2020-01-01", "noise.MONEY.unit"),
        ("[noise.MONEY]\nlower = 1e999999999999\nupper = 2", "noise.MONEY.lower"),
        ("[noise.DATE_TIME]\nlower = 'yesterday'", "or a date"),
        ("[noise.DATE_TIME]\nlower = 2020-01-01T00:00:00Z", "or a date"),
        ("[noise.MONEY]\nsteps = 0", "noise.MONEY"),
        ("[noise.MONEY]\nsteps = 1.5", "noise.MONEY.steps"),
        ("[noise.MONEY]\npreserve_order = 1", "noise.MONEY.preserve_order"),
        ("[noise.MONEY]\nlower = 5\nupper = 4", "noise.MONEY"),
        ("[noise.MONEY]\nlower = 5", "noise.MONEY"),
        ("[noise.MONEY]\nmechanism = 'gaussian'", "noise.MONEY"),
        ("[noise.MONEY]\nlike = 'PERSON'", "noise.MONEY.like"),
        ("[noise.SALARY]\nunit = 2", "noise.SALARY"),
    ],
)
def test_what_makes_no_sense_is_refused_by_its_key(tmp_path: Path, text: str, key: str) -> None:
    with pytest.raises(PolicyError) as refused:
        loaded(tmp_path, text)
    assert key in str(refused.value)


@pytest.mark.parametrize(
    "name",
    ["STAFF_ID", "TAX_ID", "EMPLOYEE_NUMBER", "KR_PASSPORT", "WAGE", "ADDRESS", "MEDICAL_RECORD_NUMBER", "NRP", "ITEM"],
)
def test_a_type_of_ones_own_is_taken_for_no_slip(tmp_path: Path, name: str) -> None:
    assert loaded(tmp_path, f"[rules]\n{name} = 'refuse'").rules[name] == Refuse()
    assert name in loaded(tmp_path, f"[noise.{name}]\nlike = 'MONEY'").rules


@pytest.mark.parametrize(("slip", "meant"), [("PERSN", "PERSON"), ("US_SNN", "US_SSN"), ("CREDIT_CRAD", "CREDIT_CARD")])
def test_a_rule_for_a_mistyped_type_is_refused_with_the_type_that_was_meant(slip: str, meant: str) -> None:
    with pytest.raises(PolicyError, match=f"is it {meant}"):
        Policy.default().with_rule(slip, Refuse())
    declared = EntityType(slip, Category.FORMAT, "one of our own")
    assert Policy.default().with_rule(declared, Refuse()).rules[slip] == Refuse()


def test_a_type_of_ones_own_needs_no_declaration() -> None:
    assert Policy.default().with_rule("EMPLOYEE_NUMBER", Refuse()).rules["EMPLOYEE_NUMBER"] == Refuse()


def test_a_policy_is_shown_in_a_line() -> None:
    assert len(repr(Policy.default())) < 100


def test_one_call_sets_the_scope_of_all_rules(tmp_path: Path) -> None:
    for policy in (
        Policy.default(scope="user"),
        Policy.default().with_scope("user"),
        loaded(tmp_path, "scope = 'user'"),
    ):
        assert {rule.scope for rule in policy.rules.values() if isinstance(rule, Encipher)} == {"user"}
    policy = loaded(tmp_path, "scope = 'index'\nindex = 'products'\n[rules]\nAGE = 'encipher'")
    assert {rule.index for rule in policy.rules.values() if isinstance(rule, Encipher)} == {"products"}


def test_an_index_leaves_what_is_enciphered_per_user() -> None:
    policy = Policy.default()
    person = policy.rules["PERSON"]
    assert isinstance(person, Encipher)
    policy = policy.with_rule("PERSON", replace(person, scope="user")).for_index("products")
    assert policy.rules["PERSON"] == replace(person, scope="user")
    assert policy.rules["US_SSN"] == replace(Policy.default().rules["US_SSN"], scope="index", index="products")


@pytest.mark.parametrize(
    "make",
    [
        lambda: Policy.default(scope="index"),
        lambda: Policy.default(scope="everywhere"),  # type: ignore[arg-type]
        lambda: Policy.default().with_scope("user", index="products"),
        lambda: Policy.default().for_index(""),
        lambda: Encipher(AlphanumericFormat(), index="products"),
    ],
)
def test_a_scope_that_makes_no_sense_is_refused(make: Callable[[], object]) -> None:
    with pytest.raises(PolicyError, match="scope"):
        make()


@pytest.mark.parametrize("rule", ["keep", None, Keep])
def test_a_rule_is_a_treatment(rule: Any) -> None:
    with pytest.raises(PolicyError, match=r"the rule for PERSON is .*Keep\(\)"):
        Policy.default().with_rule("PERSON", rule)


@pytest.mark.parametrize("epsilon", ["1e400", "1e-400", "1e999999999999", "-1e400", "inf", "nan", "1/0", 1e300])
def test_an_epsilon_out_of_all_measure_is_refused(epsilon: float | str) -> None:
    with pytest.raises(PolicyError, match="epsilon"):
        Policy.default(epsilon)


@pytest.mark.parametrize("epsilon", ["1e-9", "1e9"])
def test_the_least_and_the_greatest_epsilon_work(epsilon: str) -> None:
    sanitizer = Sanitizer(KEY, policy=Policy.default(epsilon))
    prompt = sanitizer.sanitize(LETTER)
    assert sanitizer.desanitize(prompt.text, prompt) == LETTER


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="No such file or directory"):
        Policy.load(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"# n\xe9e")
    with pytest.raises(PolicyError, match="not UTF-8 text"):
        Policy.load(tmp_path / "latin.toml")


def test_a_type_with_a_rule_of_its_own_is_looked_for() -> None:
    policy = Policy.default().with_rule("DATE_TIME", Policy.default().rules["DATE_TIME"])
    prompt = Sanitizer(KEY, policy=policy).sanitize("Seen on 2026-03-19.")
    assert [span.entity_type for span in prompt.spans[0]] == ["DATE_TIME"]
    assert Sanitizer(KEY).sanitize("Seen on 2026-03-19.").text == "Seen on 2026-03-19."


def test_a_policy_of_few_rules_still_refuses_what_else_is_found() -> None:
    policy = Policy({"PERSON": Policy.default().rules["PERSON"]}, Fraction(1))
    with pytest.raises(PolicyError, match="MONEY"):
        Sanitizer(KEY, policy=policy).sanitize("Alice Barr pays $5.")


def test_the_file_in_the_documentation_loads(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "policy.md"
    example = page.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    assert loaded(tmp_path, example).epsilon == Fraction(1, 2)
