"""Write the tables of currencies and numbers that detection, writing and reading share.

    python -m pip install babel==2.18.0
    python scripts/make_currencies.py

Source: the Unicode Common Locale Data Repository (Unicode License v3) through Babel (BSD), and the words below that
CLDR lacks: what people write for magnitudes and currencies beside its standard forms.
"""

from __future__ import annotations

import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel import Locale, localedata
from babel.core import get_global

DATA = Path(__file__).resolve().parent.parent / "privacy_chains" / "language" / "data"
LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "nb", "fi"]
LOCALES = ["de_AT", "de_CH", "en_GB", "en_IN", "en_ZA", "es_AR", "es_MX", "fr_CA", "fr_CH", "it_CH", "pt_PT", "nl_BE"]
HEAD_FIRST = frozenset(["fr", "es", "it", "pt", "pl"])
"""Languages that name the kind before the country: ``dollars canadiens``."""
MORE_SIGNS = {
    "INR": "Rs. Rs", "PKR": "Rs.", "CHF": "Fr. SFr.", "TRY": "TL", "CNY": "RMB", "SEK": "kr", "NOK": "kr.", "RUB": "\u0440\u0443\u0431.",
    "HUF": "Ft", "BGN": "lv", "RON": "lei", "CZK": "Kc", "PLN": "zl", "XOF": "FCFA CFA", "XAF": "CFA", "PEN": "S/.", "ZAR": "R",
}  # fmt: skip
"""What people write beside CLDR's signs."""
STILL_NAMED = 1999
"""Currencies that ended after this year are still spoken of."""
HEADER = "# From the Unicode CLDR (Unicode License v3) through Babel, and scripts/make_currencies.py. Do not edit.\n"

