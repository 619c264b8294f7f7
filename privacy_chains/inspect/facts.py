"""Facts about one surrogate: how it was made, what it keeps, what it tells, and how much of it is hidden."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction
from math import prod
from typing import Literal

from privacy_chains.contract.prompt import SpannedPrompt
from privacy_chains.desanitize import Issued
from privacy_chains.errors import FormatError
from privacy_chains.ledger import (
    CharacterDP,
    Enciphered,
    Event,
    Kept,
    Ledger,
    MetricDP,
    PostProcessed,
    Removed,
    Rewritten,
    WordDP,
)
from privacy_chains.methods.layers import LayeredPrompt
from privacy_chains.preempt.policy import Encipher, Policy
from privacy_chains.preempt.prompt import SanitizedPrompt

__all__ = ["Disclosure", "Facts", "Treated", "base_of", "bits_told"]

Treated = Literal["enciphered", "removed", "noisy", "kept"]
"""How what stands at a span came about.

By a cipher, one way, with noise or computed from numbers with noise, or not at all.
"""


@dataclass(frozen=True, slots=True)
class Disclosure:
    """What a surrogate says of its original. It holds no value.

    Attributes:
        treated: How it was made.
        keeps: What it shares with its original, or does not hide, in words.
        tells: What the guarantee means, in words.
        hidden_bits: Of an enciphered value: how many bits of it the cipher hides, rounded down; None where no
            format counts them.
    """

    treated: Treated
    keeps: str
    tells: str
    hidden_bits: Decimal | None = None


class Facts:
    """What a prompt's ledger, policy and pairs say of its surrogates.

    Args:
        prompt: The prompt.
    """

    def __init__(self, prompt: SpannedPrompt) -> None:
        base = base_of(prompt)
        self._policy: Policy | None = base.policy if base is not None else None
        self._numbers = _numbers(base.issued if base is not None else ())
        self._events: Mapping[str, Sequence[Event]] = _by_type(prompt.ledger)

    def __repr__(self) -> str:
        return f"Facts(types={sorted(self._events)})"

    def of(self, entity_type: str, original: str) -> Disclosure:
        """What is told of a value's surrogate.

        Args:
            entity_type: The value's type.
            original: The value.
        """
        treated = self._treated(entity_type, original)
        events = [event for event in self._events.get(entity_type, ()) if _treatment(event) == treated]
        keeps = "; ".join(dict.fromkeys(filter(None, map(_keeps, events))))
        tells = "; ".join(dict.fromkeys(filter(None, map(_tells, events))))
        hidden = self._hidden(entity_type, original) if treated == "enciphered" else None
        return Disclosure(treated, keeps, tells, hidden)

    def _treated(self, entity_type: str, original: str) -> Treated:
        ways = {_treatment(event) for event in self._events.get(entity_type, ())}
        if ways == {"enciphered", "noisy"}:  # what no format reads as a number is enciphered
            return "noisy" if (entity_type, original) in self._numbers else "enciphered"
        return ways.pop() if len(ways) == 1 else "enciphered"

    def _hidden(self, entity_type: str, original: str) -> Decimal | None:
        rule = self._policy.rules.get(entity_type) if self._policy is not None else None
        if not isinstance(rule, Encipher):
            return None
        try:
            members = prod(part.size for part in rule.format.split(original))
        except FormatError:
            return None
        with localcontext(prec=40, rounding=ROUND_FLOOR):
            return (Decimal(members).ln() / Decimal(2).ln()).quantize(Decimal("0.1"), rounding=ROUND_FLOOR)


def base_of(prompt: SpannedPrompt) -> SanitizedPrompt | None:
    """The prompt of the sanitizer, alone or under other methods; None where no sanitizer took part."""
    prompts = prompt.prompts if isinstance(prompt, LayeredPrompt) else (prompt,)
    return next((one for one in prompts if isinstance(one, SanitizedPrompt)), None)


def bits_told(epsilon: Fraction) -> Decimal:
    """An epsilon in bits, rounded up: by how many bits a release can shift the odds of two values one unit apart."""
    with localcontext(prec=40, rounding=ROUND_CEILING):
        bits = Decimal(epsilon.numerator) / Decimal(epsilon.denominator) / Decimal(2).ln()
        return bits.next_plus().quantize(Decimal("0.01"), rounding=ROUND_CEILING)


def _numbers(issued: Sequence[Issued]) -> frozenset[tuple[str, str]]:
    return frozenset((item.entity_type, item.original) for item in issued if item.released is not None)


def _by_type(ledger: Ledger) -> Mapping[str, Sequence[Event]]:
    found = defaultdict[str, list[Event]](list)
    for event in ledger:
        found[event.entity_type].append(event)
    return found


def _treatment(event: Event) -> Treated:
    if isinstance(event, Enciphered):
        return "enciphered"
    if isinstance(event, Removed):
        return "removed"
    return "kept" if isinstance(event, Kept) else "noisy"


def _keeps(event: Event) -> str:
    match event:
        case Enciphered():
            return event.keeps
        case Removed():
            return event.tells
        case MetricDP() | WordDP() | CharacterDP():
            return event.leaks
        case Rewritten():
            return event.tells
        case _:
            return ""


def _tells(event: Event) -> str:
    match event:
        case Enciphered():
            return event.claim
        case Removed():
            return f"{event.how}, one way: an answer is not read back"
        case MetricDP() | WordDP() | CharacterDP():
            return f"{event.tells} ({bits_told(event.epsilon_each)} bits)"
        case Rewritten():
            return f"another word that fits: {event.claim}"
        case PostProcessed() | Kept():
            return event.reason
