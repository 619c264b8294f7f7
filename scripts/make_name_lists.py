"""Write the frozen name lists that `PersonFormat` and `NameDetector` read.

    python scripts/make_name_lists.py [--census FOLDER]

Sources: the person providers of Faker (MIT), the 1990 name files of the US Census Bureau (public domain; pass the
folder that holds dist.all.last, dist.female.first and dist.male.first), and the hand-written scripts/name_words.txt.

The output is the data of scheme 1 and is never regenerated in place: a key reads only what was written under the same
lists. Changed lists are a new scheme, with new file names. `tests/formats/test_names.py` pins the digests.
"""

from __future__ import annotations

import argparse
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path

import faker

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "privacy_chains" / "formats" / "data"

AREAS = {  # language area -> Faker locales; an earlier area wins a word that two list equally high
    "en": "en_US en_GB en_NZ en_IE",
    "es": "es_ES es_MX es_AR es_CO es_CL",
    "de": "de_DE de_AT",
    "fr": "fr_FR fr_CA fr_QC fr_BE",
    "it": "it_IT",
    "pt": "pt_BR pt_PT",
    "nl": "nl_NL nl_BE",
    "nordic": "sv_SE da_DK no_NO is_IS",
    "fi": "fi_FI et_EE",
    "pl": "pl_PL",
    "cs": "cs_CZ sk_SK",
    "south-slavic": "hr_HR sl_SI",
    "hu": "hu_HU",
    "ro": "ro_RO",
    "baltic": "lt_LT lv_LV",
    "tr": "tr_TR az_AZ",
    "south-asia": "en_IN en_PK",
    "africa": "en_KE en_NG ig_NG yo_NG ha_NG sw zu_ZA tw_GH",
    "east-asia": "ja_JP zh_CN zh_TW id_ID vi_VN",
    "ru": "ru_RU",
    "uk": "uk_UA",
    "bg": "bg_BG mk_MK",
    "el": "el_GR",
}
ATTRIBUTES = {
    "given-f": ("first_names_female", "first_female_names", "first_romanized_names_female"),
    "given-m": ("first_names_male", "first_male_names", "first_romanized_names_male"),
    "given": ("first_names", "first_names_nonbinary", "first_romanized_names"),
    "surname-f": ("last_names_female", "female_last_names"),
    "surname-m": ("last_names_male", "male_last_names"),
    "surname": ("last_names", "unisex_last_names", "last_romanized_names"),
}
HEIGHT = {"en": 0.6, "africa": 0.7, "south-asia": 0.7, "nordic": 0.55}  # where a locale's list starts among the others
SCRIPTS = {"ru": "CYRILLIC", "uk": "CYRILLIC", "bg": "CYRILLIC", "el": "GREEK"}
CENSUS = {
    "given-f": ("dist.female.first", 2500),
    "given-m": ("dist.male.first", 1219),
    "surname": ("dist.all.last", 9000),
}
BANDS = {"given-f": (150, 600), "given-m": (150, 500), "surname": (300, 2000)}
CUES = {  # a later section takes a word from an earlier one
    "organizations": "cue-after",
    "streets": "cue-after",
    "before-places": "cue-before",
    "street-words": "cue-street",
    "labels": "cue-label",
    "greetings": "cue-greeting",
    "ranks": "cue-rank",
}
PROPER = {  # words of everyday language that name something, each kind a class: Google becomes Toyota and no verb
    "calendar": "word-date",
    "nationalities": "word-people",
    "brands": "word-brand",
    "places": "word-place",
}
SMALLEST = 48  # a class with fewer words joins a wider one
TOO_SMALL = 16  # a class that is still this small would hide nothing: its words are spelled as unlisted ones
LETTERS_FROM = (
    "zh_CN zh_TW ja_JP ko_KR hi_IN ar_AA ar_SA fa_IR he_IL ru_RU uk_UA bg_BG mk_MK el_GR th_TH ka_GE hy_AM bn_BD ta_IN "
    "ne_NP gu_IN mr_IN or_IN"
)
VOWELS = set("aeiouyæøœıəɛɔаеёиоуыэюяіїєўӣѣαεηιουω")  # noqa: RUF001 - of three scripts
SIGNS = set("ьъ")
APOSTROPHES = (0x2BB, 0x2BC, 0x2BD, 0x2C8)  # letters to Unicode, apostrophes to those who type them

Sections = dict[str, set[str]]


