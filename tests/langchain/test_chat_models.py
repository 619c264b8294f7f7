from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, SECRET, Codebook
from adapter_support.local_chat import LocalChat
from langchain_core.caches import InMemoryCache
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ChatMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.messages.base import BaseMessageChunk
from langchain_core.output_parsers import StrOutputParser
from langchain_core.outputs import ChatGenerationChunk
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langchain_core.tools import tool
from pydantic import BaseModel, Field

from langchain_privacy_chains import PrivateChatModel, protect
from privacy_chains import PrivacyError, UnsupportedContent

Run = Callable[[Any, Any], Awaitable[AIMessage]]


async def _invoke(model: Any, messages: Any) -> AIMessage:
    return model.invoke(messages)  # type: ignore[no-any-return]


async def _ainvoke(model: Any, messages: Any) -> AIMessage:
    return await model.ainvoke(messages)  # type: ignore[no-any-return]


async def _stream(model: Any, messages: Any) -> AIMessage:
    return _sum(list(model.stream(messages)))


async def _astream(model: Any, messages: Any) -> AIMessage:
    return _sum([chunk async for chunk in model.astream(messages)])


async def _batch(model: Any, messages: Any) -> AIMessage:
    return model.batch([messages])[0]  # type: ignore[no-any-return]


async def _abatch(model: Any, messages: Any) -> AIMessage:
    return (await model.abatch([messages]))[0]  # type: ignore[no-any-return]


def _sum(chunks: list[Any]) -> Any:
    total = chunks[0]
    for chunk in chunks[1:]:
        total += chunk
    return total


EVERY_CALL = pytest.mark.parametrize("call", [_invoke, _ainvoke, _stream, _astream, _batch, _abatch])


@pytest.mark.parametrize(
    "made", [lambda model: model, lambda model: model | StrOutputParser(), lambda model: model.bind()]
)
def test_a_fallback_in_clear_is_protected_too(codebook: Codebook, made: Callable[[Any], Any]) -> None:
    def fail(*_: Any) -> AIMessage:
        msg = "down"
        raise RuntimeError(msg)

    inner = LocalChat()
    answer = protect(LocalChat(respond=fail), codebook).with_fallbacks([made(inner)]).invoke("I am Alice Johnson")
    assert "I read: I am Alice Johnson" in str(answer)
    _assert_clean(inner)


def test_a_fallback_that_sends_nothing_is_allowed(codebook: Codebook) -> None:
    def fail(*_: Any) -> AIMessage:
        msg = "down"
        raise RuntimeError(msg)

    canned = RunnableLambda(lambda _: AIMessage("later"))
    assert protect(LocalChat(respond=fail), codebook).with_fallbacks([canned]).invoke("hi").text == "later"


def _assert_clean(inner: LocalChat) -> None:
    wire = inner.wire
    assert inner.seen
    for value in PLANTED:
        assert value not in wire
        assert json.dumps(value)[1:-1] not in wire


def _assert_clear(text: str) -> None:
    assert not [surrogate for surrogate in PLANTED.values() if surrogate in text]


@tool
def pay(name: str, amount: int, note: dict[str, Any] | None = None) -> str:
    """Pay somebody."""
    return f"paid {amount} to {name}: {note}"


HISTORY = [
    SystemMessage("You help Alice Johnson."),
    HumanMessage([{"type": "text", "text": "My mail is alice@corp.example"}, "SSN 123-45-6789"], name="Alice Johnson"),
    AIMessage(
        [
            {"type": "text", "text": "Noted, Alice Johnson."},
            {"type": "tool_use", "id": "c1", "name": "pay", "input": {"name": "Alice Johnson"}},
        ],
        tool_calls=[
            {
                "name": "pay",
                "args": {"name": "Alice Johnson", "amount": 85000, "list": [{"x": "123-45-6789"}]},
                "id": "c1",
            }
        ],
        additional_kwargs={
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "pay", "arguments": '{"name":"Alice Johnson", "n":85000}'},
                }
            ],
        },
        invalid_tool_calls=[
            {
                "name": "pay",
                "args": '{"name": "Bob \\"Bobby\\" Tables',
                "id": "c2",
                "error": "Alice Johnson?",
                "type": "invalid_tool_call",
            }
        ],
    ),
    ToolMessage([{"type": "text", "text": "paid Renée O'Hara"}], tool_call_id="c1", artifact={"who": "Alice Johnson"}),
    HumanMessage(
        "Who was paid, Alice Johnson or Renée O'Hara?",
        id="msg-Alice Johnson",
        additional_kwargs={"note": "alice@corp.example"},
    ),
]


