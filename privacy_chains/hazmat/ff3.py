"""FF3-1 through the libraries ``pyfpe_ff3`` (distribution ``pyFPE``) and ``ff3``.

Both are optional. Both install a top-level package ``ff3``, so an environment can hold only one of them. NIST's 2025
draft of SP 800-38G revision 1 withdraws the FF3 family. FF1 is the default, and switching to it solves every error
raised here.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal

from privacy_chains.errors import CipherError
from privacy_chains.hazmat._rounds import outside
from privacy_chains.hazmat.uncopied import Uncopied

__all__ = ["FF3", "FF3Permutation", "Library", "expand_tweak"]

Library = Literal["pyfpe", "ff3"]

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_RADIX = len(DIGITS)
MIN_DOMAIN = 10**6
TWEAK_BYTES = 7
BOUND_CACHE = 256
_VALUES = {digit: value for value, digit in enumerate(DIGITS)}
_WAY_OUT = "use the cipher 'ff1', which has no such limit"


class FF3(Uncopied):
    """FF3-1 for one key and radix, computed by the chosen library.

    **Guarantee**: for each length and tweak a permutation of ``[0, radix**length)``, as FF3-1 defines it (NIST SP
    800-38G revision 1, first draft of 2019). The library's result is checked: it must have the right length and
    alphabet, and decipher to the input; otherwise nothing is returned.

    **Warning**: FF3-1 is weaker than FF1: it has eight rounds and a 56-bit tweak, and because of attacks NIST withdraws
    the family in its draft of 2025. ``pyfpe_ff3`` 0.10.3 refuses every value for which a half becomes zero in some
    round, about 1 in 100 six-digit values; a text that holds one cannot be sanitized with it. FF3-1 is deterministic
    and unauthenticated, like every format-preserving cipher. The libraries write tweaks to the debug log.

    Args:
        key: 16, 24 or 32 bytes.
        radix: 2 to 62.
        library: ``"pyfpe"`` or ``"ff3"``.

    Raises:
        CipherError: The library is missing or is a different one with the same name, or an argument is out of range.
    """

    def __init__(self, key: bytes, radix: int, library: Library) -> None:
        if len(key) not in (16, 24, 32):
            msg = f"an FF3-1 key has 16, 24 or 32 bytes, not {len(key)}"
            raise CipherError(msg)
        if not 2 <= radix <= MAX_RADIX:
            msg = f"the FF3-1 libraries take a radix of 2 to {MAX_RADIX}; {_WAY_OUT}"
            raise CipherError(msg)
        self.radix = radix
        self.library = library
        self._key = key
        self._make = _load(library)
        self._bound = lru_cache(BOUND_CACHE)(self._bind)

    def bind(self, length: int, tweak: bytes) -> FF3Permutation:
        """The permutation for one length and 7-byte tweak. Recently used ones are cached.

        Raises:
            CipherError: FF3-1 does not support this length, or the tweak does not have 7 bytes.
        """
        return self._bound(length, tweak)

    def _bind(self, length: int, tweak: bytes) -> FF3Permutation:
        if self.radix**length < MIN_DOMAIN:
            msg = f"FF3-1 needs a domain of at least {MIN_DOMAIN} members (use PrefixPermutation)"
            raise CipherError(msg)
        if self.radix ** (length - length // 2) > 2**96:
            msg = f"FF3-1 takes at most 192 bits, and {length} numerals of radix {self.radix} are more; {_WAY_OUT}"
            raise CipherError(msg)
        cipher = self._make(self._key.hex(), expand_tweak(tweak).hex(), self.radix)
        return FF3Permutation(cipher, self.radix, length, self.library)

    def encrypt_int(self, value: int, length: int, tweak: bytes) -> int:
        """Encipher the integer whose ``length`` numerals are the string.

        Raises:
            CipherError: ``value`` is not in ``[0, radix**length)``, or the library failed on it.
        """
        return self.bind(length, tweak).encrypt(value)

    def decrypt_int(self, value: int, length: int, tweak: bytes) -> int:
        """Decipher what :meth:`encrypt_int` returned for the same length and tweak.

        Raises:
            CipherError: ``value`` is not in ``[0, radix**length)``, or the library failed on it.
        """
        return self.bind(length, tweak).decrypt(value)

    def encrypt_many(self, values: Sequence[int], length: int, tweak: bytes) -> list[int]:
        """Encipher many integers of one length and tweak. The libraries take them one at a time.

        Raises:
            CipherError: A value is out of range, or the library failed on it; nothing is returned.
        """
        return self.bind(length, tweak).encrypt_many(values)

    def decrypt_many(self, values: Sequence[int], length: int, tweak: bytes) -> list[int]:
        """Decipher what :meth:`encrypt_many` returned for the same length and tweak.

        Raises:
            CipherError: A value is out of range, or the library failed on it; nothing is returned.
        """
        return self.bind(length, tweak).decrypt_many(values)


class FF3Permutation(Uncopied):
    """FF3-1 with length and tweak fixed: a permutation of ``[0, size)``. Made by :meth:`FF3.bind`.

    **Guarantee** and **Warning**: those of :class:`FF3`.

    Attributes:
        size: ``radix**length``.
    """

    def __init__(self, cipher: Any, radix: int, length: int, library: Library) -> None:
        self.size = radix**length
        self._cipher = cipher
        self._radix = radix
        self._length = length
        self._library = library

    def encrypt(self, value: int) -> int:
        """The image of ``value``, checked by deciphering it.

        Raises:
            CipherError: ``value`` is not in ``[0, size)``, or the library failed on it.
        """
        image = self._call(self._cipher.encrypt, value)
        if self._call(self._cipher.decrypt, image) != value:
            msg = f"the FF3-1 library '{self._library}' did not decipher what it had enciphered; {_WAY_OUT}"
            raise CipherError(msg)
        return image

    def decrypt(self, value: int) -> int:
        """The value whose image this is.

        Raises:
            CipherError: ``value`` is not in ``[0, size)``, or the library failed on it.
        """
        return self._call(self._cipher.decrypt, value)

    def encrypt_many(self, values: Sequence[int]) -> list[int]:
        """The images of many values, in order.

        Raises:
            CipherError: A value is not in ``[0, size)``, or the library failed on it; nothing is returned.
        """
        return [self.encrypt(value) for value in values]

    def decrypt_many(self, values: Sequence[int]) -> list[int]:
        """The values whose images these are, in order.

        Raises:
            CipherError: A value is not in ``[0, size)``, or the library failed on it; nothing is returned.
        """
        return [self.decrypt(value) for value in values]

    def _call(self, function: Callable[[str], str], value: int) -> int:
        if not 0 <= value < self.size:
            raise outside()
        try:
            text = function(self._write(value))
        except Exception:  # noqa: BLE001  # a library may raise anything, and its messages quote halves of the value
            text = ""
        # raised outside the except block, so that the library's exception is not even the context of ours
        if len(text) != self._length:
            msg = f"the FF3-1 library '{self._library}' refused a valid value; {_WAY_OUT}"
            raise CipherError(msg)
        return self._read(text)

    def _write(self, value: int) -> str:
        digits = []
        for _ in range(self._length):
            value, digit = divmod(value, self._radix)
            digits.append(DIGITS[digit])
        return "".join(reversed(digits))

    def _read(self, text: str) -> int:
        value = 0
        for digit in text:
            number = _VALUES.get(digit, self._radix)
            if number >= self._radix:
                msg = f"the FF3-1 library '{self._library}' returned text outside its alphabet; {_WAY_OUT}"
                raise CipherError(msg)
            value = value * self._radix + number
        return value


def expand_tweak(tweak: bytes) -> bytes:
    """FF3-1's 56-bit tweak as the 64 bits that enter the rounds (the middle byte is split between the halves).

    The libraries get all 64 bits, because ``pyfpe_ff3`` 0.10.3 places the bits of a 56-bit tweak differently from the
    standard. With 64 bits, both libraries agree.

    Raises:
        CipherError: ``tweak`` does not have 7 bytes.
    """
    if len(tweak) != TWEAK_BYTES:
        msg = f"an FF3-1 tweak has {TWEAK_BYTES} bytes, not {len(tweak)}"
        raise CipherError(msg)
    return tweak[:3] + bytes((tweak[3] & 0xF0,)) + tweak[4:] + bytes((tweak[3] << 4 & 0xF0,))


def _load(library: Library) -> Callable[[str, str, int], Any]:
    """The constructor ``(key in hex, tweak in hex, radix)`` of the library's cipher."""
    name, extra = ("pyfpe_ff3", "pyfpe-ff3") if library == "pyfpe" else ("ff3", "ff3")
    try:
        cipher = importlib.import_module(name).FF3Cipher
    except (ImportError, AttributeError):
        msg = f"the cipher 'ff3-1/{library}' needs an extra: pip install 'privacy-chains[{extra}]'; or {_WAY_OUT}"
        raise CipherError(msg) from None
    if library == "ff3" and not hasattr(cipher, "withCustomAlphabet"):
        msg = (
            "the installed package 'ff3' is an old copy that pyFPE brings with it, not the distribution ff3; keep them "
            "in separate environments: pip uninstall pyFPE, then pip install --force-reinstall 'privacy-chains[ff3]'"
        )
        raise CipherError(msg)
    make: Callable[[str, str, int], Any] = cipher
    return make
