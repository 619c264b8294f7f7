"""Tokens that chat templates set around what is said: no value is in one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from privacy_chains.contract.spans import Span
from privacy_chains.lazy import lazily

__all__ = ["without_markup"]

_TOKEN = lazily(
    r"<\|[a-z_0-9]{1,32}\|>"  # ChatML, Llama 3, Phi
    r"|<</?SYS>>|\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT)\]"  # Llama 2, Mistral
    r"|</?s>|<(?:bos|eos|pad|unk|start_of_turn|end_of_turn)>|\[(?:BOS|EOS|CLS|SEP|PAD|MASK|UNK)\]"  # Gemma, BERT
)


def without_markup(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """The spans without the tokens of chat templates in them.

    Args:
        text: The text.
        spans: Disjoint, in reading order.
    """
    tokens = [found.span() for found in _TOKEN.finditer(text)]
    ends = [end for _, end in tokens]
    starts = [start for start, _ in tokens]
    for span in spans:
        yield from _beside(text, span, tokens[bisect_right(ends, span.start) : bisect_left(starts, span.end)])


def _beside(text: str, span: Span, tokens: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """What of a span is outside some tokens that it meets."""
    if not tokens:
        yield span
        return
    edges = [span.start, *(edge for token in tokens for edge in token), span.end]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if any(map(str.isalnum, text[start:end])):
            yield replace(span, start=start, end=end)
