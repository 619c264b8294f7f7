"""The engine: key, policy and detector, and what one value becomes under them. Immutable and stateless."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from privacy_chains.contract.spans import Span
from privacy_chains.detect.base import Detector
from privacy_chains.detect.composite import CompositeDetector
from privacy_chains.detect.escapes import escaped_like, unescaped
from privacy_chains.errors import FormatError, KeyMaterialError, PolicyError, PrivacyError
from privacy_chains.formats.base import TweakedCipher
from privacy_chains.formats.cycle_walking import decipher, encipher_parts
from privacy_chains.formats.lending import Lending
from privacy_chains.hazmat.ciphers import Backend, Claim, DomainCipher
from privacy_chains.hazmat.coins import Coins
from privacy_chains.keys import Key, KeyRing
from privacy_chains.lazy import lazily
from privacy_chains.ledger.audit import AuditLog
from privacy_chains.preempt.one_way import one_way_form
from privacy_chains.preempt.policy import AddNoise, Encipher, Keep, Policy, Refuse
from privacy_chains.preempt.policy_rules import enciphered_format
from privacy_chains.preempt.treatments import Hash, OneWay

__all__ = ["SCHEME", "Engine"]

SCHEME = "v3"
"""The version of all that surrogates depend on: ciphers, tweaks, formats and lists. It is part of every tweak."""

_LONGEST_REPLY = 200
"""The longest answer, in characters, that is read together with its question; longer ones are clear by themselves."""

_QUESTION_ENDS = " ?.!:;\uff1f\u061f"

_ADDRESS = lazily(r" at 0x[0-9a-f]{1,32}")


class Engine:
    """What one key, policy and detector do to a single value. Safe to share between threads."""

    def __init__(self, key: Key | KeyRing, policy: Policy, detector: Detector, audit: AuditLog | None = None) -> None:
        self.key = key
        self.policy = policy
        self.audit = audit
        self.detector = detector if isinstance(detector, CompositeDetector) else CompositeDetector(detector)
        self.noise = {name: rule.noise for name, rule in policy.rules.items() if isinstance(rule, AddNoise)}
        self._allowed = {name: rule for name, rule in policy.rules.items() if not isinstance(rule, Refuse)}
        self._spelled = {
            name: Encipher(enciphered_format(name)) if isinstance(rule, OneWay) else rule
            for name, rule in self._allowed.items()
        }
        self._ciphers = lru_cache(maxsize=256)(self._make_cipher)

    def __repr__(self) -> str:
        return f"Engine(key={self.key!r})"

    def fingerprint(self, *context: str) -> str:
        """16 hexadecimal digits that differ for each key, policy, kind of detector and context; public."""
        rules = [f"{name} {_described(rule)}" for name, rule in sorted(self.policy.rules.items())]
        searched = [
            str(self.policy.epsilon),
            str(self.policy.values),
            *sorted(self.policy.entity_types),
            repr(self.detector),
            *(f"allow {value}" for value in sorted(self.policy.allow)),
            *(f"deny {name} {value}" for name, values in self.policy.deny.items() for value in sorted(values)),
        ]
        return self.key.derive("fingerprint", SCHEME, *rules, *searched, *context, length=8).hex()

    def for_index(self, name: str) -> Engine:
        """The engine of an index: what a session would encipher for itself is enciphered for the index.

        Raises:
            PolicyError: The index has no name.
        """
        return Engine(self.key, self.policy.for_index(name), self.detector, self.audit)

    def reading(self, key_id: str | None = None) -> Engine:
        """The engine that reads surrogates with the key alone: with the only key, or with the one that is named.

        Raises:
            KeyMaterialError: There are several keys and none is named, or there is none of that id.
        """
        ring = self.key if isinstance(self.key, KeyRing) else KeyRing(self.key)
        if key_id is None and len(ring) > 1:
            msg = (
                f"this key ring has {len(ring)} keys ({', '.join(ring.ids)}), and a surrogate does not say which made "
                "it: under another it reads as somebody else. Give the prompt, or the key_id that it has"
            )
            raise KeyMaterialError(msg)
        if key_id is None or (key_id == self.key.id and not isinstance(self.key, KeyRing)):
            return self
        return Engine(ring.get(key_id), self.policy, self.detector, self.audit)

    def check_key(self, key_id: str) -> None:
        """Refuse what was made under a key that this engine does not have.

        Raises:
            KeyMaterialError: It was.
        """
        ids = self.key.ids if isinstance(self.key, KeyRing) else (self.key.id,)
        if key_id and key_id not in ids:
            msg = f"the prompt was made under the key {key_id}, and here is {', '.join(ids)}; read it under its own key"
            raise KeyMaterialError(msg)

    def find(self, text: str, *, answer: bool = False, asked: str = "") -> tuple[Span, ...]:
        """The private values in ``text``, disjoint and in reading order.

        Args:
            text: The text.
            answer: Whether a model wrote it; it may then be in any script.
            asked: The question that it answers. ``54`` behind ``How old are you?`` is an age.

        Raises:
            DetectionError: The detector failed, or its spans do not fit the text.
            UnsupportedLanguage: No detector reads the text's script.
        """
        found = self._found(text, answer=answer)
        if not asked or len(text) > _LONGEST_REPLY:
            return found
        for before in (f"{asked}\n", f"{asked.rstrip(_QUESTION_ENDS)}: "):
            start = len(before)
            behind = [span for span in self._found(before + text, answer=True) if span.start >= start]
            found = _with(found, [replace(span, start=span.start - start, end=span.end - start) for span in behind])
        return found

    def _found(self, text: str, *, answer: bool) -> tuple[Span, ...]:
        found = self.detector.settled(text, self.detector.scripts, refuse=not answer)
        return tuple([span for span in found if _says_something(text, span)])

    def treatment(self, entity_type: str) -> Encipher | AddNoise | OneWay | Keep:
        """The policy's rule, if it lets the value be sent in some form.

        Raises:
            PolicyError: The policy refuses the type, or has no rule for it.
        """
        treatment = self._allowed.get(entity_type)
        if treatment is None:
            self.policy.treatment(entity_type)
            msg = f"the policy refuses texts that hold {entity_type}"
            raise PolicyError(msg, entity_type=entity_type)
        return treatment

    def spelled(self, entity_type: str) -> Encipher | AddNoise | Keep:
        """The rule that says how a type's values are written; for what is taken out one way, one that enciphers it.

        Raises:
            PolicyError: The policy refuses the type, or has no rule for it.
        """
        rule = self.treatment(entity_type)
        return self._spelled[entity_type] if isinstance(rule, OneWay) else rule

    def one_way(self, entity_type: str, rule: OneWay, value: str, session: str) -> str:
        """What stands in the place of a value that is taken out one way."""
        scope = _scope(rule, session) if isinstance(rule, Hash) else ()
        secret = self.key.derive("hash", SCHEME, entity_type, *scope) if isinstance(rule, Hash) else b""
        return one_way_form(rule, entity_type, unescaped(value), self._spelled[entity_type], secret)

    def aliases(self, entity_type: str, value: str) -> tuple[str, ...]:
        """The parts of a value that identify it on their own, such as a person's surname."""
        rule = self.spelled(entity_type)
        if not isinstance(rule, Encipher):
            return ()
        try:
            return rule.format.aliases(unescaped(value))
        except FormatError:
            return ()

    def encipher(self, entity_type: str, rule: Encipher, value: str, session: str) -> tuple[str, Claim]:
        """The surrogate of a Category I value, checked by deciphering it, with the claim that the ledger may make."""
        cipher, tweaked = self._cipher(entity_type, rule, session), self._tweaked(entity_type, rule, session)
        try:
            surrogate, parts = encipher_parts(rule.format, unescaped(value), tweaked)
        except PrivacyError as error:
            error.about(entity_type)
            raise
        smallest, turned = 0, False  # the claim of the smallest domain holds for the whole value
        for _, size, _, ring, *_ in parts:
            if size > 1:
                smallest, turned = min(smallest or size, size), turned or ring
        return escaped_like(surrogate, value), cipher.claim(smallest or 1, ring=turned)

    def decipher(self, entity_type: str, rule: Encipher, surrogate: str, session: str) -> str:
        """The original of a Category I surrogate."""
        try:
            original = decipher(rule.format, unescaped(surrogate), self._tweaked(entity_type, rule, session))
        except PrivacyError as error:
            error.about(entity_type)
            raise
        return escaped_like(original, surrogate)

    def coins(self, session: str) -> Callable[..., Coins]:
        """Coins for a session: an independent stream for each context."""
        secret = self.key.derive("noise", SCHEME, session)
        return lambda *context: Coins(secret, *context)

    def _cipher(self, entity_type: str, rule: Encipher, session: str) -> DomainCipher:
        return self._ciphers(entity_type, _scope(rule, session), rule.backend)

    def _tweaked(self, entity_type: str, rule: Encipher, session: str) -> TweakedCipher:
        """The cipher of a type's values, and of their parts that belong to another type."""
        own, others = self._cipher(entity_type, rule, session), {}
        for other in rule.format.borrows - {entity_type}:
            lender = self.policy.rules.get(other)
            others[other] = self._cipher(other, lender if isinstance(lender, Encipher) else rule, session)
        return Lending(own, others) if others else own

    def _make_cipher(self, entity_type: str, scope: tuple[str, ...], backend: Backend) -> DomainCipher:
        return DomainCipher(self.key.derive("cipher", SCHEME, entity_type, *scope), backend=backend)


def _scope(rule: Encipher | Hash, session: str) -> tuple[str, ...]:
    """What tells a rule's scope from others, for sub-keys."""
    names = {"user": (), "session": (session,), "index": (rule.index,)}
    return rule.scope, *names[rule.scope]


def _described(rule: object) -> str:
    """A rule as text: the parameters that it shows, and what its format keeps; formats of one class differ in it."""
    kept = rule.format.keeps if isinstance(rule, Encipher) else ""
    return f"{_ADDRESS.sub('', repr(rule))} {kept}"


def _says_something(text: str, span: Span) -> bool:
    """Whether a span holds a letter or digit; most begin with one."""
    return text[span.start].isalnum() or any(map(str.isalnum, text[span.start : span.end]))


def _with(found: tuple[Span, ...], more: Iterable[Span]) -> tuple[Span, ...]:
    """The spans together with further ones: a question only adds to what its answer says as surely by itself."""
    for span in more:
        met = [one for one in found if one.start < span.end and span.start < one.end]
        if all(span.start <= one.start and one.end <= span.end and span.score >= one.score for one in met):
            found = (*(one for one in found if one not in met), span)
    return tuple(sorted(found, key=lambda span: span.start))
