"""The engine: key, policy and detector, and what one value becomes under them. Immutable and stateless."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from privacy_chains.detect.base import Detector
from privacy_chains.detect.composite import CompositeDetector
from privacy_chains.detect.escapes import escaped_like, unescaped
from privacy_chains.errors import FormatError, PolicyError
from privacy_chains.formats.base import decipher, encipher_parts
from privacy_chains.hazmat.ciphers import Backend, Claim, DomainCipher
from privacy_chains.hazmat.coins import Coins
from privacy_chains.keys import KeySource
from privacy_chains.policy import AddNoise, Encipher, Keep, Policy, Refuse
from privacy_chains.spans import Span

__all__ = ["SCHEME", "Engine"]

SCHEME = "v1"
"""The version of everything a surrogate depends on: ciphers, tweaks, formats and lists. It enters every tweak."""

_ADDRESS = re.compile(r" at 0x[0-9a-f]{1,32}")


class Engine:
    """What one key, policy and detector do to a single value. Safe to share between threads."""

    def __init__(self, key: KeySource, policy: Policy, detector: Detector) -> None:
        self.key = key
        self.policy = policy
        self.detector = detector if isinstance(detector, CompositeDetector) else CompositeDetector(detector)
        self.noise = {name: rule.noise for name, rule in policy.rules.items() if isinstance(rule, AddNoise)}
        self._allowed = {name: rule for name, rule in policy.rules.items() if not isinstance(rule, Refuse)}
        self._ciphers = lru_cache(maxsize=256)(self._make_cipher)

    def __repr__(self) -> str:
        return f"Engine(key={self.key!r})"

    def fingerprint(self, *context: str) -> str:
        """16 hexadecimal digits that tell keys, policies, kinds of detectors and contexts apart; public."""
        rules = [f"{name} {_ADDRESS.sub('', repr(rule))}" for name, rule in sorted(self.policy.rules.items())]
        searched = [
            str(self.policy.epsilon),
            str(self.policy.values),
            *sorted(self.policy.entity_types),
            repr(self.detector),
        ]
        return self.key.derive("fingerprint", SCHEME, *rules, *searched, *context, length=8).hex()

    def find(self, text: str) -> tuple[Span, ...]:
        """The private values in ``text``, disjoint and in reading order.

        Raises:
            DetectionError: The detector failed, or its spans do not fit the text.
        """
        return tuple([span for span in self.detector.detect(text) if _says_something(text, span)])

    def treatment(self, entity_type: str) -> Encipher | AddNoise | Keep:
        """The policy's rule, where it lets the value be sent in any form.

        Raises:
            PolicyError: The policy refuses the type, or has no rule for it.
        """
        treatment = self._allowed.get(entity_type)
        if treatment is None:
            self.policy.treatment(entity_type)
            msg = f"the policy refuses texts that hold {entity_type}"
            raise PolicyError(msg)
        return treatment

    def aliases(self, entity_type: str, value: str) -> tuple[str, ...]:
        """The pieces of a value that stand for it on their own, such as a person's surname."""
        rule = self.treatment(entity_type)
        if not isinstance(rule, Encipher):
            return ()
        try:
            return rule.format.aliases(unescaped(value))
        except FormatError:
            return ()

    def encipher(self, entity_type: str, rule: Encipher, value: str, session: str) -> tuple[str, Claim]:
        """The surrogate of a Category I value, checked by deciphering it, and what may be claimed of it."""
        cipher = self._cipher(entity_type, rule, session)
        surrogate, parts = encipher_parts(rule.format, unescaped(value), cipher)
        smallest, turned = 0, False  # the smallest domain's claim holds for the whole value
        for _, size, _, ring in parts:
            if size > 1:
                smallest, turned = min(smallest or size, size), turned or ring
        return escaped_like(surrogate, value), cipher.claim(smallest or 1, ring=turned)

    def decipher(self, entity_type: str, rule: Encipher, surrogate: str, session: str) -> str:
        """The original of a Category I surrogate."""
        original = decipher(rule.format, unescaped(surrogate), self._cipher(entity_type, rule, session))
        return escaped_like(original, surrogate)

    def coins(self, session: str) -> Callable[..., Coins]:
        """Coins for a session: one independent stream for every context."""
        secret = self.key.derive("noise", SCHEME, session)
        return lambda *context: Coins(secret, *context)

    def _cipher(self, entity_type: str, rule: Encipher, session: str) -> DomainCipher:
        return self._ciphers(entity_type, session if rule.scope == "session" else None, rule.backend)

    def _make_cipher(self, entity_type: str, session: str | None, backend: Backend) -> DomainCipher:
        scope = ("user",) if session is None else ("session", session)
        return DomainCipher(self.key.derive("cipher", SCHEME, entity_type, *scope), backend=backend)


def _says_something(text: str, span: Span) -> bool:
    """Whether a span holds a letter or digit; most begin with one."""
    return text[span.start].isalnum() or any(map(str.isalnum, text[span.start : span.end]))
