"""Averaging: the same number, asked for again and again, in the hope that its noise is drawn again."""

from __future__ import annotations

from statistics import fmean

from privacy_chains.attacks.result import Result
from privacy_chains.attacks.setting import Setting
from privacy_chains.contract.conversation import Message
from privacy_chains.lazy import lazily

__all__ = ["averaging"]

_TEXT = "My sister is {} years old and earns ${:,} a year."
_SENT = lazily(r"My sister is (\d+) years old and earns \$([\d,.]+)")
_BETWEEN = ("What about taxes?", "My aunt is 81 years old.", "He paid $1,200.", "Thanks.", "Tell me more.")
_AMOUNTS = lazily(r"\$([\d,]+(?:\.\d+)?)")
_SESSIONS = 30


def averaging(setting: Setting) -> tuple[Result, ...]:
    """How many ages and salaries one session releases in several ways, and how many the mean of many sessions reveals.

    A provider that knows which sessions are one user's averages over them. Each session is a separate release, and is
    paid for: ``other_sessions=`` counts it in the budget. The method allows it.
    """
    random, users = setting.random(), range(setting.people)
    true = [(random.randrange(25, 85), random.randrange(30_000, 200_000, 500)) for _ in users]
    derived = [_as_derived(setting, user, pay) for user, (_, pay) in zip(users, true, strict=True)]
    several = [_in_one_session(setting, user, *true[user]) for user in users]
    once, averaged = zip(*(_over_sessions(setting, user, *true[user]) for user in users), strict=True)
    return (
        Result("averaging: age or salary released in two ways in a session", sum(several), len(several)),
        Result(
            "averaging: an amount that a message derives, and another gives alone",
            sum(derived),
            len(derived),
            stated=True,
        ),
        Result(f"averaging: age over {_SESSIONS} sessions", sum(averaged), len(averaged), sum(once), stated=True),
    )


def _in_one_session(setting: Setting, user: int, age: int, pay: int) -> bool:
    """Whether a value is released twice if parts of a conversation are cut, dropped or repeated."""
    session, seen = setting.session(user), set[tuple[str, ...]]()
    told, others = Message((_TEXT.format(age, pay),)), [Message((text,)) for text in _BETWEEN]
    for cut in range(len(others) + 1):
        for history in ([*others[cut:], told], [told, *others[:cut]], [told, told]):
            sent = " ".join(str(message[0]) for message in session.sanitize_conversation(history).messages)
            seen |= {tuple(found) for found in _SENT.findall(sent)}
    seen |= {tuple(found) for _ in range(3) for found in _SENT.findall(session.sanitize(told.leaves[0].__str__()).text)}
    return len(seen) != 1


def _as_derived(setting: Setting, user: int, pay: int) -> bool:
    """Whether an amount is released differently if its message also lets it be computed from another amount."""
    session = setting.session(user, "derived")
    whole, rest = 10 * pay // 100, 9 * pay // 100
    texts = f"I owe ${rest:,}.", f"I owe ${whole:,}, minus 10% discount ${rest:,}."
    alone, computed = (_AMOUNTS.findall(session.sanitize(text).text)[-1] for text in texts)
    return bool(alone != computed)


def _over_sessions(setting: Setting, user: int, age: int, pay: int) -> tuple[bool, bool]:
    """Whether one session reveals the age, and whether the mean of many does."""
    ages = []
    for number in range(_SESSIONS):
        found = _SENT.search(setting.session(user, f"day {number}").sanitize(_TEXT.format(age, pay)).text)
        ages += [int(found[1])] if found else []
    return ages[:1] == [age], bool(ages) and round(fmean(ages)) == age
