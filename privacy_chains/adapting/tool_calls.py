"""A call of a tool that runs elsewhere: it gets surrogates of the right types, or it is not called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from privacy_chains.adapting.calls import Answer, Trust, remember
from privacy_chains.adapting.fields import Collected, Replaced, Texts, walk_fields
from privacy_chains.adapting.flow import Asked
from privacy_chains.adapting.schemas import Place, takes
from privacy_chains.adapting.values import is_record, parts_of
from privacy_chains.adapting.visitors import Path, Restore, Visitor
from privacy_chains.contract.conversation import Leaf
from privacy_chains.contract.method import Method
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.roles import Witness
from privacy_chains.errors import UnsupportedContent

__all__ = ["Blocked", "ToolCall", "sanitize_tool_call"]

Schema = Mapping[str, Any]


class Blocked(UnsupportedContent):
    """A tool was not called: it must not see private values, or does not accept the number that would be sent."""


_REFUSALS = {
    "string": "takes a number where a private one would be sent as text",
    "number": "takes a whole number where a private one would be sent with a fraction",
}
"""The refusal of a number that changed its type, by its new type."""


@dataclass(frozen=True, repr=False)
class ToolCall(Asked):
    """A sanitized call of a tool.

    Attributes:
        reading: Reads what the tool returns, and its errors.
    """

    reading: Visitor


def sanitize_tool_call(
    sanitizer: Method, trust: Trust, name: object, fields: dict[str, Any], schema: Callable[[], Schema] = dict
) -> tuple[dict[str, Any], Visitor]:
    """Sanitize the arguments of a tool that runs elsewhere; return them, and what reads its result.

    Args:
        sanitizer: A ``Sanitizer`` or a ``Session``.
        trust: ``"user"``, ``"remote"``, or ``"block"`` to refuse arguments that hold anything private.
        name: What the tool is called.
        fields: The arguments by name.
        schema: Returns the JSON schema of the arguments; it is asked where a number changed its type.

    Raises:
        Blocked: ``"block"`` refuses, or a number would change its type where the schema takes no other. Nothing was
            sent.
    """
    if trust == "block" and _holds_private(sanitizer, fields):
        msg = f"the tool {name!r} must not see private values, and this call holds some; it was not called"
        raise Blocked(msg)
    sanitizing = _Sanitizing(sanitizer, str(name), own=trust == "user")
    collected = _collected(fields)
    given = walk_fields(fields, _ReplacedNumbers(sanitizing(collected.texts)))
    for place, kind in _changed(fields, given):
        if not takes(schema(), place, kind):
            msg = f"the tool {name!r} {_REFUSALS[kind]}; it was not called"
            raise Blocked(msg)
    return given, _Heard(Answer(sanitizer, sanitizing.prompt).value, saw=lambda text: remember(sanitizer, [text]))


class _Sanitizing:
    """Sanitizes the texts of one call, and keeps what reads them back."""

    prompt: Prompt

    def __init__(self, method: Method, tool: str, *, own: bool) -> None:
        self._method = method
        self._tool = tool
        self._own = own

    def __call__(self, texts: Texts) -> Texts:
        if isinstance(self._method, Witness):
            arguments = self._method.arguments(texts, self._tool, own=self._own)
            self.prompt = arguments.prompt
            return list(arguments.texts)
        self.prompt = self._method.sanitize(texts)
        return list(self.prompt.texts)


def _holds_private(method: Method, fields: dict[str, Any]) -> bool:
    """Whether named values contain something private, even if noise would not change it."""
    return any(method.scan(_collected(fields).texts))


def _collected(fields: dict[str, Any]) -> Collected:
    collected = Collected()
    walk_fields(fields, collected)
    return collected


class _ReplacedNumbers(Replaced):
    """Replaces leaves by sanitized texts; an integer that got a fraction becomes a float."""

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        given = super().leaf(leaf, path)
        if isinstance(leaf, str) or not isinstance(given, str):
            return given
        try:
            return float(given)
        except ValueError:
            return given


def _changed(before: Any, after: Any, place: Place = ()) -> Iterator[tuple[Place, str]]:
    """Where numbers changed their type, and to which."""
    if isinstance(before, int | float) and isinstance(after, str):
        yield place, "string"
    elif isinstance(before, int) and isinstance(after, float):
        yield place, "number"
    for step, one, other in _pairs(before, after):
        yield from _changed(one, other, (*place, step))


def _pairs(before: Any, after: Any) -> Iterator[tuple[str | int, Any, Any]]:
    """The parts of a value, each with its replacement."""
    match before:
        case Mapping():
            pairs = zip(before, before.values(), after.values(), strict=False)  # two keys may have become one
            yield from ((str(name), one, other) for name, one, other in pairs)
        case list() | tuple():
            yield from ((step, *pair) for step, pair in enumerate(zip(before, after, strict=True)))
        case set() | frozenset():
            yield from ((0, one, other) for one in before - after for other in after - before)
        case _ if is_record(before):
            yield from _pairs(parts_of(before), parts_of(after))


@dataclass
class _Heard(Restore):
    """Reads what a tool answers, and remembers that the user did not write it."""

    saw: Callable[[str], None] = field(default=lambda _: None, kw_only=True)

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        read = super().leaf(leaf, path)
        if isinstance(read, str):
            self.saw(read)
        return read
