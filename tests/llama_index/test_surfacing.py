"""A privacy failure reaches whoever asked, also where LlamaIndex would swallow it; and its logs quote nothing."""

from __future__ import annotations

import ast
import json
import logging
from asyncio import to_thread
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import llama_index.core
import pytest
from adapter_support.codebook import PLANTED, SECRET, Codebook
from adapter_support.letters import Letters
from adapter_support.local_llm import LocalLLM, calling
from llama_index.core import Document, VectorStoreIndex, get_response_synthesizer
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent, ReActAgent
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.chat_engine import CondenseQuestionChatEngine
from llama_index.core.extractors import DocumentContextExtractor
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.program import FunctionCallingProgram
from llama_index.core.prompts import PromptTemplate
from llama_index.core.query_engine import BaseQueryEngine, RetrieverQueryEngine, SubQuestionQueryEngine
from llama_index.core.question_gen import LLMQuestionGenerator
from llama_index.core.response_synthesizers import Refine, ResponseMode
from llama_index.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode
from llama_index.core.storage.docstore import SimpleDocumentStore
from llama_index.core.tools import FunctionTool, QueryEngineTool
from pydantic import BaseModel, PrivateAttr

from llama_index_privacy_chains import protect
from llama_index_privacy_chains._logs import QUOTING
from privacy_chains import PrivacyError, UnsupportedContent

QUESTION = "What does Alice Johnson owe?"
FACT = "Alice Johnson owes 85000."


@pytest.fixture
def index(codebook: Codebook) -> VectorStoreIndex:
    return VectorStoreIndex.from_documents([Document(text=FACT)], embed_model=protect(Letters(), codebook))


def _say(text: str) -> ChatMessage:
    return ChatMessage(role="assistant", content=text)


def _text(messages: Sequence[ChatMessage]) -> str:
    return "\n".join(message.content or "" for message in messages)


