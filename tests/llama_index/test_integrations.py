"""Tools, retrievers and engines of integrations and of MCP servers: where they run has to be said."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from adapter_support.codebook import Codebook
from adapter_support.local_llm import LocalLLM
from llama_index.core import VectorStoreIndex
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.memory import ChatMemoryBuffer
from llama_index.core.query_engine import CustomQueryEngine, RetrieverQueryEngine
from llama_index.core.schema import BaseNode, NodeWithScore, QueryBundle, TextNode, TransformComponent
from llama_index.core.storage.docstore import SimpleDocumentStore
from llama_index.core.tools import FunctionTool, RetrieverTool, ToolOutput
from llama_index.core.vector_stores import SimpleVectorStore
from llama_index.core.vector_stores.types import BasePydanticVectorStore

from llama_index_privacy_chains import PrivateLLM, audit, protect
from privacy_chains import UnsupportedContent

CLEAR, SURROGATE = "Alice Johnson", "Xqzan Wurptel"
UNSAID = "may run elsewhere.*"


class Library(BaseRetriever):
    """A retriever of an integration, which may hold a model."""

    def __init__(self, llm: Any = None) -> None:
        self.llm = llm
        self.seen: list[str] = []
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        self.seen.append(query_bundle.query_str)
        text = self.llm.complete(query_bundle.query_str).text if self.llm else query_bundle.query_str
        return [NodeWithScore(node=TextNode(text=text), score=1.0)]


class BM25Retriever(Library):
    """One that searches by itself."""


class Ours(Library):
    """A retriever of the user's own that does as an integration's does."""


class Answers(CustomQueryEngine):
    """An engine of an integration, which answers elsewhere."""

    def custom_query(self, query_str: str) -> str:
        return query_str


class Splits(TransformComponent):
    """A transformation of an integration, which splits elsewhere."""

    def __call__(self, nodes: Sequence[BaseNode], **_: Any) -> Sequence[BaseNode]:
        return nodes


class Remembers(ChatMemoryBuffer):
    """A memory of an integration, which is kept elsewhere."""


class Server:
    """What a tool may be a method of."""

    def call_tool(self, question: str) -> str:
        """Ask a server."""
        return question


def _call_tool(question: str) -> str:
    return question


Library.__module__ = "llama_index.retrievers.library.base"
BM25Retriever.__module__ = "llama_index.retrievers.bm25.base"
Answers.__module__ = "llama_index.indices.managed.answers.query"
Splits.__module__ = "llama_index.node_parser.splits.base"
Remembers.__module__ = "llama_index.memory.remembers.base"
Server.__module__ = _call_tool.__module__ = "llama_index.tools.mcp.base"


def _of_a_server(seen: list[str]) -> FunctionTool:
    """A tool as ``llama_index.tools.mcp`` makes it: the framework's own class around a function of the integration."""

    async def call_tool(question: str) -> str:
        seen.append(question)
        return f"{question} is famous."

    call_tool.__module__ = "llama_index.tools.mcp.base"
    return FunctionTool.from_defaults(async_fn=call_tool, name="call_tool", description="Ask a server.")


class OwnStore(BasePydanticVectorStore):
    """A vector store of one's own, which may send whatever it likes."""

    stores_text: bool = True

    @property
    def client(self) -> None:
        return None

    def add(self, nodes: Any, **kwargs: Any) -> list[str]:
        return []

    def delete(self, ref_doc_id: str, **delete_kwargs: Any) -> None:
        return None

    def query(self, query: Any, **kwargs: Any) -> Any:
        return None


class HostedDocuments(SimpleDocumentStore):
    """A document store of an integration."""


HostedDocuments.__module__ = "llama_index.storage.docstore.redis.base"


def test_every_store_that_is_not_known_to_run_here_is_named(codebook: Codebook) -> None:
    embeddings = MockEmbedding(embed_dim=4)
    here = IngestionPipeline(
        transformations=[embeddings], vector_store=SimpleVectorStore(), docstore=SimpleDocumentStore()
    )
    elsewhere = IngestionPipeline(transformations=[embeddings], vector_store=OwnStore(), docstore=HostedDocuments())
    assert {finding.kind for finding in audit(here)} == {"embeddings"}
    assert {finding.path for finding in audit(elsewhere) if finding.kind == "store"} == {
        "IngestionPipeline.vector_store",
        "IngestionPipeline.docstore",
    }
    index = VectorStoreIndex.from_vector_store(OwnStore(), embed_model=embeddings)
    assert "store" in {finding.kind for finding in audit(index.as_retriever())}
    kept = protect(OwnStore(), codebook, trust="remote")
    assert "store" not in {finding.kind for finding in audit(IngestionPipeline(transformations=[], vector_store=kept))}


