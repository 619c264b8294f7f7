"""The texts of the command line: cut into messages, written one after the other, and read back together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from privacy_chains.contract.spans import Span
from privacy_chains.desanitize import Issued, Restored
from privacy_chains.preempt.prompt import SanitizedPrompt

if TYPE_CHECKING:
    from privacy_chains.desanitize import Reader

__all__ = ["doubts", "on_lines_of_their_own", "pieces", "reader_of"]

MESSAGE_LENGTH = 1 << 20  # characters


def pieces(text: str) -> Iterator[str]:
    """The text cut at line ends into pieces of about ``MESSAGE_LENGTH`` characters; an empty text is one piece."""
    start = 0
    while len(text) - start > MESSAGE_LENGTH:
        cut = text.rfind("\n", start, start + MESSAGE_LENGTH) + 1 or text.find("\n", start) + 1 or len(text)
        yield text[start:cut]
        start = cut
    if start < len(text) or not text:
        yield text[start:]


def on_lines_of_their_own(texts: Iterable[str]) -> Iterator[str]:
    """The texts, with a line end before one that would go on in the last line of another."""
    ended = True
    for text in filter(None, texts):
        yield text if ended else f"\n{text}"
        ended = text.endswith("\n")


def reader_of(prompts: Iterable[SanitizedPrompt]) -> tuple[tuple[Issued, ...], Reader]:
    """What all the prompts issued, and what reads answers to them: to each, and to all as they were written."""
    from privacy_chains.desanitize import Reader  # noqa: PLC0415  # sanitizing needs none

    texts, spans, originals = list[str](), list[tuple[Span, ...]](), list[tuple[str, ...]]()
    issued: tuple[Issued, ...] = ()
    for prompt in prompts:
        readable, known = prompt.readable
        texts += prompt.texts
        spans += readable
        originals += known
        issued = prompt.issued  # those of the prompts before it, too
    if len(texts) > 1:
        whole, places = _joined(texts, spans)
        texts.append(whole)
        spans.append(places)
        originals.append(tuple(value for values in originals for value in values))
    return issued, Reader(issued, texts, spans, originals=originals)


def _joined(texts: Sequence[str], spans: Sequence[Sequence[Span]]) -> tuple[str, tuple[Span, ...]]:
    """The texts as ``sanitize`` writes them one after the other, and where surrogates stand in that."""
    written, moved, end = list[str](), list[Span](), 0
    lines = on_lines_of_their_own(texts)
    for text, places in zip(texts, spans, strict=True):
        written.append(next(lines) if text else "")
        end += len(written[-1])
        start = end - len(text)
        moved += [replace(span, start=span.start + start, end=span.end + start) for span in places]
    return "".join(written), tuple(moved)


def doubts(issued: Sequence[Issued], answers: Sequence[Restored]) -> Iterator[str]:
    """What may have gone wrong in reading answers, in counts: never a value."""
    restored, left, computed = (
        sum(len(getattr(answer, kind)) for answer in answers) for kind in ("restored", "left", "computed")
    )
    if not restored and any(item.surrogate != item.original for item in issued):
        yield (
            "nothing of the prompt was found in the answer; are the key, --session, --epsilon and --policy those that "
            "it was sanitized with?"
        )
    elif computed:
        yield (
            f"numbers that were not in the prompt, and stay as they are: {computed}. The model worked them out from "
            "noised ones, or --session, --epsilon or --policy is not that of the prompt"
        )
    if left:
        yield f"places that look like surrogates, but leave a doubt, and stay as they are: {left}"
