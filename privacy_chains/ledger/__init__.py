"""The ledger: what a release reveals, as frozen events, and the accountant that checks it against a budget.

Events hold entity types, counts and parameters; never a value or a text. Their meaning does not change between
versions. An accountant refuses events that it does not know.
"""

from __future__ import annotations

from privacy_chains.ledger.budget import Budget
from privacy_chains.ledger.events import (
    CharacterDP,
    ChoiceDP,
    Chosen,
    Enciphered,
    Event,
    Kept,
    MetricDP,
    PostProcessed,
    Removed,
    Rewritten,
    Treatment,
    WordDP,
    treatment_of,
)
from privacy_chains.ledger.ledger import Ledger
from privacy_chains.ledger.numbers import Epsilon, exact_epsilon, exact_number, rounded_up

__all__ = [
    "Budget",
    "CharacterDP",
    "ChoiceDP",
    "Chosen",
    "Enciphered",
    "Epsilon",
    "Event",
    "Kept",
    "Ledger",
    "MetricDP",
    "PostProcessed",
    "Removed",
    "Rewritten",
    "Treatment",
    "WordDP",
    "exact_epsilon",
    "exact_number",
    "rounded_up",
    "treatment_of",
]
