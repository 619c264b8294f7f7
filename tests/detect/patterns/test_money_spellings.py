# ruff: noqa: RUF001 - dashes and apostrophes as people write them
"""Amounts as nine languages write them: found whole, read, and found again with another number in them."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest
from detect_support import found, unmarked

from privacy_chains.contract.spans import replace_spans
from privacy_chains.detect import PatternDetector
from privacy_chains.formats import built_in_quantities

DETECT = PatternDetector({"MONEY"}).detect
MONEY = built_in_quantities()["MONEY"]
SPELLINGS = {
    "dollars": (
        "«$5», «$5.00», «$1,234.56», «$1234», «$ 99», «$.50», «$1M», «$1.5M», «$3k», «$250K», «$2B»,"
        " «$4bn», «$7.5 million», «$12 billion», «US$40», «US $40», «USD 40», «USD40», «40 USD», «40USD»,"
        " «usd 40», «40 usd», «$40 USD», «CA$15», «A$20», «AU$20», «NZ$9», «HK$100», «S$7», «5 dollars»,"
        " «5.50 dollars», «1,000 US dollars», «300 Canadian dollars», «75 cents», «75¢», «100 bucks», «2"
        " million dollars», «3 thousand dollars», «12k USD», «20 grand», «40$»"
    ),
    "words": (
        "«two million dollars», «five dollars», «fifty cents», «twenty bucks», «a million dollars», «one"
        " hundred and five thousand euros», «three thousand pounds sterling», «a hundred bucks», «ten grand»"
    ),
    "hundreds": "«twelve hundred dollars», «Twenty-five hundred euros», «nineteen hundred and fifty dollars»",
    "pounds": "It cost «twelve hundred pounds», «fifty thousand pounds», «1,300 pounds» or «1.5 million pounds».",
    "rand": "It cost «R50», «R1,200», «R 1200», «R4500»; «R5k». Then «R45.50», «R3 million», «R2bn», «R1,200.00».",
    "signs": "-«$50», («$27»), «$5»-«10», «$5» to «$10», «$1.2» to «$1.5 million», +«€7», ~«£9»",
    "context": (
        "She earns «500,000» per year. A balance greater than «2000». A salary of «85,000»; he was paid"
        ' «3000» monthly. {"salary": «85000»} Her rent is «1200» and she owes «45.50».'
    ),
    "sterling": (
        "«£9.99», «£1,000», «£5m», «£3bn», «GBP 20», «20 GBP», «20 quid», «5 pounds sterling», «£1.2 million»"
    ),
    "Asia": (
        "«¥5000», «5000 yen», «JPY 5000», «₹500», «Rs 500», «Rs. 1,00,000», «INR 500», «5 lakh rupees», «₹2"
        " crore», «10 rupees», «₩10,000», «₱250», «500 baht», «THB 500», «100 yuan», «CNY 100»"
    ),
    "coins": "«₿0.5», «0.5 BTC», «2 ETH», «3 bitcoins»",
    "euros": (
        "«€100», «€ 100», «100€», «100 €», «EUR 100», «100 EUR», «100 euros», «€1.234,56», «€10k», «1.5 Mio. EUR»"
    ),
    "German": (
        "Das kostet «5 Euro», «5,50 Euro», «1.234,56 Euro», «100 EUR», «1.234,56 €», «1,5 Mio. Euro», «3"
        " Millionen Euro», «2 Mrd. €», «50 Cent», «500 Tsd. €», «10.000,- €», «99,- Euro», «20 Franken»,"
        " «5000 Schweizer Franken», «CHF 1'200.50», «1'200.50 CHF», «CHF 20.-», «Fr. 20.–», «30 Rappen»;"
        " sein Gehalt beträgt «4.500 Euro»."
    ),
    "French": (
        "Cela coûte «5 euros», «5,50 euros», «1 234,56 euros», «1,5 million d'euros», «3 millions d’euros»,"
        " «2 milliards d'euros», «50 centimes», «1 234,56 €», «5 M€», «200 k€», «100 francs», «20 francs"
        " suisses»."
    ),
    "Spanish": (
        "Cuesta «5 euros», «1.234,56 euros», «3 millones de euros», «2 mil millones de dólares», «50"
        " céntimos», «100 dólares», «500 pesos», «MX$500», «US$ 100», «20 mil pesos»."
    ),
    "Italian": (
        "Costa «5 euro», «1.234,56 euro», «3 milioni di euro», «2 miliardi di euro», «50 centesimi», «100"
        " dollari», «1000 lire»."
    ),
    "Dutch": ("Het kost «5 euro», «€ 1.234,56», «€ 5,-», «3 miljoen euro», «2 miljard euro», «50 cent», «100 dollar»."),
    "Portuguese": (
        "Custa «5 euros», «R$ 1.234,56», «3 milhões de euros», «2 bilhões de reais», «50 centavos», «100"
        " reais», «BRL 50», «100 dólares», «5 mil reais»."
    ),
    "Polish": (
        "Kosztuje «5 zł», «1 234,56 zł», «100 złotych», «3 mln zł», «2 mld zł», «50 groszy», «100 dolarów»,"
        " «20 euro», «5 tys. zł», «PLN 100», «100 PLN», «99,99 zł»."
    ),
    "Nordic": (
        "Det kostar «5 kronor», «1 234,56 kr», «3 miljoner kronor», «2 miljarder kronor», «50 öre», «500"
        " SEK», «20 tkr», «500 kr», «kr 500», «NOK 1 500», «1 500,00 kr», «500,- kr»."
    ),
    "others": (
        "«1000 Kč», «5000 Ft», «20 lei», «RON 20», «50 TL», «₺50», «TRY 50», «₪100», «100 shekels», «300"
        " рублей», «₽300»"
    ),
    "words abroad": (
        "Die Miete: «690», das Gehalt beträgt «4.500» brutto; Saldo: -«54,12». Le loyer est de «850» par mois, salaire"
        " «2 850,40» net. Mi sueldo es de «2300», alquiler: «700». Lo stipendio è di «1.850», affitto «690,50». Mijn"
        " salaris is «3.250» bruto per maand, huur is «900». O salário é de «4.500,00», aluguel: «1200»."
    ),
    "pay in thousands": (
        "Paul makes «95k» at the firm and is making about «120k». Salary expectation: «118k», OTE «140k». Er"
        " verdient rund «4.500» brutto, er verdient «72k». Elle gagne «45k» par an, il touche «2 850,40» net."
        " Gana «2.300» al mes."
        " Guadagna «1.850,50» al mese. Hij verdient ongeveer «3.250» bruto. Ganho «4.500,00» por mês."
    ),
    "thousands before pay": (
        "A «118k» salary, «118k» base, «118K»/yr, «95.5k» gross and «118k» p.a.; «72k» brutto, «45k» par an. Salary"
        " range «95k»-«118k», comp «180»-«210k», base salary between «90k» and «110k»."
    ),
    "floats": '{"total": «189.9», "currency": "EUR"}, {"amount":«64»,"currency":"EUR"}',
    "offers": "She was offered «125k»; my offer from Zorbin for «125k», and they offered me «130,000». A quote"
    " from Zorbin «215k», the bid by Kalt Bau GmbH is «98k».",
    "sums by their first words": "billing rate: «120.00»; severance of «24,000»",
    "thousands near pay": "She wants a raise; currently at «142k» + «15k» bonus, and my TC is «210k» now."
    " A salary bump from «95k» to «110k», though I am on «92k».",
    "one row": "| Price | «145000» |",
    "magnitudes": (
        "«2 Billionen Euro», «2,5 Md€», «3 Mds €», «12 k€», «5 M€», «1,5 mill. €», «2 mil millones de euros», «3"
        " billones de pesos», «450 mila euro», «4 mila €», «2 mil milhões de euros», «R$ 4 trilhões», «450 mil euros»,"
        " «5 mia. kr», «5 tusind kr», «2 milliarder kr»"
    ),
}
OTHERS = (
    (
        "at 120k users the pay page is at 12k views, he is at 92k,"
        " 12k followers, 1080p, page 50p, 3 million people, 20 grand pianos, 5 pounds of flour, 10,000"
        " steps, $variable, US 40"
    ),
    "He is 40, has 3 cars and 12 cats; chapter 5, room 20, 5%, 3 percent, 10 kg, 25 °C and 12 km.",
    "Cent mille personnes, 1,5 million d'habitants, 20 pages, 5 ans, 3 fois, 12 mai 2020, 30 km.",
    ("3 Millionen Menschen, 20 Seiten, 5 Jahre alt, 12. Mai 2020, 1.234 Stück, 5,- ohne alles, 30 Prozent."),
    "3 millones de personas, 2 mil años, 20 páginas, 5 de mayo, 100 metros, 12 veces.",
    "3 milioni di persone, 20 pagine, 5 anni, 12 maggio; 3 miljoen mensen, 20 bladzijden, 5 jaar.",
    ("3 milhões de pessoas, 20 páginas, 5 anos; 3 mln osób, 20 stron, 5 lat; 3 miljoner människor, 20 sidor, 5 år."),
    "It makes 10k requests, making 5k per second; the job makes 20k calls. Er verdient 3 Punkte, verdient 2024 mehr.",
    "Gana 300 partidos, cobra 12 veces, gagne 2000 points, guadagna 3 minuti; touche 12.",
    "We served 118k requests, 118k rows, 20k/s, 9k base64 strings, 5k basepairs, 118k a file; batch of 20k, then 118k.",
    "We scored 3, won 2 and drew 1. Version 2.5.0, 10:30, 2024-05-01, #12, [12], (3), x = 17, f(20).",
)
VALUES = [value for text in SPELLINGS.values() for value in re.findall("«(.*?)»", text)]


def another(value: str, chance: random.Random) -> str:
    """The amount with another number in it, half to three times as large."""
    read = MONEY.read(value)
    steps = round(Fraction(chance.randint(50, 300), 100) * read.number / read.step)
    return MONEY.write(value, read.step * (1 + steps))


def test_there_are_many_spellings() -> None:
    assert len(set(VALUES)) >= 150


@pytest.mark.parametrize("text", SPELLINGS.values(), ids=SPELLINGS)
def test_every_spelling_is_found_whole(text: str) -> None:
    assert found(DETECT, text, "MONEY") == text


@pytest.mark.parametrize("text", OTHERS)
def test_what_is_no_money_is_not(text: str) -> None:
    assert found(DETECT, text, "MONEY") == text


@pytest.mark.parametrize("text", SPELLINGS.values(), ids=SPELLINGS)
def test_every_spelling_is_read_and_found_again_with_another_number(text: str) -> None:
    chance, plain = random.Random(6), unmarked(text)
    spans = DETECT(plain)
    for _ in range(5):
        values = [another(plain[span.start : span.end], chance) for span in spans]
        changed, expected = replace_spans(plain, spans, values)
        assert [(s.start, s.end) for s in DETECT(changed)] == [(s.start, s.end) for s in expected], changed


@pytest.mark.parametrize("name", ["Mila", "Mia", "MD"])
def test_a_name_is_no_magnitude(name: str) -> None:
    assert found(DETECT, f"He gave €5 {name} asked for.", "MONEY") == f"He gave «€5» {name} asked for."


def test_a_count_before_a_price_is_told_by_how_the_text_groups() -> None:
    detect = PatternDetector({"MONEY", "NUMBER"}).detect
    german, french = "Beratung 12 150,00 € 1.800,00 €", "Conseil 12 150,00 €"
    assert found(detect, german, "MONEY") == "Beratung 12 «150,00 €» «1.800,00 €»"
    assert found(detect, german, "NUMBER") == "Beratung «12» 150,00 € 1.800,00 €"
    assert found(detect, french, "MONEY") == "Conseil «12 150,00 €»"
