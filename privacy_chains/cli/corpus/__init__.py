"""The commands ``corpus sanitize`` and ``corpus desanitize``: files of any size, on all cores, resumed after a kill."""

from privacy_chains.cli.corpus.commands import desanitize_corpus, sanitize_corpus

__all__ = ["desanitize_corpus", "sanitize_corpus"]
