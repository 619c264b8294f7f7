"""Names of software that programs are made with: a network takes them for firms, but they name nobody.

Those of programs that people use, such as browsers, are not among them: there the line to firms is thin.
"""

from __future__ import annotations

from privacy_chains.detect.rules.tables import listed
from privacy_chains.lazy import lazily

__all__ = ["is_software"]

_WORD = lazily(r"[\w+#.]+")
_VERSION = lazily(r"v?[0-9][0-9.]*")


def is_software(name: str) -> bool:
    """Whether a name is that of such software in any letter case, perhaps with a version: ``PostgreSQL 15``."""
    words = _WORD.findall(name.lower())
    named = [word for word in words if not _VERSION.fullmatch(word)]
    return bool(named) and listed("software").issuperset(named)