MORE_CODES = {"BTC": "bitcoin bitcoins", "ETH": "ether", "RMB": "renminbi"}
CAREFUL_CODES = frozenset(
    [
        "ALL",
        "ANG",
        "BAM",
        "BOB",
        "CUP",
        "CVE",
        "ERN",
        "GIP",
        "IRR",
        "LAK",
        "LSL",
        "MOP",
        "SCR",
        "SDG",
        "SLE",
        "SOS",
        "SRD",
        "SSP",
        "STD",
        "STN",
        "TOP",
        "WST",
        "XCD",
        "ADP",
        "NAD",
        "SIT",
    ]
)
"""Codes that are as often a word or another abbreviation: ALL, TOP 10, CVE-2024, SDG 13."""
CAREFUL_WORDS = {
    "en": "pound pounds real won crown crowns mark marks sol soles som sum sums lek kip leone leones pula para rial pa\u02bbanga"
    " colon colons ore lev leva dram drams rand tala birr kina leu lei loti vatu sen dong grand mil rights escudos units"
    " gold silver ether",
    "de": "pfund mark krone kronen sol som real won rand lek kip lew lei leu",
    "fr": "livre livres couronne couronnes mark marks sol sols som real r\u00e9al r\u00e9als won rand lek kip leu lei",
    "es": "libra libras corona coronas marco marcos sol soles som real reales won rand lek kip col\u00f3n colones",
    "it": "sterlina lira corona corone marco marchi sol som real won rand lek kip leu lei colon col\u00f3n",
    "pt": "libra libras coroa coroas marco marcos sol sois som real reais won rand lek kip",
    "nl": "pond kroon kronen mark marken sol som real won rand lek kip leu lei lev",
    "pl": "funt funty funt\u00f3w funta korona korony koron marka marki marek sol sole soli som real reale won wony rand lek leki",
    "sv": "pund krona kronor mark sol som real won rand lek kip leu lei lev",
    "da": "pund krone kroner mark sol som real won rand lek kip leu lei lev",
    "nb": "pund krone kroner mark sol som real won rand lek kip leu lei lev",
    "fi": "punta puntaa kruunu kruunua markka markkaa sol som real won rand lek kip leu lei lev",
}
"""Names that are ordinary words of the language, or of others here: weights, crowns, marks, participles."""
CAREFUL_ANYWHERE = frozenset(
    [
        "lat",
        "lati",
        "lats",
        "łat",
        "łata",
        "łaty",
        "taka",
        "taki",
        "birra",
        "birry",
        "drama",
        "dramy",
        "lira",
        "liras",
        "lewa",
        "lewy",
        "bat",
        "bats",
        "bir",
        "bires",
        "sons",
        "boliviano",
        "bolivianos",
        "boliviani",
        "gourde",
        "gourdes",
        "dobr",
        "dobra",
        "dobry",
        "dobras",
        "pul",
        "pule",
        "puli",
        "kun",
        "kuna",
        "kune",
        "kuny",
        "gold",
        "jena",
        "jen",
        "juan",
        "juana",
        "leka",
        "lita",
        "dong",
        "dongs",
        "reala",
        "sola",
        "soma",
        "soms",
        "colony",
        "colona",
        "leona",
        "leonas",
        "lari",
    ]
)
"""Words of any of the languages here: years, sides, such, beer, drama, sons, bats."""
NO_HEADS = frozenset(
    [
        "ancien",
        "nouveau",
        "nouveaux",
        "antiguo",
        "antiguos",
        "nuevo",
        "nuevos",
        "antico",
        "nuovo",
        "nuovi",
        "novo",
        "novos",
        "nowe",
        "nowego",
        "nowy",
        "nowych",
        "stary",
        "super",
        "tongan",
        "tongans",
        "tongijska",
        "tongijskich",
        "tongijskie",
        "tongijskiej",
        "herzegowina",
        "bceao",
        "beac",
        "emirater",
        "helena",
        "principe",
        "timor",
        "falklandsøerne",
        "gold",
        "lita",
    ]
)
"""What CLDR puts where the kind of money stands in other names."""
MORE_WORDS = {
    "en": "bucks quid cents satoshis grosz pence yuan roubles rouble rubles shekels renminbi yen",
    "de": "rappen cents cent taler",
    "fr": "centimes",
    "es": "c\u00e9ntimos centavos d\u00f3lar s\u00e9quel s\u00e9queles",
    "it": "centesimi lire dollari euro siclo sicli",
    "pt": "c\u00eantimos centavos cuanza cuacha bolivares",
    "pl": "groszy grosze z\u0142 szekel szekle szekla szekli",
    "sv": "\u00f6re tkr kr mkr",
    "da": "\u00f8re kr",
    "nb": "\u00f8re kr",
    "fi": "senttia",
    "nl": "euro's",
}
MORE_MAGNITUDES = {  # what CLDR does not write; ``_`` is a space
    2: {"en": "hundred"},
    3: {
        "en": "thousand thousands k grand",
        "de": "tsd tausend",
        "it": "mila mille",
        "nl": "duizend",
        "es": "mil millar millares miles",
        "pl": "tys",
        "pt": "milhar milhares",
        "sv": "tusen",
        "da": "tusinde",
        "nb": "tusen",
        "fi": "tuhannen t",
        "fr": "millier milliers k",
    },
    5: {"en": "lakh lakhs lac lacs"},
    6: {
        "en": "mm mn mln m million millions",
        "de": "mio mill",
        "fr": "mio m mn",
        "es": "mm mill mdd",
        "it": "mio",
        "nl": "mio mln",
        "pt": "mi mm milh\u00e3o",
        "sv": "mn milj mkr",
        "da": "mill mio",
        "nb": "mill mio",
        "fi": "milj m",
        "pl": "mln",
    },
    7: {"en": "crore crores cr"},
    9: {
        "en": "bn b billion billions bil",
        "de": "mrd mia",
        "fr": "md mds mrd",
        "es": "millardo millardos mil_millones",
        "it": "mrd mld",
        "pt": "mil_milh\u00f5es mil_milh\u00e3o bi milhares_de_milh\u00f5es",
        "nl": "mrd mld",
        "sv": "md mdr mrd",
        "da": "mia milliard mrd",
        "nb": "mrd milliard",
        "fi": "mrd miljardin",
        "pl": "mld mrd",
    },
    12: {"en": "tn trn trillion trillions t", "de": "bio", "pt": "trilh\u00e3o"},
}

NAMES = frozenset(["mila", "mia", "mill"])
"""Magnitudes that are people's names where no currency follows."""
OTHER_WORDS = frozenset(["miles", "bill", "tri", "bi", "mi", "bil", "t", "grand", "mdd"])
"""Magnitudes that are something else where no currency stands beside them: ``5 miles``, ``1 bill``."""


def named() -> set[str]:
    """The codes of the currencies that are or were legal tender."""
    spans = (entry for entries in get_global("territory_currencies").values() for entry in entries)
    return {code for code, _, end, tender in spans if tender and (end is None or end[0] > STILL_NAMED)}


def sign_characters() -> str:
    """Every character that Unicode calls a sign of a currency."""
    return "".join(filter(lambda char: unicodedata.category(char) == "Sc", map(chr, range(sys.maxunicode))))


def names_of(code: str, language: str) -> list[str]:
    """What a currency is called, counted in every way that the language counts."""
    data = Locale.parse(language)._data  # noqa: SLF001  # Babel has no other way to all plural forms
    plurals = data["currency_names_plural"]
    forms = list(dict(plurals[code]).values()) if code in plurals else []
    single = data["currency_names"]
    known = [single[code]] if code in single else []
    return sorted(
        {" ".join(name.replace("\u2019", "'").split()).casefold() for name in [*forms, *known]} - {code.lower()}
    )


