from __future__ import annotations

import copy
import pickle
import sys
from types import ModuleType

import pytest
from references import ff3 as reference
from references.vectors import Vector, load

from privacy_chains.errors import CipherError, KeyMaterialError
from privacy_chains.hazmat.ciphers import DomainCipher
from privacy_chains.hazmat.ff3 import FF3, expand_tweak

KEY = bytes(range(32))
TWEAK = bytes(range(7))


class Library:
    """A stand-in for the libraries' FF3Cipher: it adds 1 to the last digit."""

    def __init__(self, key: str, tweak: str, radix: int) -> None:
        self.radix = radix

    def encrypt(self, text: str) -> str:
        return f"{(int(text) + 1) % 10 ** len(text):0{len(text)}}"

    def decrypt(self, text: str) -> str:
        return f"{(int(text) - 1) % 10 ** len(text):0{len(text)}}"


class Raising(Library):
    def encrypt(self, text: str) -> str:
        msg = f"string {text} is not within base/radix"
        raise ValueError(msg)


class Undecipherable(Library):
    def decrypt(self, text: str) -> str:
        return text


class OutsideOfTheAlphabet(Library):
    def encrypt(self, text: str) -> str:
        return "'" * len(text)


class WrongRadix(Library):
    def encrypt(self, text: str) -> str:
        return "a" * len(text)


class Shorter(Library):
    def encrypt(self, text: str) -> str:
        return text[1:]


def install(monkeypatch: pytest.MonkeyPatch, cipher: type | None) -> None:
    module = ModuleType("pyfpe_ff3")
    module.FF3Cipher = cipher  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyfpe_ff3", None if cipher is None else module)


@pytest.mark.parametrize("vector", load("ff3_nist"), ids=str)
def test_reference_reproduces_nists_samples(vector: Vector) -> None:
    assert reference.encrypt(vector.key, vector.radix, vector.tweak, vector.plain) == vector.cipher


@pytest.mark.parametrize("tweak", [bytes(7), b"\xff" * 7, bytes(range(7)), bytes.fromhex("d8e7920afa330a")])
def test_tweak_is_split_as_the_standard_says(tweak: bytes) -> None:
    assert expand_tweak(tweak) == reference.expand(tweak)


@pytest.mark.parametrize("size", [0, 6, 8])
def test_refuses_other_tweaks(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Library)
    with pytest.raises(CipherError, match="7 bytes"):
        FF3(KEY, 10, "pyfpe").bind(16, bytes(size))


def test_integers_are_written_with_leading_zeros(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Library)
    cipher = FF3(KEY, 10, "pyfpe")
    assert cipher.encrypt_int(41, 8, TWEAK) == 42
    assert cipher.decrypt_int(0, 8, TWEAK) == 10**8 - 1


@pytest.mark.parametrize(
    ("cipher", "message"),
    [
        (Raising, "refused a valid value"),
        (Undecipherable, "did not decipher"),
        (OutsideOfTheAlphabet, "outside its alphabet"),
        (WrongRadix, "outside its alphabet"),
        (Shorter, "refused a valid value"),
    ],
)
def test_failures_of_a_library_name_the_way_out_and_no_value(
    cipher: type, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, cipher)
    with pytest.raises(CipherError, match=f"{message}.*'ff1'") as caught:
        FF3(KEY, 10, "pyfpe").encrypt_int(4111222233334444, 16, TWEAK)
    assert "4111" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


@pytest.mark.parametrize(("library", "module", "extra"), [("pyfpe", "pyfpe_ff3", "pyfpe-ff3"), ("ff3", "ff3", "ff3")])
def test_missing_library_says_which_extra_to_install(
    library: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(CipherError, match=rf"pip install 'privacy-chains\[{extra}\]'"):
        FF3(KEY, 10, library)  # type: ignore[arg-type]
    with pytest.raises(CipherError, match="needs an extra"):
        DomainCipher(KEY, backend=f"ff3-1/{library}")  # type: ignore[arg-type]


def test_copy_of_ff3_that_pyfpe_brings_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("ff3")
    module.FF3Cipher = Library  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "ff3", module)
    with pytest.raises(CipherError, match="separate environments: pip uninstall pyFPE"):
        FF3(KEY, 10, "ff3")


@pytest.mark.parametrize("value", [-1, 10**16])
def test_refuses_values_outside_of_the_domain(value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Library)
    bound = FF3(KEY, 10, "pyfpe").bind(16, TWEAK)
    for call in (bound.encrypt, bound.decrypt):
        with pytest.raises(CipherError, match="outside"):
            call(value)


def test_refuses_other_keys_radices_and_lengths(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Library)
    with pytest.raises(CipherError, match="16, 24 or 32 bytes"):
        FF3(bytes(20), 10, "pyfpe")
    for radix in (1, 63):
        with pytest.raises(CipherError, match="radix of 2 to 62"):
            FF3(KEY, radix, "pyfpe")
    with pytest.raises(CipherError, match="at least 1000000"):
        FF3(KEY, 10, "pyfpe").bind(5, TWEAK)
    FF3(KEY, 10, "pyfpe").bind(56, TWEAK)
    with pytest.raises(CipherError, match="192 bits"):
        FF3(KEY, 10, "pyfpe").bind(58, TWEAK)


def test_is_not_copied_or_pickled(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Library)
    cipher = FF3(KEY, 10, "pyfpe")
    for copier in (pickle.dumps, copy.copy, copy.deepcopy):
        for held in (cipher, cipher.bind(16, TWEAK)):
            with pytest.raises(KeyMaterialError):
                copier(held)
