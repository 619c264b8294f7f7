from __future__ import annotations

import pytest
from detect_support import finds, found

from privacy_chains.detect import PatternDetector
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
        "Our customer Martin King, «44», wants a refund from Ann Reyes, «31», by Friday.",
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
        "**Age:** «47»\n- **Age**: «47»\nAge: **«47»**\n**Age** «47»\n<b>Age:</b> «47»\n<Age>«47»</Age>",
        "Age \u2013 «47»\nAge - «47», Sex - F; Age («47»)\nAge («47»), Sex (F)",
        '{"patient_age": «44», "customer_age": «51»}',
        "Age\n«47»\nSex\nF\nPatient age:\n«51»\nClient age\n«52»\na patient aged\n«43», one at the age of\n«44»",
        "My husband is «53». My wife is «41» and our son («8») is tall; my mom dorothy hensley is «83»",
        "My grandmother turned «90» today, her cousin Kai is now «forty-one», mein Mann ist «53», meine Tochter («8»)",
        "eine «43»-jährige Frau, ein «79»-jähriger Patient, eine «30» jährige schwangere Patientin, der «43»-Jährige",
        "homme de «43» ans qui tousse, femme de «31» ans avec fièvre, una mujer de «50» años con tos",
        "«44»/F c/o chest pain\n- «51»/M, seen today\nAnn Reyes «44»/F, Ann Reyes, «44»/F, Ann Reyes («44»/F)",
        "he is «44» yrs, she was «31» years, and I am «44» yrs.",
        "Mrs Ward («48») and her son Iolo («11») live here. Witness: John Poe («44»). Mr Li («52», married)",
        "Anna («36»), Uncle Bob («48 »years), Herr Yilmaz («39»)".replace("«48 »", "«48» "),
        "one line: aged «30», aged «31», aged «32», and aged «33»",
        "Hon är «47» år gammal, och hennes son fyller «11» år.",
        "En kvinna på «47» år, en «47»-årig man, en «5»-årig pojke och den «47»-åringen; ålder: «47» år",
        "Hun er «47» år gammel, en mand på «47» år, en «47»-årig kvinde",
        "Hun er «47» år gammel, en gutt på «11» år",
        "Hän on «47» vuotta vanha; «47»-vuotias mies; ikä: «47»",
        "Ona ma «47» lat, a jej syn ma «11» lat.",
        "Pacjentka w wieku «47» lat, «47»-letnia kobieta; wiek: «47»",
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
        "id,name,age\n17,Kai Berg,x\n18,Lena Orth,y\n",
        "room | name | age\n12 | Kai | x",
        "week\tname\tage\n12\n\nfactors:\n- weight\n- age\n12 people",
        "He is 6 foot. My train is 53, my dad said 53, the client is 3 days late. My son is 5% taller.",
        "my brother is 5 years older, I am 3 years into it",
        "eine 10-jährige Tradition, die 10-jährige Laufzeit, nach 5-jähriger Haft, 25-jähriges Bestehen",
        "Section 44/F\n44/F, Tower One, Central\n12/F Bank Building, 3/4 F, 12/M4",
        "as Smith (48) showed, J. Smith (12) and K. Lee (13); Paris (75), Austin (12), Jackson County (3), Boston (7)",
        "call Ann Lee (48) 555 1234, the Turner Prize (12), items (3), Figure (12), according to the mother (12)",
        "adjusted for age (12) and sex (13), a Bronze Age \u2013 47 sites, stone age (12)\n, age - 47 of them",
        "age ** 2, age**2, age > 30, max-age=60, min_age = 18, cache_age: 5",
        "un contrat de 3 ans qui dure, homme de 30 ans d'exp\u00e9rience",
        "Det varade i 47 år. Avtalet gäller 5 år. Kontrakten løper i 3 år. Aftalen gælder i 5 år.",
        "Umowa na 5 lat, firma ma 47 pracowników, sopimus on voimassa 5 vuotta",
    ],
)
def test_other_numbers_are_no_ages(text: str) -> None:
    assert finds(find_ages, text, "AGE") == text


def test_a_number_above_the_greatest_age_is_none() -> None:
    assert finds(find_ages, f"aged {MAX_AGE} and aged {MAX_AGE + 1}", "AGE") == f"aged «{MAX_AGE}» and aged 121"


