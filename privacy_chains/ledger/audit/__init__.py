"""The audit log: a file that says what was released. Without the key, nobody can change its lines unnoticed."""

from __future__ import annotations

from privacy_chains.ledger.audit.entries import Release
from privacy_chains.ledger.audit.log import AuditLog
from privacy_chains.ledger.audit.places import destination, now_destined
from privacy_chains.ledger.audit.sealing import Head, Signer
from privacy_chains.ledger.audit.verifying import Fault, Verified, verify_log

__all__ = ["AuditLog", "Fault", "Head", "Release", "Signer", "Verified", "destination", "now_destined", "verify_log"]
