"""Surrogates look random to whoever has no key: uniform over their domain, and independent of one another.

Seeds are fixed, so a test gives the same result every time; it fails where chance would give as extreme a table less
than once in ten thousand times.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise, permutations
from random import Random

import pytest
from scipy.stats import chi2_contingency, chisquare

from privacy_chains.detect import RegexDetector
from privacy_chains.formats import AlphabetFormat, Format, Part, RegexFormat, built_in_formats, encipher
from privacy_chains.formats._initials import ByInitial
from privacy_chains.formats.names import PersonFormat
from privacy_chains.hazmat.ciphers import DomainCipher
from privacy_chains.keys import Key
from privacy_chains.preempt.engine import Engine
from privacy_chains.preempt.policy import Encipher, Policy, Scope

SIGNIFICANT = 1e-4
KEYS = 1200
BINS = 24
CELLS = 8
EMPLOYEE = RegexFormat(r"[A-Z]{2}\d{6}[A-D]")
SEAT = RegexFormat(r"[A-F]\d")
UNSEEN = RegexDetector("NOTHING", r"(?!)")
POLICY = Policy.default()


def engines(seed: int, count: int = KEYS) -> list[Engine]:
    """As many users, each with a key."""
    random = Random(seed)
    return [Engine(Key.from_bytes(random.randbytes(32)), POLICY, UNSEEN) for _ in range(count)]


def surrogate(
    engine: Engine, fmt: Format, value: str, *, kind: str = "ID", session: str = "", scope: Scope = "user"
) -> str:
    return engine.encipher(kind, Encipher(fmt, scope), value, session)[0]


def bin_of(part: Part, bins: int) -> int:
    """Which of ``bins`` stretches of the domain, as equal as can be, a part lies in."""
    return part.rank * bins // part.size


def widths(size: int, bins: int) -> list[int]:
    """How many ranks lie in each stretch."""
    edges = [-(-number * size // bins) for number in range(bins + 1)]
    return [last - first for first, last in pairwise(edges)]


def is_uniform(parts: Sequence[Part], like: Sequence[int] = ()) -> float:
    """How likely a table at least as uneven is, if ranks are uniform over their domain, or over what is ``like`` it."""
    size = parts[0].size
    bins = min(BINS, size)
    counts = Counter(bin_of(part, bins) for part in parts)
    if like:
        drawn = Counter(rank * bins // size for rank in like)
        held = [number for number in range(bins) if drawn[number] or counts[number]]
        return float(chi2_contingency([[table[number] for number in held] for table in (counts, drawn)]).pvalue)
    expected = [width * len(parts) / size for width in widths(size, bins)]
    return float(chisquare([counts[number] for number in range(bins)], expected).pvalue)


def of_its_kind(fmt: Format, value: str) -> list[int]:
    """Ranks drawn among the members of a code's domain that begin with a zero only if it does."""
    (part,), write = fmt.read(value)
    random, digits = Random(7), value.replace("-", "").replace(" ", "")
    drawn = (random.randrange(part.size) for _ in range(50_000))
    return [rank for rank in drawn if (write([rank])[0] == "0") == (digits[0] == "0")] if digits.isdecimal() else []


def are_independent(pairs: Sequence[tuple[str, str]], fmt: Format) -> float:
    """How likely a table at least as uneven is, if the two surrogates of each pair are independent."""
    table = [[0] * CELLS for _ in range(CELLS)]
    for first, second in pairs:
        table[bin_of(fmt.split(first)[0], CELLS)][bin_of(fmt.split(second)[0], CELLS)] += 1
    return float(chi2_contingency(table).pvalue)


@pytest.mark.parametrize(
    ("kind", "value", "keys"),
    [
        ("US_SSN", "123-45-6788", KEYS),
        ("CREDIT_CARD", "4111 1111 1111 1111", KEYS),
        ("CREDIT_CARD", "4111 1111 1111 1112", KEYS),
        ("IBAN_CODE", "DE89370400440532013000", KEYS),
        ("PHONE_NUMBER", "(212) 555-0123", KEYS),
        ("EMAIL_ADDRESS", "maria.lopez@acme-corp.com", KEYS),
        ("IP_ADDRESS", "8.8.8.8", KEYS),
        ("IP_ADDRESS", "2600:1f18:2551:8900::1", KEYS),
        ("UUID", "123e4567-e89b-42d3-a456-426614174000", KEYS),
        ("US_BANK_NUMBER", "1234", 400),
        ("PERSON", "Maria Lopez", KEYS),
        ("PERSON", "Kaiser Soze", 150),
        ("ORDER_ID", "ORD-204417", KEYS),
        ("PL_PESEL", "44051401359", KEYS),
        ("WEEKDAY", "Tuesday", KEYS),
    ],
)
def test_the_surrogates_of_a_value_are_uniform_over_its_domain(kind: str, value: str, keys: int) -> None:
    fmt = built_in_formats()[kind]
    found = [fmt.split(surrogate(engine, fmt, value, kind=kind)) for engine in engines(seed=len(value), count=keys)]
    for place, part in enumerate(fmt.split(value)):
        column = [parts[place] for parts in found]
        assert {(one.domain, one.size) for one in column} == {(part.domain, part.size)}
        if part.steps is not None:  # tested by themselves below
            continue
        assert is_uniform(column, of_its_kind(fmt, value) if len(found[0]) == 1 else ()) > SIGNIFICANT


