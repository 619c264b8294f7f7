"""How errors name a place or a kind of content whose name may itself be a private value."""

from __future__ import annotations

from privacy_chains.language.ordinary import languages_of
from privacy_chains.lazy import lazily

__all__ = ["is_called", "is_ordinary", "is_told", "place_of", "shown"]

_TOLD = """
agent agents answer args arguments audio base bash block bytes cache call chain chat client clients code completion
computer config container content context decision default document documents edit editor embedder embedding
embeddings engine executable execution fallback fallbacks fetch file files first func function generation guard
handler history hosted id image index input interpreter item items json key keywords kwargs last list llm local mcp
media memory message messages middleware model models node nodes object openai anthropic output parser path point
prompt query question reader redacted reranker response result retriever router runnable search server shell source
state step steps store summarizer summary text tool tools transformer type untyped upload url use value vector
video web writer
"""
_WORDS = frozenset(_TOLD.split())
"""The words by which frameworks and programs name their parts; none is a person's name."""

_APART = lazily(r"[_\-.]|(?<=[a-z])(?=[A-Z])")
_CALLED = lazily(r"(?!(?:[^0-9]{0,128}[0-9]){9})[A-Za-z_$][A-Za-z0-9_.:/$-]{0,127}")
_LONGEST = 60


def is_told(name: object) -> bool:
    """Whether a name consists only of such words."""
    if not isinstance(name, str) or len(name) > _LONGEST:
        return False
    return all(part.lower() in _WORDS for part in _APART.split(name))


def is_ordinary(name: str) -> bool:
    """Whether the name of a field is made of words that hardly anybody is called by. Any other may be a value."""
    parts = [part.lower() for part in _APART.split(name)]
    return len(name) <= _LONGEST and all(part in _WORDS or "en" in languages_of(part) for part in parts)


def is_called(name: object) -> bool:
    """Whether something has the form of the name of a tool, a schema or a kind: one word, and hardly any digits."""
    return isinstance(name, str) and _CALLED.fullmatch(name) is not None


def place_of(name: object, place: int) -> str:
    """A place among others: its name, or its number where the name may be a value."""
    return str(name) if is_told(name) else f"item {place}"


def shown(field: str) -> str:
    """The name of a field, where it is one that a program can write."""
    return field if field.isidentifier() else "item"