def read_sections() -> Sections:
    """The hand-written words by section."""
    sections: Sections = {}
    for line in (ROOT / "scripts" / "name_words.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            current = sections.setdefault(line.strip("[]"), set())
        elif line and not line.startswith("#"):
            current.update(line.split())
    return sections


def provider(locale: str) -> type:
    """Faker's person provider of a locale."""
    found: type = import_module(f"faker.providers.person.{locale}").Provider
    return found


def words_of(names: Iterable[object], kind: str) -> Iterator[str]:
    """The single words of a list of names, lower case and composed; of given names the first: María of María José."""
    for name in names:
        parts = name if isinstance(name, tuple) else (name,)
        for part in parts:
            words = re.findall(r"[^\W\d_]+", unicodedata.normalize("NFC", str(part)).lower())
            yield from words[:1] if kind.startswith("given") else words


def ranked(locale: str, kind: str) -> list[str]:
    """The words of one kind in a locale, commonest first where Faker knows."""
    found: list[str] = []
    for attribute in ATTRIBUTES[kind]:
        names = vars(provider(locale)).get(attribute, ())
        if isinstance(names, dict):
            found += words_of(sorted(names, key=names.__getitem__, reverse=True), kind)
        elif isinstance(names, (tuple, list)):
            found += words_of(names, kind)
    return list(dict.fromkeys(found))


def script_of(letter: str) -> str:
    """The first word of a letter's Unicode name, which is its script."""
    return unicodedata.name(letter, "NONE").split()[0]


def fits(word: str, area: str, sections: Sections) -> bool:
    """Whether a word may stand in a list: one script, reversible case, not rude, not a kept word."""
    if not 2 <= len(word) <= 16 or word.startswith("mc") or word in sections["kept"]:
        return False
    if any(script_of(letter) != SCRIPTS.get(area, "LATIN") for letter in word):
        return False
    if any(len(c.upper()) != 1 or c.upper().lower() != c for c in word.removesuffix("ς")):
        return False
    return not any(part in strip_marks(word) for part in sections["offensive-parts"])


def strip_marks(word: str) -> str:
    """A word without its diacritics."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


class Evidence:
    """What the sources say about each word: how high each area lists it as each kind."""

    def __init__(self) -> None:
        self.best: dict[str, dict[tuple[str, str], float]] = defaultdict(dict)
        self.census: dict[str, dict[str, tuple[int, float]]] = defaultdict(dict)

    def add(self, word: str, kind: str, area: str, place: float) -> None:
        """Note that ``area`` lists ``word`` as ``kind``; place 0 is the commonest, 1 the rarest."""
        seen = self.best[word]
        seen[kind, area] = min(place, seen.get((kind, area), 2.0))

    def kind(self, word: str, sections: Sections) -> str:
        """The one kind of a word: given names first, unless the census counts it mostly as a surname."""
        for kind in ("given-f", "given-m"):
            if word in sections[kind]:
                return kind
        kinds = {kind for kind, _ in self.best[word]}
        share = {kind: count for kind, (_, count) in self.census[word].items()}
        given = {"given-f", "given-m", "given"} & kinds
        if given and share.get("surname", 0) > 2 * (share.get("given-f", 0) + share.get("given-m", 0)):
            given = set()
        if not given:
            surnames = {"surname-f", "surname-m", "surname"} & kinds
            return surnames.pop() if len(surnames) == 1 else "surname"
        return self._gender(word, given, share)

    def _gender(self, word: str, given: set[str], share: dict[str, float]) -> str:
        female, male = share.get("given-f", 0.0), share.get("given-m", 0.0)
        if not female and not male:
            areas = {kind: {a for k, a in self.best[word] if k == kind} for kind in given}
            female, male = (2.0 * len(areas.get(kind, ())) for kind in ("given-f", "given-m"))
        if female >= 4 * male:
            return "given-f" if female else "given"
        return "given-m" if male >= 4 * female else "given"

    def area(self, word: str, kind: str) -> str:
        """The area that lists the word highest as its kind."""
        family = kind.split("-", maxsplit=1)[0]
        listings = [(place, k.split("-")[0] == family, a) for (k, a), place in self.best[word].items()]
        listings = [row for row in listings if row[1]] or listings
        order = list(AREAS)
        return min(listings, key=lambda row: (row[0], order.index(row[2])))[2]

    def band(self, word: str, kind: str, area: str) -> int:
        """1 common, 2 known, 3 rare: by the census for English, else by the order of Faker's list."""
        if area == "en":
            family = kind if kind in BANDS else "surname" if kind.startswith("surname") else "given-f"
            places = [place for k, (place, _) in self.census[word].items() if k.split("-")[0] == family.split("-")[0]]
            limits = BANDS[family]
            place = min(places, default=limits[1])
            return 1 if place < limits[0] else 2 if place < limits[1] else 3
        return 2


def gather(census: Path, sections: Sections) -> Evidence:
    """Read every source."""
    evidence = Evidence()
    for area, locales in AREAS.items():
        for locale in locales.split():
            for kind in ATTRIBUTES:
                words = ranked(locale, kind)
                for index, word in enumerate(words):
                    if fits(word, area, sections):
                        evidence.add(word, kind, area, HEIGHT.get(area, 0.5) + 0.1 * index / len(words))
    for kind, (name, limit) in CENSUS.items():
        lines = (census / name).read_text("ascii").splitlines()
        for index, line in enumerate(lines):
            word, percent = line.split()[0].lower(), float(line.split()[1])
            if fits(word, "en", sections) and (index < limit and len(word) > 2):
                evidence.add(word, kind, "en", min(0.9, 0.2 + index / 2000))
            evidence.census[word][kind] = (index, percent)
    return evidence


def classify(evidence: Evidence, sections: Sections) -> dict[str, list[str]]:
    """Every word in exactly one class ``kind.area.band[.word][.marked]``."""
    keys: dict[str, tuple[str, ...]] = {}
    for word in evidence.best:
        if word in sections["rude"] | sections["blunt"] or obscure(word, evidence, sections):
            continue
        kind = evidence.kind(word, sections)
        area = evidence.area(word, kind)
        flags = (
            ("word",) * (word in sections["words"])
            + ("sigma",) * word.endswith("ς")
            + ("marked",) * (strip_marks(word) != word)
        )
        keys[word] = (kind, area, str(evidence.band(word, kind, area)), *flags)
    names = set(keys)
    for word, cue in cues(sections).items():
        named = word in names and cue != "cue-street"
        short = cue == "cue-after" and word in sections["abbreviations"]  # Ltd becomes Inc, the Army no Ltd
        keys[word] = (cue, *("name",) * named, *("short",) * short, *("marked",) * (strip_marks(word) != word))
    for widen in (_drop_band, _drop_area, _drop_gender):
        sizes = Counter(keys.values())
        keys = {w: key if sizes[key] >= SMALLEST or key[0].startswith("cue") else widen(key) for w, key in keys.items()}
    sizes = Counter(keys.values())
    keys = {word: key for word, key in keys.items() if sizes[key] > TOO_SMALL or key[0].startswith("cue")}
    for word in sections["words"] - set(keys) - sections["kept"] - sections["rude"] - sections["blunt"]:
        if len(word) > 1 and not word.startswith("mc") and word.upper().lower() == word and word.isalpha():
            keys[word] = ("word", "marked") if strip_marks(word) != word else (proper(word, sections),)
    keys |= dict.fromkeys(sections["blunt"], ("blunt",))
    classes: dict[str, list[str]] = defaultdict(list)
    for word in sorted(keys):
        classes[".".join(keys[word])].append(word)
    return dict(sorted(classes.items()))


def proper(word: str, sections: Sections) -> str:
    """The class of an everyday word: what it names, if it names something."""
    return next((kind for section, kind in PROPER.items() if word in sections[section]), "word")


def cues(sections: Sections) -> dict[str, str]:
    """The words that announce or unmake a name, each in a class of its cue: cues become cues."""
    found: dict[str, str] = {}
    for name, cue in CUES.items():
        found |= dict.fromkeys(sections[name] - sections["kept"], cue)
    return found


def obscure(word: str, evidence: Evidence, sections: Sections) -> bool:
    """Whether an everyday word is too seldom a name to be read as one."""
    places = [place for place, _ in evidence.census[word].values()]
    return word in sections["words"] - sections["ambiguous"] and min(places, default=9999) > 600


def _drop_band(key: tuple[str, ...]) -> tuple[str, ...]:
    kind, area, band, *flags = key
    if area != "en":
        return (kind, area, "2", *flags)
    return (kind, area, "2" if band == "1" else band, *flags) if "word" not in flags else (kind, area, "2", *flags)


def _drop_area(key: tuple[str, ...]) -> tuple[str, ...]:
    kind, area, _, *flags = key
    return (kind, SCRIPTS.get(area, "latin").lower(), "2", *flags)


def _drop_gender(key: tuple[str, ...]) -> tuple[str, ...]:
    kind, *rest = key
    return (kind.split("-")[0], *rest)


def ranges(points: Iterable[int]) -> str:
    """Code points as hexadecimal ranges."""
    runs = groupby(enumerate(sorted(points)), key=lambda pair: pair[1] - pair[0])
    pairs = [[point for _, point in run] for _, run in runs]
    return " ".join(f"{run[0]:x}" if len(run) == 1 else f"{run[0]:x}-{run[-1]:x}" for run in pairs)


def letter_group(letter: str, usual: set[str]) -> str:
    """The set a letter is exchanged within: script, vowel or consonant, marks, in everyday use or not."""
    decomposed = unicodedata.normalize("NFD", letter)
    base, marks = decomposed[0], decomposed[1:]
    script = "ASCII" if letter.isascii() else script_of(letter)
    if script == "CJK" and not "\u4e00" <= letter < "\ua000":
        script = "CJK-COMPATIBILITY" if letter > "\ua000" else "CJK-A"
    if script == "HANGUL" and "\uac00" <= letter <= "\ud7a3":
        marks = ""
    elif script == "HANGUL":
        script += "-" + unicodedata.name(letter).split()[1]
    kind = "v" if base in VOWELS else "s" if base in SIGNS else "c"
    cased = (
        "cased"
        if len(letter.upper()) == 1 and letter.upper() != letter and letter.upper().lower() == letter
        else "plain"
    )
    stable = "" if unicodedata.normalize("NFC", letter) == letter else "unstable"
    marks_hex = "+".join(f"{ord(mark):x}" for mark in marks)
    return ".".join(
        (script, unicodedata.category(letter), kind, cased, "usual" if letter in usual else "rare", marks_hex, stable)
    )


def letters() -> dict[str, str]:
    """Every letter that is its own lower case, by group; and the marks that may follow a letter."""
    usual = {chr(c) for c in (*range(0x61, 0x7B), *range(0x430, 0x450))} | set("ёіїєґў")
    for locale in (*LETTERS_FROM.split(), *" ".join(AREAS.values()).split()):
        for kind in ATTRIBUTES:
            usual.update(letter for word in ranked(locale, kind) for letter in word)
    groups: dict[str, list[int]] = defaultdict(list)
    for point in range(0x110000):
        letter = chr(point)
        category = unicodedata.category(letter)
        if point in APOSTROPHES:
            continue
        if category[0] == "M":
            groups["marks"].append(point)
        elif category[0] == "L" and not (
            letter.lower() != letter and len(letter.lower()) == 1 and letter.lower().upper() == letter
        ):
            groups[letter_group(letter, usual)].append(point)
    groups["marks"] += [0x200C, 0x200D]
    return {name: ranges(points) for name, points in sorted(groups.items())}


def write(path: Path, head: str, rows: Iterable[tuple[str, str]]) -> None:
    """Write a table: comment lines, then ``name<TAB>values``."""
    lines = [*(f"# {line}" for line in head.splitlines()), *(f"{name}\t{values}" for name, values in rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")


def main() -> None:
    """Write the data of scheme 1."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--census", type=Path, required=True, help="folder of the census name files")
    arguments = parser.parse_args()
    sections = read_sections()
    lorem = import_module("faker.providers.lorem.en_US").Provider.word_list
    everyday = ("calendar", "places", "streets", "street-words", "organizations", "nationalities", "brands", "common")
    sections["words"] = set().union(
        *(sections[name] for name in (*everyday, "ambiguous")), (word.lower() for word in lorem)
    )
    sections["kept"] = sections["titles"] | sections["particles"] | sections["suffixes"] | sections["rude"]
    classes = classify(gather(arguments.census, sections), sections)
    DATA.mkdir(exist_ok=True)
    source = f"From Faker {faker.VERSION} (MIT), US Census 1990 names (public domain) and scripts/name_words.txt."
    roles = [(f"={name}", " ".join(sorted(sections[name]))) for name in ("titles", "particles", "suffixes", "rude")]
    avoid = [("=avoid", " ".join(sorted(sections["offensive-parts"])))]
    rows = [(name, " ".join(words)) for name, words in classes.items()]
    write(DATA / "names_v1.txt", f"Scheme 1, frozen. {source}", [*roles, *avoid, *rows])
    write(DATA / "letters_v1.txt", f"Scheme 1, frozen. From Unicode {unicodedata.unidata_version}.", letters().items())


if __name__ == "__main__":
    main()
