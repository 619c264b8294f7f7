"""Where what was restored stands in the answer that was read back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, Sanitizer
from privacy_chains.contract.report import Sighting, places_of

SANITIZER = Sanitizer(Key.from_bytes(bytes(range(32))))
NOTE = "Alice Barr (alice69@example.net) is 28 and owes $54,839.59 to Bob Miller."
PROMPT = SANITIZER.sanitize(NOTE)
SURROGATES = [PROMPT.text[span.start : span.end] for span in PROMPT.spans[0]]


def test_places_move_with_what_was_written_before_them() -> None:
    found = [Sighting("A", 2, 4, ""), Sighting("B", 6, 7, "")]
    assert places_of(found, [(2, 4, "four"), (6, 7, "")]) == ((2, 6), (8, 8))


@given(st.lists(st.sampled_from([*SURROGATES, *(one.upper() for one in SURROGATES), " and ", "; then ", ", "])))
def test_places_hold_originals_and_nothing_else_changes(words: list[str]) -> None:
    answer = " ".join(words)
    read = PROMPT.reader.restore(answer)
    assert len(read.places) == len(read.restored)
    before = after = 0
    for sighting, (start, end) in zip(read.restored, read.places, strict=True):
        assert read.text[after:start] == answer[before : sighting.start]
        assert read.text[start:end].strip()
        before, after = sighting.end, end
    assert read.text[after:] == answer[before:]


def test_a_repeated_text_has_its_originals_at_their_places() -> None:
    read = PROMPT.reader.restore(PROMPT.text)
    assert [read.text[start:end] for start, end in read.places] == list(PROMPT.originals[0])
