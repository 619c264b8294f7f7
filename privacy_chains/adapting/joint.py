"""What several prompts or detectors are together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from privacy_chains.contract.method import AnswerReader
from privacy_chains.contract.spans import Span
from privacy_chains.desanitize import Issued, Reader
from privacy_chains.detect import CompositeDetector, Detector

__all__ = ["composed", "joint_reader"]


class _ReadPrompt(Protocol):
    """A prompt that knows what it issued, and what of it is read back."""

    @property
    def texts(self) -> tuple[str, ...]: ...

    @property
    def issued(self) -> tuple[Issued, ...]: ...

    @property
    def readable(self) -> tuple[tuple[tuple[Span, ...], ...], tuple[tuple[str, ...], ...]]: ...

    @property
    def reader(self) -> Reader: ...


def joint_reader(prompts: Sequence[_ReadPrompt]) -> AnswerReader:
    """What reads answers to prompts that were made under one key and session, as if they were one.

    Args:
        prompts: The prompts.
    """
    if len(prompts) == 1:
        return prompts[0].reader
    issued, texts = list[Issued](), list[str]()
    spans, originals = list[tuple[Span, ...]](), list[tuple[str, ...]]()
    for prompt in prompts:
        readable, known = prompt.readable
        issued += prompt.issued
        texts += prompt.texts
        spans += readable
        originals += known
    return Reader(issued, texts, spans, originals=originals)


def composed(first: Detector, *others: Detector) -> Detector:
    """A detector that finds what any of several finds; texts are read in the scripts of the first."""
    return CompositeDetector(first, *others, scripts=getattr(first, "scripts", ()))
