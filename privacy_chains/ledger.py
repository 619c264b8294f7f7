"""The ledger: what a release reveals, as frozen events, and the accountant that checks them against a budget.

Events hold entity types, counts and parameters; never a value or a text. Their meaning does not change between
versions. An accountant refuses events that it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction
from html import escape
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from privacy_chains.errors import BudgetExceeded, PolicyError

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = [
    "Budget",
    "CharacterDP",
    "Enciphered",
    "Epsilon",
    "Event",
    "Kept",
    "Ledger",
    "MetricDP",
    "PostProcessed",
    "WordDP",
    "exact_epsilon",
    "exact_number",
    "rounded_up",
]

Epsilon: TypeAlias = Fraction | float
"""An exact epsilon, or ``math.inf``."""


@dataclass(frozen=True, slots=True)
class Enciphered:
    """Values replaced by a cipher: computational, so no epsilon is spent.

    Attributes:
        entity_type: Its name.
        count: How many values.
        keeps: What a surrogate shares with its original: the declared leakage.
        claim: What the cipher promises, in words.
    """

    entity_type: str
    count: int
    keeps: str
    claim: str = "unreadable without the key; equal values have equal surrogates"

    @property
    def epsilon(self) -> Epsilon:
        """Nothing is spent."""
        return Fraction(0)

    def explain(self) -> str:
        """The event in plain words."""
        return f"{self.entity_type} x{self.count}: enciphered, {self.claim}; kept: {self.keeps or 'nothing'}"


@dataclass(frozen=True, slots=True)
class MetricDP:
    """Numbers released with noise.

    Attributes:
        entity_type: Its name.
        epsilon_each: What each number spent, at ``unit``.
        unit: The distance at which epsilon is stated; a ratio less one where ``relative``.
        count: How many numbers.
        leaks: What the release does not hide, in words.
        unit_name: What the unit counts: ``"years"``, ``"currency units"``.
        relative: Whether distances are ratios.
    """

    entity_type: str
    epsilon_each: Fraction
    unit: Fraction
    count: int
    leaks: str
    unit_name: str = ""
    relative: bool = False

    @property
    def epsilon(self) -> Epsilon:
        """What all of them spent together: epsilons add up."""
        return self.epsilon_each * self.count

    def explain(self) -> str:
        """The event in plain words; numbers are rounded up."""
        each = f"noisy at epsilon {rounded_up(self.epsilon_each)} each"
        return f"{self.entity_type} x{self.count}: {self.tells}; {each}; not hidden: {self.leaks or 'nothing'}"

    @property
    def tells(self) -> str:
        """What the guarantee means for two values."""
        near = f"{rounded_up(self.unit * 100)} %" if self.relative else f"{rounded_up(self.unit)} {self.unit_name}"
        return f"two values closer than {near.rstrip()} are hard to tell apart: factor <= {_factor(self.epsilon_each)}"


@dataclass(frozen=True, slots=True)
class WordDP:
    """Words released by a mechanism of metric privacy.

    Their epsilon is in the mechanism's own unit and in no sum of others: a level of a tree and a step of a vector
    space have nothing to do with each other.

    Attributes:
        entity_type: ``"WORD"``.
        epsilon_each: What each word spent, for two words at a distance of one unit.
        unit_name: What the distance counts: ``"levels of the word tree"``.
        count: How many words, those of a repeated release once.
        leaks: What the release does not hide, in words.
        far: A distance that the explanation takes as its second example.
        exact: Whether the draw is exact; otherwise it used floating point.
    """

    entity_type: str
    epsilon_each: Fraction
    unit_name: str
    count: int
    leaks: str
    far: int = 8
    exact: bool = True

    @property
    def epsilon(self) -> Epsilon:
        """What all of them spent, in the mechanism's unit."""
        return self.epsilon_each * self.count

    def explain(self) -> str:
        """The event in plain words; numbers are rounded up."""
        each = f"noisy at epsilon {rounded_up(self.epsilon_each)} each, in {self.unit_name}"
        rounding = "" if self.exact else "; drawn in floating point"
        return f"{self.entity_type} x{self.count}: {self.tells}; {each}{rounding}; not hidden: {self.leaks}"

    @property
    def tells(self) -> str:
        """What the guarantee means, as odds."""
        near, far = _factor(self.epsilon_each), _factor(self.far * self.epsilon_each)
        return (
            f"seeing the release changes the odds of two words at distance 1 by a factor <= {near}, "
            f"at distance {self.far} by <= {far}"
        )


