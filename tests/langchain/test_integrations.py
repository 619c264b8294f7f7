"""Tools and retrievers of integrations and of MCP servers: where they run has to be said."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from adapter_support.codebook import Codebook
from adapter_support.local_chat import LocalChat
from langchain.agents import create_agent
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.messages import AIMessage
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import BaseTool, StructuredTool
from langchain_core.tools.retriever import create_retriever_tool
from langchain_core.vectorstores import InMemoryVectorStore
from pydantic import Field

from langchain_privacy_chains import audit, protect
from privacy_chains import UnsupportedContent

CLEAR, SURROGATE = "Alice Johnson", "Xqzan Wurptel"
UNSAID = "may run elsewhere.*"


class Search(BaseTool):
    """A tool of an integration, which may hold a model."""

    name: str = "search"
    description: str = "Search the web."
    model: Any = None
    seen: list[str] = Field(default_factory=list)

    def _run(self, question: str) -> str:
        self.seen.append(question)
        return self.model.invoke(question).text if self.model else f"{question} is famous."


class Library(BaseRetriever):
    """A retriever of an integration."""

    seen: list[str] = Field(default_factory=list)

    def _get_relevant_documents(self, query: str, **_: Any) -> list[Document]:
        self.seen.append(query)
        return [Document(query)]


class BM25Retriever(Library):
    """One that searches by itself."""


class Ours(Search):
    """A tool of the user's own that does as an integration's does."""


class RemoteGraph(RunnableLambda[Any, Any]):
    """A graph that runs on a server, under the name that LangGraph gives it."""


class TavilyClient:
    """What searches the web, under the name that its package gives it."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def search(self, question: str) -> str:
        """Search the web."""
        self.seen.append(question)
        return question


class Server:
    """What a tool may be a method of."""

    def call_tool(self, question: str) -> str:
        """Ask a server."""
        return question


def _call_tool(question: str) -> str:
    return question


Search.__module__ = "langchain_searching.tool"
Library.__module__ = "langchain_community.retrievers"
BM25Retriever.__module__ = "langchain_community.retrievers"
TavilyClient.__module__ = "tavily.tavily"
Server.__module__ = _call_tool.__module__ = "langchain_mcp_adapters.tools"


def _of_a_server(seen: list[str]) -> StructuredTool:
    """A tool as ``langchain_mcp_adapters`` makes it: the framework's own class around a function of the adapter's."""

    def call_tool(question: str) -> str:
        seen.append(question)
        return f"{question} is famous."

    call_tool.__module__ = "langchain_mcp_adapters.tools"
    return StructuredTool.from_function(call_tool, description="Ask a server.")


def _asked_once(messages: list[Any]) -> AIMessage:
    if messages[-1].type == "tool":
        return AIMessage(messages[-1].text)
    name = messages[-1].text.removeprefix("Who is ").removesuffix("?")
    return AIMessage("", tool_calls=[{"name": "call_tool", "args": {"question": name}, "id": "1"}])


@pytest.mark.parametrize("kind", [Search, Ours])
def test_a_tool_of_an_integration_is_refused_until_it_is_said_where_it_runs(
    kind: type[Any], codebook: Codebook
) -> None:
    tool = kind()
    assert [(found.kind, found.name) for found in audit(tool)] == [("tool", kind.__name__)]
    with pytest.raises(UnsupportedContent, match=rf"{UNSAID}{kind.__name__} at"):
        protect(tool, codebook)
    assert protect(tool, codebook, local=[tool]) is tool
    assert audit(tool, local=[tool]) == ()
    assert protect(tool, codebook, trust="remote").invoke(CLEAR) == f"{CLEAR} is famous."
    assert tool.seen == [SURROGATE]


def test_a_tool_of_a_server_in_an_agent(codebook: Codebook) -> None:
    seen: list[str] = []
    tool = _of_a_server(seen)
    model = LocalChat(respond=lambda messages, *_: _asked_once(messages))
    agent = create_agent(model, [tool])
    assert {found.kind for found in audit(agent)} == {"model", "tool"}
    with pytest.raises(UnsupportedContent, match=rf"{UNSAID}StructuredTool at .*call_tool"):
        protect(agent, codebook)
    for given, expected in (({"local": [tool]}, CLEAR), ({"trust": "remote"}, SURROGATE)):
        seen.clear()
        state = protect(agent, codebook, **given).invoke({"messages": [("human", f"Who is {CLEAR}?")]})
        assert state["messages"][-1].text == f"{CLEAR} is famous."
        assert seen == [expected]
    assert CLEAR not in repr(model.wire)


