"""What a session knows besides its conversation: where values came from, and how texts were sanitized for traces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from secrets import token_bytes
from threading import Lock, RLock

from privacy_chains.contract.prompt import as_texts
from privacy_chains.contract.report import Sighting
from privacy_chains.contract.roles import Arguments
from privacy_chains.errors import forgets_values
from privacy_chains.preempt.arguments import Called, tool_arguments
from privacy_chains.preempt.prompt import SanitizedPrompt
from privacy_chains.preempt.provenance import Provenance

__all__ = ["Retold", "Witnessing"]

_CHARACTERS = 1_000_000
"""How much sanitized text is remembered for traces."""


class Retold:
    """Texts as they were sanitized before, by their digests; it holds no clear value. Safe to share between threads."""

    def __init__(self) -> None:
        self._secret = token_bytes(32)
        self._texts: OrderedDict[bytes, str] = OrderedDict()
        self._held = 0
        self._lock = Lock()

    def learn(self, texts: Iterable[str], sanitized: Iterable[str]) -> None:
        """Remember texts, and forget the oldest."""
        with self._lock:
            for text, after in zip(texts, sanitized, strict=True):
                place = self._digest(text)
                if place not in self._texts:
                    self._texts[place] = after
                    self._held += len(after)
            while self._held > _CHARACTERS:
                self._held -= len(self._texts.popitem(last=False)[1])

    def of(self, texts: Sequence[str], sanitize: Callable[[list[str]], Sequence[str]]) -> list[str]:
        """The sanitized texts: known ones as they were, new ones jointly."""
        known = {text: self._texts.get(self._digest(text)) for text in texts}
        new = [text for text, after in known.items() if after is None]
        if new:
            after = sanitize(new)
            self.learn(new, after)
            known.update(zip(new, after, strict=True))
        return [str(known[text]) for text in texts]

    def _digest(self, text: str) -> bytes:
        return blake2b(text.encode("utf-8", "surrogatepass"), key=self._secret, digest_size=32).digest()

    def __repr__(self) -> str:
        return f"Retold({len(self._texts)})"


class Witnessing(ABC):
    """The part of a session that knows where values came from."""

    _provenance: Provenance
    _retold: Retold
    _lock: RLock

    @abstractmethod
    @forgets_values
    def sanitize(self, texts: str | Sequence[str]) -> SanitizedPrompt:
        """Sanitize one message."""

    @abstractmethod
    def _recall(self) -> None:
        """Learn what was issued in other sessions of the same name."""

    @forgets_values
    def retell(self, texts: Sequence[str]) -> list[str]:
        """Sanitize texts for traces, each only once: a text that this session has sanitized becomes the same again."""
        return self._retold.of(as_texts(texts), lambda new: self.sanitize(new).texts)

    @property
    def held(self) -> tuple[Sighting, ...]:
        """What was recently held back from tools because only documents contain it: types and positions, no values."""
        return tuple(self._provenance.held)

    @forgets_values
    def saw(self, texts: Sequence[str]) -> None:
        """Remember texts that came from elsewhere, such as what was retrieved or what a tool answered.

        If it is later copied into a message of the user, it does not count as the user's own words.
        """
        self._provenance.saw(as_texts(texts))

    @forgets_values
    def arguments(self, texts: Sequence[str], tool: str, *, own: bool = False) -> Arguments:
        """Sanitize the texts of a tool call's arguments. What a model wrote in them goes on as it wrote it.

        Args:
            texts: The texts, in clear.
            tool: What the tool is called.
            own: Whether it gets values in clear that the user or the application wrote. Those that stood in documents
                only stay surrogates, unless the policy's ``restore_from_documents`` names the tool.

        Raises:
            PrivacyError: Nothing of it may be sent.
        """
        with self._lock:
            self._recall()
            wrote = [self._provenance.wrote(text) for text in as_texts(texts)]
            new = [text for text, before in zip(texts, wrote, strict=True) if before is None]
            return tool_arguments(self._provenance, self.sanitize(new), texts, wrote, Called(tool, own=own))
