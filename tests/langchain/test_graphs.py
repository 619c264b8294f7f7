"""LangGraph graphs as a whole, with nodes of one's own."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.local_chat import LocalChat
from langchain_core.messages import HumanMessage
from langgraph.graph import START, MessagesState, StateGraph

from langchain_privacy_chains import audit, protect
from privacy_chains import UnsupportedContent

ASKED = {"messages": [HumanMessage("I am Alice Johnson")]}
GLOBAL = LocalChat()


def _graph(node: Any) -> Any:
    return StateGraph(MessagesState).add_node("n", node).add_edge(START, "n").compile()


def _closing(model: Any) -> Any:
    def node(state: Any) -> Any:
        return {"messages": [model.invoke(state["messages"])]}

    return node


def _given(model: Any, state: Any) -> Any:
    return {"messages": [model.invoke(state["messages"])]}


def _calling(model: Any) -> Any:
    node = _closing(model)
    return lambda state: {**node(state)}


@pytest.mark.parametrize("kind", [_closing, _calling, lambda model: functools.partial(_given, model)])
def test_the_model_of_a_node_is_protected(kind: Any, codebook: Codebook) -> None:
    inner = LocalChat()
    graph = _graph(kind(inner))
    assert [found.kind for found in audit(graph)] == ["model"]
    private = protect(graph, codebook)
    assert not audit(private)
    assert "Alice Johnson" in private.invoke(ASKED)["messages"][-1].text
    assert inner.seen
    assert not [value for value in PLANTED if value in repr(inner.seen)]
    assert audit(graph)


def test_what_nodes_share_stays_shared(codebook: Codebook) -> None:
    inner, count = LocalChat(), 0

    def node(state: Any) -> Any:
        nonlocal count
        count += 1
        return {"messages": [inner.invoke(state["messages"])]}

    private = protect(_graph(node), codebook)
    private.invoke(ASKED)
    private.invoke(ASKED)
    assert count == 2


def test_a_model_that_a_node_names_is_refused_by_its_path(codebook: Codebook) -> None:
    def node(state: Any) -> Any:
        return {"messages": [GLOBAL.invoke(state["messages"])]}

    with pytest.raises(UnsupportedContent, match="LocalChat"):
        protect(_graph(node), codebook)