def _ask(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
    """Asks a sub-question that is refused, or fails."""
    text = _text(messages)
    if "sub_question" in text:
        asked = "Fail!" if "fail" in text else SECRET
        return _say(json.dumps({"items": [{"sub_question": asked, "tool_name": "records"}]}))
    if "Fail!" in text:
        msg = f"the provider cannot read {QUESTION}"
        raise ValueError(msg)
    return _say(f"I read: {text}")


def _sub_questions(
    engine: BaseQueryEngine, inner: LocalLLM, *, use_async: bool = False, streaming: bool = False
) -> SubQuestionQueryEngine:
    tool = QueryEngineTool.from_defaults(engine, name="records", description="records")
    return SubQuestionQueryEngine.from_defaults(
        [tool],
        llm=inner,
        response_synthesizer=get_response_synthesizer(inner, streaming=streaming),
        question_gen=LLMQuestionGenerator.from_defaults(llm=inner),
        use_async=use_async,
        verbose=False,
    )


@pytest.mark.parametrize("mode", [mode for mode in ResponseMode if mode.name not in {"NO_TEXT", "CONTEXT_ONLY"}])
@pytest.mark.parametrize("streaming", [False, True])
@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_refusal_is_never_an_empty_response(
    mode: ResponseMode, streaming: bool, asynchronous: bool, index: VectorStoreIndex, codebook: Codebook
) -> None:
    if streaming and mode in {ResponseMode.ACCUMULATE, ResponseMode.COMPACT_ACCUMULATE}:
        pytest.skip("LlamaIndex does not stream these")
    inner = LocalLLM()
    options: dict[str, Any] = {}
    if mode in {ResponseMode.REFINE, ResponseMode.COMPACT} and not streaming:
        options["structured_answer_filtering"] = True  # then answers are parsed, and errors of parsing swallowed
    engine = protect(index.as_query_engine(llm=inner, response_mode=mode, streaming=streaming, **options), codebook)
    nodes = index.as_retriever().retrieve("?")

    async def ask() -> None:
        if asynchronous:
            answer: Any = await engine.asynthesize(QueryBundle(SECRET), nodes)
            _ = [token async for token in answer.async_response_gen()] if streaming else None
        else:
            answer = engine.synthesize(QueryBundle(SECRET), nodes)
            list(answer.response_gen) if streaming else None

    with pytest.raises(PrivacyError):
        await ask()
    assert not inner.messages


@pytest.mark.parametrize("call", ["chat", "achat", "stream_chat", "astream_chat"])
async def test_a_refusal_in_an_engine_inside_a_chat_engine(
    call: str, index: VectorStoreIndex, codebook: Codebook
) -> None:
    inner = LocalLLM(_ask)
    engine = _sub_questions(index.as_query_engine(llm=inner), inner, streaming="stream" in call)
    plain = CondenseQuestionChatEngine.from_defaults(engine, llm=inner)
    chat = protect(plain, codebook)
    assert isinstance(chat, CondenseQuestionChatEngine)
    assert type(plain) is CondenseQuestionChatEngine

    async def ask() -> None:
        answer = getattr(chat, call)(QUESTION)
        _ = await answer if call.startswith("a") else answer

    with pytest.raises(PrivacyError):
        await ask()
    assert SECRET not in inner.wire


@pytest.mark.parametrize("use_async", [False, True])
def test_a_refusal_in_an_engine_that_was_protected_before(
    use_async: bool, index: VectorStoreIndex, codebook: Codebook
) -> None:
    inner = LocalLLM(_ask)
    within = protect(_sub_questions(index.as_query_engine(llm=inner), inner), codebook)
    engine = protect(_sub_questions(within, inner, use_async=use_async), codebook)
    with pytest.raises(PrivacyError):
        engine.query(QUESTION)
    assert type(protect(engine, codebook)) is type(engine)


class Swallowing(BaseRetriever):
    """Retrieves nothing when its model fails, as some of LlamaIndex's retrievers do."""

    __module__ = "llama_index.core.imagined"

    def __init__(self, llm: Any) -> None:
        self._llm = llm
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        with suppress(Exception):
            self._llm.complete(query_bundle.query_str)
        return []


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_refusal_inside_a_retriever(asynchronous: bool, codebook: Codebook) -> None:
    retriever = protect(Swallowing(LocalLLM()), codebook)
    assert isinstance(retriever, Swallowing)
    assert retriever.retrieve("?") == []
    with pytest.raises(PrivacyError):
        _ = await retriever.aretrieve(SECRET) if asynchronous else retriever.retrieve(SECRET)
    assert retriever.retrieve("?") == []


def _calls(name: str, /, **kwargs: Any) -> Any:
    """Calls a tool, and then says what it said."""

    def respond(messages: Sequence[ChatMessage], arguments: Any) -> ChatMessage:
        text = _text(messages)
        if "sub_question" in text:
            return _ask(messages, arguments)
        if messages[-1].role == MessageRole.TOOL:
            return _say(f"It said: {messages[-1].content}")
        if "tools" in arguments:
            return calling(name, kwargs)
        seen = (messages[-1].content or "").partition("Observation: ")[2]
        if seen:
            return _say(f"Thought: I can answer without using any more tools.\nAnswer: {seen}")
        return _say(f"Thought: I look it up.\nAction: {name}\nAction Input: {json.dumps(kwargs)}")

    return respond


def _agent(kind: Any, tools: list[Any], inner: LocalLLM) -> Any:
    if kind is AgentWorkflow:
        return AgentWorkflow(agents=[FunctionAgent(name="one", tools=tools, llm=inner)])
    return kind(tools=tools, llm=inner)


AGENTS = pytest.mark.parametrize("kind", [FunctionAgent, ReActAgent, AgentWorkflow])


@AGENTS
async def test_a_refusal_in_an_engine_that_an_agent_asks(
    kind: Any, index: VectorStoreIndex, codebook: Codebook
) -> None:
    inner = LocalLLM(_calls("debts", input="What?"))
    engine = _sub_questions(index.as_query_engine(llm=inner), inner)
    tool = QueryEngineTool.from_defaults(engine, name="debts", description="debts")
    plain = _agent(kind, [tool], inner)
    agent = protect(plain, codebook)
    assert isinstance(agent, kind)
    assert type(plain) is kind
    with pytest.raises(PrivacyError):
        await agent.run(QUESTION)
    assert SECRET not in inner.wire


@AGENTS
@pytest.mark.parametrize("raises", [False, True])
async def test_a_tool_that_must_not_see_what_it_is_given(raises: bool, kind: Any, codebook: Codebook) -> None:
    def publish(text: str) -> str:
        """Publish a text."""
        return text

    inner = LocalLLM(_calls("publish", text="Xqzan Wurptel"))
    tool = protect(FunctionTool.from_defaults(publish), codebook, trust="block", raise_blocked=raises)
    agent = protect(_agent(kind, [tool], inner), codebook)
    if raises:
        with pytest.raises(UnsupportedContent, match="must not see"):
            await agent.run(QUESTION)
    else:
        assert "must not see" in str(await agent.run(QUESTION))


@AGENTS
async def test_a_tool_of_the_users_own_may_deal_with_a_refusal(
    kind: Any, index: VectorStoreIndex, codebook: Codebook
) -> None:
    private = protect(index.as_query_engine(llm=LocalLLM()), codebook)

    def ask(question: str) -> str:
        """Ask the records."""
        try:
            return str(private.query(f"{question} {SECRET}"))
        except PrivacyError:
            return "I may not tell."

    agent = protect(_agent(kind, [ask], LocalLLM(_calls("ask", question="What?"))), codebook)
    assert "I may not tell." in str(await agent.run(QUESTION))


@AGENTS
async def test_other_errors_of_tools_are_told_to_the_model(kind: Any, codebook: Codebook) -> None:
    def find(name: str) -> str:
        """Find somebody."""
        msg = f"no customer {name}"
        raise LookupError(msg)

    inner = LocalLLM(_calls("find", name="Xqzan Wurptel"))
    answer = await protect(_agent(kind, [find], inner), codebook).run(QUESTION)
    assert "no customer Alice Johnson" in str(answer)
    assert not [value for value in PLANTED if value in inner.wire]


class Debt(BaseModel):
    """What somebody owes."""

    debtor: str


@AGENTS
async def test_a_refusal_while_an_agent_forms_its_answer(kind: Any, codebook: Codebook) -> None:
    inner = LocalLLM(lambda *_: _say(f"Thought: I can answer without using any more tools.\nAnswer: {SECRET}"))
    plain: Any
    if kind is AgentWorkflow:
        plain = AgentWorkflow(agents=[FunctionAgent(name="one", tools=[], llm=inner)], output_cls=Debt)
    else:
        plain = kind(tools=[], llm=inner, output_cls=Debt)
    with pytest.raises(PrivacyError):
        await protect(plain, codebook).run(QUESTION)
    assert SECRET not in inner.wire


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_refusal_inside_an_extractor(asynchronous: bool, codebook: Codebook) -> None:
    inner = LocalLLM()
    nodes = [TextNode(text=text, id_=text) for text in (FACT, SECRET)]
    for node in nodes:
        node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(node_id=node.node_id)
    store = SimpleDocumentStore()
    store.add_documents(nodes)
    plain = DocumentContextExtractor(store, inner, max_context_length=1000, show_progress=False)
    extractor = protect(plain, codebook)
    assert (await extractor.acall(nodes[:1]))[0].metadata
    pipeline = protect(IngestionPipeline(transformations=[plain]), codebook)
    with pytest.raises(PrivacyError):
        _ = await extractor.acall(nodes) if asynchronous else await to_thread(extractor, nodes)
    with pytest.raises(PrivacyError):
        _ = await pipeline.arun(nodes=nodes) if asynchronous else await to_thread(pipeline.run, nodes=nodes)
    assert FACT not in inner.wire


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_refusal_of_a_tool_that_a_model_calls_itself(asynchronous: bool, codebook: Codebook) -> None:
    llm: Any = protect(LocalLLM(_calls("echo", text="Xqzan Wurptel")), codebook)
    local = FunctionTool.from_defaults(lambda text: f"heard {text}", name="echo", description="repeats a text")

    async def call(tool: Any) -> str:
        given: dict[str, Any] = {"tools": [tool], "user_msg": QUESTION}
        return str(await llm.apredict_and_call(**given) if asynchronous else llm.predict_and_call(**given))

    assert await call(local) == "heard Alice Johnson"
    with pytest.raises(UnsupportedContent):
        await call(protect(local, codebook, trust="block", raise_blocked=True))


@pytest.mark.parametrize("use_async", [False, True])
def test_failures_are_logged_without_what_they_quote(
    use_async: bool, index: VectorStoreIndex, codebook: Codebook, caplog: pytest.LogCaptureFixture
) -> None:
    inner = LocalLLM(_ask)
    failing = index.as_query_engine(llm=inner, response_mode=ResponseMode.TREE_SUMMARIZE)
    plain = _sub_questions(failing, inner, use_async=use_async)
    engine = protect(plain, codebook)
    with caplog.at_level(logging.WARNING):
        engine.query("fail: Alice Johnson")
    assert "a step of a protected call failed" in caplog.text
    assert not [value for value in (*PLANTED, "Fail!") if value in caplog.text]
    caplog.clear()
    plain.query("fail: Alice Johnson")
    assert "Failed to run Fail!" in caplog.text


class Unreadable(LocalLLM):
    """Calls a tool in a way that its own integration cannot read at first; it complains, and quotes what it read."""

    _complained: bool = PrivateAttr(default=False)

    def get_tool_calls_from_response(self, response: Any, *args: Any, **kwargs: Any) -> Any:
        if self._complained:
            return []
        self._complained = True
        msg = f"cannot read {response.message.content}, which speaks of {QUESTION}"
        raise ValueError(msg)


def _unreadable(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
    call = {"id": "a", "function": {"name": "Debt", "arguments": "{"}}
    return ChatMessage(role="assistant", content=_text(messages), additional_kwargs={"tool_calls": [call]})


async def _predicted(llm: Any, _: Any, *, asynchronous: bool) -> None:
    prompt = PromptTemplate("{asked}")
    if asynchronous:
        _ = [part async for part in await llm.astream_structured_predict(Debt, prompt, asked=QUESTION)]
    else:
        list(llm.stream_structured_predict(Debt, prompt, asked=QUESTION))


async def _formed(llm: Any, _: Any, *, asynchronous: bool) -> None:
    structured = llm.as_structured_llm(Debt)
    if asynchronous:
        _ = [part async for part in await structured.astream_chat([ChatMessage(content=QUESTION)])]
    else:
        list(structured.stream_chat([ChatMessage(content=QUESTION)]))


async def _programmed(llm: Any, protected: Any, *, asynchronous: bool) -> None:
    plain = FunctionCallingProgram.from_defaults(Debt, prompt_template_str="{asked}", llm=llm)
    program = protected(plain)
    if asynchronous:
        _ = [part async for part in await program.astream_call(asked=QUESTION)]
    else:
        list(program.stream_call(asked=QUESTION))


class Complaining(Refine):
    """Complains of an answer, and quotes it, while it is read."""

    __module__ = Refine.__module__

    def get_response(self, *_: Any, **__: Any) -> Any:
        return (self._complained(text) for text in (QUESTION, FACT))

    async def aget_response(self, *_: Any, **__: Any) -> Any:
        async def read() -> AsyncIterator[str]:
            for text in (QUESTION, FACT):
                yield self._complained(text)

        return read()

    def _complained(self, text: str) -> str:
        logging.getLogger(Refine.__module__).warning("cannot read %s", text)
        return text


async def _asked(llm: Any, protected: Any, *, asynchronous: bool) -> None:
    nodes = [NodeWithScore(node=TextNode(text=FACT))]
    synthesizer = Complaining(llm, streaming=True)
    engine: Any = RetrieverQueryEngine(Swallowing(llm), synthesizer)
    for one in (protected(engine), protected(synthesizer)):
        if asynchronous:
            answer = await one.asynthesize(QueryBundle(QUESTION), nodes)
            assert [part async for part in answer.async_response_gen()] == [QUESTION, FACT]
        else:
            assert list(one.synthesize(QueryBundle(QUESTION), nodes).response_gen) == [QUESTION, FACT]


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("read", [_predicted, _formed, _programmed, _asked])
async def test_what_is_logged_while_a_stream_is_read_quotes_nothing(
    read: Any, asynchronous: bool, codebook: Codebook, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        await read(
            protect(Unreadable(_unreadable), codebook), lambda one: protect(one, codebook), asynchronous=asynchronous
        )
        assert "a step of a protected call failed" in caplog.text
        assert not [value for value in PLANTED if value in caplog.text]
        caplog.clear()
        await read(Unreadable(_unreadable), lambda one: one, asynchronous=asynchronous)
        assert "Alice Johnson" in caplog.text


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_nothing_of_a_stream_is_guarded_between_its_chunks(
    asynchronous: bool, codebook: Codebook, caplog: pytest.LogCaptureFixture
) -> None:
    llm: Any = protect(LocalLLM(lambda *_: calling("Debt", {"debtor": "Xqzan Wurptel"})), codebook)
    own = logging.getLogger("llama_index.core.response_synthesizers.refine")
    given = {"output_cls": Debt, "prompt": PromptTemplate("{asked}"), "asked": QUESTION}
    if asynchronous:
        async for _ in await llm.astream_structured_predict(**given):
            own.warning("mine")
    else:
        for _ in llm.stream_structured_predict(**given):
            own.warning("mine")
    assert "mine" in caplog.text
    assert "withheld" not in caplog.text


LEVELS = {"warning", "warn", "error", "exception", "critical"}
LOGGERS = {"logger", "_logger", "logging"}
HARMLESS = {
    "callbacks.base",
    "callbacks.utils",
    "graph_stores.simple",
    "indices.base",
    "indices.document_summary.base",
    "indices.multi_modal.base",
    "llms.function_calling",
    "multi_modal_llms.generic_utils",
    "node_parser.text.token",
}
"""They name classes, ids, sizes and places."""


def _words(tree: ast.AST) -> Iterator[str]:
    """The loggers that a module warns by in words that are not fixed."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=logger), attr=level)):
                fixed = len(node.args) == 1 and isinstance(node.args[0], ast.Constant) and not node.keywords
                if logger in LOGGERS and level in LEVELS and not fixed:
                    yield logger


def test_every_module_that_quotes_in_warnings_is_known() -> None:
    root = Path(llama_index.core.__file__).parent
    unknown = []
    for path in root.rglob("*.py"):
        name = ".".join(path.relative_to(root).with_suffix("").parts)
        if set(_words(ast.parse(path.read_text(encoding="utf-8")))) - {"logging"}:
            unknown += [name] * (name not in {*HARMLESS, *QUOTING})
    assert not unknown
