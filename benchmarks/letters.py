"""A letter, a support ticket and customer records: texts dense with values, of any length."""

from __future__ import annotations

from itertools import count
from pathlib import Path

__all__ = ["LETTER", "RECORDS", "TICKET", "prompt_of"]

LETTER = """\
Customer {first} Barr, aged {age}, wrote on Tuesday that the parcel had not come. We sent it two weeks ago, and
the carrier says it was left with a neighbour, whom nobody has been able to find since. The order was paid in
full with card 4574 2472 0401 3705, and ${money:,}.00 would have to be returned if it stays lost. Ms. Barr would
rather have the goods than the money, because they are meant as a present, but she cannot wait longer than the
end of the month. Please call (608) 555-{phone:04d} in the evening, or write to {name}@example.net. Her social
security number on file is 182-69-{ssn:04d}; it is needed for the claim against the carrier and for nothing
else. The shop where the parcel was packed has looked for it as well, without result, and the driver remembers a
house with a green door but not the street. Our own records show no earlier complaint, neither about this
carrier nor about the neighbourhood. We should decide today whether to send the goods once more, which would be
kind, or to return the money, which would be quick. What do our rules say about a parcel that was left with
somebody else, and who has to prove what? Write an answer to the customer that is friendly and short, promises
nothing that we cannot keep, and names a day by which she will hear from us again. Do not mention the claim. If
a voucher of ${voucher:,} seems right to you, offer it at the end of the letter, and say in one sentence for the
file why. Add a second paragraph for the manager in Madison, WI 53703 that says what was lost, what it was worth
and what we have done so far, without any detail that she does not need.
"""
TICKET = """\
Hi team, this is Maria Garcia. I ordered two lamps on 2023-05-14 (order 4471-22-9901) and paid $1,249.50 with my card
4574 2472 0401 3705. The courier, tracking number 1Z 999 AA1 01 2345 6784, says that it was delivered on 05/17/2023 at
14:35, but I was at work. You can call me on (212) 555-0147 or +44 20 7946 0958, or write to maria.garcia@example.com.
My account number is 000123456789 and my SSN, which your form asked for, is 182-69-2573.
"""
RECORDS = Path(__file__).parents[1] / "examples" / "data" / "customers"
NAMES = ("Alice", "Maria", "Susan", "Gloria", "Peggy", "Rose", "Tanya", "Jade")


def prompt_of(length: int) -> str:
    """Letters whose values differ, at least ``length`` characters, cut there."""
    text, written = [], 0
    for number in count():
        letter = LETTER.format(
            first=NAMES[number % len(NAMES)],
            name=f"user{number}",
            age=20 + number % 60,
            phone=100 + number % 100,
            money=1000 + 37 * number,
            ssn=1000 + number % 9000,
            voucher=20 + number % 70,
        )
        text.append(letter + "\n")
        written += len(text[-1])
        if written >= length:
            return "".join(text)[:length]
    raise AssertionError
