"""The sanitizer: the product's front door."""

from __future__ import annotations

from collections.abc import Sequence
from types import UnionType
from typing import TYPE_CHECKING, Any

from privacy_chains.contract.conversation import Leaf, Message, SanitizedConversation
from privacy_chains.contract.method import Traits
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.records import DEFAULT_INDEX
from privacy_chains.contract.report import Sighting
from privacy_chains.contract.roles import Arguments
from privacy_chains.contract.spans import Span
from privacy_chains.contract.unproven import Unproven, check_unproven
from privacy_chains.dependencies import Dependencies
from privacy_chains.detect import Detector
from privacy_chains.errors import KeyMaterialError, PolicyError, PrivacyError, forgets_values
from privacy_chains.keys import Key, KeyRing
from privacy_chains.ledger import Budget, Ledger
from privacy_chains.ledger.audit import AuditLog
from privacy_chains.preempt.engine import Engine
from privacy_chains.preempt.index import Index
from privacy_chains.preempt.lists import listed
from privacy_chains.preempt.policy import Policy
from privacy_chains.preempt.prompt import SanitizedPrompt, check_prompt
from privacy_chains.preempt.replay import REMEMBERED, Replays
from privacy_chains.preempt.session import TRAITS, Session

if TYPE_CHECKING:
    from privacy_chains.desanitize import Reader

__all__ = ["Sanitizer"]