async def test_a_tool_of_a_server_in_an_agent(codebook: Codebook) -> None:
    seen: list[str] = []
    tool = _of_a_server(seen)
    agent = FunctionAgent(tools=[tool], llm=LocalLLM())
    assert {found.kind for found in audit(agent)} == {"model", "tool"}
    with pytest.raises(UnsupportedContent, match=rf"{UNSAID}FunctionTool at"):
        protect(agent, codebook)
    for given, expected in (({"local": [tool]}, CLEAR), ({"trust": "remote"}, SURROGATE)):
        seen.clear()
        protected: Any = protect(agent, codebook, **given)
        answer: ToolOutput = await protected.tools[0].acall(question=CLEAR)
        assert answer.content == f"{CLEAR} is famous."
        assert seen == [expected]
        assert isinstance(protected.llm, PrivateLLM)


@pytest.mark.parametrize("work", [partial(_call_tool), Server().call_tool])
def test_the_function_that_does_the_work_is_found_in_what_is_around_it(work: Any) -> None:
    tool = FunctionTool.from_defaults(fn=work, name="ask", description="Ask.", fn_schema=_schema())
    assert [found.kind for found in audit(tool)] == ["tool"]


def _schema() -> Any:
    return FunctionTool.from_defaults(fn=_call_tool).metadata.fn_schema


@pytest.mark.parametrize("kind", [Library, Ours])
def test_a_retriever_of_an_integration_is_refused_until_it_is_said_where_it_runs(
    kind: type[Library], codebook: Codebook
) -> None:
    library = kind()
    name = kind.__name__
    engine = RetrieverQueryEngine.from_args(library, llm=LocalLLM())
    for component in (library, engine, RetrieverTool.from_defaults(library)):
        assert ("retriever", name) in [(found.kind, found.name) for found in audit(component)]
        with pytest.raises(UnsupportedContent, match=rf"{UNSAID}{name} at"):
            protect(component, codebook)
    protect(engine, codebook, local=[library]).query(CLEAR)
    assert protect(library, codebook, trust="remote").retrieve(CLEAR)[0].text == CLEAR
    assert library.seen == [CLEAR, SURROGATE]


def test_a_retriever_that_searches_by_itself_is_left_alone(codebook: Codebook) -> None:
    retriever = BM25Retriever()
    assert audit(retriever) == ()
    protected = protect(retriever, codebook)
    assert isinstance(protected, BM25Retriever)
    assert {**vars(protected), **vars(retriever)} == vars(protected)


@pytest.mark.parametrize(
    ("kind", "part"), [("engine", Answers()), ("transformation", Splits()), ("memory", Remembers(token_limit=9))]
)
@pytest.mark.parametrize("trust", ["local", "remote"])
def test_what_else_an_integration_brings_along_is_refused(kind: str, part: Any, trust: Any, codebook: Codebook) -> None:
    name = type(part).__name__
    held = {"answers": RetrieverQueryEngine.from_args(Ours(), llm=LocalLLM()), "beside": part}
    assert (kind, name) in [(found.kind, found.name) for found in audit(held)]
    with pytest.raises(UnsupportedContent, match=rf"cannot be reached.*{name} at"):
        protect(held, codebook, trust=trust)
    assert audit(part, local=[part]) == ()


@pytest.mark.parametrize("in_an_engine", [False, True])
def test_what_a_retriever_that_runs_here_holds_is_protected_all_the_same(
    in_an_engine: bool, codebook: Codebook
) -> None:
    model = LocalLLM()
    library = Library(model)
    component: Any = RetrieverQueryEngine.from_args(library, llm=LocalLLM()) if in_an_engine else library
    assert {found.kind for found in audit(component, local=[library])} == {"model"}
    protected = protect(component, codebook, local=[library])
    held = protected._retriever if in_an_engine else protected
    assert CLEAR in held.retrieve(CLEAR)[0].text
    assert isinstance(held.llm, PrivateLLM)
    assert library.llm is model
