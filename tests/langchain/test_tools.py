from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import pytest
from adapter_support.codebook import PLANTED, Codebook
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, HumanMessage, ToolCall, ToolMessage
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langchain_core.tools import BaseTool, InjectedToolArg, StructuredTool, Tool, ToolException, tool
from langchain_core.utils.function_calling import convert_to_openai_tool
from langgraph.types import Command, Send
from pydantic import BaseModel, ValidationError

from langchain_privacy_chains import PrivateTool, protect
from privacy_chains import PrivacyError, UnsupportedContent

CALLED: list[Any] = []


@pytest.fixture(autouse=True)
def _forget() -> None:
    CALLED.clear()


@tool
def look_up(name: str, salary: int, where: list[str] | None = None) -> dict[str, Any]:
    """Look somebody up."""
    CALLED.append((name, salary, where))
    return {"found": f"{name} in {where}", "salary": salary}


@tool(response_format="content_and_artifact")
def fetch(name: str) -> tuple[str, list[str]]:
    """Fetch a document."""
    CALLED.append(name)
    return f"document of {name}", [name]


async def _alook_up(name: str) -> str:
    CALLED.append(name)
    return f"found {name}"


ONLY_ASYNC = StructuredTool.from_function(
    coroutine=_alook_up,
    name="remote",
    description="x",
    args_schema={"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"], "title": "remote"},
)


def test_a_local_tool_gets_true_values(codebook: Codebook) -> None:
    assert protect(look_up, codebook) is look_up


async def test_a_remote_tool_gets_surrogates_and_answers_in_clear(codebook: Codebook) -> None:
    remote = protect(look_up, codebook, trust="remote")
    assert isinstance(remote, BaseTool)
    assert (remote.name, remote.description, remote.args) == (look_up.name, look_up.description, look_up.args)
    given = {"name": "Alice Johnson", "salary": 85000, "where": ["San Francisco"]}
    answer = {"found": "Alice Johnson in ['San Francisco']", "salary": 85000}
    assert remote.invoke(given) == answer
    assert await remote.ainvoke(given) == answer
    assert CALLED == [("Xqzan Wurptel", 83912, ["Quoltan Zemvika"])] * 2


class Undescribed(BaseTool):
    """A tool that leaves its schema to what its method takes."""

    name: str = "look_up"
    description: str = "Look somebody up."

    def _run(self, name: str, count: int = 1) -> str:
        CALLED.append((name, count))
        return f"{count} of {name}"


def _of_one_argument(name: str) -> str:
    CALLED.append(name)
    return f"found {name}"


@pytest.mark.parametrize(
    ("inner", "given", "seen"),
    [
        (Undescribed(), {"name": "Alice Johnson", "count": 2}, ("Xqzan Wurptel", 2)),
        (Undescribed(), "Alice Johnson", ("Xqzan Wurptel", 1)),
        (Tool(name="find", description="x", func=_of_one_argument), "Alice Johnson", "Xqzan Wurptel"),
        (Tool(name="find", description="x", func=_of_one_argument), {"__arg1": "Alice Johnson"}, "Xqzan Wurptel"),
    ],
    ids=["fields", "a string", "one argument", "one argument by its name"],
)
async def test_a_tool_that_describes_no_schema(inner: BaseTool, given: Any, seen: Any, codebook: Codebook) -> None:
    remote = protect(inner, codebook, trust="remote")
    assert remote.args == inner.args
    told = convert_to_openai_tool(remote)["function"]["parameters"]["properties"]
    assert told.keys() == convert_to_openai_tool(inner)["function"]["parameters"]["properties"].keys()
    assert remote.invoke(given) == await remote.ainvoke(given) == inner.invoke(given)
    assert CALLED[:2] == [seen] * 2


async def test_a_remote_tool_answers_tool_calls_with_content_and_artifact(codebook: Codebook) -> None:
    remote = protect(fetch, codebook, trust="remote")
    call = ToolCall(name="fetch", args={"name": "Alice Johnson"}, id="a", type="tool_call")
    for message in (remote.invoke(call), await remote.ainvoke(call)):
        assert (message.content, message.artifact) == ("document of Alice Johnson", ["Alice Johnson"])
        assert message.tool_call_id == "a"
    assert CALLED == ["Xqzan Wurptel"] * 2


async def test_a_tool_described_by_json_schema_and_async_only_can_be_remote(codebook: Codebook) -> None:
    remote = protect(ONLY_ASYNC, codebook, trust="remote")
    assert await remote.ainvoke({"name": "Alice Johnson"}) == "found Alice Johnson"
    assert CALLED == ["Xqzan Wurptel"]


