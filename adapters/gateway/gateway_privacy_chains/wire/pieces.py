"""A request in pieces: each is sanitized as one message, and only what a piece returns is sent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NoReturn, Self

from gateway_privacy_chains.wire.walk import WireWalk
from privacy_chains import UnsupportedContent
from privacy_chains.adapting import Collect, Visitor, walk_arguments
from privacy_chains.contract.conversation import Origin

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
    "texts_in",
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
    walk: Callable[[WireWalk], Any]
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


def wrote(place: Place, walk: Callable[[WireWalk], Any], called: object = None) -> Piece:
    """A piece that the model wrote."""
    return Piece(place, walk, from_model=True, called=called if isinstance(called, str) else None)


def beside(body: Body, names: Collection[str]) -> Piece:
    """Everything of a request that is no message."""
    arguments = {name: value for name, value in body.items() if name not in names}
    return Piece((), lambda walk: walk_arguments(arguments, walk.visitor, _no_object), origin="system")


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
        WireWalk(collected, allow, strict=False).block(block)
    return tuple(str(leaf) for leaf in collected.leaves)


def malformed(name: str, wanted: str) -> NoReturn:
    """Refuse a request that is not of its wire format.

    Raises:
        UnsupportedContent: Always.
    """
    msg = f"{name!r} of the request is not {wanted}; nothing was sent"
    raise UnsupportedContent(msg)
