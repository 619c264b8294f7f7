"""How a prompt is shown in a notebook: only its sanitized side, since notebooks store what they show."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from privacy_chains.contract.pieces import cut
from privacy_chains.contract.prompt import SpannedPrompt
from privacy_chains.contract.spans import Span

__all__ = ["framed", "highlighted", "sent_html"]

_FRAME = "max-width:72em;border:1px solid #8886;border-radius:6px;padding:.6em .9em;margin:.4em 0"
_TEXT = "white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.7"
_HIGHLIGHT = "background:#4a7fd02e;border-bottom:2px solid #4a7fd0;border-radius:2px;color:inherit"
_NOTE = "font-size:.85em;opacity:.8;margin:.2em 0 .6em"


def sent_html(prompt: SpannedPrompt) -> str:
    """What a prompt sends, with highlighted surrogates, and its ledger; nothing that is not sent."""
    texts = [highlighted(text, spans) for text, spans in zip(prompt.texts, prompt.spans, strict=True)]
    return framed("What leaves. Originals are not shown: a notebook is stored with what it shows.", texts, prompt)


def highlighted(text: str, spans: Sequence[Span]) -> str:
    """A text with its spans highlighted; the title of each highlight is its entity type."""
    pieces = cut(text, ((span.start, span.end, number) for number, span in enumerate(spans)))
    return "".join(
        escape(piece.text) if piece.highlight is None else _one(piece.text, spans[piece.highlight].entity_type)
        for piece in pieces
    )


def _one(text: str, title: str) -> str:
    return f'<mark style="{_HIGHLIGHT}" title="{escape(title)}">{escape(text)}</mark>'


def framed(note: str, texts: Sequence[str], prompt: SpannedPrompt) -> str:
    """Texts in HTML, one under the other, between a note and the ledger of their prompt."""
    blocks = "<hr>".join(f'<div style="{_TEXT}">{text}</div>' for text in texts)
    lines = "".join(f"<li>{escape(line)}</li>" for line in prompt.ledger.explain().splitlines())
    ledger = f"<details><summary>Privacy ledger</summary><ul>{lines}</ul></details>"
    return f'<div style="{_FRAME}"><p style="{_NOTE}">{escape(note)}</p>{blocks}{ledger}</div>'
