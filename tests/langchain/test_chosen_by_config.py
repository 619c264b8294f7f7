"""Models that are set, or chosen, by the config of a call."""

from __future__ import annotations

import inspect
import pickle
import sys
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.local_chat import LocalChat
from langchain.chat_models import init_chat_model
from langchain_core.load import dumps
from langchain_core.messages import AIMessage
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import ConfigurableField, RunnableLambda
from langchain_core.tools import tool

from langchain_privacy_chains import audit, protect
from privacy_chains import Key, PrivacyError, Sanitizer, UnsupportedContent

ASKED = "I am Alice Johnson"


class Heard:
    """Makes models, and keeps what each of them was sent."""

    def __init__(self) -> None:
        self.sent: dict[str, str] = {}

    def model(self, name: str) -> LocalChat:
        def respond(messages: Any, _: Any) -> AIMessage:
            self.sent[name] = dumps(messages)
            return AIMessage(f"{name} read: {messages[-1].text}")

        return LocalChat(respond=respond)

    def assert_clean(self) -> None:
        assert self.sent
        assert not [value for value in PLANTED if value in repr(self.sent)]


@tool
def pay(name: str) -> str:
    """Pay somebody."""
    return name


@pytest.mark.parametrize("in_a_chain", [False, True])
@pytest.mark.parametrize("which", ["first", "other", "made"])
async def test_each_alternative_is_protected(which: str, in_a_chain: bool, codebook: Codebook) -> None:
    heard = Heard()
    either: Any = heard.model("first").configurable_alternatives(
        ConfigurableField("model"), default_key="first", other=heard.model("other"), made=lambda: heard.model("made")
    )
    chain = ChatPromptTemplate.from_template("{asked}") | either if in_a_chain else either
    asked = {"asked": ASKED} if in_a_chain else ASKED
    protected = protect(chain, codebook)
    for configured, config in (
        (protected, {"configurable": {"model": which}}),
        (protected.with_config(configurable={"model": which}), None),
    ):
        answers = [
            configured.invoke(asked, config).text,
            (await configured.ainvoke(asked, config)).text,
            "".join(chunk.text for chunk in configured.stream(asked, config)),
            "".join([chunk.text async for chunk in configured.astream(asked, config)]),
            configured.batch([asked], config)[0].text,
        ]
        assert set(answers) == {f"{which} read: {ASKED}"}
    heard.assert_clean()
    assert set(heard.sent) == {which}
    assert audit(protected) == ()


def test_tools_are_bound_to_a_protected_alternative(codebook: Codebook) -> None:
    heard = Heard()
    either: Any = heard.model("first").configurable_alternatives(ConfigurableField("model"), other=heard.model("other"))
    bound = protect(either, codebook).bind_tools([pay])
    assert bound.invoke(ASKED).text == f"first read: {ASKED}"
    heard.assert_clean()


def test_a_field_that_a_config_sets_reaches_the_inner_model(codebook: Codebook) -> None:
    model: Any = LocalChat(size=3).configurable_fields(size=ConfigurableField("size"))
    protected = protect(model, codebook)
    one, all_at_once = (len(list(protected.stream("plain", {"configurable": {"size": size}}))) for size in (1, 1000))
    assert one > all_at_once
    assert [spec.id for spec in protected.config_specs] == ["size"]


