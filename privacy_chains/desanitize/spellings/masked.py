"""Numbers of which the middle is masked: ``4522 **** **** 8257``. Head and tail are restored together, or neither."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from privacy_chains.desanitize.tokens import DASHES, WAIT, Wait
from privacy_chains.lazy import lazily

__all__ = ["Masked", "behind_a_head", "masked_at", "masked_rest"]

_GAP: Final = rf"[ .()\u00a0{DASHES}]{{0,2}}"
_SIGN: Final = r"\\?[xX*\u2022\u00b7#\u2026\u25cf]"
_MASK: Final = rf"(?:{_SIGN}{_GAP}){{2,24}}|\u2026{_GAP}"
_TAIL: Final = rf"[0-9](?:{_GAP}[0-9]){{0,7}}"
_HEAD: Final = rf"[0-9](?:{_GAP}[0-9]){{0,11}}"
_WHOLE: Final = lazily(rf"({_HEAD})({_GAP}(?:{_MASK}))({_TAIL})(?![^\W_]|{_SIGN})")
_OPEN: Final = lazily(rf"({_HEAD}){_GAP}(?:{_SIGN}{_GAP}){{1,24}}(?:{_TAIL}{_GAP})?\Z")
_REST: Final = lazily(rf"({_GAP}(?:{_MASK}))({_TAIL})(?![^\W_]|{_SIGN})")
_REST_OPEN: Final = lazily(rf"{_GAP}(?:{_SIGN}{_GAP}){{1,24}}(?:{_TAIL}{_GAP})?\Z")
_BEHIND_A_HEAD: Final = lazily(rf"(?:[0-9]{{2}}\) ?|[0-9][A-Za-z]{{0,2}}[ .\u00a0{DASHES}]?)(?:{_MASK})\Z")
_REACH: Final = 80
_FEWEST: Final = 5
"""So many digits tell a number, head and tail together."""


class Masked(NamedTuple):
    """A masked number.

    Attributes:
        end: Where it ends.
        head: The digits before the mask.
        tail: The digits behind it.
        parts: The text of the head, of the mask and of the tail.
    """

    end: int
    head: str
    tail: str
    parts: tuple[str, str, str]

    def fits(self, code: str) -> bool:
        """Whether it is ``code``, as far as it shows."""
        shown = len(self.head) + len(self.tail)
        if shown >= len(code) or shown < _FEWEST or len(self.tail) < 2:
            return False
        return code.startswith(self.head) and code.endswith(self.tail)

    def written(self, original: str) -> str:
        """The same of another number, in the same layout."""
        head, mask, tail = self.parts
        ours, theirs = original[: len(self.head)], original[-len(self.tail) :]
        return _laid_out(head, ours) + mask + _laid_out(tail, theirs)


def _laid_out(layout: str, chars: str) -> str:
    left = iter(chars)
    return "".join(next(left) if char.isalnum() else char for char in layout)


def _compact(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def masked_at(text: str, start: int, heads: AbstractSet[str], *, final: bool) -> Masked | Wait | None:
    """The masked number at ``start``; ``WAIT`` while one that begins with one of ``heads`` may be arriving."""
    if not final:
        arriving = _OPEN.match(text, start)
        if arriving is not None and _compact(arriving[1]) in heads:
            return WAIT
    seen = _WHOLE.match(text, start)
    if seen is None or (len(seen[1]) == 1 and seen[2][0] in " .)"):  # the number of a list item
        return None
    return Masked(seen.end(), _compact(seen[1]), _compact(seen[3]), (seen[1], seen[2], seen[3]))


def masked_rest(text: str, start: int, at: int, *, final: bool) -> Masked | Wait | None:
    """The masked code that starts at ``start``, of which the part before ``at`` is its head."""
    if not final and (at == len(text) or _REST_OPEN.match(text, at)):
        return WAIT
    seen = _REST.match(text, at)
    if seen is None:
        return None
    head = text[start:at]
    return Masked(seen.end(), _compact(head).upper(), _compact(seen[2]), (head, seen[1], seen[2]))


def behind_a_head(text: str, start: int) -> bool:
    """Whether what starts at ``start`` is the tail of a masked number that shows its head, too."""
    return _BEHIND_A_HEAD.search(text, max(0, start - _REACH), start) is not None
