"""A question announces what is answered, of whatever type, whoever says it, in this line or the next."""

from __future__ import annotations

import pytest

from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.detect.patterns.detector import PatternDetector

DETECTOR = PatternDetector(DEFAULT_TYPES)

ASKED = {
    "DATE_OF_BIRTH": (
        [
            "and your date of birth",
            "What is your DOB",
            "When were you born",
            "votre date de naissance",
            "Ihr Geburtsdatum",
            "fecha de nacimiento",
            "la sua data di nascita",
            "uw geboortedatum",
            "sua data de nascimento",
        ],
        [
            *("22 11 79", "22/11/79", "22-11-1979", "22.11.79", "221179", "nov 22 79", "22nd of november 1979"),
            *("fifth of june nineteen forty eight", "June fifth, forty-eight", "05JUN48", "1948/6/5", "5/VI/1948"),
            *("5th June '48", "31 / 12 / 1999", "31-DEC-1999", "12.31.99", "19991231", "H11.3.4", "1979-11-22"),
        ],
    ),
    "AGE": (["How old are you", "your age", "Wie alt sind Sie", "edad", "leeftijd"], ["58", "7"]),
    "MONEY": (["your annual salary", "votre salaire", "sueldo neto", "your monthly rent"], ["2150.40", "41,200"]),
    "US_BANK_NUMBER": (["your account number", "and the bank account number"], ["55201938"]),
    "PASSWORD": (["the PIN", "your card PIN"], ["4471"]),
    "PHONE_NUMBER": (["your phone number", "numéro de téléphone"], ["07700 900461"]),
}
FRAMES = [
    "Agent: {}?\nCustomer: {}",
    "Agent: {} please?\nCustomer: uh, it's {}",
    "SPEAKER_00: {}\nSPEAKER_01: {}",
    "- {} ?\n- {}",
    "{}? {}",
    "**Bot:** {}?\n\n**Me:** {}",
    "[14:02] ana: thanks. {}?\n[14:03] bob: {}",
]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("kind", ASKED)
def test_what_a_question_announces_is_found_in_its_answer(kind: str, frame: str) -> None:
    questions, answers = ASKED[kind]
    for question in questions:
        for answer in answers:
            text = frame.format(question, answer)
            start = text.rindex(answer)
            hidden = {at for one in DETECTOR.detect(text) for at in range(one.start, one.end)}
            assert hidden >= {at for at in range(start, start + len(answer)) if text[at].isalnum()}, text


@pytest.mark.parametrize(
    "text",
    [
        "How many planets are there?\nThere are 8 of them.",
        "Why do it? 3 reasons.",
        "Which port?\n8080",
        "Agent: how many boxes\nCustomer: 12",
        "Is it broken? It printed 404 twice.",
        "What about age? It matters in 3 of 5 studies.",
        "https://example.com/?q=1\n42",
        "What is the date of birth?\n\nThanks, 22 of us",
        "What is the plot of Hamlet?\n\nThanks, and until then",
    ],
)
def test_other_answers_are_left_alone(text: str) -> None:
    assert not DETECTOR.detect(text.replace("https://example.com/?q=1", "see q?"))
