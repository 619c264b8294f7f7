"""The sanitizer: the product's front door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from privacy_chains.conversation import Message, SanitizedConversation
from privacy_chains.dependencies import Dependencies
from privacy_chains.desanitize import Desanitizer, JsonDesanitizer
from privacy_chains.detect import Detector, default_detector
from privacy_chains.engine import Engine
from privacy_chains.errors import KeyMaterialError
from privacy_chains.keys import Key, KeyRing
from privacy_chains.ledger import Budget, Ledger
from privacy_chains.policy import Policy
from privacy_chains.prompt import SanitizedPrompt
from privacy_chains.session import Session

__all__ = ["Sanitizer"]


class Sanitizer:
    """Makes prompts private and reads answers back. Immutable; safe to share between threads.

    ``sanitize`` is a pure function of key, policy and texts: the same call gives the same prompt in every
    process. Nothing is stored. For a conversation whose released numbers must not change, make a session.

    Args:
        key: The user's key. There is no default: whoever holds it can read every surrogate.
        policy: How each entity type is treated; ``Policy.default()`` if left out.
        detector: Finds private values; ``default_detector(entity_types=policy.entity_types)``
            if left out.

    Raises:
        KeyMaterialError: No key was given.
    """

    def __init__(self, key: Key | KeyRing, *, policy: Policy | None = None, detector: Detector | None = None) -> None:
        if not isinstance(key, Key | KeyRing):
            msg = (
                f"Sanitizer needs a Key, not {type(key).__name__}: make one with Key.generate() and keep it, or "
                "load it with Key.from_env('NAME') or Key.from_file(path)"
            )
            raise KeyMaterialError(msg)
        policy = policy or Policy.default()
        self._engine = Engine(key, policy, detector or default_detector(entity_types=policy.entity_types))

    @property
    def policy(self) -> Policy:
        """How each entity type is treated."""
        return self._engine.policy

    def session(
        self,
        name: str,
        *,
        dependencies: Dependencies | str | None = None,
        budget: Budget | None = None,
        other_sessions: Ledger | None = None,
    ) -> Session:
        """One conversation of this key's user.

        Args:
            name: Tells this conversation from the user's others, such as a thread id. The same name gives the
                same noise for the same values.
            dependencies: Formulas among the numbers (the helper string).
            budget: Limits on epsilon, checked before anything is released.
            other_sessions: What this user released in other sessions: it counts in the budget's ``user``.
        """
        if isinstance(dependencies, str):
            dependencies = Dependencies.parse(dependencies)
        return Session(self._engine, name, dependencies, budget, other_sessions)

    def sanitize(self, texts: str | Sequence[str]) -> SanitizedPrompt:
        """Sanitize a text, or several jointly.

        Raises:
            PrivacyError: Nothing may be sent; the message says why without quoting a value.
        """
        return self.session("").sanitize(texts)

    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation:
        """Sanitize a conversation from its beginning, message by message, in order."""
        return self.session("").sanitize_conversation(messages)

    def desanitize(self, answer: str, prompt: SanitizedPrompt | None = None) -> str:
        """Read an answer back.

        With the ``prompt`` its surrogates are found however the model respelled them. Without it, the answer is
        annotated again and deciphered with the key alone: enciphered types only, and any value of such a type
        is taken for a surrogate.
        """
        return self.session("").desanitize(answer, prompt)

    def desanitize_value(self, value: Any, prompt: SanitizedPrompt) -> Any:
        """Read JSON-like data back: texts in keys and values, and numbers, which stay numbers."""
        return prompt.reader.value(value)

    def reader(self, prompt: SanitizedPrompt, *, json: bool = False) -> Desanitizer | JsonDesanitizer:
        """Read an answer back chunk by chunk; ``json`` for fragments of a JSON text, such as tool arguments."""
        return prompt.reader.stream(json=json)

    def __repr__(self) -> str:
        return f"Sanitizer({self._engine!r})"
