"""Amounts of money: the number with its currency sign, code or word and its magnitude, as one span.

``$1,200.50``, ``12k USD`` and ``two million dollars`` are one span each. A number without a currency is money only
where words say so: in "earns 500,000 per year" and "a balance greater than 2000" the span covers the number. Signs
and brackets around an amount, as in ``($27)``, stay outside. Whether a number is money never depends on its digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from privacy_chains.detect.numerals import AFTER, AMOUNT, BEFORE, NUMBER_WORDS
from privacy_chains.spans import Span

__all__ = ["find_money"]

_SIGNS = "$€£¥₹₽₩₪฿₫₴₦₱₺₡₲₵₸₼₾₿¢"
_SIGN = rf"(?:(?:{BEFORE}(?:US|CA|AU|NZ|HK|SG|NT|MX|C|A|S|R))?\$|[{_SIGNS[1:-1]}]|{BEFORE}(?:Rs\.?|Fr\.|kr\.?|zł|Kč|R(?=\s?[0-9])))"
_CODES = (
    "USD|EUR|GBP|CHF|JPY|CNY|RMB|CAD|AUD|NZD|INR|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|RUB|UAH|BRL|MXN|ARS|CLP|ZAR|NGN|KES|EGP|AED|SAR"
    "|ILS|KRW|THB|SGD|HKD|TWD|MYR|IDR|PHP|VND|PKR|BDT|BTC|ETH"
)
_CODE = rf"(?:(?:{_CODES})|usd|eur|gbp|chf|cad|aud|inr)"
_MAGNITUDE = r"(?:thousand|hundred|million|millions|billion|billions|trillion|mln|mio\.?|mrd\.?|mn|bn|tn|mm|lakhs?|crores?|[kmbt]|Tsd\.?|millionen|milliarden|milliards?|millones|milioni)"
_SCALE = rf"(?:[\s\-]?(?i:{_MAGNITUDE}){AFTER})?"
_CURRENCY_WORD = (
    r"(?:(?:us|u\.s\.|american|canadian|australian|singapore|hong\skong)[\s\-])?dollars?|bucks|cents|euros?|pounds?\ssterling|british\spounds|quid|yen|yuan|renminbi"
    r"|rupees?|rubles?|roubles?|pesos?|swiss\sfrancs?|francs?|kron(?:a|or|e|er)|zlotys?|forints?|shekels?|dirhams?|riyals?|reais|naira|shillings|baht|dong|ringgit|bitcoins?|satoshis?"
)
_AFTER_AMOUNT = rf"(?:\s?(?:[{_SIGNS}]|(?:{_CODE}|(?i:{_CURRENCY_WORD})|kr|zł|Kč|Ft){AFTER}))"
_LEFT = rf"{BEFORE}(?<![0-9][.,])(?<![.])"

_PREFIXED = rf"(?:{_SIGN}|{BEFORE}(?:{_CODES})(?=\s?[0-9]))\s?{AMOUNT}{_SCALE}(?:\s?(?:(?:{_CODE}|(?i:{_CURRENCY_WORD})){AFTER}))?"
_SUFFIXED = rf"{_LEFT}{AMOUNT}{_SCALE}{_AFTER_AMOUNT}"
_SPELLED = rf"{BEFORE}(?i:(?:(?:an?|half\s+an?)\s(?=million|billion|thousand|hundred))?{NUMBER_WORDS}(?:\s|-)(?:{_CURRENCY_WORD})){AFTER}"
_MONEY = re.compile(rf"{_PREFIXED}|{_SUFFIXED}")
_MONEY_WORDS = re.compile(_SPELLED)
_RANGE_START = re.compile(rf"\s?(?:-|–|—|to|or|and)\s?(?P<n>{AMOUNT}{_SCALE}){AFTER}(?![-.,/][0-9])(?!\s?%)")
_RANGE_END = re.compile(rf"{_LEFT}(?P<n>{AMOUNT}{_SCALE})\s?(?:-|–|—|to|or)\s?\Z")

_PERIOD = r"(?:\s?(?:per|an?|each|every|/)\s?(?:year|yr|annum|month|mo|week|wk|day|hour|hr|quarter)\b|\s(?:annually|yearly|monthly|weekly|hourly|daily|p\.\s?a\.|a\syear|gross|net)(?!\w))"
_EARN = r"(?:earn(?:s|ed|ing)?|mak(?:es?|ing)|made|gets?|receiv(?:es?|ed|ing)|paid|pays?|paying|charges?d?)"
_SPEND = r"(?:earn(?:s|ed|ing)?|cost(?:s|ing)?|ow(?:es?|ed|ing)|spen(?:ds?|t|ding)|paid|pays?|paying|worth|charged|refund(?:ed)?|donat(?:ed?|es|ing)|borrowed|lent|invest(?:s|ed|ing)?|saved|deposit(?:s|ed)?|withdr[ae]wn?|transferr?(?:ed)?|budgeted)"
_THING = (
    r"(?:salar(?:y|ies)|incomes?|wages?|earnings|balances?|revenues?|turnover|rent|bonus(?:es)?|pension|mortgage|net\s+worth|prices?|fees?|budget|deductions?|expenses|debts?|loan|savings|profits?"
    r"|deposits?|payments?|premium|deductible|invoice\s+(?:total|amount)|(?:total|sub-?total|grand\s+total|amount)(?:\s+(?:due|paid|owed|payable))|credit\s+limit|compensation|stipend|allowance|refund|tuition|taxes|costs?)"
)
_LINK = (
    r"(?:\s+(?:is|was|were|are|of|at|to|from|be|being|over|under|above|below|about|around|approximately|roughly|nearly|almost|only|exactly|greater|less|more|higher|lower|smaller|larger|bigger|than|"
    r"exceed(?:s|ed|ing)?|reached|totall?(?:s|ed|ing)|increased|decreased|rose|fell|grew|dropped|by|up|down|now|currently|has|had|have|will|would|equals|least|most)|\s*[:=|>]|\s*[\"'])"
)
_CLOSE = r"(?=\s*(?:[;!?)\]}|\"'\n]|,(?![0-9])|\.(?![0-9])|$)|\s+(?:and|or|but|in|for|by|to|from|with|which|while|on|as|at|per|than|last|this|every|each|a|an|before|after|when|if|because|since|so|total|now|today|total|between|plus|minus)\b|\s?/\s?(?:year|yr|month|mo|week|hour|hr|day)|-?(?=k\b))"
_NOT_MONEY = r"(?!\s?(?:%|percent|per\s?cent|bps))"
_BARE = rf"(?P<%s>{AMOUNT}{_SCALE}|(?i:{NUMBER_WORDS}))"
_SOFT = r"(?:\s+(?:about|around|approximately|roughly|nearly|almost|over|under|up\s+to|at\s+least|more\s+than|less\s+than|only|just|some|him|her|them|me|us|you|a\s+salary\s+of)){0,3}\s+"
_CONTEXT = re.compile(
    rf"(?i:{BEFORE}{_EARN}{_SOFT}){_BARE % 'e'}(?i:{_PERIOD})"
    rf"|(?i:{BEFORE}{_SPEND}{_SOFT}){_BARE % 's'}{_NOT_MONEY}(?i:{_CLOSE})"
    rf"|(?i:{BEFORE}{_THING}{_LINK}{{1,5}}\s*[\"']?){_BARE % 't'}{_NOT_MONEY}(?i:{_CLOSE})"
)
_HINT = re.compile(
    r"earn|mak[ei]|made|get|receiv|paid|pay|charge|cost|ow[ei]|spen[dt]|worth|refund|donat|borrow|lent|invest|saved|deposit|withdr|transfer|budget|salar|income|wage|balance|revenue|turnover|rent|bonus|pension"
    r"|mortgage|price|fee|deduct|expense|debt|loan|saving|profit|premium|total|amount|limit|compens|stipend|allowance|tuition|tax",
    re.IGNORECASE,
)
_WORD_HINT = re.compile(rf"(?i:{BEFORE}(?:{_CURRENCY_WORD}){AFTER})")


def find_money(text: str) -> Iterator[Span]:
    """The amounts of money in ``text``; of a range such as ``$50-100`` each end is one."""
    for found in _MONEY.finditer(text):
        yield _money(*found.span())
        follower = _RANGE_START.match(text, found.end())
        if follower and follower.group()[0] != " " or (follower and " to " in follower.group()):
            yield _money(*follower.span("n"))
        window = max(0, found.start() - 40)
        leader = _RANGE_END.search(text[window : found.start()])
        if leader:
            yield _money(window + leader.start("n"), window + leader.end("n"))
    if _WORD_HINT.search(text):
        for found in _MONEY_WORDS.finditer(text):
            yield _money(*found.span())
    if _HINT.search(text):
        for found in _CONTEXT.finditer(text):
            yield _money(*found.span(found.lastgroup or 0), 0.6)


def _money(start: int, end: int, score: float = 0.9) -> Span:
    return Span(start, end, "MONEY", score, "patterns")
