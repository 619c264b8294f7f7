"""The parts of this package keep their contracts; parts that break one are told which."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, Codebook

from privacy_chains import (
    ENTITY_TYPES,
    AddNoise,
    Category,
    CipherError,
    Encipher,
    EntityType,
    FormatError,
    Key,
    Policy,
    PolicyError,
    Sanitizer,
    Span,
    default_detector,
)
from privacy_chains.detect import CompositeDetector, RegexDetector
from privacy_chains.formats import AlphabetFormat, FirstOf, Format, RankFormat, RegexFormat, built_in_formats
from privacy_chains.formats.base import Part
from privacy_chains.hazmat.ciphers import DomainCipher
from privacy_chains.hazmat.coins import Coins
from privacy_chains.mechanisms import BoundedExponential, BoundedGeometric, Mechanism
from privacy_chains.testing import (
    ContractBroken,
    Redaction,
    check_cipher,
    check_detector,
    check_entity_type,
    check_format,
    check_mechanism,
    check_method,
)

PATTERN = r"[A-Z]{2}\d{6}[A-D]"
EMPLOYEE = EntityType("EMPLOYEE_ID", Category.FORMAT, "numbers of employees")
ASKED = "Does QX204417B have leave left?"
BOTH = CompositeDetector(default_detector(neural=False), RegexDetector("EMPLOYEE_ID", rf"\b{PATTERN}\b"))


# --- formats ---


@pytest.mark.parametrize(
    ("fmt", "examples", "refuses"),
    [
        (RegexFormat(PATTERN), ["QX204417B", "AA000000A"], ["", "QX204417E", "qx204417b", "QX204417B "]),
        (AlphabetFormat("GENOME", "ACGT"), ["GATTACA", "A"], ["", "gattaca"]),
        (RankFormat("ROOM", lambda text: int(text[1:]), "R{:03}".format, 1000), ["R007"], ["R7", "no room"]),
        (FirstOf(RegexFormat("[02468]"), RegexFormat(r"\d")), ["4", "7"], ["x"]),
        (built_in_formats()["CREDIT_CARD"], ["4111 1111 1111 1111", "4111"], ["", "---"]),
        (built_in_formats()["PERSON"], ["Alice Johnson", "O'Neil", "Zoë van der Berg"], [""]),
    ],
)
def test_formats_keep_their_contract(fmt: Format, examples: list[str], refuses: list[str]) -> None:
    check_format(fmt, examples, refuses=refuses)


class Digits(Format):
    """Two digits, and ways to get them wrong."""

    keeps = "nothing"

    def __init__(self, **wrong: Any) -> None:
        self.wrong = wrong
        self.keeps = wrong.get("keeps", "nothing")
        self.reading = wrong.get("reading", "exact")

    def split(self, text: str) -> tuple[Part, ...]:
        if not re.fullmatch(r"\d\d", text) and not self.wrong.get("greedy"):
            msg = f"not two digits{text if self.wrong.get('quotes') else ''}"
            raise self.wrong.get("error", FormatError)(msg)
        if int(text) >= self.wrong.get("gaps_from", 100):
            msg = "a gap"
            raise FormatError(msg)
        return (Part("digits", self.wrong.get("size", 100), int(text) % self.wrong.get("size", 100)),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        if self.wrong.get("stuck"):
            return text
        return f"{(ranks[0] + self.wrong.get('shift', 0)) % 100:02}"


def test_a_simple_format_keeps_its_contract() -> None:
    check_format(Digits(), ["07", "99"], refuses=["7", "x"])
    check_format(Digits(gaps_from=90), ["07"], refuses=["95"])


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        ({"keeps": ""}, "declares"),
        ({"reading": "loosely"}, "reading is one of"),
        ({"shift": 1}, "writes the text again"),
        ({"stuck": True}, "do not read back|has those ranks"),
        ({"gaps_from": 10}, "random strings of its kind do not read back"),
        ({"quotes": True}, "quotes it"),
        ({"error": ValueError}, "raises ValueError"),
        ({"size": 50}, "writes the text again|deciphers"),
        ({"greedy": True}, "is no member"),
    ],
)
def test_a_broken_format_is_told_which_rule(wrong: dict[str, Any], rule: str) -> None:
    with pytest.raises(ContractBroken, match=rule):
        check_format(Digits(**wrong), ["07", "73"] if "size" in wrong else ["07"], refuses=["007"])


# --- ciphers ---


@pytest.mark.parametrize("backend", ["ff1", "ff3-1/ff3"])
def test_ciphers_keep_their_contract(backend: Any) -> None:
    if backend != "ff1":
        pytest.importorskip("ff3")
    check_cipher(lambda key: DomainCipher(key, backend=backend), sizes=(1, 2, 10, 999, 10**6, 10**9 + 7, 10**20))


class Wrong(DomainCipher):
    """A cipher, and ways to get it wrong."""

    def __init__(self, key: bytes, wrong: str) -> None:
        super().__init__(bytes(32) if wrong == "key" else key)
        self.wrong, self.key = wrong, key

    def encrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
        turned = ring and self.wrong != "ring"
        image = super().encrypt(self._met(rank, size), size, "x" if self.wrong == "domain" else domain, ring=turned)
        return image + size if self.wrong == "range" else image // 2 * 2 if self.wrong == "bijection" else image

    def decrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
        turned = ring and self.wrong != "ring"
        clear = super().decrypt(self._met(rank, size), size, "x" if self.wrong == "domain" else domain, ring=turned)
        return (clear + 1) % size if self.wrong == "inverse" else clear

    def _met(self, rank: int, size: int) -> int:
        return rank % size if self.wrong == "outside" else rank

    def __repr__(self) -> str:
        return f"Wrong({self.key!r})" if self.wrong == "shown" else "Wrong()"


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        ("range", "stay in their domain"),
        ("bijection", "share an image|leads back"),
        ("inverse", "leads back"),
        ("key", "where the key does"),
        ("domain", "where the name of the domain does"),
        ("outside", "is refused with a CipherError"),
        ("shown", "does not show its key"),
        ("ring", "distances in a ring of 7 stay"),
    ],
)
def test_a_broken_cipher_is_told_which_rule(wrong: str, rule: str) -> None:
    with pytest.raises(ContractBroken, match=rule):
        check_cipher(lambda key: Wrong(key, wrong), sizes=(10, 1000, 10**9 + 7))


def test_a_cipher_that_leaves_ranks_alone_is_found_out() -> None:
    class Same:
        def encrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
            if not 0 <= rank < size:
                msg = "outside"
                raise CipherError(msg)
            return rank

        decrypt = encrypt

    with pytest.raises(ContractBroken, match="differ where"):
        check_cipher(lambda _: Same(), sizes=(1000,))


# --- mechanisms ---


@pytest.mark.parametrize(("kind", "power"), [(BoundedGeometric, 1), (BoundedExponential, 2)])
@pytest.mark.parametrize(("rate", "low", "high"), [("1", 0, 9), ("1/20", -3, 60), ("4", 5, 5)])
def test_mechanisms_keep_their_contract(kind: type[Mechanism], power: int, rate: str, low: int, high: int) -> None:
    check_mechanism(kind(Fraction(rate), low, high), power=power, draws=5000)


class Truthful(BoundedGeometric):
    """Releases what it is given more often than it says."""

    def release(self, index: int, coins: Coins) -> int:
        return index if coins.below(10) == 0 and self.low <= index <= self.high else super().release(index, coins)


class Generous(BoundedGeometric):
    """Says that it costs half of what it does."""

    def epsilon_for(self, distance: int) -> Fraction:
        return super().epsilon_for(distance) / (2 if abs(distance) > 1 else 1)


class Sharp(BoundedGeometric):
    """Draws by a rate twice its own, and says so in its probabilities."""

    def probability(self, index: int, released: int, alpha: Fraction) -> Fraction:
        return super().probability(index, released, alpha**2)


class Leaky(BoundedGeometric):
    def probability(self, index: int, released: int, alpha: Fraction) -> Fraction:
        return super().probability(index, released, alpha) / 2


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        (Truthful, "have the probabilities it states"),
        (Generous, "further apart cost more|tells"),
        (Sharp, "tells"),
        (Leaky, "add up to one"),
    ],
)
def test_a_broken_mechanism_is_told_which_rule(kind: type[Mechanism], rule: str) -> None:
    with pytest.raises(ContractBroken, match=rule):
        check_mechanism(kind(Fraction(1, 2), 0, 9))


# --- detectors ---


def test_detectors_keep_their_contract() -> None:
    check_detector(BOTH, {ASKED: [("EMPLOYEE_ID", "QX204417B")], "Nothing to see.": []})
    check_detector(default_detector(neural=False), {"I am Alice Johnson, 42 years old.": [("PERSON", "Alice Johnson")]})


class Careless:
    """Finds numbers of employees, with one thing wrong."""

    def __init__(self, wrong: str) -> None:
        self.wrong = wrong
        self.looks = 0

    def detect(self, text: str) -> Iterable[Span]:
        self.looks += 1
        for found in re.finditer(PATTERN, text):
            start, end = found.span()
            match self.wrong:
                case "misses":
                    continue
                case "empty":
                    yield Span(start, start, "EMPLOYEE_ID")
                case "outside":
                    yield Span(start, len(text) + 1, "EMPLOYEE_ID")
                case "name":
                    yield Span(start, end, "employee")
                case "mood":
                    yield Span(start, end, "EMPLOYEE_ID", 1 / self.looks)
                case "utf-16":
                    before = len(text[:start].encode("utf-16-le")) // 2
                    yield Span(before, before + end - start, "EMPLOYEE_ID")


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        ("misses", "is found"),
        ("empty", "returned a EMPLOYEE_ID span"),
        ("outside", "returned a EMPLOYEE_ID span"),
        ("name", "UPPER_SNAKE"),
        ("mood", "another look"),
        ("utf-16", "found behind an emoji"),
    ],
)
def test_a_broken_detector_is_told_which_rule(wrong: str, rule: str) -> None:
    with pytest.raises(ContractBroken, match=rule):
        check_detector(Careless(wrong), {ASKED: [("EMPLOYEE_ID", "QX204417B")]})


def test_a_detector_that_finds_something_in_nothing_is_found_out() -> None:
    detector = RegexDetector("WORD", r"\w+")
    with pytest.raises(ContractBroken, match="nothing is expected, and a WORD"):
        check_detector(detector, {"Nothing to see.": []})


# --- a type as a whole, and a sanitizer ---


def test_types_keep_their_contract() -> None:
    check_entity_type(EMPLOYEE, Encipher(RegexFormat(PATTERN)), BOTH, {ASKED: ["QX204417B"]})
    age = Policy.default().rules["AGE"]
    assert isinstance(age, AddNoise)
    check_entity_type(ENTITY_TYPES["AGE"], age, default_detector(neural=False), {"She is 42 years old.": ["42"]})


def test_a_rule_whose_surrogates_are_not_found_again_is_told() -> None:
    rule = Encipher(AlphabetFormat("ANY", "".join(map(chr, range(0x4E00, 0x4F00))) + "QX2047B1"))
    with pytest.raises(ContractBroken, match="found again"):
        check_entity_type(EMPLOYEE, rule, RegexDetector("EMPLOYEE_ID", PATTERN), {ASKED: ["QX204417B"]})


def test_noise_does_not_fit_an_identifier() -> None:
    noise = Policy.default().rules["AGE"]
    assert isinstance(noise, AddNoise)
    with pytest.raises(ContractBroken, match="Category I"):
        check_entity_type(EMPLOYEE, noise, RegexDetector("EMPLOYEE_ID", PATTERN), {ASKED: ["QX204417B"]})


EXAMPLES = {
    "I am Alice Johnson, alice@corp.example.": ["Alice Johnson", "alice@corp.example"],
    "Alice Johnson, SSN 536-22-8154, was born on 1981-04-02.": ["Alice Johnson", "536-22-8154"],
    "Nothing to see.": [],
}


def test_sanitizers_and_sessions_keep_their_contract() -> None:
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(32))))
    check_method(sanitizer, EXAMPLES)
    check_method(sanitizer.session("thread 1"), EXAMPLES)


def test_the_stand_in_of_the_adapters_tests_keeps_the_contract_of_a_sanitizer() -> None:
    check_method(Codebook(), {f"I am {value}.": [value] for value in PLANTED})


def test_a_method_of_which_nothing_comes_back_keeps_the_contract_too() -> None:
    check_method(Redaction(PLANTED), {f"I am {value}.": [value] for value in PLANTED} | {"Nothing.": []})


class Wary(Redaction):
    """A method of one word, with one thing wrong."""

    def __init__(self, wrong: str = "") -> None:
        super().__init__(["Alice"])
        self.wrong = wrong
        claims = {claim: True for claim in ("exact", "reads_alone", "keeps_numbers") if claim == wrong}
        self.traits = replace(Redaction.traits, **claims)
        self.calls = 0

    def scan(self, texts: str | Sequence[str]) -> tuple[tuple[Span, ...], ...]:
        self.calls += 1
        found = super().scan(texts)
        given = [texts] if isinstance(texts, str) else texts
        match self.wrong:
            case "blind":
                return tuple(() for _ in given)
            case "alarmed":
                return tuple((Span(0, len(text), "WORD"),) if text else () for text in given)
            case "outside":
                return tuple(tuple(replace(span, end=1000) for span in spans) for spans in found)
            case "moody":
                return tuple(tuple(replace(span, score=1 / self.calls) for span in spans) for spans in found)
            case "odd" if "\x00" in given:
                raise ValueError
        return found

    def sanitize(self, texts: str | Sequence[str]) -> Any:
        if self.wrong == "looks" and self.calls:
            self.calls = 0
            given = texts if isinstance(texts, str) else " ".join(texts)
            return super().sanitize([f"{given} {self.marked()}"])
        return super().sanitize(texts)

    def marked(self) -> str:
        """Something that was not sent before."""
        Wary.drawn += 1
        return str(Wary.drawn)

    drawn = 0

    def sanitize_conversation(self, messages: Sequence[Any]) -> Any:
        done = super().sanitize_conversation(messages)
        if self.wrong != "keeps_numbers":
            return done
        texts = [tuple(str(leaf) for leaf in leaves) for leaves in done.messages]
        return replace(done, messages=tuple(texts))

    def reader(self, prompt: Any) -> Any:
        return Reads(self.wrong)


@dataclass
class Reads:
    """Shows an answer as it stands, with one thing wrong."""

    wrong: str
    held: str = ""

    def text(self, text: str) -> str:
        return text

    def value(self, value: Any) -> Any:
        if self.wrong == "values":
            raise NotImplementedError
        return {} if self.wrong == "fields" else value

    def stream(self, *, json: bool = False) -> Reads:
        return Reads("commas" if self.wrong == "json" and json else self.wrong)

    def feed(self, chunk: str) -> str:
        if self.wrong == "commas":
            return chunk.replace('"', "'")
        return chunk.strip() if self.wrong == "spaces" else chunk

    def flush(self) -> str:
        return "." if self.wrong == "ends" else ""


def test_the_smallest_method_keeps_the_contract() -> None:
    check_method(Wary(), {"I am Alice.": ["Alice"], "Nothing to see.": []})


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        ("blind", "a scan says so"),
        ("alarmed", "nothing in it is private"),
        ("outside", "spans of the text"),
        ("moody", "another scan"),
        ("odd", "raises ValueError"),
        ("looks", "the same text gives the same prompt"),
        ("exact", "it comes back"),
        ("reads_alone", "no method desanitize"),
        ("keeps_numbers", "a number stays a number"),
        ("values", "raises NotImplementedError"),
        ("fields", "JSON-like data"),
        ("json", "fragments of JSON"),
        ("spaces", "in chunks"),
        ("ends", "in chunks"),
    ],
)
def test_a_broken_method_is_told_which_rule(wrong: str, rule: str) -> None:
    with pytest.raises(ContractBroken, match=rule):
        check_method(Wary(wrong), {"I am Alice.": ["Alice"], "Nothing to see.": []})


def test_redaction_keeps_what_it_guarantees() -> None:
    method = Redaction(["Al", "straße", "4%"])
    assert method.sanitize("Also AL: STRASSE, Straße, 4%, 14%").text == (
        "Also [REDACTED]: [REDACTED], [REDACTED], [REDACTED], 14%"
    )
    assert Redaction([]).sanitize("Al").text == "Al"


@pytest.mark.parametrize("words", [[""], ["Al", " "]])
def test_an_empty_word_is_refused(words: list[str]) -> None:
    with pytest.raises(PolicyError, match="at least one letter"):
        Redaction(words)


class Forgetful(Codebook):
    """Sends an answer of the model in another form than it had."""

    def sanitize_conversation(self, messages: Sequence[Any]) -> Any:
        done = super().sanitize_conversation([replace(message, kept=None) for message in messages])
        marked = [(f"{leaves[0]}{' ' * (len(messages) - place)}",) for place, leaves in enumerate(done.messages)]
        return replace(done, messages=tuple(marked))


@pytest.mark.parametrize(
    ("sanitizer", "rule"),
    [
        (Codebook(table={}), "a scan says so"),
        (Forgetful(), "byte for byte|comes back"),
    ],
)
def test_a_broken_sanitizer_is_told_which_rule(sanitizer: Codebook, rule: str) -> None:
    with pytest.raises(ContractBroken, match=rule):
        check_method(sanitizer, {"I am Alice Johnson.": ["Alice Johnson"], "Bye.": []})


def test_contracts_need_no_test_framework() -> None:
    code = (
        "import sys, privacy_chains.testing; print([m for m in ('pytest', 'hypothesis', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
