"""Runs through LangChain: a model, a RAG chain and an agent, with an ear wherever something is let out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import requests
from adapter_support.local_chat import LocalChat
from langchain.agents import create_agent
from langchain_core.caches import InMemoryCache
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.globals import get_llm_cache, set_llm_cache
from langchain_core.load import dumps
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableConfig, RunnablePassthrough
from langchain_core.tools import tool
from langchain_core.tracers import LangChainTracer
from langchain_core.vectorstores import InMemoryVectorStore
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.encrypted import EncryptedSerializer

from langchain_privacy_chains import PrivateDocumentTransformer, SanitizingClient, SanitizingHandler, protect
from leaks.ear import EMAIL, NAME, RECORD, Ear, sanitizer
from privacy_chains import Sanitizer, Session

QUESTION = f"What does {NAME} earn, and is {EMAIL} right?"


class Listener(BaseCallbackHandler):
    """Tells the ear everything."""

    def __init__(self, ear: Ear) -> None:
        hear = ear.at("callbacks")
        for name in dir(BaseCallbackHandler):
            if name.startswith("on_"):
                setattr(self, name, hear)


class _Letters(Embeddings):
    """Hosted embeddings."""

    def __init__(self, ear: Ear) -> None:
        self._ear = ear

    def embed_query(self, text: str) -> list[float]:
        self._ear.hear("embeddings", text)
        return [float(1 + text.lower().count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz"]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]


@dataclass
class LangChainRuns:
    """Each run returns what its user sees."""

    ear: Ear
    session: Session
    sanitizer: Sanitizer

    def __init__(self, ear: Ear) -> None:
        self.ear = ear
        self.sanitizer = sanitizer()
        self.session = self.sanitizer.session("thread")
        self.config = RunnableConfig(
            callbacks=[SanitizingHandler(Listener(ear), self.sanitizer), LangChainTracer(client=self._client())],
            tags=[NAME],
            metadata={"user": EMAIL},
            run_name=f"run of {NAME}",
            configurable={"thread_id": "thread"},
        )

    def _client(self) -> Any:
        ear = self.ear

        class Wire(requests.Session):
            def request(self, method: Any, url: Any, **kwargs: Any) -> Any:  # type: ignore[override]
                ear.hear("traces", method, url, kwargs)
                response = requests.Response()
                response.status_code = 200
                response._content = b"{}"
                return response

        return SanitizingClient(
            self.sanitizer, api_key="none", api_url="http://localhost:9", auto_batch_tracing=False, session=Wire()
        )

    def _wire(self, messages: Sequence[BaseMessage], arguments: dict[str, Any]) -> None:
        self.ear.hear("requests", dumps(list(messages), ensure_ascii=False), arguments)

    def _model(self, respond: Any = None) -> LocalChat:
        def answer(messages: list[BaseMessage], arguments: dict[str, Any]) -> AIMessage:
            self._wire(messages, arguments)
            return respond(messages) if respond else AIMessage(f"I read: {messages[-1].text}")

        return LocalChat(respond=answer)

    @contextmanager
    def _cached(self) -> Iterator[None]:
        before, cache = get_llm_cache(), InMemoryCache()
        set_llm_cache(cache)
        try:
            yield
        finally:
            set_llm_cache(before)
            self.ear.hear("cache", [(key, dumps(list(value))) for key, value in cache._cache.items()])

    async def model(self) -> str:
        """Every way to call a model, over a history, with a cache behind it."""
        with self._cached():
            model: Any = protect(self._model(), self.session)
            history: list[BaseMessage] = [HumanMessage(RECORD)]
            history += [model.invoke(history, self.config, stop=[f"{NAME}:"], user=EMAIL), HumanMessage(QUESTION)]
            answers = [
                model.invoke(history, self.config).text,
                (await model.ainvoke(history, self.config)).text,
                "".join(chunk.text for chunk in model.stream(history, self.config)),
                "".join([chunk.text async for chunk in model.astream(history, self.config)]),
                model.batch([history], self.config)[0].text,
            ]
        assert len(set(answers)) == 1
        self.ear.shown(model, self.session, self.sanitizer, model.with_retry(), model.bind(stop=["x"]))
        return answers[0]

    async def rag(self) -> str:
        """A hosted store of surrogates, asked through hosted embeddings, and a chain over it."""
        store = InMemoryVectorStore(_Letters(self.ear))
        documents = [Document(RECORD, id=EMAIL, metadata={"owner": NAME, "salary": 85_217})]
        store.add_documents(list(PrivateDocumentTransformer(self.sanitizer).transform_documents(documents)))
        self.ear.hear("store", store.store)
        retriever = protect(store.as_retriever(), self.sanitizer, trust="remote")
        prompt = ChatPromptTemplate.from_messages([("human", "{context}\n{question}")])
        parts: Any = {"context": retriever, "question": RunnablePassthrough()}
        chain = protect(parts | prompt | self._model() | StrOutputParser(), self.session)
        answers = [
            chain.invoke(QUESTION, self.config),
            await chain.ainvoke(QUESTION, self.config),
            "".join(chain.stream(QUESTION, self.config)),
        ]
        assert len(set(answers)) == 1
        self.ear.shown(chain, retriever)
        return str(answers[0])

    async def agent(self) -> str:
        """An agent with a local and a remote tool, and an encrypted checkpoint."""
        ear = self.ear

        @tool
        def look_up(name: str) -> str:
            """Look somebody up."""
            return RECORD if name == NAME else f"nobody is called {name}"

        @tool
        def publish(text: str) -> str:
            """Publish something."""
            ear.hear("remote tool", text)
            return f"published: {text}"

        def respond(messages: Sequence[BaseMessage]) -> AIMessage:
            last = messages[-1]
            if not isinstance(last, ToolMessage):
                name = re.search(r"What does ([\w' -]+?) earn", last.text)[1]  # type: ignore[index]
                return AIMessage("", tool_calls=[{"name": "look_up", "args": {"name": name}, "id": "a"}])
            if last.name == "look_up":
                return AIMessage("", tool_calls=[{"name": "publish", "args": {"text": last.text}, "id": "b"}])
            return AIMessage(f"I read: {last.text}")

        saver = InMemorySaver(serde=EncryptedSerializer.from_pycryptodome_aes(key=bytes(32)))
        tools = [look_up, protect(publish, self.sanitizer, trust="remote")]
        agent: Any = create_agent(protect(self._model(respond), self.session), tools, checkpointer=saver)
        asked = {"messages": [HumanMessage(QUESTION)]}
        state = agent.invoke(asked, self.config)
        again = await agent.ainvoke(asked, {**self.config, "configurable": {"thread_id": "other"}})
        ear.hear("checkpoint", saver.storage, saver.writes, saver.blobs)
        ear.shown(agent, tools[1])
        assert state["messages"][-1].text == again["messages"][-1].text
        return str(state["messages"][-1].text)

    def failing(self, error: BaseException) -> None:
        """A call whose provider fails with an error."""

        def fail(_: Any) -> AIMessage:
            raise error

        protect(self._model(fail), self.session).invoke(QUESTION, self.config)
