"""What stands in the place of a value that a policy takes out one way."""

from __future__ import annotations

from unicodedata import normalize

from privacy_chains.hazmat.hashes import keyed_hash
from privacy_chains.ledger import Removed
from privacy_chains.preempt.treatments import AddNoise, Encipher, Hash, Keep, OneWay, Redact

__all__ = ["one_way_form", "removed"]


def one_way_form(rule: OneWay, entity_type: str, value: str, spelled: Encipher | AddNoise | Keep, secret: bytes) -> str:
    """The text that takes a value's place.

    Args:
        rule: What is done to it.
        entity_type: Its type.
        value: The value, without escapes.
        spelled: How values of the type are written.
        secret: The sub-key of hashes.
    """
    if isinstance(rule, Redact):
        return rule.written(entity_type)
    if isinstance(rule, Hash):
        is_code = isinstance(spelled, Encipher) and spelled.format.reading == "code"
        return f"{entity_type}_{keyed_hash(secret, _canonical(value, is_code=is_code), rule.digits)}"
    return ""


def _canonical(value: str, *, is_code: bool) -> str:
    """One spelling for all of a value: of a code its letters and digits, of others one case and single blanks."""
    folded = normalize("NFKC", value).casefold()
    return "".join(filter(str.isalnum, folded)) or folded if is_code else " ".join(folded.split())


def removed(rule: OneWay, entity_type: str, count: int) -> Removed:
    """What the ledger says of values that were taken out one way."""
    if isinstance(rule, Hash):
        how = f"hashed to {rule.digits} digits (HMAC-SHA256 under the key)"
    else:
        how = "redacted" if isinstance(rule, Redact) else "left out"
    return Removed(entity_type, count, how, rule.tells)
