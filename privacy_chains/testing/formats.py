"""The contract of a format."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import get_args

from privacy_chains.errors import FormatError
from privacy_chains.formats.base import FirstOf, Format, Part, Reading
from privacy_chains.formats.cycle_walking import decipher, encipher
from privacy_chains.testing.broken import refused, require
from privacy_chains.testing.ciphers import AffineCipher

__all__ = ["check_format", "check_laws", "surrogate"]


def check_format(fmt: Format, examples: Sequence[str], *, refuses: Sequence[str] = (), seeds: int = 20) -> None:
    """Check the laws of ``Format`` on examples and random ranks, and that examples come back from the key alone.

    Args:
        fmt: The format.
        examples: Members of it; the more unlike each other, the better.
        refuses: Texts that are no members.
        seeds: How many random strings, and ciphers, each example is tried with.

    Raises:
        ContractBroken: A law does not hold; there are many gaps; no cipher changes a member although its domains have
            others; what is kept is not declared; or a non-member is accepted or quoted.
    """
    require(examples, "a format is checked with at least one example")
    require(fmt.keeps, f"{type(fmt).__name__}.keeps declares what surrogates share with their originals")
    require(fmt.reading in get_args(Reading), f"{type(fmt).__name__}.reading is one of {get_args(Reading)}")
    for text in examples:
        parts, write = fmt.read(text)
        require(tuple(parts) == tuple(fmt.split(text)), f"{text!r}: read and split find the same parts")
        require(write([part.rank for part in parts]) == text, f"{text!r}: what read returns writes the text again")
        gaps = sum(_is_gap(fmt, text, seed) for seed in range(seeds))
        require(2 * gaps <= seeds, f"{text!r}: {gaps} of {seeds} random strings of its kind do not read back; few may")
        images = {surrogate(fmt, text, seed=seed) for seed in range(seeds)}
        movable = any(part.size > 1 for part in parts)
        require(not movable or images != {text}, f"{text!r}: no cipher changes it")
    for text in refuses:
        rule = f"{text!r} is no member, and is refused with a FormatError"
        refused(FormatError, partial(encipher, fmt, text, AffineCipher()), rule, unquoted=text)


def check_laws(fmt: Format, text: str, *, seed: int = 0) -> str:
    """Check the laws of ``Format`` on a text and random ranks; return a string that keeps the same things.

    Raises:
        ContractBroken: A law does not hold; a gap breaks the second.
        FormatError: The text is no member.
    """
    inner = chosen(fmt, text)
    parts = inner.split(text)
    own = [part.rank for part in parts]
    require(all(0 <= part.rank < part.size for part in parts), f"{text!r}: ranks lie within their domains")
    require(inner.join(text, own) == text, f"{text!r}: joining its own ranks writes it again")
    ranks = _ranks(parts, seed)
    other = inner.join(text, ranks)
    back = inner.split(other)
    require(_shape(back) == _shape(parts), f"{text!r}: what is written with other ranks has the same domains")
    require([part.rank for part in back] == ranks, f"{text!r}: what is written with other ranks has those ranks")
    require(inner.join(other, own) == text, f"{text!r}: what it keeps survives other ranks")
    return other


def surrogate(fmt: Format, text: str, *, seed: int = 0) -> str:
    """A surrogate of a text, after a check that it stays in its format and deciphers with the key alone.

    Raises:
        ContractBroken: It does not.
        FormatError: The text is no member.
    """
    cipher = AffineCipher(seed)
    result = encipher(fmt, text, cipher)
    require(decipher(fmt, result, cipher) == text, f"{text!r}: its surrogate deciphers to it")
    require(chosen(fmt, result) is chosen(fmt, text), f"{text!r}: its surrogate stays with the format that made it")
    before, after = chosen(fmt, text).split(text), chosen(fmt, result).split(result)
    require(_shape(after) == _shape(before), f"{text!r}: its surrogate has the same domains")
    return result


def chosen(fmt: Format, text: str) -> Format:
    """The format that enciphers a text."""
    return fmt.choose(text) if isinstance(fmt, FirstOf) else fmt


def _is_gap(fmt: Format, text: str, seed: int) -> bool:
    """Whether random ranks write a string that does not read back as the same kind."""
    inner = chosen(fmt, text)
    other = inner.join(text, _ranks(inner.split(text), seed))
    try:
        if chosen(fmt, other) is not inner:
            return True
        inner.split(other)
    except FormatError:
        return True
    check_laws(fmt, text, seed=seed)
    return False


def _ranks(parts: Sequence[Part], seed: int) -> list[int]:
    random = Random(seed)  # noqa: S311  (examples, not keys)
    return [_rank(part, random) for part in parts]


def _rank(part: Part, random: Random) -> int:
    """A random rank that the part does not declare a gap."""
    rank = random.randrange(part.size)
    while rank in part.gaps:
        rank = random.randrange(part.size)
    return rank


def _shape(parts: Sequence[Part]) -> list[tuple[str, int]]:
    return [(part.domain, part.size) for part in parts]
