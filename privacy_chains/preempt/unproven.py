"""What is hidden in messages in the model's name without a proof that the model wrote them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from privacy_chains.contract.conversation import Leaf, Message
from privacy_chains.contract.spans import Span, replace_spans
from privacy_chains.preempt.annotate import annotate
from privacy_chains.preempt.memory import Context, Memory
from privacy_chains.preempt.needles import Needle
from privacy_chains.preempt.policy import Keep
from privacy_chains.preempt.treatments import Redact, Suppress

__all__ = ["hidden"]


def hidden(
    context: Context,
    memory: Memory,
    message: Message,
    numbers: Collection[float],
    times: Callable[[str], Sequence[Span]],
) -> tuple[tuple[Leaf, ...], tuple[Needle, ...]]:
    """The leaves with the name of its type for every private value, and what to look for from now on because of them.

    **Guarantee**: what replaces a value depends only on its type, not on the key or the value.

    **Warning**: words that no detector finds are hidden because the session knows them. If the model lists words and
    only one of them is hidden, it learns that this one is the caller's. A value that nothing finds stays.

    Args:
        context: What messages are sanitized under.
        memory: What the session has fixed.
        message: The message.
        numbers: Numbers that the session has released, as they stand in data.
        times: Finds the true times of released timestamps, which no detector looks for.
    """
    shape = message.leaves if message.told is None else message.told
    texts = tuple(map(str, shape))
    annotation = annotate(context.engine, texts, memory.needles, numbers=memory.private_numbers, answer=True)
    told: list[Leaf] = []
    for leaf, said, text, spans in zip(message.leaves, shape, texts, annotation.spans, strict=True):
        found = sorted([*spans, *(one for one in times(text) if not any(one.overlaps(span) for span in spans))])
        written = replace_spans(text, found, [_placeholder(context, text, span) for span in found])[0]
        if isinstance(leaf, str):
            told.append(written)
        else:  # a number stays a number, for code that checks the arguments of tools
            told.append(said if written == text and leaf not in numbers else "0" if isinstance(said, str) else 0)
    return tuple(told), annotation.needles


def _placeholder(context: Context, text: str, span: Span) -> str:
    known = span.entity_type in context.engine.policy.rules
    rule = context.engine.treatment(span.entity_type) if known else None
    if isinstance(rule, Keep):
        return text[span.start : span.end]
    if isinstance(rule, Redact):
        return rule.written(span.entity_type)
    if isinstance(rule, Suppress):
        return ""
    return f"[{span.entity_type}]"
