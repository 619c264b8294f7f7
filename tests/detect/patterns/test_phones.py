from __future__ import annotations

import pytest
from detect_support import found

from privacy_chains.detect import PatternDetector

DETECT = PatternDetector().detect


@pytest.mark.parametrize(
    "text",
    [
        "(202) 555-0143 or 1-«202-555-0143»".replace("(202) 555-0143", "«(202) 555-0143»").replace("1-«", "«1-"),
        "«202-555-0143», «202.555.0143», «202 555 0143», «(202)555-0143»",
        "«+1 202-555-0143», «+44 20 7946 0958», «+49 (0)30 1234567», «+4915112345678», «+(371) 33099256»",
        "«001-202-555-0143x123», «(202) 555-0143 ext. 45», «202-555-0143 x9»",
        "«0049 30 1234567», «020 7946 0958», «06 12 34 56 78», «(030) 1234567», «0151/12345678»",
        "«2025550143» has ten digits that were issued",
        "电话«+86 138-1234-5678»号",
        "«123-456-7890» has an area that nobody has, and is one by its shape",
        "call «555-0143», phone: «202 5550143», Tel. «030 1234567», fax «1234567»",
        "my number is «6132074», reach me at «613 07 24»",
        "«2025550143» is my phone, and «7654321» (mobile)",
        "phones: «555-0143», «555-0144» and «555-0145»",
        "«412 34 567», «612 345 678», «98765 43210», «12 34 56 78», «210 9141777», «91-22-12345678»",
        "«02079460958», «0612345678», «0049301234567», «0 887 065 247», «(0) 30 123456»",
        "«(02).4397.2981», «(96) 317066», «25/851-7812», «06-11/070 4341», «089 / 1234 5678», «06/ 834 49 78»",
        "«57 328 353 37 40», «8 812 415 86 83», «44 202 555 0143»",
        "Write to «461 2345».",
        "It is «4123 4567»; or «33 123 456»",
        "Do you have his phone number? Yes, here it is: «461-2345» I think.",
        "I lost my phone. The number was «4123 4567» before",
        "call «2025550143». 3 March 2024, «000 952 0118». 12 men, «+1 202 555 0143». 12:30",
        "tel. «01. 23. 45. 67. 89» bitte",
        "«2025550143»/«2025550144», «202-555-0143»/«202-555-0144», mobile «06 12 34 56 78»/«06 12 34 56 79»",
        "Tel/Fax: «030 1234567»/«030 1234568», tel «030 1234567/68»",
        "call «2025550143» 3 times, «2025550143». 2024-03-01 is the day, tel «030. 1234 567» in Berlin",
    ],
)
def test_a_telephone_number_is_found(text: str) -> None:
    assert found(DETECT, text, "PHONE_NUMBER") == text


@pytest.mark.parametrize(
    "text",
    [
        "between 2019-2020 and 2021-2022",
        "ISBN 978-3-16-148410-0",
        "on 2024-05-01, 05/01/2024 and 12.05.2024",
        "1234567890123456789012345 is long",
        "timestamps 1700000000 and 1700000000000",
        "pi is 3.14159265358979",
        "x202-555-0143y",
        "0.123 456 7890",
        "rows 100 200 300 400",
        "ratios 2025550143/12 and 12/2025550143",
        "h * 69069 + 907133923, i + 0.9468822170900693, +1.7090069284064666",
        "550e8400-e29b-41d4-a716-446655440000",
        "500-1000 words, 123 4567 rows, 1234 5678 cells, 12 345 678 people",
        "rows 12 34 56 78 90 and 123 456 789 012, 10.20.30.40",
        "612 345 678 EUR, 12 345 678 %, 123 456 789 $",
        "ids 0000123456, 000123456789 and 00012",
    ],
)
def test_other_digits_are_no_telephone_number(text: str) -> None:
    assert found(DETECT, text, "PHONE_NUMBER") == text


def test_an_address_of_a_host_is_no_number_to_call() -> None:
    found = PatternDetector({"PHONE_NUMBER", "IP_ADDRESS"}).detect("CALL The server at 0.200.178.45 is down")
    assert [span.entity_type for span in found] == ["IP_ADDRESS"]