@dataclass(frozen=True, slots=True)
class CharacterDP:
    """Characters released by randomized response. Their epsilon is of a unit of its own and in no sum of others.

    Attributes:
        entity_type: What they are part of: ``"TEXT"``.
        epsilon_each: What each character spent.
        count: How many characters, those of a repeated release once.
        leaks: What the release does not hide, in words.
    """

    entity_type: str
    epsilon_each: Fraction
    count: int
    leaks: str

    @property
    def unit_name(self) -> str:
        """What the epsilon is per."""
        return "characters"

    @property
    def epsilon(self) -> Epsilon:
        """What all of them spent, in characters' epsilon: two texts that differ in every one of them."""
        return self.epsilon_each * self.count

    def explain(self) -> str:
        """The event in plain words; numbers are rounded up."""
        each = f"noisy at epsilon {rounded_up(self.epsilon_each)} per character"
        return f"{self.entity_type} x{self.count}: {self.tells}; {each}; not hidden: {self.leaks or 'nothing'}"

    @property
    def tells(self) -> str:
        """What the guarantee means for two characters, and for two words."""
        return (
            f"two characters of one class are hard to tell apart: factor <= {_factor(self.epsilon_each)}; "
            f"two words of six letters: factor <= {_factor(6 * self.epsilon_each)}"
        )


@dataclass(frozen=True, slots=True)
class PostProcessed:
    """Values computed from released ones, or released before: free.

    Attributes:
        entity_type: Its name.
        count: How many values.
        reason: Why they cost nothing.
    """

    entity_type: str
    count: int
    reason: str

    @property
    def epsilon(self) -> Epsilon:
        """Post-processing spends nothing."""
        return Fraction(0)

    def explain(self) -> str:
        """The event in plain words."""
        return f"{self.entity_type} x{self.count}: free, {self.reason}"


@dataclass(frozen=True, slots=True)
class Kept:
    """Values that left in clear: not private at all.

    Attributes:
        entity_type: Its name.
        count: How many values.
        reason: Which rule kept them.
    """

    entity_type: str
    count: int
    reason: str = "the policy keeps it"

    @property
    def epsilon(self) -> Epsilon:
        """There is no bound."""
        return inf

    def explain(self) -> str:
        """The event in plain words."""
        return f"{self.entity_type} x{self.count}: in clear, {self.reason}; epsilon is infinite"


Event: TypeAlias = Enciphered | MetricDP | WordDP | CharacterDP | PostProcessed | Kept

_Apart: TypeAlias = WordDP | CharacterDP
"""Events whose epsilon is in a unit of their own, and in no sum of others."""

