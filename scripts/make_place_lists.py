"""Write the frozen place lists that `PlaceFormat` reads: cities, regions and countries, by country or language.

    python scripts/make_place_lists.py

Sources: Faker's address providers (MIT) and the hand-written scripts/place_words.txt. The output is the data of scheme
1 and is never regenerated in place, as with scripts/make_name_lists.py.
"""

from __future__ import annotations

import unicodedata
from importlib import import_module
from pathlib import Path

import faker

from privacy_chains.formats.letters import fold, unfold

ROOT = Path(__file__).resolve().parent.parent
LISTS = {  # class -> (locale, attribute); a place belongs to the first class that lists it
    "country.en": ("en_US", "countries"),
    "region.us": ("en_US", "states"),
    "region-code.us": ("en_US", "states_abbr"),
    "region.fr": ("fr_FR", "regions"),
    "region.es": ("es_ES", "states"),
    "region.mx": ("es_MX", "states"),
    "region.in": ("en_IN", "states"),
    "region.fi": ("fi_FI", "states"),
    "region.se": ("sv_SE", "states"),
    "region.nl": ("nl_NL", "provinces"),
    "department.fr": ("fr_FR", "departments"),
    "city.de": ("de_DE", "cities"),
    "region.de": ("de_DE", "states"),
    "city.at": ("de_AT", "cities"),
    "city.ch": ("de_CH", "cities"),
    "city.nl": ("nl_NL", "cities"),
    "city.dk": ("da_DK", "cities"),
    "city.se": ("sv_SE", "cities"),
    "city.fi": ("fi_FI", "cities"),
    "city.pl": ("pl_PL", "cities"),
    "city.cz": ("cs_CZ", "cities"),
    "city.ro": ("ro_RO", "cities"),
    "city.pt": ("pt_PT", "cities"),
    "city.hr": ("hr_HR", "cities"),
    "city.in": ("en_IN", "cities"),
    "country.de": ("de_DE", "countries"),
    "country.fr": ("fr_FR", "countries"),
    "country.es": ("es_ES", "countries"),
    "country.it": ("it_IT", "countries"),
    "country.nl": ("nl_NL", "countries"),
    "country.pt": ("pt_PT", "countries"),
}
SMALLEST = 12
MORE = ("country.en", ("United States", "USA", "UK", "England", "Scotland", "Wales", "South Korea", "Russia"))


def listed() -> dict[str, list[str]]:
    """The places of every source, by class, as they are spelled."""
    found: dict[str, list[str]] = {}
    for line in (ROOT / "scripts" / "place_words.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            current = line.strip("[]")
        elif line and not line.startswith("#"):
            found[current] = line.split("; ")
    for name, (locale, attribute) in LISTS.items():
        provider = import_module(f"faker.providers.address.{locale}").Provider
        rows = getattr(provider, attribute)
        found[name] = [unicodedata.normalize("NFC", row[-1] if isinstance(row, tuple) else row) for row in rows]
    found[MORE[0]] += MORE[1]
    return found


def fits(place: str) -> bool:
    """Whether the three cases of a place can be told apart and undone, and no separator stands in it."""
    if any(char in place for char in ",;/()\n\t|0123456789") or not place[0].isalpha():
        return False
    return all(unfold(letter) != letter for letter in fold(place) if letter.isalpha())


def main() -> None:
    """Write the data of scheme 1."""
    taken: set[str] = set()
    rows: list[str] = []
    for name, places in listed().items():
        code = name.startswith("region-code")
        fresh = {place for place in places if fits(place) and fold(place) not in taken}
        fresh = {place for place in fresh if code or fold(place) != place != unfold(fold(place))}
        by_case = {fold(place): place for place in sorted(fresh)}
        if len(by_case) < SMALLEST:
            continue
        taken |= set(by_case)
        rows.append(f"{name}\t{'|'.join(sorted(by_case.values()))}")
    head = f"# Scheme 1, frozen. From Faker {faker.VERSION} (MIT) and scripts/place_words.txt."
    path = ROOT / "privacy_chains" / "formats" / "data" / "places_v1.txt"
    path.write_text("\n".join((head, *rows)) + "\n", "utf-8")
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes, {len(taken)} places in {len(rows)} classes")


if __name__ == "__main__":
    main()
