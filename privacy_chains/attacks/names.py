"""What the surrogate of a name leaves open: how many people of a population may have the original name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from privacy_chains.attacks.people import population
from privacy_chains.attacks.result import Result
from privacy_chains.attacks.setting import Setting
from privacy_chains.errors import PolicyError
from privacy_chains.formats import Format
from privacy_chains.preempt.treatments import Encipher

__all__ = ["Candidates", "candidates", "kept_by", "names"]


@dataclass(frozen=True)
class Candidates:
    """How well a population hides a name.

    Attributes:
        people: How many people there are.
        median: The median, over people, of how many have a name that could have become the same surrogate.
        least: The fewest that anyone has.
        unique: The share of people whose surrogate could be nobody else's.
    """

    people: int
    median: float
    least: int
    unique: float


def names(setting: Setting) -> tuple[Result, ...]:
    """Whom the holder of a list of people identifies from the surrogate of a name: the likeliest remaining candidate.

    A full name, a name with the e-mail address made of it, and a surname that one person of the list bears.
    """
    people = population(setting.people)
    formats = {kind: _format(setting, kind) for kind in ("PERSON", "EMAIL_ADDRESS")}
    full = [kept_by(formats["PERSON"], name) for name in people]
    mail = [kept_by(formats["EMAIL_ADDRESS"], f"{name.lower().replace(' ', '.')}@gmail.com") for name in people]
    surnames = [name.split()[-1] for name in people]
    alone = [kept_by(formats["PERSON"], name) for name in surnames]
    borne = Counter(surnames)
    lone = [place for place, name in enumerate(surnames) if borne[name] == 1]
    return (
        _identified("names: full name", people, full, range(len(people))),
        _identified("names: name and e-mail address", people, list(zip(full, mail, strict=True)), range(len(people))),
        _identified("names: surname that one person bears", surnames, alone, lone),
    )


def _identified(name: str, people: Sequence[str], kept: Sequence[object], asked: Sequence[int]) -> Result:
    """How many of some people are told by guessing the likeliest of those of whom the surrogate shows the same."""
    alike: dict[object, list[str]] = {}
    for person, shown in zip(people, kept, strict=True):
        alike.setdefault(shown, []).append(person)
    likeliest = {shown: Counter(among).most_common(1)[0][0] for shown, among in alike.items()}
    right = sum(likeliest[kept[place]] == people[place] for place in asked)
    common = Counter(people).most_common(1)[0][0]
    left = [len(alike[kept[place]]) for place in asked]
    note = f"median of {median(left):,.0f} candidates of {len(people):,}"
    return Result(name, right, len(asked), sum(people[place] == common for place in asked), note, stated=True)


def _format(setting: Setting, entity_type: str) -> Format:
    rule = setting.policy.rules.get(entity_type)
    if not isinstance(rule, Encipher):
        msg = f"the policy does not encipher {entity_type}, so there is no surrogate to attack"
        raise PolicyError(msg)
    return rule.format


def candidates(fmt: Format, population: Sequence[str]) -> Candidates:
    """The candidates that remain for the holder of a list of people who sees the surrogate of one of them.

    What a surrogate tells without the key is what its format keeps: the domains and sizes of its parts, and the text
    around them. People of whom all that is the same are candidates for one another.

    Args:
        fmt: How names, or addresses of mailboxes, are enciphered.
        population: One text for each person, as often as people bear it.

    Raises:
        FormatError: A text is no member.
    """
    kept = [kept_by(fmt, text) for text in population]
    alike = Counter(kept)
    left = [alike[one] for one in kept]
    return Candidates(len(left), median(left), min(left), left.count(1) / len(left))


def kept_by(fmt: Format, text: str) -> tuple[object, ...]:
    """What the surrogate shows: the parts' domains, and a text of that kind with every part at its beginning."""
    parts, write = fmt.read(text)
    return tuple((part.domain, part.size) for part in parts), write([0] * len(parts))
