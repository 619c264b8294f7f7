"""Lines that machines read, and numbers of parcels."""

from __future__ import annotations

import pytest

from privacy_chains.detect import PatternDetector

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
