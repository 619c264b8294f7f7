"""The detector finds the same types in the same order when values are replaced by surrogates of their formats."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction

import pytest
from detect_support import LISTED_AGAIN

from privacy_chains import Key, Sanitizer
from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.contract.spans import Span, replace_spans
from privacy_chains.detect import PatternDetector, default_detector
from privacy_chains.detect.quantities.detector import QUANTITIES
from privacy_chains.formats.catalogue import built_in_formats, built_in_quantities
from privacy_chains.formats.cycle_walking import encipher
from privacy_chains.formats.quantity import Quantity
from privacy_chains.preempt.sweep import SOURCE as SWEEP
from privacy_chains.testing import AffineCipher

DETECT = PatternDetector(DEFAULT_TYPES | {"DATE_TIME", "TIME"}).detect


def surrogate(text: str, span: Span, cipher: AffineCipher, chance: random.Random) -> str:
    value = text[span.start : span.end]
    quantity = built_in_quantities().get(span.entity_type)
    if quantity is None:
        return encipher(built_in_formats()[span.entity_type], value, cipher)
    return quantity.write(value, other(span.entity_type, quantity.read(value), chance))


def other(entity_type: str, read: Quantity, chance: random.Random) -> Fraction:
    match entity_type:
        case "AGE":
            return Fraction(chance.randint(1, 90))
        case "TIME":
            return Fraction(chance.randint(0, 24 * 60 - 1))
        case "YEAR_OF_BIRTH":
            return Fraction(chance.randint(1900, 2029))
        case "DATE_OF_BIRTH":
            return Fraction(chance.randint(date(1930, 1, 1).toordinal(), date(2029, 12, 31).toordinal()))
        case "DATE_TIME":
            return read.number + Fraction(chance.randint(-(10**9), 10**9), 86_400)
    return read.number * Fraction(chance.randint(1, 300), 100) + read.step


SENTENCES = (
    "Kaiser Soze is 50 years old and earns 500,000 per year. What is his ideal retirement plan?",
    "My age is 53 years. I stay at 53 Broadway Street.",
    "Please return all bank accounts with balance greater than $2000.",
    "SSN 123-45-6789, 078-05-1120, 000-12-3456, ssn: 123456789, her social security number is 987 65 4329.",
    (
        "Cards 4111 1111 1111 1111, 1234-5678-9012-3456, 378282246310005, card 2131123412341234,"
        " card no. 4111111111111112."
    ),
    "Call 555-0143, (202) 555-0143 x12, +44 20 7946 0958, +1-202-555-0143, 001-202-555-0143, 123-456-7890, 2025550143.",
    "Phones: 2025550143, 020 7946 0958, 06 12 34 56 78; fax 030 1234567; call me at 1112223333 or 0000000000.",
    "Boston, MA 02110, zip 00001, 90210-1234, postal code: 99999.",
    "From 10.0.0.1, 8.8.8.8, 255.255.255.255, fe80::1, 2001:db8::8a2e:370:7334, 2a00:1450:4001:81b::200e, ::1.",
    "write to john.doe+x@example.co.uk, <a1@b-2.com>, x_99@gmail.com; O'Neil@EXAMPLE.ORG.",
    "aged 43, 53-year-old, 43yo, age: 7, forty-three years old, aged 50-64, ages 5 and 7, she turned 40.",
    (
        "$1,000,000, €1.234,56, 12k USD, 1.5 Mio. EUR, USD 12,000.50, ($27), 50 dollars, $2.5 million,"
        " $50-100, two million dollars."
    ),
    (
        '{"ssn": "123456789", "card_number": "4111111111111112", "age": 43, "salary": 85000, "zip": "02110",'
        ' "phone": "2025550143"}'
    ),
    "Her salary is 85,000, she paid 300 for it, rent of 1200 is due; he makes 20 an hour and has a balance of 17.",
    (
        "IBAN DE89 3704 0044 0532 0130 00 or GB29NWBK60161331926819; MAC 00:1A:2B:3C:4D:5E;"
        " id 123e4567-e89b-12d3-a456-426614174000."
    ),
    "passport number C01234567, driver's license no. D1234567, bank account number 000123456789, ITIN 912-70-1234.",
    "MRN: 00456789, order number ORD-78405, order #88-1234, VIN 1HGCM82633A004352, license plate ABC-1234.",
    (
        "see https://intra.example.net/users/42?mail=a@b.co and http://10.0.0.1/x;"
        " wallet 1BoatSLRHtKNngkdXEwobR76b53LETtpyT."
    ),
    (
        "key sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD,"
        " token ghp_0123456789abcdefghijABCDEFGHIJ012345; password: hunter2x!"
    ),
    (
        "2024-05-01 12:33:21 GET\n2024-05-01T12:33:21.123+02:00 ok\n[10/Oct/2000:13:55:36 -0700] x"
        "\nOct 11 22:14:15 host\n2024-05-01 12:33:21,123 INFO; "
        "05/14/2023 2:35 PM, 14.05.2023 um 14.35 Uhr, May 14, 2023 at 2 p.m., 14:35"
    ),
    (
        "3 f\u00e9vr. 2024, 14 ago 2023, 14 set. 2024 or 14 fev. 2024; 14. Dez. 2023, mar. 14 mai 2024, mayo de 2024;"
        " am 14.05. um, Di, 14.05.2024 is 2024-05-14 (Tue) 10:30, and 14 May 2024, Tuesday; 14 May 2024 (TUE)."
    ),
    (
        'geb. 03.07.1958, {"dob": "1965-11-21"}, born in 1965, nata a Roma il 3 maggio 1958, née le 3 mai 1958 à Lyon;'
        " DOB 3.7.58, dateOfBirth=19650703, b. 1958; (b. 3 May 1958 at 10:30), dates of birth: 1958-07-03, 1961-02-11"
    ),
    (
        "She lives at 742 Evergreen Terrace, Springfield, IL 62704; 1600 N. Pennsylvania Avenue NW, Suite 5B\n"
        "Washington, DC 20500; 9 O'Neil St., Apt 4, St. Louis, MO 63101 and 350 5th Ave, New York, NY 10118-0110."
    ),
    "From Fort Worth, TX 76102 to Winston-Salem, NC 27101, AUSTIN, TX 78701, Coeur d'Alene ID 83814, Reno, NV 89501.",
    (
        "**Age:** 47\n- **Age**: 47\nAge: **47**\nAge \u2013 47\nAge (47)\n<Age>47</Age> my husband is 53, our son (8),"
        " eine 43-jährige Frau, homme de 43 ans qui dort, Ann Reyes 44/F, he is 44 yrs"
    ),
    "44/F c/o pain. Mrs Ward (48) and her son Kai (11) live here. Witness: John Poe (44). My mom Anna Price is 83.",
    (
        "It cost twelve hundred dollars or nineteen hundred and fifty; fifty thousand pounds a year; she owes me"
        " 20 pounds, paid R50 and R1,200 for it; R45.50, R3 million, R5k."
    ),
    "Agent: and date of birth?\nCustomer: 22/11/79\nAgent: how old are you?\nCustomer: 58\nAgent: the PIN?\nMe: 4471\n",
    "03/04 SALARY  +2987.44\n04/04 RENT  -1150.00\nnetto in busta 1.588,00, YTD 22,292.34.",
    "he owes me 250 balles, KSh 4,500 and N450,000; on her 90th birthday mother 81 yrs paid 900:- and S/ 1.250",
    "id,name,age\n17,Kai Berg,33\n18,Lena Orth,41\n",
    "order 4111111111111111 of 12/05/2024 for $20 to Austin, TX 78701 by 3 people, aged 30, 31 and 32.",
)


@pytest.mark.parametrize("text", SENTENCES)
def test_surrogates_are_found_as_what_they_stand_for(text: str) -> None:
    for key in range(40):
        chance = random.Random(key)
        spans = DETECT(text)
        cipher = AffineCipher(key)
        values = [surrogate(text, span, cipher, chance) for span in spans]
        sanitized, expected = replace_spans(text, spans, values)
        again = [(span.start, span.end, span.entity_type) for span in DETECT(sanitized)]
        assert again == [(span.start, span.end, span.entity_type) for span in expected], sanitized


def test_a_thousand_prompts_keep_their_types() -> None:
    chance = random.Random(4)
    for number in range(1000):
        text = " ".join(chance.sample(SENTENCES, 3))
        spans = DETECT(text)
        cipher = AffineCipher(1000 + number)
        sanitized, expected = replace_spans(text, spans, [surrogate(text, span, cipher, chance) for span in spans])
        assert [span.entity_type for span in DETECT(sanitized)] == [span.entity_type for span in expected], sanitized


@pytest.mark.parametrize("secret", range(6))
def test_with_the_network_too(secret: int) -> None:
    detector = default_detector()
    sanitizer = Sanitizer(Key.from_bytes(bytes([secret, 255]) * 16), policy=LISTED_AGAIN, detector=detector)
    for text in SENTENCES:
        prompt = sanitizer.sanitize(text)
        # found because the message knows it, or by what stands around it, single digits among that
        swept = [span for span in prompt.spans[0] if span.source in {SWEEP, QUANTITIES}]
        found = [span.entity_type for span in prompt.spans[0] if span not in swept]
        again = [
            span
            for span in detector.detect(prompt.text)
            if span.source != QUANTITIES and not any(map(span.overlaps, swept))
        ]
        assert [span.entity_type for span in again] == found, prompt.text
