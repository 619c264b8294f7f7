"""Every error this package raises.

    PrivacyError
    ├── KeyMaterialError          a key is missing, malformed, or stored where others can read it
    ├── PolicyError               the policy does not say how to treat something, or says it wrongly
    │   └── BudgetExceeded        a release would spend more epsilon than the budget allows
    ├── DetectionError            a detector failed, or returned spans that do not fit the text
    │   └── UnsupportedLanguage   a text is written in a script that no detector in use reads
    ├── FormatError               a value is not a member of its entity type's format
    ├── CipherError               a cipher refused a value, or did not decipher what it enciphered
    ├── MechanismError            a mechanism was given parameters it has no guarantee for
    ├── DependencyError           a helper string cannot be read, bound or satisfied
    ├── UnsupportedContent        content that cannot be sanitized was about to leave
    ├── DesanitizeError           an answer cannot be read back
    ├── InventedValue             an answer holds values that the model made up, and that was to raise
    ├── ModelError                a local model cannot be loaded, reached or asked for this
    │   └── MissingPart           a method needs something that the local model does not give
    ├── AuditError                the audit log cannot be written or read, or was changed
    └── MarkError                 a stored record is not as it was stored, or carries no proof of what it was

None of them derives from ``ValueError`` or ``TypeError``: frameworks catch those and carry on, and a
privacy failure must stop the request. Messages name types, positions and variables, never a clear value.

Each has attributes besides its sentence: ``entity_type``, ``path`` and ``hint``, for programs that show it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from traceback import clear_frames
from typing import ParamSpec, TypeVar

__all__ = [
    "AuditError",
    "BudgetExceeded",
    "CipherError",
    "DependencyError",
    "DesanitizeError",
    "DetectionError",
    "FormatError",
    "InventedValue",
    "KeyMaterialError",
    "MarkError",
    "MechanismError",
    "MissingPart",
    "ModelError",
    "PolicyError",
    "PrivacyError",
    "UnsupportedContent",
    "UnsupportedLanguage",
    "forgets_values",
]

_P = ParamSpec("_P")
_R = TypeVar("_R")


class PrivacyError(Exception):
    """The root of the tree: nothing was sent, or nothing was restored.

    Args:
        args: What went wrong, in a sentence.
        entity_type: The entity type that it is about, where it is about one.
        path: Where it is, where that is known: a file, a key of a policy, an argument.
        hint: What to do next; the sentence ends with it, behind a semicolon.

    Attributes:
        entity_type: The same; empty for none. Like the others, it never holds a clear value.
        path: The same; empty for none.
        hint: The same; empty for none.
    """

    def __init__(self, *args: object, entity_type: str = "", path: str = "", hint: str = "") -> None:
        super().__init__(*((f"{args[0]}; {hint}", *args[1:]) if args and hint else args))
        self.entity_type, self.path, self.hint = entity_type, path, hint

    def about(self, entity_type: str) -> None:
        """Name the entity type, if the error names none: what reads or writes a value often does not know its type."""
        self.entity_type = self.entity_type or entity_type


class KeyMaterialError(PrivacyError):
    """A key is missing, malformed, or stored where others can read it."""


class PolicyError(PrivacyError):
    """The policy has no usable rule for something that was found or asked for."""


class BudgetExceeded(PolicyError):
    """A release would spend more epsilon than the budget allows; nothing was released."""


class DetectionError(PrivacyError):
    """A detector failed, or returned spans that do not fit the text it was given."""


class UnsupportedLanguage(DetectionError):
    """A text is written in a script that no detector in use reads; the message names the script."""


class FormatError(PrivacyError):
    """A value is not a member of the format it was handed to."""


class CipherError(PrivacyError):
    """A cipher refused a value, or failed to decipher what it had just enciphered."""


class MechanismError(PrivacyError):
    """A mechanism was given parameters for which it has no guarantee."""


class DependencyError(PrivacyError):
    """A helper string cannot be read, bound to the text, or satisfied."""


class UnsupportedContent(PrivacyError):
    """Content of a kind that cannot be sanitized was about to leave."""


class DesanitizeError(PrivacyError):
    """An answer cannot be read back."""


class InventedValue(PrivacyError):
    """An answer holds values that the model made up; the message names their types."""


class ModelError(PrivacyError):
    """A local model cannot be loaded, cannot be reached, failed, or was asked for what it cannot do."""


class MissingPart(ModelError):
    """A method needs a part that the local model does not have; the message names both, and who has it."""


class AuditError(PrivacyError):
    """The audit log cannot be written or read, or is not as it was written; nothing was handed out."""


class MarkError(PrivacyError):
    """A stored record is not as it was stored, or carries no proof of what it was."""


def forgets_values(call: Callable[_P, _R]) -> Callable[_P, _R]:
    """A function whose errors hold no clear value in the local variables of their tracebacks.

    The files and lines stay; the variables of the frames are cleared, since crash reporters and notebooks show them.
    Frames of the caller stay as they are, and hold whatever the caller knows.

    Args:
        call: The function. It is given clear values, and may raise.
    """

    @wraps(call)
    def calling(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        handled = sys.exc_info()[1]
        try:
            return call(*args, **kwargs)
        except Exception as error:
            del args, kwargs
            _forget(error, handled)
            raise

    return calling


def _forget(error: BaseException, handled: BaseException | None) -> None:
    """Clear the frames of an error and of those behind it, up to one that the caller was handling before."""
    rest, met = [error], {id(handled)}
    while rest:
        one = rest.pop()
        met.add(id(one))
        clear_frames(one.__traceback__)
        if one.__suppress_context__ and one.__context__ is not handled:
            one.__context__ = None  # it was hidden, because it may quote a value
        rest += [behind for behind in (one.__cause__, one.__context__) if behind is not None and id(behind) not in met]
