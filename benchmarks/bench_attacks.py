"""What attacks learn, beside guessing: of 25 users, from a model's own messages that come back with the history."""

from __future__ import annotations

import sys
from random import Random

from privacy_chains import Key, Sanitizer
from privacy_chains.attacks import Result, User, attack_history, passive_history
from privacy_chains.unproven import Unproven

_NAMES = """
Mary James Patricia Robert Jennifer John Linda Michael Elizabeth David Barbara William Susan Richard Jessica Joseph
Sarah Thomas Karen Charles Lisa Nancy Matthew Betty Anthony Margaret Mark Sandra Donald Ashley Steven Kimberly Paul
Emily Andrew Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Dorothy George Melissa Edward Deborah Ronald
"""
NAMES = _NAMES.split()
SALARIES = range(30_000, 200_001, 500)
ANSWERS = {
    "Maria is 47 and earns $62,000.": ("Maria", "47", "62,000"),
    "Peter Schmidt, 33, met Ana Lopez (61).": ("Peter Schmidt", "33", "Ana Lopez", "61"),
    "Contact Rahul Mehta at rahul@mehta.example.com.": ("Rahul Mehta", "rahul@mehta"),
    "Kevin Brown owes Laura Chen $1,250.": ("Kevin Brown", "Laura Chen", "1,250"),
}
CASES: tuple[tuple[Unproven, bool], ...] = (("hide", True), ("hide", False), ("caller", False))


def main() -> int:
    """Print what is learned; 1 if anything is that guessing does not give, but for what is asked for by name."""
    random = Random(5)
    users = [
        User(random.choice(NAMES[1:]), "Miller", random.randrange(20, 90), random.choice(SALARIES)) for _ in range(25)
    ]
    missed = False
    for unproven, proof in CASES:
        results = _results(users, unproven, proof=proof)
        for result in results:
            print(f"{'with a proof' if proof else f'no proof, {unproven}':<20} {result}")
        missed |= unproven == "hide" and any(result.learned > result.guessing for result in results)
    return int(missed)


def _results(users: list[User], unproven: Unproven, *, proof: bool) -> list[Result]:
    def sanitizer_for(place: int) -> Sanitizer:
        return Sanitizer(Key.from_bytes(bytes([place + 1]) * 31 + b"k"), unproven=unproven)

    values = [value for found in ANSWERS.values() for value in found]
    return [
        *attack_history(sanitizer_for, users, names=NAMES, salaries=SALARIES, proof=proof),
        passive_history(sanitizer_for(99), list(ANSWERS), values=values, proof=proof),
    ]


if __name__ == "__main__":
    sys.exit(main())
