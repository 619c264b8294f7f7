"""Ray Data through ``privacy_chains``: datasets sanitized, and batches of answers read back, on all workers."""

from ray_privacy_chains.datasets import desanitize, sanitize

__all__ = ["desanitize", "sanitize"]
