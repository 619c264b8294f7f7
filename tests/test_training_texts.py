"""The texts that the embedded detector learns from are marked as they should be."""

from training.example import UNSURE
from training.texts import held_back, written


def test_every_mark_is_read() -> None:
    for example in (*written(), *held_back()):
        assert not set("[]") & set(example.text)
        for start, end, kind in example.marks:
            name = example.text[start:end]
            assert name == name.strip()
            assert kind == UNSURE or name[0].isalnum() or name[0] in "@#'\N{LEFT SINGLE QUOTATION MARK}.$&", name


def test_what_is_held_back_is_not_learned() -> None:
    learned = {example.text for example in written() if len(example.text) > 30}
    assert not [example for example in held_back() if example.text in learned]
    assert len(held_back()) > 300
