"""Spark through ``privacy_chains``: columns sanitized, and batches of answers read back, by pandas UDFs."""

from spark_privacy_chains.columns import desanitize, sanitize, sanitize_together

__all__ = ["desanitize", "sanitize", "sanitize_together"]
