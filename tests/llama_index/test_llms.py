from __future__ import annotations

import json
import pickle
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, SECRET, Codebook
from adapter_support.local_llm import LocalLLM, ToolCallBlock, calling
from llama_index.core import Settings
from llama_index.core.base.llms import types
from llama_index.core.base.llms.types import (
    AudioBlock,
    ChatMessage,
    ChatResponse,
    CitableBlock,
    CitationBlock,
    DocumentBlock,
    ImageBlock,
    MessageRole,
    TextBlock,
)
from llama_index.core.callbacks import CallbackManager
from llama_index.core.instrumentation import get_dispatcher
from llama_index.core.instrumentation.span_handlers import BaseSpanHandler
from llama_index.core.llms import LLM, MockLLM
from llama_index.core.prompts import PromptTemplate
from llama_index.core.tools import FunctionTool
from pydantic import BaseModel, ConfigDict, Field

from llama_index_privacy_chains import PrivateFunctionCallingLLM, PrivateLLM, protect
from privacy_chains import Key, PrivacyError, Sanitizer, UnsupportedContent

Call = Callable[[Any, Any], Awaitable[Any]]


async def _chat(llm: Any, messages: Any) -> Any:
    return llm.chat(messages)


async def _achat(llm: Any, messages: Any) -> Any:
    return await llm.achat(messages)


async def _stream_chat(llm: Any, messages: Any) -> Any:
    return _checked(list(llm.stream_chat(messages)))


async def _astream_chat(llm: Any, messages: Any) -> Any:
    return _checked([chunk async for chunk in await llm.astream_chat(messages)])


def _checked(chunks: list[Any]) -> Any:
    """The last chunk, which is whole; what is new in each adds up to it."""
    texts = "".join(block.text for block in chunks[-1].message.blocks if isinstance(block, TextBlock))
    assert "".join(chunk.delta or "" for chunk in chunks) == texts
    return chunks[-1]


EVERY_CHAT = pytest.mark.parametrize("call", [_chat, _achat, _stream_chat, _astream_chat])


def _assert_clean(inner: LocalLLM) -> None:
    assert inner.messages
    for value in PLANTED:
        assert value not in inner.wire
        assert json.dumps(value, ensure_ascii=False)[1:-1] not in inner.wire


def _assistant(*blocks: Any, **fields: Any) -> ChatMessage:
    return ChatMessage(role=MessageRole.ASSISTANT, blocks=list(blocks), **fields)


ThinkingBlock: Any = getattr(types, "ThinkingBlock", None)
NEEDS_CALLS = pytest.mark.skipif(ToolCallBlock is None, reason="this LlamaIndex has no block for tool calls")
NEEDS_THOUGHTS = pytest.mark.skipif(ThinkingBlock is None, reason="this LlamaIndex has no block for thoughts")

KWARGS = ({"name": "Alice Johnson", "amount": 85000}, '{"name":"Bob \\"Bobby\\" Tables", "n":85000}')
CALLS = [ToolCallBlock(tool_call_id="c", tool_name="pay", tool_kwargs=kwargs) for kwargs in KWARGS if ToolCallBlock]

HISTORY = [
    ChatMessage(role="system", content="You help Alice Johnson."),
    ChatMessage(
        blocks=[
            TextBlock(text="My mail is alice@corp.example"),
            CitableBlock(title="Renée O'Hara", source="alice@corp.example", content=[TextBlock(text="123-45-6789")]),
        ],
        additional_kwargs={"name": "Alice Johnson"},
    ),
    _assistant(
        TextBlock(text="Noted, Alice Johnson."),
        *CALLS,
        additional_kwargs={
            "tool_calls": [{"id": "c1", "function": {"name": "pay", "arguments": '{"x":"123-45-6789"}'}}]
        },
    ),
    ChatMessage(role="tool", content="paid Renée O'Hara", additional_kwargs={"tool_call_id": "c1", "name": "pay"}),
    ChatMessage(content="Who was paid, Alice Johnson or Renée O'Hara?"),
]


