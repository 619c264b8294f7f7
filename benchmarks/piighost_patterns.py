"""What piighost is given to look for: the identifiers of the letters."""

from __future__ import annotations

__all__ = ["PATTERNS"]

PATTERNS = {
    "US_SSN": r"\b\d{3}-\d{2}-\d{4}\b",
    "CREDIT_CARD": r"\b(?:\d{4}[ -]?){3}\d{4}\b",
    "PHONE_NUMBER": r"\(\d{3}\) \d{3}-\d{4}",
    "EMAIL_ADDRESS": r"\b[\w.]+@[\w.]+\b",
}