class Sanitizer:
    """Makes prompts private and reads answers back. Immutable; safe to share between threads.

    ``sanitize`` is a pure function of key, policy and texts: the same call gives the same prompt in every process.
    Nothing is stored. What was sanitized last is remembered, in memory only and until the key is destroyed. So a
    session for each request costs as little as one that is kept, and a trimmed history is sent unchanged: what was
    sent or found private under a session's name is so again. Without a name nothing depends on this memory. For a
    conversation whose released numbers must not change, make a session.

    Args:
        key: The user's key. There is no default: whoever holds it can read every surrogate.
        policy: How each entity type is treated; ``Policy.default()`` if left out.
        detector: Finds private values; if left out, the default detector with the policy's types, region and
            recognizers.
        remember: How many characters of sanitized messages are remembered at most; 0 for none.
        unproven: What becomes of messages in the model's name that do not prove that the model wrote them: ``"hide"``
            their private values, treat them as the ``"caller"``'s, or ``"refuse"`` them. See ``Unproven``.
        audit: A log that gets a line for each release and each refusal, before anything is handed out.

    Raises:
        KeyMaterialError: No key was given.
        PolicyError: The policy is none.
        DetectionError: The detector is none.
    """

    def __init__(  # noqa: PLR0913  (each says one thing of the method)
        self,
        key: Key | KeyRing | None = None,
        *,
        policy: Policy | None = None,
        detector: Detector | None = None,
        remember: int = REMEMBERED,
        unproven: Unproven = "hide",
        audit: AuditLog | None = None,
    ) -> None:
        if not isinstance(key, Key | KeyRing):
            given = "and was given none" if key is None else f"not {type(key).__name__}"
            msg = (
                f"Sanitizer needs a Key, {given}: make one with Key.generate() and keep it, or "
                "load it with Key.from_env('NAME') or Key.from_file(path)"
            )
            raise KeyMaterialError(msg)
        policy = Policy.default() if policy is None else policy
        if not isinstance(policy, Policy):
            msg = (
                f"Sanitizer needs a Policy, not {type(policy).__name__}: Policy.profile('finance') is one that comes "
                "with the package, Policy.load(path) is one of your own"
            )
            raise PolicyError(msg)
        if policy.undetected != "keep":
            msg = (
                "the policy wants noise on what no detector finds, which takes a second method under this one: make "
                "both with Layers.of_policy(key, policy), from privacy_chains.methods.layers"
            )
            raise PolicyError(msg)
        if detector is None:
            detector = policy.detection.detector(policy.entity_types)
        check_unproven(unproven)
        _check("audit", audit, AuditLog | None, "sanitizer")
        self._engine = Engine(key, policy, listed(detector, policy), audit)
        self._replays = Replays(remember)
        key.tie(self._replays)
        self._unproven: Unproven = unproven

    @property
    def policy(self) -> Policy:
        """How each entity type is treated."""
        return self._engine.policy

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits for caches; they differ for each key, policy and kind of detector. Public."""
        return self._engine.fingerprint(*(() if self._unproven == "hide" else (self._unproven,)))

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
            name: Distinguishes this conversation from the user's others, such as a thread id. The same name gives the
                same noise for the same values.
            dependencies: Formulas among the numbers (the helper string).
            budget: Limits on epsilon, checked before anything is released.
            other_sessions: What this user released in other sessions: it counts in the budget's ``user``.

        Raises:
            PrivacyError: An argument is of another type.
            DependencyError: The formulas cannot be read.
        """
        _check("name", name, str)
        _check("dependencies", dependencies, Dependencies | str | None)
        _check("budget", budget, Budget | None)
        _check("other_sessions", other_sessions, Ledger | None)
        if isinstance(dependencies, str):
            dependencies = Dependencies.parse(dependencies)
        return Session(
            self._engine, name, dependencies, budget, other_sessions, replays=self._replays, unproven=self._unproven
        )

    def index(self, name: str = DEFAULT_INDEX, *, key_id: str | None = None) -> Index:
        """What fills and queries a store that outlives every session, such as a vector store.

        Its surrogates agree in all sessions and processes that name the same index, and differ in every other
        index and session. Values that the policy enciphers per user keep their one surrogate.

        Args:
            name: The name of the index; not the user's, who has a key of their own.
            key_id: The key that the index is filled under, where a key ring has several.

        Raises:
            KeyMaterialError: The key ring has several keys, and ``key_id`` names none of them: with a key other
                than its own, an index finds nothing, and reads as invented people.
            PolicyError: The name is empty.
        """
        return self.session("").index(name, key_id=key_id)

    @property
    def traits(self) -> Traits:
        """What this method promises."""
        return TRAITS

    @forgets_values
    def scan(self, texts: str | Sequence[str]) -> tuple[tuple[Span, ...], ...]:
        """What is private in texts, as ``Session.scan`` says."""
        return self.session("").scan(texts)

    @forgets_values
    def sanitize(self, texts: str | Sequence[str]) -> SanitizedPrompt:
        """Sanitize a text, or several jointly.

        Raises:
            PrivacyError: Nothing may be sent; the message says why without quoting a value.
        """
        return self.session("").sanitize(texts)

    @forgets_values
    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[SanitizedPrompt]:
        """Sanitize a conversation from its beginning, message by message, in order."""
        return self.session("").sanitize_conversation(messages)

    @forgets_values
    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Prompt, *, json: Sequence[str] = ()) -> str:
        """Seal what a model wrote, as ``Session.keep`` does."""
        return self.session("").keep(wrote, read, prompt, json=json)

    @forgets_values
    def saw(self, texts: Sequence[str]) -> None:
        """Remember texts that came from elsewhere, as ``Session.saw`` does."""
        self.session("").saw(texts)

    @forgets_values
    def arguments(self, texts: Sequence[str], tool: str, *, own: bool = False) -> Arguments:
        """Sanitize the texts of a tool call's arguments, as ``Session.arguments`` does."""
        return self.session("").arguments(texts, tool, own=own)

    @forgets_values
    def retell(self, texts: Sequence[str]) -> list[str]:
        """Sanitize texts for traces, as ``Session.retell`` does."""
        return self.session("").retell(texts)

    @forgets_values
    def desanitize(
        self, answer: str, prompt: Prompt | None = None, *, session: str = "", key_id: str | None = None
    ) -> str:
        """Read an answer back.

        With the ``prompt`` its surrogates are found however the model respelled them. Without it, the answer is
        annotated again and deciphered with the key alone: enciphered types only, and any value of such a type
        is taken for a surrogate.

        Args:
            answer: What the model wrote.
            prompt: What it answers.
            session: Without a prompt: the name of the session that made the surrogates. They are others in every
                session, unless the policy says ``scope="user"``, and nothing in a surrogate tells: under another
                name it reads as somebody else. What an index holds is read by ``index(name).desanitize``.
            key_id: Without a prompt: the id of the key that made them, where a key ring has several.

        Raises:
            DesanitizeError: ``answer`` is not text, or ``prompt`` is no prompt.
            KeyMaterialError: The prompt was made under a key that is not here; or without a prompt, the key ring has
                several keys and ``key_id`` names none of them.
        """
        return self.session(session).desanitize(answer, prompt, key_id=key_id)

    @forgets_values
    def desanitize_value(self, value: Any, prompt: Prompt) -> Any:
        """Read JSON-like data back: texts in keys and values, and numbers, which stay numbers."""
        return self.reader(prompt).value(value)

    def reader(self, prompt: Prompt) -> Reader:
        """What reads answers to a prompt, as ``Session.reader`` does."""
        made = check_prompt(prompt)
        self._engine.check_key(made.key_id)
        return made.reader

    @forgets_values
    def invented(self, answer: str, prompt: Prompt) -> tuple[Sighting, ...]:
        """Where an answer holds values that the model made up, as ``Session.invented`` says."""
        return self.session("").invented(answer, prompt)

    def __repr__(self) -> str:
        return f"Sanitizer({self._engine!r})"


def _check(name: str, value: object, kind: type | UnionType, owner: str = "session") -> None:
    if not isinstance(value, kind):
        wanted = kind.__name__ if isinstance(kind, type) else str(kind).replace("privacy_chains.", "")
        msg = f"a {owner}'s {name} is {wanted}, not {type(value).__name__}"
        raise PrivacyError(msg)
