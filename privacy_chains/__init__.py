"""Private calls to hosted language models.

``Sanitizer`` makes prompts private and reads answers back; ``Key`` is all that is kept. The adapters
``langchain_privacy_chains`` and ``llama_index_privacy_chains`` put it around the frameworks' own objects.

A name is imported when it is first asked for: importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from privacy_chains.contract.conversation import Leaf, Message, SanitizedConversation
    from privacy_chains.contract.entities import ENTITY_TYPES, Category, EntityType
    from privacy_chains.contract.method import Method, Traits
    from privacy_chains.contract.spans import Span
    from privacy_chains.dependencies import Dependencies
    from privacy_chains.desanitize import Desanitizer
    from privacy_chains.detect import Detector, default_detector
    from privacy_chains.errors import (
        BudgetExceeded,
        CipherError,
        DependencyError,
        DesanitizeError,
        DetectionError,
        FormatError,
        KeyMaterialError,
        MarkError,
        MechanismError,
        PolicyError,
        PrivacyError,
        UnsupportedContent,
        UnsupportedLanguage,
    )
    from privacy_chains.keys import Key
    from privacy_chains.ledger import Budget, Ledger
    from privacy_chains.preempt.enforcement import enforce
    from privacy_chains.preempt.policy import AddNoise, Encipher, Keep, Policy, Refuse
    from privacy_chains.preempt.prompt import SanitizedPrompt
    from privacy_chains.preempt.sanitizer import Sanitizer
    from privacy_chains.preempt.session import Session
    from privacy_chains.preempt.spec import SanitizerSpec
    from privacy_chains.preempt.treatments import Hash, Redact, Suppress

__all__ = [
    "ENTITY_TYPES",
    "AddNoise",
    "Budget",
    "BudgetExceeded",
    "Category",
    "CipherError",
    "Dependencies",
    "DependencyError",
    "DesanitizeError",
    "Desanitizer",
    "DetectionError",
    "Detector",
    "Encipher",
    "EntityType",
    "FormatError",
    "Hash",
    "Keep",
    "Key",
    "KeyMaterialError",
    "Leaf",
    "Ledger",
    "MarkError",
    "MechanismError",
    "Message",
    "Method",
    "Policy",
    "PolicyError",
    "PrivacyError",
    "Redact",
    "Refuse",
    "SanitizedConversation",
    "SanitizedPrompt",
    "Sanitizer",
    "SanitizerSpec",
    "Session",
    "Span",
    "Suppress",
    "Traits",
    "UnsupportedContent",
    "UnsupportedLanguage",
    "default_detector",
    "enforce",
]

_HOMES = {
    "AddNoise": "preempt.policy",
    "Budget": "ledger",
    "BudgetExceeded": "errors",
    "Category": "contract.entities",
    "CipherError": "errors",
    "Dependencies": "dependencies",
    "DependencyError": "errors",
    "DesanitizeError": "errors",
    "Desanitizer": "desanitize",
    "DetectionError": "errors",
    "Detector": "detect",
    "ENTITY_TYPES": "contract.entities",
    "Encipher": "preempt.policy",
    "EntityType": "contract.entities",
    "FormatError": "errors",
    "Hash": "preempt.treatments",
    "Keep": "preempt.policy",
    "Key": "keys",
    "KeyMaterialError": "errors",
    "Leaf": "contract.conversation",
    "Ledger": "ledger",
    "MarkError": "errors",
    "MechanismError": "errors",
    "Message": "contract.conversation",
    "Method": "contract.method",
    "Policy": "preempt.policy",
    "PolicyError": "errors",
    "PrivacyError": "errors",
    "Redact": "preempt.treatments",
    "Refuse": "preempt.policy",
    "SanitizedConversation": "contract.conversation",
    "SanitizedPrompt": "preempt.prompt",
    "Sanitizer": "preempt.sanitizer",
    "SanitizerSpec": "preempt.spec",
    "Session": "preempt.session",
    "Span": "contract.spans",
    "Suppress": "preempt.treatments",
    "Traits": "contract.method",
    "UnsupportedContent": "errors",
    "UnsupportedLanguage": "errors",
    "default_detector": "detect",
    "enforce": "preempt.enforcement",
}
"""In which module each name is."""


def __getattr__(name: str) -> object:
    """Called for a name that was not asked for yet."""
    if name not in _HOMES:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