@EVERY_CALL
async def test_no_planted_value_reaches_the_model_and_the_answer_is_clear(call: Run, codebook: Codebook) -> None:
    inner = LocalChat()
    answer = await call(protect(inner, codebook), HISTORY)
    _assert_clean(inner)
    assert "Who was paid, Alice Johnson or Renée O'Hara?" in answer.text
    _assert_clear(str(answer.content))


@EVERY_CALL
async def test_every_way_to_call_gives_the_same_answer(call: Run, codebook: Codebook) -> None:
    expected = protect(LocalChat(), codebook).invoke(HISTORY)
    answer = await call(protect(LocalChat(), codebook), HISTORY)
    assert answer.content == expected.content
    assert answer.usage_metadata == expected.usage_metadata
    assert answer.additional_kwargs == expected.additional_kwargs
    assert answer.response_metadata["model_name"] == "local"


@pytest.mark.parametrize("size", range(1, 25))
def test_any_chunking_gives_the_text_of_no_chunking(size: int, codebook: Codebook) -> None:
    chunks = list(protect(LocalChat(size=size), codebook).stream("Alice Johnson, ALICE JOHNSON, Xqzan, Alice Johnso"))
    assert _sum(chunks).text == "I read: Alice Johnson, Alice Johnson, Xqzan, Alice Johnso"
    assert not any("Xqzan W" in chunk.text for chunk in chunks)
    last = [position for position, chunk in enumerate(chunks) if chunk.chunk_position == "last"]
    assert last == [len(chunks) - 1]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 1000])
@EVERY_CALL
async def test_tools_get_true_values(call: Run, size: int, codebook: Codebook) -> None:
    wrote = [
        {"name": "pay", "args": {"name": "Krun Vexley", "amount": 83912, "note": {"to": ["Xqzan Wurptel"]}}, "id": "a"},
        {"name": "pay", "args": {"name": "Doblenka Mish", "amount": 1}, "id": "b"},
    ]
    inner = LocalChat(size=size, respond=lambda *_: AIMessage("Paying Xqzan Wurptel", tool_calls=wrote))
    answer = await call(protect(inner, codebook).bind_tools([pay]), "Pay them")
    assert answer.text == "Paying Alice Johnson"
    assert [made["args"] for made in answer.tool_calls] == [
        {"name": 'Bob "Bobby" Tables', "amount": 85000, "note": {"to": ["Alice Johnson"]}},
        {"name": "Renée O'Hara", "amount": 1},
    ]
    assert [made["id"] for made in answer.tool_calls] == ["a", "b"]
    assert inner.seen[0][1]["tools"][0]["function"]["name"] == "pay"


@EVERY_CALL
async def test_history_is_sent_again_as_the_model_wrote_it(call: Run, codebook: Codebook) -> None:
    wrote = AIMessage(
        [
            {"type": "thinking", "thinking": "xqzan wurptel again", "signature": "c2ln"},
            {"type": "text", "text": "Dear XQZAN WURPTEL,"},
        ],
        tool_calls=[{"name": "pay", "args": {"name": "XQZAN WURPTEL"}, "id": "a"}],
    )
    inner = LocalChat(respond=lambda *_: wrote.model_copy(deep=True))
    model = protect(inner, codebook)
    history: list[BaseMessage] = [HumanMessage("I am Alice Johnson")]
    for turn in range(3):
        answer = await call(model, history)
        assert answer.text == "Dear Alice Johnson,"
        assert answer.content[0]["signature"] == "c2ln"  # type: ignore[index]
        history += [answer, HumanMessage(f"turn {turn}")]
    _assert_clean(inner)
    first, second, third = (messages for messages, _ in inner.seen)
    assert [message.content for message in third[:3]] == [message.content for message in second]
    assert second[0] == first[0]
    sent = second[1]
    assert isinstance(sent, AIMessage)
    assert [_pick(block, wrote.content[place]) for place, block in enumerate(sent.content)] == wrote.content
    assert sent.tool_calls[0]["args"] == {"name": "XQZAN WURPTEL"}
    assert "privacy_chains" not in sent.additional_kwargs


def _pick(block: Any, like: Any) -> Any:
    return {name: value for name, value in block.items() if name in like}


