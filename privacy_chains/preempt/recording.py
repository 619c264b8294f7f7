"""What a session tells the audit log: each release before it is handed out, and each refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from privacy_chains.contract.conversation import SanitizedConversation
from privacy_chains.ledger.audit import AuditLog, Release, now_destined
from privacy_chains.preempt.prompt import SanitizedPrompt

__all__ = ["Recording"]

_METHOD = "Sanitizer"

R = TypeVar("R", SanitizedPrompt, SanitizedConversation[SanitizedPrompt])


@dataclass(frozen=True, slots=True)
class Recording:
    """Writes what a session does to a log, where there is one.

    Attributes:
        log: The log.
        session: The session's name; the log has a keyed hash of it.
    """

    log: AuditLog | None
    session: str

    def of(self, sanitize: Callable[[], R]) -> R:
        """What a call hands out, once the log has it.

        Raises:
            AuditError: It cannot be written; nothing is handed out.
            PrivacyError: Nothing may be sent, and the log says so.
        """
        if self.log is None:
            return sanitize()
        who = (_METHOD, now_destined(), self.log.pseudonym(self.session))
        try:
            made = sanitize()
        except Exception as error:
            self.log.record(Release("refused", *who, reason=type(error).__name__))
            raise
        prompt = made if isinstance(made, SanitizedPrompt) else made.prompt
        types = Counter(span.entity_type for span in chain.from_iterable(prompt.spans))
        self.log.record(Release("released", *who, types, prompt.ledger))
        return made