def test_a_blocked_tool_is_not_called_with_anything_private(codebook: Codebook) -> None:
    blocked = protect(look_up, codebook, trust="block")
    with pytest.raises(UnsupportedContent) as raised:
        blocked.invoke({"name": "Alice Johnson", "salary": 1})
    assert not CALLED
    assert not [value for value in PLANTED if value in str(raised.value)]
    assert blocked.invoke({"name": "somebody", "salary": 1})["found"] == "somebody in None"


@pytest.mark.parametrize("blocked", [look_up, fetch])
async def test_a_model_is_told_that_a_tool_is_blocked(blocked: BaseTool, codebook: Codebook) -> None:
    called = ToolCall(name=blocked.name, args={"name": "Alice Johnson", "salary": 1}, id="a", type="tool_call")
    private = protect(blocked, codebook, trust="block")
    for told in (private.invoke(called), await private.ainvoke(called)):
        assert isinstance(told, ToolMessage)
        assert (told.status, told.tool_call_id, told.name) == ("error", "a", blocked.name)
        assert "must not see" in told.text
        assert "Alice" not in told.text
    with pytest.raises(UnsupportedContent):
        protect(blocked, codebook, trust="block", raise_blocked=True).invoke(called)
    assert not CALLED


async def test_a_function_chooses_the_session_of_a_tool(codebook: Codebook) -> None:
    private = protect(look_up, lambda given: {"me": codebook}[given["user"]], trust="remote")
    asked = {"name": "Alice Johnson", "salary": 1}
    config = RunnableConfig(configurable={"user": "me"})
    for found in (private.invoke(asked, config), await private.ainvoke(asked, config)):
        assert found["found"] == "Alice Johnson in None"
    assert [name for name, *_ in CALLED] == ["Xqzan Wurptel"] * 2
    with pytest.raises(PrivacyError, match="'user'"):
        private.invoke(asked)
    with pytest.raises(KeyError):  # of the function's own, and told by it alone
        private.invoke(asked, RunnableConfig(configurable={"user": "you"}))


def test_a_tool_that_is_handed_state_cannot_be_remote(codebook: Codebook) -> None:
    @tool
    def stateful(name: str, state: Annotated[dict[str, Any], InjectedToolArg]) -> str:
        """Use the state."""
        return f"{name}{state}"

    with pytest.raises(UnsupportedContent, match="state"):
        protect(stateful, codebook, trust="remote")


def test_a_protected_tool_stays_as_it_is(codebook: Codebook) -> None:
    remote = protect(look_up, codebook, trust="remote")
    assert isinstance(remote, PrivateTool)
    assert protect(remote, codebook, trust="remote") is remote
    assert "Codebook" not in repr(remote)


async def test_what_a_remote_tool_says_of_its_failure_is_clear(codebook: Codebook) -> None:
    @tool
    def find(name: str) -> str:
        """Find somebody."""
        msg = f"there is no {name} here"
        raise ToolException(msg)

    find.handle_tool_error = True
    remote = protect(find, codebook, trust="remote")
    assert remote.invoke({"name": "Alice Johnson"}) == "there is no Alice Johnson here"
    assert await remote.ainvoke({"name": "Alice Johnson"}) == "there is no Alice Johnson here"


class Found(BaseModel):
    """What a remote directory says of somebody."""

    name: str
    kin: list[Found] = []


@dataclass(frozen=True)
class Pair:
    """Two of them."""

    one: str
    other: tuple[str, ...]


class Named(NamedTuple):
    """One of them."""

    name: str


def _updated(command: Any) -> str:
    return str(command.update["messages"][0].text)


@pytest.mark.parametrize(
    ("made", "read"),
    [
        (lambda name: [Document(f"{name} owes", metadata={"of": name})], lambda read: read[0].metadata["of"]),
        (lambda name: [Document(f"{name} owes")], lambda read: read[0].page_content.removesuffix(" owes")),
        (lambda name: [HumanMessage(name)], lambda read: read[0].text),
        (lambda name: AIMessage(name).text, str),
        (lambda name: Found(name="x", kin=[Found(name=name)]), lambda read: read.kin[0].name),
        (lambda name: Pair("x", (name,)), lambda read: read.other[0]),
        (lambda name: [Named(name)], lambda read: read[0].name),
        (lambda name: {name}, lambda read: next(iter(read))),
        (lambda name: {name: {"x": (name,)}}, lambda read: read["Alice Johnson"]["x"][0]),
        (lambda name: Command(update={"messages": [ToolMessage(name, tool_call_id="1")]}), _updated),
        (lambda name: Command(goto=[Send("n", {"x": name})]), lambda read: read.goto[0].arg["x"]),
    ],
)
async def test_whatever_a_remote_tool_returns_is_clear(made: Any, read: Any, codebook: Codebook) -> None:
    seen = []

    def find(name: str) -> Any:
        """Find somebody."""
        seen.append(name)
        return made(name)

    remote = protect(StructuredTool.from_function(find), codebook, trust="remote")
    for answer in (remote.invoke({"name": "Alice Johnson"}), await remote.ainvoke({"name": "Alice Johnson"})):
        assert isinstance(made("x"), type(answer))
        assert read(answer) == "Alice Johnson"
    assert seen == ["Xqzan Wurptel"] * 2