_KINDS: Mapping[type[object], Callable[[object], tuple[object, ...]]] = {
    kind: attrgetter(*(item.name for item in fields(kind) if item.name != "count"))
    for kind in (Enciphered, MetricDP, WordDP, CharacterDP, PostProcessed, Kept)
}
"""Everything about an event but its count."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Events in order. Ledgers compose with ``+``.

    Epsilon is the sum over the events, each stated at its own unit. The coins come from a PRF: read every epsilon
    as computational.
    """

    events: tuple[Event, ...] = ()

    @property
    def epsilon(self) -> Epsilon:
        """What was spent in all, but for words and characters; infinite if something was kept in clear."""
        return sum((event.epsilon for event in self.events if not isinstance(event, _Apart)), Fraction(0))

    def spent_in(self, unit_name: str) -> Fraction:
        """What words or characters spent in a mechanism's own unit."""
        apart = (event for event in self.events if isinstance(event, _Apart) and event.unit_name == unit_name)
        return sum((event.epsilon_each * event.count for event in apart), Fraction(0))

    @property
    def characters(self) -> Fraction:
        """What characters spent, in a unit of their own."""
        return self.spent_in("characters")

    @property
    def spent(self) -> Fraction:
        """What the noisy releases spent, without what the policy keeps in clear."""
        return sum((Fraction(event.epsilon) for event in self.events if isinstance(event, MetricDP)), Fraction(0))

    def compose(self, other: Ledger) -> Ledger:
        """The events of both ledgers; events that differ only in their count are merged."""
        return Ledger.of((*self.events, *other.events))

    __add__ = compose

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    @classmethod
    def of(cls, events: Iterable[object]) -> Ledger:
        """A ledger of events, those that differ only in their count merged.

        Raises:
            PolicyError: An event is of an unknown kind.
        """
        merged: dict[tuple[object, ...], Event] = {}
        for event in events:
            if not isinstance(event, Event):
                msg = f"the ledger does not know events of class {type(event).__name__}"
                raise PolicyError(msg)
            kind = type(event), _KINDS[type(event)](event)
            kinds = len(merged)
            known = merged.setdefault(kind, event)
            if len(merged) == kinds:
                merged[kind] = replace(known, count=known.count + event.count)
        return cls(tuple(merged.values()))

    def explain(self) -> str:
        """The ledger in plain words, one event a line, and the sum."""
        return "\n".join([*(event.explain() for event in self.events), self._sum()])

    def _sum(self) -> str:
        kept = sum(event.count for event in self.events if isinstance(event, Kept))
        clear = f"; {kept} in clear" if kept else ""
        units = dict.fromkeys(event.unit_name for event in self.events if isinstance(event, _Apart))
        apart = "".join(f"; apart, in {unit}: {rounded_up(self.spent_in(unit))}" for unit in units)
        return f"epsilon spent: {rounded_up(self.spent)} (computational: the coins come from a keyed PRF){apart}{clear}"

    def as_dict(self) -> dict[str, object]:
        """The ledger as JSON-ready data; fractions are strings, exact."""
        events = [{"kind": type(event).__name__, **_plain(asdict(event))} for event in self.events]
        return {"epsilon": str(self.epsilon), "spent": str(self.spent), "events": events}

    def __rich__(self) -> RenderableType:
        from rich.console import Group  # noqa: PLC0415  (a tenth of a second to load, and only terminals need it)
        from rich.table import Table  # noqa: PLC0415

        table = Table("type", "count", "treatment", "epsilon", "what it tells", title="privacy ledger")
        for event in self.events:
            table.add_row(*_cells(event))
        return Group(table, self._sum())

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("type", "count", "treatment", "epsilon", "what it tells"))
        rows = ("".join(f"<td>{escape(cell)}</td>" for cell in _cells(event)) for event in self.events)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{escape(self._sum())}</p>"


def _cells(event: Event) -> tuple[str, str, str, str, str]:
    treatment, _, rest = event.explain().partition(": ")[2].partition(", ")
    if isinstance(event, MetricDP | WordDP | CharacterDP):
        treatment, rest = "noisy", f"{event.tells}; not hidden: {event.leaks or 'nothing'}"
    epsilon = "in clear" if isinstance(event, Kept) else rounded_up(event.epsilon)
    return (event.entity_type, str(event.count), treatment, epsilon, rest)


def _plain(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: str(value) if isinstance(value, Fraction) else value for name, value in fields.items()}


