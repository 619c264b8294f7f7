"""A walk over the arguments of a call: every text that goes to the provider besides the messages.

Every text is visited. Only names that the provider looks up stay: of the model, of tools, and words of JSON Schema.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, is_dataclass
from typing import Any, NoReturn, get_args

from privacy_chains.adapting.fields import walk_named
from privacy_chains.adapting.objects import fields_of
from privacy_chains.adapting.schemas import is_schema, walk_schema
from privacy_chains.adapting.values import is_written
from privacy_chains.adapting.visitors import WHOLE, Rewrite, Stay, Visitor
from privacy_chains.errors import UnsupportedContent

__all__ = [
    "look_through_settings",
    "settings_of",
    "walk_arguments",
    "walk_specification",
]

_MODELS = frozenset({"model", "model_name"})
_CHOICES = frozenset({"tool_choice", "function_call"})
_UNSENT = frozenset({"ls_structured_output_format"})
_SPECIFICATIONS = frozenset(
    {
        *("tools", "functions", "toolConfig", "tool_config"),
        *("response_format", "output_format", "output_config", "format", "text"),
    }
)
_NAMES = frozenset({"type", "name", "server_label"})
"""What a tool or a format is looked up by."""
_SYNTAXES = frozenset({"lark", "regex"})
"""What the grammar of a tool's input may be written in."""
_DEFINITIONS = _SPECIFICATIONS | {
    *("function", "function_declarations", "functionDeclarations", "custom", "json_schema"),
    *("tool", "toolSpec", "toolChoice", "allowed_tools", "allowedTools"),
}
"""The keys under which tools and formats stand; everything under other keys is data."""
_SCHEMAS = frozenset(
    {
        *("schema", "parameters", "parameters_json_schema", "parametersJsonSchema", "parameter_definitions"),
        *("input_schema", "inputSchema", "output_schema", "outputSchema", "response_schema", "responseSchema"),
        "response_json_schema",
    }
)
_EXAMPLES = frozenset({"input_examples", "examples", "example"})
_NUMBERS = frozenset(
    {
        *("seed", "random_seed", "logit_bias"),
        *("thinking_budget", "thinkingBudget", "budget_tokens", "max_tool_calls", "max_price"),
    }
)
"""Names of numbers that control how an answer is made, although they may look like values of a person."""
_SAMPLING = frozenset(
    {
        *("temperature", "top_p", "top_k", "n", "max_tokens", "max_completion_tokens", "max_output_tokens"),
        *("presence_penalty", "frequency_penalty", "logprobs", "top_logprobs", "timeout"),
    }
)
"""The same for arguments of the call itself: deeper inside, a temperature may be a patient's."""


def walk_arguments(arguments: dict[str, Any], visitor: Visitor, rewrite: Rewrite) -> dict[str, Any]:
    """Return a copy of a call's arguments, every text visited.

    Args:
        arguments: The arguments by name.
        visitor: What happens to each text.
        rewrite: Visits what is not JSON among the tools and formats, such as a class.

    Raises:
        UnsupportedContent: An argument holds text in a form that can be read but not replaced, or raw bytes.
    """
    return {name: _argument(name, value, visitor, rewrite) for name, value in arguments.items()}


def settings_of(model: object, names: Iterable[str]) -> dict[str, Any]:
    """The settings that a model adds to every call, under those of the names that it has."""
    return {name: value for name in names if (value := getattr(model, name, None))}


def look_through_settings(
    settings: Mapping[str, Any], visitor: Visitor, rewrite: Rewrite, allow: Collection[str] = ()
) -> None:
    """Visit the settings that a model adds to every call; these cannot be replaced.

    Args:
        settings: The model's settings by name.
        visitor: What happens to each text.
        rewrite: Visits what is not JSON among the tools and formats, such as a class.
        allow: Names of settings that pass as they are.

    Raises:
        UnsupportedContent: A setting holds something that would have to be replaced.
    """
    for name, value in settings.items():
        if name not in allow:
            refusal = (
                f"{name!r} of the model itself holds private values and would go out with every call, so nothing was "
                "sent. Give them to the call, where they are sanitized, "
                f"or, if they may be known, send them as they are with protect(..., allow={{{name!r}}})"
            )
            given = dict(value) if isinstance(value, Mapping) else {name: value}
            walk_arguments(given, Stay(visitor, refusal), rewrite)