def test_a_common_given_name_gets_every_initial_and_every_name_of_one_alike() -> None:
    fmt, starts = PersonFormat(), Counter[int]()
    (part,), _ = fmt.read("Anna")
    assert isinstance(part.steps, ByInitial)
    edges = [0, *accumulate(part.steps.sizes)]
    places = Counter[int]()
    for number in range(2 * KEYS):
        (image,) = fmt.split(encipher(fmt, "Anna", DomainCipher(number.to_bytes(32, "big"))))
        letter = bisect_right(edges, image.rank) - 1
        starts[letter] += 1
        places[(image.rank - edges[letter]) * CELLS // part.steps.sizes[letter]] += 1
    expected = [
        sum(
            count * widths(part.steps.sizes[letter], CELLS)[cell] / part.steps.sizes[letter]
            for letter, count in starts.items()
        )
        for cell in range(CELLS)
    ]
    assert chisquare([starts[letter] for letter in range(len(part.steps.sizes))]).pvalue > SIGNIFICANT
    assert chisquare([places[cell] for cell in range(CELLS)], expected).pvalue > SIGNIFICANT


def test_every_permutation_of_a_small_domain_is_as_likely() -> None:
    fmt, members = AlphabetFormat("PAIR", "AB"), ("AA", "AB", "BA", "BB")
    orders = [tuple(surrogate(engine, fmt, member) for member in members) for engine in engines(seed=1, count=2400)]
    counts = Counter(orders)
    assert set(counts) <= set(permutations(members))
    assert chisquare([counts[order] for order in permutations(members)]).pvalue > SIGNIFICANT


PAIRS: dict[str, Callable[[Engine, Engine, Format, str, str], tuple[str, str]]] = {
    "types": lambda one, _, fmt, value, __: (
        surrogate(one, fmt, value, kind="EMPLOYEE"),
        surrogate(one, fmt, value, kind="CUSTOMER"),
    ),
    "users": lambda one, two, fmt, value, _: (surrogate(one, fmt, value), surrogate(two, fmt, value)),
    "sessions": lambda one, _, fmt, value, __: (
        surrogate(one, fmt, value, session="monday", scope="session"),
        surrogate(one, fmt, value, session="tuesday", scope="session"),
    ),
    "scopes": lambda one, _, fmt, value, __: (
        surrogate(one, fmt, value, session="monday"),
        surrogate(one, fmt, value, session="monday", scope="session"),
    ),
    "values": lambda one, _, fmt, value, other: (surrogate(one, fmt, value), surrogate(one, fmt, other)),
}
"""What tells two surrogates apart: the same value of two types, users, sessions or scopes; and two neighbours."""


@pytest.mark.parametrize("between", PAIRS)
@pytest.mark.parametrize(
    ("fmt", "value", "other"), [(EMPLOYEE, "QX204417B", "QX204417C"), (SEAT, "C4", "C5")], ids=["large", "small"]
)
def test_surrogates_are_independent_across(between: str, fmt: Format, value: str, other: str) -> None:
    users, more = engines(seed=2), engines(seed=3)
    pairs = [PAIRS[between](one, two, fmt, value, other) for one, two in zip(users, more, strict=True)]
    assert are_independent(pairs, fmt) > SIGNIFICANT
    assert is_uniform([fmt.split(second)[0] for _, second in pairs]) > SIGNIFICANT


def test_the_test_of_independence_sees_a_dependence() -> None:
    found = [surrogate(engine, SEAT, "C4") for engine in engines(seed=4, count=300)]
    assert are_independent([(one, one) for one in found], SEAT) < SIGNIFICANT


def test_the_test_of_uniformity_sees_a_preference() -> None:
    found = [surrogate(engine, SEAT, "C4") for engine in engines(seed=5, count=300)]
    leaning = [min(one, "C9") for one in found]
    assert is_uniform([SEAT.split(one)[0] for one in leaning]) < SIGNIFICANT


def test_a_user_has_one_surrogate_in_all_sessions_unless_the_scope_is_the_session() -> None:
    (engine,) = engines(seed=6, count=1)
    sessions = ("monday", "tuesday", "")
    assert len({surrogate(engine, EMPLOYEE, "QX204417B", session=name) for name in sessions}) == 1
    assert len({surrogate(engine, EMPLOYEE, "QX204417B", session=name, scope="session") for name in sessions}) == 3
