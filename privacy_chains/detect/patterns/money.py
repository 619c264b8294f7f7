"""Amounts of money: the number with its currency sign, code or word and its magnitude, as one span.

``$1,200.50``, ``12k USD`` and ``two million dollars`` are one span each. A number without a currency is money only
where words say so: in "earns 500,000 per year" and "a balance greater than 2000" the span covers the number. Signs
and brackets around an amount, as in ``($27)``, stay outside. Whether a number is money never depends on its digits.
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.bookings import find_bookings
from privacy_chains.detect.patterns.changes import find_changes
from privacy_chains.detect.patterns.colloquial import find_colloquial
from privacy_chains.detect.patterns.doubtful import is_doubtful, is_money
from privacy_chains.detect.patterns.numerals import AFTER, AMOUNT, BEFORE, MAGNITUDE_IN_ANY_CASE, NUMBER_WORDS, one_of
from privacy_chains.detect.patterns.openings import Opening
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.detect.patterns.sums import find_sums
from privacy_chains.detect.rules.tables import shape
from privacy_chains.language import currencies
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["find_money"]

# --- with a currency -------------------------------------------------------------------------------------------------

_SIGNS = currencies.signs().replace("$", "")
_CODES = one_of(" ".join(currencies.codes()))
_CAREFUL_CODE = rf"{one_of(' '.join(currencies.careful_codes()))}(?=\s?[0-9][0-9.,'\s]{{0,18}}[.,][0-9]{{2}}(?![0-9]))"
_SMALL_CODE = "(?:usd|eur|gbp|chf|cad|aud|inr)"
_ANY_CODE = rf"(?:{_CODES}|{_SMALL_CODE})"
_YEAR = shape("money_year")
"""A year before an amount: ``1999 EUR 3.8 million``."""
_RAND = (
    r"R(?=\s?[0-9])(?![0-9][A-Z]\s?[0-9][A-Z][0-9]|[0-9]{2}\s(?=[A-Z]*[0-9])(?=[0-9]*[A-Z])[A-Z0-9]{4}(?!\w)"
    r"|[0-9]+(?![KMBkmb](?!\w))[A-Z]|[0-9]{7})"
)
"""But for the beginning of a postal code of Canada or Ireland, and for an identifier of a letter and eight digits."""
_INNER_CLASS = r"(?<=[\w$])\$[0-9]{1,8}(?:[.:$(][A-Za-z_<]|@[0-9a-f]|/0x)"  # at com.example.Service$1.run
_SIGN = (
    rf"(?:(?:{BEFORE}(?:(?:US|CA|AU|NZ|HK)\s?|SG|NT|MX|C|A|S|R))?(?!{_INNER_CLASS})\$|[{_SIGNS}]"
    rf"|{BEFORE}(?:Rs\.?|Fr\.|kr\.?|z\u0142|K\u010d|{_RAND}))"
)
_BEFORE_UNITS = (
    shape("money_before_units")  # names, but for the currency behind them
)
_SCALE = rf"(?:[\s\-]?+{MAGNITUDE_IN_ANY_CASE}{AFTER}|{_BEFORE_UNITS})?"
_SHAPED = shape("money_shaped")
"""What money is called with a word before or behind that belongs to it, or that tells it from something else."""
_CURRENCIES = " ".join((_SHAPED, *sorted(currencies.words())))
_CURRENCY = one_of(_CURRENCIES)
_CURRENCY_IN_ANY_CASE = one_of(_CURRENCIES, any_case=True)
_DASH = r"(?:[.,](?:--?|[\u2013\u2014])(?![0-9]))?"  # 99,- Euro; CHF 20.-
_OF = r"(?:\sd(?:[ei](?=\s)|['\u2019](?=\w)))?"  # 3 millones de euros, 2 millions d'euros
_UNIT = rf"(?:{_ANY_CODE}|{_CURRENCY_IN_ANY_CASE}){AFTER}"
_LEFT = rf"{BEFORE}(?<![0-9][.,])(?<!\.)"
_EURO = (
    r"(?i:{point_grouped_money:en})(?=\s[0-9.]{1,24}(?:,[0-9]{2}|(?<=\.[0-9]{3}))(?![0-9])"
    rf"|\s[0-9.,]{{1,24}}\s?{MAGNITUDE_IN_ANY_CASE}{AFTER})"
)  # euro 1.120,50; not Euro 2024
_PREFIXED = (
    rf"(?:{_SIGN}|{BEFORE}(?:{_ANY_CODE}(?=\s?[0-9])|{_CAREFUL_CODE}|{_EURO}))\s?"
    rf"{AMOUNT}{_DASH}{_SCALE}(?:\s?{_UNIT})?"
)
_SUFFIXED = (
    rf"{_LEFT}(?!{_YEAR}){AMOUNT}{_DASH}{_SCALE}{_OF}\s?+"
    rf"(?:[{_SIGNS}]|\$(?!\s?[0-9])|(?:kr|z\u0142|K\u010d|Ft|TL){AFTER}|{_UNIT})"
)
_MONEY = worded(rf"(?=[$A-Zkzuegci{_SIGNS}]){_PREFIXED}|(?=[0-9]|\.[0-9]){_SUFFIXED}")
_LAST_OF_SIGN = rf"[$A-Zdfoprs{_SIGNS}\u0142\u010d]"
_BEHIND_SIGN = lazily(rf"(?<={_LAST_OF_SIGN})|(?<=[^0-9]\.)|(?<={_LAST_OF_SIGN}\s)|(?<=\.\s)")
_SIGN_BEFORE = lazily(
    rf"(?:[$A-Zkz{_SIGNS}](?:(?<=[A-Zkz])[A-Za-z\u0142\u010d]{{0,4}}\.?\s?\$?)?|{_SMALL_CODE}|[Ee]uros?)\s?\.?\Z"
)
_LONGEST_SIGN = 8
_SPELLED = worded(
    rf"{BEFORE}(?<![0-9][\s\-])(?:{{one:en}}\s(?={{scale|hundred:en}}))?{NUMBER_WORDS}[\s\-]{_CURRENCY}{AFTER}"
)
_OPENING_SPELLED = Opening(_SPELLED)
_TO = r"\s?(?:-|\u2013|\u2014|\bto\b)\s?"
_RANGE_END = lazily(rf"{_TO}(?P<end>{AMOUNT}{_SCALE}){AFTER}(?![-.,/][0-9])(?!\s?%)")
_RANGE_START = lazily(rf"{_LEFT}(?P<start>{AMOUNT}{_SCALE}){_TO}\Z")
_NO_GROUPING = "-/(\u2010\u2011\u2012\u2013\u2014\u2015\u5e74"
"""What joins numbers to others, but no digits within an amount."""
_TO_ENDS = frozenset("-\u2013\u2014o")
_REACH = 40

_PARAMETER = lazily(shape("money_parameter"))
_LONGEST_PARAMETER = 3
_CODE = lazily(shape("money_code"))
_LONGEST_STATEMENT, _BEFORE_PARAMETER = 400, 8


def find_money(reading: ValueReading) -> Iterator[FoundValue]:
    """The amounts of money in ``text``; of a range such as ``$50-100`` each end is one."""
    text = reading.text
    for found in matches(_MONEY, text, sorted((*reading.amounts_but(_NO_GROUPING), *_signs(reading)))):
        if _is_parameter(text, *found.span()) or (is_doubtful(found[0]) and not is_money(text, *found.span())):
            continue
        yield _money(found.start() + reading.count_before(found[0]), found.end())
        yield from _range_ends(text, *found.span())
    for found in matches(_SPELLED, reading.lower, reading.words(_OPENING_SPELLED)):
        if not is_doubtful(found[0]) or is_money(text, *found.span()):
            yield _money(*found.span())
    yield from find_sums(reading)
    yield from find_changes(reading)
    yield from find_bookings(reading)
    yield from find_colloquial(reading)


def _is_parameter(text: str, start: int, end: int) -> bool:
    """Whether a dollar sign numbers a parameter of SQL or of a script: ``WHERE id = $1``, ``{print $2}``."""
    if text[start] != "$" or end - start > _LONGEST_PARAMETER or not text[start + 1 : end].isdigit():
        return False
    if _PARAMETER.search(text, max(0, start - _BEFORE_PARAMETER), start) is None:
        return False
    return _CODE.search(text, max(0, start - _LONGEST_STATEMENT), start) is not None


def _signs(reading: ValueReading) -> Iterator[int]:
    """Where a currency's sign or code may stand before a number."""
    text = reading.text
    for behind in matches(_BEHIND_SIGN, text, reading.numbers):
        number = behind.start()
        sign = _SIGN_BEFORE.search(text, max(0, number - _LONGEST_SIGN), number)
        if sign is not None:
            yield sign.start()
            dollar = text.find("$", sign.start() + 1, number)
            if dollar >= 0:
                yield dollar


def _range_ends(text: str, start: int, end: int) -> Iterator[FoundValue]:
    """The other ends of ranges that the amount at ``[start, end)`` begins or ends."""
    after = _RANGE_END.match(text, end)
    if after:
        yield _money(*after.span("end"))
    window = max(0, start - _REACH)
    if text[window:start].rstrip()[-1:] in _TO_ENDS:
        before = _RANGE_START.search(text[window:start])
        if before:
            yield _money(window + before.start("start"), window + before.end("start"))


def _money(start: int, end: int, score: float = 0.9) -> FoundValue:
    return FoundValue(start, end, "MONEY", score)