@EVERY_CHAT
async def test_no_planted_value_reaches_the_model_and_the_answer_is_clear(call: Call, codebook: Codebook) -> None:
    inner = LocalLLM()
    answer = await call(protect(inner, codebook), HISTORY)
    _assert_clean(inner)
    assert "Who was paid, Alice Johnson or Renée O'Hara?" in answer.message.content
    assert not [surrogate for surrogate in PLANTED.values() if surrogate in answer.message.content]
    _, *calls = inner.messages[0][2].blocks
    wanted = [{"name": "Xqzan Wurptel", "amount": 83912}, '{"name":"Krun Vexley", "n":83912}']
    assert [call.tool_kwargs for call in calls] == wanted[: len(CALLS)]


@pytest.mark.parametrize("size", range(1, 25))
async def test_any_chunking_gives_the_text_of_no_chunking(size: int, codebook: Codebook) -> None:
    llm = protect(LocalLLM(size=size), codebook)
    said = "Alice Johnson, ALICE JOHNSON, Xqzan, Alice Johnso"
    clear = "I read: Alice Johnson, Alice Johnson, Xqzan, Alice Johnso"
    chats = list(llm.stream_chat([ChatMessage(content=said)]))
    texts = list(llm.stream_complete(said))
    atexts = [chunk async for chunk in await llm.astream_complete(said)]
    assert "".join(chunk.delta or "" for chunk in chats) == chats[-1].message.content == clear
    assert "".join(chunk.delta or "" for chunk in texts) == texts[-1].text == clear
    assert [chunk.text for chunk in atexts] == [chunk.text for chunk in texts]
    assert not any("Xqzan W" in (chunk.message.content or "") for chunk in chats)
    assert all(clear.startswith(chunk.text) for chunk in texts)


@NEEDS_CALLS
@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 1000])
@EVERY_CHAT
async def test_tools_get_true_values(call: Call, size: int, codebook: Codebook) -> None:
    wrote = _assistant(
        TextBlock(text="Paying Xqzan Wurptel"),
        ToolCallBlock(tool_call_id="a", tool_name="pay", tool_kwargs='{"name":"Krun Vexley","amount":83912}'),
        ToolCallBlock(
            tool_call_id="b", tool_name="pay", tool_kwargs={"name": "Doblenka Mish", "to": ["Xqzan Wurptel"]}
        ),
    )
    inner = LocalLLM(lambda *_: wrote, size=size)
    llm = protect(inner, codebook)
    assert isinstance(llm, PrivateFunctionCallingLLM)
    answer = await call(llm, [ChatMessage(content="pay them")])
    calls = llm.get_tool_calls_from_response(answer)
    assert answer.message.content == "Paying Alice Johnson"
    assert [made.tool_kwargs for made in calls] == [
        {"name": 'Bob "Bobby" Tables', "amount": 85000},
        {"name": "Renée O'Hara", "to": ["Alice Johnson"]},
    ]


def _beside(*calls: str) -> ChatMessage:
    """A message whose tool calls stand beside its blocks."""
    written = [{"id": "a", "function": {"name": "pay", "arguments": call}} for call in calls]
    return _assistant(TextBlock(text="Paying"), additional_kwargs={"tool_calls": written})


class Beside(LocalLLM):
    """Streams tool calls beside the blocks of its messages, as integrations do that do not know of a block for them."""

    def _chunks(self, answer: ChatMessage) -> Any:
        (call,) = answer.additional_kwargs["tool_calls"]
        whole = call["function"]["arguments"]
        for end in range(self.size, len(whole) + self.size, self.size):
            yield ChatResponse(message=_beside(whole[:end]), delta="Paying" if end == self.size else "")


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 1000])
@EVERY_CHAT
async def test_calls_beside_the_blocks_hold_true_values(call: Call, size: int, codebook: Codebook) -> None:
    wrote = _beside('{"name":"Krun Vexley","to":["Xqzan Wurptel"],"amount":83912}')
    inner = Beside(lambda *_: wrote, size=size)
    answer = await call(protect(inner, codebook), [*HISTORY, ChatMessage(content="pay them")])
    (made,) = answer.message.additional_kwargs["tool_calls"]
    expected = {"name": 'Bob "Bobby" Tables', "to": ["Alice Johnson"], "amount": 85000}
    assert (made["function"]["name"], json.loads(made["function"]["arguments"])) == ("pay", expected)
    _assert_clean(inner)


