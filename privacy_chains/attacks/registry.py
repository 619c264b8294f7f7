"""The table of attacks: what the command line, the benchmarks and the tests run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from privacy_chains.attacks.adversaries import game_of_identifiers, game_of_numbers
from privacy_chains.attacks.arguments import arguments
from privacy_chains.attacks.averaging import averaging
from privacy_chains.attacks.clear import encoded, scripts
from privacy_chains.attacks.codebook import codebook, frequency
from privacy_chains.attacks.decisions import decisions
from privacy_chains.attacks.equality import equality
from privacy_chains.attacks.exfiltration import exfiltration
from privacy_chains.attacks.history import echo, history
from privacy_chains.attacks.names import names
from privacy_chains.attacks.noised import linkage, noised, votes_over_sessions
from privacy_chains.attacks.restated import restated, spelling
from privacy_chains.attacks.result import Result
from privacy_chains.attacks.setting import Setting
from privacy_chains.errors import PrivacyError

__all__ = ["ATTACKS", "Attack", "attack"]


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack.

    Attributes:
        run: Runs it.
        gets: What the attacker has, and what it is after.
        small: The size that shows it in seconds.
        full: The size of the documented figures.
    """

    run: Callable[[Setting], tuple[Result, ...]]
    gets: str
    small: int
    full: int


ATTACKS: Mapping[str, Attack] = {
    "history": Attack(history, "a model's own lists come back with the history: the user's name, age, salary", 4, 25),
    "echo": Attack(echo, "a tool quotes the lists that the model calls it with: the user's name, age, salary", 4, 25),
    "equality": Attack(equality, "a document lists all values beside the user's own: which is the user's", 10, 60),
    "restated": Attack(restated, "a value is written twice: its clear copy beside the noised one", 40, 100),
    "spelling": Attack(spelling, "one amount in two spellings: which shows its noise less", 40, 1_000),
    "exfiltration": Attack(exfiltration, "an obedient model writes surrogates into addresses: the originals", 1, 10),
    "arguments": Attack(arguments, "an obedient model hands a document's values to tools: the originals", 1, 10),
    "names": Attack(names, "a list of all people: who bears the name that became a surrogate", 1_000, 10_000),
    "codebook": Attack(codebook, "names of the attacker's choice are enciphered: the same names elsewhere", 30, 300),
    "frequency": Attack(frequency, "many messages and census frequencies: the names in them", 100, 2_000),
    "averaging": Attack(averaging, "one value asked for again and again: the mean of its releases", 5, 60),
    "scripts": Attack(scripts, "texts in languages that no detector reads: names in clear", 1, 1),
    "encoded": Attack(encoded, "names in codings such as base64: what decoding the request shows", 10, 100),
    "noised": Attack(noised, "noise on characters, lists, check digits: the names and card numbers", 50, 1_000),
    "sessions": Attack(votes_over_sessions, "the same in five sessions, each with noise of its own", 50, 1_000),
    "decisions": Attack(decisions, "a router: what the way of a message tells of a word in it, by mode", 300, 2_000),
    "linkage": Attack(linkage, "noise on characters, and 100 or 1,000 names: which was released", 50, 200),
    "identifiers": Attack(
        game_of_identifiers, "the paper's game with names and ids: which of two conversations", 20, 300
    ),
    "numbers": Attack(game_of_numbers, "the paper's game with numbers: which of two neighbours", 40, 1_000),
}
"""All attacks, by name."""


def attack(setting: Setting, names: Sequence[str] = (), *, people: int | None = None) -> Iterator[tuple[str, Result]]:
    """Run attacks, each of its small size unless another is given.

    Args:
        setting: Whom they are run against.
        names: Which; all if none are named.
        people: How many people, texts or keys each attacks.

    Yields:
        The name of an attack and one result, in the order of the table.

    Raises:
        PrivacyError: There is no attack of a name.
    """
    unknown = [name for name in names if name not in ATTACKS]
    if unknown:
        msg = f"there is no attack {unknown[0]!r}; there are {', '.join(ATTACKS)}"
        raise PrivacyError(msg)
    return _results(setting, [name for name in ATTACKS if not names or name in names], people)


def _results(setting: Setting, names: Sequence[str], people: int | None) -> Iterator[tuple[str, Result]]:
    for name in names:
        chosen = ATTACKS[name]
        for result in chosen.run(setting.of(chosen.small if people is None else people)):
            yield name, result
