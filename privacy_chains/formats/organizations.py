"""Names of organizations."""

from __future__ import annotations

from privacy_chains.formats._phrases import PhraseFormat
from privacy_chains.formats._words import Role, cut, word_class, word_kind

__all__ = ["OrganizationFormat"]


_FORMS = ("cue-after", "cue-after.short")


class OrganizationFormat(PhraseFormat):
    """Names of companies, offices, schools, clubs: ``Soze Trading Bank Inc.`` stays a bank and incorporated.

    Legal forms and words of everyday language are kept; every other word is enciphered within its class, so the same
    word is the same part in any name. Well-known places, brands and peoples are no everyday words: each becomes another
    of its kind. A name of everyday words alone (``General Motors``) has those exchanged.
    Numbers are exchanged for numbers of their length.
    """

    keeps = (
        "legal forms and everyday words, unless they are all there is; how many words, their classes, letter case, "
        "punctuation, the lengths of numbers"
    )

    def __init__(self) -> None:
        super().__init__("ORGANIZATION", ("word", "cue-"))

    def aliases(self, text: str) -> tuple[str, ...]:
        """The name without its legal form, where more than general words is left: ``Acme`` for ``Acme Corp``."""
        tokens = text.split()
        while tokens and _is_form(tokens[-1]):
            tokens.pop()
        bare = " ".join(tokens).rstrip(",")
        telling = any(piece.role is Role.WORD and not _is_general(piece.word) for piece in cut(bare))
        return (bare,) if telling and bare != text and bare in text else ()


def _is_form(token: str) -> bool:
    pieces = cut(token)
    return not pieces or all(word_class(piece.word) in _FORMS for piece in pieces)


def _is_general(word: str) -> bool:
    kind = word_kind(word)
    return kind == "word" or kind.startswith("cue-")
