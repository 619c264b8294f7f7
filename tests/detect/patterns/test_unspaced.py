"""Identifiers behind Chinese, Japanese and Korean words."""

from __future__ import annotations

import pytest
from detect_support import found

from privacy_chains.detect import PatternDetector

DETECT = PatternDetector({"CREDIT_CARD", "ID_NUMBER", "PHONE_NUMBER"}).detect


@pytest.mark.parametrize(
    ("entity_type", "text"),
    [
        (
            "PHONE_NUMBER",
            "我的手机号码是«13812345678»\uff0c电话\uff1a«010 6552 9988»。",
        ),
        (
            "PHONE_NUMBER",
            "電話番号は«09012345678»です。 전화번호는 «01012345678»",
        ),
        ("ID_NUMBER", "身份证号码«11010119900307123X»"),
        ("CREDIT_CARD", "银行卡号\uff1a«6222021234567890123»"),
    ],
)
def test_words_without_spaces_announce_identifiers(entity_type: str, text: str) -> None:
    assert found(DETECT, text, entity_type) == text
