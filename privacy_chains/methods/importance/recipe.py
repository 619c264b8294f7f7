"""What the paper leaves open or its authors' code does otherwise, each under a name."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Literal

from privacy_chains.errors import PolicyError
from privacy_chains.models import Tag

__all__ = ["CODE", "FORMULA", "Faithful", "PaperRecipe", "recipe_of"]

Faithful = Literal["formula", "code"]


@dataclass(frozen=True, slots=True)
class PaperRecipe:
    """One way to read the paper.

    Attributes:
        name: ``"formula"``, the published equations, or ``"code"``, the choices of the authors' published code.
        mean_first: Whether a word's gradient is the mean over its tokens before its norm is taken (3 and 4), or the
            mean of the norms.
        unit: What surprisal is divided by, in bits: 1, or the bits of a nat.
        temperature: At which the model writes its own answer; at 0 the likeliest token is taken.
        top_p: With which it does.
        answer_tokens: How long that answer is at most.
        pools_repeats: Whether each word has the greatest importance of all its occurrences.
        among_content: Whether the least important words are found among the content words alone.
        tags: The parts of speech whose words are protected.
        reach: The probability that candidates have to reach together (9); the paper does not give it.
        most: How many candidates there are at most.
        keeps_itself: Whether the word itself may be a candidate.
        factor: What the exponent of (10) is multiplied by.
        digits: Whether a number becomes random digits of the same shape, without a model.
    """

    name: Faithful
    mean_first: bool
    unit: float
    temperature: float
    top_p: float
    answer_tokens: int
    pools_repeats: bool
    among_content: bool
    tags: frozenset[Tag]
    reach: float
    most: int
    keeps_itself: bool
    factor: float
    digits: bool


FORMULA = PaperRecipe(
    name="formula",
    mean_first=True,
    unit=1.0,
    temperature=0.0,
    top_p=1.0,
    answer_tokens=100,
    pools_repeats=False,
    among_content=False,
    tags=frozenset({"NOUN", "PROPN", "NUM", "ADJ"}),
    reach=0.9,
    most=1 << 20,  # all that the model knows
    keeps_itself=True,
    factor=1.0,
    digits=False,
)
"""Equations 2 to 10 as they are printed; the answer is the likeliest one."""

CODE = PaperRecipe(
    name="code",
    mean_first=False,
    unit=1 / log(2),
    temperature=0.5,
    top_p=0.9,
    answer_tokens=100,
    pools_repeats=True,
    among_content=True,
    tags=frozenset({"NOUN", "PROPN", "NUM"}),
    reach=2.0,  # no ten candidates reach it
    most=10,
    keeps_itself=False,
    factor=10.0,
    digits=True,
)
"""The choices of the authors' code."""


def recipe_of(faithful: Faithful) -> PaperRecipe:
    """The recipe of a name.

    Raises:
        PolicyError: There is none of this name.
    """
    if faithful == "formula":
        return FORMULA
    if faithful == "code":
        return CODE
    msg = f"faithful is False, True, 'formula' or 'code', not {faithful!r}"
    raise PolicyError(msg)
