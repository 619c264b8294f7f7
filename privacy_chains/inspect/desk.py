"""What the page can ask for, as plain data: the view of a text, an answer read back, the lists and changes to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from math import inf
from pathlib import Path
from threading import Lock
from typing import NamedTuple, NoReturn, TypeAlias

from privacy_chains.contract.entities import ENTITY_TYPES
from privacy_chains.contract.method import AnswerReader, Method
from privacy_chains.contract.pieces import TextPiece
from privacy_chains.errors import PolicyError, PrivacyError
from privacy_chains.inspect.answers import ReadBack, read_back
from privacy_chains.inspect.highlights import Highlight, label
from privacy_chains.inspect.policy_file import CHANGES, changed, changed_text, read_text, save
from privacy_chains.inspect.view import Inspection, view
from privacy_chains.ledger import rounded_up
from privacy_chains.mechanisms import DEFAULT_NOISE
from privacy_chains.preempt.policy import Policy, Refuse
from privacy_chains.preempt.policy_rules import word_of

__all__ = ["LONGEST", "Data", "Desk"]

Data = dict[str, object]
"""What is ready for JSON."""

_TREATMENTS = ("encipher", "noise", "redact", "hash", "suppress", "keep", "refuse")
"""How a type may be treated, in the words of a policy file."""

LONGEST = 100_000
"""The most characters of a text or an answer."""

Opener: TypeAlias = Callable[[], Method]
"""Opens a session that has seen nothing, so that a view depends on its text alone."""


class _Looked(NamedTuple):
    """A text that was looked at, its view, and what reads answers to it."""

    text: str
    view: Inspection
    reader: AnswerReader

    def __repr__(self) -> str:
        return f"_Looked({len(self.text)})"


class Desk:
    """Answers the page. Safe to share between threads; of texts, it holds the last one alone, in memory.

    Args:
        opener: What opens sessions under a policy.
        policy: How each type is treated to begin with.
        path: The policy's file, which changes to the lists are saved to; None to keep them in memory.
        adjusted: What is changed about the file's policy after it is read, such as its epsilon.
    """

    def __init__(
        self,
        opener: Callable[[Policy], Opener],
        policy: Policy,
        path: Path | None = None,
        adjusted: Callable[[Policy], Policy] = lambda policy: policy,
    ) -> None:
        self._opener = opener
        self._policy = policy
        self._path = path
        self._adjusted = adjusted
        self._open = opener(policy)
        self._last: _Looked | None = None
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"Desk(saved={self._path is not None})"

    def __reduce__(self) -> NoReturn:
        msg = "a desk holds a key and is not pickled"
        raise PrivacyError(msg)

    def state(self) -> Data:
        """The lists, the types that can be denied, the rules, and where changes are saved."""
        policy = self._policy
        names = [name for name in ENTITY_TYPES if name in policy.rules]
        types = [*names, *sorted(policy.rules.keys() - ENTITY_TYPES)]
        return {
            "allow": sorted(policy.allow),
            "deny": [{"type": kind, "value": value} for kind, some in policy.deny.items() for value in sorted(some)],
            "types": [
                {"name": name, "description": _described(name), "treatments": _treatments(name)}
                for name in types
                if not isinstance(policy.rules[name], Refuse)
            ],
            "treated": [
                {"type": name, "value": word_of(policy.rules[name]), "usual": usual}
                for name in types
                if (usual := _usual().get(name)) and usual != word_of(policy.rules[name])
            ],
            "each": rounded_up(policy.epsilon_each),
            "saved": str(self._path.name) if self._path is not None else "",
            "longest": LONGEST,
        }

    def view(self, text: str) -> Data:
        """A text beside what leaves of it.

        Raises:
            PrivacyError: It may not leave at all.
        """
        with self._lock:
            return _viewed(self._looked(text).view, self._policy)

    def answer(self, text: str, answer: str) -> Data:
        """An answer to a text, read back.

        Raises:
            PrivacyError: The text may not leave at all.
        """
        with self._lock:
            if len(answer) > LONGEST:
                raise _too_long()
            return _answered(read_back(answer, self._looked(text).reader))

    def change(self, change: str, value: str, entity_type: str = "") -> Data:
        """Change the lists or a rule, save them where there is a file, and return the new state.

        Raises:
            PolicyError: The policy would make no sense, or its file cannot be written. Nothing is changed then.
        """
        known = next((one for one in CHANGES if one == change), None)
        if known is None:
            msg = f"a change is one of {', '.join(CHANGES)}"
            raise PolicyError(msg)
        with self._lock:
            if self._path is None:
                policy, written = changed(self._policy, known, value, entity_type), None
            else:
                folder = self._path.parent
                written = changed_text(read_text(self._path), known, value, entity_type, folder)
                policy = self._adjusted(Policy.read(written, folder))
            opened = self._opener(policy)
            if self._path is not None and written is not None:
                save(self._path, written)
            self._policy, self._open, self._last = policy, opened, None
            return self.state()

    def _looked(self, text: str) -> _Looked:
        if len(text) > LONGEST:
            raise _too_long()
        if self._last is None or self._last.text != text:
            method = self._open()
            made = view(method.sanitize(text))
            self._last = _Looked(text, made, method.reader(made.prompt))
        return self._last


def _treatments(name: str) -> list[str]:
    """How a type may be treated: noise is for numbers."""
    return [word for word in _TREATMENTS if word != "noise" or name in DEFAULT_NOISE]


@cache
def _usual() -> Mapping[str, str]:
    """How each type is treated where no rule of the policy says it."""
    return {name: word_of(rule) for name, rule in Policy.default().rules.items()}


def _too_long() -> PrivacyError:
    return PrivacyError(f"the page shows texts of up to {LONGEST:,} characters; inspect a part of it")


def _described(name: str) -> str:
    return ENTITY_TYPES[name].description if name in ENTITY_TYPES else ""


def _viewed(view: Inspection, policy: Policy) -> Data:
    return {
        "clear": _pieces(view.clear),
        "sent": _pieces(view.sent),
        "highlights": [_highlighted(highlight, policy) for highlight in view.highlights],
        "spent": [
            {**asdict(row), "epsilon": float(row.epsilon) if row.epsilon != inf else None, "shown": row.shown}
            for row in view.spent
        ],
        "total": rounded_up(view.prompt.ledger.spent),
    }


def _highlighted(highlight: Highlight, policy: Policy) -> Data:
    return {
        "number": highlight.number,
        "status": highlight.status,
        "surrogate": highlight.is_surrogate,
        "type": highlight.entity_type,
        "description": _described(highlight.entity_type),
        "label": label(highlight),
        "keeps": highlight.keeps,
        "tells": highlight.tells,
        "bits": str(highlight.hidden_bits) if highlight.hidden_bits is not None else "",
        "score": highlight.score,
        "source": highlight.source,
        "ruled": highlight.entity_type in policy.rules,
        "treated": word_of(policy.rules[highlight.entity_type]) if highlight.entity_type in policy.rules else "",
    }


def _answered(read: ReadBack) -> Data:
    return {
        "written": _pieces(read.written),
        "read": _pieces(read.read),
        "evidence": [
            {"number": one.number, "outcome": one.outcome, "type": one.entity_type, "reason": one.reason}
            for one in read.evidence
        ],
        "reports": read.reports,
    }


def _pieces(pieces: Sequence[TextPiece]) -> list[list[object]]:
    return [[piece.text, piece.highlight] for piece in pieces]
