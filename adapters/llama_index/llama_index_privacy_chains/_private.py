"""What the protected components of LlamaIndex have in common."""

from __future__ import annotations

from privacy_chains.adapting import HoldsKey

__all__ = ["Private"]


class Private(HoldsKey):
    """A component that describes itself by its own name, and is not pickled."""

    @classmethod
    def class_name(cls) -> str:
        """The name under which this component describes itself."""
        return cls.__name__