@NEEDS_THOUGHTS
@EVERY_CHAT
async def test_history_is_sent_again_as_the_model_wrote_it(call: Call, codebook: Codebook) -> None:
    wrote = _assistant(
        ThinkingBlock(content="xqzan wurptel again", additional_information={"signature": "c2ln"}),
        TextBlock(text="Dear XQZAN WURPTEL,"),
    )
    inner = LocalLLM(lambda *_: wrote.model_copy(deep=True))
    llm = protect(inner, codebook)
    history = [ChatMessage(content="I am Alice Johnson")]
    for turn in range(3):
        answer = await call(llm, history)
        assert answer.message.content == "Dear Alice Johnson,"
        assert answer.message.blocks[0].content == "Alice Johnson again"
        history += [answer.message, ChatMessage(content=f"turn {turn}")]
    _assert_clean(inner)
    first, second, third = inner.messages
    assert third[:3] == second
    assert second[:1] == first
    assert second[1] == wrote
    assert "XQZAN" not in f"{history[1].additional_kwargs}"


def test_an_edited_answer_is_sanitized_anew(codebook: Codebook) -> None:
    inner = LocalLLM(lambda *_: _assistant(TextBlock(text="Dear XQZAN WURPTEL,")))
    llm = protect(inner, codebook)
    answer = llm.chat([ChatMessage(content="I am Alice Johnson")]).message
    edited = answer.model_copy(update={"blocks": [TextBlock(text="Dear Renée O'Hara,")]})
    llm.chat([ChatMessage(content="I am Alice Johnson"), edited])
    assert inner.messages[1][1].content == "Dear Doblenka Mish,"


def test_the_callers_messages_are_left_as_they_were(codebook: Codebook) -> None:
    before = [message.model_copy(deep=True) for message in HISTORY]
    llm = protect(LocalLLM(), codebook)
    llm.chat(HISTORY)
    assert isinstance(llm, PrivateFunctionCallingLLM)
    llm.chat_with_tools([FunctionTool.from_defaults(fn=lambda x: x, name="f", description="d")], "hello", HISTORY)
    assert before == HISTORY


async def test_completions_are_protected(codebook: Codebook) -> None:
    inner = LocalLLM()
    llm = protect(inner, codebook)
    for answer in (
        llm.complete("I am Alice Johnson", stop=["Alice Johnson:"], user="alice@corp.example"),
        await llm.acomplete("I am Alice Johnson"),
        list(llm.stream_complete("I am Alice Johnson"))[-1],
    ):
        assert answer.text == "I read: I am Alice Johnson"
    assert inner.arguments[0] == {"stop": ["Xqzan Wurptel:"], "user": "qwzrt@bvnm.example"}
    _assert_clean(inner)


@pytest.mark.parametrize(
    "block",
    [
        ImageBlock(image=b"AAAA"),
        ImageBlock(url="https://example.org/alice.png"),
        AudioBlock(audio=b"AAAA"),
        DocumentBlock(data=b"Alice Johnson", title="Alice Johnson"),
        CitableBlock(title="t", source="s", content=[ImageBlock(image=b"AAAA")]),
        *([ThinkingBlock(content="x", additional_information={"blob": b"AAAA"})] if ThinkingBlock else ()),
    ],
)
def test_what_cannot_be_sanitized_is_refused_before_anything_is_sent(block: Any, codebook: Codebook) -> None:
    inner = LocalLLM()
    with pytest.raises(UnsupportedContent) as raised:
        protect(inner, codebook).chat([ChatMessage(blocks=[TextBlock(text="hello"), block])])
    assert not inner.messages
    assert "allow=" in str(raised.value)
    assert "Alice" not in str(raised.value)


