"""Numbers through the public API: the paper's worked examples, answers, replays and budgets."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from privacy_chains import (
    Budget,
    BudgetExceeded,
    DependencyError,
    Key,
    Message,
    Policy,
    SanitizedPrompt,
    Sanitizer,
    enforce,
)
from privacy_chains.ledger import MetricDP, PostProcessed
from privacy_chains.preempt.policy import AddNoise

KEYS = [Key.from_bytes(bytes([seed, 255]) * 16) for seed in range(8)]
KEY = KEYS[0]
MEDICAL = Policy.profile("medical")
PAY = "yearly_salary = 12 * monthly_salary\ntaxable_income = yearly_salary - deductions"
PAY_TEXT = (
    "My monthly salary is $5,000, so my yearly salary is $60,000. My deductions are $12,000, and my taxable income is "
    "$48,000. How much tax do I pay?"
)
BMI = "bmi = weight / (height / 100) ** 2"
BMI_TEXT = "My weight is 70 kg, my height 175 cm, and my BMI is 22.86 kg/m2, says the doctor."


def amounts(text: object) -> list[int]:
    return [int(found.replace(",", "")) for found in re.findall(r"\$([\d,]+\d)", str(text))]


def body(text: str) -> tuple[Fraction, Fraction, Fraction]:
    weight, height, bmi = (Fraction(found) for found in re.findall(r"\d+(?:\.\d+)?(?= kg,| cm| kg/m2)", text))
    return weight, height, bmi


@pytest.mark.parametrize("key", KEYS)
def test_age_and_year_of_birth_still_fit(key: Key) -> None:
    session = Sanitizer(key, policy=MEDICAL).session("a", dependencies="birth_year = 2026 - age")
    sent = session.sanitize("I am 46 years old, I was born in 1980.").text
    age, born = map(int, re.findall(r"\d+", sent))
    assert age + born == 2026


@pytest.mark.parametrize("key", KEYS)
def test_monthly_and_yearly_pay_deductions_and_taxable_income_still_fit(key: Key) -> None:
    prompt = Sanitizer(key).session("a", dependencies=PAY).sanitize(PAY_TEXT)
    monthly, yearly, deductions, taxable = amounts(prompt.text)
    assert yearly == 12 * monthly
    assert taxable == yearly - deductions
    assert prompt.ledger.epsilon == 2
    assert sum(event.count for event in prompt.ledger if isinstance(event, MetricDP)) == 2


@pytest.mark.parametrize("key", KEYS)
def test_a_body_mass_index_still_fits_at_its_printed_precision(key: Key) -> None:
    detected = MEDICAL.with_rule("NUMBER", MEDICAL.rules["NUMBER"])
    session = Sanitizer(key, policy=detected).session("a", dependencies=BMI)
    weight, height, bmi = body(session.sanitize(BMI_TEXT).text)
    assert abs(weight / (height / 100) ** 2 - bmi) <= Fraction(1, 200)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("helper", "text"), [(PAY, PAY_TEXT), ("birth_year = 2026 - age", "I am 46, born in 1980.")])
def test_enforcement_after_the_fact_costs_nothing_and_is_read_back(key: Key, helper: str, text: str) -> None:
    sanitizer = Sanitizer(key, policy=MEDICAL)
    prompt = sanitizer.sanitize(text)
    enforced = enforce(prompt, helper)
    assert enforced.ledger == prompt.ledger
    assert sanitizer.desanitize(enforced.text, enforced) == text
    if helper == PAY:
        monthly, yearly, deductions, taxable = amounts(enforced.text)
        assert (yearly, taxable) == (12 * monthly, yearly - deductions)
        assert monthly == amounts(prompt.text)[0]


def test_enforcement_changes_no_number_that_no_formula_computes() -> None:
    sanitizer = Sanitizer(KEY)
    text = "Alice Barr's profit margin of last year was $40,000, her costs were $30,000, her revenue $70,000 then."
    prompt = sanitizer.sanitize(text)
    enforced = enforce(prompt, "revenue = profit + costs")
    before, after = amounts(prompt.text), amounts(enforced.text)
    assert after == [before[0], before[1], before[0] + before[1]]
    assert [span.entity_type for span in enforced.spans[0]] == [span.entity_type for span in prompt.spans[0]]
    assert enforced.text.split("'s")[0] == prompt.text.split("'s")[0]
    assert sanitizer.desanitize(f"Revenue: ${after[2]:,}", enforced) == "Revenue: $70,000"


def test_enforcement_refuses_what_contradicts_and_what_holds_no_policy() -> None:
    prompt = Sanitizer(KEY).sanitize("My monthly salary is $5,000 and my yearly salary is $61,234.")
    with pytest.raises(DependencyError, match="contradict"):
        enforce(prompt, "yearly_salary = 12 * monthly_salary")
    bare = SanitizedPrompt(prompt.texts, prompt.spans, prompt.ledger)
    with pytest.raises(DependencyError, match="policy"):
        enforce(bare, PAY)


@pytest.mark.parametrize("key", KEYS)
def test_answers_are_recomputed_from_true_numbers(key: Key) -> None:
    helper = "answer: bmi = weight / (height / 100) ** 2\nanswer: bonus = 3% of salary"
    session = Sanitizer(key, policy=MEDICAL).session("a", dependencies=helper)
    prompt = session.sanitize("My weight is 70.5 kg and my height 175 cm; my salary is $54,321. My BMI, my bonus?")
    weight, height = (Fraction(found) for found in re.findall(r"[\d.]+(?= kg| cm)", prompt.text))
    bmi, bonus = float(weight / (height / 100) ** 2), amounts(prompt.text)[0] * 3 / 100
    answer = f"Your BMI is {bmi:.2f} and the bonus ${bonus:,.2f}, with 3 % of it."
    expected = "Your BMI is 23.02 and the bonus $1,629.63, with 3 % of it."
    assert session.desanitize(answer, prompt) == expected
    reader = session.reader(prompt).stream()
    assert "".join(map(reader.feed, answer)) + reader.flush() == expected
    assert session.desanitize_value({"bmi": round(bmi, 2)}, prompt) == {"bmi": 23.02}


@pytest.mark.parametrize("key", KEYS)
def test_an_answer_takes_numbers_of_earlier_messages(key: Key) -> None:
    messages = ["My weight is 70.5 kg.", "My height is 175 cm.", "What is my BMI?", "Now my weight is 80.5 kg. My BMI?"]
    session = Sanitizer(key, policy=MEDICAL).session("a", dependencies="answer: bmi = weight / (height / 100) ** 2")
    prompts = [session.sanitize(message) for message in messages]
    first, height, later = (Fraction(re.findall(r"[\d.]+(?= kg| cm)", prompts[at].text)[0]) for at in (0, 1, 3))
    for weight, prompt, true in ((first, prompts[2], "23.02"), (later, prompts[3], "26.29")):
        bmi = float(weight / (height / 100) ** 2)
        assert session.desanitize(f"Your BMI is {bmi:.2f}.", prompt) == f"Your BMI is {true}."


@pytest.mark.parametrize("key", KEYS)
def test_a_true_answer_in_the_history_goes_out_as_the_model_gave_it(key: Key) -> None:
    helper = "answer: bonus = 3% of salary"
    asked = Message(("My salary is $54,321. What is my bonus?",))
    session = Sanitizer(key, unproven="caller").session("a", dependencies=helper)
    bonus = amounts(session.sanitize_conversation([asked]).messages[0][0])[0] * 3 / 100
    history = [asked, Message(("Your bonus is $1,629.63.", 1629.63), from_model=True), Message(("Thanks.",))]
    for again in (session, Sanitizer(key, unproven="caller").session("a", dependencies=helper)):
        sent = again.sanitize_conversation(history)
        assert sent.messages[1] == (f"Your bonus is ${bonus:,.2f}.", bonus)


def test_an_enforced_prompt_reads_answers_too() -> None:
    sanitizer = Sanitizer(KEY)
    prompt = enforce(sanitizer.sanitize("My salary is $54,321."), "answer: bonus = 3% of salary")
    released = amounts(prompt.text)[0]
    assert sanitizer.desanitize(f"A bonus of ${released * 3 / 100:,.2f}", prompt) == "A bonus of $1,629.63"


def test_a_computed_number_without_a_formula_is_marked_not_guessed() -> None:
    prompt = Sanitizer(KEY).sanitize("My salary is $54,321.")
    doubled = f"Twice that is ${2 * amounts(prompt.text)[0]:,}."
    restored = prompt.reader.restore(doubled)
    assert restored.text == doubled
    assert [doubled[place.start : place.end] for place in restored.computed] == [doubled[15:-1]]


def turn(number: int) -> tuple[Message, Message]:
    """One question and its answer; some values come back in later turns."""
    asked = f"In month {number} Alice Barr, aged {30 + number % 5}, paid ${1000 + 37 * (number % 7):,} by card."
    return Message((asked,)), Message((f"Noted for month {number}: $12,345.",), from_model=True)


def test_fifty_turns_replayed_change_no_byte_and_charge_each_value_once() -> None:
    session = Sanitizer(KEY).session("thread", dependencies=PAY)
    messages: list[Message] = []
    sent: tuple[tuple[object, ...], ...] = ()
    for number in range(50):
        messages.append(turn(number)[0])
        now = session.sanitize_conversation(messages).messages
        assert now[: len(sent)] == sent
        messages.append(turn(number)[1])
        sent = session.sanitize_conversation(messages).messages
        assert sent[: len(now)] == now
    noisy = sum(event.count for event in session.ledger if isinstance(event, MetricDP))
    assert noisy == len({30 + n % 5 for n in range(50)}) + len({1000 + 37 * (n % 7) for n in range(50)})
    spent = session.ledger.spent
    assert session.sanitize_conversation(messages).messages == sent
    assert session.ledger.spent == spent
    assert Sanitizer(KEY).session("thread", dependencies=PAY).sanitize_conversation(messages).messages == sent


def released(policy: Policy, session: str = "s", key: Key = KEY) -> str:
    return Sanitizer(key, policy=policy).session(session).sanitize("The amount is $54,321,987.").text


def test_any_changed_parameter_draws_anew() -> None:
    default = Policy.default()
    money = default.rules["MONEY"]
    assert isinstance(money, AddNoise)
    others = [
        default.with_epsilon("0.99"),
        *(
            default.with_rule("MONEY", AddNoise(money.format, noise))
            for noise in (
                type(money.noise)(unit=Fraction(1, 51)),
                type(money.noise)(mechanism="exponential"),
                type(money.noise)(steps=101),
                type(money.noise)(preserve_order=True),
                type(money.noise)(lower=Fraction(1), upper=Fraction(10**8), unit=Fraction(10**6), by_magnitude=False),
            )
        ),
    ]
    texts = [released(policy) for policy in (default, *others)]
    texts += [released(default, session="t"), released(default, key=KEYS[1])]
    assert len(set(texts)) == len(texts)
    assert released(default) == texts[0]


def test_budgets_of_message_session_and_user_are_kept() -> None:
    sanitizer = Sanitizer(KEY)
    with pytest.raises(BudgetExceeded, match="message budget"):
        sanitizer.session("a", budget=Budget(message=Fraction(1, 2))).sanitize("I owe $5,000.")
    session = sanitizer.session("b", budget=Budget(session=Fraction(3, 2)))
    first = session.sanitize("I owe $5,000.")
    with pytest.raises(BudgetExceeded, match="session budget"):
        session.sanitize("I owe $6,000.")
    assert session.sanitize("I owe $5,000.").texts == first.texts
    assert session.sanitize("Again, I owe $5,000.").ledger.epsilon == 0
    elsewhere = sanitizer.session("c", budget=Budget(user=2), other_sessions=session.ledger)
    elsewhere.sanitize("I owe $6,000.")
    with pytest.raises(BudgetExceeded, match="user budget is epsilon 2, of which 0 is left; MONEY x1 needs 1"):
        elsewhere.sanitize("I owe $7,000.")


def test_the_ledger_says_in_plain_words_what_was_released() -> None:
    prompt = Sanitizer(KEY).sanitize("I earn $54,321 and she $61,000; I said $54,321.")
    told = prompt.ledger.explain()
    assert re.search(
        r"MONEY x2: two values closer than 200 currency units are hard to tell apart: factor <= 2.72", told
    )
    assert [event.count for event in prompt.ledger if isinstance(event, PostProcessed)] == [1]
