"""The command ``demo``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from privacy_chains.cli.output import screen
from privacy_chains.keys import Key
from privacy_chains.preempt.prompt import SanitizedPrompt
from privacy_chains.preempt.sanitizer import Sanitizer

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["demo"]


def demo() -> None:
    """Show on one text what leaves and what comes back; needs no key, no model and no network."""
    from rich.panel import Panel  # noqa: PLC0415  # no other command needs it
    from rich.text import Text  # noqa: PLC0415

    conversation = Sanitizer(Key.generate()).session("demo")
    prompt = conversation.sanitize(_DEMO)
    sent = _marked(prompt)
    written = _demo_answer(prompt)
    console = screen()
    for title, body in (
        ("you write", Text(_DEMO)),
        ("the model gets", sent),
        ("the model writes", Text(written)),
        ("you read", Text(conversation.desanitize(written, prompt), style="green")),
    ):
        console.print(Panel(body, title=title, title_align="left"))
    console.print(prompt.ledger)


_DEMO = (
    "Kaiser Soze is 50 years old and earns $500,000 per year. His card is 4574 2472 0401 3705. "
    "What is his ideal retirement plan?"
)


def _demo_answer(prompt: SanitizedPrompt) -> str:
    """What a model might write, from nothing but the sanitized text."""
    (text,), (spans,) = prompt.texts, prompt.spans
    seen = {span.entity_type: text[span.start : span.end] for span in reversed(spans)}
    surname, age, money, card = (
        seen.get(kind, "?").split()[-1 if kind == "PERSON" else 0 : None]
        for kind in ("PERSON", "AGE", "MONEY", "CREDIT_CARD")
    )
    return (
        f"At age {age[0]}, Mr. {surname[-1]} can set aside a fifth of his {money[0]} a year. "
        f"Nothing should be charged to {'-'.join(card)} until he agrees."
    )


def _marked(prompt: SanitizedPrompt) -> Text:
    """The sanitized text, with its surrogates coloured."""
    from rich.text import Text  # noqa: PLC0415  # no other command needs it

    marked = Text(prompt.texts[0])
    for span in prompt.spans[0]:
        marked.stylize("bold magenta", span.start, span.end)
    return marked
