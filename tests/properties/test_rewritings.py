"""The law of reading: whatever listed rewriting a model applies to a surrogate, in whatever chunks it arrives,
what is read is the same rewriting of the original."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime
from fractions import Fraction

from desanitize.requests import person, reader, streamed
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.desanitize import Issued
from privacy_chains.formats.dates import DateFormat
from privacy_chains.formats.numbers import write_number

ORIGINALS = ["Kaiser Soze", "Zoë Brandt", "Mary O'Neil", "Anne-Marie Costa", "Łukasz Núñez"]
SURROGATES = ["Toren Kelmar", "Björn Løvås", "Tess O'Hara", "Lise-Maud Verret", "Rémy Müñoz"]
Rewriting = Callable[[str], str]

NAMES: list[Rewriting] = [
    str,
    str.upper,
    str.lower,
    lambda name: f"{name}'s",
    lambda name: f"{name.split()[1]}\u2019s",
    lambda name: f"Mr. {name.split()[1]}",
    lambda name: "{1}, {0}".format(*name.split()),
    lambda name: f"{name[0]}. {name.split()[1]}",
    lambda name: name.split()[0],
    lambda name: name.split()[1].upper(),
    lambda name: f"Herr {name.split()[1]}s",
    lambda name: name.replace(" ", "\u00a0"),
    lambda name: name.replace(" ", "\n"),
    lambda name: name.replace(" ", "\\n"),
    lambda name: name.replace(" ", "&nbsp;"),
    lambda name: f"**{name}**",
    lambda name: f'{{"name": {json.dumps(name)}}}',
    lambda name: name.replace("'", "\u2019"),
    lambda name: name.replace("'", "&#39;"),
    lambda name: f"| {name} |",
]
CODES: list[Rewriting] = [
    str,
    lambda code: code.replace("-", ""),
    lambda code: code.replace("-", " "),
    lambda code: code.replace("-", "."),
    lambda code: code.replace("-", "\u2011"),
    lambda code: code.replace("-", "-\n"),
    lambda code: code.replace("-", "\u00ad"),
    lambda code: "".join(chr(ord("\uff10") + int(c)) if c.isdigit() else c for c in code),
    lambda code: json.dumps({"id": code}),
]
CARDS: list[Rewriting] = [
    str,
    lambda card: card.replace(" ", ""),
    lambda card: card.replace(" ", "-"),
    lambda card: f"the card ending in {card[-4:]}",
    lambda card: f"**** **** **** {card[-4:]}",
]
PHONES: list[Rewriting] = [
    str,
    lambda phone: phone.translate({ord(c): None for c in "() -"}),
    lambda phone: phone.replace("(", "").replace(") ", "-"),
    lambda phone: "+1 " + phone.replace("(", "").replace(") ", " ").replace("-", " "),
    lambda phone: phone.replace("(", "").replace(") ", ".").replace("-", "."),
]
AMOUNTS: list[Callable[[int], str]] = [
    "${:,}".format,
    "{:,} dollars".format,
    "USD {}".format,
    "EUR{:,}".format,
    "- Rent - ${:,}".format,
    "-${:,}/12".format,
    lambda amount: f"${amount:,}".replace(",", "{,}"),
    lambda amount: f"${amount:,}".replace(",", "&#44;"),
    lambda amount: f"{amount:,} €".replace(",", "."),
    lambda amount: f"{amount:,} USD".replace(",", "\u202f"),
    lambda amount: f"{amount:,} euros".replace(",", " "),
    lambda amount: f"${amount}.00",
    lambda amount: f'{{"salary": {amount}}}',
]
AGES: list[Callable[[int], str]] = [
    "{} years old".format,
    "a {}-year-old man".format,
    "aged {}".format,
    "a {} y/o woman".format,
    "- Age - {}".format,
    "a {}F with".format,
    "{} ans".format,
    "{} Jahre alt".format,
    "she's {}, and".format,
    '{{"age": {}}}'.format,
    lambda age: f"{write_number('seventy-one', Fraction(age))} years old",
]
DATES: list[Callable[[date], str]] = [
    date.isoformat,
    lambda day: f"{day:%B} {day.day}, {day.year}",
    lambda day: f"{day.day} {day:%B} {day.year}",
    lambda day: f"{day:%d.%m.%Y}",
    lambda day: f"**{day:%B} {_ordinal(day.day)}**, {day.year}",
    lambda day: f"{day:%Y%m%d}",
    lambda day: f"date({day.year}, {day.month}, {day.day})",
    lambda day: f"the {_ordinal(day.day)} of {day:%B} {day.year}",
]
STAMPS: list[Callable[[datetime], str]] = [
    str,
    datetime.isoformat,
    "{:%Y-%m-%dT%H:%M:%S.000Z}".format,
    "{:%Y-%m-%d %H:%M}".format,
    "{:%d.%m.%Y um %H:%M} Uhr".format,
    lambda time: f"{time:%B} {time.day}, {time.year} at {(time.hour - 1) % 12 + 1}:{time:%M %p}",
    lambda time: f"{time.day} {time:%B} {time.year}, {time:%H:%M:%S}",
    "on {:%Y-%m-%d}".format,
    "at {:%H:%M:%S}".format,
    "around {:%H:%M}".format,
    lambda time: f"around {(time.hour - 1) % 12 + 1}:{time:%M} {'pm' if time.hour >= 12 else 'am'}",
    '{{"at": "{:%Y-%m-%d %H:%M:%S}"}}'.format,
    "?at={:%Y-%m-%d%%20%H%%3A%M%%3A%S}".format,
]
PROSE = ["so ", "and ", "the file says ", "\n- ", "\n", "\n> ", "then, ", "\n1. ", "(see below) ", "well, "]
ENDS = [". ", ", ", "; ", "\n", ") ", "! "]


def _ordinal(number: int) -> str:
    ending = "th" if number in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _moment(time: datetime) -> Fraction:
    return DateFormat().read(str(time)).number


def _written(pattern: str, digits: list[str]) -> str:
    return "".join(digits.pop() if char == "#" else char for char in pattern)


@st.composite
def rewritten(draw: st.DrawFn) -> tuple[dict[str, Issued], list[Issued], str, str]:
    """What was issued, an answer that rewrites it, and what that answer means."""
    people = list(zip(ORIGINALS, SURROGATES, strict=True))
    dice = draw(st.randoms(use_true_random=False))
    digits = [dice.choice("123456789") for _ in range(64)]
    code, codes = (_written("###-##-####", digits) for _ in range(2))
    card, cards = (_written("#### #### #### ####", digits) for _ in range(2))
    phone, phones = (_written(pattern, digits) for pattern in ("(212) 4##-2671", "(415) 6##-4289"))
    time, times = (draw(st.datetimes(datetime(y, 1, 13), datetime(y + 4, 1, 1))) for y in (2025, 2030))  # noqa: DTZ001
    time, times = time.replace(microsecond=0), times.replace(microsecond=0)
    amount, amounts = (int(_written(pattern, digits)) for pattern in ("2####7", "8####3"))
    age, ages = draw(st.integers(21, 60)), draw(st.integers(61, 99))
    day, days = draw(st.dates(date(1950, 1, 13), date(1989, 1, 1))), draw(st.dates(date(1990, 1, 13), date(2024, 1, 1)))
    named = {
        "ssn": Issued("US_SSN", code, codes, "code"),
        "card": Issued("CREDIT_CARD", card, cards, "code"),
        "phone": Issued("PHONE_NUMBER", phone, phones, "code"),
        "pay": Issued("MONEY", f"${amount:,}", f"${amounts:,}", "number", Fraction(amount), Fraction(amounts)),
        "age": Issued("AGE", str(age), str(ages), "number", Fraction(age), Fraction(ages)),
        "day": Issued(
            "DATE_TIME", f"{day}", f"{days}", "number", Fraction(day.toordinal()), Fraction(days.toordinal())
        ),
        "stamp": Issued("DATE_TIME", f"{time}", f"{times}", "number", *map(_moment, (time, times))),
    }
    aliases = [alias for one, other in people for alias in person(one, other)]
    pairs: list[tuple[Callable[..., str], object, object]] = []
    for _ in range(draw(st.integers(1, 6))):
        original, surrogate = draw(st.sampled_from(people))
        pairs.append(
            draw(
                st.sampled_from(
                    [
                        *((f, original, surrogate) for f in NAMES),
                        *((f, code, codes) for f in CODES),
                        *((f, card, cards) for f in CARDS),
                        *((f, phone, phones) for f in PHONES),
                        *((f, amount, amounts) for f in AMOUNTS),
                        *((f, age, ages) for f in AGES),
                        *((f, day, days) for f in DATES),
                        *((f, time, times) for f in STAMPS),
                    ]
                )
            )
        )
    around = [(draw(st.sampled_from(PROSE)), draw(st.sampled_from(ENDS))) for _ in pairs]
    answer, expected = (
        "So, ".join(
            f"{before}{pair[0](pair[which])}{after}" for pair, (before, after) in zip(pairs, around, strict=True)
        )
        for which in (2, 1)
    )
    return named, aliases, answer, expected


@settings(max_examples=100, deadline=None)
@given(rewritten(), st.lists(st.integers(0, 400), max_size=6))
def test_a_rewritten_surrogate_reads_as_the_rewritten_original(
    case: tuple[dict[str, Issued], list[Issued], str, str], cuts: list[int]
) -> None:
    named, aliases, answer, expected = case
    template = (
        "File: SSN <<ssn>>, card <<card>>, phone <<phone>>, earns <<pay>>, is <<age>>, since <<day>>, seen <<stamp>>."
    )
    read = reader(named, template, aliases=aliases)
    assert read.restore(answer).text == expected
    assert streamed(read, answer, [min(cut, len(answer)) for cut in cuts]) == expected
    assert streamed(read, answer, range(1, len(answer))) == expected
