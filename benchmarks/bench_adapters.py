"""What protection adds to a call: the wrapped models of both frameworks beside the same models bare, in one run.

For conversations of 500, 5,000 and 50,000 tokens: the first call, the next turn (the history is replayed and one
question is new), and how much later the first streamed text arrives. The model answers at once, so that all of
the time is overhead; a hosted model takes seconds. Beside it, if piighost is installed, its LangChain middleware on
the same agent, with four regular expressions as its detector: it finds less, and enciphers nothing.

Then what an asynchronous call does to its event loop: how long a task that ticks every millisecond is kept waiting at
most while 21,000 characters are sanitized, beside the same work done on the loop. And what a session for each request
costs beside one that is kept.

Stated bounds: the next turn of a conversation of 5,000 tokens costs at most 25 ms more than bare, the time for a token
of the first call at 50,000 tokens is at most twice that at 5,000, and a session for each request takes at most three
times as long as one that is kept.
"""

from __future__ import annotations

import asyncio
import importlib.util
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from bench_prompt import fastest_ms
from langchain.agents import create_agent
from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import AIMessage, HumanMessage
from letters import prompt_of
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.llms.mock import MockLLM
from piighost_patterns import PATTERNS
from rich.console import Console
from rich.table import Table

import langchain_privacy_chains as langchain
import llama_index_privacy_chains as llama_index
from privacy_chains import Key, Sanitizer, Session

SIZES = (500, 5_000, 50_000)  # tokens, about four characters each
MESSAGE = 600  # characters
ROUNDS = 7
MOST_ADDED_MS = 25.0
GROWTH = 2.0
DOCS = Path(__file__).parents[1] / "docs"
STALLING = 21_000  # characters
MOST_ANEW = 3.0
ANSWER = "Thank you. I will see to it that the parcel is found."
SANITIZER = Sanitizer(Key.generate())


class Cost(NamedTuple):
    """Milliseconds of each kind of call."""

    first: float
    next_turn: float
    first_text: float


def turns(tokens: int) -> list[str]:
    """A conversation as the texts of its messages; the last is the user's."""
    text = prompt_of(4 * tokens)
    messages = [text[start : start + MESSAGE] for start in range(0, len(text), MESSAGE)]
    return messages[: len(messages) - 1 + len(messages) % 2]


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """How long one call takes, in milliseconds, and what it returns."""
    started = time.perf_counter()
    result = call()
    return 1000 * (time.perf_counter() - started), result


def of_langchain(tokens: int, session: Session | None) -> Cost:
    """LangChain's fake model, bare or protected."""
    inner = FakeListChatModel(responses=[ANSWER])
    model: Any = inner if session is None else langchain.protect(inner, session)
    history: list[Any] = [
        AIMessage(text) if place % 2 else HumanMessage(text) for place, text in enumerate(turns(tokens))
    ]
    first, answer = timed(lambda: model.invoke(history))
    history += [answer, HumanMessage("And what did Ms. Barr pay?")]
    again, streamed = fastest_ms(
        lambda: model.invoke(history), lambda: next(iter(model.stream(history))), rounds=ROUNDS
    )
    return Cost(first, again, streamed)


def of_llama_index(tokens: int, session: Session | None) -> Cost:
    """LlamaIndex's mock model, bare or protected."""
    inner = MockLLM(max_tokens=16)
    model: Any = inner if session is None else llama_index.protect(inner, session)
    history = [
        ChatMessage(role="assistant" if place % 2 else "user", content=text) for place, text in enumerate(turns(tokens))
    ]
    first, answer = timed(lambda: model.chat(history))
    history += [answer.message, ChatMessage(role="user", content="And what did Ms. Barr pay?")]
    again, streamed = fastest_ms(
        lambda: model.chat(history), lambda: next(iter(model.stream_chat(history))), rounds=ROUNDS
    )
    return Cost(first, again, streamed)


def agent_cost(tokens: int, middleware: list[Any]) -> tuple[float, float]:
    """An agent's first and next turn over a conversation, asynchronously, as piighost's middleware works."""
    agent: Any = create_agent(FakeListChatModel(responses=[ANSWER]), [], middleware=middleware)
    history: list[Any] = [
        AIMessage(text) if place % 2 else HumanMessage(text) for place, text in enumerate(turns(tokens))
    ]
    config = {"configurable": {"thread_id": str(tokens)}}

    async def both() -> tuple[float, float]:
        started = time.perf_counter()
        state = await agent.ainvoke({"messages": history}, config)
        middle = time.perf_counter()
        await agent.ainvoke({"messages": [*state["messages"], HumanMessage("And what did Ms. Barr pay?")]}, config)
        return 1000 * (middle - started), 1000 * (time.perf_counter() - middle)

    return asyncio.run(both())


async def longest_stall(work: Callable[[], Coroutine[Any, Any, Any]]) -> tuple[float, float]:
    """How long a ticking task waited at most while something was done, and how long that took; in milliseconds."""
    longest, begun = 0.0, time.perf_counter()
    task = asyncio.ensure_future(work())
    while not task.done():
        ticked = time.perf_counter()
        await asyncio.sleep(0.001)
        longest = max(longest, time.perf_counter() - ticked - 0.001)
    return 1000 * longest, 1000 * (time.perf_counter() - begun)


