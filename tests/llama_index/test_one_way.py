"""A method whose words never come back, in what only LlamaIndex has; the rest is in ``tests/twins``."""

from __future__ import annotations

from typing import Any

import pytest
from adapter_support.local_llm import LocalLLM, calling
from llama_index.core import Document, Settings, SummaryIndex, VectorStoreIndex
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.prompts import PromptTemplate
from llama_index.core.tools import FunctionTool
from pydantic import BaseModel, Field

from llama_index_privacy_chains import SanitizingTransform, install, protect
from privacy_chains import UnsupportedContent
from privacy_chains.testing import REDACTED, Redaction

WORDS = ("Alice Johnson", "alice@corp.example", "85000")
QUESTION = "What does Alice Johnson (alice@corp.example) owe?"
RECORD = "Alice Johnson owes 85000."


class Person(BaseModel):
    """Somebody."""

    name: str
    salary: int


class Configured(LocalLLM):
    """Sends its settings with every call."""

    additional_kwargs: dict[str, Any] = Field(default_factory=dict)


def assert_clean(sent: str) -> None:
    assert REDACTED in sent
    assert not [word for word in WORDS if word in sent]


async def test_completions_keep_the_mark() -> None:
    inner = LocalLLM()
    llm = protect(inner, Redaction(WORDS))
    whole = llm.complete(QUESTION).text
    assert REDACTED in whole
    assert (await llm.acomplete(QUESTION)).text == whole
    assert [chunk.text for chunk in llm.stream_complete(QUESTION)][-1] == whole
    assert [chunk.text async for chunk in await llm.astream_complete(QUESTION)][-1] == whole
    assert_clean(inner.wire)


async def test_retrieved_documents_are_redacted_with_the_question() -> None:
    inner = LocalLLM()
    engine = protect(SummaryIndex.from_documents([Document(text=RECORD)]).as_query_engine(llm=inner), Redaction(WORDS))
    assert REDACTED in str(engine.query(QUESTION))
    assert REDACTED in str(await engine.aquery(QUESTION))
    assert_clean(inner.wire)


def test_the_models_of_settings_see_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    inner, embedded = LocalLLM(), list[str]()

    class Embedding(MockEmbedding):
        def _get_text_embedding(self, text: str) -> list[float]:
            embedded.append(text)
            return super()._get_text_embedding(text)

        def _get_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embedding(query)

    monkeypatch.setattr(Settings, "_llm", inner)
    monkeypatch.setattr(Settings, "_embed_model", Embedding(3))
    install(Redaction(WORDS))
    answer = VectorStoreIndex.from_documents([Document(text=RECORD)]).as_query_engine().query(QUESTION)
    assert REDACTED in str(answer)
    assert answer.source_nodes[0].node.get_content() == RECORD
    assert_clean(inner.wire)
    assert_clean(repr(embedded))


def test_a_cache_of_a_pipeline_serves_nothing_of_another_list_of_words() -> None:
    first = IngestionPipeline(transformations=[SanitizingTransform(Redaction(["Peter Miller"]))])
    assert first.run(documents=[Document(text=RECORD, id_="a")])[0].get_content() == RECORD
    second = IngestionPipeline(transformations=[SanitizingTransform(Redaction(WORDS))], cache=first.cache)
    assert_clean(second.run(documents=[Document(text=RECORD, id_="a")])[0].get_content())


def test_a_number_without_a_name_is_not_sent_as_a_text() -> None:
    called: list[Any] = []

    def pay(name: str, salary: int) -> str:
        """Pay somebody."""
        called.append((name, salary))
        return "paid"

    tool = protect(FunctionTool.from_defaults(pay), Redaction(WORDS), trust="remote")
    assert "takes a number" in tool.call("anybody", 85000).content
    assert called == []
    assert tool.call("Alice Johnson", 7).content == "paid"
    assert called == [(REDACTED, 7)]


def test_structured_output_is_typed() -> None:
    inner = LocalLLM(lambda *_: calling("Person", {"name": REDACTED, "salary": 7}))
    llm = protect(inner, Redaction(WORDS))
    predicted = llm.structured_predict(Person, PromptTemplate("{text}"), text=QUESTION)
    assert predicted == Person(name=REDACTED, salary=7)
    assert_clean(inner.wire)


def test_settings_that_hold_a_private_word_are_refused_and_others_pass() -> None:
    asked = [ChatMessage(QUESTION)]
    protect(Configured(additional_kwargs={"end": "END"}), Redaction(WORDS)).chat(asked)
    with pytest.raises(UnsupportedContent, match="additional_kwargs"):
        protect(Configured(additional_kwargs={"user": "Alice Johnson"}), Redaction(WORDS)).chat(asked)
