"""An embedding model that counts vowels."""

from __future__ import annotations

from llama_index.core.base.embeddings.base import BaseEmbedding

__all__ = ["Letters"]


class Letters(BaseEmbedding):
    def _get_text_embedding(self, text: str) -> list[float]:
        return [float(1 + text.lower().count(letter)) for letter in "aeiou"]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)