def test_an_edited_answer_is_sanitized_anew(codebook: Codebook) -> None:
    inner = LocalChat(respond=lambda *_: AIMessage("Dear XQZAN WURPTEL,"))
    model = protect(inner, codebook)
    answer = model.invoke("I am Alice Johnson")
    edited = answer.model_copy(update={"content": "Dear Renée O'Hara,"})
    model.invoke([HumanMessage("I am Alice Johnson"), edited, HumanMessage("Go on")])
    assert inner.seen[1][0][1].content == "Dear Doblenka Mish,"


def test_the_callers_messages_are_left_as_they_were(codebook: Codebook) -> None:
    before = [message.model_copy(deep=True) for message in HISTORY]
    protect(LocalChat(), codebook).invoke(HISTORY)
    assert before == HISTORY


def test_arguments_are_sanitized_and_names_are_kept(codebook: Codebook) -> None:
    inner = LocalChat()

    class Payment(BaseModel):
        """Pay Alice Johnson."""

        name: str = Field(description="such as Renée O'Hara", default="alice@corp.example")
        kind: str = Field(json_schema_extra={"enum": ["123-45-6789", "other"]})

    bound = protect(inner, codebook).bind_tools([Payment], tool_choice="Payment")
    answer = bound.invoke("x", stop=["Alice Johnson:"], user="alice@corp.example", extra_body={"name": "Alice Johnson"})
    _assert_clean(inner)
    arguments = inner.seen[0][1]
    assert arguments["stop"] == ["Xqzan Wurptel:"]
    assert arguments["user"] == "qwzrt@bvnm.example"
    assert arguments["tool_choice"] == "Payment"
    schema = arguments["tools"][0]["function"]["parameters"]
    assert set(schema["properties"]) == {"name", "kind"}
    assert schema["required"] == ["kind"]
    assert answer.tool_calls[0]["args"]["kind"] == "123-45-6789"


def test_arguments_form_the_first_message(codebook: Codebook) -> None:
    protect(LocalChat(), codebook).invoke([HumanMessage("a"), AIMessage("b"), HumanMessage("c")], stop=["d"])
    (conversation,) = codebook.conversations
    assert [(message.leaves, message.from_model) for message in conversation] == [
        (("d",), False),
        (("a",), False),
        (("b",), True),
        (("c",), False),
    ]


@pytest.mark.parametrize(
    "block",
    [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
        {"type": "file", "base64": "AAAA", "mime_type": "application/pdf"},
        {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}},
        {"type": "never-heard-of", "x": "Alice Johnson"},
        {"image": {"source": {"bytes": b"AAAA"}}},
        {"type": "document", "source": {"type": "url", "url": "https://example.org/alice"}},
        {"type": "tool_result", "tool_use_id": "c", "content": [{"type": "image", "base64": "AAAA"}]},
    ],
)
def test_what_cannot_be_sanitized_is_refused_before_anything_is_sent(block: dict[str, Any], codebook: Codebook) -> None:
    inner = LocalChat()
    with pytest.raises(UnsupportedContent) as raised:
        protect(inner, codebook).invoke([HumanMessage([{"type": "text", "text": "hello"}, block])])
    assert not inner.seen
    assert "allow=" in str(raised.value)
    assert "Alice" not in str(raised.value)


def test_an_allowed_block_is_sent_as_it_is(codebook: Codebook) -> None:
    inner = LocalChat()
    image = {"type": "image", "base64": "AAAA", "mime_type": "image/png"}
    protect(inner, codebook, allow={"image"}).invoke([HumanMessage([image, {"type": "text", "text": "Alice Johnson"}])])
    assert inner.seen[0][0][0].content == [image, {"type": "text", "text": "Xqzan Wurptel"}]


def test_documents_and_search_results_are_sanitized(codebook: Codebook) -> None:
    inner = LocalChat()
    blocks = [
        {"type": "text-plain", "text": "Alice Johnson", "title": "alice@corp.example", "mime_type": "text/plain"},
        {
            "type": "document",
            "source": {"type": "text", "media_type": "text/plain", "data": "Alice Johnson"},
            "title": "123-45-6789",
        },
        {
            "type": "search_result",
            "source": "Alice Johnson",
            "title": "x",
            "content": [{"type": "text", "text": "Renée O'Hara"}],
        },
        {"type": "tool_result", "tool_use_id": "c", "content": [{"type": "text", "text": "Renée O'Hara"}]},
    ]
    protect(inner, codebook).invoke([HumanMessage(blocks)])  # type: ignore[arg-type]
    _assert_clean(inner)


