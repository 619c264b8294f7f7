from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect.patterns.ages import MAX_AGE, find_ages


@pytest.mark.parametrize(
    "text",
    [
        "Kaiser Soze is «50» years old and earns 500,000 per year.",
        "My age is «53» years.",
        "a «53»-year-old woman and two «7»-year-olds",
        "aged «43», Aged: «44», AGE «45», age=«46», 'age': «47'»".replace("47'»", "47»'"),
        "«43»yo, «43» yo, «43» y/o, «43» y.o., «43» yrs old, «43» years of age",
        "«forty-three» years old, aged «sixty», «one hundred and twelve» years old, «zero» years old",
        "ages «5» and «7», aged «50»-«64», «18» to «25» years old, age group «30»\u2013«39»",
        "I am «53». She's «41», and he is «7» now.",
        "She turned «40» last week; he is turning «65».",
        "at the age of «12», at age «13»",
        "John Smith, «43», was there, and Ann, «29», said so.",
        "Anna is «36», and Wei was «45» when Rosa turned «12»; Anna's «36» now. Anna ist «36», Marco ha «40» anni",
        "The baby is «18 months» old, her cousin «3 weeks» old.",
        "Ich bin «43» Jahre alt, il a «43» ans, tiene «43» años de edad",
        '{"age": «43», "name": "x"}',
        '{"age_years": «67», "ageYears": «5»} Age......: «52», Age ..... «51»',
        "AGE/SEX: «52»/F, age (years): «61», Age/Gender «9» / m",
        "Sex: F   Age: «37»y, age «52»yrs, AGE: «9»",
        "hes «44» and im «29», shes «31». DOB: 14/02/1951 («73»M)",
        "a «68»F with chest pain, «45»M presents, «71»/F s/p fall",
        "une femme de «47» ans, un hombre de «50» años, una donna di «33» anni, een man van «38» jaar",
        "Tengo «47» años y cobro poco. Ela tem «62» anos. J'ai «47» ans, âgée de «31» ans.",
        "Ich bin «38» Jahre. Mein Sohn Torben («23» Jahre), ik ben «38» jaar, mia figlia ha «7» anni.",
        "Conceição Albuquerque, «62» anos, aposentada",
        "one line: aged «30», aged «31», aged «32», and aged «33»",
    ],
)
def test_an_age_is_found_as_its_number(text: str) -> None:
    assert finds(find_ages, text, "AGE") == text


@pytest.mark.parametrize(
    "text",
    [
        "I stay at 53 Broadway Street.",
        "He is 5 minutes late.",
        "I am 53 percent sure.",
        "a contract of 5 years, a 10-year mortgage",
        "The company is 150 years old.",
        "in her 40s",
        "The answer is 42. Room is 12, Price is 45, Anna is 36 percent sure and Anna was 3 minutes late",
        "page 43, chapter 7, 12 people",
        "turn 3 left",
        "She was 1.5 metres tall.",
        "the package weighs 43 kg",
        "On May 12, 20, and 30 they met.",
        "storage 5 and pages 12",
        "tengo 5 años de experiencia, un contrat de 3 ans, ein Kredit über 20 Jahre, ha 30 anni di esperienza",
        "Der Vertrag ist 5 Jahre gültig. Depuis 10 ans. Vor 3 Jahren. Há 20 anos.",
        "45 m with a view of 3 f, 20 mm",
    ],
)
def test_other_numbers_are_no_ages(text: str) -> None:
    assert finds(find_ages, text, "AGE") == text


def test_a_number_above_the_greatest_age_is_none() -> None:
    assert finds(find_ages, f"aged {MAX_AGE} and aged {MAX_AGE + 1}", "AGE") == f"aged «{MAX_AGE}» and aged 121"
