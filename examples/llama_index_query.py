"""A query engine over an index of your own: the hosted model sees surrogates, answer and sources are clear."""

from __future__ import annotations

from collections.abc import Sequence

from llama_index.core import Document, VectorStoreIndex
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.base.response.schema import RESPONSE_TYPE
from llama_index.core.llms.llm import LLM
from llama_index_stand_in import LetterEmbedding, StandIn

from llama_index_privacy_chains import PrivacyPostprocessor, protect
from privacy_chains import Key, Sanitizer

RECORDS = (
    "Alice Johnson, SSN 536-22-8154, has borrowed $12,500.",
    "Peter Miller, SSN 219-09-9998, has borrowed $90,000.",
)


def answer(messages: Sequence[ChatMessage]) -> ChatMessage:
    """What the stand-in says: the record that it was given."""
    prompt = messages[-1].content or ""
    records = [line for line in prompt.splitlines() if "has borrowed" in line]
    return ChatMessage(role="assistant", content=f"The records say: {' '.join(records)}")


def run(llm: LLM, embedding: BaseEmbedding, key: Key) -> RESPONSE_TYPE:
    session = Sanitizer(key).session("loans")
    index = VectorStoreIndex.from_documents([Document(text=text) for text in RECORDS], embed_model=embedding)
    engine = index.as_query_engine(llm=llm, similarity_top_k=1, node_postprocessors=[PrivacyPostprocessor(session)])
    return protect(engine, session, local=[embedding]).query("What has Alice Johnson borrowed?")


if __name__ == "__main__":
    hosted = StandIn(answer)  # such as OpenAI(model="gpt-5-mini")
    print("You see:       ", run(hosted, LetterEmbedding(), Key.generate()))
    print("The model saw: ", hosted.saw)
