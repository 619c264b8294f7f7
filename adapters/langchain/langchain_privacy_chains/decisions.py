"""A decision model that sends nothing in clear. Decision models came with langchain-core 1.8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self, TypeVar

from langchain_core.decisions import BaseDecisionModel, ClassifierRequest, ClassifierResponse
from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig, ensure_config
from pydantic import BaseModel, ConfigDict, Field, SkipValidation, model_validator

from langchain_privacy_chains._arguments import rewritten
from langchain_privacy_chains._call import spoken
from langchain_privacy_chains._sessions import SessionFor, chosen
from langchain_privacy_chains._settings import model_settings
from langchain_privacy_chains.tracing import guard
from privacy_chains import Method, UnsupportedContent
from privacy_chains.adapting import (
    WHOLE,
    Answer,
    Restore,
    Spoken,
    Visitor,
    adrive,
    allowed_kinds,
    destination,
    drive,
    exchange,
    look_through_settings,
    sanitize_spoken,
    unsupported,
    walk_named,
    walk_value,
)

__all__ = ["PrivateDecisionModel"]

M = TypeVar("M", bound=BaseModel)

_MEDIA = frozenset(
    {"audio", "file", "image", "image_url", "input_audio", "input_file", "input_image", "media", "video"}
)
"""The types of blocks that hold more than text, at LangChain and at providers."""


class PrivateDecisionModel(BaseDecisionModel):
    """Wraps a decision model: the same questions and answers, but the inner model sees only surrogates.

    The state with its messages, the questions and the names of the answers are sanitized together. Labels and names
    come back exactly as they were asked for.

    Attributes:
        bound: The inner model. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer``, a ``Session``, or a function that returns one for the ``configurable`` part of a
            call's config.
        allow: Kinds of content blocks, such as ``"image"``, and settings of the inner model that are sent as they
            are, in clear.
        clear_traces: Whether tracers that upload may be told the clear text around a call.

    Raises:
        PrivacyError: From every call that cannot be sanitized whole; nothing was sent.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    model: str = ""
    bound: BaseDecisionModel = Field(exclude=True)
    sanitizer: SkipValidation[Method | SessionFor] = Field(exclude=True, repr=False)
    allow: frozenset[str] = frozenset()
    clear_traces: bool | None = False

    @model_validator(mode="after")
    def _mirror_bound(self) -> Self:
        self.model = self.bound.model
        return self

    def __repr__(self) -> str:
        return f"PrivateDecisionModel(bound={self.bound!r})"

    @property
    def _provider(self) -> str:
        return str(self.bound._provider)  # noqa: SLF001

    def invoke(
        self,
        input: ClassifierRequest,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> ClassifierResponse:
        """Answer the questions, in the session that the config chooses, unless a remote tracer listens."""
        return super(PrivateDecisionModel, self._for(config)).invoke(input, config, **kwargs)

    async def ainvoke(
        self,
        input: ClassifierRequest,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> ClassifierResponse:
        """Answer the questions, in the session that the config chooses, unless a remote tracer listens."""
        return await super(PrivateDecisionModel, self._for(config)).ainvoke(input, config, **kwargs)

    def _for(self, config: RunnableConfig | None) -> Self:
        """This model in the session that a config chooses; the inner call no longer sees the config."""
        guard(self, ensure_config(config).get("callbacks"))
        settled: Self = self.model_copy(update={"sanitizer": chosen(self.sanitizer, config)})
        return settled

    def _classify(self, state: Any, questions: Mapping[str, Any]) -> ClassifierResponse:
        flow = exchange(partial(self._call, state, questions), _Call.read)
        return drive(flow, lambda call: self.bound._classify(call.state, call.questions))  # noqa: SLF001

    async def _aclassify(self, state: Any, questions: Mapping[str, Any]) -> ClassifierResponse:
        flow = exchange(partial(self._call, state, questions), _Call.read)
        return await adrive(flow, lambda call: self.bound._aclassify(call.state, call.questions))  # noqa: SLF001

    def _call(self, state: Any, questions: Mapping[str, Any]) -> _Call:
        settings = model_settings(self.bound)

        def special(value: Any, visitor: Visitor) -> Any:  # noqa: ARG001  (messages are visited on their own)
            kind = value.get("type") if isinstance(value, Mapping) else None
            if isinstance(kind, str) and kind in _MEDIA:
                if kind in allowed_kinds(self.allow):
                    return value
                raise unsupported(kind)
            return value if isinstance(value, BaseMessage) else None

        def beside(visitor: Visitor) -> tuple[Any, list[tuple[str, Any]]]:
            look_through_settings(settings, visitor, rewritten, self.allow)
            asked = [(visitor.text(name, WHOLE), _asked(one, visitor, special)) for name, one in questions.items()]
            return walk_named(state, visitor, special), asked

        messages = [spoken(message, self.allow) for message in _messages_in(state)]
        with destination("model", self.bound):
            ((rest, asked), *replaced), answer = sanitize_spoken(
                chosen(self.sanitizer), [Spoken(beside, origin="document"), *messages]
            )
        return _Call(_with_messages(rest, iter(replaced)), dict(asked), questions, answer)


@dataclass(frozen=True, repr=False)
class _Call:
    """A sanitized call, and what reads its answers."""

    state: Any
    questions: dict[str, Any]
    original: Mapping[str, Any]
    answer: Answer

    def __post_init__(self) -> None:
        _told_apart(self.questions, self.original)

    def read(self, response: ClassifierResponse) -> ClassifierResponse:
        """The answers in clear, in a new object."""
        names = dict(zip(self.questions, self.original, strict=True))
        labels = {name: self._labels(name, names[name]) for name in names}
        answers = {
            names.get(name, name): self._read(answer, labels.get(name, {})) for name, answer in response.answers.items()
        }
        changed: ClassifierResponse = response.model_copy(update={"answers": answers})
        return changed

    def _labels(self, sent: str, name: str) -> dict[str, str]:
        """The labels of a question as they were sent, with those that were asked for."""
        criteria = getattr(self.questions[sent], "criteria", None)
        return dict(zip(criteria, self.original[name].criteria, strict=True)) if isinstance(criteria, dict) else {}

    def _read(self, answer: Any, labels: Mapping[str, str]) -> Any:
        visitor = Restore(self.answer.restore)

        def clear(label: str) -> str:
            return labels[label] if label in labels else visitor.text(label, WHOLE)

        changed: dict[str, Any] = {}
        if hasattr(answer, "choice"):
            likely = {clear(label): chance for label, chance in answer.probabilities.items()}
            changed = {"choice": clear(answer.choice), "probabilities": likely}
        elif hasattr(answer, "legend"):
            changed = {"legend": walk_value(answer.legend, visitor)}
        return answer.model_copy(update=changed)


def _asked(question: M, visitor: Visitor, special: Any) -> M:
    """A copy of a question, or of a part of it, every text visited."""
    changed = {
        name: _asked(value, visitor, special)
        if isinstance(value, BaseModel)
        else walk_named(value, visitor, special, name)
        for name, value in question
        if name != "type"
    }
    criteria = changed.get("criteria")
    if isinstance(criteria, dict):
        _told_apart(criteria, getattr(question, "criteria", {}))
    return question.model_copy(update=changed)


def _told_apart(sent: Mapping[str, Any], original: Mapping[str, Any]) -> None:
    if len(sent) != len(original):
        msg = "two names of answers would become the same, so nothing was sent; choose other names"
        raise UnsupportedContent(msg)


def _messages_in(state: Any) -> Iterator[BaseMessage]:
    """The messages at any depth of a state, in order."""
    if isinstance(state, BaseMessage):
        yield state
    elif isinstance(state, Mapping):
        for item in state.values():
            yield from _messages_in(item)
    elif isinstance(state, Sequence) and not isinstance(state, str):
        for item in state:
            yield from _messages_in(item)


def _with_messages(state: Any, messages: Iterator[BaseMessage]) -> Any:
    """A copy of a state with other messages in the place of its own."""
    if isinstance(state, BaseMessage):
        return next(messages)
    if isinstance(state, dict):
        return {name: _with_messages(item, messages) for name, item in state.items()}
    return [_with_messages(item, messages) for item in state] if isinstance(state, list) else state
