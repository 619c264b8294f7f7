"""Words for people in languages where an age is years that somebody has, and what links the two."""

from __future__ import annotations

from collections.abc import Mapping

from privacy_chains.detect.patterns.numerals import alternation, any_of, one_of

__all__ = ["CHILDREN", "HAVING_YEARS", "PEOPLE_OF"]

_PEOPLE = {
    "de": "mann frau person junge mädchen sohn tochter kind mutter vater bruder schwester oma opa enkel(?:in)? neffe "
    "nichte onkel tante cousine? freund(?:in)? patient(?:in)? kunde kundin",
    "fr": "hommes? femmes? personnes? garçons? filles? fils enfants? patiente?s? mère père frère sœur soeur "
    "mari épouse époux conjointe? clients? cliente salariée? élève étudiante? victime suspecte? bébé "
    "ami[e]? oncle tante nièce neveu cousine? copine copain retraitée? veuve veuf adolescente? dame "
    "monsieur conducteur conductrice",
    "es": "hombre mujer persona niñ[oa] hij[oa] paciente madre padre herman[oa] espos[oa] marido abuel[oa] tío "
    "tía client[ea] señor señora joven chic[oa] víctima emplead[oa] trabajador(?:a)? bebé amig[oa] "
    "prim[oa] novi[oa] sobrin[oa]",
    "pt": "homem mulher pessoa menin[oa] filh[oa] paciente mãe pai irmão? marido espos[oa] av[óô] cliente "
    "senhor(?:a)? jovem criança rapaz moç[oa] amig[oa] prim[oa] tio tia",
    "it": "uomo donna persona ragazz[oa] figli[oa] paziente madre padre fratello sorella marito moglie nonn[oa] "
    "cliente signor[ea] bambin[oa] giovane zi[oa] cugin[oa] amic[oa] vittima",
    "nl": "man vrouw persoon jongen meisje zoon dochter patiënt moeder vader broer zus(?:ter)? kind klant oma "
    "opa oom tante neef nicht",
}  # codespell:ignore
"""Words for people, by language."""
_OF_IN = {"de": "von", "fr": "de", "es": "de", "pt": "(?:de|com)", "it": "di", "nl": "van"}
_HAVE_IN = {
    "de": "(?:ist|war|wird|wurde)",
    "fr": "(?:en\\s)?(?:a|avait|aura)",
    "es": "(?:tiene|tenía|cumple|cumplió)",
    "pt": "(?:tem|tinha|fez)",
    "it": "(?:ne\\s)?(?:ha|aveva|compie)",
    "nl": "(?:is|was|wordt|werd)",
}
_MY_IN = {
    "de": "(?:(?:mein|dein|sein|ihr|unser|euer|eur)e?|der|die|das)\\s",
    "fr": "(?:mon|ma|mes|notre|son|sa|leur|votre|le|la|l['\u2019]|une?)\\s?",
    "es": "(?:mi|su|tu|nuestr[oa]|el|la|una?)\\s",
    "pt": "(?:(?:o|a)\\s)?(?:meu|minha|seu|sua|nosso|nossa|o|a|uma?)\\s",
    "it": "(?:(?:il|la|l['\u2019])\\s?)?(?:mi[oa]|su[oa]|nostr[oa]|il|la|l['\u2019]|un[oa]?)\\s?",
    "nl": "(?:mijn|zijn|haar|onze?|hun|de|het|een)\\s",
}
_WORDS_BETWEEN = r"(?:\s[^\W\d_]{2,16}){0,2}"
"""A name or an attribute: ``mon fils Paul a``, ``une personne seule de``."""


def _each(parts: Mapping[str, str], before: Mapping[str, str] | None = None) -> str:
    """For every language its words for people, with what stands around them."""
    return alternation(
        rf"{before[language] if before else ''}{one_of(people)}{_WORDS_BETWEEN}\s{parts[language]}"
        for language, people in _PEOPLE.items()
    )


PEOPLE_OF = _each(_OF_IN)
"""Somebody of so many years: ``une personne de``."""
HAVING_YEARS = _each(_HAVE_IN, _MY_IN)
"""Somebody who has so many years: ``mon enfant a``."""
CHILDREN = any_of("people_children")
"""Several young people, whose ages are told in a row."""
