"""Amounts that words announce, in all languages of the lexicon: "earns 500,000 per year", ``salary: -54,12``.

A number without a currency is money only where words say so, and what follows it is no noun that it counts. Right
behind the word, with nothing that links them, it takes three digits, a grouping or decimals, so that no year is one.
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.marks import BOLD, MARKED
from privacy_chains.detect.patterns.numerals import AFTER, AMOUNT, MAGNITUDE, NUMBER_WORDS
from privacy_chains.detect.patterns.openings import Opening
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.detect.rules.tables import shape
from privacy_chains.language import currencies
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["CLOSE", "CLOSE_ABROAD", "OPENINGS", "SUM_WORDS", "find_sums"]

_GAP = r"[\s_\-]{1,3}"
_WHICH = r"(?:{which_sum}[\s_\-]?)?"
_SUM = rf"(?:{{sum_word:en}}|{{sum_before_colon:en}}(?=[\"']?(?:{BOLD})?\s?[:|]))"
_CODES = "|".join(map(str.lower, currencies.codes()))
_OF_WHAT = (
    rf"(?:[\s_\-]?(?:\(?(?:in\s)?(?:{_CODES}|[\u20ac\u00a3\u00a5$])\)?|(?:19|20)[0-9]{{2}}|{{behind_sum_word}})){{0,2}}"
)
_WITH_CENTS = r"(?=[^0-9\n]{1,8}[0-9][0-9.,]*(?:[.,][0-9]{2}(?![0-9])|(?<=[0-9]),\s?[\"']currency))"
_ATTRIBUTES = r"(?:\s[a-z][\w:.\-]{0,15}=[\"'][^\"'<>\n]{0,24}[\"']){1,3}\s?>\s?"
_FIELD = rf"(?:{{amount_field}}|{{booking_field}}{_WITH_CENTS})(?:[\"']?\s?[:=]\s?[\"']?|>|{_ATTRIBUTES})"
_WITHIN = shape("sums_within")
"""An amount in JSON that has its currency beside it: ``"salary": {"value": 2150, "currency": "OMR"}``."""
_LINKED = rf"|{MARKED}|\s?[\"']|\s{{0,2}}[._\u2026]{{2,60}})"
_LINK = r"(?:\s+{sum_link:en}" + _LINKED
_SOFT = r"(?:\s+{sum_soft:en}){0,3}\s+"
_EACH = r"\s?(?:/|{per}|p[\s/])\s?{period|short_period}\b"
_PERIOD = rf"(?:{_EACH}|\s{{regularly}}(?!\w))"
_PUNCTUATED = (
    r"(?!\s?(?:%|{percent}|bps))"
    r"(?=\s*(?:[;!?)+\]}\"'|]|\*\*|,(?![0-9])|\.(?![0-9])|$|\n)|<|[^\S\n]{2}"
)
"""Behind two blanks the next column begins."""
CLOSE = rf"{_PUNCTUATED}|\s+{{behind_sum:en}}\b|{_EACH}|\s+[\w.]+=)"
"""What follows an amount: nothing that it counts. A template, as what follows here."""
_AMOUNT = rf"{AMOUNT}(?:[\s\-]?{MAGNITUDE}{AFTER})?"
_BARE = rf"(?P<%s>{_AMOUNT}|{NUMBER_WORDS})"
_SIGNED = r"\s?[\"']?(?:[+\-\u2212](?=[0-9]))?"
_ADJACENT = (
    rf"(?:{BOLD})?(?:[^\S\n]{{1,3}}|\n(?![0-9]{{2}}\.[0-9]{{2}}\.)(?=[0-9][0-9.,'\u2019]{{0,16}}k?[^\S\n]{{0,2}}(?:\n|$)))"
    r"(?P<%s>(?=[0-9]{3}(?![0-9])|[0-9]{1,3}[.,'\u2019 \u00a0\u202f][0-9]{3}(?![0-9])|[0-9]+[.,][0-9]{2}(?![0-9])"
    rf"|[0-9]+k\b){_AMOUNT})"
)
_DASHED = (
    r"[^\S\n]?(?:[\u2013\u2014]|(?<=[^\S\n])-(?=\s))[^\S\n]?(?P<dashed>"
    rf"(?=[0-9]{{3}}(?![0-9])|[0-9]{{5,9}}(?![0-9])|[0-9]{{1,3}}[.,'\u2019][0-9]{{3}}|[0-9]+[.,][0-9]{{2}}(?![0-9])|[0-9]+k\b){_AMOUNT})"
)
_BRACKETED = (
    r"[^\S\n]?\((?P<bracketed>"
    rf"(?=[0-9]{{5,9}}\)|[0-9]{{1,3}}[.,'\u2019][0-9]{{3}}|[0-9]+[.,][0-9]{{2}}\)|[0-9]+k\)){_AMOUNT})(?=\)[^\S\n]?(?:[,;|\n]|$))"
)
_LONE_LABEL = lazily(r"(?:\A|\n)[\s*#>\u2022\-|]{0,8}(?:[^\W\d_]{1,16}\s){0,2}\Z")
"""What may stand before a label that a dash or a bracket sets off; else it is arithmetic, or prose."""
_LABEL_REACH = 48
_THOUSANDS = rf"(?P<thousands>{AMOUNT}\s?k)(?!\w)(?!\s?(?:/|{{per}})\s?(?:{{second|minute}}|[a-z]*s)\b)"
_CONTEXT = worded(
    rf"(?<![^\W_])(?:{{earn}}{_SOFT}{_BARE % 'earned'}{_PERIOD}"
    rf"|(?:{{makes_thousands}}{_SOFT}|{{offer}}\s{{offered_by:en}}\s(?:[^\s0-9]{{1,24}}\s){{1,4}}?(?:{{offered_for}}\s)?){_THOUSANDS}{CLOSE}"
    rf"|{{spend}}{_SOFT}{_BARE % 'spent'}{CLOSE}"
    rf"|{_WHICH}{_SUM}{_OF_WHAT}(?:(?:{_LINK}{{1,5}}|{_ATTRIBUTES}){_WITHIN}{_SIGNED}{_BARE % 'sum'}{CLOSE}"
    rf"|{_ADJACENT % 'beside'}{CLOSE}|{_DASHED}{CLOSE}|{_BRACKETED}|\s{_BARE % 'regular'}{_PERIOD})"
    rf"|{_WHICH}{{earned_sum}}[^\S\n](?P<long>[0-9]{{5,9}}){CLOSE}"
    rf"|{{net_or_gross}}[^\S\n]{{1,20}}(?P<paid>(?=[0-9.,]{{1,12}}[.,][0-9]{{2}}(?![0-9])){AMOUNT}){CLOSE}"
    rf"|{_FIELD}{_WITHIN}{_SIGNED}{_BARE % 'field'}{CLOSE})",
    gap=_GAP,
)

# --- in other languages ----------------------------------------------------------------------------------------------

SUM_WORDS = rf"(?:{_SUM}|{{sum_word:-en}})"
"""What sums of money are called, in small letters."""
_LINK_ABROAD = r"(?:\s{sum_link:-en}" + _LINKED
CLOSE_ABROAD = rf"{_PUNCTUATED}|\s{{behind_sum:-en}}\b|{_EACH}|\s{{regularly:-en}}\b)"
_CONTEXT_ABROAD = worded(
    rf"(?<![^\W_])(?:{{sum_word:-en}}{_OF_WHAT}(?:{_LINK_ABROAD}{{1,4}}{_WITHIN}{_SIGNED}(?P<sum>{_AMOUNT})"
    rf"|{_ADJACENT % 'beside'})"
    rf"|{{earns_sum:-en}}(?:\s{{sum_soft:-en}}){{0,2}}(?:{_ADJACENT % 'earned'})){CLOSE_ABROAD}",
    gap=_GAP,
)


# --- thousands before a word of pay, and between two -----------------------------------------------------------------

_BEFORE_PAY = worded(
    rf"(?<![\w.,])(?P<sum>{AMOUNT}\s?k)(?:\s{{which_sum}})?"
    r"(?:\s{behind_thousands}(?!\w)|\s?/\s?{year_noun|short_year}(?!\w))",
    gap=_GAP,
)
_NEAR_PAY = worded(rf"(?<=\s){{behind:before_pay}}(?P<sum>{AMOUNT}\s?k)(?!\w){CLOSE}")
_NET = worded(
    rf"(?<![\w.,])(?=[0-9]{{3}}|[0-9]{{1,3}}[.,'\u2019 ][0-9]{{3}})(?P<sum>{AMOUNT}(?:\s?k)?)"
    r"(?=\s{1,2}{net_or_gross:-en}(?!\w))"
)
"""An amount before the word for net or gross, as payslips have it: in English these are other words, too."""
_SPEAKS_OF_PAY = worded(r"\b{near_thousands}\b(?!\s?{no_pay})")
_PAY_REACH = 120
_ON = worded(rf"(?<=[\s~])(?P<sum>{AMOUNT}\s?k)(?!\w){CLOSE}")
_SOMEBODY_IS = worded(r"\b{somebody_is}\s(?:{age_adverb}\s)?{on_pay}\s(?:{sum_soft:en}\s|~)?\Z")
_SOMEBODY_REACH = 40
_THOUSANDS_HINT = lazily(r"k(?:(?<=[0-9]k)|(?<=[0-9]\sk))")  # a letter first: the search then looks for it
_BETWEEN = worded(
    rf"(?<![^\W_]){_WHICH}{{ranged_sum}}(?:\s?(?:{{behind_ranged_sum}}|:)){{0,3}}"
    rf"\s(?P<low>{AMOUNT}(?:\s?k)?)\s?(?:-|\u2013|{{to|and}})\s?(?P<high>{AMOUNT}\s?k)(?!\w)"
)
_OPENING, _OPENING_ABROAD, _OPENING_BETWEEN = Opening(_CONTEXT), Opening(_CONTEXT_ABROAD), Opening(_BETWEEN)
OPENINGS = (_OPENING, _OPENING_ABROAD, _OPENING_BETWEEN)
"""The first letters of what announces something."""


def find_sums(reading: ValueReading) -> Iterator[FoundValue]:
    """The amounts that words announce, without signs and brackets around them."""
    for pattern, opening in ((_CONTEXT, _OPENING), (_CONTEXT_ABROAD, _OPENING_ABROAD)):
        for found in matches(pattern, reading.lower, reading.words(opening)):
            group = found.lastgroup or ""
            if group not in ("dashed", "bracketed") or _begins_its_line(reading.text, found.start()):
                yield FoundValue(*found.span(group), "MONEY", 0.6)
    for found in matches(_NET, reading.lower, reading.amounts):
        yield FoundValue(*found.span("sum"), "MONEY", 0.6)
    if _THOUSANDS_HINT.search(reading.lower):
        yield from _thousands(reading)


def _thousands(reading: ValueReading) -> Iterator[FoundValue]:
    """The same in thousands."""
    for found in matches(_BEFORE_PAY, reading.lower, reading.amounts):
        yield FoundValue(*found.span("sum"), "MONEY", 0.6)
    for found in matches(_NEAR_PAY, reading.lower, reading.amounts):
        if _SPEAKS_OF_PAY.search(reading.lower, max(0, found.start() - _PAY_REACH), found.end() + _PAY_REACH):
            yield FoundValue(*found.span("sum"), "MONEY", 0.6)
    for found in matches(_ON, reading.lower, reading.amounts):
        if _SOMEBODY_IS.search(reading.lower, max(0, found.start() - _SOMEBODY_REACH), found.start()):
            yield FoundValue(*found.span("sum"), "MONEY", 0.6)
    for found in matches(_BETWEEN, reading.lower, reading.words(_OPENING_BETWEEN)):
        yield FoundValue(*found.span("low"), "MONEY", 0.6)
        yield FoundValue(*found.span("high"), "MONEY", 0.6)


def _begins_its_line(text: str, start: int) -> bool:
    return _LONE_LABEL.search(text, max(0, start - _LABEL_REACH), start) is not None
