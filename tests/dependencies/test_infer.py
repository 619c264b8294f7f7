import json
from collections.abc import Callable

import pytest
from dependencies.marked import read, release

from privacy_chains.dependencies import infer_dependencies
from privacy_chains.errors import DependencyError

MARKED = "Base [MONEY:$5,000], raise [MONEY:$400], so now [MONEY:$5,400]."
TEXTS, MENTIONS = read([MARKED])


def model(*formulas: tuple[str, str]) -> Callable[[str], str]:
    answer = json.dumps({"formulas": [{"result": result, "formula": formula} for result, formula in formulas]})
    return lambda _: f"Sure!\n```json\n{answer}\n```"


def test_a_formula_that_holds_is_believed_and_enforced() -> None:
    dependencies = infer_dependencies(TEXTS, MENTIONS, model(("n3", "n1 + n2")))
    base, more, now = release(MARKED, helper=dependencies).numbers
    assert now == base + more


def test_the_model_sees_every_number_under_its_name() -> None:
    prompts: list[str] = []
    infer_dependencies(TEXTS, MENTIONS, lambda prompt: prompts.append(prompt) or '{"formulas": []}')
    assert "Base [n1: $5,000], raise [n2: $400], so now [n3: $5,400]." in prompts[0]


@pytest.mark.parametrize(
    ("result", "formula"),
    [
        ("n3", "n1 * n2"),
        ("n3", "n1 + absent"),
        ("n3", "__import__('os')"),
        ("n3", "5400"),
        ("n3", "n3"),
        ("n 3", "n1 + n2"),
        ("n3", "n1 / (n2 - 400)"),
    ],
)
def test_what_does_not_hold_is_dropped(result: str, formula: str) -> None:
    assert not infer_dependencies(TEXTS, MENTIONS, model((result, formula))).formulas


def test_formulas_that_lead_in_a_circle_are_dropped() -> None:
    proposals = model(("n3", "n1 + n2"), ("n1", "n3 - n2"))
    assert len(infer_dependencies(TEXTS, MENTIONS, proposals).formulas) == 1


@pytest.mark.parametrize("answer", ["", "no idea", "[]", '{"formulas": 3}', "{", '{"other": []}'])
def test_an_answer_that_is_not_what_was_asked_for_is_refused(answer: str) -> None:
    with pytest.raises(DependencyError, match="JSON") as error:
        infer_dependencies(TEXTS, MENTIONS, lambda _: answer)
    assert "idea" not in str(error.value)