@EVERY_CALL
async def test_nothing_is_sent_when_sanitizing_fails(call: Run, codebook: Codebook) -> None:
    inner = LocalChat()
    with pytest.raises(PrivacyError) as raised:
        await call(protect(inner, codebook), [HumanMessage("Alice Johnson"), HumanMessage(SECRET)])
    assert not inner.seen
    assert SECRET not in str(raised.value)


class _Handler(BaseCallbackHandler):
    def __init__(self) -> None:
        self.tokens = ""
        self.everything: list[str] = []
        self.starts = 0

    def on_chat_model_start(self, serialized: dict[str, Any], messages: Any, **kwargs: Any) -> None:
        self.starts += 1
        self.everything.append(repr((serialized, messages, kwargs)))

    def on_llm_new_token(self, token: Any, **kwargs: Any) -> None:
        self.tokens += token
        self.everything.append(repr((token, kwargs["chunk"].message.content)))

    def on_llm_end(self, response: Any, **kwargs: Any) -> None:
        self.everything.append(repr([generation.message.content for row in response.generations for generation in row]))


@pytest.mark.parametrize("call", [_invoke, _stream])
async def test_the_callers_handlers_see_one_run_and_no_surrogate(call: Run, codebook: Codebook) -> None:
    handler = _Handler()
    model = protect(LocalChat(), codebook).with_config(RunnableConfig(callbacks=[handler]))
    await call(model, "I am Alice Johnson")
    assert handler.starts == 1
    _assert_clear("".join(handler.everything))
    assert handler.tokens in {"", "I read: I am Alice Johnson"}


async def test_events_carry_the_clear_text(codebook: Codebook) -> None:
    model = protect(LocalChat(), codebook)
    events = [event async for event in model.astream_events("I am Alice Johnson", version="v2")]
    streamed = "".join(event["data"]["chunk"].text for event in events if event["event"] == "on_chat_model_stream")
    assert streamed == "I read: I am Alice Johnson"
    assert {event["name"] for event in events} == {"PrivateChatModel"}


def test_the_inner_models_cache_holds_surrogates_only(codebook: Codebook) -> None:
    cache = InMemoryCache()
    inner = LocalChat(cache=cache)
    model = protect(inner, codebook)
    first, second = model.invoke("I am Alice Johnson"), model.invoke("I am Alice Johnson")
    assert len(inner.seen) == 1
    assert first.text == second.text == "I read: I am Alice Johnson"
    kept = repr(cache._cache)
    assert "Xqzan Wurptel" in kept
    assert "Alice" not in kept


def test_two_users_never_cross() -> None:
    inner = LocalChat()
    tables = [{f"User {letter * 5}": f"Nobody {letter.lower() * 7}"} for letter in "ABCDEFGH"]
    models = [protect(inner, Codebook(table)) for table in tables]

    def ask(turn: int) -> bool:
        place = turn % len(tables)
        (name,) = tables[place]
        return models[place].invoke(f"I am {name}").text == f"I read: I am {name}"

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(200)))
    assert "User" not in inner.wire


def test_the_wrapper_describes_itself_as_the_inner_model_does(codebook: Codebook) -> None:
    inner = LocalChat(model_name="m", temperature=0.5, tags=["t"], metadata={"k": "v"})
    model = protect(inner, codebook)
    assert isinstance(model, PrivateChatModel)
    assert model._llm_type == inner._llm_type
    assert model._get_ls_params(model="other") == inner._get_ls_params(model="other")
    assert (model.model_name, model.temperature, model.tags) == ("m", 0.5, ["t"])
    assert (model.metadata or {})["k"] == "v"
    assert not hasattr(model, "client")
    assert not hasattr(model, "root_client")
    assert not hasattr(model, "model_id")
    assert not model.is_lc_serializable()
    assert "Codebook" not in repr(model) + str(model)
    assert protect(model, codebook) is model


