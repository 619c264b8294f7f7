"""Dependencies proposed by a local language model, accepted only if the true numbers satisfy them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from privacy_chains.dependencies.bind import bind
from privacy_chains.dependencies.helper import Dependencies, Formula, HelperPlace
from privacy_chains.dependencies.mentions import Mention, in_reading_order
from privacy_chains.dependencies.message import NumberedMessage
from privacy_chains.dependencies.syntax import NAME, parse_expression
from privacy_chains.errors import DependencyError
from privacy_chains.lazy import lazily

__all__ = ["INSTRUCTIONS", "infer_dependencies"]

INSTRUCTIONS = """\
Below is a text in which every number is marked as [name: number]. Some numbers can be computed from others in the text.
Answer with JSON only: {"formulas": [{"result": "name", "formula": "expression"}]}
An expression uses the names, whole or decimal constants, + - * / ** and parentheses. Write no formula that you are not
sure of. If no number follows from others, answer {"formulas": []}.

"""
"""The instructions for the model; the marked text follows."""

_OBJECT = lazily(r"\{.*\}", re.DOTALL)
_MOST_FORMULAS = 200


@dataclass(frozen=True, slots=True)
class _Proposal:
    result: str
    expression: str


def infer_dependencies(
    texts: Sequence[str], mentions: Sequence[Mention], local_model: Callable[[str], str]
) -> Dependencies:
    """Ask a model for the formulas among a message's numbers, and keep the ones that hold.

    The model sees the clear text, so it must run where the text may be seen. Its answer is treated as data: formulas
    are parsed with the grammar of the helper string, bound to the numbers that they name, and dropped unless the true
    numbers satisfy them at their printed precision.

    Args:
        texts: The message.
        mentions: Its numbers.
        local_model: Takes a prompt and returns the model's answer.

    Raises:
        DependencyError: The answer is not JSON of the requested form.
    """
    ordered = in_reading_order(mentions)
    names = {f"n{at + 1}": mention for at, mention in enumerate(ordered)}
    proposals = _read(local_model(INSTRUCTIONS + "\n\n".join(_marked(texts, names))))
    message = NumberedMessage.of(texts, mentions)
    believed = Dependencies()
    for proposal in proposals[:_MOST_FORMULAS]:
        candidate = _checked(proposal, names, message)
        if candidate is not None:
            try:
                believed += candidate
            except DependencyError:
                continue  # it would be circular
    return believed


def _marked(texts: Sequence[str], names: Mapping[str, Mention]) -> list[str]:
    marked = list(texts)
    for name, mention in reversed(list(names.items())):
        text, span = marked[mention.text], mention.span
        marked[mention.text] = f"{text[: span.start]}[{name}: {text[span.start : span.end]}]{text[span.end :]}"
    return marked


def _read(answer: str) -> list[_Proposal]:
    """Read the formulas from an answer, which may be wrapped in prose or a code fence.

    Raises:
        DependencyError: There is no JSON object with a list of formulas. The error does not quote the answer.
    """
    found = _OBJECT.search(answer)
    try:
        data = json.loads(found[0]) if found else None
        rows = data["formulas"] if isinstance(data, dict) else None
    except (ValueError, KeyError, RecursionError):
        rows = None
    if not isinstance(rows, list):
        msg = 'the local model did not answer with JSON of the form {"formulas": [...]}'
        raise DependencyError(msg)
    return [
        _Proposal(row["result"], row["formula"])
        for row in rows
        if isinstance(row, dict) and isinstance(row.get("result"), str) and isinstance(row.get("formula"), str)
    ]


def _checked(proposal: _Proposal, names: Mapping[str, Mention], message: NumberedMessage) -> Dependencies | None:
    """A proposal as dependencies with places; None if it does not follow the grammar or does not hold."""
    if not re.fullmatch(NAME, proposal.result):
        return None
    try:
        formula = Formula(proposal.result, parse_expression(proposal.expression))
        if not formula.variables <= names.keys() or len(formula.variables) < 2:
            return None
        places = {name: _place(names[name]) for name in formula.variables}
        candidate = Dependencies((formula,)).bound(places)
        return candidate if bind(candidate, message).equations else None
    except DependencyError:
        return None


def _place(mention: Mention) -> HelperPlace:
    return HelperPlace(mention.text, mention.span.start, mention.span.end)
