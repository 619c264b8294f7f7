"""The command line: ``privacy-chains``."""

from privacy_chains.cli.app import main

__all__ = ["main"]
