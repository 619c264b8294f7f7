"""Checkpoints of LangGraph that hold ciphertext only."""

from __future__ import annotations

from typing import Any

from privacy_chains import Key, MarkError
from privacy_chains.adapting import AtRest, HoldsKey
from privacy_chains.keys import KeyRing

__all__ = ["PrivateSerializer"]

_SEALED = "+privacy-chains"


class PrivateSerializer(HoldsKey):
    """Serializes what a graph's checkpointer stores, and seals it: ``InMemorySaver(serde=PrivateSerializer(key))``.

    An agent's state holds clear values, so that tools and reviewers can work with them; here it is stored as
    ciphertext. It follows LangGraph's ``SerializerProtocol``, so any checkpointer takes it.

    **Guarantee**: without the key nobody learns anything about what passes through the serializer except its type's
        name and its length in steps of 64 bytes, and nobody can forge or change it without its being refused. What is
        not sealed is refused, so that whoever can write the store cannot have anything else deserialized.

    **Warning**: a checkpointer also stores what does not pass through its serializer: thread ids, the names of nodes
    and channels, times, and the metadata and ``configurable`` values of a run's config, in clear. ``PostgresSaver``
    stores channels that are plain texts or numbers beside the rest, in clear; keep private ones inside messages, lists
    or objects. Whoever can write the store can put old checkpoints back.

    Args:
        key: The key, or a ring whose first key seals and whose others still open.
        serde: The serializer; LangGraph's own if left out.
        unsealed: ``"refuse"`` what is not sealed, or ``"load"`` it, for a store that held clear checkpoints before.
    """

    def __init__(self, key: Key | KeyRing, serde: Any = None, *, unsealed: str = "refuse") -> None:
        if unsealed not in {"refuse", "load"}:
            msg = "unsealed is 'refuse' or 'load'"
            raise MarkError(msg)
        if serde is None:
            from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer  # noqa: PLC0415  (only graphs need it)

            serde = JsonPlusSerializer()
        self._serde, self._unsealed = serde, unsealed
        self._at_rest = AtRest(key, "checkpoints")

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """An object as it is stored: the name of its form, and ciphertext."""
        form, data = self._serde.dumps_typed(obj)
        return f"{form}{_SEALED}", self._at_rest.seal(data, form)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """The object that was stored.

        Raises:
            MarkError: It is not sealed, or was changed.
            KeyMaterialError: The key that sealed it is not here.
        """
        form, stored = data
        if form.endswith(_SEALED):
            form = form.removesuffix(_SEALED)
            return self._serde.loads_typed((form, self._at_rest.open(stored, form)))
        if self._unsealed == "load":
            return self._serde.loads_typed(data)
        msg = (
            "the checkpoint is not sealed: another serializer stored it, or somebody put it there. "
            "PrivateSerializer(key, unsealed='load') reads stores that were in clear before"
        )
        raise MarkError(msg)

    def __repr__(self) -> str:
        return f"PrivateSerializer({type(self._serde).__name__})"