@pytest.mark.parametrize("work", [partial(_call_tool), Server().call_tool])
def test_the_function_that_does_the_work_is_found_in_what_is_around_it(work: Any) -> None:
    tool = StructuredTool(name="ask", description="Ask.", args_schema={}, func=work)
    assert [found.kind for found in audit(tool)] == ["tool"]


def test_a_retriever_of_an_integration_is_refused_until_it_is_said_where_it_runs(codebook: Codebook) -> None:
    library = Library()
    asking = create_retriever_tool(library, "look_up", "Look up.")
    for component in (library, asking, library | str):
        assert ("retriever", "Library") in [(found.kind, found.name) for found in audit(component)]
        with pytest.raises(UnsupportedContent, match=rf"{UNSAID}Library at"):
            protect(component, codebook)
    assert protect(asking, codebook, local=[library]) is asking
    assert protect(library, codebook, trust="remote").invoke(CLEAR) == [Document(CLEAR)]
    assert library.seen == [SURROGATE]


def test_a_retriever_that_searches_by_itself_is_left_alone(codebook: Codebook) -> None:
    retriever = BM25Retriever()
    assert audit(retriever) == ()
    assert protect(retriever, codebook) is retriever


@pytest.mark.parametrize("in_an_agent", [False, True])
def test_what_a_tool_that_runs_here_holds_is_protected_all_the_same(in_an_agent: bool, codebook: Codebook) -> None:
    model = LocalChat()
    tool = Search(model=model)
    component: Any = create_agent(LocalChat(), [tool]) if in_an_agent else tool
    assert {(found.kind, found.name) for found in audit(component, local=[tool])} == {("model", "LocalChat")}
    protected = protect(component, codebook, local=[tool])
    held = protected.nodes["tools"].bound.tools_by_name["search"] if in_an_agent else protected
    assert CLEAR in held.invoke(CLEAR)
    assert model.seen
    assert CLEAR not in repr(model.wire)
    assert tool.model is model


def test_the_client_that_a_tool_in_local_works_with_goes_with_it_but_nowhere_else(codebook: Codebook) -> None:
    client = TavilyClient()
    tool = Search(model=client)
    assert protect(tool, codebook, local=[tool]) is tool
    elsewhere = RunnableLambda(client.search)
    for component in ([tool, elsewhere], [elsewhere, tool]):
        assert [found.name for found in audit(component, local=[tool])] == ["TavilyClient"]


def test_a_graph_on_a_server_is_named_and_refused(codebook: Codebook) -> None:
    remote = RemoteGraph(str)
    for component in (remote, RunnableLambda(str) | remote):
        assert [(found.kind, found.name) for found in audit(component)] == [("step", "RemoteGraph")]
        with pytest.raises(UnsupportedContent, match="RemoteGraph at"):
            protect(component, codebook)


def test_models_that_another_frameworks_functions_close_over_are_protected(codebook: Codebook) -> None:
    model = LocalChat()

    def task(description: str) -> str:
        """Give a task to another agent."""
        return model.invoke(description).text

    task.__module__ = "deepagents.middleware.subagents"
    agent = create_agent(LocalChat(), [StructuredTool.from_function(task)])
    protected = protect(agent, codebook)
    assert audit(protected) == ()
    assert CLEAR in protected.nodes["tools"].bound.tools_by_name["task"].invoke(CLEAR)
    assert CLEAR not in repr(model.wire)


STORE = InMemoryVectorStore(DeterministicFakeEmbedding(size=4))


def _find(question: str) -> str:
    """Ask a store by way of a global."""
    return str(STORE.similarity_search(question))


def test_a_store_that_a_tool_names_is_looked_into(codebook: Codebook) -> None:
    tool = StructuredTool.from_function(_find)
    assert [found.kind for found in audit(tool)] == ["embeddings"]
    with pytest.raises(UnsupportedContent, match="DeterministicFakeEmbedding at"):
        protect(tool, codebook)
    assert protect(tool, codebook, local=[STORE.embedding]) is tool
