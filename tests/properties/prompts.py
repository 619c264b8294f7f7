"""Hypothesis strategies for prompts: entities in sentences, with arbitrary text around them."""

from __future__ import annotations

from hypothesis import strategies as st

GIVEN = ["Alice", "James", "Maria", "Wei", "Kaiser", "Anne-Marie", "Søren", "Zoë", "Mohammed", "Priya"]
SURNAMES = ["Turner", "O'Neil", "van der Berg", "Soze", "Müller", "García", "Nguyen", "Kowalski", "Zhang", "Smith"]

people = st.builds("{} {}".format, st.sampled_from(GIVEN), st.sampled_from(SURNAMES))
"""Given name and surname."""


def _grouped(digits: str, sizes: tuple[int, ...], separator: str) -> str:
    pieces, start = [], 0
    for size in sizes:
        pieces.append(digits[start : start + size])
        start += size
    return separator.join(pieces)


def _luhn(body: str) -> str:
    total = sum(
        sum(divmod(int(digit) * (2 if place % 2 == 0 else 1), 10)) for place, digit in enumerate(reversed(body))
    )
    return body + str(-total % 10)


def _number(digits: int) -> st.SearchStrategy[str]:
    return st.integers(0, 10**digits - 1).map(lambda value: str(value).zfill(digits))


ssns = st.builds(
    lambda area, group, serial, separator: _grouped(f"{area:03}{group:02}{serial:04}", (3, 2, 4), separator),
    st.integers(1, 899).filter(lambda area: area != 666),
    st.integers(1, 99),
    st.integers(1, 9999),
    st.sampled_from(["-", " "]),
)
cards = st.builds(
    lambda body, separator: _grouped(_luhn("4" + body), (4, 4, 4, 4), separator),
    _number(14),
    st.sampled_from(["-", " ", ""]),
)
phones = st.builds(
    lambda area, exchange, line, style: style.format(area, exchange, line),
    st.sampled_from([212, 305, 415, 512, 617, 702, 808]),
    st.integers(200, 999).filter(lambda exchange: exchange % 100 != 11 and exchange != 555),
    _number(4),
    st.sampled_from(["({}) {}-{}", "{}-{}-{}", "+1 {} {} {}"]),
)
emails = st.builds(
    "{}{}@{}.{}".format,
    st.sampled_from(["alice", "j.turner", "kaiser_soze", "info", "x"]),
    st.sampled_from(["", "7", "1984"]),
    st.sampled_from(["example", "mail-host", "acme"]),
    st.sampled_from(["com", "org", "co.uk"]),
)
ips = st.builds("{}.{}.{}.{}".format, *(st.integers(0, 255) for _ in range(4)))

category_i = st.one_of(
    st.builds("{} wrote to me.".format, people),
    st.builds("Dear {}, thank you.".format, people),
    st.builds("Her SSN is {}.".format, ssns),
    st.builds("Please charge card {} today.".format, cards),
    st.builds("Call {} now".format, phones),
    st.builds("E-mail: {}".format, emails),
    st.builds("The server at {} is down".format, ips),
    st.builds("Springfield, IL {}".format, st.sampled_from(["62701", "10001", "90210", "02139"])),
)
"""A sentence that holds a value of an enciphered type."""

category_ii = st.one_of(
    st.builds("I am {} years old.".format, st.integers(18, 99)),
    st.builds("a {}-year-old patient".format, st.integers(18, 99)),
    st.builds("She earns ${:,} per year.".format, st.integers(1, 10_000_000)),
    st.builds("The balance is ${}.{:02}".format, st.integers(0, 99_999), st.integers(0, 99)),
    st.builds("It costs {} dollars".format, st.integers(1, 5000)),
)
"""A sentence that holds a number the model reasons about."""

noise = st.text(max_size=12)
"""Anything that Unicode allows."""


def prompts(sentences: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Texts of up to five sentences with arbitrary text between them, separated by white space."""
    gap = st.builds("{}{}{}".format, st.sampled_from([" ", "\n", "\n\n"]), noise, st.sampled_from([" ", "\n"]))
    return st.lists(st.tuples(gap, sentences), max_size=5).map(
        lambda parts: "".join(piece for part in parts for piece in part)
    )


anything = prompts(st.one_of(category_i, category_ii))
"""Prompts with entities of every kind."""
