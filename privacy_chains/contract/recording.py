"""What methods tell the audit log: each release before it is handed out, and each refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

from privacy_chains.contract.conversation import SanitizedConversation
from privacy_chains.contract.prompt import Prompt, SpannedPrompt
from privacy_chains.ledger.audit import AuditLog, Release, now_destined

__all__ = ["Recording"]

_LOGGED = "the audit log has a line for this refusal"

R = TypeVar("R")
S = TypeVar("S", bound=Prompt | SanitizedConversation[Any])


@dataclass(frozen=True, slots=True)
class Recording:
    """Writes what a method does to a log, where there is one. The one place that makes lines of prompts.

    Attributes:
        log: The log.
        method: The class of the method.
        session: The session's name; the log has a keyed hash of it.
    """

    log: AuditLog | None
    method: str
    session: str = ""

    def of(self, sanitize: Callable[[], S]) -> S:
        """What a call of a method hands out, once the log has it.

        Raises:
            AuditError: It cannot be written; nothing is handed out.
            PrivacyError: Nothing may be sent, and the log says so.
        """
        made = self.refusals_of(sanitize)
        if self.log is not None:
            prompt = made.prompt if isinstance(made, SanitizedConversation) else made
            self.log.record(Release("released", *self._who(self.log), _types(prompt), prompt.ledger))
        return made

    def refusals_of(self, call: Callable[[], R]) -> R:
        """What a call returns; a refusal has one line, however many calls it passes through.

        Raises:
            AuditError: It cannot be written.
            PrivacyError: Nothing may be sent, and the log says so.
        """
        try:
            return call()
        except Exception as error:
            if self.log is not None and _LOGGED not in getattr(error, "__notes__", ()):
                self.log.record(Release("refused", *self._who(self.log), reason=type(error).__name__))
                error.add_note(_LOGGED)
            raise

    def _who(self, log: AuditLog) -> tuple[str, str, str]:
        return self.method, now_destined(), log.pseudonym(self.session)


def _types(prompt: Prompt) -> Mapping[str, int]:
    """How many values of each type a prompt holds."""
    spans = prompt.spans if isinstance(prompt, SpannedPrompt) else ()
    return Counter(span.entity_type for span in chain.from_iterable(spans))
