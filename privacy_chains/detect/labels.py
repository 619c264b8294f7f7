"""Identifiers that a word announces: "her SSN is", ``"card_number":``, "(phone)".

What follows a label within six words, in the same sentence, and has the label's shape, is of the label's type,
whatever its check digits say; so is what is listed after it. The nearest label decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from privacy_chains.detect.ids import ZIP_VALUE
from privacy_chains.detect.numerals import AFTER_DIGITS, one_of
from privacy_chains.detect.phones import PHONE_IN_CONTEXT
from privacy_chains.spans import Span

__all__ = ["LABELLED_TYPES", "find_labelled"]

_S = r"[\s_\-]{0,2}"
_NUMBER = rf"(?:{_S}(?:numbers?|num|nos?(?=\W)|nr|id|code|\#|\u2116))"
_CODE = r"(?=[A-Za-z.\-/]{0,12}[0-9])[A-Za-z0-9](?:[./\-]?[A-Za-z0-9]){%d,30}"  # holds a digit among its first
_CODED = rf"(?=[A-Za-z0-9]{{0,24}}[A-Za-z\-/][A-Za-z0-9]|[0-9]{{5}}){_CODE % 3}"  # and a letter or dash, or five digits


@dataclass(frozen=True, slots=True)
class _Label:
    """Words that announce a type, and the shape of what they announce; the type ``""`` announces nothing of ours."""

    entity_type: str
    words: str
    value: str = ""


_PEOPLE = "me us him her them"
_TABLE = (
    _Label(
        "US_SSN",
        rf"ssns?|ss{_S}\#|social{_S}security{_NUMBER}?|soc{_S}sec|ssid|taxpayer{_S}id(?:entification)?{_NUMBER}?",
        r"[0-9]{3}[-. ]?[0-9]{2}[-. ]?[0-9]{4}|[0-9]{5}-[0-9]{4}|[0-9]{3}-[0-9]{6}",
    ),
    _Label("US_ITIN", rf"itin{_NUMBER}?", r"9[0-9]{2}[- ]?[0-9]{2}[- ]?[0-9]{4}"),
    _Label(
        "CREDIT_CARD",
        rf"(?:(?:credit|debit|bank|payment|visa|master|amex|gift){_S})?cards?{_NUMBER}?|visa|mastercard|amex"
        rf"|american{_S}express|maestro|diners{_S}club|jcb|cc{_NUMBER}?|pan",
        r"[0-9](?:[ .\-]?[0-9]){11,18}",
    ),
    _Label(
        "PHONE_NUMBER",
        rf"(?:tele)?phones?{_NUMBER}?|tel|mobile{_NUMBER}?|cell(?:phone|ular)?{_NUMBER}?|fax{_NUMBER}?"
        rf"|call(?:s|ed|ing)?(?:{_S}{one_of(_PEOPLE)})?(?:{_S}(?:at|on))?|whats?app|sms|dial|hotline|landline"
        rf"|(?:reach|text|contact|ring){_S}{one_of(_PEOPLE)}{_S}(?:at|on)|reach(?:ed|able)?{_S}(?:at|on)"
        rf"|contact{_NUMBER}|callback{_NUMBER}?|pager|helpline|voicemail|(?:ph|mob)(?=[\s.:\#])"
        rf"|(?:my|his|her|our|their|your|new|old|home|work|office|direct|emergency){_S}(?:numbers?|line|extension)",
        PHONE_IN_CONTEXT,
    ),
    _Label(
        "US_ZIP_CODE",
        rf"zip(?:{_S}codes?)?|postal{_S}codes?|post{_S}codes?",
        ZIP_VALUE
        + r"|[0-9]{4,7}|[A-Z]{1,2}[0-9][A-Z0-9]?\s?[0-9][A-Z]{2}|[A-Z][0-9][A-Z]\s?[0-9][A-Z][0-9]|[0-9]{4}\s?[A-Z]{2}",
    ),
    _Label(
        "US_BANK_NUMBER",
        rf"(?:bank|checking|savings)?{_S}(?:account|acct){_NUMBER}?|a/c",
        r"[0-9](?:[ \-]?[0-9]){5,16}",
    ),
    _Label("ABA_ROUTING_NUMBER", rf"(?:aba|routing|rtn|transit){_NUMBER}?", r"[0-9]{4}[- ]?[0-9]{4}[- ]?[0-9]"),
    _Label("US_PASSPORT", rf"passports?{_NUMBER}?", r"[A-Za-z]?[0-9]{7,9}|[A-Za-z]{2}[0-9]{6,7}"),
    _Label(
        "US_DRIVER_LICENSE",
        rf"(?:driver(?:['\u2019]?s)?|driving){_S}(?:licen[cs]es?|lic){_NUMBER}?|dl{_NUMBER}|licen[cs]e{_NUMBER}",
        _CODE % 4,
    ),
    _Label(
        "LICENSE_PLATE",
        rf"(?:licen[cs]e|number|registration){_S}plates?{_NUMBER}?|plates?{_NUMBER}|vrn",
        r"[A-Z]{1,4}[ \-]?[0-9]{1,5}(?:[ \-]?[A-Z]{1,3})?|[0-9]{1,4}[ \-]?[A-Z]{1,4}(?:[ \-]?[0-9]{1,4})?",
    ),
    _Label(
        "VIN", rf"vin{_NUMBER}?|vehicle{_S}identification{_NUMBER}?|chassis{_NUMBER}", r"[A-HJ-NPR-Za-hj-npr-z0-9]{17}"
    ),
    _Label(
        "MEDICAL_RECORD",
        rf"mrns?{_NUMBER}?|medical{_S}record{_NUMBER}?|(?:patient|chart|hospital){_NUMBER}|patient{_S}file{_NUMBER}?",
        _CODE % 3,
    ),
    _Label(
        "ORDER_ID",
        rf"(?:order|invoice|booking|reservation|confirmation|ticket|tracking|shipment|transaction|claim|case|reference){_NUMBER}"
        rf"|(?:order|invoice|booking|ticket|shipment|claim)(?={_S}[\#:]|\s[A-Z0-9\-]{{0,8}}[0-9])",
        _CODED,
    ),
    _Label(
        "ID_NUMBER",
        rf"(?:customer|client|employee|staff|member(?:ship)?|student|user|badge|policy|subscriber|national|voter|tax|insurance)(?:{_S}(?:identity|insurance))?{_NUMBER}",
        _CODED,
    ),
    _Label("IBAN_CODE", rf"iban{_NUMBER}?", r"[A-Z]{2}[0-9]{2}(?:[ \-]?[A-Z0-9]{4}){2,7}(?:[ \-]?[A-Z0-9]{1,3})?"),
    _Label(
        "",
        rf"swift|bic|serial{_NUMBER}?|imei|isbn|version|sku|part{_NUMBER}?|model{_NUMBER}?|pin|cvv|cvc|expir\w{{1,6}}|exp",
    ),
)
LABELLED_TYPES = frozenset(label.entity_type for label in _TABLE if label.entity_type)
"""The entity types that labels can announce."""

_LABEL = re.compile(
    r"(?<![^\W_])(?:" + "|".join(f"(?P<l{i}>{label.words})" for i, label in enumerate(_TABLE)) + r")(?![^\W_])",
    re.IGNORECASE,
)
_GLUE = r"(?:[\s:#=|\"'`*)\[\]{<>,_~\-\u2013\u2014]|\((?!\+?[0-9]))"
_GAP = (
    rf"\.?{_GLUE}{{0,12}}(?:(?:(?:no|nr|num|nos|acct|tel)\.|[^\W\d]{{1,24}}(?:['\u2019][^\W\d]{{1,12}})?)"
    rf"{_GLUE}{{1,8}}){{0,6}}?"
)
_NEXT = r"(?:\s?[,;/&]\s{0,2}(?:(?:and|or)\s)?|\s(?:and|or)\s)"
_AFTER_LABEL = {
    label.entity_type: re.compile(
        rf"{_GAP}(?<![0-9][.,\-])(?<!\w)(?<![$\u20ac\u00a3])\(??(?P<v>{label.value}){AFTER_DIGITS}"
    )
    for label in _TABLE
}
_LISTED = {
    label.entity_type: re.compile(rf"{_NEXT}(?P<v>{label.value}){AFTER_DIGITS}") for label in _TABLE if label.value
}
_WHOLE = {label.entity_type: re.compile(label.value) for label in _TABLE}
_BEFORE_LABEL = re.compile(
    r"(?<!\w)(?P<v>\+?\(?[0-9](?:[ .\-/()]{0,2}[0-9]){6,18})\s?"
    r"(?:\(\s?|(?:is|was|as)\s(?:my|his|her|our|their|the|your)\s(?:[^\W\d]{1,16}(?:['\u2019]s)?\s){0,2})\Z"
)
_DIGIT = re.compile(r"[0-9]")
_REACH = 80


def find_labelled(text: str) -> Iterator[Span]:
    """The values that a label announces, lists of them included ("cards 1234..., 5678... and ...")."""
    if not _DIGIT.search(text):
        return
    labels = [(found, _TABLE[int((found.lastgroup or "l0")[1:])].entity_type) for found in _LABEL.finditer(text)]
    for index, (label, entity_type) in enumerate(labels):
        if entity_type:
            others = (other.start() for other, name in labels[index + 1 : index + 8] if name != entity_type)
            yield from _announced(text, label, entity_type, next(others, len(text)))


def _announced(text: str, label: re.Match[str], entity_type: str, limit: int) -> Iterator[Span]:
    """What one label announces before ``limit``, where another label begins."""
    found = _AFTER_LABEL[entity_type].match(text, label.end())
    if found is None or found.start("v") > limit:
        yield from _announced_later(text, label, entity_type)
        return
    while found is not None and found.start("v") <= limit:
        start, end = found.span("v")
        unclosed = text[start] == "(" and ")" not in text[start:end]
        yield Span(start + unclosed, end, entity_type, 0.85, "patterns")
        found = _LISTED[entity_type].match(text, found.end())


def _announced_later(text: str, label: re.Match[str], entity_type: str) -> Iterator[Span]:
    """A value just before its label: "2025550143 (phone)", "123456789 is my SSN"."""
    window = max(0, label.start() - _REACH)
    found = _BEFORE_LABEL.search(text[window : label.start()])
    if found and _WHOLE[entity_type].fullmatch(found.group("v")):
        yield Span(window + found.start("v"), window + found.end("v"), entity_type, 0.8, "patterns")
