"""Private calls to hosted language models.

``Sanitizer`` makes prompts private and reads answers back; ``Key`` is all that is kept. The adapters
``langchain_privacy_chains`` and ``llama_index_privacy_chains`` put it around the frameworks' own objects.
"""

from __future__ import annotations

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
    "Refuse",
    "SanitizedConversation",
    "SanitizedPrompt",
    "Sanitizer",
    "SanitizerSpec",
    "Session",
    "Span",
    "Traits",
    "UnsupportedContent",
    "UnsupportedLanguage",
    "default_detector",
    "enforce",
]
