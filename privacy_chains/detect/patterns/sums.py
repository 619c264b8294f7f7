"""Amounts that words announce, in seven languages: "earns 500,000 per year", ``salary: -54,12``, "Miete 690".

A number without a currency is money only where words say so, and what follows it is no noun that it counts. Right
behind the word, with nothing that links them, it takes three digits, a grouping or decimals, so that no year is one.
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.marks import BOLD, MARKED
from privacy_chains.detect.patterns.numerals import AFTER, AMOUNT, MAGNITUDE, NUMBER_WORDS, any_of, one_of
from privacy_chains.detect.patterns.openings import Opening
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.detect.rules.tables import shape
from privacy_chains.lazy import lazily

__all__ = ["CLOSE", "CLOSE_ABROAD", "OPENINGS", "SUM_WORDS", "find_sums"]

_EARN = any_of("sums_earn")
_SPEND = any_of("sums_spend")
_SUM = one_of(
    r"mrr salar(?:y|ies)(?:_expectations?)? ctc ote comp"
    r" incomes? wages? earnings balances? revenues? turnover rent bonus(?:es)? pension mortgage net_worth"
    r" prices? fees? budget deductions? expenses debts? loan savings profits? deposits? payments? premium deductible"
    r" invoice_(?:total|amount) (?:(?:sub-?|grand_)?total|amount)_(?:due|paid|owed|payable) credit_limit compensation"
    r" stipend allowance refund tuition taxes costs? payroll pay(?:check|out)s? severance commissions? settlement"
    r" alimony child_support (?:income|sales|total)_tax tax_(?:due|owed|paid|refund|withheld)"
    r" (?:annual|base|basic|final|gross|hourly|monthly|net|overtime|sick|take[\s\-]?home|total|vacation|weekly)_pay"
    rf" yearly_pay pay(?=[\"']?(?:{BOLD})?\s?[:|])"
    r" (?:pay|billing|day|daily|hourly)[\s\x5f\-]rates?"
)
_WHICH = shape("sums_which")
_CURRENCIES = "aud brl cad chf cny czk dkk eur gbp hkd huf inr isk jpy mxn nok nzd pln sek sgd usd zar".replace(
    " ", "|"
)
_OF_WHAT = (
    rf"(?:[\s_\-]?(?:\(?(?:in\s)?(?:{_CURRENCIES}|[\u20ac\u00a3\u00a5$])\)?"
    r"|(?:19|20)[0-9]{2}|amount|total|value)){0,2}"
)
_WITH_CENTS = r"(?=[^0-9\n]{1,8}[0-9][0-9.,]*(?:[.,][0-9]{2}(?![0-9])|(?<=[0-9]),\s?[\"']currency))"
_ATTRIBUTES = r"(?:\s[a-z][\w:.\-]{0,15}=[\"'][^\"'<>\n]{0,24}[\"']){1,3}\s?>\s?"
_FIELD = (
    rf"(?:amounts?|amt|(?:(?:sub-?)?totals?|gross|net|debit|credit|paid(?:\s(?:in|out))?|due|withdrawn"
    r"|money\s(?:in|out)|withdrawals?|soll|haben|d\u00e9bits?|cr\u00e9dits?|cargo|abono|dare|avere|d\u00e9bito|cr\u00e9dito)"
    rf"{_WITH_CENTS})"
    rf"(?:[\"']?\s?[:=]\s?[\"']?|>|{_ATTRIBUTES})"
)
_WITHIN = shape("sums_within")
"""An amount in JSON that has its currency beside it: ``"salary": {"value": 2150, "currency": "OMR"}``."""
_LINK = r"(?:\s+" + any_of("sums_link") + rf"|{MARKED}|\s?[\"']|\s{{0,2}}[._\u2026]{{2,60}})"
_SOFT = r"(?:\s+" + any_of("sums_soft") + r"){0,3}\s+"
_EACH = shape("sums_each")
_REGULARLY = any_of("sums_regularly")
_PERIOD = rf"(?:{_EACH}|\s{_REGULARLY}(?!\w))"
_NO_NOUN = any_of("sums_no_noun")
_PUNCTUATED = (
    r"(?!\s?(?:%|percent|per\scent|bps))"
    r"(?=\s*(?:[;!?)+\]}\"'|]|\*\*|,(?![0-9])|\.(?![0-9])|$|\n)|<|[^\S\n]{2}|{rest})"
)
"""Behind two blanks the next column begins."""
CLOSE = _PUNCTUATED.replace("{rest}", rf"\s+{_NO_NOUN}\b|{_EACH}|\s+[\w.]+=")
"""What follows an amount: nothing that it counts."""
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
_EARNED = shape("sums_earned")
_THOUSANDS = (
    rf"(?P<thousands>{AMOUNT}\s?k)(?!\w)(?!\s?(?:per|an?|each|every|/)\s?(?:m?s|sec|min|minute|second|[a-z]*s)\b)"
)
_CONTEXT = lazily(
    rf"(?<![^\W_])(?:{_EARN}{_SOFT}{_BARE % 'earned'}{_PERIOD}"
    rf"|(?:mak(?:es?|ing){_SOFT}|(?:offer|quote|bid|estimate)\s(?:from|by)\s(?:[^\s0-9]{{1,24}}\s){{1,4}}?(?:(?:for|of|at|is)\s)?){_THOUSANDS}{CLOSE}"
    rf"|{_SPEND}{_SOFT}{_BARE % 'spent'}{CLOSE}"
    rf"|{_WHICH}{_SUM}{_OF_WHAT}(?:(?:{_LINK}{{1,5}}|{_ATTRIBUTES}){_WITHIN}{_SIGNED}{_BARE % 'sum'}{CLOSE}"
    rf"|{_ADJACENT % 'beside'}{CLOSE}|{_DASHED}{CLOSE}|{_BRACKETED}|\s{_BARE % 'regular'}{_PERIOD})"
    rf"|{_WHICH}{_EARNED}{CLOSE}"
    rf"|(?:gross|net|tax)[^\S\n]{{1,20}}(?P<paid>(?=[0-9.,]{{1,12}}[.,][0-9]{{2}}(?![0-9])){AMOUNT}){CLOSE}"
    rf"|(?=[acdghmnpstw]){_FIELD}{_WITHIN}{_SIGNED}{_BARE % 'field'}{CLOSE})"
)

# --- in other languages ----------------------------------------------------------------------------------------------

_SUM_ABROAD = any_of("sums_sum_abroad")
SUM_WORDS = rf"(?:{_SUM}|{_SUM_ABROAD})"
"""What sums of money are called, in small letters."""
_EARN_ABROAD = any_of("sums_earn_abroad")
_SOFT_ABROAD = r"(?:\s(?:" + any_of("sums_soft_abroad") + r")){0,2}"
_LINK_ABROAD = r"(?:\s(?:" + any_of("sums_link_abroad") + rf")|{MARKED}|\s?[\"']|\s{{0,2}}[._\u2026]{{2,60}})"
_PERIOD_ABROAD = rf"{shape('sums_period_abroad')}|\s{any_of('sums_period_abroad')}\b"
CLOSE_ABROAD = _PUNCTUATED.replace(
    "{rest}",
    rf"{_PERIOD_ABROAD}|\s(?:und|et|y|e|en|f\u00fcr|pour|para|per|voor|mais|aber|pero|ma|maar|mas|ist|sind|est|sont|es|is)\b",
)
_CONTEXT_ABROAD = lazily(
    rf"(?<![^\W_])(?:{_SUM_ABROAD}(?:{_LINK_ABROAD}{{1,4}}{_WITHIN}{_SIGNED}(?P<sum>{_AMOUNT})"
    rf"|{_ADJACENT % 'beside'})|{_EARN_ABROAD}{_SOFT_ABROAD}(?:{_ADJACENT % 'earned'})){CLOSE_ABROAD}"
)


# --- thousands before a word of pay, and between two -----------------------------------------------------------------

_PAY = any_of("sums_pay")
_BEFORE_PAY = lazily(
    rf"(?<![\w.,])(?P<sum>{AMOUNT}\s?k)(?:\s(?:annual|base|fixed|gross|net|starting|total|yearly))?"
    rf"(?:\s{_PAY}(?!\w)|\s?/\s?(?:yr?|year|annum|an|jahr|a\u00f1o|anno|jaar|ano)(?!\w))"
)
_NEAR_PAY = lazily(rf"(?:(?<=\s(?:at|is|of|on|to)\s)|(?<=\sfrom\s))(?P<sum>{AMOUNT}\s?k)(?!\w){CLOSE}")
_SPEAKS_OF_PAY = lazily(shape("sums_speaks_of_pay"))
_PAY_REACH = 120
_ON = lazily(rf"(?<=[\s~])(?P<sum>{AMOUNT}\s?k)(?!\w){CLOSE}")
_SOMEBODY_IS = lazily(shape("sums_somebody_is"))
_SOMEBODY_REACH = 40
_THOUSANDS_HINT = lazily(r"k(?:(?<=[0-9]k)|(?<=[0-9]\sk))")  # a letter first: the search then looks for it
_BETWEEN = lazily(
    rf"(?<![^\W_]){_WHICH}(?:salar(?:y|ies)|salaire|salario|comp(?:ensation)?|ote|ctc|pay|budget|base)"
    r"(?:\s?(?:range|band|expectations?|is|of|between|from|:)){0,3}"
    rf"\s(?P<low>{AMOUNT}(?:\s?k)?)\s?(?:-|\u2013|to|and|\u00e0|a)\s?(?P<high>{AMOUNT}\s?k)(?!\w)"
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
