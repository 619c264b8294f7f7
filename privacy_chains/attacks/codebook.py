"""Codebooks: names that an attacker had enciphered, or counted, reveal the same names elsewhere in their scope."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from privacy_chains.attacks.people import expected, population, sentence_of
from privacy_chains.attacks.result import Result
from privacy_chains.attacks.setting import Setting
from privacy_chains.preempt.sanitizer import Sanitizer
from privacy_chains.preempt.treatments import Encipher, Scope

__all__ = ["SCOPES", "codebook", "frequency"]

SCOPES: tuple[Scope, ...] = ("session", "user", "index")
"""Where one value has one surrogate."""

_MOST_FREQUENT = 0.01
"""The share of people with the most frequent name: the success of guessing."""


def codebook(setting: Setting) -> tuple[Result, ...]:
    """How many full names in other texts a list of names reveals that the attacker had enciphered, by scope.

    The list holds the names that are most frequent, as many as the setting has people, and at least 100 of each kind;
    as documents in an index, or as a session beside the one that is attacked.
    """
    return tuple(_codebook(setting, scope) for scope in SCOPES)


def frequency(setting: Setting) -> tuple[Result, ...]:
    """How many names are revealed by their frequency, to somebody who knows census frequencies, by scope.

    Each message is a session of its own, as with an assistant that many people write to under one key. Of the names of
    one class, which their surrogates show, the most frequent surrogate is taken for the most frequent name.
    """
    return tuple(result for scope in SCOPES for result in _frequency(setting, scope))


def _codebook(setting: Setting, scope: Scope) -> Result:
    sanitizer, people, listed = setting.sanitizer(0, scope), population(setting.people), max(100, 10 * setting.people)
    words: dict[str, str] = {}
    size = 0
    for names in _chosen(listed):
        text = "\n".join(f"Customer: {name}" for name in names)
        size += len(text)
        words |= _pairs(names, sanitizer.session("chosen").sanitize(text).text.split("\n"))
    told = 0
    for place, name in enumerate(people):
        sent = sanitizer.session(f"message {place}").sanitize(f"Customer: {name}").text.removeprefix("Customer: ")
        told += " ".join(words.get(word, "?") for word in sent.split()) == name
    common = Counter(population(10_000)).most_common(1)[0][0]
    note = f"{size / 1000:.0f} kB of chosen names"
    return Result(
        f"codebook: full names, scope {scope}", told, len(people), people.count(common), note, stated=scope != "session"
    )


def _chosen(count: int, step: int = 200) -> list[list[str]]:
    """Full names that hold every name of the census up to a rank, in parts."""
    surnames = expected("surname")[:count]
    given = [*expected("woman")[: count // 2], *expected("man")[: count // 2]]
    names = [f"{given[place % len(given)]} {surname}" for place, surname in enumerate(surnames)]
    names += [f"{one} {surnames[place % len(surnames)]}" for place, one in enumerate(given)]
    return [names[at : at + step] for at in range(0, len(names), step)]


def _pairs(names: Sequence[str], lines: Sequence[str]) -> Mapping[str, str]:
    """The surrogate of each word."""
    seen = ((name.split(), line.removeprefix("Customer: ").split()) for name, line in zip(names, lines, strict=True))
    return {two: one for clear, sent in seen if len(clear) == len(sent) for one, two in zip(clear, sent, strict=True)}


def _frequency(setting: Setting, scope: Scope) -> tuple[Result, ...]:
    sanitizer, people = setting.sanitizer(0, scope), population(setting.people)
    sent = [_name_in(sanitizer, name, place) for place, name in enumerate(people)]
    likely = {"given names": sorted({*expected("woman"), *expected("man")}, key=_rank), "surnames": expected("surname")}
    return tuple(
        _ranked(
            setting,
            f"frequency: {kind}, scope {scope}",
            [name.split()[at] for name in people],
            [name.split()[at] for name in sent],
            likely[kind],
        )
        for at, kind in ((0, "given names"), (-1, "surnames"))
    )


def _rank(name: str) -> int:
    """The better of a given name's two places among those of women and of men."""
    return min(names.index(name) for names in (expected("woman"), expected("man")) if name in names)


def _ranked(setting: Setting, name: str, true: Sequence[str], seen: Sequence[str], likely: Sequence[str]) -> Result:
    """The success of matching ranks within each class."""
    ranked, expecting = (
        _by_class(setting, [word for word, _ in Counter(seen).most_common()]),
        _by_class(setting, likely[: max(100, 5 * setting.people)]),
    )
    told = {
        two: one for kind, words in ranked.items() for two, one in zip(words, expecting.get(kind, ()), strict=False)
    }
    right = sum(told.get(word) == clear for word, clear in zip(seen, true, strict=True))
    guess = {word: expecting[kind][0] for kind, words in ranked.items() for word in words if kind in expecting}
    guessed = max(
        sum(guess.get(word) == clear for word, clear in zip(seen, true, strict=True)), len(true) * _MOST_FREQUENT
    )
    return Result(
        name, right, len(true), guessed, "guessing the most frequent name of its class", stated="session" not in name
    )


def _by_class(setting: Setting, words: Sequence[str]) -> Mapping[str, list[str]]:
    """Words by the domain that their format keeps, in their order."""
    rule = setting.policy.rules["PERSON"]
    found: dict[str, list[str]] = {}
    for word in words:
        kept = "/".join(part.domain for part in rule.format.read(word)[0]) if isinstance(rule, Encipher) else ""
        found.setdefault(kept, []).append(word)
    return found


def _name_in(sanitizer: Sanitizer, name: str, place: int) -> str:
    """What stands in the place of the name in one message."""
    sent = sanitizer.session(f"message {place}").sanitize(sentence_of(name, place)).text
    before, _, after = sentence_of("{}", place).partition("{}")
    return sent.removeprefix(before).removesuffix(after)
