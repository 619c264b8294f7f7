"""How a worker makes its sanitizer: a plan that can be pickled, since it contains no key."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from privacy_chains.errors import KeyMaterialError, PolicyError
from privacy_chains.keys import Key, KeyReference
from privacy_chains.preempt.detection import Detection
from privacy_chains.preempt.engine import SCHEME
from privacy_chains.preempt.policy import Policy
from privacy_chains.preempt.sanitizer import Sanitizer
from privacy_chains.preempt.session import Session

__all__ = ["Per", "SanitizerSpec"]

Per: TypeAlias = Literal["corpus", "document", "person"]
"""What gets its own session in a corpus."""


@dataclass(frozen=True)
class SanitizerSpec:
    """How every worker on a corpus makes its sanitizer. It is pickled, logged and compared; it holds no key.

    The result for a document depends only on key, policy, session and its own texts, not on process, partition, order
    or attempt. So workers share nothing, and there is no table to share.

    Attributes:
        key: Where workers read the key: ``"env:NAME"``, ``"file:PATH"`` or ``"call:module:function"``.
        policy: A TOML file, which is read here once and travels as text, or what such a file would hold, as plain
            data; ``Policy.default()`` if left out.
        epsilon: What the numbers of one document cost, if not what the policy says.
        session: The name of the session.
        per: What has a session of its own. ``"corpus"``: nothing; a value is the same in all documents.
            ``"document"`` and ``"person"``: each document or person, by the id that comes with it; what the policy
            enciphers per session is unlinkable between them. ``"person"`` declares besides that no document tells of
            two people; see ``privacy_chains.adapting.epsilon_over_people``.
        region: Whose national identifiers are looked for; see ``default_detector``, as for the next three.
        neural: Whether the embedded network is asked.
        countries: Whether names of countries are private.
        scripts: Scripts that are sent although no detector finds names in them.
        key_id: The id of the key that workers must find; see ``pinned``.

    Raises:
        KeyMaterialError: A key was given in place of its reference.
        PolicyError: The policy makes no sense, or ``per`` is none of the three.
    """

    key: str
    policy: str | Path | Mapping[str, object] | None = None
    epsilon: str | None = None
    session: str = ""
    per: Per = "corpus"
    region: str = "US"
    neural: bool = True
    countries: bool = False
    scripts: tuple[str, ...] = ()
    key_id: str = ""

    def __post_init__(self) -> None:
        KeyReference(self.key)
        object.__setattr__(self, "policy", _policy_text(self.policy))
        object.__setattr__(self, "scripts", tuple(self.scripts))
        if self.per not in get_args(Per):
            msg = f"a session is per {', '.join(get_args(Per))}, not {self.per!r}"
            raise PolicyError(msg)
        self.made_policy()

    def pinned(self) -> SanitizerSpec:
        """This spec with the id of the key as it is read here; a worker that finds another key refuses to start.

        Raises:
            KeyMaterialError: The key cannot be read here.
        """
        return replace(self, key_id=self.read_key().id)

    def read_key(self) -> Key:
        """The key that the reference names.

        Raises:
            KeyMaterialError: It is not there, or not the one that was pinned.
        """
        key = KeyReference(self.key).read()
        if self.key_id not in {"", key.id}:
            msg = f"this worker finds the key {key.id} at {self.key}, and the corpus is made under {self.key_id}"
            raise KeyMaterialError(msg)
        return key

    def made_policy(self) -> Policy:
        """The policy that the text describes.

        Raises:
            PolicyError: A key or value in it makes no sense.
        """
        policy = Policy.of(json.loads(str(self.policy), parse_float=Decimal)) if self.policy else Policy.default()
        return policy if self.epsilon is None else policy.with_epsilon(self.epsilon)

    def make(self) -> Sanitizer:
        """The sanitizer, for this process. It remembers nothing, so that no document depends on another.

        Raises:
            PrivacyError: The key cannot be read, or the detector cannot be made.
        """
        policy = self.made_policy()
        detector = self._detection(policy).detector(policy.entity_types)
        return Sanitizer(self.read_key(), policy=policy, detector=detector, remember=0)

    def _detection(self, policy: Policy) -> Detection:
        """How values are looked for: as the spec says, or as its policy says.

        Raises:
            PolicyError: Both say it.
        """
        own = Detection(self.region, self.neural, self.countries, frozenset(self.scripts))
        if Detection() not in {own, policy.detection}:
            msg = "say how values are looked for once: in the policy's table [detector], or in the spec"
            raise PolicyError(msg)
        return own if policy.detection == Detection() else policy.detection

    def opener(self) -> Callable[[str], Session]:
        """What makes the session of a document, by the id of what has its own session."""
        sanitizer = self.make()
        return lambda whose: sanitizer.session(self.session_name(whose))

    def session_name(self, whose: str = "") -> str:
        """The name of a document's session: it is needed to read surrogates with the key alone.

        Raises:
            PolicyError: An id is missing, or given although all documents share a session.
        """
        if (self.per == "corpus") == bool(whose):
            wanted = "one session for the corpus takes no ids" if whose else f"a session per {self.per} takes its id"
            msg = f"{wanted}; per is {self.per!r}"
            raise PolicyError(msg)
        return f"{self.session}/{whose}" if whose else self.session

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that differ for each spec: they show whether a stopped run may continue. Public."""
        told = {**self.__dict__, "key": "", "scheme": SCHEME}
        return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def _policy_text(policy: object) -> str:
    """A policy as text for workers: plain data in JSON; empty for the default.

    Raises:
        PolicyError: It is something else, or the file cannot be read.
    """
    if policy is None or policy == "" or (isinstance(policy, str) and policy.startswith("{")):
        return policy or ""
    if isinstance(policy, Mapping):
        return json.dumps(dict(policy), default=str, sort_keys=True)
    if not isinstance(policy, str | Path):
        msg = (
            f"a spec's policy is a TOML file or what one would hold, as a dict, not {type(policy).__name__}: "
            "it has to travel as text"
        )
        raise PolicyError(msg)
    Policy.load(policy)  # its errors name the file
    return json.dumps(
        tomllib.loads(Path(policy).read_text(encoding="utf-8"), parse_float=Decimal), default=str, sort_keys=True
    )
