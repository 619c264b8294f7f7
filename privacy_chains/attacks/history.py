"""What a model learns about its user when its own messages come back with the history.

The hostile model answers with lists of names, ages and amounts, in sentences and as bare words. In the next turn it
checks whether one of them came back as the surrogate of the user's value, or changed unlike its neighbours.

Its own messages go back as it wrote them. What a tool answers is another's text and is enciphered, for it may hold what
the model must not learn. So a tool that quotes its arguments enciphers the model's lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from privacy_chains.attacks.people import expected
from privacy_chains.attacks.result import Result
from privacy_chains.attacks.setting import Setting
from privacy_chains.contract.conversation import Message
from privacy_chains.contract.method import Method
from privacy_chains.contract.roles import Keeper
from privacy_chains.lazy import lazily

__all__ = ["User", "attack_history", "echo", "history", "passive_history"]

_ANSWERS: Mapping[str, tuple[str, ...]] = {
    "Maria is 47 and earns $62,000.": ("Maria", "47", "62,000"),
    "Peter Schmidt, 33, met Ana Lopez (61).": ("Peter Schmidt", "33", "Ana Lopez", "61"),
    "Contact Rahul Mehta at rahul@mehta.example.com.": ("Rahul Mehta", "rahul@mehta"),
    "Kevin Brown owes Laura Chen $1,250.": ("Kevin Brown", "Laura Chen", "1,250"),
}
_SALARIES = range(30_000, 200_001, 500)

_ASKED = lazily(r"I am (?P<given>\S+) (?P<surname>.+), aged (?P<age>\S+), and earn \$(?P<salary>[\d,.]+k?) a year")

_SENTENCES: Mapping[str, str] = {
    "given": "Dear {} Miller, welcome.",
    "age": "She is aged {}, he is not.",
    "salary": "He may earn ${} a year.",
}
_FORMS: tuple[Callable[[str, str], str], ...] = (
    lambda kind, value: _SENTENCES[kind].format(value),
    lambda _, value: value,
    lambda _, value: f"The {value.lower()} of it.",
)


@dataclass(frozen=True, slots=True)
class User:
    """The user, whose values a hostile model wants to know."""

    given: str
    surname: str
    age: int
    salary: int

    @property
    def question(self) -> str:
        """What the user writes."""
        return f"I am {self.given} {self.surname}, aged {self.age}, and earn ${self.salary:,} a year. Any advice?"


def history(setting: Setting) -> tuple[Result, ...]:
    """Both attacks with what is stored as the setting says: the proofs of what the model wrote, or the texts alone."""
    users, names = _users(setting)
    values = [value for found in _ANSWERS.values() for value in found]
    return (
        *attack_history(setting.session, users, names=names, salaries=_SALARIES, proof=setting.proof),
        passive_history(setting.session(0, "passive"), list(_ANSWERS), values=values, proof=setting.proof),
    )


def echo(setting: Setting) -> tuple[Result, ...]:
    """What a model learns from lists that it writes into a tool's arguments.

    If the tool quotes them, and if it does not.

    The method allows the first: equal values are equal in a session, whoever writes them.
    """
    users, names = _users(setting)
    found = []
    for quotes, title in ((True, "the tool quotes"), (False, "it does not")):
        results = attack_history(
            lambda user, title=title: setting.session(user, title),  # type: ignore[misc]  # the title of each turn
            users,
            names=names,
            salaries=_SALARIES,
            proof=setting.proof,
            tool="{}" if quotes else "Done.",
        )
        found += [
            replace(one, name=one.name.replace("history", "echo") + f", {title}", stated=quotes) for one in results
        ]
    return tuple(found)


def _users(setting: Setting) -> tuple[list[User], tuple[str, ...]]:
    """Who is attacked, and the names to try."""
    random, names = setting.random(), ("Mary", *expected("man")[:24], *expected("woman")[1:25])
    users = [
        User(random.choice(names[1:]), "Miller", random.randrange(20, 90), random.choice(_SALARIES))
        for _ in range(setting.people)
    ]
    return users, names


def attack_history(  # noqa: PLR0913  (each says one thing of the attack)
    sanitizer_for: Callable[[int], Method],
    users: Sequence[User],
    *,
    names: Sequence[str],
    salaries: Sequence[int],
    proof: bool = True,
    tool: str = "",
) -> tuple[Result, ...]:
    """Two turns with a hostile model, for each user: what it learned of given names, ages and salaries.

    Args:
        sanitizer_for: Makes the sanitizer of each user, by position; each is used for one conversation.
        users: Who asks.
        names: Given names to try, the most frequent first.
        salaries: Amounts to try.
        proof: Whether the application stores the proof of what the model wrote, or the text alone.
        tool: What a tool answers that the model called with its lists, with ``{}`` for them; empty for no tool.
    """
    lists: dict[str, list[str]] = {
        "given": list(names),
        "age": [str(age) for age in range(1, 100)],
        "salary": [f"{salary:,}" for salary in salaries],
    }
    learned, guessed = Counter[str](), Counter[str]()
    for place, user in enumerate(users):
        seen, back = _two_turns(sanitizer_for(place), user, lists, proof=proof, tool=tool)
        true = {"given": user.given, "age": str(user.age), "salary": f"{user.salary:,}"}
        for kind, values in lists.items():
            guess = values[0] if kind == "given" else seen[kind]
            told = _told(kind, values, back[kind], seen[kind]) or guess
            learned[kind] += told == true[kind]
            guessed[kind] += guess == true[kind]
    return tuple(Result(f"history: {kind}", learned[kind], len(users), guessed[kind]) for kind in lists)


def passive_history(sanitizer: Method, answers: Sequence[str], *, values: Sequence[str], proof: bool = True) -> Result:
    """What the provider of an honest model learns: the values that the model wrote and that came back changed.

    Args:
        sanitizer: Used for one conversation.
        answers: What the model writes, one turn each.
        values: The values in them, in order.
        proof: Whether the application stores the proof of what the model wrote.
    """
    history = [Message(("Hello.",))]
    for answer in answers:
        history += [_answered(sanitizer, history, answer, proof=proof), Message(("Go on.",))]
    sent = [str(leaves[0]) for leaves in sanitizer.sanitize_conversation(history).messages[1::2]]
    gone = sum(value not in " ".join(sent) for value in values)
    hidden = sum(text.count("[") for text in sent)
    return Result("history: passive pairs", max(0, gone - hidden), len(values))


def _two_turns(
    sanitizer: Method, user: User, lists: Mapping[str, Sequence[str]], *, proof: bool, tool: str
) -> tuple[dict[str, str], dict[str, list[list[str]]]]:
    """The user's values in the question as they were sent, and each list as it came back, in each form."""
    asked = Message((user.question,))
    first = str(sanitizer.sanitize_conversation([asked]).messages[0][0])
    found = _ASKED.search(first)
    lines = [form(kind, value) for kind, values in lists.items() for form in _FORMS for value in values]
    answer = _answered(sanitizer, [asked], "\n".join(lines), proof=proof)
    heard = Message((tool.replace("{}", str(answer.leaves[0])),), origin="tool") if tool else Message(("Go on.",))
    again = sanitizer.sanitize_conversation([asked, answer, heard])
    came = iter(str(again.messages[2 if tool else 1][0]).split("\n"))
    back = {kind: [[next(came, "") for _ in values] for _ in _FORMS] for kind, values in lists.items()}
    return found.groupdict() if found else dict.fromkeys(lists, ""), back


def _answered(sanitizer: Method, history: Sequence[Message], wrote: str, *, proof: bool) -> Message:
    prompt = sanitizer.sanitize_conversation(history).prompt
    clear = sanitizer.reader(prompt).text(wrote)
    keeps = proof and isinstance(sanitizer, Keeper)
    kept = sanitizer.keep((wrote,), (clear,), prompt) if keeps and isinstance(sanitizer, Keeper) else None
    return Message((clear,), from_model=True, kept=kept)


def _told(kind: str, values: Sequence[str], back: Sequence[Sequence[str]], seen: str) -> str | None:
    """The value that came back like the user's, or was the only one of its list to come back changed."""
    for form, lines in zip(_FORMS, back, strict=True):
        same = [value for value, line in zip(values, lines, strict=True) if line == form(kind, seen) and value != seen]
        if len(same) == 1:
            return same[0]
    for form, lines in zip(_FORMS, back, strict=True):
        other = [value for value, line in zip(values, lines, strict=True) if line != form(kind, value)]
        alone = [value for value in other if value != seen]
        if len(alone) == 1 and len(other) <= 2:
            return alone[0]
    return None
