import re

import pytest
from steps import grows_linearly

from privacy_chains import Key, Sanitizer, default_detector

SANITIZER = Sanitizer(Key.from_bytes(bytes(range(32))), detector=default_detector(neural=False))


@pytest.mark.parametrize(
    ("text", "clear"),
    [
        ("I earn $8,250 a month and PITI is $2,710, so DTI = 2710/8250 = 32%.", "2710|8250"),
        ("He owes $54,839.59. 54839.59 / 12", "54839"),
        ("Rent: £1,150. 1150 x 12", "1150|1,150"),
        ("The loan of 250.000 € at 4 %: 250000*0.04", "250000"),
        ("Her salary is $145,000; 145k is little. 145 000, 145,000.00", "145,000|145 000"),
        ("DOB 5/4/1971 (5 April 1971 or May 4, 1971)", "April|May"),
        ("née le 08/02/1985. Elle est née le 8 février 1985.", "février|8/02"),
    ],
)
def test_a_number_is_protected_however_it_is_spelled(text: str, clear: str) -> None:
    prompt = SANITIZER.sanitize(text)
    assert not re.search(clear, prompt.text)
    assert SANITIZER.desanitize(prompt.text, prompt) == text


def test_the_same_number_is_the_same_surrogate() -> None:
    released = SANITIZER.sanitize("Pay is $2,640 or 2640.").text
    first, second = re.findall(r"[0-9,]*[0-9]", released)
    assert first.replace(",", "") == second


def test_a_date_of_birth_is_found_in_other_texts_and_later_messages() -> None:
    texts = ["Tom, DOB 3 May 1958.", "The form says 1958-05-03 and 3.5.1958, signed 2024-05-03."]
    prompt = SANITIZER.sanitize(texts)
    assert not re.search(r"3 May 1958|1958-05-03|3\.5\.1958", str(prompt.texts))
    assert "2024-05-03" in prompt.texts[1]
    session = SANITIZER.session("a")
    session.sanitize(texts[0])
    assert not re.search(r"1958-05-03|3\.5\.1958", session.sanitize(texts[1]).text)


def test_an_amount_is_found_in_later_messages() -> None:
    session = SANITIZER.session("a")
    first = session.sanitize("The salary is $145,210.")
    later = session.sanitize("145210 / 12, and line 145211")
    assert first.text.removeprefix("The salary is $").removesuffix(".").replace(",", "") in later.text
    assert "145211" in later.text
    assert later.ledger.epsilon == 0


@pytest.mark.parametrize(
    "rest",
    [
        "In 2024 it rained.",
        "1000 people came.",
        "It is id_2640, x2640, 2640-17 or 2640%.",
        "Port 26400, 12640 and 2641.",
        "Open docs/2640 there.",
    ],
)
def test_other_numbers_stay(rest: str) -> None:
    assert SANITIZER.sanitize(f"Paid $2,024, $1,000 and $2,640. {rest}").text.endswith(f" {rest}")


@pytest.mark.parametrize("row", ["2640, 1234567 and 26 ", "3 May 1958, 4 May 2024 and 123-45-6789 "])
def test_it_is_linear(row: str) -> None:
    start = "It cost $2,640; DOB 1958-05-03. "
    sanitizer = Sanitizer(Key.generate(), detector=default_detector(neural=False), remember=0)
    assert grows_linearly(lambda count: lambda: sanitizer.sanitize(start + row * count), 100)
