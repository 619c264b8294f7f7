from __future__ import annotations

import pytest
from format_support import kept
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.records import RecordFormat
from privacy_chains.testing import surrogate

ORDER = RecordFormat("ORDER_ID")


@given(
    st.sampled_from(["ORD-", "INV ", "mrn", "#", "PO_", ""]),
    st.from_regex(r"[A-Z0-9]{3,8}(-[0-9]{1,6})?", fullmatch=True),
    st.integers(0, 99),
)
def test_marks_are_kept_and_the_rest_enciphered_in_place(mark: str, number: str, seed: int) -> None:
    text = mark + number
    result = surrogate(ORDER, text, seed=seed)
    assert kept(result) == kept(text)
    if not mark or not mark[-1].isalpha() or number[0].isdigit():
        assert result.startswith(mark)


def test_a_record_is_one_value_with_other_separators() -> None:
    assert ORDER.split("ORD-2024-0001") == ORDER.split("ORD 2024 0001") == ORDER.split("ord-20240001")


@pytest.mark.parametrize("text", ["INV", "PO-", "REF"])
def test_a_mark_alone_is_a_value(text: str) -> None:
    assert kept(surrogate(ORDER, text)) == kept(text)


@pytest.mark.parametrize("text", ["", "---", "#"])
def test_nothing_to_encipher_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        ORDER.split(text)
