"""Countries and larger parts of the world, which say little about a person and much about a question."""

from __future__ import annotations

import re

from privacy_chains.formats import places
from privacy_chains.lazy import lazily

__all__ = ["is_country"]

_ARTICLE = lazily(r"(?:the|die|der|den|la|le|les|los|el|il|gli|de|het|l['\u2019])\s?(?<=[\s'\u2019])", re.IGNORECASE)
_MORE = frozenset(
    re.findall(
        r"[^|]+",
        # English, as they are mostly called, and states of the past
        "america|britain|burma|congo-brazzaville|congo-kinshasa|czechia|czechoslovakia|democratic republic of the congo"
        "|dr congo|drc|east germany|east timor|eastern europe|eswatini|eu|european union|great britain|holland"
        "|hong kong|ivory coast|kosovo|kyrgyzstan|libya|macao|macedonia|north korea|northern ireland|palestine|prc"
        "|republic of ireland|republic of korea|rok|slovakia|south sudan|southern sudan|soviet union|syria|t\u00fcrkiye"
        "|uae|uk|us|usa|ussr|vatican|vatican city|viet nam|west germany|western europe|yugoslavia|zaire"
        "|africa|antarctica|asia|central america|europe|far east|latin america|middle east|north africa|north america"
        "|oceania|scandinavia|south america|south asia|southeast asia|the americas|the balkans|the caribbean"
        # German
        "|ddr|gro\u00dfbritannien|libyen|nordirland|nordkorea|russland|sowjetunion|s\u00fcdkorea|s\u00fcdsudan"
        "|tschechien|weissrussland|wei\u00dfrussland"
        "|afrika|asien|europa|lateinamerika|mitteleuropa|nahost|nordamerika|osteuropa|s\u00fcdamerika|westeuropa"
        # French
        "|angleterre|chine|cor\u00e9e du nord|cor\u00e9e du sud|\u00e9cosse|grande-bretagne|irlande du nord|libye"
        "|ouzb\u00e9kistan|rda|tch\u00e9quie|urss"
        "|afrique|am\u00e9rique|am\u00e9rique du nord|am\u00e9rique du sud|am\u00e9rique latine|asie|moyen-orient"
        "|proche-orient"
        # Spanish
        "|birmania|chequia|corea|corea del norte|corea del sur|ee uu|eeuu|escocia|gran breta\u00f1a|holanda|inglaterra"
        "|irlanda del norte|libia|m\u00e9xico|palestina|rusia|siria"
        "|am\u00e9rica|am\u00e9rica del norte|am\u00e9rica del sur|am\u00e9rica latina|latinoam\u00e9rica"
        "|norteam\u00e9rica|oriente medio|sudam\u00e9rica"
        # Italian
        "|cechia|corea del nord|corea del sud|gran bretagna|inghilterra|irlanda del nord|olanda|paesi bassi|scozia"
        "|stati uniti|stati uniti d'america|america latina|medio oriente|sudamerica"
        # Dutch
        "|engeland|groot-brittanni\u00eb|nederland|noord-ierland|noord-korea|schotland|tsjechi\u00eb|verenigde staten"
        "|zuid-korea|azi\u00eb|latijns-amerika|midden-oosten|noord-amerika|zuid-amerika"
        # Portuguese
        "|coreia do norte|coreia do sul|esc\u00f3cia|gr\u00e3-bretanha|irlanda do norte|l\u00edbia|r\u00fassia"
        "|s\u00edria|\u00e1frica|am\u00e9rica do norte|am\u00e9rica do sul|\u00e1sia|m\u00e9dio oriente",
    )
)
"""Those that the frozen lists do not hold, in small letters."""


def is_country(name: str) -> bool:
    """Whether a name, with or without an article, is that of a country or a larger part of the world."""
    bare = _ARTICLE.sub("", name, count=1) if _ARTICLE.match(name) else name
    return any(each.replace(".", "").lower() in _MORE or places.is_country(each) for each in (name, bare))
