"""Questions to a store of public texts: asked in surrogates, and answered in the store's own words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from privacy_chains.adapting.fields import Texts
from privacy_chains.contract.conversation import Leaf
from privacy_chains.contract.method import Method
from privacy_chains.contract.prompt import Prompt

__all__ = ["StoreQuestion"]


@dataclass(repr=False)
class StoreQuestion:
    """Sanitizes a question and its filters, and reads back what they returned.

    A public text stays as it is, except where it contains a whole surrogate of the question. Numbers with noise are
    left: many texts contain the same number for other reasons.

    Args:
        sanitizer: A ``Sanitizer`` or a ``Session``.
        asked: Earlier parts of the same question, such as fixed filters.
    """

    sanitizer: Method
    asked: tuple[StoreQuestion, ...] = ()
    _prompts: list[Prompt] = field(default_factory=list)

    def sanitize(self, texts: Texts) -> Texts:
        """Sanitize texts of the question jointly."""
        prompt = self.sanitizer.sanitize(texts)
        self._prompts.append(prompt)
        return list(prompt.texts)

    def restore(self, leaf: Leaf) -> Leaf:
        """A leaf of a result, with the question's own values in place of their surrogates."""
        brought = self.brought()
        if not isinstance(leaf, str) or not brought:
            return leaf
        longest_first = sorted(brought, key=len, reverse=True)
        found = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
        return found.sub(lambda match: brought[match[0]], leaf)

    def brought(self) -> dict[str, str]:
        """The values that the question had, by their surrogates."""
        known = {one: value for before in self.asked for one, value in before.brought().items()}
        return known | {one: value for prompt in self._prompts for one, value in prompt.surrogates.items()}
