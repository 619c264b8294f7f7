"""JSON-like values: every string is an answer of its own, and a number keeps its type."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from privacy_chains.desanitize.engine.index import SurrogateIndex
from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.address_atoms import names_a_part
from privacy_chains.desanitize.spellings.codes import DigitCodes, compact
from privacy_chains.desanitize.spellings.field_names import labels_of, names_no_value, names_of
from privacy_chains.desanitize.spellings.number_context import key_words
from privacy_chains.desanitize.spellings.numerals import NumeralReading, mantissa

__all__ = ["as_integers", "longest_part", "true_code", "true_number", "true_part", "walk", "write_json_number"]

_NO_WORDS: Final[frozenset[str]] = frozenset()
_MARGIN: Final = 8
"""How many blanks may stand around the part of an address in a field."""


def walk(value: Any, read: Callable[[str], str], index: SurrogateIndex, words: frozenset[str] = _NO_WORDS) -> Any:
    """``value`` with strings read by ``read`` and released numbers replaced; other objects are returned as they are."""
    if isinstance(value, str):
        part = true_part(index, value, words)
        return read(value) if part is None else part
    if isinstance(value, dict):
        return {
            walk(key, read, index): walk(item, read, index, key_words(key) if isinstance(key, str) else _NO_WORDS)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [walk(item, read, index, words) for item in value]
    if isinstance(value, tuple):
        items = [walk(item, read, index, words) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return _number(value, index, words)
    return value


def _number(value: float | Decimal, index: SurrogateIndex, words: frozenset[str]) -> float | Decimal:
    if not math.isfinite(value):
        return value
    code = true_code(index, str(value), words) if isinstance(value, int) else None
    true = true_number(index, Fraction(str(value)), words) if code is None else Fraction(code)
    if true is None:
        return value
    if isinstance(value, Decimal):
        return Decimal(true.numerator) / Decimal(true.denominator)
    return int(true) if isinstance(value, int) and true.denominator == 1 else float(true)


def true_number(index: SurrogateIndex, value: Fraction, words: frozenset[str]) -> Fraction | None:
    """The true number for a number under a key of these words; None where it is not clear.

    A minus that the model put before a number stays, as it does in a text.
    """
    known = index.numbers.by_value.by_value.get(abs(value), ())
    candidates = [n for n in known if n.released == value] or [
        n for n in known if value < 0 < n.released and n.true > 0
    ]
    named = {n.true if n.released == value else -n.true for n in candidates if words & names_of(n)}
    named = named or {n.true if n.released == value else -n.true for n in candidates if words & labels_of(n)}
    if named:
        return named.pop() if len(named) == 1 else None
    if index.numbers.by_value.guarded and names_no_value(words):
        return None
    true = {n.true if n.released == value else -n.true for n in candidates}
    return true.pop() if len(true) == 1 and _telling(value) else None


def true_code(index: SurrogateIndex, figures: str, words: frozenset[str]) -> str | None:
    """The digits of the code behind an integer under a key of these words.

    None where it is no code, where it has several originals or one that is no integer, and where the key does not
    name a short one.
    """
    part = true_part(index, figures, words)
    if part is not None:
        return part if part.isdecimal() and (not part.startswith("0") or part == "0") else None
    short, codes = index.codes.short, list(index.codes.integers.get(figures, ()))
    codes += [(entry, original) for entry, _, original in index.codes.digits.codes.get(figures, ())]
    originals = {compact(original) for at, original in codes if at not in short or short[at].names & words}
    original = originals.pop() if len(originals) == 1 else ""
    return original if original.isdecimal() and not original.startswith("0") else None


def true_part(index: SurrogateIndex, text: str, words: frozenset[str]) -> str | None:
    """The original part of an address, where a field of these words holds just a part; None where it may be several."""
    originals = index.addresses.parts.get(text.strip().lower(), {}) if names_a_part(words) else {}
    if len(originals) != 1:
        return None
    original = next(iter(originals.values()))
    bare = text.strip()
    cased = original.upper() if bare.isupper() else original.lower() if bare.islower() else original
    return text.replace(bare, cased)


def longest_part(index: SurrogateIndex, words: frozenset[str]) -> int:
    """How long a part of an address may be in a field of these words; 0 where it holds none."""
    return (
        max(map(len, index.addresses.parts), default=0) + _MARGIN
        if names_a_part(words) and index.addresses.parts
        else 0
    )


def as_integers(issued: Iterable[Issued]) -> dict[float, float]:
    """The surrogate of each original that is an integer; the first of several."""
    turned = [(entry, item.reversed()) for entry, item in enumerate(issued) if item.reading in ("code", "exact")]
    codes = DigitCodes.of([(entry, item) for entry, item in turned if item.reading == "code"]).codes
    known = {digits: compact(pairs[0][2]) for digits, pairs in codes.items()}
    for _, item in turned:
        if item.surrogate.isdecimal():
            known.setdefault(item.surrogate, compact(item.original))
    pairs = ((original, code) for original, code in known.items() if original.isdecimal() and code.isdecimal())
    return {int(original): int(code) for original, code in pairs if not original.startswith("0")}


def _telling(value: Fraction) -> bool:
    digits = (
        str(abs(value.numerator)) if value.denominator == 1 else str(abs(Decimal(value.numerator) / value.denominator))
    )
    significant = len(mantissa(digits))
    return significant >= 4 or (significant == 3 and len(digits) >= 6)


def write_json_number(token: str, true: Fraction) -> str | None:
    """``true`` as a JSON number in the spelling of ``token``: an integer stays one, decimals keep their count."""
    decimals = len(token.partition(".")[2]) if "e" not in token.lower() else 0
    written = NumeralReading(abs(true), "", ".", decimals).spell(abs(true))
    return None if written is None else ("-" if true < 0 else "") + written
