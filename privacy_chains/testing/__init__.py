"""Checks of what the parts of this package promise each other, for parts of your own.

Each check takes the part and a few examples, returns nothing, and raises ``ContractBroken`` with the rule that does
not hold. They need no test framework, and every draw is repeatable. A failure quotes nothing but your own examples.
"""

from privacy_chains.testing.broken import ContractBroken
from privacy_chains.testing.ciphers import AffineCipher, check_cipher
from privacy_chains.testing.detectors import check_detector
from privacy_chains.testing.entity_types import check_entity_type
from privacy_chains.testing.formats import check_format, check_laws, surrogate
from privacy_chains.testing.mechanisms import check_mechanism
from privacy_chains.testing.methods import check_method
from privacy_chains.testing.redaction import REDACTED, Redaction

__all__ = [
    "REDACTED",
    "AffineCipher",
    "ContractBroken",
    "Redaction",
    "check_cipher",
    "check_detector",
    "check_entity_type",
    "check_format",
    "check_laws",
    "check_mechanism",
    "check_method",
    "surrogate",
]
