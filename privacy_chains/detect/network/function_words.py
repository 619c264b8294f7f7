"""Words of grammar and adverbs of time in seven languages: alone, in small letters, they name nobody and nothing.

A network that takes one for a name does more harm than with a rare word: the sweep would replace it wherever it stands.
"""

from __future__ import annotations

from privacy_chains.lazy import lazily

__all__ = ["is_grammar"]

_WORD = lazily(r"[^\W\d_]+")
_WORDS = frozenset(
    _WORD.findall(
        # English; without those that are mostly people or places in small letters: ben, dan, la, us, will
        " a about after all also am an and any are as at be because been before both but by can could did"
        " does each for from had has have he her here him his how i if in into is it its just me more most my"
        " no not now of on onto only or our out over own please same shall she should so some such than that"
        " the their them then there these they this those to too under until up very was we were what when"
        " where which while who whom whose why with would you your"
        " again already always ever later never often once soon still yet"
        # German
        " aber alle als am an auch auf aus bei bin bis bitte das dass dein dem den der des die doch du durch"
        " ein eine einem einen einer er es f\u00fcr gegen hat habe haben hatte ich ihr ihre im ist kein keine"
        " mein meine mit nach nicht noch oder ohne schon sehr sein seine seit sich sie sind \u00fcber und"
        " uns unser unter vom von vor war waren warum was weil wenn wer wie wir wird wo zu zum zur"
        " bald danach dann immer jetzt nie niemals oft sofort vorher wieder"
        # French
        " au aux avec ce ces cet cette chez comme dans de des dont du elle elles en entre est et \u00e9tait"
        " eux il ils je le les leur leurs lui mais m\u00eame mes moi mon ne nos notre nous ont ou o\u00f9 par"
        " pas pour pourquoi quand que quel quelle qui quoi sa sans ses si sont sous sur tr\u00e8s tu un une"
        " vos votre vous n\u00e9 n\u00e9e"
        " alors aussit\u00f4t bient\u00f4t d\u00e9j\u00e0 encore enfin ensuite jamais longtemps maintenant parfois"
        " souvent toujours"
        # Spanish
        " al como con cuando del donde d\u00f3nde el ellos ese este esta estos fue han hay las los"
        " m\u00e1s mi mis muy nosotros para pero por porque qu\u00e9 qui\u00e9n ser sin sobre son su sus"
        " tambi\u00e9n un una unos unas y ya yo nacida nacido"
        " ahora antes a\u00fan despu\u00e9s entonces luego nunca siempre todav\u00eda"
        # Italian
        " anche che chi ci come cosa dal dalla dei del della delle di dove e gli ha ho il io lo"
        " loro molto nei nel noi non perch\u00e9 pi\u00f9 quale quando quella quello questa questo"
        " senza sono sua sul sulla suo tra una uno voi nata nate nati nato"
        " adesso allora ancora dopo gi\u00e0 poi sempre spesso subito"
        # Dutch
        " aan bij dat deze dit een en haar heb hebben heeft het hij hoe hun ik jij jouw jullie maar"
        " met mijn naar niet nog ook om onder ons op te uit van voor waar waarom want wat wij worden zeer zij"
        " zijn zonder"
        " altijd daarna meestal nooit nu soms steeds straks toen vaak weer"
        # Portuguese
        " ao aos as at\u00e9 com da das do dos ele eles em essa esse eu foi isso isto j\u00e1 mas meu"
        " minha muito na nas n\u00e3o nos n\u00f3s num numa o os onde pela pelo quem s\u00e3o se seu"
        " t\u00eam tem uma voc\u00ea nascida nascido"
        " agora ainda depois ent\u00e3o logo nunca sempre"
    )
)
_ARTICLES = frozenset(("Der", "Die", "Gli", "Het", "Las", "Los", "The", "Une"))  # Das, Les and Una are people


def is_grammar(value: str) -> bool:
    """Whether a value is a letter or nothing but words of grammar in small letters, or an article."""
    if value.islower():
        return len(value) == 1 or _WORDS.issuperset(_WORD.findall(value))
    return value in _ARTICLES
