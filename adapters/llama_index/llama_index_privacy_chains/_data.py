"""The classes in which LlamaIndex's core keeps data: an index in memory has millions of objects, and none sends."""

from __future__ import annotations

from typing import Any

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.data_structs.data_structs import IndexStruct
from llama_index.core.graph_stores.simple import SimpleGraphStoreData
from llama_index.core.schema import BaseNode, IndexNode
from llama_index.core.storage.kvstore.simple_kvstore import SimpleKVStore
from llama_index.core.vector_stores.simple import SimpleVectorStoreData

__all__ = ["is_data"]

_STORES = frozenset({SimpleGraphStoreData, SimpleKVStore, SimpleVectorStoreData})


def is_data(value: Any) -> bool:
    """Whether an object holds only data; a subclass may hold more, and is searched."""
    if isinstance(value, BaseNode):
        return not (isinstance(value, IndexNode) and value.obj is not None)
    core = isinstance(value, IndexStruct) and type(value).__module__.startswith("llama_index.core.")
    return core or type(value) in _STORES or isinstance(value, ChatMessage)