def test_a_model_that_does_not_stream_streams_one_chunk(codebook: Codebook) -> None:
    class Silent(LocalChat):
        _stream = LocalChat.__mro__[1]._stream  # type: ignore[attr-defined]
        _astream = LocalChat.__mro__[1]._astream  # type: ignore[attr-defined]

    inner = Silent()
    chunks = list(protect(inner, codebook).stream("Alice Johnson"))
    assert [(chunk.text, chunk.chunk_position) for chunk in chunks] == [("I read: Alice Johnson", "last")]
    _assert_clean(inner)


def test_structured_output_is_parsed_from_clear_values(codebook: Codebook) -> None:
    class Person(BaseModel):
        """Somebody."""

        name: str = Field(pattern="^Alice")
        age: int

    inner = LocalChat(
        respond=lambda *_: AIMessage(
            "", tool_calls=[{"name": "Person", "args": {"name": "Xqzan Wurptel", "age": 83912}, "id": "a"}]
        )
    )
    model = protect(inner, codebook)
    assert model.with_structured_output(Person).invoke("Alice Johnson") == Person(name="Alice Johnson", age=85000)
    raw = model.with_structured_output(Person, include_raw=True).invoke("Alice Johnson")
    assert isinstance(raw, dict)
    assert raw["parsed"] == Person(name="Alice Johnson", age=85000)
    assert raw["raw"].tool_calls[0]["args"]["name"] == "Alice Johnson"
    _assert_clean(inner)


def test_fallbacks_and_retries_keep_protection(codebook: Codebook) -> None:
    def fail(*_: Any) -> AIMessage:
        msg = "down"
        raise RuntimeError(msg)

    broken, inner = LocalChat(respond=fail), LocalChat()
    model = protect(broken, codebook).with_retry(stop_after_attempt=2, wait_exponential_jitter=False)
    answer = model.with_fallbacks([protect(inner, codebook)]).invoke("I am Alice Johnson")
    assert answer.text == "I read: I am Alice Johnson"
    assert len(broken.seen) == 2
    _assert_clean(broken)
    _assert_clean(inner)


def test_tokens_are_counted_on_what_is_sent(codebook: Codebook) -> None:
    counted: list[str] = []

    class Counting(LocalChat):
        def get_num_tokens_from_messages(self, messages: list[BaseMessage], tools: Any = None) -> int:
            counted.extend(str(message.content) for message in messages)
            return len(messages)

        def get_num_tokens(self, text: str) -> int:
            counted.append(text)
            return 1

    model = protect(Counting(), codebook)
    assert model.get_num_tokens_from_messages([HumanMessage("Alice Johnson")]) == 1
    assert model.get_num_tokens("Alice Johnson") == 1
    assert counted == ["Xqzan Wurptel"] * 2


def test_only_chat_models_are_accepted(codebook: Codebook) -> None:
    with pytest.raises(UnsupportedContent, match="chat model"):
        protect("gpt-5", codebook)  # type: ignore[arg-type]


def test_a_chunk_in_the_history_is_sent_as_a_message(codebook: Codebook) -> None:
    inner = LocalChat()
    model = protect(inner, codebook)
    chunk = _sum(list(model.stream("Alice Johnson")))
    assert isinstance(chunk, BaseMessageChunk)
    model.invoke([HumanMessage("Alice Johnson"), chunk, HumanMessage("go on")])
    assert type(inner.seen[1][0][1]) is AIMessage
    _assert_clean(inner)


@EVERY_CALL
async def test_a_config_chooses_the_session_and_holds_no_key(call: Run) -> None:
    inner = LocalChat()
    books = {"a": Codebook({"Alice": "Xqzan"}), "b": Codebook({"Alice": "Wurptel"})}
    model = protect(inner, lambda given: books[given["user_id"]])
    for user, surrogate in (("a", "Xqzan"), ("b", "Wurptel")):
        config = RunnableConfig(configurable={"user_id": user})
        assert (await call(model.with_config(config), "I am Alice")).text == "I read: I am Alice"
        assert inner.seen[-1][0][0].content == f"I am {surrogate}"
    configured = RunnableConfig(configurable={"user_id": "b"})
    assert "".join(model.stream_events("I am Alice", configured, version="v3").text) == "I read: I am Alice"
    assert inner.seen[-1][0][0].content == "I am Wurptel"
    chain = RunnableLambda(lambda text: text) | model
    assert chain.invoke("I am Alice", RunnableConfig(configurable={"user_id": "b"})).text == "I read: I am Alice"
    assert inner.seen[-1][0][0].content == "I am Wurptel"
    with pytest.raises(PrivacyError, match="asks for 'user_id'"):
        await call(model, "I am Alice")
    assert "Alice" not in inner.wire


