"""The view of one text: what was written beside what leaves, cut into pieces, and what there is to say of each."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from privacy_chains.contract.method import Method
from privacy_chains.contract.pieces import TextPiece, cut
from privacy_chains.contract.prompt import Prompt, SpannedPrompt
from privacy_chains.contract.spans import Span, in_originals, replace_spans
from privacy_chains.errors import PrivacyError
from privacy_chains.inspect.facts import Facts, base_of
from privacy_chains.inspect.highlights import Highlight
from privacy_chains.inspect.notebook import Shown, sent_view_html
from privacy_chains.inspect.spending import Spent, spending
from privacy_chains.inspect.suspects import Suspect, suspects
from privacy_chains.preempt.policy import Policy

__all__ = ["Inspection", "inspected", "view", "views"]


@dataclass(frozen=True, slots=True, repr=False)
class Inspection:
    """One text and what leaves of it. Its repr shows counts only, and it is not pickled.

    Attributes:
        clear: The text as it was written, in pieces.
        sent: The text as it leaves, in pieces.
        highlights: What there is to say, in reading order; a piece names its highlight by its place here.
        spent: What each type spent, or left in clear.
        ledger: The ledger of the prompt that the text is part of, in plain words, a line for each event.
        prompt: What it is a view of.
    """

    clear: tuple[TextPiece, ...]
    sent: tuple[TextPiece, ...]
    highlights: tuple[Highlight, ...]
    spent: tuple[Spent, ...]
    ledger: tuple[str, ...]
    prompt: SpannedPrompt

    def of(self, highlight: Highlight) -> tuple[str, str]:
        """What stands at a highlight: in the text as it was written, and in what leaves."""
        clear, sent = (
            "".join(piece.text for piece in side if piece.highlight == highlight.number)
            for side in (self.clear, self.sent)
        )
        return clear, sent

    def _repr_html_(self) -> str:
        return sent_view_html(self)

    def with_originals(self) -> Shown:
        """The same for a notebook with the text as it was written beside it; a stored notebook stores that, too."""
        return Shown(self)

    def __repr__(self) -> str:
        hidden = sum(highlight.is_surrogate for highlight in self.highlights)
        return f"Inspection(surrogates={hidden}, in clear={len(self.highlights) - hidden})"

    def __reduce__(self) -> NoReturn:
        msg = "a view holds clear values and is not pickled; inspect the text again where it is needed"
        raise PrivacyError(msg)


def inspected(text: str, method: Method) -> Inspection:
    """The view of a text under a method: a ``Sanitizer``, a session of one, or ``Layers``.

    Raises:
        PrivacyError: The text may not leave at all, or the method does not tell where its surrogates stand.
    """
    return view(method.sanitize(text))


def views(prompt: Prompt) -> tuple[Inspection, ...]:
    """A view for each text of a prompt.

    Raises:
        PrivacyError: The prompt does not tell where its surrogates stand.
    """
    return tuple(view(prompt, place) for place in range(len(prompt.texts)))


def view(prompt: Prompt, place: int = 0) -> Inspection:
    """The view of one text of a prompt.

    Args:
        prompt: The prompt, of a method that tells where its surrogates stand.
        place: Which of its texts.

    Raises:
        PrivacyError: It is of another method.
    """
    if not isinstance(prompt, SpannedPrompt):
        msg = f"{type(prompt).__name__} does not tell where its surrogates stand, so there is nothing to show"
        raise PrivacyError(msg)
    sent, spans, originals = prompt.texts[place], prompt.spans[place], prompt.originals[place]
    text, _ = replace_spans(sent, spans, originals)
    highlights = tuple(_numbered([*_hidden(prompt, spans, originals), *_clear(text, prompt, spans, originals)]))
    return Inspection(
        cut(text, ((*highlight.clear, highlight.number) for highlight in highlights)),
        cut(sent, ((*highlight.sent, highlight.number) for highlight in highlights)),
        highlights,
        spending(prompt.ledger),
        tuple(prompt.ledger.explain().splitlines()),
        prompt,
    )


def _numbered(highlights: Sequence[Highlight]) -> Iterator[Highlight]:
    for number, highlight in enumerate(sorted(highlights, key=lambda one: one.clear)):
        yield replace(highlight, number=number)


def _hidden(prompt: SpannedPrompt, spans: Sequence[Span], originals: Sequence[str]) -> Iterator[Highlight]:
    """The highlights of what was replaced, or kept by a rule."""
    facts = Facts(prompt)
    for span, before, original in zip(spans, in_originals(spans, originals), originals, strict=True):
        told = facts.of(span.entity_type, original)
        place = (before.start, before.end), (span.start, span.end)
        score, source = span.score, span.source
        yield Highlight(
            0, told.treated, span.entity_type, *place, told.keeps, told.tells, told.hidden_bits, score, source
        )


def _clear(text: str, prompt: SpannedPrompt, spans: Sequence[Span], originals: Sequence[str]) -> Iterator[Highlight]:
    """The highlights of what leaves as it is and looks private."""
    base = base_of(prompt)
    policy = base.policy if base is not None and base.policy is not None else Policy.default()
    closed = in_originals(spans, originals)
    for one in suspects(text, closed, policy):
        moved = _moved(one, closed, spans)
        yield Highlight(0, one.why, one.entity_type, (one.start, one.end), moved, score=one.score)


def _moved(one: Suspect, closed: Sequence[Span], spans: Sequence[Span]) -> tuple[int, int]:
    """Where a stretch outside all spans stands in what leaves."""
    before = bisect_right(closed, one.start, key=lambda span: span.end) - 1
    shift = spans[before].end - closed[before].end if before >= 0 else 0
    return one.start + shift, one.end + shift
