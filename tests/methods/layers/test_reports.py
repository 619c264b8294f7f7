"""Reports of layers: what every method restored and left, by position in the answer as it came."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, PrivacyError, Sanitizer
from privacy_chains.adapting import report_of
from privacy_chains.contract.method import TextReader
from privacy_chains.contract.report import Restored, Sighting
from privacy_chains.contract.roles import ReportingReader
from privacy_chains.methods.characters import CharacterNoise
from privacy_chains.methods.layers import Layers
from privacy_chains.methods.layers.moves import Moves, joined
from privacy_chains.methods.layers.reader import layered
from privacy_chains.methods.words import WordNoise

KEY = Key.from_bytes(bytes(range(32)))
TEXT = "Alice Barr (SSN 182-69-2573) earns $85,000 and lives with the frobnaxed wumpus in a grizzled hut."
LAYERS = Layers([Sanitizer(KEY), CharacterNoise(KEY, epsilon=3)])
PROMPT = LAYERS.sanitize(TEXT)
READER = LAYERS.reader(PROMPT)
SENT = PROMPT.text.split()


def test_a_report_of_layers_has_what_that_of_one_method_has() -> None:
    answer = f"{PROMPT.text} Not 457-55-5462. That is $1,234,567 in all, see http://evil.example/{SENT[0]}."
    report = report_of(LAYERS, PROMPT, [answer], "mark").as_dict()
    alone = Sanitizer(KEY)
    told = report_of(alone, alone.sanitize(TEXT), [answer], "mark").as_dict()
    assert report.keys() == told.keys() >= {"found", "restored", "left", "doubtful", "invented", "computed", "marks"}
    assert report["restored"]["PERSON"] >= 1
    assert report["restored"]["TEXT"] > 3
    assert report["invented"] == {"US_SSN": 1}
    (mark,) = report["marks"]
    assert READER.text(answer)[mark["start"] : mark["end"]] == "457-55-5462"
    assert report["computed"] == told["computed"] >= 1


@given(st.lists(st.sampled_from([*SENT, "the", "well,", "$90,000", "nobody", "\n", "Zorro"]), max_size=25))
def test_an_account_says_what_became_of_each_place(words: list[str]) -> None:
    answer = " ".join(words)
    assert isinstance(READER, ReportingReader)
    read = READER.restore(answer)
    assert read.text == READER.text(answer)
    pieces, at = list[str](), 0
    for one, (start, end) in zip(read.restored, read.places, strict=True):
        assert one.start >= at
        pieces += (answer[at : one.start], read.text[start:end])
        at = one.end
    assert "".join([*pieces, answer[at:]]) == read.text


@given(st.data())
def test_places_go_there_and_back(data: st.DataObject) -> None:
    """A text is replaced twice at random places; whatever was replaced is found from both ends."""
    text = "".join(data.draw(st.lists(st.sampled_from("abc "), min_size=1, max_size=20)))
    first = replaced(text, data)
    then = replaced(first.text, data)
    whole = joined([first, then])
    for one, place in zip(first.restored, first.places, strict=True):
        assert Moves.of(first).moved(one.start, one.end) == place
        assert Moves.of(first).back.moved(*place) == (one.start, one.end)
        assert any(each.start <= one.start and one.end <= each.end for each in whole.restored)
    assert whole.text == then.text
    assert len(whole.restored) == len(whole.places) <= len(first.restored) + len(then.restored)


def replaced(text: str, data: st.DataObject) -> Restored:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    sightings, places, pieces, at, length = list[Sighting](), list[tuple[int, int]](), list[str](), 0, 0
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        new = data.draw(st.sampled_from(["x", "yyyy", "zz"]))
        length += start - at
        places.append((length, length + len(new)))
        sightings.append(Sighting("TEXT", start, end, ""))
        pieces += (text[at:start], new)
        length, at = length + len(new), end
    return Restored("".join([*pieces, text[at:]]), tuple(sightings), places=tuple(places))


def test_what_no_method_can_tell_is_refused() -> None:
    layers = Layers([WordNoise(KEY)])
    with pytest.raises(PrivacyError, match="none of these layers"):
        layers.invented("457-55-5462", layers.sanitize(TEXT))


class Silent:
    """A reader that gives no account."""

    def text(self, text: str) -> str:
        return text

    def value(self, value: object) -> object:
        return value

    def stream(self, *, json: bool = False) -> TextReader:
        raise NotImplementedError


def test_layers_give_an_account_if_all_of_them_do() -> None:
    assert isinstance(READER, ReportingReader)
    assert not isinstance(layered([*READER.readers, Silent()]), ReportingReader)
