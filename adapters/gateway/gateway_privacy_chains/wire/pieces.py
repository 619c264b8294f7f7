"""A request in pieces: each is sanitized as one message, and only what a piece returns is sent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NoReturn, Self

from gateway_privacy_chains.wire.walk import Walk, tools_in
from privacy_chains import UnsupportedContent
from privacy_chains.adapting import Collect, Visitor, walk_arguments
from privacy_chains.adapting.naming import is_called
from privacy_chains.contract.conversation import Origin
from privacy_chains.lazy import lazily

__all__ = [
    "Body",
    "Piece",
    "Place",
    "Wrote",
    "beside",
    "built",
    "documents_of",
    "items_of",
    "malformed",
    "names_of",
    "texts_in",
    "tools_of",
    "without_tokens",
    "wrote",
]

Body = Mapping[str, Any]
Place = tuple[str | int, ...]
"""Where a piece stands: names, and positions in lists; empty for fields of the request itself."""

_FOREIGN = frozenset(
    {
        *("document", "search_result", "tool_result", "function_call_output", "custom_tool_call_output"),
        *("web_search_tool_result", "mcp_tool_result", "local_shell_call_output"),
    }
)
"""Blocks of a user's message that are not the user's words."""


_CHOICES = frozenset({"tool_choice", "function_call"})
_CHOSEN = frozenset({"auto", "none", "required", "any"})
"""What they may be in a word; a tool is chosen by an object."""

_TOKENS = ("logprobs", "token_ids")
"""How the names of fields end that hold tokens, such as ``prompt_logprobs``."""
_DEFINING = _CHOICES | {
    *("tools", "functions", "response_format", "output_format", "output_config", "format", "text"),
    *("function", "custom", "json_schema", "tool", "allowed_tools"),
}
"""Where tools and the forms of answers are defined or chosen."""
_LOOKED_UP = frozenset({"type", "name", "server_label"})
"""What they are looked up by."""

_MODEL = lazily(r"[A-Za-z0-9@][A-Za-z0-9_.:/+-]{0,199}(?:@[a-z0-9-]{1,40})?")
"""The form of a model's name."""


@dataclass(frozen=True, repr=False)
class Piece:
    """What is sanitized as one message.

    Attributes:
        place: Where it stands in the request.
        walk: Visits it, and returns a copy.
        from_model: Whether the model wrote it.
        origin: Whose words it is, where the model did not write it.
        documents: Blocks in it that are nobody's words here, such as what a tool answered.
        called: The id that the provider gave to it, such as that of a tool call.
    """

    place: Place
    walk: Callable[[Walk], Any]
    from_model: bool = False
    origin: Origin = "user"
    documents: tuple[Any, ...] = ()
    called: str | None = None


@dataclass(frozen=True, repr=False)
class Wrote:
    """What the model wrote in one answer, in pieces, as it wrote them and as they were read."""

    wrote: tuple[Piece, ...]
    read: tuple[Piece, ...]

    @classmethod
    def of(cls, pieces: Callable[[Body], Iterator[Piece]], received: Body, read: Body) -> Self:
        """What was written in an answer, taken to pieces as it was received and as it was read."""
        return cls(tuple(pieces(received)), tuple(pieces(read)))


def wrote(place: Place, walk: Callable[[Walk], Any], called: object = None) -> Piece:
    """A piece that the model wrote."""
    return Piece(place, walk, from_model=True, called=called if isinstance(called, str) else None)


def beside(body: Body, names: Collection[str]) -> Piece:
    """Everything of a request that is no message."""
    arguments = {name: value for name, value in body.items() if name not in names}
    for name in _CHOICES & arguments.keys():
        if isinstance(arguments[name], str) and arguments[name] not in _CHOSEN:
            malformed(name, f"one of {', '.join(sorted(_CHOSEN))}, or an object")
    for name in _DEFINING & arguments.keys():
        _check_names(arguments[name])
    if isinstance(model := arguments.get("model"), str) and not _MODEL.fullmatch(model):
        malformed("model", "the name of a model")

    def walk(given: Walk) -> dict[str, Any]:
        told = walk_arguments(arguments, given.visitor, _no_object)
        return {given.name(name): value for name, value in told.items()}

    return Piece((), walk, origin="system")


def _no_object(value: Any, visitor: Visitor) -> None:  # noqa: ARG001  # JSON holds none
    return None


def built(placed: Iterable[tuple[Place, Any]]) -> dict[str, Any]:
    """A request of what its pieces became; what is in no piece is not in it."""
    root: dict[str, Any] = {}
    for place, value in placed:
        if not place:
            root.update(value)
            continue
        at: Any = root
        for step, following in pairwise(place):
            at = _entered(at, step, {} if isinstance(following, str) else [])
        _put(at, place[-1], value)
    return root


def _entered(at: Any, step: str | int, empty: Any) -> Any:
    if isinstance(step, str):
        return at.setdefault(step, empty)
    if step == len(at):
        at.append(empty)
    return at[step]


def _put(at: Any, step: str | int, value: Any) -> None:
    if isinstance(step, str):
        at[step] = value
    else:
        at.append(value)


def names_of(fields: Body) -> Piece:
    """The names of a message's fields, where each field is a piece of its own."""

    def walk(given: Walk) -> dict[str, Any]:
        for name in fields:
            given.standing(name)
        return {}

    return Piece((), walk, origin="system")


def without_tokens(fields: Body) -> dict[str, Any]:
    """Fields of an answer but for those of tokens: they show pieces of surrogates beside the clear text."""
    return {name: value for name, value in fields.items() if not name.endswith(_TOKENS)}


def _check_names(value: Any) -> None:
    """Refuse names of tools and forms that are none: they are not replaced."""
    if isinstance(value, list):
        for one in value:
            _check_names(one)
    elif isinstance(value, Mapping):
        for name, one in value.items():
            if name in _LOOKED_UP and isinstance(one, str) and not is_called(one):
                malformed(name, "a name of one word")
            elif name in _DEFINING:
                _check_names(one)


def tools_of(body: Body, pieces: Iterable[Piece]) -> frozenset[str]:
    """The names of tools that a request defines, or that the model called in it."""
    called = (piece.walk(Walk(Collect(), strict=False)) for piece in pieces if piece.from_model)
    return frozenset(tools_in([body.get("tools"), body.get("functions"), *called]))


def items_of(body: Body, name: str) -> Iterator[tuple[int, Any]]:
    """The elements of a list in a request.

    Raises:
        UnsupportedContent: It is none.
    """
    given = body.get(name)
    if not isinstance(given, list):
        malformed(name, "a list")
    yield from enumerate(given)


def documents_of(content: Any) -> tuple[Any, ...]:
    """The blocks of a user's content that are not the user's words."""
    given: Sequence[Any] = content if isinstance(content, list) else ()
    return tuple(one for one in given if isinstance(one, Mapping) and str(one.get("type")) in _FOREIGN)


def texts_in(blocks: Iterable[Any], allow: frozenset[str]) -> tuple[str, ...]:
    """The texts in blocks."""
    collected = Collect()
    for block in blocks:
        Walk(collected, allow, strict=False).block(block)
    return tuple(str(leaf) for leaf in collected.leaves)


def malformed(name: str, wanted: str) -> NoReturn:
    """Refuse a request that is not of its wire format.

    Raises:
        UnsupportedContent: Always.
    """
    msg = f"{name!r} of the request is not {wanted}; nothing was sent"
    raise UnsupportedContent(msg)
