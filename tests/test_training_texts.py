"""The texts that the embedded detector learns from are marked as they should be."""

from training.example import UNSURE
from training.texts import held_back, written

SIGNS = "@#.$&'\"\N{LEFT SINGLE QUOTATION MARK}\N{POSTAL MARK}"  # what a name may begin with beside letters and digits
LONG = 30  # shorter ones may well be written twice


def test_every_mark_is_read() -> None:
    for example in (*written(), *held_back()):
        assert not set("[]") & set(example.text)
        for start, end, kind in example.marks:
            name = example.text[start:end]
            assert name == name.strip()
            assert kind == UNSURE or name[0].isalnum() or name[0] in SIGNS, name


def test_what_is_held_back_is_not_learned() -> None:
    learned, kept = ([one.text for one in texts if len(one.text) > LONG] for texts in (written(), held_back()))
    assert not set(learned) & set(kept)
    assert len(set(learned)) == len(learned)
    assert len(set(kept)) == len(kept)
    assert len(held_back()) > 300
