"""The codes of a text that may be somebody's id, recognised by their spelling, not by what they name."""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.lazy import lazily

__all__ = ["codes"]

_BEFORE = r"(?<![\w.,/+@&?%\-])"
_GROUP = r"(?=[A-Z0-9]{0,4}[0-9])[A-Z0-9]{1,5}"
_LAST = rf"(?:{_GROUP}(?:-[0-9A-Z]{{1,3}})?|[0-9]{{5,9}})"
_JOINED = lazily(
    rf"{_BEFORE}(?=[A-Za-z./\-]{{0,16}}[0-9])[A-Za-z0-9]{{1,32}}(?:[./\-][A-Za-z0-9]{{1,24}}){{0,6}}"
    r"(?![\w@%]|[./\-]\w)"
)
"""``SUP-20418``, ``ZK81QW``, ``8840.217.3``, ``SV/2025/0081-3``."""
_IN_GROUPS = lazily(
    rf"{_BEFORE}(?:(?P<letters>[A-Z]{{1,4}} )(?:{_GROUP} ){{0,6}}{_LAST}|(?:{_GROUP} ){{1,8}}{_LAST})"
    r"(?![\w@%]|[.,:/\-]\w)",
)
"""``6A 1907 3345 2 81``, ``GB 291 7740 63``, ``EJ 4410927``, ``VN 20 771-4``."""
_OTHERS = (
    lazily(r"[0-9]{1,2}(?P<by>[./\-])[0-9]{1,2}(?:(?P=by)[0-9]{1,4})?"),
    lazily(r"(?:19|20)[0-9]{2}[./\-][0-9]{1,4}(?:[./\-][0-9]{1,2})?"),
    lazily(r"v?[0-9]{1,3}(?:\.[0-9]{1,3})+|[0-9]{1,3}/[0-9]{1,3}"),
    lazily(r"[0-9]{1,9}(?:\.[0-9]{1,2})?|[0-9]{1,4}(?:\.[0-9]+)?[A-Za-z]{1,3}"),
    lazily(r"[0-9.]{1,7}-[0-9.]{1,7}[A-Za-z]{0,2}|[0-9]{1,7}(?:\.[0-9]+)?/[A-Za-z]{1,6}"),
)
"""Not codes: dates, versions and ratios, numbers with their units, ranges and rates (``17.25/h``)."""
_SHORTEST, _FEWEST_DIGITS, _DIGITS_OF_GROUPS, _DIGITS_BEHIND_LETTERS = 4, 2, 8, 6
_LONG, _MANY = 12, 6
_DIGITS, _LETTERS = lazily("[0-9]+"), lazily("[A-Za-z]+")


def codes(text: str) -> Iterator[tuple[int, int, int, tuple[str, ...]]]:
    """The possible ids: start, end, the end again, and the properties of the spelling."""
    for found in _JOINED.finditer(text):
        value = found[0]
        digits = sum(map(str.isdigit, value))
        if len(value) >= _SHORTEST and digits >= _FEWEST_DIGITS and not _is_other(value):
            yield (*found.span(), found.end(), _traits(value, digits))
    for found in _IN_GROUPS.finditer(text):
        digits = sum(map(str.isdigit, found[0]))
        if digits >= (_DIGITS_BEHIND_LETTERS if found["letters"] else _DIGITS_OF_GROUPS):
            yield (*found.span(), found.end(), ("groups", *_traits(found[0], digits)))


def _is_other(value: str) -> bool:
    """Whether it is a date, a version or a number: ``2024-09``, ``v3.11.2``, ``120/80``, ``10km``, ``10-12k``."""
    return any(shape.fullmatch(value) for shape in _OTHERS)


def _traits(value: str, digits: int) -> tuple[str, ...]:
    shape = _LETTERS.sub("A", _DIGITS.sub("9", value))[:_MANY]
    cases = {"none": value.lower() == value.upper(), "small": value.islower(), "capitals": value.isupper()}
    case = next((name for name, holds in cases.items() if holds), "mixed")
    size = "long" if len(value) > _LONG else "middle" if len(value) > _MANY else "short"
    return ("code", f"shape {shape}", f"case {case}", f"size {size}", f"code digits {min(digits, _LONG)}")
