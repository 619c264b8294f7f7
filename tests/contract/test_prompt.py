"""Texts as methods are given them."""

from __future__ import annotations

from typing import Any

import pytest

from privacy_chains import PrivacyError
from privacy_chains.contract.prompt import as_texts


@pytest.mark.parametrize(("given", "texts"), [("a", ("a",)), (["a", "b"], ("a", "b")), ((), ())])
def test_one_text_or_several_become_a_tuple(given: Any, texts: Any) -> None:
    assert as_texts(given) == texts


@pytest.mark.parametrize("given", [b"secret", 4711, ["a", 4711], None, {"secret"}])
def test_all_else_is_refused_by_its_type(given: Any) -> None:
    with pytest.raises(PrivacyError, match="sanitize takes a str or a list of str") as refusal:
        as_texts(given)
    assert "secret" not in str(refusal.value)
    assert "4711" not in str(refusal.value)
