"""Names of fields are sent as they are, so they must hold nothing private; usual ones pass with the real detector."""

from __future__ import annotations

import pytest

from privacy_chains import Key, Policy, Sanitizer, UnsupportedContent
from privacy_chains.adapting import FieldNames

USUAL = """
file_path file_name page_label document_title section_summary excerpt_keywords window original_text source url
title author owner customer patient name first_name employee salary ssn email phone address city country date
created_at doc_id category tags language department warehouse org grant account_number iban currency
diagnosis doctor order_id month year quarter may april mark company plaintiff court judge reviewer
"""


@pytest.fixture(scope="module")
def names() -> FieldNames:
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(32))))
    return FieldNames(lambda texts: list(sanitizer.sanitize(texts).texts), allow={"Alice Brown"})


def test_usual_names_pass(names: FieldNames) -> None:
    names.check([*USUAL.split(), "Alice Brown", 7])


@pytest.mark.parametrize(
    "name", ["Alice Johnson", "alice.johnson@corp-mail.com", "536-22-8154", "Notes on Alice Johnson", "alice_johnson"]
)
def test_private_names_are_refused_without_being_told(names: FieldNames, name: str) -> None:
    with pytest.raises(UnsupportedContent, match="metadata field 2 of a document") as raised:
        names.check(["page", name])
    assert name not in str(raised.value)
    with pytest.raises(UnsupportedContent):
        names.check([name])


@pytest.mark.parametrize("name", ["ts", "icd", "geo", "latitude", "longitude", "sku", "mrn", "icd_code", "geo_hash"])
def test_technical_names_pass(names: FieldNames, name: str) -> None:
    names.check([name])


def test_the_document_is_named_by_its_place(names: FieldNames) -> None:
    with pytest.raises(UnsupportedContent, match="metadata field 1 of document 7"):
        names.check(["Alice Johnson"], "document 7")


@pytest.mark.parametrize("name", ["paul_fisher", "mindy_beltran", "dwayne", "Tonya West", "todd_kelly"])
def test_names_of_people_that_a_record_makes_look_like_fields_are_refused(names: FieldNames, name: str) -> None:
    with pytest.raises(UnsupportedContent):
        names.check([name])


def test_numbers_that_get_noise_make_no_name_private() -> None:
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(32))), policy=Policy.profile("finance"))
    FieldNames(lambda texts: list(sanitizer.sanitize(texts).texts)).check(["age", "price", "page", "count"])