@dataclass(frozen=True, slots=True)
class Budget:
    """The most epsilon that may be spent; None sets no limit.

    Attributes:
        message: In one message.
        session: In one session, all its messages together.
        user: By one user, all sessions together.
        unit_name: The unit of the words or characters that are counted (see ``WordDP``); empty: numbers.
    """

    message: Fraction | None = None
    session: Fraction | None = None
    user: Fraction | None = None
    unit_name: str = ""

    def __post_init__(self) -> None:
        for name in ("message", "session", "user"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, exact_epsilon(value))

    def check(self, message: Ledger, *, session: Ledger | None = None, user: Ledger | None = None) -> None:
        """Refuse a release that would spend too much; call it before anything is sent.

        Args:
            message: What is about to be released.
            session: What the session released before.
            user: What the user released before in other sessions.

        Raises:
            BudgetExceeded: The budget is exceeded; the message names it, what is left, and how much was needed for
                what.
        """
        now, earlier, others = (self._spent(ledger) for ledger in (message, session, user))
        for name, limit, before in (
            ("message", self.message, Fraction(0)),
            ("session", self.session, earlier),
            ("user", self.user, earlier + others),
        ):
            if limit is not None and now and before + now > limit:
                raise BudgetExceeded(_exceeded(name, limit, before, message, self.unit_name))

    def _spent(self, ledger: Ledger | None) -> Fraction:
        if ledger is None:
            return Fraction(0)
        return ledger.spent_in(self.unit_name) if self.unit_name else ledger.spent


def _exceeded(name: str, limit: Fraction, before: Fraction, message: Ledger, unit_name: str) -> str:
    needs = ", ".join(
        f"{event.entity_type} x{event.count} needs {rounded_up(event.epsilon)}"
        for event in message.events
        if isinstance(event, (WordDP, CharacterDP) if unit_name else MetricDP)
    )
    left = max(limit - before, Fraction(0))
    return (
        f"the {name} budget is epsilon {rounded_up(limit)}, of which {left} is left; {needs}. Nothing was released. "
        "Raise the budget, lower the epsilon of a message, or start a new session"
    )


_LEAST_EPSILON, _MOST_EPSILON = Fraction(1, 10**9), Fraction(10**9)
_MOST_DIGITS = 1000


def exact_epsilon(value: Fraction | float | str) -> Fraction:
    """An epsilon as it is written: the float 0.1 is one tenth.

    Raises:
        PolicyError: It is not a number from a billionth to a billion.
    """
    try:
        epsilon = exact_number(str(value))
    except (ValueError, ArithmeticError):
        epsilon = Fraction(0)
    if not _LEAST_EPSILON <= epsilon <= _MOST_EPSILON:
        msg = "an epsilon is a positive, finite number, such as 0.5 or 1/3: from 1e-9, which is all noise, to 1e9"
        raise PolicyError(msg)
    return epsilon


def exact_number(text: str) -> Fraction:
    """A number as it is written: ``0.1``, ``1e-3`` or ``1/3``.

    Raises:
        ValueError: It is not a number, or has so many digits that calculating would take too long.
        ArithmeticError: It is no number.
    """
    if "/" in text:
        return Fraction(text)
    number = Decimal(text)
    if abs(number.adjusted()) > _MOST_DIGITS:
        msg = "a number of too many digits"
        raise ValueError(msg)
    return Fraction(number)


def rounded_up(number: Epsilon, digits: int = 4) -> str:
    """A number for people, rounded up to ``digits`` significant digits, so that no epsilon looks smaller than it is."""
    if isinstance(number, float):
        return "infinite" if number == inf else rounded_up(Fraction(str(number)), digits)
    with localcontext(prec=digits, rounding=ROUND_CEILING):
        decimal = Decimal(number.numerator) / Decimal(number.denominator) if number.denominator > 1 else None
    text = f"{number.numerator:,}" if decimal is None else f"{decimal:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _factor(epsilon: Fraction) -> str:
    """``exp(epsilon)``, rounded up."""
    with localcontext(prec=30, rounding=ROUND_CEILING):
        factor = (Decimal(epsilon.numerator) / Decimal(epsilon.denominator)).exp().next_plus()
        return f"{factor.quantize(Decimal('0.01')):,}" if factor < 10**6 else "more than a million"
