"""An age that was found once is protected in words: in twelve languages, by every rule that spells it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, Sanitizer, default_detector
from privacy_chains.language.number_rules import rule_sets, spell

SANITIZER = Sanitizer(
    Key.from_bytes(bytes(range(1, 33))), detector=default_detector(entity_types={"AGE", "MONEY"}, neural=False)
)

TOLD: Mapping[str, str] = {
    "en": "She is {} years old.",
    "de": "Sie ist {} Jahre alt.",
    "fr": "Elle a {} ans.",
    "es": "Ella tiene {} años.",
    "it": "Lei ha {} anni.",
    "nl": "Zij is {} jaar oud.",
    "pt": "Ela tem {} anos.",
    "da": "Hun er {} år gammel.",
    "nb": "Hun er {} år gammel.",
    "sv": "Hon är {} år gammal.",
    "fi": "Hän on {} vuotta vanha.",
    "pl": "Ona ma {} lat.",
}
AGAIN: Mapping[str, tuple[str, ...]] = {
    "en": ("Her dad is {} years old too.", "He was happy to be {} years old."),
    "de": ("Ihr Mann ist auch {} Jahre alt.", "Er war {} Jahre alt."),
    "fr": ("Son mari a aussi {} ans.", "Son mari, {} ans aussi, dort."),
    "es": ("Su marido también tiene {} años.", "Su marido tiene ya {} años, y duerme."),
    "it": ("Anche suo marito ha {} anni.", "Suo marito aveva già {} anni."),
    "nl": ("Haar man is ook {} jaar oud.", "Haar man was {} jaar oud."),
    "pt": ("O marido também tem {} anos.", "O marido já tinha {} anos."),
    "da": ("Hendes mand er også {} år gammel.", "Da var han {} år gammel."),
    "nb": ("Mannen hennes er også {} år gammel.", "Da var han {} år gammel."),
    "sv": ("Hennes man är också {} år gammal.", "Då var han {} år gammal."),
    "fi": ("Hänen miehensä on myös {} vuotta vanha.", "Hän oli {} vuotta vanha."),
    "pl": ("Jej mąż ma też {} lat.", "Jest on w wieku {} lat."),
}
BARE: Mapping[str, str] = {
    "en": "Her dad is also {}.",
    "de": "Ihr Mann ist auch {}.",
    "nl": "Haar man is ook {}.",
    "es": "Su marido también tiene {}.",
    "it": "Anche suo marito ne ha {}.",
    "pt": "O marido também tem {}.",
}
BIRTHDAYS: Mapping[str, str] = {
    "en": "On her {} birthday he came.",
    "de": "Zu ihrem {} Geburtstag kam er.",
    "fr": "Pour son {} anniversaire il vient.",
    "es": "En su {} cumpleaños vino.",
    "it": "Per il suo {} compleanno venne.",
    "nl": "Op haar {} verjaardag kwam hij.",
    "pt": "No seu {} aniversário ele veio.",
    "da": "På hendes {} fødselsdag kom han.",
    "nb": "På hennes {} bursdag kom han.",
    "sv": "På hennes {} födelsedag kom han.",
    "fi": "Hän on iloinen, ja {} syntymäpäivä on hänen.",
    "pl": "Jej {} urodziny są dla niej.",
}
INNOCENT = (
    ("She is 1 year old.", "She is one of us, and no one else is."),
    ("Elle a 1 an.", "C'est un homme."),
    ("Sie ist 1 Jahr alt.", "Er ist eins mit sich."),
    ("Ha 1 anno.", "Suo padre è uno di noi."),
    ("She is 11 years old.", "She was once here, and once more there."),
    ("She is 47 years old.", "The book has forty-seven pages."),
    ("She is 47 years old.", "He has forty-seven years of practice."),
    ("Sie ist 47 Jahre alt.", "Der Bus siebenundvierzig ist voll."),
    ("Elle a 47 ans.", "Il a quarante-sept ans de service."),
    ("Elle a 47 ans.", "Le livre a quarante-sept pages."),
    ("Tiene 47 años.", "El libro tiene cuarenta y siete páginas."),
    ("Ha 47 anni.", "Il libro ha quarantasette pagine."),
    ("Zij is 47 jaar oud.", "Het boek heeft zevenenveertig bladzijden."),
    ("Ela tem 47 anos.", "O livro tem quarenta e sete páginas."),
    ("Hun er 47 år gammel.", "Bogen har syvogfyrre sider, og det er ikke for få."),
    ("Hun er 47 år gammel.", "Boken har førtisju sider, og det er ikke for få."),
    ("Hon är 47 år gammal.", "Boken har fyrtiosju sidor, och det är inte för få."),
    ("Hän on 47 vuotta vanha.", "Se on kirja, ja siinä on neljäkymmentäseitsemän sivua."),
    ("Ona ma 47 lat.", "Ta książka ma czterdzieści siedem stron."),
    ("She is 2 years old.", "She went to the end of it, for ten to one he is en route."),
)
BARE_FROM = 13
"""Smaller numbers stand alone in words by chance."""
RULES = [rules for rules in rule_sets() if rules[0][:2] in TOLD]


def is_protected(text: str, words: str) -> bool:
    """Whether all of the words are in a span that may not leave."""
    (spans,) = SANITIZER.session("restated").scan(text)
    start = text.rindex(words)
    return any(span.start <= start and start + len(words) <= span.end for span in spans)


@given(st.sampled_from(RULES), st.integers(1, 120), st.booleans())
def test_an_age_in_words_is_protected(rules: tuple[str, str], number: int, capital: bool) -> None:
    locale, name = rules
    words, language = spell(locale, name, number), locale[:2]
    frames = (BIRTHDAYS[language],) if "ordinal" in name else AGAIN[language]
    if number >= BARE_FROM and "ordinal" not in name and language in BARE:
        frames = (*frames, BARE[language])
    words = words.capitalize() if capital else words
    for frame in frames:
        text = f"{TOLD[language].format(number)} {frame.format(words)}"
        assert is_protected(text, words), text


@given(st.sampled_from(RULES), st.integers(13, 120))
def test_an_age_in_words_is_read_back(rules: tuple[str, str], number: int) -> None:
    locale, name = rules
    language = locale[:2]
    frame = BIRTHDAYS[language] if "ordinal" in name else AGAIN[language][0]
    text = f"{TOLD[language].format(number)} {frame.format(spell(locale, name, number))}"
    prompt = SANITIZER.session("restated").sanitize(text)
    assert SANITIZER.session("restated").desanitize(prompt.text, prompt) == text


@pytest.mark.parametrize(("told", "text"), INNOCENT)
def test_other_numbers_in_words_stay(told: str, text: str) -> None:
    (spans,) = SANITIZER.session("restated").scan(f"{told} {text}")
    assert not [span for span in spans if span.start > len(told)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I earn $50,000 a year, so fifty thousand.", "fifty thousand"),
        ("Ich verdiene 50.000 € im Jahr, also fünfzigtausend.", "fünfzigtausend"),
        ("La maison coûte 2 000 000 €. Les deux millions sont payés.", "deux millions"),
        ("La casa cuesta 50.000 €. Los cincuenta mil son míos.", "cincuenta mil"),
        ("De auto kost € 50.000. Die vijftigduizend heb ik niet.", "vijftigduizend"),
        ("A casa custa 50.000 €. Os cinquenta mil são meus.", "cinquenta mil"),
        ("La casa costa 50.000 €. I cinquantamila sono miei.", "cinquantamila"),
        ("It cost $1.2 million. He paid 1.2 mn.", "1.2 mn"),
        ("I earn $54,839, about fifty-five thousand.", "fifty-five thousand"),
    ],
)
def test_an_amount_is_protected_in_words(text: str, words: str) -> None:
    assert is_protected(text, words)


@pytest.mark.parametrize(
    "text", ["I paid $1,000. About a thousand people came.", "I own $2,000,000. Two million people live there."]
)
def test_a_round_amount_in_words_may_count(text: str) -> None:
    (spans,) = SANITIZER.session("restated").scan(text)
    assert len(spans) == 1