def test_embeddings_do_not_choose_their_session_by_config(codebook: Codebook) -> None:
    with pytest.raises(UnsupportedContent, match="only models"):
        protect(DeterministicFakeEmbedding(size=3), lambda _: codebook)  # type: ignore[call-overload]


@pytest.mark.parametrize("version", ["v2", "v3"])
async def test_protocol_streams_are_clear(version: Any, codebook: Codebook) -> None:
    wrote = [{"name": "pay", "args": {"name": "Xqzan Wurptel"}, "id": "a"}]
    inner = LocalChat(respond=lambda *_: AIMessage("To Xqzan Wurptel", tool_calls=wrote))
    model = protect(inner, codebook)
    if version == "v2":
        shown = repr([event async for event in model.astream_events("Alice Johnson", version="v2")])
    else:
        shown = repr(list(model.stream_events("Alice Johnson", version="v3")))
    assert "To Alice Johnson" in shown or "Alice Johnson" in shown
    _assert_clean(inner)


async def test_a_hundred_tasks_of_two_users_never_cross() -> None:
    inner = LocalChat()
    books = [Codebook({"Alice Johnson": "Xqzan Wurptel"}), Codebook({"Peter Miller": "Xqzan Wurptel"})]
    models = [protect(inner, book) for book in books]
    names = ["Alice Johnson", "Peter Miller"]
    asked = [models[turn % 2].ainvoke(f"I am {names[turn % 2]}") for turn in range(100)]
    answers = [answer.text for answer in await asyncio.gather(*asked)]
    assert answers == [f"I read: I am {names[turn % 2]}" for turn in range(100)]


async def test_an_early_end_of_a_stream_closes_the_inner_one(codebook: Codebook) -> None:
    closed: list[str] = []

    class Closing(LocalChat):
        def _stream(self, *args: Any, **kwargs: Any) -> Any:
            try:
                yield from super()._stream(*args, **kwargs)
            finally:
                closed.append("sync")

        async def _astream(self, *args: Any, **kwargs: Any) -> Any:
            try:
                async for chunk in super()._astream(*args, **kwargs):
                    yield chunk
            finally:
                closed.append("async")

    model = protect(Closing(), codebook)
    chunks = model._stream([HumanMessage("Alice Johnson")])
    next(chunks)
    chunks.close()  # type: ignore[attr-defined]
    assert closed == ["sync"]
    achunks = model._astream([HumanMessage("Alice Johnson")])
    await anext(achunks)
    await achunks.aclose()  # type: ignore[attr-defined]
    assert "async" in closed


def test_an_error_in_the_middle_of_a_stream_lets_nothing_out_that_was_held_back(codebook: Codebook) -> None:
    class Broken(LocalChat):
        def _stream(self, *args: Any, **kwargs: Any) -> Any:
            yield ChatGenerationChunk(message=AIMessageChunk(content="Dear Xqzan Wurp"))
            msg = "connection lost"
            raise RuntimeError(msg)

    seen: list[str] = []
    with pytest.raises(RuntimeError, match="connection lost"):
        seen.extend(chunk.text for chunk in protect(Broken(), codebook).stream("Alice Johnson"))
    assert "".join(seen) == "Dear "


def test_a_protected_model_changes_to_another_session() -> None:
    inner = LocalChat()
    first, second = Codebook({"Alice": "Xqzan"}), Codebook({"Alice": "Wurptel"})
    protect(protect(inner, first, allow={"image"}), second).invoke("Alice")
    assert inner.seen[0][0][0].content == "Wurptel"


def test_ids_and_roles_that_a_caller_chose_stay_here(codebook: Codebook) -> None:
    inner = LocalChat()
    history = [
        ChatMessage("hello", role="Alice Johnson"),
        AIMessage("hi", id="alice@corp.example"),
        HumanMessage("well", id="alice@corp.example"),
        AIMessage("yes", id="msg_0123"),
        HumanMessage("go on"),
    ]
    protect(inner, codebook).invoke(history)
    sent = inner.seen[0][0]
    assert [message.id for message in sent] == [None, None, None, "msg_0123", None]
    assert isinstance(sent[0], ChatMessage)
    assert sent[0].role == "Xqzan Wurptel"
    assert isinstance(history[1], AIMessage)
    assert history[1].id == "alice@corp.example"
