"""The view in a notebook: what leaves, and beside it, where that is asked for, what was written."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NoReturn, Protocol

from privacy_chains.contract.notebook import framed
from privacy_chains.contract.pieces import TextPiece
from privacy_chains.contract.prompt import SpannedPrompt
from privacy_chains.errors import PrivacyError
from privacy_chains.inspect.highlights import Highlight, label

__all__ = ["Shown", "sent_view_html"]

_SURROGATE = "background:#4a7fd02e;border-bottom:2px solid #4a7fd0;border-radius:2px;color:inherit"
_CLEAR = "background:#d0902e2e;border-bottom:2px dashed #d0902e;border-radius:2px;color:inherit"
_HALF = "flex:1 1 22em;min-width:0"
_SIDES = "display:flex;flex-wrap:wrap;gap:1.5em"


class _Viewed(Protocol):
    """What this face shows of a view."""

    @property
    def clear(self) -> Sequence[TextPiece]: ...
    @property
    def sent(self) -> Sequence[TextPiece]: ...
    @property
    def highlights(self) -> Sequence[Highlight]: ...
    @property
    def prompt(self) -> SpannedPrompt: ...


class Shown:
    """A view that shows the text as it was written, too, to whoever displays it. It is not pickled.

    Args:
        view: The view.
    """

    def __init__(self, view: _Viewed) -> None:
        self._view = view

    def _repr_html_(self) -> str:
        view = self._view
        sides = "".join(
            f'<div style="{_HALF}"><b>{title}</b><br>{_side(pieces, view.highlights)}</div>'
            for title, pieces in (("What you wrote", view.clear), ("What leaves", view.sent))
        )
        note = "Clear text is shown, and stored with this notebook: clear this output before you share it."
        return framed(note, [f'<div style="{_SIDES}">{sides}</div>'], view.prompt)

    def __repr__(self) -> str:
        return f"Shown({self._view!r})"

    def __reduce__(self) -> NoReturn:
        msg = "a view holds clear values and is not pickled; inspect the text again where it is needed"
        raise PrivacyError(msg)


def sent_view_html(view: _Viewed) -> str:
    """What leaves, with surrogates in one colour and what looks private in another; nothing that is not sent."""
    note = "What leaves; dashed: looks private and leaves as it is. with_originals() shows what was written, too."
    return framed(note, [_side(view.sent, view.highlights)], view.prompt)


def _side(pieces: Sequence[TextPiece], highlights: Sequence[Highlight]) -> str:
    return "".join(
        escape(piece.text) if piece.highlight is None else _highlighted(piece.text, highlights[piece.highlight])
        for piece in pieces
    )


def _highlighted(text: str, highlight: Highlight) -> str:
    style = _SURROGATE if highlight.is_surrogate else _CLEAR
    return f'<mark style="{style}" title="{escape(label(highlight))}">{escape(text)}</mark>'