class Sdk(BaseModel):
    """As the objects of provider's packages are."""

    model_config = ConfigDict(extra="allow")
    kind: str = "note"


class Owned(ChatMessage):
    """A message with a field of one's own."""

    owner: str = ""


HIDDEN = ("Alice Johnson", "alice@corp.example")


@pytest.mark.parametrize(
    "kwargs",
    [
        {"pay": {HIDDEN[0]: "x"}},
        {"names": {HIDDEN[0]}},
        {"deep": [{"id": HIDDEN[0], "signature": HIDDEN[1], "type": HIDDEN[1]}]},
        {"id": HIDDEN[0]},
        {"tool_call_id": HIDDEN[1]},
        {"sdk": Sdk(note=HIDDEN[0], more={HIDDEN[1]: 1}, kind=HIDDEN[0])},
        {HIDDEN[1]: 1},
    ],
)
def test_everything_beside_the_text_of_a_message_is_visited(kwargs: dict[str, Any], codebook: Codebook) -> None:
    inner = LocalLLM()
    protect(inner, codebook).chat([Owned(content="hello", additional_kwargs=kwargs, owner=HIDDEN[0])])
    assert not [value for value in HIDDEN if value in repr(inner.messages)]
    assert "Xqzan Wurptel" in repr(inner.messages)


def test_numbers_beside_the_text_of_a_message_are_told_by_their_names() -> None:
    inner, told = LocalLLM(), {"salary: 85000": "salary: 83912"}
    numbers = {"record": {"salary": 85000, "index": 3}}
    protect(inner, Codebook(told)).chat([ChatMessage(content="hello", additional_kwargs=numbers)])
    assert inner.messages[0][0].additional_kwargs == {"record": {"salary": 83912, "index": 3}}


def test_objects_beside_the_text_of_a_message_are_refused(codebook: Codebook) -> None:
    inner = LocalLLM()
    with pytest.raises(UnsupportedContent):
        protect(inner, codebook).chat([ChatMessage(content="hello", additional_kwargs={"thing": object()})])
    assert not inner.messages


@NEEDS_CALLS
@NEEDS_THOUGHTS
def test_ids_and_names_of_calls_stay_only_in_the_form_in_which_they_are_given(codebook: Codebook) -> None:
    inner, issued = LocalLLM(), "call_8fK2mQ7rT1vX5zB9cD3e"
    written = [
        ToolCallBlock(tool_call_id=issued, tool_name="pay", tool_kwargs={}),
        ToolCallBlock(tool_call_id=HIDDEN[0], tool_name=HIDDEN[1], tool_kwargs={}),
        ThinkingBlock(content="x", additional_information={HIDDEN[0]: HIDDEN[1], "id": HIDDEN[0]}),
        CitationBlock(
            cited_content=TextBlock(text="x"), source="s", title="t", additional_location_info={HIDDEN[0]: 1}
        ),
    ]
    protect(inner, codebook).chat([_assistant(*written)])
    first, second, thought, cited = inner.messages[0][0].blocks
    assert (first.tool_call_id, first.tool_name) == (issued, "pay")
    assert (second.tool_call_id, second.tool_name) == ("Xqzan Wurptel", "qwzrt@bvnm.example")
    assert thought.additional_information == {"Xqzan Wurptel": "qwzrt@bvnm.example", "id": "Xqzan Wurptel"}
    assert cited.additional_location_info == {"Xqzan Wurptel": 1}


class Configured(LocalLLM):
    """Sends its settings with every call."""

    additional_kwargs: dict[str, Any] = Field(default_factory=dict)
    default_headers: dict[str, str] | None = None
    user: str | None = None


