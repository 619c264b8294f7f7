"""People's names: the laws of a format, what is kept, and the frozen lists."""

from __future__ import annotations

import hashlib
import pickle
import re
import unicodedata
from functools import partial
from importlib.resources import files
from math import gcd

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats._clusters import shape_of
from privacy_chains.formats._spelling import rank_word, shape_size, unrank_word
from privacy_chains.formats.cycle_walking import decipher, encipher
from privacy_chains.formats.letters import fold
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.formats.names import PersonFormat
from privacy_chains.formats.word_classes import word_class

FORMAT = PersonFormat()
NAMES = sorted(name for name in lexicon().classes if name.startswith(("given", "surname")))


class Affine:
    """A keyed permutation without strength: ``a * rank + b``, with a and b from the domain's name."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def _key(self, size: int, domain: str, *, ring: bool) -> tuple[int, int]:
        digest = hashlib.sha512(f"{self.seed} {domain}".encode()).digest()
        a, b = 1 if ring else int.from_bytes(digest[:32], "big") % size or 1, int.from_bytes(digest[32:], "big") % size
        while gcd(a, size) != 1:
            a += 1
        return a, b

    def encrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
        assert 0 <= rank < size
        a, b = self._key(size, domain, ring=ring)
        return (a * rank + b) % size

    def decrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
        assert 0 <= rank < size
        a, b = self._key(size, domain, ring=ring)
        return (rank - b) * pow(a, -1, size) % size if size > 1 else 0


ciphers = st.integers(0, 1 << 32).map(Affine)
listed = st.sampled_from(NAMES).flatmap(lambda name: st.sampled_from(lexicon().classes[name]))
any_listed = st.sampled_from(sorted(lexicon().words))
invented = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12)
accented = st.text("aeiousznclßøåéèöüñčęąőț", min_size=1, max_size=8)
foreign = st.sampled_from(
    ["абвгдежзийклмнопрстуфхцчшщъыьэюяёіїє", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ", "אבגדהוזחטיכלמנסעפצקרשת"]
)
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
    lambda text, case, form: form(case(text)),
    st.one_of(listed, any_listed, invented, accented, scripts, kept),
    cased,
    normal,
)
separator = st.sampled_from(
    [" ", "  ", "-", "'", "\u2019", ", ", ". ", "", "\n", "'s ", " Mc", " O'", "1", "\u0301", "Mc"]
)
name_texts = st.lists(st.tuples(word, separator), min_size=1, max_size=4).map(lambda rows: "".join(map("".join, rows)))


def member(text: str) -> bool:
    try:
        FORMAT.split(text)
    except FormatError:
        return False
    return True


@settings(max_examples=500, deadline=None)
@given(name_texts.filter(member), ciphers, ciphers)
@example("Mcmcdonald", Affine(1), Affine(2))
@example("Mf", Affine(1), Affine(2))
@example("ΠΑΥΛΟΣ Παύλος παύλοσ", Affine(1), Affine(2))
@example("JFKennedy DiCaprio WEIßmann", Affine(1), Affine(2))
@example("M\u0327cq mc\u0327q", Affine(1), Affine(2))
@example("aadil mc\u0301\u4e00 m\u0301 m", Affine(1), Affine(2))
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


@pytest.mark.parametrize("text", ["", " ", "12", "-", "...", "y", "\u0301"])
def test_what_holds_no_word_is_refused(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        FORMAT.split(text)
    assert not text.strip() or text not in str(caught.value).split()


def enciphered(text: str, seed: int = 7) -> str:
    return encipher(FORMAT, text, Affine(seed))


def test_the_same_word_becomes_the_same_word_in_any_company() -> None:
    given_name, surname = enciphered("Kaiser Soze").split(" ")
    assert enciphered("Mr. Soze") == f"Mr. {surname}"
    assert enciphered("SOZE") == surname.upper()
    assert enciphered("soze") == surname.lower()
    assert enciphered("Soze's") == f"{surname}'s"
    assert enciphered("Soze\u2019s") == f"{surname}\u2019s"
    assert enciphered("Soze, Kaiser") == f"{surname}, {given_name}"
    assert enciphered("Kaiser-Soze") == f"{given_name}-{surname}"
    assert enciphered("McSoze") == f"Mc{surname}"
    assert enciphered("MCSOZE") == f"MC{surname.upper()}"
    assert enciphered("O'Soze") == f"O'{surname}"


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("Dr. Anna-Maria van der Berg", r"Dr\. [A-Z][a-z]+-[A-Z][a-z]+ van der [A-Z][a-z]+"),
        ("J. R. R. Tolkien Jr.", r"([A-Z])\. ([A-Z])\. \2\. [A-Z][a-z]+ Jr\."),
        ("Frau Müller", r"Frau \w+"),
        ("Ronald McDonald III", r"[A-Z][a-z]+ Mc[A-Z][a-z]+ III"),
        ("DiCaprio", r"Di[A-Z][a-z]+"),
        ("O\u2019NEIL", "O\u2019[A-Z]+"),
        ("Ludwig van Beethoven", r"[A-Z][a-z]+ van [A-Z][a-z]+"),
    ],
)
def test_what_is_not_a_name_word_stays(text: str, pattern: str) -> None:
    assert re.fullmatch(pattern, enciphered(text))


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Alice", "given-f"), ("Robert", "given-m"), ("Smith", "surname"), ("Иван", "given-m"), ("José", "given-m")],
)
def test_listed_words_stay_in_their_class(name: str, kind: str) -> None:
    listed_in = word_class(fold(name))
    assert listed_in.startswith(kind)
    assert {word_class(fold(enciphered(name, seed))).split(".")[0] for seed in range(20)} == {listed_in.split(".")[0]}
    assert len({enciphered(name, seed) for seed in range(40)}) > 20


@settings(max_examples=300, deadline=None)
@given(invented, ciphers)
def test_unlisted_words_become_unlisted_clean_words(text: str, cipher: Affine) -> None:
    assume(len(text) > 1 and not word_class(text) and text not in lexicon().kept and shape_of(text))
    assume(not text.startswith("mc"))  # cut off, and what is left may be no word
    result = encipher(FORMAT, text, cipher)
    assert not word_class(result)
    assert result not in lexicon().kept | set("ey")
    avoided = lexicon().roles["avoid"]
    assert not any(part in result for part in avoided) or any(part in text for part in avoided)


@pytest.mark.parametrize("text", ["mf", "xua", "bq", "oe", "yx", "ül", "xaxa", "nigax"])
def test_ranking_is_a_bijection_where_the_shape_is_small(text: str) -> None:
    shape = shape_of(text)
    assert shape
    words = [unrank_word(shape, rank) for rank in range(min(shape_size(shape), 20_000))]
    assert len(set(words)) == len(words) > 20
    assert [rank_word(shape, text) for text in words] == list(range(len(words)))
    assert not any(lexicon().find(text) or text in lexicon().kept for text in words)


@pytest.mark.parametrize("text", ["x" * 10_000, "soze" * 2_500, "Kaiser Soze " * 833, "王" * 10_000, "é" * 10_000])
def test_a_very_long_value_is_enciphered(text: str) -> None:
    parts = FORMAT.split(text)
    assert FORMAT.join(text, [part.rank for part in parts]) == text


@pytest.mark.parametrize(
    "text", ["José García", "Gödel", "Йорданка Ёлкина", "김철수", "Ångström", "Nguyễn", "Ωνάσης Ά"]
)
def test_normal_form_survives(text: str) -> None:
    for form in ("NFC", "NFD"):
        source = unicodedata.normalize(form, text)
        for seed in range(10):
            assert unicodedata.is_normalized(form, enciphered(source, seed))


def test_composed_and_decomposed_spellings_of_a_listed_name_agree() -> None:
    composed, decomposed = (unicodedata.normalize(form, "José García") for form in ("NFC", "NFD"))
    assert unicodedata.normalize("NFC", enciphered(decomposed)) == enciphered(composed)


@pytest.mark.parametrize(
    ("text", "aliases"),
    [
        ("Kaiser Soze", ("Kaiser", "Soze")),
        ("Mr. Soze", ("Soze",)),
        ("Soze's", ("Soze",)),
        ("Soze", ()),
        ("Soze, Kaiser", ("Kaiser Soze", "Soze", "Kaiser")),
        ("Dr. J. Soze Jr.", ("J. Soze", "Soze")),
        ("Anna van der Soze", ("Anna", "van der Soze", "Soze")),
        ("Anne-Marie O'Neil", ("Anne-Marie", "Anne", "Marie", "O'Neil")),
        ("Mr. and Mrs. Soze", ("Soze",)),
        ("Mr.", ()),
        ("J.", ()),
    ],
)
def test_aliases_are_the_words_that_stand_for_the_person(text: str, aliases: tuple[str, ...]) -> None:
    assert FORMAT.aliases(text) == aliases
    assert all(member(alias) for alias in aliases)


def test_the_lists_are_frozen() -> None:
    digests = {
        "names_v1.txt": "76dd783e00c67819ce17e0b0f6cc2baa4f8f3506f0138cf283998e959ee8186b",
        "letters_v1.txt": "194e6fb88e2327c2063866746b8306993585059d4d320885b75f5546b3e692ec",
    }
    for name, digest in digests.items():
        data = (files("privacy_chains.formats") / "data" / name).read_bytes()
        assert hashlib.sha256(data).hexdigest() == digest, f"{name} is scheme 1: changed lists are a new scheme"


def test_an_old_surrogate_is_read_by_this_version() -> None:
    text = "Dr. Anna-Maria van der Berg, Kaiser Soze, Gödel, Иван Петров, 王小明, Goldschmidt"
    assert (
        encipher(FORMAT, text, Affine(1))
        == "Dr. Inda-Mesude van der Cooper, Limbourg Ruavoew, Phëdliss, Елеан Арсенич, 茹蕭都, Scunkschwast"
    )


def test_classes_are_disjoint_and_large_enough() -> None:
    words = [text for members in lexicon().classes.values() for text in members]
    assert len(words) == len(set(words)) > 40_000
    assert not set(words) & lexicon().kept
    assert all(len(lexicon().classes[name]) >= 20 for name in NAMES)


def test_marked_classes_hold_only_words_with_diacritics() -> None:
    for name, members in lexicon().classes.items():
        decomposes = {unicodedata.normalize("NFD", text) != text for text in members}
        assert decomposes == {name.endswith("marked")}
        assert all(unicodedata.is_normalized("NFC", text) for text in members)


def test_no_listed_name_is_rude_or_holds_what_is_avoided() -> None:
    roles = lexicon().roles
    names = {text for name in NAMES for text in lexicon().classes[name]}
    assert not names & {*roles["rude"], *lexicon().classes["blunt"]}
    assert not [text for text in names if any(part in text for part in roles["avoid"])]


def test_a_format_pickles_without_its_lists() -> None:
    assert len(pickle.dumps(FORMAT)) < 500