def test_what_is_chosen_shows_no_sanitizer() -> None:
    sanitizer = Sanitizer(Key.generate())
    protected = protect(LocalChat().configurable_fields(size=ConfigurableField("size")), sanitizer)
    assert "Sanitizer" not in repr(protected) + dumps(protected)
    with pytest.raises(PrivacyError):
        pickle.dumps(protected)
    assert protect(protected, sanitizer) is protected


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The models that ``init_chat_model`` makes."""
    models: list[Any] = []

    def make(model: str | None = None, **_: Any) -> LocalChat:
        models.append(LocalChat(name=model))
        return models[-1]

    monkeypatch.setattr(sys.modules["langchain.chat_models.base"], "_init_chat_model_helper", make)
    return models


WHICH: Any = {"configurable": {"model": "second", "thread_id": "1"}}


@pytest.mark.parametrize("name", ["invoke", "ainvoke", "stream", "astream", "batch"])
async def test_a_model_that_is_made_from_a_config_is_protected(name: str, made: list[Any], codebook: Codebook) -> None:
    model: Any = init_chat_model(configurable_fields=("model", "model_provider"))
    assert [found.kind for found in audit(model)] == ["model"]
    protected: Any = protect(model, lambda given: codebook if given["thread_id"] else None)  # type: ignore[arg-type,return-value]
    assert not audit(protected)
    asked: Any = "Alice Johnson"
    answer = getattr(protected, name)([asked] if name == "batch" else asked, WHICH)
    answer = await answer if inspect.isawaitable(answer) else answer
    pieces = [one async for one in answer] if name == "astream" else answer if isinstance(answer, list) else [answer]
    pieces = list(pieces[0]) if name == "stream" else pieces
    assert "Alice Johnson" in "".join(str(one.text) for one in pieces)
    assert made[-1].name == "second"
    assert made[-1].seen
    assert "Alice" not in repr(made[-1].seen)


def test_what_is_built_on_a_model_that_is_made_later_is_protected(made: list[Any], codebook: Codebook) -> None:
    model: Any = init_chat_model("first", model_provider="local", configurable_fields=("model",))
    chain = ChatPromptTemplate.from_template("{x}") | protect(model, codebook).with_config(tags=["a"])
    protected = protect(ChatPromptTemplate.from_template("{x}") | model, codebook)
    for one in (chain, protected):
        assert not audit(one)
        one.invoke({"x": "Alice Johnson"}, WHICH)
        assert "Alice" not in repr(made[-1].seen)
    bound = protect(model, codebook).bind_tools([])
    assert not audit(bound)
    bound.invoke("Alice Johnson")
    assert "Alice" not in repr(made[-1].seen)
    assert isinstance(protect(model, codebook).profile, dict | None)
    with pytest.raises(PrivacyError):
        pickle.dumps(protect(model, codebook))


def test_a_chain_in_which_nothing_is_found_is_refused(codebook: Codebook) -> None:
    with pytest.raises(UnsupportedContent, match="protect it where it is made"):
        protect(RunnableLambda(lambda text: LocalChat().invoke(text)), codebook)


@pytest.mark.parametrize("given", [Key.generate(), None, "thread 1", Sanitizer], ids=["key", "none", "text", "class"])
def test_what_is_no_sanitizer_is_refused_at_once(given: Any) -> None:
    for component in (Heard().model("one"), ChatPromptTemplate.from_template("{asked}") | Heard().model("one"), pay):
        with pytest.raises(PrivacyError, match="give a Sanitizer"):
            protect(component, given)


def test_a_function_that_returns_no_sanitizer_is_refused_before_anything_is_sent() -> None:
    heard = Heard()
    model = protect(heard.model("one"), lambda _: None)  # type: ignore[arg-type,return-value]
    with pytest.raises(PrivacyError, match="needs a sanitizer, not NoneType"):
        model.invoke(ASKED)
    assert heard.sent == {}


def test_trust_that_means_nothing_is_refused() -> None:
    with pytest.raises(PrivacyError, match="'local', 'user', 'remote' or 'block'"):
        protect(pay, Sanitizer(Key.generate()), trust="nonsense")  # type: ignore[arg-type]


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_protected_model_takes_fields_from_the_config(asynchronous: bool, codebook: Codebook) -> None:
    stopped: list[Any] = []

    class Reporting(LocalChat):
        def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> Any:
            stopped.append((self.temperature, messages[-1].text))
            return super()._generate(messages, stop, run_manager, **kwargs)

    fields = {"temperature": ConfigurableField("t")}
    model = protect(Reporting(disable_streaming=True), codebook).configurable_fields(**fields)
    for config in (None, {"configurable": {"t": 0.7}}):
        answer = await model.ainvoke(ASKED, config) if asynchronous else model.invoke(ASKED, config)
        assert answer.text == f"I read: {ASKED}"
    assert stopped == [(None, "I am Xqzan Wurptel"), (0.7, "I am Xqzan Wurptel")]
    assert audit(model) == ()
    own = protect(LocalChat(), codebook).configurable_fields(clear_traces=ConfigurableField("clear"))
    assert own.invoke(ASKED, {"configurable": {"clear": True}}).text == f"I read: {ASKED}"
    with pytest.raises(ValueError, match="nonsense"):
        protect(LocalChat(), codebook).configurable_fields(nonsense=ConfigurableField("x"))


def test_what_is_said_last_of_a_protected_model_holds(codebook: Codebook) -> None:
    first = protect(LocalChat(), codebook, allow={"image"}, clear_traces=True)
    assert protect(first, codebook, allow={"image"}, clear_traces=True) is first
    other = Codebook()
    for sanitizer in (codebook, other):
        again = protect(first, sanitizer)
        assert again.sanitizer is sanitizer
        assert (again.allow, again.clear_traces) == (frozenset(), False)
        assert again.bound is first.bound
    assert protect(again, other, allow={"audio"}).allow == {"audio"}
    assert (first.allow, first.clear_traces) == ({"image"}, True)
