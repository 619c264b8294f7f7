"""A released amount is read back from every writing of it: each currency, locale and magnitude of the tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from desanitize.requests import reader

from privacy_chains.desanitize import Issued, Reader
from privacy_chains.language import currencies, magnitudes
from privacy_chains.language.tables import read_rows

STYLES = [row for row in read_rows("number_styles.tsv") if row[0] != "en_IN"]
TRUE, RELEASED = Fraction("37.8"), Fraction("45.4")
CODES = sorted(currencies.currencies())


def written(number: Fraction, mark: str) -> str:
    return f"{float(number):.1f}".replace(".", mark)


def writings(code: str, number: Fraction, factor: int) -> list[str]:
    """The amount in every third locale: with its code before it and behind it, and with each of its names behind it."""
    known, found = currencies.currencies()[code], []
    for locale, mark, *_ in STYLES[CODES.index(code) % 3 :: 3]:
        language = locale.partition("_")[0]
        figures = written(number, mark)
        for spoken, word, power in magnitudes.in_languages():
            if spoken == language and power == factor and not word.startswith("mkr"):
                found += [f"{figures} {word} {name}" for name in (code, *known.names[language])]
                found += [f"{code} {figures} {word}"]
    return found


def amount(code: str, factor: int) -> Reader:
    word = {10**3: "thousand", 10**6: "million", 10**9: "billion"}[factor]
    original, surrogate = (f"{code} {float(number):.1f} {word}" for number in (TRUE, RELEASED))
    issued = {"it": Issued("MONEY", original, surrogate, "number", TRUE * factor, RELEASED * factor)}
    return reader(issued, "Revenue came to <<it>> then.")


@pytest.mark.parametrize("factor", [10**3, 10**6, 10**9])
def test_every_writing_is_read_back(factor: int) -> None:
    read = total = 0
    wrong = []
    for code in CODES:
        reads = amount(code, factor)
        pairs = zip(writings(code, RELEASED, factor), writings(code, TRUE, factor), strict=True)
        for seen, expected in dict(pairs).items():
            got = reads.restore(f"It was {seen} in all.").text
            total += 1
            read += got == f"It was {expected} in all."
            if got not in (f"It was {expected} in all.", f"It was {seen} in all."):
                wrong.append((seen, got))
    assert not wrong, (len(wrong), wrong[:5])
    assert read >= 0.995 * total, (read, total)
