"""A released amount is read back from every writing of it: each currency, locale and magnitude of the tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import pytest
from desanitize.requests import reader, streamed

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


SENT: Mapping[str, tuple[Callable[[str, int], str], int]] = {
    "a sign and a word": (lambda code, number: f"{sign_of(code)}{float(number) / 1e6:.1f} million", 10**6),
    "a code": (lambda code, number: f"{code} {int(number)}", 1),
    "groups": (lambda code, number: f"{int(number):,} {code}", 1),
    "a sign and k": (lambda code, number: f"{sign_of(code)}{int(number) // 1000}k", 10**3),
    "bn and a name": (lambda code, number: f"{float(number) / 1e9:.1f}bn {names_of(code, 'en')[0]}", 10**9),
}
"""How an amount is sent, and what its figures count."""
AMOUNTS = {10**9: (2_500, 2_900), 10**6: (37_800, 45_400), 10**3: (84, 92), 1: (473, 512)}


def signs_of(code: str) -> list[str]:
    """The signs of a currency; not the kwacha's ``K``, which behind a number is a thousand."""
    return [
        sign for sign in currencies.currencies()[code].signs if sign.rstrip("$").lower() not in magnitudes.factors()
    ]


def sign_of(code: str) -> str:
    return next(iter(signs_of(code)), f"{code} ")


def names_of(code: str, language: str) -> tuple[str, ...]:
    return currencies.currencies()[code].names[language] or (code,)


def in_full(number: int, mark: str) -> str:
    return f"{number:,}".replace(",", "." if mark == "," else ",")


def answers(code: str, number: int, place: int) -> list[str]:
    """An amount in every eighth locale in full: behind its code, before its name, behind and before its signs."""
    found = []
    for locale, mark, *_ in STYLES[place % 8 :: 8]:
        figures = in_full(number, mark)
        found += [f"{code} {figures}", f"{figures} {names_of(code, locale.partition('_')[0])[0]}"]
        for sign in signs_of(code):
            found += [f"{sign}{figures}", f"{figures} {sign}"]
    return found


@pytest.mark.parametrize("kind", SENT)
def test_however_it_was_sent_it_is_read_in_full(kind: str) -> None:
    spell, factor = SENT[kind]
    true, released = (number * (10**6 if factor == 10**9 else 10**3 if factor > 1 else 1) for number in AMOUNTS[factor])
    read = total = 0
    wrong = []
    for place, code in enumerate(CODES):
        original, surrogate = spell(code, true), spell(code, released)
        issued = {"it": Issued("MONEY", original, surrogate, "number", Fraction(true), Fraction(released))}
        reads = reader(issued, "Revenue came to <<it>> then.")
        for seen, expected in zip(answers(code, released, place), answers(code, true, place), strict=True):
            got = reads.restore(f"It was {seen} in all.").text
            total += 1
            read += got == f"It was {expected} in all."
            if got not in (f"It was {expected} in all.", f"It was {seen} in all."):
                wrong.append((surrogate, seen, got))
            if total % 10 == 0:
                assert streamed(reads, f"It was {seen} in all.", range(1, 40)) == got
    assert not wrong, (len(wrong), wrong[:5])
    assert read >= 0.985 * total, (read, total)
