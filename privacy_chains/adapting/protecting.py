"""How a component is protected: the options of ``protect`` in any framework."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NoReturn

from privacy_chains.adapting.calls import Placed, Trust
from privacy_chains.adapting.reporting import Invented
from privacy_chains.errors import PrivacyError, UnsupportedContent

__all__ = ["HoldsKey", "Protection", "refuse_unplaced_store", "trusted"]


@dataclass(frozen=True)
class Protection:
    """The options of ``protect``.

    Attributes:
        placed: Where retrievers and tools run; None if it was not given.
        allow: Kinds of content blocks, settings of models and names of metadata fields that are sent as they are.
        clear_traces: Whether handlers that upload may get clear text. With None, a handler that is not known to run
            here counts as one that uploads.
        local: Components that run here.
        raise_blocked: Whether a refused call of a tool raises.
        invented: What becomes of values that a model makes up; nothing where nobody looks for them.
    """

    placed: Placed | None
    allow: frozenset[str]
    clear_traces: bool | None
    local: list[Any]
    raise_blocked: bool
    invented: Invented | None

    @staticmethod
    def tracing(*, clear_traces: bool, strict: bool) -> bool | None:
        """The ``clear_traces`` of a component."""
        return clear_traces or (None if strict else False)

    @property
    def trust(self) -> Placed:
        """Where retrievers and tools run."""
        return self.placed or "local"

    @property
    def of_tools(self) -> Trust:
        """Where a tool runs; a retriever over public texts may take its place."""
        return trusted(self.placed)

    @property
    def of_retrievers(self) -> Literal["remote", "query"]:
        """What a retriever elsewhere holds: surrogates, or public texts."""
        return "query" if self.placed == "query" else "remote"

    @property
    def options(self) -> dict[str, Any]:
        """The options of a protected model."""
        return {"allow": self.allow, "clear_traces": self.clear_traces}

    @property
    def model_options(self) -> dict[str, Any]:
        """What a protected language model is told."""
        return {**self.options, "invented": self.invented}

    @property
    def tool_options(self) -> dict[str, Any]:
        """The options of a protected tool."""
        return {"clear_traces": self.clear_traces, "raise_blocked": self.raise_blocked}

    def is_local(self, part: object) -> bool:
        """Whether a component is declared to run here."""
        return any(part is one for one in self.local)


def trusted(placed: Placed | None) -> Trust:
    """Where a tool runs; a retriever over public texts may take its place."""
    return "remote" if placed == "query" else placed or "local"


def refuse_unplaced_store(placed: Placed | None, retriever: str) -> None:
    """Refuse to protect a vector store without knowing where it runs.

    Args:
        placed: The given value.
        retriever: What a retriever over it is written as.

    Raises:
        UnsupportedContent: It is missing, or only valid for retrievers.
    """
    if placed is None:
        msg = (
            "say where this vector store runs: trust='remote' fills and asks it in surrogates, trust='local' leaves "
            "it in clear, on a machine of yours"
        )
        raise UnsupportedContent(msg)
    if placed == "query":
        msg = f"trust='query' is for retrievers over public texts: protect({retriever}, ..., trust='query')"
        raise UnsupportedContent(msg)


class HoldsKey:
    """A component that is not pickled, since its sanitizer holds a key."""

    def __getstate__(self) -> NoReturn:
        msg = f"a {type(self).__name__} is not pickled: its sanitizer holds a key; make it again where it runs"
        raise PrivacyError(msg)

    def __reduce__(self) -> NoReturn:
        self.__getstate__()
