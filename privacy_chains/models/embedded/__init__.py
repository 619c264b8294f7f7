"""The writer: a small network in the package that says of words how surprising, how important and what they are."""

from privacy_chains.models.embedded.writer import writer

__all__ = ["writer"]