def test_documents_in_an_artifact_are_clear(codebook: Codebook) -> None:
    @tool(response_format="content_and_artifact")
    def search(name: str) -> tuple[str, list[Document]]:
        """Search."""
        return name, [Document(name)]

    @tool
    def hand_on(name: str) -> ToolMessage:
        """Search, and tell it oneself."""
        return ToolMessage(name, artifact=[Document(name)], tool_call_id="a")

    for one in (search, hand_on):
        call = ToolCall(name=one.name, args={"name": "Alice Johnson"}, id="a", type="tool_call")
        message = protect(one, codebook, trust="remote").invoke(call)
        assert (message.content, message.artifact) == ("Alice Johnson", [Document("Alice Johnson")])


def test_what_holds_itself_is_read_once(codebook: Codebook) -> None:
    root = Found(name="Xqzan Wurptel")
    root.kin += [Found(name="Doblenka Mish", kin=[root]) for _ in range(50)]
    remote = protect(StructuredTool.from_function(lambda: root, name="f", description="x"), codebook, trust="remote")
    answer = remote.invoke({})
    assert (answer.name, {one.name for one in answer.kin}) == ("Alice Johnson", {"Renée O'Hara"})
    assert root.name == "Xqzan Wurptel"


class Unknown(Exception):
    """Makes a text of what it is given."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no such person {name}")
        self.name = name


@pytest.mark.parametrize(
    "failure",
    [
        lambda name: ValueError(f"no such person {name}"),
        lambda name: LookupError({"person": name}),
        lambda name: FileNotFoundError(2, "no such person", name),
        lambda name: UnicodeDecodeError("utf-8", b"", 0, 1, name),
        Unknown,
    ],
)
async def test_any_failure_of_a_remote_tool_is_told_in_clear(failure: Any, codebook: Codebook) -> None:
    raised: list[Exception] = []

    def find(name: str) -> str:
        """Find somebody."""
        raised.append(failure(name))
        raise raised[-1]

    remote = protect(StructuredTool.from_function(find), codebook, trust="remote")
    wanted = failure("Alice Johnson")
    for asynchronous in (False, True):
        with pytest.raises(type(wanted)) as told:
            await remote.ainvoke({"name": "Alice Johnson"}) if asynchronous else remote.invoke(
                {"name": "Alice Johnson"}
            )
        assert str(told.value) == str(wanted)
        assert getattr(told.value, "name", None) == getattr(wanted, "name", None)
        assert "Xqzan Wurptel" in str(raised[-1])
        assert told.traceback[-1].name == "find"


def test_a_failure_that_cannot_be_made_anew_is_passed_on(codebook: Codebook) -> None:
    @tool
    def find(name: str) -> str:
        """Find somebody."""
        return Found.model_validate({"name": [name]}).name

    with pytest.raises(ValidationError):
        protect(find, codebook, trust="remote").invoke({"name": "Alice Johnson"})


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_what_a_remote_tool_runs_is_not_told_to_the_callers_handlers(
    asynchronous: bool, codebook: Codebook
) -> None:
    started: list[str] = []

    class Ear(BaseCallbackHandler):
        def on_chain_start(self, serialized: Any, inputs: Any, **kwargs: Any) -> None:
            started.append(str(inputs))

    step = RunnableLambda(lambda name: f"found {name}")

    def find(name: str) -> str:
        """Find somebody, by a chain."""
        return step.invoke(name)

    remote = protect(StructuredTool.from_function(find), codebook, trust="remote")
    given: Any = {"name": "Alice Johnson"}, {"callbacks": [Ear()]}
    assert (await remote.ainvoke(*given) if asynchronous else remote.invoke(*given)) == "found Alice Johnson"
    assert started == []
