"""What one request sends by several rungs, and how its answer is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NoReturn

from privacy_chains.contract.decision import Decision
from privacy_chains.contract.prompt import Prompt, SpannedPrompt
from privacy_chains.contract.spans import Span
from privacy_chains.errors import PrivacyError
from privacy_chains.ledger import Ledger

__all__ = ["ClearReader", "RoutedPrompt"]


@dataclass(frozen=True, repr=False, eq=False)
class RoutedPrompt:
    """What one request sends: the latest message by the rung that was chosen, earlier ones by theirs.

    Attributes:
        decision: What was decided for the latest message.
        rungs: Each rung's prompt by its place in the ladder, the latest message's first; none if nothing is sent.
        choice: The events of the decision, if it was made for this request.
        instruction: What the model is told before the conversation.
    """

    decision: Decision
    rungs: Mapping[int, Prompt] = field(default_factory=dict)
    choice: Ledger = field(default_factory=Ledger)
    instruction: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """The sanitized texts, rung by rung."""
        return tuple(chain.from_iterable(prompt.texts for prompt in self.rungs.values()))

    @property
    def text(self) -> str:
        """The sanitized texts as one, joined by empty lines."""
        return "\n\n".join(self.texts)

    @property
    def ledger(self) -> Ledger:
        """The events of the rungs and of the decision; epsilons of different units stay apart."""
        return Ledger.of(chain(chain.from_iterable(prompt.ledger for prompt in self.rungs.values()), self.choice))

    @property
    def spans(self) -> tuple[tuple[Span, ...], ...]:
        """Where surrogates stand in each text; none of a rung that does not tell."""
        return tuple(chain.from_iterable(_spans(prompt) for prompt in self.rungs.values()))

    @property
    def originals(self) -> tuple[tuple[str, ...], ...]:
        """What stood at each span; never shown."""
        return tuple(chain.from_iterable(_originals(prompt) for prompt in self.rungs.values()))

    @property
    def surrogates(self) -> Mapping[str, str]:
        """The originals by their surrogates, where rungs do not have different ones for one."""
        pairs = [pair for prompt in self.rungs.values() for pair in prompt.surrogates.items()]
        known = dict(pairs)
        doubtful = {surrogate for surrogate, original in pairs if known[surrogate] != original}
        return {surrogate: original for surrogate, original in known.items() if surrogate not in doubtful}

    def __repr__(self) -> str:
        return f"RoutedPrompt({self.decision.action}, texts={len(self.texts)})"

    def __reduce__(self) -> NoReturn:
        msg = "a prompt holds clear values and is not pickled; sanitize its texts again: the same key gives the same"
        raise PrivacyError(msg)


@dataclass(frozen=True, slots=True)
class ClearReader:
    """Reads what was never sanitized, as it is."""

    def text(self, text: str) -> str:
        """The answer."""
        return text

    def value(self, value: Any) -> Any:
        """The data."""
        return value

    def stream(self, *, json: bool = False) -> ClearReader:
        """A reader that lets every chunk pass."""
        return self

    def feed(self, chunk: str) -> str:
        """The chunk."""
        return chunk

    def flush(self) -> str:
        """Nothing is held back."""
        return ""


def _spans(prompt: Prompt) -> tuple[tuple[Span, ...], ...]:
    return tuple(prompt.spans) if isinstance(prompt, SpannedPrompt) else ((),) * len(prompt.texts)


def _originals(prompt: Prompt) -> tuple[tuple[str, ...], ...]:
    return tuple(prompt.originals) if isinstance(prompt, SpannedPrompt) else ((),) * len(prompt.texts)
