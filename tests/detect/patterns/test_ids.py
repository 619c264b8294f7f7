from __future__ import annotations

import pytest
from detect_support import finds, found

from privacy_chains.detect import PatternDetector
from privacy_chains.detect.patterns.ids import find_cards, find_ips, find_plates, find_ssns, find_zips


@pytest.mark.parametrize(
    "text",
    [
        "«123-45-6789», «078-05-1120», «000-00-0000», «123 45 6789», «123.45.6789»",
        "SSN-«123-45-6789».",
        "号码«123-45-6789»是",
    ],
)
def test_the_shape_of_an_ssn_is_enough(text: str) -> None:
    assert finds(find_ssns, text, "US_SSN") == text


@pytest.mark.parametrize(
    "text",
    ["x123-45-6789", "123-45-6789y", "ñ123-45-6789", "9123-45-6789", "1-123-45-6789", "123-45.6789", "123-45-6789-0"],
)
def test_an_ssn_is_never_part_of_something_longer(text: str) -> None:
    assert finds(find_ssns, text, "US_SSN") == text


@pytest.mark.parametrize(
    "text",
    [
        "«4111 1111 1111 1111», «1234-5678-9012-3456», «3782 822463 10005»",
        "«4111111111111111» «378282246310005» «5555555555554444»",
        "«4222222222222» has 13 digits",
        "«2221 0000 0000 0009», «2720 9999 9999 9996»",
    ],
)
def test_a_card_is_known_by_its_grouping_or_its_check_digit(text: str) -> None:
    assert finds(find_cards, text, "CREDIT_CARD") == text


@pytest.mark.parametrize(
    "text",
    [
        "4111111111111112",
        "1700000000000",
        "12345678901234567890",
        "x4111111111111111",
        "4111 1111 1111 11112",
        "2019 2018 2017 2016",
        "backup_20060625150800.sql, 20040715092419",
    ],
)
def test_other_digits_are_no_card(text: str) -> None:
    assert finds(find_cards, text, "CREDIT_CARD") == text


@pytest.mark.parametrize(
    "text",
    [
        "«192.168.1.1», «8.8.8.8»:53, «255.255.255.255».",
        "«fe80::1», «2001:db8::8a2e:370:7334», «::1», «2001:db8:0:0:0:0:2:1», [«2001:db8::1»]:443",
        "http://«10.0.0.1»/x",
    ],
)
def test_an_ip_address_is_found(text: str) -> None:
    assert finds(find_ips, text, "IP_ADDRESS") == text


def test_the_longer_reading_of_an_address_wins() -> None:
    assert found(PatternDetector().detect, "«::ffff:192.0.2.1»", "IP_ADDRESS") == "«::ffff:192.0.2.1»"


@pytest.mark.parametrize(
    "text",
    [
        "version 1.2.3.4",
        "v1.2.3.4",
        "Section 4.3.2.1",
        "256.1.1.1",
        "1.2.3.4.5",
        "12:30:45",
        "std::abc",
        "a::b",
        "x::y",
        "00:1A:2B:3C:4D:5E",
        "::",
    ],
)
def test_other_dots_and_colons_are_no_ip_address(text: str) -> None:
    assert finds(find_ips, text, "IP_ADDRESS") == text


@pytest.mark.parametrize(
    "text",
    [
        "Boston, MA «02110»",
        "Portland, OR «97201»",
        "Springfield, Illinois «62704»",
        "Washington, D.C. «20500»",
        "«90210-1234» is anywhere",
        "New York, NY  «10001-0001».",
        "Austin\nTX\n«78701»",
    ],
)
def test_a_zip_code_is_known_by_its_state_or_its_four_digits(text: str) -> None:
    assert finds(find_zips, text, "US_ZIP_CODE") == text


@pytest.mark.parametrize(
    "text",
    [
        "12345",
        "room 12345",
        "id=1 OR 12345",
        "IN 12345 cases",
        "NY 123456",
        "12345-67890",
        "$90210",
        "deliver to 94110 customers",
        "send it to port 94110",
        "sent to 94110 people",
    ],
)
def test_five_digits_alone_are_no_zip_code(text: str) -> None:
    assert finds(find_zips, text, "US_ZIP_CODE") == text


def test_french_plates_are_found_by_their_shape() -> None:
    text = '(«BX-771-LP») et «FG-482-RT», mais AB-1234-CD, XAB-123-CD, "AB-123-CD", AB-123-CD-4 et ab-123-cd'
    assert finds(find_plates, text, "LICENSE_PLATE") == text
