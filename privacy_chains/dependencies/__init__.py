"""Numbers that follow from other numbers: the helper string, and the release of a message's numbers."""

from privacy_chains.dependencies.release import Mention, Released, release_numbers

__all__ = ["Mention", "Released", "release_numbers"]
