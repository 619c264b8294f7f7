"""The audit log: what was released, in a file whose lines cannot be changed unseen by who has not the key."""

from __future__ import annotations

from privacy_chains.ledger.audit.entries import Release
from privacy_chains.ledger.audit.log import AuditLog
from privacy_chains.ledger.audit.places import destination, now_destined
from privacy_chains.ledger.audit.sealing import Head, Signer
from privacy_chains.ledger.audit.verifying import Fault, Verified, verify_log

__all__ = ["AuditLog", "Fault", "Head", "Release", "Signer", "Verified", "destination", "now_destined", "verify_log"]
