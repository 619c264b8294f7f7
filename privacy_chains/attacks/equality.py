"""Equality: a document that lists every value a user may have, in one session with the user's own.

What is equal in clear is equal in what is sent: the lists of names, ages and amounts that a document holds in a known
order are a codebook of the session that they stand in. The method allows it, since questions need it ("who of the
patients is my age?"). In a separate session, lists reveal nothing; that is measured too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from privacy_chains.attacks.people import expected
from privacy_chains.attacks.result import Result
from privacy_chains.attacks.setting import Setting

__all__ = ["equality"]

_AGES = tuple(map(str, range(20, 91)))
_PAY = tuple(f"{pay:,}" for pay in range(30_000, 90_001, 1000))
_ASKED: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "age": ("My brother is {} years old.", "Person aged {}.", _AGES),
    "amount": ("My brother earns ${} a year.", "An offer of ${} a year.", _PAY),
    "given name": ("My brother is {} Hartwell.", "Dear {} Hartwell,", expected("man")[:60]),
}


def equality(setting: Setting) -> tuple[Result, ...]:
    """What a document that lists all values reveals about the user's own.

    In the same session, and in a separate one.
    """
    return tuple(_attack(setting, kind, apart=apart) for kind in _ASKED for apart in (False, True))


def _attack(setting: Setting, kind: str, *, apart: bool) -> Result:
    asked, line, values = _ASKED[kind]
    random, learned, guessed = setting.random(), 0, 0.0
    for user in range(setting.people):
        true = random.choice(values)
        own, document = asked.format(true), "\n".join(map(line.format, values))
        if apart:
            seen = setting.session(user).sanitize(own).text
            listed = setting.session(user, "document").sanitize(document).text
        else:
            seen, listed = setting.session(user).sanitize([own, document]).texts
        released = _hole(asked, seen)
        learned += (
            _told(released, [_hole(line, one) for one in listed.split("\n")], values, random.choice(values)) == true
        )
        guessed += (released if released in values else values[0]) == true
    guessed = max(guessed, setting.people / len(values))
    where = "a session of its own" if apart else "the same session"
    return Result(f"equality: {kind}, document in {where}", learned, setting.people, guessed, stated=not apart)


def _hole(template: str, text: str) -> str:
    """The surrogate in the place of the value."""
    before, _, after = template.partition("{}")
    found = re.search(re.escape(before) + r"(.+?)" + re.escape(after).replace("Hartwell", r"\S+"), text)
    return found[1] if found else text


def _told(released: str, listed: Sequence[str], values: Sequence[str], guess: str) -> str:
    """The value whose line has the same surrogate as the user's; without one, the released value itself, or a guess."""
    same = [value for value, seen in zip(values, listed, strict=False) if seen == released]
    if len(same) == 1:
        return same[0]
    return released if released in values else guess