@EVERY_CHAT
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("additional_kwargs", {"metadata": {"of": ["Alice Johnson"]}}),
        ("additional_kwargs", {"metadata": {"alice@corp.example": 1}}),
        ("default_headers", {"x-user": "alice@corp.example"}),
        ("user", "Alice Johnson"),
    ],
)
async def test_what_a_model_sends_of_its_own_accord_is_looked_through(
    call: Call, name: str, value: Any, codebook: Codebook
) -> None:
    inner = Configured(**{name: value})
    with pytest.raises(UnsupportedContent, match=f"'{name}' of the model itself") as raised:
        await call(protect(inner, codebook), [ChatMessage(content="hello")])
    with pytest.raises(UnsupportedContent):
        protect(inner, codebook).complete("hello")
    assert not inner.messages
    assert "lice" not in str(raised.value)
    await call(protect(inner, codebook, allow={name}), [ChatMessage(content="hello")])
    await call(protect(Configured(additional_kwargs={"seed": 1}), codebook), [ChatMessage(content="hello")])
    assert inner.messages


def test_an_allowed_block_is_sent_as_it_is(codebook: Codebook) -> None:
    inner = LocalLLM()
    image = ImageBlock(url="https://example.org/chart.png")
    protect(inner, codebook, allow={"image"}).chat([ChatMessage(blocks=[image, TextBlock(text="Alice Johnson")])])
    assert inner.messages[0][0].blocks == [image, TextBlock(text="Xqzan Wurptel")]


@EVERY_CHAT
async def test_nothing_is_sent_when_sanitizing_fails(call: Call, codebook: Codebook) -> None:
    inner = LocalLLM()
    with pytest.raises(PrivacyError) as raised:
        await call(protect(inner, codebook), [ChatMessage(content=SECRET)])
    assert not inner.messages
    assert SECRET not in str(raised.value)


def test_tool_descriptions_are_sanitized(codebook: Codebook) -> None:
    def pay(name: str = "alice@corp.example") -> str:
        """Pay Alice Johnson."""
        return name

    inner = LocalLLM()
    llm = protect(inner, codebook)
    assert isinstance(llm, PrivateFunctionCallingLLM)
    llm.chat_with_tools([FunctionTool.from_defaults(fn=pay)], "pay Renée O'Hara")
    _assert_clean(inner)
    assert inner.arguments[0]["tools"][0]["function"]["name"] == "pay"


class Person(BaseModel):
    """Somebody."""

    name: str = Field(pattern="^Alice")
    age: int


def _person(*_: Any) -> ChatMessage:
    wrote = {"name": "Xqzan Wurptel", "age": 83912}
    return calling("Person", wrote)


async def test_structured_prediction_is_parsed_from_clear_values(codebook: Codebook) -> None:
    inner = LocalLLM(_person)
    llm = protect(inner, codebook)
    prompt = PromptTemplate("Who is {name}?")
    assert llm.structured_predict(Person, prompt, name="Alice Johnson") == Person(name="Alice Johnson", age=85000)
    assert (await llm.astructured_predict(Person, prompt, name="Alice Johnson")).age == 85000
    structured = protect(inner.as_structured_llm(Person), codebook)
    assert structured.chat([ChatMessage(content="Alice Johnson")]).raw == Person(name="Alice Johnson", age=85000)
    _assert_clean(inner)


async def test_prediction_keeps_the_inner_models_prompts(codebook: Codebook) -> None:
    inner = LocalLLM(system_prompt="Be kind to Alice Johnson.")
    llm = protect(inner, codebook)
    prompt = PromptTemplate("Who is {name}?")
    expected = "I read: Be kind to Alice Johnson. | Who is Renée O'Hara?"
    assert llm.predict(prompt, name="Renée O'Hara") == expected
    assert await llm.apredict(prompt, name="Renée O'Hara") == expected
    assert "".join(llm.stream(prompt, name="Renée O'Hara")) == expected
    assert "".join([token async for token in await llm.astream(prompt, name="Renée O'Hara")]) == expected
    _assert_clean(inner)


