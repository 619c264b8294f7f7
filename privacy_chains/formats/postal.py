"""Postal codes."""

from __future__ import annotations

from privacy_chains.errors import FormatError
from privacy_chains.formats._patterns import compile_own_pattern, compile_pattern
from privacy_chains.formats.base import FirstOf, Format, Part, Write
from privacy_chains.formats.codes import Code, PatternCode, ranker_for

__all__ = ["ZipFormat", "postal_codes", "us_zip_code"]

_UNUSED = (
    "000-004 099 213 269 343 345 348 353 419 428-429 517-519 529 533 536 552 568 578-579 589 621 632 642-643 659 663 "
    "682 694-699 702 709 715 732 742 771 817-819 839 848-849 854 858 861-862 866-869 876 886-888 892 896 899 909 929 "
    "987"
)
"""Three-digit prefixes that no post office uses (USPS, Labeling List L002), frozen: a change makes old surrogates
unreadable."""


def _prefixes() -> str:
    unused: set[str] = set()
    for item in _UNUSED.split():
        first, _, last = item.partition("-")
        unused |= {f"{number:03}" for number in range(int(first), int(last or first) + 1)}
    return "|".join(prefix for prefix in (f"{number:03}" for number in range(1000)) if prefix not in unused)


_IN_USE = rf"(?:{_prefixes()})\d\d"


class ZipFormat(Code):
    """US ZIP codes, with or without the four digits of ZIP+4.

    The five digits are one part and the four another, so a ZIP code has the same surrogate everywhere.

    Args:
        pattern: The five-digit codes that map onto themselves.
        name: Names their domain.
    """

    keeps = "whether the three-digit prefix is in use, whether the four further digits are given"

    def __init__(self, name: str = "US_ZIP_CODE", pattern: str = _IN_USE) -> None:
        self.name = name
        self.pattern = pattern
        self._compiled = compile_own_pattern if pattern == _IN_USE else compile_pattern

    def take_apart(self, code: str) -> tuple[tuple[Part, ...], Write]:
        if len(code) not in (5, 9) or not code.isdigit():
            msg = "a ZIP code has five or nine digits"
            raise FormatError(msg)
        ranker = ranker_for(self.pattern, code[:5], self._compiled)
        zip5 = Part(self.name, ranker.size, ranker.rank(code[:5]))
        if len(code) == 5:
            return (zip5,), lambda ranks: ranker.unrank(ranks[0])
        plus4 = Part("US_ZIP_CODE/plus4", 10_000, int(code[5:]))
        return (zip5, plus4), lambda ranks: f"{ranker.unrank(ranks[0])}{ranks[1]:04}"


def us_zip_code() -> FirstOf:
    """ZIP codes with a prefix in use, and other ZIP codes."""
    return FirstOf(ZipFormat(), ZipFormat("US_ZIP_CODE/unused", r"\d{5}"))


_UK_AREAS = (
    "AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX "
    "FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N "
    "NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF "
    "TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE"
)
"""The postcode areas of Royal Mail."""

_UK_INWARD = r"\d[ABD-HJLNP-UW-Z]{2}"
_PATTERNS = {
    "UK_POSTCODE": (
        rf"(?:[A-PR-UWYZ]\d[ABCDEFGHJKPSTUW]?|[A-PR-UWYZ]\d\d|[A-PR-UWYZ][A-HK-Y]\d[ABEHMNPRVWXY]?"
        rf"|[A-PR-UWYZ][A-HK-Y]\d\d){_UK_INWARD}"
    ),
    "CA_POSTAL_CODE": r"[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d",
    "DE_PLZ": r"0[1-9]\d{3}|[1-9]\d{4}",
    "FR_POSTAL_CODE": r"(?:0[1-9]|[1-8]\d|9[0-578])\d{3}",
    "NL_POSTCODE": r"[1-9]\d{3}[A-Z]{2}",
    "IN_PINCODE": r"[1-8]\d{5}",
    "AU_POSTCODE": r"0[2-9]\d\d|[1-9]\d{3}",
    "BR_CEP": r"\d{8}",
}


def postal_codes() -> dict[str, Format]:
    """Postal codes of other countries, by entity type."""
    codes: dict[str, Format] = {
        name: PatternCode(name, pattern, keeps="validity") for name, pattern in _PATTERNS.items()
    }
    outward = rf"(?:{_UK_AREAS.replace(' ', '|')})[1-9]\d?[ABCDEFGHJKPSTUVWXY]?"
    british = PatternCode("UK_POSTCODE/area", outward + _UK_INWARD, keeps="whether its area exists")
    return codes | {"UK_POSTCODE": FirstOf(british, codes["UK_POSTCODE"])}
