"""Questions to a place that holds public texts: asked in surrogates, and answered in the place's own words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from privacy_chains.conversation import Leaf, PromptSanitizer
from privacy_chains.policy import Encipher
from privacy_chains.prompt import SanitizedPrompt
from privacy_chains.walking.fields import Texts

__all__ = ["Asking"]


@dataclass(repr=False)
class Asking:
    """What a question and its filters are sanitized with, and what they brought is read back with.

    A public text stays as it is, but where a whole surrogate of the question stands in it. Numbers that got noise are
    left: the same number stands in many a text, for reasons of its own.

    Args:
        sanitizer: A ``Sanitizer`` or a ``Session``.
        asked: What was asked before as a part of the same question, such as fixed filters.
    """

    sanitizer: PromptSanitizer
    asked: tuple[Asking, ...] = ()
    _prompts: list[SanitizedPrompt] = field(default_factory=list)

    def sanitize(self, texts: Texts) -> Texts:
        """Sanitize texts of the question jointly."""
        prompt = self.sanitizer.sanitize(texts)
        self._prompts.append(prompt)
        return list(prompt.texts)

    def restore(self, leaf: Leaf) -> Leaf:
        """A leaf of what was found, with the question's own values in the place of their surrogates."""
        brought = self.brought()
        if not isinstance(leaf, str) or not brought:
            return leaf
        longest_first = sorted(brought, key=len, reverse=True)
        found = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
        return found.sub(lambda match: brought[match[0]], leaf)

    def brought(self) -> dict[str, str]:
        """The values that the question had, by their surrogates."""
        known = {one: value for before in self.asked for one, value in before.brought().items()}
        return known | {one: value for prompt in self._prompts for one, value in _values(prompt).items()}


def _values(prompt: SanitizedPrompt) -> dict[str, str]:
    """The enciphered values of a prompt's texts, by their surrogates."""
    if not isinstance(prompt, SanitizedPrompt) or prompt.policy is None:
        return {}
    enciphered = {kind for kind, rule in prompt.policy.rules.items() if isinstance(rule, Encipher)}
    return {
        text[span.start : span.end]: original
        for text, spans, originals in zip(prompt.texts, prompt.spans, prompt.originals, strict=True)
        for span, original in zip(spans, originals, strict=True)
        if span.entity_type in enciphered
    }
