"""The profile ``hipaa``: of each of the 18 identifiers of 45 CFR 164.514(b)(2)(i) nothing leaves as it was."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, Policy, Sanitizer

SANITIZER = Sanitizer(Key.from_bytes(bytes(range(3, 35))), policy=Policy.profile("hipaa"))

IDENTIFIERS: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "A names": (
        ("Patient: Margaret Whitfield", ("Margaret", "Whitfield")),
        ("Next of kin: Mr. O'Donnell, her brother Sean", ("Donnell", "Sean")),
    ),
    "B places smaller than a state": (
        ("She lives at 1420 Larkspur Lane, Apt 3B, Dayton, OH 45402.", ("1420", "Larkspur", "3B", "Dayton", "45402")),
        ("They moved from Knox County to Hyde Park.", ("Knox", "Hyde")),
        ("Mailing address: P.O. Box 1187, Bristol, VT 05443", ("1187", "Bristol", "05443")),
    ),
    "C dates": (
        ("Admitted 03/14/2024, discharged on March 19th, 2024.", ("03/14/2024", "March 19th")),
        ("DOB 7/2/1931, died on 12 Jan 2023", ("7/2/1931", "12 Jan 2023")),
        ("Surgery took place on the 5th of May.", ("5th of May",)),
    ),
    "D telephones": (
        ("Call (937) 555-0148 or 937.555.0149 x12.", ("555-0148", "555.0149")),
        ("Mobile: +1 937 555 0150", ("555 0150",)),
    ),
    "E fax": (("Fax: 937-555-0199", ("555-0199",)), ("fax no. (614) 555 0177", ("555 0177",))),
    "F e-mail": (("Reach her at m.whitfield77@example.org.", ("whitfield77", "example.org")),),
    "G social security numbers": (
        ("SSN 078-05-1120", ("078-05-1120",)),
        ("Social Security number: 219 09 9999", ("219 09 9999",)),
    ),
    "H medical records": (("MRN 00482913", ("00482913",)), ("Medical record no. A-77-19304", ("A-77-19304",))),
    "I health plans": (
        ("Member ID: W8841 22019", ("W8841", "22019")),
        ("Medicare number 1EG4-TE5-MK73", ("1EG4-TE5-MK73",)),
        ("Health plan beneficiary no. XQH883201144", ("XQH883201144",)),
        ("Policy number BCBS-55120934", ("55120934",)),
    ),
    "J accounts": (("Account number 8839201174", ("8839201174",)), ("patient account 55-20391-7", ("55-20391-7",))),
    "K certificates and licenses": (
        ("NPI 1234567893", ("1234567893",)),
        ("DEA number BW1234563", ("BW1234563",)),
        ("Driver's license OH RT482911", ("RT482911",)),
        ("medical license no. 35.091234", ("35.091234",)),
        ("certificate no. RN-442981", ("442981",)),
    ),
    "L vehicles": (
        ("VIN 1HGCM82633A004352", ("1HGCM82633A004352",)),
        ("license plate HJK 4821", ("HJK 4821",)),
        ("plate number GVX-2207", ("GVX-2207",)),
    ),
    "M devices": (
        ("pacemaker serial number SN-PJN739402S", ("PJN739402S",)),
        ("Device ID (01)00643169007222(21)BLC200461H", ("00643169007222", "BLC200461H")),
        ("serial no. 7712-AX-0093", ("7712-AX-0093",)),
        ("IMEI 490154203237518", ("490154203237518",)),
    ),
    "N addresses of the web": (("Her blog: https://whitfield-family.example.com/margaret", ("whitfield", "margaret")),),
    "O addresses of the internet": (
        ("Logged in from 203.0.113.77.", ("203.0.113.77",)),
        ("IPv6 2001:db8:85a3::8a2e:370:7334", ("85a3", "8a2e")),
    ),
    "P biometric": (
        ("fingerprint ID FP-99120", ("99120",)),
        ("voiceprint reference VX8821993", ("VX8821993",)),
    ),
    "R any other number": (
        ("study subject ID 0417-22-B", ("0417-22-B", "22-B")),
        ("specimen barcode 7700412993", ("7700412993",)),
        ("Trial participant no. XK-4471", ("XK-4471",)),
        ("employee number 88213", ("88213",)),
    ),
}
"""Q, photographs, are no text: the adapters refuse images unless a policy allows them."""


@pytest.mark.parametrize("identifier", IDENTIFIERS)
def test_no_identifier_leaves(identifier: str) -> None:
    for text, values in IDENTIFIERS[identifier]:
        prompt = SANITIZER.session(identifier).sanitize(text)
        assert not [value for value in values if value in prompt.text], identifier
        assert SANITIZER.session(identifier).desanitize(prompt.text, prompt) == text


@given(st.integers(90, 119))
def test_ages_over_89_are_one_group(age: int) -> None:
    sent = SANITIZER.session("ages").sanitize(f"She is {age} years old.").text
    assert 1 <= int(sent.split()[2]) <= 89


@given(st.dates(date(1900, 1, 1), date(1936, 1, 1)))
def test_births_of_the_oldest_tell_no_age_over_89(born: date) -> None:
    sent = SANITIZER.session("births").sanitize(f"Born on {born.isoformat()}, she lives alone.").text
    assert date.fromisoformat(sent.split()[2].rstrip(",")) >= date(1941, 1, 1)


@given(st.lists(st.dates(date(1990, 1, 1), date(2030, 1, 1)), min_size=2, max_size=4, unique=True), st.integers(0, 9))
def test_dates_keep_their_distances_and_weekdays(dates: list[date], session: int) -> None:
    text = ", then ".join(f"seen on {one.isoformat()}" for one in dates)
    sent = SANITIZER.session(str(session)).sanitize(text).text
    moved = [date.fromisoformat(piece.rpartition(" ")[2]) for piece in sent.split(", then ")]
    (shift,) = {(after - before).days for before, after in zip(dates, moved, strict=True)}
    assert shift % 7 == 0


def test_a_shift_is_paid_for_once() -> None:
    session = SANITIZER.session("paid")
    first = session.sanitize("Admitted 03/14/2024, discharged on March 19th, 2024.")
    second = session.sanitize("Seen again on 5 June 2024 at 14:30.")
    assert (first.ledger.epsilon, second.ledger.epsilon) == (1, 0)
    assert "14:30" in second.text
    assert "one that is known tells all" in first.ledger.explain()
