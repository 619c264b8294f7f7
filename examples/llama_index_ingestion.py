"""A hosted index: it is filled and asked in surrogates, finds all the same, and answers in clear."""

from __future__ import annotations

from llama_index.core import Document, VectorStoreIndex
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.schema import NodeWithScore
from llama_index_stand_in import LetterEmbedding

from llama_index_privacy_chains import SanitizingTransform, protect
from privacy_chains import Key, Sanitizer

RECORDS = {
    "alice.johnson@corp-mail.com": "Alice Johnson, SSN 536-22-8154, called about a stolen card.",
    "peter.miller@corp-mail.com": "Peter Miller, SSN 219-09-9998, wants to move to Madison.",
}


def fill(embedding: BaseEmbedding, key: Key) -> VectorStoreIndex:
    """An index of surrogates; give ``IngestionPipeline`` your own vector store."""
    documents = [Document(text=text, metadata={"owner": owner}) for owner, text in RECORDS.items()]
    pipeline = IngestionPipeline(transformations=[SentenceSplitter(), SanitizingTransform(Sanitizer(key)), embedding])
    return VectorStoreIndex(pipeline.run(documents=documents), embed_model=embedding)


def find(index: VectorStoreIndex, question: str, key: Key) -> NodeWithScore:
    """The best node, in clear."""
    retriever = protect(index.as_retriever(similarity_top_k=1), Sanitizer(key), trust="remote")
    return retriever.retrieve(question)[0]


if __name__ == "__main__":
    hosted, users_key = LetterEmbedding(), Key.generate()
    found = find(fill(hosted, users_key), "Alice Johnson, alice.johnson@corp-mail.com", users_key)
    print("You find:          ", found.node.get_content(), found.node.metadata)
    print("The service stored:", hosted.received[0])
