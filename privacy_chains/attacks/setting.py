"""Whom attacks are run against: keys, a policy, a detector, and how many people."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random
from secrets import token_bytes

from privacy_chains.contract.unproven import Unproven
from privacy_chains.detect import Detector
from privacy_chains.keys import Key, KeyRing
from privacy_chains.preempt.policy import Policy
from privacy_chains.preempt.sanitizer import Sanitizer
from privacy_chains.preempt.session import Session
from privacy_chains.preempt.treatments import Scope

__all__ = ["Setting"]


@dataclass(frozen=True, repr=False)
class Setting:
    """What an attack is run against. Shows no key.

    Attributes:
        policy: How values are treated.
        detector: Finds them; the policy's default detector if left out.
        key: The key of all users, each of whom has a session; left out, each has a fresh key.
        unproven: What becomes of messages in the model's name without a proof.
        proof: Whether the application stores the proofs.
        people: How many people, texts or keys are attacked: the size of the attack.
        secret: What the users' keys are made from; fresh if left out. Tests and benchmarks fix it.
    """

    policy: Policy = field(default_factory=Policy.default)
    detector: Detector | None = None
    key: Key | KeyRing | None = None
    unproven: Unproven = "hide"
    proof: bool = True
    people: int = 25
    secret: bytes = field(default_factory=lambda: token_bytes(32))

    def __post_init__(self) -> None:
        if self.detector is None:
            object.__setattr__(self, "detector", self.policy.detection.detector(self.policy.entity_types))

    def sanitizer(self, user: int, scope: Scope | None = None) -> Sanitizer:
        """The sanitizer of a user, by position; of another scope than the policy's if one is given."""
        key = self.key or Key.from_bytes(sha256(self.secret + user.to_bytes(8, "big")).digest())
        policy = self.policy
        if scope is not None:
            policy = policy.with_scope(scope, index="attacked" if scope == "index" else "")
        return Sanitizer(key, policy=policy, detector=self.detector, remember=0, unproven=self.unproven)

    def session(self, user: int, name: str = "") -> Session:
        """A conversation of a user."""
        return self.sanitizer(user).session(f"attacks {user} {name}")

    def random(self) -> Random:
        """The attacker's coins, the same in every run: they are no secret."""
        return Random(5)  # noqa: S311

    def of(self, people: int) -> Setting:
        """The same of another size."""
        return replace(self, people=people)

    def __repr__(self) -> str:
        return f"Setting(policy={self.policy!r}, unproven={self.unproven!r}, proof={self.proof}, people={self.people})"
