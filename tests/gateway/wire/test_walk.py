"""The walk over what is said: nothing passes unread, and whole and sent messages have the same leaves."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway_privacy_chains.wire.formats import FORMATS
from gateway_privacy_chains.wire.pieces import built, tools_of
from gateway_privacy_chains.wire.walk import Walk
from privacy_chains import Leaf, UnsupportedContent
from privacy_chains.adapting import Collect, Path, Visitor, allowed_kinds

NAME = "Alice Johnson"
CHAT, RESPONSES, MESSAGES = (FORMATS[path] for path in ("chat/completions", "responses", "messages"))


class Marked(Visitor):
    """Puts a mark in the place of every leaf."""

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        return "*" if isinstance(leaf, str) else 0

    def fixed(self, leaf: Leaf, path: Path, refusal: str) -> Leaf:
        return "*"

    def written(self, text: str, name: str) -> str:
        return "0"


def sent(wire: Any, body: dict[str, Any], allow: frozenset[str] = frozenset()) -> dict[str, Any]:
    """A request, every leaf of it marked."""
    walk = Walk(Marked(), allow)
    return built((piece.place, piece.walk(walk)) for piece in wire.pieces(body))


MEDIA: list[tuple[Any, dict[str, Any]]] = [
    (CHAT, {"type": "image_url", "image_url": {"url": "https://example.com/alice.png"}}),
    (CHAT, {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}),
    (CHAT, {"type": "file", "file": {"file_data": "AAAA"}}),
    (MESSAGES, {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}),
    (MESSAGES, {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "AAAA"}}),
    (MESSAGES, {"type": "document", "source": {"type": "url", "url": "https://example.com/alice.pdf"}}),
    (MESSAGES, {"type": "container_upload", "file_id": "file_1"}),
    (MESSAGES, {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "image", "source": {}}]}),
    (RESPONSES, {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}),
    (RESPONSES, {"type": "input_file", "file_data": "AAAA"}),
    *((wire, {"type": NAME, "text": NAME}) for wire in (CHAT, RESPONSES, MESSAGES)),
    *((wire, {"type": ["text"], "text": NAME}) for wire in (CHAT, RESPONSES, MESSAGES)),
]


def with_block(wire: Any, block: Any) -> dict[str, Any]:
    return {"input" if wire is RESPONSES else "messages": [{"role": "user", "content": [block]}]}


@pytest.mark.parametrize(("wire", "block"), MEDIA)
def test_what_no_text_can_be_read_from_is_refused(wire: Any, block: dict[str, Any]) -> None:
    with pytest.raises(UnsupportedContent) as caught:
        sent(wire, with_block(wire, block))
    assert NAME not in str(caught.value)
    assert "AAAA" not in str(caught.value)


@pytest.mark.parametrize(("wire", "block"), [(CHAT, MEDIA[0][1]), (MESSAGES, MEDIA[3][1]), (RESPONSES, MEDIA[8][1])])
def test_what_is_allowed_passes_as_it_is(wire: Any, block: dict[str, Any]) -> None:
    body = with_block(wire, block)
    (message,) = sent(wire, body, allowed_kinds({"image"}))[next(iter(body))]
    assert message["content"] == [block]


@pytest.mark.parametrize("role", ["bob", "", None, 7, "Assistant"])
@pytest.mark.parametrize("wire", [CHAT, RESPONSES, MESSAGES])
def test_an_unknown_role_is_refused(wire: Any, role: Any) -> None:
    name = "input" if wire is RESPONSES else "messages"
    with pytest.raises(UnsupportedContent):
        sent(wire, {name: [{"role": role, "content": "x"}]})


@pytest.mark.parametrize("given", ["text", 7, None, {"a": 1}, ["x"], [7], [None], [[]]])
def test_messages_are_a_list_of_objects(given: Any) -> None:
    for wire in (CHAT, MESSAGES):
        with pytest.raises(UnsupportedContent):
            sent(wire, {"messages": given})


@pytest.mark.parametrize("given", [7, None, {"a": 1}, ["x"], [7], [[]], [{"type": "item_reference", "id": "msg_1"}]])
def test_the_input_of_a_response_is_a_text_or_a_list_of_items(given: Any) -> None:
    with pytest.raises(UnsupportedContent):
        sent(RESPONSES, {"input": given})


@pytest.mark.parametrize("name", ["previous_response_id", "conversation", "background"])
def test_what_the_provider_holds_is_not_gone_on_with(name: str) -> None:
    with pytest.raises(UnsupportedContent, match=name):
        sent(RESPONSES, {"input": "x", name: "resp_1"})


_WORD = st.sampled_from(
    ["text", "content", "type", "role", "name", "id", "arguments", "input", "data", "index", "title", "citations",
     "tool_calls", "function", "reasoning_content", "cache_control", "source", "annotations", "x", NAME]
)  # fmt: skip
_VALUE = st.recursive(
    st.just("ALICE") | st.just(4155550123) | st.none() | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORD, inner, max_size=4),
    max_leaves=8,
)


@given(
    st.sampled_from([CHAT, RESPONSES, MESSAGES]), st.sampled_from(["user", "assistant"]), st.dictionaries(_WORD, _VALUE)
)
def test_no_text_and_no_number_passes_unread_in_any_message(wire: Any, role: str, fields: dict[str, Any]) -> None:
    """Whatever a message is made of, it is refused, or every leaf of it is seen."""
    fields.pop("type", None)
    message = {**fields, "role": role}
    try:
        told = sent(wire, {"input" if wire is RESPONSES else "messages": [message]})
    except UnsupportedContent:
        return
    written = json.dumps(told)
    assert "ALICE" not in written
    for name, value in _numbers(told):
        assert value == 0 or name == "index", name


@given(
    st.sampled_from([CHAT, RESPONSES, MESSAGES]),
    st.dictionaries(st.sampled_from(["user", "metadata", "x", NAME]), _VALUE),
)
def test_nothing_beside_the_messages_passes_unread(wire: Any, fields: dict[str, Any]) -> None:
    told = sent(wire, {("input" if wire is RESPONSES else "messages"): [], **fields})
    assert "ALICE" not in json.dumps(told)
    assert NAME not in json.dumps([*told.values()])


def _numbers(value: Any, name: str = "") -> list[tuple[str, int]]:
    if isinstance(value, dict):
        return [one for key, item in value.items() for one in _numbers(item, key)]
    if isinstance(value, list):
        return [one for item in value for one in _numbers(item, name)]
    return [(name, value)] if isinstance(value, int) and not isinstance(value, bool) else []


ANSWERS: list[tuple[Any, dict[str, Any]]] = [
    (
        CHAT,
        {
            "choices": [
                {
                    "message": {
                        "role": "assistant",
                        "content": "a",
                        "refusal": None,
                        "reasoning_content": "b",
                        "tool_calls": [
                            {
                                "id": "call_1",
                                "type": "function",
                                "index": 0,
                                "function": {"name": "f", "arguments": '{"n": 1.50}'},
                            }
                        ],
                        "annotations": [
                            {
                                "type": "url_citation",
                                "url_citation": {"start_index": 0, "end_index": 1, "title": "t", "url": "u"},
                            }
                        ],
                    }
                }
            ]
        },
    ),
    (
        MESSAGES,
        {
            "content": [
                {"type": "thinking", "thinking": "a", "signature": "c2ln"},
                {
                    "type": "text",
                    "text": "b",
                    "citations": [{"type": "char_location", "cited_text": "c", "start_char_index": 3}],
                },
                {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {"n": 1.5, "deep": {"x": ["y", 2]}}},
                {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "q"}},
                {
                    "type": "web_search_tool_result",
                    "tool_use_id": "srvtoolu_1",
                    "content": [
                        {
                            "type": "web_search_result",
                            "title": "t",
                            "url": "u",
                            "encrypted_content": "e",
                            "page_age": "1 day",
                        }
                    ],
                },
            ]
        },
    ),
    (
        RESPONSES,
        {
            "output": [
                {
                    "type": "reasoning",
                    "id": "rs_1",
                    "summary": [{"type": "summary_text", "text": "a"}],
                    "encrypted_content": "e",
                },
                {
                    "type": "message",
                    "id": "msg_1",
                    "role": "assistant",
                    "status": "completed",
                    "phase": "final_answer",
                    "content": [{"type": "output_text", "text": "b", "annotations": [], "logprobs": []}],
                },
                {
                    "type": "function_call",
                    "id": "fc_1",
                    "call_id": "call_1",
                    "name": "f",
                    "arguments": '{"n": 1}',
                    "status": "completed",
                },
                {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_2", "name": "f", "input": "text {"},
            ]
        },
    ),
]


@pytest.mark.parametrize(("wire", "answer"), ANSWERS)
def test_what_comes_back_has_the_leaves_that_were_stored(wire: Any, answer: dict[str, Any]) -> None:
    """A piece of an answer is looked up by its leaves when a client sends it again."""
    body = {
        CHAT: lambda: {"messages": [answer["choices"][0]["message"]]},
        MESSAGES: lambda: {"messages": [{"role": "assistant", "content": answer["content"]}]},
        RESPONSES: lambda: {"input": answer["output"]},
    }[wire]()
    stored = [leaves for piece in wire.answered(answer) if (leaves := _leaves(piece, strict=False))]
    again = [leaves for piece in wire.pieces(body) if piece.from_model and (leaves := _leaves(piece, strict=True))]
    assert stored == again
    assert len(stored) > 2


def _leaves(piece: Any, *, strict: bool) -> list[Leaf]:
    collected = Collect()
    piece.walk(Walk(collected, strict=strict))
    return collected.leaves


@pytest.mark.parametrize(
    ("name", "value", "passes"),
    [
        ("tool_call_id", "call_ABCDEFGHIJKLMNOP12345678", True),
        ("tool_call_id", "alice@corp.example", False),
        ("tool_call_id", 4155550123, False),
        ("cache_control", {"type": "ephemeral", "ttl": "5m"}, True),
        ("cache_control", {"type": "alice"}, False),
        ("cache_control", {"alice": True}, False),
        ("id", ["alice"], False),
    ],
)
def test_ids_and_marks_pass_in_the_form_in_which_they_are_issued(name: str, value: Any, passes: bool) -> None:
    told = Walk(Marked()).field(name, value)
    assert (told == value) == passes


def test_an_annotation_moves_with_its_text() -> None:
    class Longer(Marked):
        def leaf(self, leaf: Leaf, path: Path) -> Leaf:
            return str(leaf).replace("Al", "Alexandra")

    block = {
        "type": "output_text",
        "text": "Al said: yes",
        "annotations": [{"type": "url_citation", "start_index": 9, "end_index": 12}],
    }
    told = Walk(Longer(), strict=False).block(block)
    (annotation,) = told["annotations"]
    assert told["text"][annotation["start_index"] : annotation["end_index"]] == "yes"


def test_the_probabilities_of_tokens_are_left_out() -> None:
    tokens = {"logprobs": {"content": [{"token": "Xq"}]}, "prompt_logprobs": [{"1": {"decoded_token": "Xq"}}]}
    answer = {"choices": [{"message": {"content": "x"}, **tokens}], **tokens, "prompt_token_ids": ["Xq"]}
    assert "Xq" not in json.dumps(CHAT.read(answer, Walk(Marked(), strict=False), {}))


def test_the_grammar_of_a_tool_stays_in_its_language_and_is_read() -> None:
    def tool(syntax: str) -> dict[str, Any]:
        form = {"type": "grammar", "syntax": syntax, "definition": "start: ALICE"}
        return {"type": "custom", "name": "apply_patch", "format": form}

    for syntax, told in (("lark", "lark"), ("regex", "regex"), ("ALICE", "*")):
        (made,) = sent(RESPONSES, {"input": "x", "tools": [tool(syntax)]})["tools"]
        assert made["format"] == {"type": "grammar", "syntax": told, "definition": "*"}


CALLED: list[tuple[Any, dict[str, Any]]] = [
    (CHAT, {"role": "user", "content": [{"function": {"name": "ALICE"}, "name": "ALICE"}]}),
    (CHAT, {"role": "user", "content": [{"type": "function", "function": {"name": "ALICE"}}]}),
    (CHAT, {"role": "user", "content": [{"type": "tool_use", "name": "ALICE"}]}),
    (CHAT, {"role": "tool", "tool_call_id": "call_1", "name": "ALICE", "content": "x"}),
    (MESSAGES, {"role": "user", "content": [{"type": "tool_result", "name": "ALICE", "content": "x"}]}),
    (MESSAGES, {"role": "user", "content": [{"name": "ALICE", "text": "x"}]}),
    (RESPONSES, {"type": "function_call_output", "call_id": "call_1", "name": "ALICE", "output": "x"}),
]


@pytest.mark.parametrize(("wire", "message"), CALLED)
def test_what_names_no_tool_of_the_request_is_read(wire: Any, message: dict[str, Any]) -> None:
    assert "ALICE" not in json.dumps(told(wire, message, []))


@pytest.mark.parametrize("wire", [CHAT, RESPONSES, MESSAGES])
def test_a_tool_of_the_request_is_named(wire: Any) -> None:
    message = {"role": "user", "content": [{"type": "tool_result", "name": "ALICE", "content": "ALICE"}]}
    (made,) = told(wire, message, [{"name": "ALICE"}])
    assert made["content"] == [{"type": "tool_result", "name": "ALICE", "content": "*"}]


def told(wire: Any, message: dict[str, Any], tools: list[Any]) -> list[Any]:
    """A message of the caller's, every leaf of it marked."""
    name = "input" if wire is RESPONSES else "messages"
    body = {name: [message], "tools": tools}
    walk = Walk(Marked(), told=True, tools=tools_of(body, wire.pieces(body)))
    return [piece.walk(walk) for piece in wire.pieces(body) if piece.place]


@pytest.mark.parametrize(
    "fields",
    [
        {"model": "ALICE Barr"},
        {"model": "alice@corp.example"},
        {"tool_choice": "ALICE"},
        {"tools": [{"type": "function", "function": {"name": "ask ALICE"}}]},
        {"tool_choice": {"type": "tool", "name": "ask ALICE"}},
        {"response_format": {"type": "json_schema", "json_schema": {"name": "of ALICE", "schema": {}}}},
    ],
)
@pytest.mark.parametrize("wire", [CHAT, RESPONSES, MESSAGES])
def test_a_name_that_is_looked_up_has_the_form_of_one(wire: Any, fields: dict[str, Any]) -> None:
    with pytest.raises(UnsupportedContent) as caught:
        sent(wire, {"input" if wire is RESPONSES else "messages": [], **fields})
    assert "ALICE" not in str(caught.value)


@pytest.mark.parametrize("system", [[{"function": {"name": "ALICE"}, "name": "ALICE"}], [{"name": "ALICE"}], [[]]])
def test_a_block_without_a_type_that_is_no_text_is_refused(system: Any) -> None:
    with pytest.raises(UnsupportedContent):
        sent(MESSAGES, {"messages": [], "system": system})
