"""A small FastAPI service: one protected model, one key per user, one session per conversation.

Run it with ``uvicorn langchain_service:app`` from this folder.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header
from fastapi.responses import StreamingResponse
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_stand_in import StandIn

from langchain_privacy_chains import protect
from privacy_chains import Key, Sanitizer, Session


def answer(messages: Sequence[BaseMessage]) -> AIMessage:
    """What the stand-in says."""
    return AIMessage(f"You said: {messages[-1].text}")


def user_of(x_user: Annotated[str, Header()]) -> str:
    """Who asks. Put your authentication here: whoever can name a user reads with that user's key."""
    return x_user


def make_app(model: BaseChatModel, key_of: Callable[[str], Key]) -> FastAPI:
    """The service around a model and a place that keeps the users' keys, such as a KMS."""

    @cache
    def session_of(user: str, thread: str) -> Session:
        return Sanitizer(key_of(user)).session(thread)

    def chosen(given: Mapping[str, Any]) -> Session:
        return session_of(given["user_id"], given["thread_id"])  # names only: tracers record what a config holds

    private = protect(model, chosen)
    histories: defaultdict[tuple[str, str], list[BaseMessage]] = defaultdict(list)
    service = FastAPI()

    @service.post("/threads/{thread}")
    def chat(thread: str, message: str, user: Annotated[str, Depends(user_of)]) -> StreamingResponse:
        """Answer a message of a conversation, streamed."""
        history = histories[user, thread]
        history.append(HumanMessage(message))

        def answered() -> Iterator[str]:
            whole: Any = None
            for chunk in private.stream(history, {"configurable": {"user_id": user, "thread_id": thread}}):
                whole = chunk if whole is None else whole + chunk
                yield str(chunk.text)
            history.append(whole)

        return StreamingResponse(answered(), media_type="text/plain")

    return service


@cache
def generated_key(_user: str) -> Key:
    """A key that lives as long as this process. Keep yours: without it no old answer can be read."""
    return Key.generate()


app = make_app(StandIn(answer=answer), generated_key)
