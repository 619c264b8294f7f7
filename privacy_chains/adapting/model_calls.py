"""A sanitized call of a model in any framework: what is sent besides the messages, and what reads the answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from privacy_chains.adapting.arguments import look_through_settings, walk_arguments
from privacy_chains.adapting.calls import Answer, Spoken
from privacy_chains.adapting.failures import failing_in_clear, reading_texts
from privacy_chains.adapting.guards import Guard
from privacy_chains.adapting.reporting import REPORT, Invented, report_of
from privacy_chains.adapting.visitors import Collect, Rewrite, Visitor
from privacy_chains.contract.conversation import Leaf

__all__ = ["ModelCall", "beside"]

M = TypeVar("M")


@dataclass(frozen=True, kw_only=True)
class ModelCall:
    """A sanitized call of a model.

    Attributes:
        answer: Reads what the model answers.
        arguments: What is sent besides the messages.
        allow: Kinds of content blocks that pass as they are.
        invented: What becomes of values that the model makes up; nothing where nobody looks for them.
    """

    answer: Answer
    arguments: dict[str, Any]
    allow: frozenset[str] = frozenset()
    invented: Invented | None = None

    def guard(self) -> Guard:
        """Wait for a model, and read its error messages back."""
        return failing_in_clear(reading_texts(self.answer))

    def kept(self, walk: Callable[[Visitor, M], object], wrote: M, read: M) -> dict[str, str]:
        """The proof of what the model wrote, for the leaves that will be visited when the message goes back.

        Args:
            walk: Visits the leaves of a message that goes back.
            wrote: The message as the model wrote it.
            read: The message in clear.
        """
        forms = Collect(), Collect()
        for form, message in zip(forms, (wrote, read), strict=True):
            walk(form, message)
        return self.answer.keep(*forms)

    def reported(self, walk: Callable[[Visitor, M], object], wrote: M) -> dict[str, Any]:
        """The report of an answer, as it stands beside it.

        Args:
            walk: Visits the leaves of a message that goes back.
            wrote: The message as the model wrote it.

        Raises:
            InventedValue: The model made a value up, and that is to raise.
        """
        form = Collect()
        walk(form, wrote)
        return self.reported_of(form.leaves)

    def reported_of(self, wrote: Sequence[Leaf]) -> dict[str, Any]:
        """The report of an answer of these leaves."""
        return {REPORT: report_of(self.answer.sanitizer, self.answer.prompt, wrote, self.invented).as_dict()}


def beside(
    arguments: dict[str, Any], settings: Mapping[str, Any], rewrite: Rewrite, allow: Collection[str] = ()
) -> Spoken:
    """What a call sends besides its messages.

    Args:
        arguments: The arguments of the call.
        settings: What the model itself adds to every call. It cannot be replaced.
        rewrite: Visits what is no JSON among the tools and formats, such as a class.
        allow: Names of settings that pass as they are.
    """

    def walk(visitor: Visitor) -> dict[str, Any]:
        look_through_settings(settings, visitor, rewrite, allow)
        return walk_arguments(arguments, visitor, rewrite)

    return Spoken(walk, origin="system")
