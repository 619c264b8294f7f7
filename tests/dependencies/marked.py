"""Texts with marked numbers, for the tests of this folder: ``I am [AGE:46]``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from privacy_chains.contract.spans import Span
from privacy_chains.dependencies import Dependencies, Mention, Released, release_numbers
from privacy_chains.formats.money import MoneyFormat
from privacy_chains.hazmat.coins import Coins
from privacy_chains.mechanisms import DEFAULT_NOISE, Noise

NOISE = {
    **DEFAULT_NOISE,
    "YEAR": Noise(unit=Fraction(1), lower=Fraction(1900), upper=Fraction(2100), by_magnitude=False, steps=1),
    **dict.fromkeys(("MEASUREMENT", "NUMBER", "PERCENTAGE", "MONTHLY", "YEARLY", "ITEM"), Noise()),
}
_MARK = re.compile(r"\[([A-Z_]+):([^\]]*)\]")


def read(marked: Sequence[str]) -> tuple[list[str], list[Mention]]:
    texts: list[str] = []
    mentions: list[Mention] = []
    for number, text in enumerate(marked):
        clear, position = "", 0
        for found in _MARK.finditer(text):
            clear += text[position : found.start()]
            span = Span(len(clear), len(clear) + len(found[2]), found[1])
            mentions.append(Mention(number, span, MoneyFormat().read(found[2])))
            clear, position = clear + found[2], found.end()
        texts.append(clear + text[position:])
    return texts, mentions


def release(
    *marked: str,
    helper: str | Dependencies | None = None,
    settled: Mapping[tuple[str, Fraction], Fraction] | None = None,
    epsilon: int = 1,
    seed: int = 0,
    identities: bool = True,
) -> Released:
    texts, mentions = read(marked)
    return release_numbers(
        texts,
        mentions,
        settled=settled or {},
        noise=NOISE,
        epsilon=Fraction(epsilon),
        coins=lambda *context: Coins(bytes(32), str(seed), *context),
        dependencies=Dependencies.parse(helper) if isinstance(helper, str) else helper,
        identities=identities,
    )
