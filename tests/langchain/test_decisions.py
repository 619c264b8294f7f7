"""Decision models, which came with langchain-core 1.8: what they are asked about leaves as surrogates."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, SECRET, Codebook, opened
from adapter_support.local_chat import LocalChat
from langchain.agents import create_agent, middleware
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import tool
from pydantic import BaseModel, PrivateAttr

from langchain_privacy_chains import SanitizingHandler, audit, protect
from privacy_chains import Key, Sanitizer, UnsupportedContent

decisions = pytest.importorskip("langchain_core.decisions", reason="decision models came with langchain-core 1.8")
from langchain_privacy_chains.decisions import PrivateDecisionModel  # noqa: E402  (needs it)

QUESTIONS = {
    "is it Alice Johnson": decisions.Noul(
        instructions={"ask": "Is this about Alice Johnson?", "near": ["San Francisco"]},
        criteria=decisions.NoulCriteria(true="It names alice@corp.example", false=None),
    ),
    "who": decisions.Choice(
        instructions="Who is meant?", criteria={"Alice Johnson": "of San Francisco", "Renée O'Hara": None, "other": 0}
    ),
    "how much": decisions.Score(instructions="How much?", criteria=["nothing", "about 85000", {"more": 85000}]),
    "where": decisions.Box(instructions="Where is 123-45-6789?"),
}
STATES = {
    "a text": "Alice Johnson of San Francisco",
    "a message": HumanMessage("Alice Johnson", name="Alice Johnson"),
    "messages": [HumanMessage("Alice Johnson"), AIMessage("She lives in San Francisco"), "123-45-6789"],
    "data": {
        "Alice Johnson": {"mail": ["alice@corp.example", None, True], "owes": 85000},
        "messages": (HumanMessage("Renée O'Hara"),),
        "tool_call": {"id": "1", "name": "pay", "args": {"to": "Alice Johnson", "amount": 85000.0}},
    },
}


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump()
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


class LocalDecisions(decisions.BaseDecisionModel):  # type: ignore[misc]
    """Says yes, and takes the first label and the first level."""

    model: str = "local"
    default_headers: dict[str, str] | None = None
    _seen: list[str] = PrivateAttr(default_factory=list)

    @property
    def _provider(self) -> str:
        return "local"

    def _classify(self, state: Any, questions: dict[str, Any]) -> Any:
        self._seen.append(repr((_plain(state), _plain(questions))))
        answers: dict[str, Any] = {}
        for name, question in questions.items():
            match question.type:
                case "noul":
                    answers[name] = {"type": "noul", "noul": 0.9}
                case "choice":
                    chances = {label: float(not place) for place, label in enumerate(question.criteria)}
                    answers[name] = {
                        "type": "choice",
                        "choice": next(iter(chances)),
                        "probabilities": chances,
                        "confidence": 1.0,
                    }
                case "score":
                    levels = dict(enumerate(question.criteria))
                    chances = {level: float(not level) for level in levels}
                    answers[name] = {
                        "type": "score",
                        "score": 0.0,
                        "legend": levels,
                        "probabilities": chances,
                        "confidence": 1.0,
                    }
                case _:
                    edges = {"top": 0, "bottom": 1, "left": 0, "right": 1}
                    answers[name] = {"type": "box", "box": edges}
        return decisions.ClassifierResponse.model_validate({"model": self.model, "answers": answers})


def _assert_clean(model: LocalDecisions) -> None:
    assert model._seen
    assert not [value for value in PLANTED if any(value in seen for seen in model._seen)]


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
@pytest.mark.parametrize("asynchronous", [False, True])
async def test_the_model_sees_surrogates_and_its_answers_are_clear(
    state: Any, asynchronous: bool, codebook: Codebook
) -> None:
    inner = LocalDecisions()
    model = protect(inner, codebook)
    request = {"state": state, "questions": QUESTIONS}
    response = await model.ainvoke(request) if asynchronous else model.invoke(request)
    _assert_clean(inner)
    assert list(response.answers) == list(QUESTIONS)
    assert response.choices["who"].choice == "Alice Johnson"
    assert response.choices["who"].probabilities == {"Alice Johnson": 1.0, "Renée O'Hara": 0.0, "other": 0.0}
    assert response.scores["how much"].legend == dict(enumerate(QUESTIONS["how much"].criteria))
    assert response.nouls["is it Alice Johnson"].noul == 0.9
    assert response.boxes["where"].box.right == 1


def test_what_was_given_is_left_as_it_was(codebook: Codebook) -> None:
    before = repr([_plain(QUESTIONS), _plain(STATES["data"])])
    protect(LocalDecisions(), codebook).invoke({"state": STATES["data"], "questions": QUESTIONS})
    assert repr([_plain(QUESTIONS), _plain(STATES["data"])]) == before


def test_numbers_of_data_are_told_by_their_names() -> None:
    inner = LocalDecisions()
    state = {"customer": {"age": 43, "salary": "$52,000", "ratings": [4, 5]}, "is_open": True}
    question = decisions.Noul(instructions="Is she older than 30?")
    protect(inner, Sanitizer(Key.from_bytes(bytes(range(1, 33))))).invoke(
        {"state": state, "questions": {"older": question}}
    )
    assert "'age': 43" not in inner._seen[0]
    assert "52,000" not in inner._seen[0]
    assert "'ratings': [4, 5]" in inner._seen[0]
    assert "'is_open': True" in inner._seen[0]


def test_what_a_protected_model_wrote_is_sent_as_it_wrote_it(codebook: Codebook) -> None:
    chat = protect(LocalChat(respond=lambda *_: AIMessage("Ask Xqzan Wurptel")), codebook)
    history = [HumanMessage("Whom?"), chat.invoke("Whom shall I ask, Alice Johnson?")]
    protect(LocalDecisions(), codebook).invoke({"state": {"messages": history}, "questions": QUESTIONS})
    _, asked, answered = codebook.conversations[-1]
    assert not asked.from_model
    assert answered.from_model
    assert opened(answered.kept)["wrote"] == ["Ask Xqzan Wurptel"]


@pytest.mark.parametrize(
    "state",
    [
        {"photo": {"type": "image", "base64": "aaaa", "mime_type": "image/png"}},
        [{"type": "image_url", "image_url": {"url": "https://corp.example/alice.png"}}],
        HumanMessage([{"type": "image", "url": "https://corp.example/alice.png"}]),
        {"bytes": b"Alice Johnson"},
        {"of": Key},
        SECRET,
    ],
)
def test_what_cannot_be_sanitized_is_refused(state: Any, codebook: Codebook) -> None:
    inner = LocalDecisions()
    with pytest.raises(UnsupportedContent) as refused:
        protect(inner, codebook).invoke({"state": state, "questions": QUESTIONS})
    assert not inner._seen
    assert not [value for value in PLANTED if value in str(refused.value)]


def test_media_can_be_allowed(codebook: Codebook) -> None:
    inner = LocalDecisions()
    state = {"photo": {"type": "image", "base64": "aaaa", "mime_type": "image/png"}, "of": "Alice Johnson"}
    protect(inner, codebook, allow={"image"}).invoke({"state": state, "questions": QUESTIONS})
    assert "aaaa" in inner._seen[0]
    _assert_clean(inner)


def test_a_private_setting_is_refused(codebook: Codebook) -> None:
    inner = LocalDecisions(default_headers={"x-user": "Alice Johnson"})
    with pytest.raises(UnsupportedContent, match="default_headers"):
        protect(inner, codebook).invoke({"state": "hello", "questions": QUESTIONS})
    assert not inner._seen


def test_labels_that_would_be_the_same_are_refused() -> None:
    codebook = Codebook({"Alice Johnson": "Xqzan Wurptel"})
    for where in ("labels", "names"):
        labels = {"Alice Johnson": None, "Xqzan Wurptel": None}
        question = decisions.Choice(instructions="Who?", criteria=labels if where == "labels" else {"any": None})
        questions = {"who": question} if where == "labels" else dict.fromkeys(labels, question)
        with pytest.raises(UnsupportedContent, match="two names"):
            protect(LocalDecisions(), codebook).invoke({"state": "hello", "questions": questions})


def test_a_label_that_was_not_asked_for_is_read_back(codebook: Codebook) -> None:
    class Wilful(LocalDecisions):
        def _classify(self, state: Any, questions: dict[str, Any]) -> Any:
            answer = {
                "type": "choice",
                "choice": "Mr Xqzan Wurptel",
                "probabilities": {"Xqzan Wurptel": 1},
                "confidence": 1,
            }
            return decisions.ClassifierResponse.model_validate({"model": "wilful", "answers": {"who": answer}})

    answer = protect(Wilful(), codebook).invoke({"state": "Alice Johnson", "questions": QUESTIONS}).choices["who"]
    assert answer.choice == "Mr Alice Johnson"
    assert answer.probabilities == {"Alice Johnson": 1.0}


def test_the_session_may_be_chosen_by_the_config(codebook: Codebook) -> None:
    chosen: list[Any] = []

    def choose(given: Mapping[str, Any]) -> Codebook:
        chosen.append(given.get("thread_id"))
        return codebook

    inner = LocalDecisions()
    model = protect(inner, choose)
    request = {"state": "Alice Johnson", "questions": QUESTIONS}
    model.batch([request, request], {"configurable": {"thread_id": "7"}})
    assert chosen == ["7", "7"]
    _assert_clean(inner)


def test_it_is_found_and_protected_wherever_it_stands(codebook: Codebook) -> None:
    inner = LocalDecisions()
    chain = RunnableLambda(lambda text: {"state": text, "questions": QUESTIONS}) | inner
    assert [(found.kind, found.name) for found in audit(chain)] == [("model", "LocalDecisions")]
    protected = protect(chain, codebook)
    assert not audit(protected)
    assert protect(protected.last, codebook) is protected.last
    protected.invoke("Alice Johnson")
    _assert_clean(inner)


@tool
def pay(name: str, amount: int) -> str:
    """Pay somebody."""
    return f"paid {amount} to {name}"


def _respond(messages: Any, _: Any) -> AIMessage:
    if len(messages) > 1:
        return AIMessage("done, Xqzan Wurptel")
    return AIMessage("", tool_calls=[{"name": "pay", "args": {"name": "Xqzan Wurptel", "amount": 5}, "id": "a"}])


async def test_the_routers_and_guards_of_agents_are_protected_with_them(codebook: Codebook) -> None:
    if not hasattr(middleware, "ModelRouterMiddleware"):
        pytest.skip("the middlewares came with langchain 1.5")
    router, guard, chat = LocalDecisions(), LocalDecisions(), LocalChat(respond=_respond)
    criteria = {"small": middleware.ModelChoice(model=chat, criteria="questions of Renée O'Hara")}
    agent = create_agent(
        chat,
        [pay],
        middleware=[
            middleware.ModelRouterMiddleware(choices=criteria, instructions="Choose.", classifier=router),
            middleware.AutoModeMiddleware(tools=[pay], classifier=guard),
        ],
    )
    assert {found.name for found in audit(agent)} == {"LocalDecisions", "LocalChat"}
    protected = protect(agent, codebook)
    assert not audit(protected)
    state = await protected.ainvoke({"messages": [HumanMessage("Pay Alice Johnson of San Francisco")]})
    assert "blocked" in state["messages"][-2].text
    assert state["messages"][-1].text == "done, Alice Johnson"
    _assert_clean(router)
    _assert_clean(guard)
    assert not [value for value in PLANTED if value in chat.wire]


class _Listener(BaseCallbackHandler):
    def __init__(self, told: list[str]) -> None:
        self.told = told

    def on_chain_start(self, serialized: Any, inputs: Any, **kwargs: Any) -> None:
        self.told.append(repr((serialized, inputs, kwargs)))

    def on_chain_end(self, outputs: Any, **kwargs: Any) -> None:
        self.told.append(repr((outputs, kwargs)))


def test_nothing_in_clear_is_shown(codebook: Codebook, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    told: list[str] = []
    handler = SanitizingHandler(_Listener(told), codebook)
    model = protect(LocalDecisions(), codebook)
    model.invoke({"state": STATES["data"], "questions": QUESTIONS}, {"callbacks": [handler]})
    shown = [repr(model), caplog.text, *told]
    assert told
    assert not [value for value in PLANTED if any(value in one for one in shown)]
    assert model.model == "local"
    assert isinstance(model, PrivateDecisionModel)
