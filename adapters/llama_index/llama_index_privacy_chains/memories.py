"""Memories and contexts of LlamaIndex that are stored as ciphertext."""

from __future__ import annotations

from typing import Any

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.storage.chat_store.base import BaseChatStore
from llama_index.core.storage.chat_store.base_db import AsyncDBChatStore, MessageStatus
from llama_index.core.workflow import JsonSerializer
from pydantic import Field, PrivateAttr

from privacy_chains import Key
from privacy_chains.adapting import AtRest, HoldsKey
from privacy_chains.keys import KeyRing

__all__ = ["PrivateChatStore", "PrivateContextSerializer", "PrivateDBChatStore"]

_ACTIVE = MessageStatus.ACTIVE


class _Sealed:
    """Messages as they are stored.

    Args:
        key: The key, or a ring.
    """

    def __init__(self, key: Key | KeyRing) -> None:
        self._at_rest = AtRest(key, "memories")
        self._names = AtRest(key, "names of memories")

    def name(self, name: str) -> str:
        return self._names.seal_name(name)

    def known(self, stored: str) -> str:
        return self._names.open_name(stored)

    def one(self, name: str, message: ChatMessage) -> ChatMessage:
        """A message that holds only ciphertext, which includes its role."""
        return ChatMessage(role=MessageRole.USER, content=self._at_rest.seal_text(message.model_dump_json(), name))

    def many(self, name: str, messages: list[ChatMessage]) -> list[ChatMessage]:
        return [self.one(name, message) for message in messages]

    def read(self, name: str, stored: ChatMessage) -> ChatMessage:
        return ChatMessage.model_validate_json(self._at_rest.open_text(stored.content or "", name))

    def read_all(self, name: str, stored: list[ChatMessage] | None) -> list[ChatMessage]:
        return [self.read(name, one) for one in stored or ()]

    def read_optional(self, name: str, stored: ChatMessage | None) -> ChatMessage | None:
        return None if stored is None else self.read(name, stored)


class PrivateChatStore(HoldsKey, BaseChatStore):
    """A chat store whose inner one holds ciphertext: ``ChatMemoryBuffer(chat_store=PrivateChatStore(inner, key))``.

    **Guarantee**: without the key nobody learns anything about a stored message except its length in steps of 64 bytes,
        or about a conversation's name. Nobody can forge a message, change it, or move it to another conversation,
        without its being refused.

    **Warning**: the number of messages in a conversation, and their order, are visible. Whoever can write the store can
        reorder, repeat or delete messages.

    Args:
        bound: The inner store.
        key: The key, or a ring whose first key seals and whose others still open. Names of conversations are sealed
            under the first alone: after a rotation, move them by ``get_messages`` and ``set_messages``.
    """

    bound: BaseChatStore = Field(exclude=True)
    _sealed: _Sealed = PrivateAttr()

    def __init__(self, bound: BaseChatStore, key: Key | KeyRing) -> None:
        fields: dict[str, Any] = {"bound": bound}
        super().__init__(**fields)
        self._sealed = _Sealed(key)

    @classmethod
    def class_name(cls) -> str:
        """The class's name."""
        return "PrivateChatStore"

    def set_messages(self, key: str, messages: list[ChatMessage]) -> None:
        """Replace the messages of a conversation."""
        self.bound.set_messages(self._sealed.name(key), self._sealed.many(key, messages))

    def get_messages(self, key: str) -> list[ChatMessage]:
        """The messages of a conversation."""
        return self._sealed.read_all(key, self.bound.get_messages(self._sealed.name(key)))

    def add_message(self, key: str, message: ChatMessage) -> None:
        """Add a message to a conversation."""
        self.bound.add_message(self._sealed.name(key), self._sealed.one(key, message))

    def delete_messages(self, key: str) -> list[ChatMessage] | None:
        """Delete a conversation, and return its messages."""
        stored = self.bound.delete_messages(self._sealed.name(key))
        return None if stored is None else self._sealed.read_all(key, stored)

    def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        """Delete a message, and return it."""
        return self._sealed.read_optional(key, self.bound.delete_message(self._sealed.name(key), idx))

    def delete_last_message(self, key: str) -> ChatMessage | None:
        """Delete the last message, and return it."""
        return self._sealed.read_optional(key, self.bound.delete_last_message(self._sealed.name(key)))

    def get_keys(self) -> list[str]:
        """The names of all conversations."""
        return [self._sealed.known(name) for name in self.bound.get_keys()]

    def __repr__(self) -> str:
        return f"PrivateChatStore({type(self.bound).__name__})"