def current() -> set[str]:
    """The codes of the currencies that are legal tender."""
    spans = (entry for entries in get_global("territory_currencies").values() for entry in entries)
    return {code for code, _, end, tender in spans if tender and end is None}


def signs_of(code: str) -> list[str]:
    """How a currency is written short, where it is tender and in the languages here."""
    found = set()
    for name in localedata.locale_identifiers():
        locale = Locale.parse(name)
        tender = {entry[0] for entry in get_global("territory_currencies").get(locale.territory or "", ())}
        if locale.language in LANGUAGES or code in tender:
            found.add(locale.currency_symbols.get(code, code))
    return sorted(
        sign for sign in found if sign != code and any(c.isalpha() or unicodedata.category(c) == "Sc" for c in sign)
    )


def heads_of(names: Iterable[str], language: str) -> Iterator[str]:
    """The word of each name that says what kind of money it is: ``dollars`` of ``canadian dollars``."""
    for name in names:
        words = [word for word in name.split("(")[0].replace("-", " ").split() if word.isalpha() and len(word) > 2]
        if words and "(" not in name:
            yield words[0 if language in HEAD_FIRST else -1]


def magnitudes(language: str) -> dict[int, set[str]]:
    """What a language writes for powers of ten, short and long, in small letters without a final point."""
    found: dict[int, set[str]] = defaultdict(set)
    locale = Locale.parse(language)
    for style in ("short", "long"):
        for forms in locale.compact_decimal_formats[style].values():
            for power, pattern in forms.items():
                word = pattern.pattern.replace("'", "").replace("\u00a0", " ").strip("0 .").casefold()
                if word:
                    found[len(power) - 1 - (pattern.pattern.count("0") - 1 if "0" in pattern.pattern else 0)].add(word)
    for power, words in MORE_MAGNITUDES.items():
        found[power].update(word.replace("_", " ") for word in words.get(language, "").split())
    return found


def style(name: str) -> str:
    """How a locale writes numbers and amounts: marks, sizes of groups, the place of the sign."""
    locale = Locale.parse(name)
    symbols = locale.number_symbols.get("latn", locale.number_symbols)
    pattern = locale.currency_formats["standard"].pattern.split(";")[0]
    groups = "2" if "#,##,##0" in pattern else "3"
    return "\t".join((name, symbols["decimal"], symbols["group"], groups, pattern))


def write(name: str, rows: Iterable[str]) -> None:
    """One table, its licence first."""
    (DATA / name).write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")


def currency_rows() -> Iterator[str]:
    """Each currency: code, whether to be careful with it, signs, and its names by language."""
    yield "\t".join(("*", "", "|".join(sign_characters())))
    for code in sorted(named() | set(MORE_CODES)):
        names = [names_of(code, language) for language in LANGUAGES]
        names[0] += MORE_CODES.get(code, "").split()
        careful = "careful" if code in CAREFUL_CODES else ""
        yield "\t".join((code, careful, "|".join(signs_of(code)), *map("|".join, names)))


def word_rows() -> Iterator[str]:
    """The words for money of each language: those that mean nothing else, and the others."""
    careful = CAREFUL_ANYWHERE.union(*map(str.split, CAREFUL_WORDS.values()))
    for language in LANGUAGES:
        heads = {
            when: set(heads_of((name for code in codes for name in names_of(code, language)), language)) - NO_HEADS
            for when, codes in (("now", current()), ("once", named() - current()))
        }
        words = heads["now"] | set(MORE_WORDS.get(language, "").split())
        once = heads["once"] | ({"ether"} if language == "en" else set())
        kinds = (words - careful, (words & careful) | (once - words))
        yield "\t".join((language, *("|".join(sorted(kind)) for kind in kinds)))


def magnitude_rows() -> Iterator[str]:
    """Language, power of ten, and words: plain ones, those that are names, those that are other words too."""
    for language in LANGUAGES:
        for power, words in sorted(magnitudes(language).items()):
            if words:
                kinds = (words - NAMES - OTHER_WORDS, words & NAMES, words & OTHER_WORDS)
                yield "\t".join((language, str(power), *("|".join(sorted(kind)) for kind in kinds)))


if __name__ == "__main__":
    write("currencies.tsv", currency_rows())
    write("currency_words.tsv", word_rows())
    write("magnitudes.tsv", magnitude_rows())
    write("number_styles.tsv", map(style, [*LANGUAGES, *LOCALES]))
