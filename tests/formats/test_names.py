"""People's names: the laws of a format, what is kept, and the frozen lists."""

from __future__ import annotations

import hashlib
import pickle
import time
import unicodedata
from functools import partial
from importlib.resources import files
from math import gcd

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats._letters import fold
from privacy_chains.formats._lexicon import lexicon
from privacy_chains.formats._spelling import rank_word, shape_of, shape_size, unrank_word
from privacy_chains.formats._words import word_class
from privacy_chains.formats.base import decipher, encipher
from privacy_chains.formats.names import PersonFormat

FORMAT = PersonFormat()
NAMES = sorted(name for name in lexicon().classes if name.startswith(("given", "surname")))


class Affine:
    """A keyed permutation without strength: ``a * rank + b``, with a and b from the domain's name."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def _key(self, size: int, domain: str) -> tuple[int, int]:
        digest = hashlib.sha512(f"{self.seed} {domain}".encode()).digest()
        a, b = int.from_bytes(digest[:32], "big") % size or 1, int.from_bytes(digest[32:], "big") % size
        while gcd(a, size) != 1:
            a += 1
        return a, b

    def encrypt(self, rank: int, size: int, domain: str) -> int:
        assert 0 <= rank < size
        a, b = self._key(size, domain)
        return (a * rank + b) % size

    def decrypt(self, rank: int, size: int, domain: str) -> int:
        assert 0 <= rank < size
        a, b = self._key(size, domain)
        return (rank - b) * pow(a, -1, size) % size if size > 1 else 0


ciphers = st.integers(0, 1 << 32).map(Affine)
listed = st.sampled_from(NAMES).flatmap(lambda name: st.sampled_from(lexicon().classes[name]))
any_listed = st.sampled_from(sorted(lexicon().places))
invented = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12)
accented = st.text("aeiousznclßøåéèöüñčęąőț", min_size=1, max_size=8)
foreign = st.sampled_from(["абвгдежзийклмнопрстуфхцчшщъыьэюяёіїє", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ", "אבגדהוזחטיכלמנסעפצקרשת"])
scripts = st.one_of(
    foreign.flatmap(lambda letters: st.text(letters, min_size=1, max_size=10)),
    st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=1, max_size=4),
    st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), min_size=1, max_size=4),
    st.text(st.characters(categories=["L", "M"], max_codepoint=0x30FF), min_size=1, max_size=6),
)
kept = st.sampled_from(sorted(lexicon().kept))
cased = st.sampled_from([str.lower, str.upper, str.title, str.capitalize, str.swapcase, str])
normal = st.sampled_from([str, partial(unicodedata.normalize, "NFC"), partial(unicodedata.normalize, "NFD")])
word = st.builds(
    lambda text, case, form: form(case(text)), st.one_of(listed, any_listed, invented, accented, scripts, kept), cased, normal
)
separator = st.sampled_from([" ", "  ", "-", "'", "’", ", ", ". ", "", "\n", "'s ", " Mc", " O'", "1", "\u0301", "Mc"])
name_texts = st.lists(st.tuples(word, separator), min_size=1, max_size=4).map(lambda rows: "".join(map("".join, rows)))


def member(text: str) -> bool:
    try:
        FORMAT.split(text)
    except FormatError:
        return False
    return True


@settings(max_examples=1000, deadline=None)
@given(name_texts.filter(member), ciphers, ciphers)
@example("Mcmcdonald", Affine(1), Affine(2))
@example("ΠΑΥΛΟΣ Παύλος παύλοσ", Affine(1), Affine(2))
@example("JFKennedy DiCaprio WEIßmann", Affine(1), Affine(2))
@example("M\u0327cq mc\u0327q", Affine(1), Affine(2))
def test_laws_hold_for_any_member(text: str, one: Affine, two: Affine) -> None:
    parts = FORMAT.split(text)
    assert FORMAT.join(text, [part.rank for part in parts]) == text
    ranks = [one.encrypt(part.rank, part.size, part.domain) for part in parts]
    other = [two.encrypt(part.rank, part.size, part.domain) for part in parts]
    surrogate = FORMAT.join(text, ranks)
    assert [(p.domain, p.size, p.rank) for p in FORMAT.split(surrogate)] == [
        (part.domain, part.size, rank) for part, rank in zip(parts, ranks, strict=True)
    ]
    assert FORMAT.join(surrogate, other) == FORMAT.join(text, other)


@settings(max_examples=300, deadline=None)
@given(name_texts.filter(member), ciphers)
def test_surrogates_decipher(text: str, cipher: Affine) -> None:
    assert decipher(FORMAT, encipher(FORMAT, text, cipher), cipher) == text


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_a_member_or_a_format_error(text: str) -> None:
    if member(text):
        assert decipher(FORMAT, encipher(FORMAT, text, Affine(3)), Affine(3)) == text