class PrivateDBChatStore(HoldsKey, AsyncDBChatStore):
    """The same for ``Memory``: ``Memory.from_defaults(chat_store=PrivateDBChatStore(SQLAlchemyChatStore(...), key))``.

    **Guarantee** and **Warning**: as for ``PrivateChatStore``. Whether a message is archived is visible, too.

    Args:
        bound: The inner store.
        key: The key, or a ring whose first key seals and whose others still open.
    """

    bound: AsyncDBChatStore = Field(exclude=True)
    _sealed: _Sealed = PrivateAttr()

    def __init__(self, bound: AsyncDBChatStore, key: Key | KeyRing) -> None:
        fields: dict[str, Any] = {"bound": bound}
        super().__init__(**fields)
        self._sealed = _Sealed(key)

    @classmethod
    def class_name(cls) -> str:
        """The class's name."""
        return "PrivateDBChatStore"

    async def get_messages(
        self, key: str, status: MessageStatus | None = _ACTIVE, limit: int | None = None, offset: int | None = None
    ) -> list[ChatMessage]:
        """Messages of a conversation."""
        return self._sealed.read_all(
            key, await self.bound.get_messages(self._sealed.name(key), status, limit=limit, offset=offset)
        )

    async def count_messages(self, key: str, status: MessageStatus | None = _ACTIVE) -> int:
        """How many messages a conversation has."""
        return await self.bound.count_messages(self._sealed.name(key), status)

    async def add_message(self, key: str, message: ChatMessage, status: MessageStatus = _ACTIVE) -> None:
        """Add a message to a conversation."""
        await self.bound.add_message(self._sealed.name(key), self._sealed.one(key, message), status)

    async def add_messages(self, key: str, messages: list[ChatMessage], status: MessageStatus = _ACTIVE) -> None:
        """Add messages to a conversation."""
        await self.bound.add_messages(self._sealed.name(key), self._sealed.many(key, messages), status)

    async def set_messages(self, key: str, messages: list[ChatMessage], status: MessageStatus = _ACTIVE) -> None:
        """Replace the messages of a conversation."""
        await self.bound.set_messages(self._sealed.name(key), self._sealed.many(key, messages), status)

    async def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        """Delete a message, and return it."""
        return self._sealed.read_optional(key, await self.bound.delete_message(self._sealed.name(key), idx))

    async def delete_messages(self, key: str, status: MessageStatus | None = None) -> None:
        """Delete the messages of a conversation."""
        await self.bound.delete_messages(self._sealed.name(key), status)

    async def delete_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Delete the oldest messages, and return them."""
        return self._sealed.read_all(key, await self.bound.delete_oldest_messages(self._sealed.name(key), n))

    async def archive_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Archive the oldest messages, and return them."""
        return self._sealed.read_all(key, await self.bound.archive_oldest_messages(self._sealed.name(key), n))

    async def get_keys(self) -> list[str]:
        """The names of all conversations."""
        return [self._sealed.known(name) for name in await self.bound.get_keys()]

    def __repr__(self) -> str:
        return f"PrivateDBChatStore({type(self.bound).__name__})"


class PrivateContextSerializer(HoldsKey, JsonSerializer):
    """Serializes the values of a workflow's context, and seals them: ``ctx.to_dict(serializer=...)``.

    **Guarantee**: without the key nobody learns anything about a value except its length in steps of 64 bytes, and
        nobody can forge or change one without its being refused.

    **Warning**: the names of values, of steps and of the classes of waiting events stay in clear, and whoever can write
        the stored context can exchange values that one key sealed.

    Args:
        key: The key, or a ring whose first key seals and whose others still open.
    """

    def __init__(self, key: Key | KeyRing, **options: Any) -> None:
        super().__init__(**options)
        self._at_rest = AtRest(key, "contexts")

    def serialize(self, value: Any) -> str:
        """A value as it is stored."""
        return self._at_rest.seal_text(super().serialize(value))

    def deserialize(self, value: str) -> Any:
        """The value that was stored.

        Raises:
            MarkError: It is not sealed, or was changed.
            KeyMaterialError: The key that sealed it is not here.
        """
        return super().deserialize(self._at_rest.open_text(value))
