from __future__ import annotations

import pickle
from typing import Any
from uuid import uuid4

import langsmith
import pytest
from adapter_support.codebook import PLANTED, SECRET, Codebook
from adapter_support.listened_to import listened_to
from adapter_support.local_chat import LocalChat
from langchain_core.callbacks import AsyncCallbackHandler, BaseCallbackHandler
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langchain_core.tools import tool
from langchain_core.tracers import LangChainTracer
from langchain_core.tracers.context import tracing_v2_enabled

from langchain_privacy_chains import (
    PrivateChatModel,
    PrivateEmbeddings,
    SanitizingAsyncHandler,
    SanitizingClient,
    SanitizingHandler,
    protect,
)
from langchain_privacy_chains import tracing as module
from privacy_chains import PrivacyError

PROMPT = ChatPromptTemplate.from_messages([("human", "{question}")])


class Uploader(BaseCallbackHandler):
    """Remembers everything it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def _remember(self, *args: Any, **kwargs: Any) -> None:
        self.told.append(repr((args, kwargs)))

    on_chat_model_start = on_llm_end = on_llm_error = on_chain_start = on_chain_end = on_chain_error = _remember
    on_tool_start = on_tool_end = on_tool_error = on_retriever_start = on_retriever_end = on_custom_event = _remember
    on_llm_new_token = _remember


class AsyncUploader(AsyncCallbackHandler):
    def __init__(self) -> None:
        self.told: list[str] = []

    async def on_chat_model_start(self, *args: Any, **kwargs: Any) -> None:
        self.told.append(repr((args, kwargs)))

    async def on_llm_end(self, *args: Any, **kwargs: Any) -> None:
        self.told.append(repr((args, kwargs)))


@tool
def pay(name: str, amount: int) -> dict[str, Any]:
    """Pay somebody."""
    if name == "nobody":
        msg = "Alice Johnson is not here"
        raise RuntimeError(msg)
    return {"paid": name, "amount": amount, "documents": [Document("Alice Johnson", metadata={"n": 85000})]}


def _assert_clean(told: Any) -> None:
    assert told
    assert not [value for value in PLANTED if value in repr(told)]


async def test_a_handler_that_uploads_is_told_surrogates(codebook: Codebook) -> None:
    uploader = Uploader()
    config = RunnableConfig(
        callbacks=[SanitizingHandler(uploader, codebook)],
        tags=["Alice Johnson"],
        metadata={"user": "alice@corp.example"},
    )
    chain = PROMPT | protect(LocalChat(), codebook)
    assert chain.invoke({"question": "I am Alice Johnson"}, config).text == "I read: I am Alice Johnson"
    assert (
        "".join(chunk.text for chunk in chain.stream({"question": "Alice Johnson"}, config)) == "I read: Alice Johnson"
    )
    await chain.ainvoke({"question": "Alice Johnson"}, config)
    pay.invoke({"name": "Alice Johnson", "amount": 85000}, config)
    with pytest.raises(RuntimeError):
        pay.invoke({"name": "nobody", "amount": 1}, config)
    _assert_clean(uploader.told)
    assert "Xqzan Wurptel" in repr(uploader.told)
    assert "83912" in repr(uploader.told)


async def test_an_asynchronous_handler_is_told_surrogates(codebook: Codebook) -> None:
    uploader = AsyncUploader()
    config = RunnableConfig(callbacks=[SanitizingAsyncHandler(uploader, codebook)])
    await protect(LocalChat(), codebook).ainvoke("I am Alice Johnson", config)
    assert len(uploader.told) == 2
    _assert_clean(uploader.told)


def test_a_handler_is_told_nothing_that_cannot_be_sanitized(codebook: Codebook) -> None:
    uploader = Uploader()
    handler = SanitizingHandler(uploader, codebook)
    RunnableLambda(lambda text: text).invoke(SECRET, RunnableConfig(callbacks=[handler]))
    assert SECRET not in repr(uploader.told)
    with pytest.raises(PrivacyError):
        pickle.dumps(handler)
    assert "Codebook" not in repr(handler)


@pytest.fixture
def uploads(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    kept: list[Any] = []
    monkeypatch.setattr(langsmith.Client, "create_run", lambda _, *args, **kwargs: kept.append((args, kwargs)))
    monkeypatch.setattr(langsmith.Client, "update_run", lambda _, *args, **kwargs: kept.append((args, kwargs)))
    return kept


def _client(codebook: Codebook) -> SanitizingClient:
    return SanitizingClient(codebook, api_key="none", api_url="http://localhost:9", auto_batch_tracing=False)


def test_langsmith_receives_surrogates_in_every_field(codebook: Codebook, uploads: list[Any]) -> None:
    def fail(*_: Any) -> AIMessage:
        msg = "no such person: Alice Johnson"
        raise RuntimeError(msg)

    tracer = LangChainTracer(client=_client(codebook))
    config = RunnableConfig(
        callbacks=[tracer], run_name="run of Alice Johnson", tags=["alice@corp.example"], metadata={"salary": 85000}
    )
    chain = PROMPT | protect(LocalChat(), codebook).bind(stop=["Alice Johnson:"], user="alice@corp.example")
    assert chain.invoke({"question": "I am Alice Johnson"}, config).text == "I read: I am Alice Johnson"
    pay.invoke({"name": "Alice Johnson", "amount": 85000}, config)
    with pytest.raises(RuntimeError):
        (PROMPT | protect(LocalChat(respond=fail), codebook)).invoke({"question": "Alice Johnson"}, config)
    tracer.wait_for_futures()
    _assert_clean(uploads)
    assert "run of Xqzan Wurptel" in repr(uploads)
    assert {key for _, kwargs in uploads for key in kwargs} >= {"id", "trace_id", "dotted_order", "extra", "error"}


def _ask(how: str) -> Any:
    async def ask(model: Any, config: RunnableConfig | None = None) -> Any:
        match how:
            case "invoke":
                return model.invoke("Alice Johnson", config)
            case "ainvoke":
                return await model.ainvoke("Alice Johnson", config)
            case "stream":
                return list(model.stream("Alice Johnson", config))
            case _:
                return [chunk async for chunk in model.astream("Alice Johnson", config)]

    return ask


HOW = pytest.mark.parametrize("ask", [_ask(how) for how in ("invoke", "ainvoke", "stream", "astream")])


@HOW
async def test_a_call_is_refused_while_a_tracer_would_upload_clear_text(
    ask: Any, codebook: Codebook, uploads: list[Any]
) -> None:
    inner = LocalChat()
    client = langsmith.Client(api_key="none", api_url="http://localhost:9", auto_batch_tracing=False)
    config = RunnableConfig(callbacks=[LangChainTracer(client=client)])
    with pytest.raises(PrivacyError, match="LangChainTracer would upload"):
        await ask(protect(inner, codebook), config)
    assert not inner.seen
    assert not uploads
    await ask(protect(inner, codebook, clear_traces=True), config)
    assert inner.seen


@HOW
async def test_a_call_is_refused_while_the_environment_switches_tracing_on(
    ask: Any, codebook: Codebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = LocalChat()
    clear = langsmith.Client(api_key="none", api_url="http://localhost:9", auto_batch_tracing=False)
    clients = [clear]
    monkeypatch.setattr(module, "tracing_is_enabled", lambda: True)
    monkeypatch.setattr(module, "get_cached_client", lambda: clients[-1])
    with pytest.raises(PrivacyError, match="environment"):
        await ask(protect(inner, codebook))
    assert not inner.seen
    clients.append(_client(codebook))
    await ask(protect(inner, codebook))
    assert inner.seen
    _assert_clean([str(messages) for messages, _ in inner.seen])


TOLD: list[str] = []


class Library(BaseRetriever):
    """A remote retriever."""

    def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        TOLD.append(query)
        return [Document(query)]


@tool
def look_up(name: str) -> str:
    """Look somebody up, elsewhere."""
    TOLD.append(name)
    return name


@HOW
@pytest.mark.parametrize("inner", [Library(), look_up], ids=["a retriever", "a tool"])
async def test_what_is_asked_elsewhere_is_not_while_a_tracer_would_upload_clear_text(
    inner: Any, ask: Any, codebook: Codebook
) -> None:
    uploader: Any = type("Handler", (Uploader,), {"__module__": "langfuse.langchain.handler"})()
    config = RunnableConfig(callbacks=[uploader])
    TOLD.clear()
    with pytest.raises(PrivacyError, match="Handler would upload"):
        await ask(protect(inner, codebook, trust="remote"), config)
    assert not TOLD
    assert not uploader.told
    await ask(protect(inner, codebook, trust="remote", clear_traces=True), config)
    assert uploader.told
    assert "Alice Johnson" not in repr(TOLD)


async def test_a_call_is_refused_while_a_package_has_wrapped_the_frameworks_methods(
    codebook: Codebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner, embedding = LocalChat(), DeterministicFakeEmbedding(size=4)
    for name in ("generate", "agenerate"):
        monkeypatch.setattr(BaseChatModel, name, listened_to(getattr(BaseChatModel, name)))
    monkeypatch.setattr(PrivateEmbeddings, "embed_query", listened_to(PrivateEmbeddings.embed_query))
    match = r"\(around \w+\) is told clear text"
    model = protect(inner, codebook)
    with pytest.raises(PrivacyError, match=match):
        model.invoke("Alice Johnson")
    with pytest.raises(PrivacyError, match=match):
        await model.ainvoke("Alice Johnson")
    with pytest.raises(PrivacyError, match=match):
        list(model.stream("Alice Johnson"))
    with pytest.raises(PrivacyError, match=match):
        protect(embedding, codebook).embed_query("Alice Johnson")
    assert not inner.seen
    protect(inner, codebook, clear_traces=True).invoke("Alice Johnson")
    protect(embedding, codebook, clear_traces=True).embed_query("Alice Johnson")
    assert inner.seen


@pytest.mark.parametrize(
    "module", ["langfuse.langchain.handler", "opentelemetry.instrumentation.langchain", "posthog.ai"]
)
def test_handlers_of_packages_that_upload_are_known(module: str, codebook: Codebook) -> None:
    kind = type("Handler", (Uploader,), {"__module__": module})
    handler = kind()
    with pytest.raises(PrivacyError, match="Handler would upload"):
        protect(LocalChat(), codebook).invoke("Alice Johnson", RunnableConfig(callbacks=[handler]))
    config = RunnableConfig(callbacks=[SanitizingHandler(handler, codebook)], run_id=uuid4())
    protect(LocalChat(), codebook).invoke("Alice Johnson", config)
    _assert_clean(handler.told)


def _events(version: str) -> Any:
    def ask(model: Any, config: RunnableConfig | None = None) -> Any:
        return list(model.stream_events("Alice Johnson", config, version=version))

    return ask


def test_a_tracer_on_the_model_itself_is_seen(codebook: Codebook, uploads: list[Any]) -> None:
    tracer = LangChainTracer(client=langsmith.Client(api_key="none", api_url="http://localhost:9"))
    model = PrivateChatModel(bound=LocalChat(), sanitizer=codebook, callbacks=[tracer])
    for ask in (_events("v3"), lambda model: model.invoke("Alice Johnson"), lambda model: list(model.stream("x"))):
        with pytest.raises(PrivacyError, match="LangChainTracer"):
            ask(model)
    assert not uploads


@pytest.mark.parametrize("how", ["invoke", "ainvoke", "stream", "astream"])
async def test_a_tracer_that_is_switched_on_around_a_call_is_seen(
    how: str, codebook: Codebook, uploads: list[Any]
) -> None:
    client = langsmith.Client(api_key="none", api_url="http://localhost:9")
    with tracing_v2_enabled(client=client), pytest.raises(PrivacyError, match="LangChainTracer"):
        await _ask(how)(protect(LocalChat(), codebook))
    assert not uploads
    with tracing_v2_enabled(client=_client(codebook)):
        await _ask(how)(protect(LocalChat(), codebook))
    _assert_clean(uploads)


async def test_events_are_refused_while_a_tracer_would_upload_clear_text(
    codebook: Codebook, uploads: list[Any]
) -> None:
    tracer = LangChainTracer(client=langsmith.Client(api_key="none", api_url="http://localhost:9"))
    model, config = protect(LocalChat(), codebook), RunnableConfig(callbacks=[tracer])
    with pytest.raises(PrivacyError):
        _events("v3")(model, config)
    with pytest.raises(PrivacyError):
        await model.astream_events("Alice Johnson", config, version="v3")
    assert not uploads


def test_a_handler_made_from_one_that_uploads_is_known(codebook: Codebook) -> None:
    theirs = type("Handler", (BaseCallbackHandler,), {"__module__": "langfuse.langchain"})
    community = type("Handler", (BaseCallbackHandler,), {"__module__": "langchain_community.callbacks.aim_callback"})
    counting = type("Handler", (BaseCallbackHandler,), {"__module__": "langchain_community.callbacks.openai_info"})
    for kind in (type("Mine", (theirs,), {}), community):
        with pytest.raises(PrivacyError):
            protect(LocalChat(), codebook).invoke("x", RunnableConfig(callbacks=[kind()]))
    assert protect(LocalChat(), codebook).invoke("x", RunnableConfig(callbacks=[counting()])).text == "I read: x"
