"""A record in a schema's fields, and the answer of a model that fills them in from what was sent."""

from __future__ import annotations

import re
from typing import Any

from pydantic import BaseModel

from privacy_chains import Key, Sanitizer

__all__ = ["CLEAR", "KEYS", "TEXT", "Order", "filled_in", "sanitizer_of"]

KEYS = range(60)
TEXT = (
    "Ship to 742 Birchwood Lane, Dayton, OH 45402. Account number 48291736. My bill is $482. Alice Johnson, "
    "born 12 May 1988, badge 5521834, salary $91,733. ZIP 12345."
)
_SENT = re.compile(
    r"Ship to (?P<street>[^,]+), (?P<city>[^,]+), (?P<state>[A-Z]{2}) (?P<zip>\d{5})\. "
    r"Account number (?P<account>\d+)\. My bill is \$(?P<bill>\d+)\. (?P<name>[^,]+), born (?P<born>[^,]+), "
    r"badge (?P<badge>\d+), salary \$(?P<salary>[\d,]+)\. ZIP (?P<post>\d{5})\."
)


class Address(BaseModel):
    """The parts of an address but its state, which its key alone tells."""

    street: str
    house_number: int
    city: str
    zip: str
    postal_code: int


class Order(BaseModel):
    """Fields of all types."""

    name: str
    birth_date: str
    account_number: int
    bill: int
    salary: int
    badge: str
    zip: int
    address: Address


CLEAR = Order(
    name="Alice Johnson",
    birth_date="12 May 1988",
    account_number=48291736,
    bill=482,
    salary=91733,
    badge="5521834",
    zip=12345,
    address=Address(street="742 Birchwood Lane", house_number=742, city="Dayton", zip="45402", postal_code=45402),
)


def sanitizer_of(key: int) -> Sanitizer:
    """One of sixty."""
    return Sanitizer(Key.from_bytes(bytes(range(key, key + 32))))


def filled_in(sent: str) -> dict[str, Any]:
    """The fields of an order, from what a model was sent."""
    found = _SENT.search(sent)
    assert found is not None
    street = found["street"]
    parts = {name: found[name] for name in ("street", "city", "zip")}
    return {
        "name": found["name"],
        "birth_date": found["born"],
        "account_number": int(found["account"]),
        "bill": int(found["bill"]),
        "salary": int(found["salary"].replace(",", "")),
        "badge": found["badge"],
        "zip": int(found["post"]),
        "address": {**parts, "house_number": int(street.split()[0]), "postal_code": int(found["zip"])},
    }
