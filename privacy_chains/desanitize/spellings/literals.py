"""Literal spellings: a surrogate exactly as issued, its escapes, and its occurrences that are glued to a neighbour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from privacy_chains.desanitize.escaping import EscapeContext, Rule, fit
from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.word_forms import escapes
from privacy_chains.desanitize.tokens import WAIT, Found, Wait, ends_clean, in_word, starts_clean

__all__ = ["EXACT_TIES", "IN_A_LITERAL", "EscapedForm", "LiteralForm", "code_ends", "code_starts", "literal_forms"]

EXACT_TIES: Final = "-.@_+"
"""Signs that tie a value to a letter or digit beside it, so that it is part of something longer."""
IN_A_LITERAL = "in a literal"
_ESCAPE_MARKS = "\\%&"
_QUOTES = "\"'"
_SPECIAL = "@+&'\"<>#/: ()"


def code_starts(text: str, start: int, ties: str) -> bool:
    """Whether a code may start here: not inside a longer one that a tie (``-``, ``.``) goes on from the left."""
    if not starts_clean(text, start):
        return False
    return start < 2 or not in_word(text[start]) or text[start - 1] not in ties or not in_word(text[start - 2])


def code_ends(text: str, end: int, ties: str, *, final: bool) -> bool | Wait:
    """Whether a code may end here: not inside a longer one that a tie goes on to the right."""
    clean = ends_clean(text, end, final=final)
    if clean is not True or not in_word(text[end - 1]) or end == len(text) or text[end] not in ties:
        return clean
    if end + 1 == len(text):
        return True if final else WAIT
    return not in_word(text[end + 1])


_LITERALS = (
    EscapeContext(Rule.BACKSLASH, '"'),
    EscapeContext(Rule.BACKSLASH, "'"),
    EscapeContext(Rule.SQL, "'"),
    EscapeContext(Rule.DOUBLED, '"'),
)


@dataclass(frozen=True, slots=True)
class LiteralForm:
    """A text that is matched character by character.

    Attributes:
        spelled: What stands in the answer.
        write: What is written there.
        kind: How it departs from the surrogate as issued.
        entry: Which surrogate it is.
        ties: The characters that, next to a letter or digit, make it a piece of something longer.
    """

    spelled: str
    write: str
    kind: str
    entry: int
    ties: str = ""

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """Whether this text stands at ``start``."""
        if not text.startswith(self.spelled, start):
            arrived = len(text) - start
            return WAIT if not final and arrived < len(self.spelled) and self.spelled.startswith(text[start:]) else None
        if not code_starts(text, start, self.ties):
            return None
        end = start + len(self.spelled)
        ended = code_ends(text, end, self.ties, final=final)
        if ended is True:
            return Found(start, end, self.write, self.entry, self.kind)
        return WAIT if ended is WAIT else None


class EscapedForm:
    """Every escape of a surrogate of ASCII characters, written out where the answer first departs into one."""

    __slots__ = ("_entry", "_forms", "_issued", "_plain", "_ties")

    def __init__(self, issued: Issued, entry: int, ties: str) -> None:
        self._issued, self._entry, self._ties = issued, entry, ties
        self._plain = not any(mark in issued.surrogate for mark in _ESCAPE_MARKS)
        self._forms: tuple[LiteralForm, ...] | None = None

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """The longest escape that stands at ``start``."""
        if self._plain and not self._departs(text, start, final=final):
            return None
        if self._forms is None:
            self._forms = tuple(_escaped(self._entry, self._issued, self._ties))
        seen = [form.match(text, start, final=final) for form in self._forms]
        if WAIT in seen:
            return WAIT
        return max((one for one in seen if isinstance(one, Found)), key=lambda one: one.end, default=None)

    def _departs(self, text: str, start: int, *, final: bool) -> bool:
        """Whether an escape stands, or may come to stand, where the answer first differs from the surrogate."""
        at = start
        for char in self._issued.surrogate:
            if at == len(text):
                return not final
            if text[at] != char:
                return text[at] in _ESCAPE_MARKS or (text[at] in _QUOTES and text[at] == text[at - 1])
            at += 1
        return False


def literal_forms(entry: int, issued: Issued, ties: str) -> Iterator[LiteralForm]:
    """The surrogate as issued, and escaped for JSON, HTML and URLs."""
    yield LiteralForm(issued.surrogate, issued.original, "exact", entry, ties)
    yield from _escaped(entry, issued, ties)


def _escaped(entry: int, issued: Issued, ties: str) -> Iterator[LiteralForm]:
    for special in (_SPECIAL, "&<>\"'", "@", " ", ""):
        for spelled, write in escapes(issued.surrogate, special):
            yield LiteralForm(spelled, write(issued.original), "escaped", entry, ties)
    for place in _LITERALS:
        quoted, theirs = (fit(text, "", text, place) for text in (issued.surrogate, issued.original))
        if quoted is not None and theirs is not None and quoted != issued.surrogate:
            yield LiteralForm(quoted, theirs, IN_A_LITERAL, entry, ties)