class _Spans(BaseSpanHandler[Any]):
    def new_span(self, id_: str, bound_args: Any, instance: Any = None, *args: Any, **kwargs: Any) -> None:
        _OPENED.append((id_, repr(bound_args)))

    def prepare_to_exit_span(self, id_: str, bound_args: Any, *args: Any, result: Any = None, **kwargs: Any) -> None:
        _OPENED.append((id_, repr(result)))

    def prepare_to_drop_span(self, *args: Any, **kwargs: Any) -> None:
        return


_OPENED: list[tuple[str, str]] = []


def test_spans_around_calls_hold_surrogates_only(codebook: Codebook) -> None:
    llm = protect(LocalLLM(), codebook)
    dispatcher = get_dispatcher()
    handler = _Spans()
    dispatcher.add_span_handler(handler)
    _OPENED.clear()
    try:
        llm.chat([ChatMessage(content="I am Alice Johnson")])
        llm.complete("I am Alice Johnson")
    finally:
        dispatcher.span_handlers.remove(handler)
    assert any("LocalLLM.chat" in name for name, _ in _OPENED)
    assert not [name for name, _ in _OPENED if "Private" in name]
    assert "Alice" not in repr(_OPENED)


def test_the_wrapper_is_what_settings_and_agents_ask_for(codebook: Codebook) -> None:
    inner = LocalLLM()
    llm = protect(inner, codebook)
    assert isinstance(llm, LLM)
    assert llm.metadata == inner.metadata
    before = Settings._llm
    try:
        Settings.llm = llm
        assert Settings.llm is llm
    finally:
        Settings._llm = before
    manager = CallbackManager([])
    llm.callback_manager = manager
    assert inner.callback_manager is manager
    assert type(protect(MockLLM(), codebook)) is PrivateLLM
    assert protect(llm, codebook) is llm
    assert "llm" not in llm.to_dict()
    assert "Codebook" not in repr(llm) + str(llm.to_dict())


def test_a_wrapper_is_not_pickled(codebook: Codebook) -> None:
    with pytest.raises(PrivacyError, match="not pickled"):
        pickle.dumps(protect(LocalLLM(), codebook))


def test_only_language_models_are_accepted(codebook: Codebook) -> None:
    with pytest.raises(UnsupportedContent, match="language model"):
        protect("gpt-5", codebook)  # type: ignore[arg-type]


def test_two_users_never_cross() -> None:
    inner = LocalLLM()
    tables = [{f"User {letter * 5}": f"Nobody {letter.lower() * 7}"} for letter in "ABCDEFGH"]
    llms = [protect(inner, Codebook(table)) for table in tables]

    def ask(turn: int) -> bool:
        place = turn % len(tables)
        (name,) = tables[place]
        return llms[place].chat([ChatMessage(content=f"I am {name}")]).message.content == f"I read: I am {name}"

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(200)))
    assert "User" not in inner.wire.replace('"user"', "")


def test_a_protected_model_changes_to_another_session() -> None:
    inner = LocalLLM()
    first, second = Codebook({"Alice": "Xqzan"}), Codebook({"Alice": "Wurptel"})
    protect(protect(inner, first), second).complete("Alice")
    assert inner.messages[0][0].content == "Wurptel"


@pytest.mark.parametrize(
    "given",
    [Key.generate(), None, "thread 1", Sanitizer, lambda: None],
    ids=["key", "none", "text", "class", "function"],
)
def test_what_is_no_sanitizer_is_refused_at_once(given: Any) -> None:
    for component in (MockLLM(), FunctionTool.from_defaults(lambda name: name, name="pay")):
        with pytest.raises(PrivacyError, match="give a Sanitizer"):
            protect(component, given)


def test_trust_that_means_nothing_is_refused() -> None:
    tool = FunctionTool.from_defaults(lambda name: name, name="pay")
    with pytest.raises(PrivacyError, match="'local', 'user', 'remote' or 'block'"):
        protect(tool, Sanitizer(Key.generate()), trust="nonsense")  # type: ignore[arg-type]
