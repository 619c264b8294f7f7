"""Identifiers behind Chinese, Japanese and Korean words for them, which no spaces set apart."""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.numerals import AFTER_ID, alternation
from privacy_chains.detect.patterns.phones import PHONE_IN_CONTEXT
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.lazy import lazily

__all__ = ["find_unspaced"]

_NUMBER = r"(?:号码?|號碼?|番号|번호)?"
_GAP = r"[\s是为為は는은:\uff1a]{0,4}"
_PHONES = alternation(["手机", "手機", "电话", "電話", "携帯", "전화", "휴대폰"])
_CARDS = alternation(["银行卡", "信用卡", "卡", "カード", "카드"])
_PEOPLE = alternation(["身份证", "身分證", "身份證"])
_HINT = lazily(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_ANNOUNCED = lazily(
    rf"{_PHONES}{_NUMBER}{_GAP}(?P<PHONE_NUMBER>{PHONE_IN_CONTEXT}){AFTER_ID}"
    rf"|{_CARDS}{_NUMBER}{_GAP}(?P<CREDIT_CARD>[0-9](?:[ \-]?[0-9]){{12,18}}){AFTER_ID}"
    rf"|{_PEOPLE}{_NUMBER}{_GAP}(?P<ID_NUMBER>[0-9]{{14,17}}[0-9Xx]){AFTER_ID}"
)


def find_unspaced(reading: ValueReading) -> Iterator[FoundValue]:
    """Telephone numbers, cards and numbers of identity cards behind such words."""
    if reading.text.isascii() or not _HINT.search(reading.text):
        return
    for found in _ANNOUNCED.finditer(reading.text):
        kind = found.lastgroup or ""
        yield FoundValue(*found.span(kind), kind, 0.9)
