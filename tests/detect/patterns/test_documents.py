"""Lines that machines read, and numbers of parcels."""

from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect import PatternDetector
from privacy_chains.detect.patterns.documents import find_documents

DETECT = PatternDetector({"ID_NUMBER", "ORDER_ID"}).detect
PASSPORT = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (PASSPORT, PASSPORT.splitlines()),
        ("ID: I<UTOD231458907<<<<<<<<<<<<<<<", ["I<UTOD231458907<<<<<<<<<<<<<<<"]),
        ("UPS 1Z999AA10123456784 was left at the door", ["1Z999AA10123456784"]),
        ("if (A<B) cout << FIRST<<SECOND; x<1<<31", []),
        ("sha 9F86D081884C7D659A2FEAA0C55AD015, 1Z999", []),
    ],
)
def test_documents_and_parcels_are_known_by_their_shape(text: str, found: list[str]) -> None:
    assert [text[span.start : span.end] for span in DETECT(text)] == found


def test_a_branch_and_an_account_are_found_by_their_shape() -> None:
    text = "paid to «20-45-77» / 31926819, or «20-11-43» 53872210; not 20-45-77 / 3192681, nor 1920-45-77 / 31926819"
    assert finds(find_documents, text, "ID_NUMBER") == text
    assert "«31926819»" in finds(find_documents, text.replace("«", "").replace("»", ""), "US_BANK_NUMBER")


def test_what_is_shown_of_a_masked_number_is_found() -> None:
    text = "to ****«6620», **** **** **** «8830», \u2022\u2022\u2022\u2022 «2209»; not **2024**, ****2024****, ** 2024"
    assert finds(find_documents, text, "US_BANK_NUMBER") == text
