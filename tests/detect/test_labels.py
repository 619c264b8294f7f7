from __future__ import annotations

import pytest
from detect_support import found

from privacy_chains.detect import PatternDetector

DETECT = PatternDetector().detect


@pytest.mark.parametrize(
    ("entity_type", "text"),
    [
        ("US_SSN", "her SSN is «123456789», ssn: «987-654321», Social Security number «078051120»"),
        ("US_SSN", '{"ssn": "«123456789»"}'),
        ("US_SSN", "customer_ssn=«123456789»&x=1"),
        ("US_SSN", "SSNs «123456789», «987654321» and «111223333»"),
        ("US_SSN", "«123456789» is her SSN"),
        ("CREDIT_CARD", "card «1234567890123456», Visa ending «2131 1234 1234 1234», cc no. «4111-1111-1111-1112»"),
        ("CREDIT_CARD", '"card_number": "«4111111111111112»"'),
        ("CREDIT_CARD", "cards «4111111111111112», «4111111111111113»"),
        ("US_ZIP_CODE", "zip «02110», ZIP code: «90210-1234», postal code is «10001»"),
        ("US_BANK_NUMBER", "account number «12345678901», acct. no. «98765432»"),
        ("ABA_ROUTING_NUMBER", "routing number «021000021»"),
        ("US_PASSPORT", "passport no. «C12345678», Passport: «123456789»"),
        ("US_DRIVER_LICENSE", "driver's license number «D1234567», DL# «A123-4567»"),
        ("LICENSE_PLATE", "license plate «7ABC123», plate number «ABC-1234»"),
        ("VIN", "VIN «1HGCM82633A004352»"),
        ("MEDICAL_RECORD", "MRN: «12345678», patient number «A-123»"),
        (
            "ORDER_ID",
            "order number «88-1234», order #«A123456», invoice «INV-2021-001», tracking no. «1Z999AA10123456784»",
        ),
        ("ID_NUMBER", "employee ID «E12345», customer number «445566»"),
    ],
)
def test_a_label_announces_what_follows(entity_type: str, text: str) -> None:
    assert found(DETECT, text, entity_type) == text


@pytest.mark.parametrize(
    "text",
    [
        "Her SSN is confidential. The row has 123456789 cells.",
        "the card has 12 entries",
        "in order 5 people left",
        "case closed 2020",
        "call me 2 times",
        "SSN and account number 123456",
        "the zip of $12345",
    ],
)
def test_a_label_announces_only_its_own_shape_in_its_own_sentence(text: str) -> None:
    types = {"US_SSN", "CREDIT_CARD", "PHONE_NUMBER", "US_ZIP_CODE", "ORDER_ID"}
    assert [span for span in DETECT(text) if span.entity_type in types] == []


def test_the_nearest_label_decides() -> None:
    text = "SSN and phone: 202555014, account 123456789"
    assert [(text[s.start : s.end], s.entity_type) for s in DETECT(text)] == [
        ("202555014", "PHONE_NUMBER"),
        ("123456789", "US_BANK_NUMBER"),
    ]