def _argument(name: str, value: Any, visitor: Visitor, rewrite: Rewrite) -> Any:
    if name in _UNSENT or (name in _MODELS | _CHOICES and isinstance(value, str)):
        return value
    if name in _SAMPLING and isinstance(value, int | float):
        return value
    if name in _SPECIFICATIONS or name in _CHOICES:
        return walk_specification(value, visitor, rewrite)
    return _Told(visitor, rewrite).item(name, value)


@dataclass(frozen=True)
class _Told:
    """Visits everything that is sent; a number as a text, after its name."""

    visitor: Visitor
    rewrite: Rewrite

    def item(self, name: str, value: Any) -> Any:
        """A copy of the value of a name."""
        return value if name in _NUMBERS and _are_numbers(value) else self.of(value, name)

    def of(self, value: Any, name: str = "") -> Any:
        """A copy of a value with a name."""
        if isinstance(value, Mapping):
            return {self.of(key): self.item(str(key), item) for key, item in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            items = [self.of(item, name) for item in value]
            return tuple(items) if isinstance(value, tuple) else items
        return walk_named(value, self.visitor, self._object, name)

    def _object(self, value: Any, visitor: Visitor) -> Any:
        """The replacement for an object; None for data."""
        if value is None or isinstance(value, str | int | float) or is_written(value):
            return None
        rewritten = self.rewrite(value, visitor)
        if rewritten is not None:
            return rewritten
        if isinstance(value, bytes | bytearray) or is_dataclass(value) or hasattr(type(value), "model_dump"):
            _refuse(value)
        if any(_may_say(part) for part in (value, *get_args(value))):
            return visitor.other(value)
        return value  # such as a time limit, or a marker for an argument that is not given


def _may_say(value: Any) -> bool:
    """Whether an object may contain text: a class does, in its name and its description."""
    if isinstance(value, type):
        return value.__module__ != "builtins"
    return any(isinstance(part, str | bytes) for name, part in fields_of(value) if not name.startswith("__"))


def _are_numbers(value: Any) -> bool:
    if isinstance(value, Mapping):  # of tokens
        return all(str(key).isdecimal() for key in value) and _are_numbers([*value.values()])
    return all(isinstance(one, int | float) for one in (value if isinstance(value, list) else [value]))


def _refuse(value: Any) -> NoReturn:
    msg = f"an argument of the call holds {type(value).__name__}, which cannot be sanitized, so nothing was sent"
    raise UnsupportedContent(msg, hint="give it as text, numbers, lists and dicts")


def walk_specification(value: Any, visitor: Visitor, rewrite: Rewrite) -> Any:
    """Visit the description of a tool or of the form of an answer: schemas are visited, names are kept.

    Raises:
        UnsupportedContent: It holds an object that cannot be rewritten.
    """
    if isinstance(value, str):
        return visitor.text(value, WHOLE)
    if is_schema(value):
        return walk_schema(value, visitor)
    if isinstance(value, dict):
        return {_key(key, visitor): _specified(key, item, visitor, rewrite) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [walk_specification(item, visitor, rewrite) for item in value]
    if value is None or isinstance(value, bool | int | float):
        return _Told(visitor, rewrite).of(value)
    rewritten = rewrite(value, visitor)
    if rewritten is None:
        msg = f"a {type(value).__name__} among the tools or formats cannot be sanitized"
        raise UnsupportedContent(msg, hint="give it as a JSON schema")
    return rewritten


def _key(key: str, visitor: Visitor) -> str:
    """The names that a definition gives its parts are identifiers; everything else is visited."""
    return key if key.isidentifier() and key.isascii() else visitor.text(key, WHOLE)


def _specified(key: str, value: Any, visitor: Visitor, rewrite: Rewrite) -> Any:
    if isinstance(value, str) and (key in _NAMES or (key == "syntax" and value in _SYNTAXES)):
        return value
    if isinstance(value, dict) and (key in _SCHEMAS or (is_schema(value) and key not in _EXAMPLES)):
        return walk_schema(value, visitor)
    return (
        walk_specification(value, visitor, rewrite) if key in _DEFINITIONS else _Told(visitor, rewrite).item(key, value)
    )
