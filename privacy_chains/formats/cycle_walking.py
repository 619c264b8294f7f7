"""Encipher a format's members: permute the ranks until the result is a member again (cycle-walking)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from privacy_chains.errors import CipherError, FormatError
from privacy_chains.formats.base import Format, Part, TweakedCipher, Write

__all__ = ["decipher", "encipher", "encipher_parts"]

_MAX_STEPS = 20_000
_MOST_DIGITS = 16
"""The most digits of an integer that every JSON parser keeps exactly."""


def encipher(fmt: Format, text: str, cipher: TweakedCipher) -> str:
    """The surrogate of ``text``, checked by deciphering it before it is returned.

    Raises:
        FormatError: ``text`` is not a member of the format.
        CipherError: The check failed; nothing is released.
    """
    return encipher_parts(fmt, text, cipher)[0]


def encipher_parts(fmt: Format, text: str, cipher: TweakedCipher) -> tuple[str, tuple[Part, ...]]:
    """What ``encipher`` returns, and the parts that were enciphered.

    Raises:
        FormatError: ``text`` is not a member of the format.
        CipherError: The check failed; nothing is released.
    """
    surrogate, start, ranks, end, steps = _walk(fmt, text, cipher)
    # After a single step, both strings have been read and written from each other: deciphering the ranks is enough.
    if steps == 1:
        deciphers = _permuted(cipher, start, end, inverse=True) == ranks
    else:
        deciphers = _walk(fmt, surrogate, cipher, inverse=True)[0] == text
    if not deciphers:
        msg = f"a surrogate of {type(fmt).__name__} did not decipher to its original; nothing was released"
        raise CipherError(msg)
    return surrogate, start


def decipher(fmt: Format, surrogate: str, cipher: TweakedCipher) -> str:
    """The original of ``surrogate``.

    Raises:
        FormatError: ``surrogate`` is not a member of the format.
    """
    return _walk(fmt, surrogate, cipher, inverse=True)[0]


_Walked: TypeAlias = tuple[str, tuple[Part, ...], list[int], list[int], int]
"""The end of a walk, the parts it started from and their ranks, the ranks it reached, and the number of steps."""


def _walk(fmt: Format, text: str, cipher: TweakedCipher, *, inverse: bool = False) -> _Walked:
    """Permute the ranks of ``text`` repeatedly until the result reads back (cycle-walking).

    The walk always ends, because the permutation's cycle leads back to ``text``, which reads back. A format that makes
    it too long is refused. Walking with the inverse undoes it, because both directions stop at the same strings.
    """
    chosen, parts, write = fmt.claim(text)
    ranks = original = [part.rank for part in parts]
    zero = _leads_with_zero(text)
    for steps in range(1, _MAX_STEPS + 1):
        ranks = _permuted(cipher, parts, ranks, inverse=inverse)
        result = write(ranks)
        back = _reads_as(fmt, result, chosen, parts, ranks)
        if back is not None and _leads_with_zero(result) == zero and back(original) == text:
            return result, parts, original, ranks, steps
    msg = f"{type(chosen).__name__} leaves so few surrogates for the value that none was found; nothing was released"
    raise CipherError(msg)


def _leads_with_zero(text: str) -> bool:
    """Whether a value is a code of several digits with a leading zero, which an integer cannot express.

    A surrogate is like its original in this: a model may answer with an integer only if it can be read back.
    """
    if not text.isascii():
        text = "".join(filter(str.isalnum, text))
    code = text.replace("-", "").replace(" ", "")
    return code[:1] == "0" and 1 < len(code) <= _MOST_DIGITS and code.isdecimal()


def _permuted(cipher: TweakedCipher, parts: Sequence[Part], ranks: Sequence[int], *, inverse: bool) -> list[int]:
    """The image of each rank within its part's domain. A domain of one member has only one image."""
    images, permute = [*ranks], cipher.decrypt if inverse else cipher.encrypt
    for place, (domain, size, _, ring, steps, gaps) in enumerate(parts):
        if size == 1:
            continue
        image = images[place]
        while True:
            if steps is None:
                image = permute(image, size, domain, ring=ring)
            else:
                image = steps.permute(permute, image, domain, inverse=inverse)
            if not gaps or image not in gaps:
                break
        images[place] = image
    return images


def _reads_as(fmt: Format, text: str, chosen: Format, parts: Sequence[Part], ranks: Sequence[int]) -> Write | None:
    """A function that writes strings like ``text``, if the same format reads it as these parts with these ranks."""
    try:
        found, read, write = fmt.claim(text)
    except FormatError:
        return None
    if found is not chosen or len(read) != len(parts):
        return None
    for place, (domain, size, rank, *_) in enumerate(read):
        part = parts[place]
        if rank != ranks[place] or size != part.size or domain != part.domain:
            return None
    return write
