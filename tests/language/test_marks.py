from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.language.marks import without_marks


def test_marks_go_and_letters_stay() -> None:
    assert without_marks("Núñez, Løvås, Łukasz") == "Nunez, Løvas, Łukasz"
    assert without_marks("ﬁ２") == "ﬁ２"
    assert without_marks("ﬁ２", "NFKD") == "fi2"


@given(st.text())
def test_what_has_no_marks_is_kept(text: str) -> None:
    bare = without_marks(text)
    assert without_marks(bare) == bare
    assert not any(map(unicodedata.combining, bare))
