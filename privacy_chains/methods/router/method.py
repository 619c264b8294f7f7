"""The router: the method that chooses among methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn, get_args

from privacy_chains.contract.conversation import Leaf, Message, SanitizedConversation
from privacy_chains.contract.decision import Decision
from privacy_chains.contract.method import AnswerReader, Method, Traits
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.spans import Span
from privacy_chains.errors import KeyMaterialError, PolicyError, PrivacyError, forgets_values
from privacy_chains.keys import Key
from privacy_chains.ledger import Ledger, exact_epsilon
from privacy_chains.methods.router.assessor import Assessor
from privacy_chains.methods.router.features import Measure, names_of
from privacy_chains.methods.router.flow_log import FlowLog
from privacy_chains.methods.router.identity import identity_rate
from privacy_chains.methods.router.prompt import RoutedPrompt
from privacy_chains.methods.router.session import RouterSession
from privacy_chains.methods.router.settings import Plain, RouterSettings, Rung, Seen, Selection
from privacy_chains.models import LocalModel

__all__ = ["Router"]


class Router:
    """Predicts how good an answer will be, and chooses the way of each message before anything of it leaves.

    A message goes by the most private method of the ladder whose answer is good enough with 90 % probability (the
    lower end of an interval that holds 80 %). If there is none, ``local`` answers; without that, a message in which
    nothing is private may go; otherwise ``NotWorthSending`` is raised. Safe to share between threads.

    Args:
        ladder: Methods, the most private first.
        local: Answers what is not sent: a ``LocalModel`` that generates, or a chat model of the adapter's framework. Of
            a ``LocalModel`` the parts ``embed``, ``generate`` and ``surprisal`` also help to predict.
        accept: How good an answer has to be, from 0 to 1.
        plain: ``"nothing-private"``: if nothing else is left, a message in which the last method of the ladder finds
            nothing private goes by it. It needs ``features="all"`` and ``selection="best"``.
        features: ``"sanitized"``: decisions depend on sanitized texts alone. ``"all"``: they also compare with the
            clear text, and predict better.
        selection: ``"best"``: the most private that is good enough. ``"exponential"``: a rung is drawn, and the draw
            spends ``epsilon``.
        epsilon: What a draw spends.
        key: The user's key, which a draw takes its coins from.
        assessor: Predicts; the package's prior for what can be measured if left out.
        log: A file for what ``observe`` stores.

    **Guarantee**: with ``features="sanitized"`` a decision is computed from sanitized texts. The ledger counts those
    that were looked at and not sent as released, so what it adds up to covers the decision. With
    ``selection="exponential"`` the draw adds ``epsilon`` between any two messages, and the ledger counts the rung that
    was drawn alone. What is decided for a message stays decided in its session.
    **Warning**: with ``features="all"`` and ``selection="best"`` the way that a message took depends on its clear text:
    the ledger says ``Chosen``, which has no epsilon. Whoever sees the calls also sees that there was none. Budgets of
    the rungs do not know of rungs that were looked at. An audit log lists those as released. Another ladder, ``accept``
    or assessor decides otherwise, also for messages that were sent: give the session another name then.

    Raises:
        PolicyError: A parameter is none of those above.
        KeyMaterialError: A draw has no key.
    """

    def __init__(  # noqa: PLR0913  (each says one thing of the router)
        self,
        ladder: Sequence[Method],
        *,
        local: Any = None,
        accept: float = 0.7,
        plain: Plain = "never",
        features: Seen = "sanitized",
        selection: Selection = "best",
        epsilon: Fraction | float | str = 1,
        key: Key | None = None,
        assessor: Assessor | None = None,
        log: Path | str | None = None,
    ) -> None:
        _check(ladder, accept, plain, features, selection)
        if selection == "exponential" and not isinstance(key, Key):
            msg = "selection='exponential' draws, and takes its coins from a key: give key=Key"
            raise KeyMaterialError(msg)
        measure = Measure(local if isinstance(local, LocalModel) else None)
        chosen = assessor or Assessor.prior("sanitized" if features == "sanitized" else measure.widest)
        if features == "sanitized" and not set(chosen.features) <= set(names_of("sanitized")):
            msg = "features='sanitized' takes an assessor that looks at sanitized texts alone; this one looks at more"
            raise PolicyError(msg)
        rungs = [Rung(method, identity_rate(method)) for method in ladder]
        self._settings = RouterSettings(
            rungs, local, accept, plain, features, selection, exact_epsilon(epsilon), key, chosen, measure,
            None if log is None else FlowLog(log),
        )  # fmt: skip
        self._sessions: dict[str, RouterSession] = {}
        self._alone = self.session("")

    def session(self, name: str) -> RouterSession:
        """One conversation; under another name, other coins.

        Args:
            name: What tells it from the user's others.
        """
        made = RouterSession(self._settings, name)
        if self._settings.log is not None:
            self._sessions[name] = made
        return made

    @property
    def local(self) -> Any:
        """What answers on this side."""
        return self._settings.local

    @property
    def rates(self) -> tuple[float, ...]:
        """The calibrated identity rate of each rung: the share of frequent words that it leaves as they are."""
        return tuple(rung.identity for rung in self._settings.rungs)

    @property
    def traits(self) -> Traits:
        """What this method promises; see ``RouterSession.traits``."""
        return self._alone.traits

    @property
    def ledger(self) -> Ledger:
        """What was released outside of sessions."""
        return self._alone.ledger

    @forgets_values
    def scan(self, texts: str | Sequence[str]) -> tuple[tuple[Span, ...], ...]:
        """What the most private rung takes for private in each text. Nothing is released or remembered."""
        return self._alone.scan(texts)

    @forgets_values
    def decide(self, messages: Sequence[Message]) -> Decision:
        """What becomes of the last message that is not the model's; see ``RouterSession.decide``."""
        return self._alone.decide(messages)

    @forgets_values
    def sanitize(self, texts: str | Sequence[str]) -> RoutedPrompt:
        """Sanitize one message; see ``RouterSession.sanitize``."""
        return self._alone.sanitize(texts)

    @forgets_values
    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[RoutedPrompt]:
        """Sanitize a conversation; see ``RouterSession.sanitize_conversation``."""
        return self._alone.sanitize_conversation(messages)

    @forgets_values
    def answered_here(self, messages: Sequence[Message]) -> RoutedPrompt:
        """What reads the answer of a message that is answered on this side."""
        return self._alone.answered_here(messages)

    @forgets_values
    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Prompt, *, json: Sequence[str] = ()) -> str:
        """Seal what a model wrote, to be stored beside the clear message and handed back as ``Message.kept``."""
        return self._alone.keep(wrote, read, prompt, json=json)

    def reader(self, prompt: Prompt) -> AnswerReader:
        """What reads answers to a prompt back; see ``RouterSession.reader``."""
        return self._alone.reader(prompt)

    def observe(
        self, decision: Decision | Mapping[str, Any], answer: str, quality: float | None = None, *, session: str = ""
    ) -> bool:
        """Store in the log what came of a decision of a session; see ``RouterSession.observe``."""
        known = self._sessions.get(session)
        return known is not None and known.observe(decision, answer, quality)

    def __repr__(self) -> str:
        names = ", ".join(rung.name for rung in self._settings.rungs)
        return f"Router([{names}], accept={self._settings.accept}, features={self._settings.seen!r})"

    def __reduce__(self) -> NoReturn:
        msg = "a Router holds keys and is not pickled; make it again where it is needed"
        raise PrivacyError(msg)


def _check(ladder: Sequence[object], accept: float, plain: object, features: object, selection: object) -> None:
    """Refuse what makes no router.

    Raises:
        PolicyError: The message says what.
    """
    if not ladder or not all(isinstance(method, Method) for method in ladder):
        msg = "a ladder is made of methods, the most private first: Router([WordNoise(key, epsilon=1), Sanitizer(key)])"
        raise PolicyError(msg)
    for name, value, known in (
        ("plain", plain, get_args(Plain)),
        ("features", features, get_args(Seen)),
        ("selection", selection, get_args(Selection)),
    ):
        if value not in known:
            msg = f"{name} is {' or '.join(map(repr, known))}"
            raise PolicyError(msg)
    if not 0 <= accept <= 1:
        msg = "accept is from 0 to 1"
        raise PolicyError(msg)
    if plain != "never" and (features != "all" or selection != "best"):
        msg = "plain='nothing-private' looks at the clear text: it needs features='all' and selection='best'"
        raise PolicyError(msg)
