"""Enforcement as a separate step: make the numbers of a sanitized prompt satisfy formulas before it is sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from privacy_chains import dependencies as formulas
from privacy_chains.contract.spans import Span, replace_spans
from privacy_chains.dependencies import Dependencies, Mention, NumberedMessage
from privacy_chains.desanitize import Issued
from privacy_chains.errors import DependencyError, FormatError
from privacy_chains.preempt.policy import AddNoise, Policy
from privacy_chains.preempt.prompt import SanitizedPrompt

__all__ = ["enforce"]


def enforce(prompt: SanitizedPrompt, dependencies: Dependencies | str) -> SanitizedPrompt:
    """The prompt with numbers that follow from others recomputed from their released values.

    This post-processes released values: no noise is drawn, no epsilon is spent, and the ledger does not change.
    Use it on a prompt that has not been sent. In a conversation, give the dependencies to the session instead:
    what a session released never changes.

    Args:
        prompt: What ``sanitize`` gave.
        dependencies: The formulas, or the helper string.

    Raises:
        DependencyError: A formula cannot be read, is ambiguous, contradicted, or cannot be satisfied; or the prompt
            has no policy, for example because it was built by hand.
    """
    if isinstance(dependencies, str):
        dependencies = Dependencies.parse(dependencies)
    if prompt.policy is None:
        msg = "the prompt does not say what policy it was sanitized under, so its numbers cannot be recomputed"
        raise DependencyError(msg)
    return _Enforcement(prompt, prompt.policy, dependencies).run()


class _Enforcement:
    """One prompt restored to its clear texts, with its numbers decided again."""

    def __init__(self, prompt: SanitizedPrompt, policy: Policy, dependencies: Dependencies) -> None:
        self._prompt, self._policy, self._dependencies = prompt, policy, dependencies
        self._issued = {(item.entity_type, item.original): item for item in prompt.issued}
        clear = [
            replace_spans(text, spans, originals)
            for text, spans, originals in zip(prompt.texts, prompt.spans, prompt.originals, strict=True)
        ]
        self._texts = [text for text, _ in clear]
        self._spans = [spans for _, spans in clear]
        self._found = list(self._numbers())

    def run(self) -> SanitizedPrompt:
        mentions = [mention for mention, _, _ in self._found]
        noise = {name: rule.noise for name, rule in self._policy.rules.items() if isinstance(rule, AddNoise)}
        given = [item.released for _, item, _ in self._found if item.released is not None]
        numbers = formulas.enforce(self._texts, mentions, given, noise=noise, dependencies=self._dependencies)
        written: dict[tuple[int, Span], str] = {}
        issued = dict(self._issued)
        for (mention, item, rule), number in zip(self._found, numbers, strict=True):
            form = rule.format.meaning(item.original, mention.quantity.number)
            surrogate = form.write(item.original, number, finer=True)
            written[mention.text, mention.span] = surrogate
            issued[item.entity_type, item.original] = replace(item, surrogate=surrogate, released=number)
        released = {mention.key: number for mention, number in zip(mentions, numbers, strict=True)}
        for answer in formulas.answers(self._dependencies, NumberedMessage.of(self._texts, mentions), released):
            issued |= {(item.entity_type, item.original): item for item in Issued.of_answer(answer)}
        return self._rewritten(written, issued)

    def _numbers(self) -> Iterator[tuple[Mention, Issued, AddNoise]]:
        """Every number of the clear texts that was released with noise or computed."""
        for index, (text, spans) in enumerate(zip(self._texts, self._spans, strict=True)):
            for span in spans:
                rule = self._policy.rules.get(span.entity_type)
                item = self._issued.get((span.entity_type, text[span.start : span.end]))
                if not isinstance(rule, AddNoise) or item is None or item.released is None:
                    continue
                try:
                    form = rule.format if item.number is None else rule.format.meaning(item.original, item.number)
                    quantity = form.read(item.original)
                except FormatError:
                    continue
                yield Mention(index, span, quantity), item, rule

    def _rewritten(
        self, written: dict[tuple[int, Span], str], issued: dict[tuple[str, str], Issued]
    ) -> SanitizedPrompt:
        prompt = self._prompt
        texts: list[str] = []
        places: list[tuple[Span, ...]] = []
        for index, (clear, spans) in enumerate(zip(self._texts, self._spans, strict=True)):
            sent = [prompt.texts[index][span.start : span.end] for span in prompt.spans[index]]
            values = [written.get((index, span), old) for span, old in zip(spans, sent, strict=True)]
            text, moved = replace_spans(clear, spans, values)
            texts.append(text)
            places.append(moved)
        return replace(prompt, texts=tuple(texts), spans=tuple(places), issued=tuple(issued.values()))