def stalls(console: Console) -> None:
    """What a long text does to the event loop, in both frameworks."""
    prose = "\n".join(path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md")))
    one, two, three = (prose[start : start + STALLING] for start in range(0, 3 * STALLING, STALLING))  # all new
    inner = FakeListChatModel(responses=[ANSWER])
    calls: dict[str, Callable[[], Coroutine[Any, Any, Any]]] = {
        "LangChain": lambda: langchain.protect(inner, SANITIZER.session("stall 1")).ainvoke(one),
        "LlamaIndex": lambda: llama_index.protect(MockLLM(max_tokens=16), SANITIZER.session("stall 2")).achat(
            [ChatMessage(role="user", content=two)]
        ),
        "on the loop": lambda: _on_the_loop(three),
    }
    table = Table("call", "longest stall", "whole call", title=f"{STALLING:,} characters (milliseconds)")
    for name, call in calls.items():
        stall, whole = asyncio.run(longest_stall(call))
        table.add_row(name, f"{stall:.0f}", f"{whole:.0f}")
    console.print(table)


async def _on_the_loop(text: str) -> None:
    SANITIZER.session("stall 3").sanitize(text)


def made_anew(console: Console) -> bool:
    """The next turn of a conversation in a session for each request, and in one that is kept."""
    table = Table(
        "tokens", "kept", "made anew", "nothing remembered", title="A session for each request (milliseconds)"
    )
    forgetful, met = Sanitizer(Key.generate(), remember=0), True
    for tokens in (500, 1_250, 5_000):
        history = [AIMessage(text) if place % 2 else HumanMessage(text) for place, text in enumerate(turns(tokens))]
        inner, name = FakeListChatModel(responses=[ANSWER]), f"anew {tokens}"
        kept, numbers = langchain.protect(inner, SANITIZER.session(name)), count()

        def asked(history: list[Any] = history, numbers: Iterator[int] = numbers) -> list[Any]:
            return [*history, AIMessage(ANSWER), HumanMessage(f"And what of parcel {next(numbers)}?")]

        one, other, without = fastest_ms(
            lambda kept=kept, asked=asked: kept.invoke(asked()),  # type: ignore[misc]
            lambda inner=inner, name=name, asked=asked: langchain.protect(  # type: ignore[misc]
                inner, SANITIZER.session(name)
            ).invoke(asked()),
            lambda inner=inner, name=name, asked=asked: langchain.protect(  # type: ignore[misc]
                inner, forgetful.session(name)
            ).invoke(asked()),
            rounds=ROUNDS,
        )
        table.add_row(f"{tokens:,}", f"{one:.1f}", f"{other:.1f}", f"{without:.1f}")
        met &= other <= MOST_ANEW * one
    console.print(table)
    return met


def piighost() -> list[Any]:
    """The other middleware, as its documentation sets it up; none where it is not installed."""
    if importlib.util.find_spec("piighost") is None:
        return []
    library = importlib.import_module("piighost")
    middleware = importlib.import_module("piighost.integrations.langchain.middleware").PIIAnonymizationMiddleware
    return [middleware(library.ThreadAnonymizationPipeline(library.RegexDetector(PATTERNS)))]


def measure(name: str, of: Callable[[int, Session | None], Cost], console: Console) -> dict[int, tuple[Cost, Cost]]:
    """Measure one framework and show it."""
    table = Table("tokens", "call", "bare", "protected", "added", "times", title=f"{name} (milliseconds)")
    costs = {}
    for tokens in SIZES:
        bare, ours = of(tokens, None), of(tokens, SANITIZER.session(f"{name} {tokens}"))
        costs[tokens] = bare, ours
        for kind, one, other in zip(("first call", "next turn", "first text"), bare, ours, strict=True):
            added, times = f"{other - one:.1f}", f"{other / one:.1f}"
            table.add_row(f"{tokens:,}", kind, f"{one:.2f}", f"{other:.1f}", added, times)
    console.print(table)
    return costs


def beside_piighost(console: Console) -> None:
    """The same agent bare, with our middleware, and with piighost's."""
    table = Table("tokens", "turn", "bare", "privacy-chains", "piighost", title="An agent (milliseconds)")
    for tokens in SIZES:
        ours = [langchain.PrivacyMiddleware(SANITIZER.session(f"agent {tokens}"))]
        theirs = piighost()
        rows = [agent_cost(tokens, []), agent_cost(tokens, ours)]
        other = agent_cost(tokens, theirs) if theirs else None
        for place, turn in enumerate(("first", "next")):
            shown = "not installed" if other is None else f"{other[place]:.1f}"
            table.add_row(f"{tokens:,}", turn, *(f"{row[place]:.1f}" for row in rows), shown)
    console.print(table)


def main() -> int:
    """Measure; 1 if a bound does not hold."""
    console = Console(highlight=False)
    SANITIZER.sanitize("Alice Barr, aged 28, pays $5.")  # loads the lists
    kinds: dict[str, Callable[[int, Session | None], Cost]] = {"LangChain": of_langchain, "LlamaIndex": of_llama_index}
    for of in kinds.values():
        of(500, SANITIZER.session("warm"))  # loads what the frameworks load late
    met = True
    for name, of in kinds.items():
        costs = measure(name, of, console)
        bare, ours = costs[5_000]
        added = ours.next_turn - bare.next_turn
        growth = costs[50_000][1].first / 50_000 / (ours.first / 5_000)
        console.print(f"next turn at 5,000 tokens: {added:.1f} ms added (at most {MOST_ADDED_MS:.0f})")
        console.print(f"a token of the first call at 50,000 costs {growth:.2f} times one at 5,000 (at most {GROWTH})")
        met &= added <= MOST_ADDED_MS and growth <= GROWTH
    stalls(console)
    met &= made_anew(console)
    beside_piighost(console)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