OLD = {
    "de": ("im Alter von «{n}» Jahren", "im Alter von «{n}»"),
    "fr": ("une personne de «{n}» ans", "mon enfant a «{n}» ans", "mon fils Paul a «{n}» ans", "à l'âge de «{n}» ans"),
    "es": ("una persona de «{n}» años", "mi hijo tiene «{n}» años", "a la edad de «{n}» años"),
    "it": ("una persona di «{n}» anni", "mia madre ha «{n}» anni", "all'età di «{n}» anni"),
    "pt": ("uma pessoa de «{n}» anos", "meu filho tem «{n}» anos", "na idade de «{n}» anos"),
    "nl": ("een persoon van «{n}» jaar", "mijn zoon is «{n}» jaar", "op de leeftijd van «{n}» jaar"),
    "sv": ("en person på «{n}» år", "min son är «{n}» år", "vid en ålder av «{n}» år"),
    "da": ("en person på «{n}» år", "min søn er «{n}» år gammel"),
    "nb": ("en person på «{n}» år", "min sønn er «{n}» år gammel"),
    "fi": ("hän on «{n}» vuotta vanha", "minun poika täyttää «{n}» vuotta"),
    "pl": ("osoba w wieku «{n}» lat", "mój syn ma «{n}» lat"),
}


@pytest.mark.parametrize("number", [7, 14, 38, 67, 99])
@pytest.mark.parametrize("sentence", [sentence for sentences in OLD.values() for sentence in sentences])
def test_every_language_says_ages_with_its_own_words(sentence: str, number: int) -> None:
    text = sentence.format(n=number)
    assert found(PatternDetector({"AGE"}).detect, text, "AGE") == text


@pytest.mark.parametrize(
    "text",
    ["la société a 38 ans d'expérience", "une peine de 10 ans", "mon mari a 12 ans d'expérience", "un prêt de 20 ans"],
)
def test_years_of_things_are_no_ages(text: str) -> None:
    assert PatternDetector({"AGE"}).detect(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "her boy is «9» and her girl turned «12»",
        "mon fils a «14» ans et ma fille en a «11»",
        "mia figlia ne ha «11».",
        "mi hija tiene «11», pero llora",
        "meine Tochter ist «11»",
        "mijn dochter is «11», mijn zoon was «12»",
        "2 kids: «9» and «7»",
        "my kids («9», «7» & «4») are ill",
        "unsere Kinder sind «9» und «7»",
        "mes enfants ont «9» et «7» ans",
        "our twins, «9» and «7», swim",
    ],
)
def test_ages_of_children_are_found_in_a_row_and_without_years(text: str) -> None:
    assert finds(find_ages, text, "AGE") == text


@pytest.mark.parametrize(
    "text",
    [
        "ma fille en a 11 rouges",
        "mon fils a 14 billes",
        "kids: 3",
        "children: 2, adults: 4",
        "the boys won 9 and 7 games",
        "meine Tochter ist 11 Kilometer entfernt",
        "girls 9-7",
    ],
)
def test_what_children_have_are_no_ages(text: str) -> None:
    assert finds(find_ages, text, "AGE") == text


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("on her 90th birthday", "90th"),
        ("what a party on her 90th.", "90th"),
        ("she turned 15 - what now", "15"),
        ("he is seventy one \u2014 and well", "seventy one"),
        ("Mother 81 yrs", "81"),
        ("Ehemann 81 J.", "81"),
        ("seen with a female, W/F 27.", "27"),
        ("nome | eta | reddito\nGavino | 67 | 2\nLoredana | 41 | 3", "67"),
    ],
)
def test_ages_that_people_note(text: str, age: str) -> None:
    found = [text[one.start : one.end] for one in PatternDetector({"AGE"}).detect(text)]
    assert found[:1] == [age]


@pytest.mark.parametrize(
    "text", ["port | eta | gate\nOslo | 67 | 2\nBari | 41 | 3", "the 90th percentile", "her 2nd child"]
)
def test_times_of_arrival_and_other_ordinals_are_no_ages(text: str) -> None:
    assert not PatternDetector({"AGE"}).detect(text)


@pytest.mark.parametrize("surname", ["Reyes", "Power", "Carter", "Weiss", "Harris"])
def test_no_surname_ends_like_a_verb_of_another_language(surname: str) -> None:
    """Danish *er* and English *is* are verbs before ages, and ends of names."""
    text = f"Ann {surname} 44/F, seen today."
    assert [text[s.start : s.end] for s in PatternDetector({"AGE"}).detect(text)] == ["44"]
