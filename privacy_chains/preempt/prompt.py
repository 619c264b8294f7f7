"""The frozen result of one sanitization."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn

from privacy_chains.contract.notebook import sent_html
from privacy_chains.contract.spans import Span
from privacy_chains.desanitize import Issued
from privacy_chains.errors import DesanitizeError, PrivacyError
from privacy_chains.ledger import Ledger
from privacy_chains.preempt.policy import Encipher, Policy

if TYPE_CHECKING:
    from privacy_chains.desanitize import Reader

__all__ = ["SanitizedPrompt"]


@dataclass(frozen=True, repr=False, eq=False)
class SanitizedPrompt:
    """What one request sends, and what is needed to read its answer. Frozen; shows no clear value.

    Attributes:
        texts: The sanitized texts, one for each text given.
        spans: Where surrogates stand: for each text a tuple of spans, in the sanitized text's positions.
        ledger: The privacy events of this request.
        issued: Every surrogate that an answer may hold, those of earlier messages included; never shown.
        originals: What stood at each span; never shown.
        policy: What it was sanitized under.
        earlier: The reader of the conversation so far; what it read is not read again.
        key_id: The id of the key that it was made under; public. Reading with the key alone needs it.
        scheme: The version of everything that its surrogates depend on.
        session: The name of the session that made it.
    """

    texts: tuple[str, ...]
    spans: tuple[tuple[Span, ...], ...]
    ledger: Ledger
    issued: tuple[Issued, ...] = ()
    originals: tuple[tuple[str, ...], ...] = ()
    policy: Policy | None = None
    earlier: Reader | None = None
    key_id: str = ""
    scheme: str = ""
    session: str = ""

    @property
    def text(self) -> str:
        """The sanitized texts as one, joined by empty lines."""
        return "\n\n".join(self.texts)

    @cached_property
    def reader(self) -> Reader:
        """Reads answers to this request back."""
        from privacy_chains.desanitize import Reader  # noqa: PLC0415  # only an answer needs it

        build = Reader if self.earlier is None else self.earlier.extended
        hosts = self.policy.restore_in_urls if self.policy is not None else ()
        spans, originals = self.readable
        return build(self.issued, self.texts, spans, originals=originals, hosts=hosts)

    @property
    def readable(self) -> tuple[tuple[tuple[Span, ...], ...], tuple[tuple[str, ...], ...]]:
        """The spans and originals that an answer is read with: those of types that nothing reads back are left out."""
        one_way = self.one_way
        if not one_way:
            return self.spans, self.originals
        kept = [
            [
                (span, original)
                for span, original in zip(spans, originals, strict=True)
                if span.entity_type not in one_way
            ]
            for spans, originals in zip(self.spans, self.originals, strict=True)
        ]
        spans = tuple(tuple(span for span, _ in pairs) for pairs in kept)
        return spans, tuple(tuple(original for _, original in pairs) for pairs in kept)

    @property
    def one_way(self) -> Mapping[str, bool]:
        """The types whose values nothing reads back, each with whether equal values of it can be told."""
        return {} if self.policy is None else self.policy.one_way

    @property
    def private(self) -> tuple[tuple[Span, ...], ...]:
        """For each text, the spans of what the policy does not keep in clear, even if noise changed nothing."""
        return tuple(spans if self.policy is None else self.policy.private(spans) for spans in self.spans)

    @property
    def surrogates(self) -> Mapping[str, str]:
        """The enciphered values of the texts by their surrogates; a noised number may have several originals."""
        rules = self.policy.rules if self.policy is not None else {}
        enciphered = {name for name, rule in rules.items() if isinstance(rule, Encipher)}
        return {
            text[span.start : span.end]: original
            for text, spans, originals in zip(self.texts, self.spans, self.originals, strict=True)
            for span, original in zip(spans, originals, strict=True)
            if span.entity_type in enciphered
        }

    @property
    def built_reader(self) -> Reader | None:
        """The reader if an answer was already read; otherwise that of the conversation so far."""
        reader: Reader | None = self.__dict__.get("reader", self.earlier)
        return reader

    def _repr_html_(self) -> str:
        return sent_html(self)

    def __repr__(self) -> str:
        kinds = sorted({span.entity_type for spans in self.spans for span in spans})
        return f"SanitizedPrompt(texts={len(self.texts)}, spans={sum(map(len, self.spans))}, types={kinds})"

    def __reduce__(self) -> NoReturn:
        msg = (
            "a SanitizedPrompt holds clear values and is not pickled; keep the original texts where they are "
            "safe and sanitize them again: the same key and session give the same prompt"
        )
        raise PrivacyError(msg)


def check_prompt(prompt: object) -> SanitizedPrompt:
    """The prompt; refuse anything else.

    Raises:
        DesanitizeError: It is not a prompt. The message names its type, never its value.
    """
    if not isinstance(prompt, SanitizedPrompt):
        msg = f"an answer is read back with the SanitizedPrompt that sanitize returned, not {type(prompt).__name__}"
        raise DesanitizeError(msg)
    return prompt
