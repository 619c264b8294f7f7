"""What handlers and tracers receive, sanitized before it leaves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from privacy_chains.adapting.fields import Collected, Replaced
from privacy_chains.adapting.visitors import WHOLE
from privacy_chains.contract.method import Method
from privacy_chains.contract.roles import Reteller
from privacy_chains.errors import PrivacyError
from privacy_chains.lazy import lazily

__all__ = ["Handlers", "SanitizedError", "Telling", "comes_from", "guard", "is_uploading"]

_UPLOADING = frozenset(
    {
        "agentops",
        "aim",
        "argilla",
        "arize",
        "athina",
        "braintrust",
        "braintrust_langchain",
        "clearml",
        "comet_ml",
        "ddtrace",
        "deepeval",
        "fiddler_langgraph",
        "galileo",
        "helicone",
        "honeyhive",
        "humanloop",
        "judgeval",
        "keywordsai_exporter_langchain",
        "langchain_azure_ai",
        "langfuse",
        "langtrace_python_sdk",
        "langwatch",
        "literalai",
        "logfire",
        "lunary",
        "maxim",
        "mlflow",
        "neptune",
        "newrelic",
        "openinference",
        "openlit",
        "opentelemetry",
        "opik",
        "parea",
        "phoenix",
        "portkey_ai",
        "posthog",
        "promptlayer",
        "scorecard_ai",
        "sentry_sdk",
        "traceloop",
        "trulens",
        "uptrain",
        "wandb",
        "weave",
    }
)
"""Packages whose handlers upload what they receive."""

_NEUTRAL = frozenset({"abc", "builtins", "pydantic", "typing"})
"""Packages whose classes send nothing."""

_ESCAPE = lazily(r"\\+(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([nrt]))")


class _Told(Collected):
    def other(self, value: Any) -> str:
        return self.text(repr(value), WHOLE)


class _Retold(Replaced):
    def other(self, value: Any) -> Any:  # an object without fields is shown as it prints
        return self.text(repr(value), WHOLE)


class SanitizedError(Exception):
    """What a handler receives for an error: its type and sanitized text."""


def is_uploading(handler: object) -> bool:
    """Whether a handler, or a base class of it, belongs to a package that uploads."""
    return any(kind.__module__.partition(".")[0] in _UPLOADING for kind in type(handler).__mro__)


def comes_from(handler: object, packages: Collection[str]) -> bool:
    """Whether a handler and all its base classes come from some packages."""
    modules = [kind.__module__ for kind in type(handler).__mro__ if kind.__module__.partition(".")[0] not in _NEUTRAL]
    return all(f"{module}.".startswith(tuple(f"{package}." for package in packages)) for module in modules)


def guard(component: Any, refuse: Callable[..., None], *heard: Any) -> None:
    """Refuse a call of a protected component if a handler that uploads would receive it in clear.

    Args:
        component: The component, whose ``clear_traces`` may allow that.
        refuse: Raises if a handler uploads.
        *heard: What the framework knows about the call's handlers.

    Raises:
        PrivacyError: As ``refuse`` says.
    """
    if not component.clear_traces:
        refuse(*heard, of=type(component), strict=component.clear_traces is None)


@dataclass(frozen=True)
class Handlers:
    """Distinguishes handlers that upload from those that run here.

    Args:
        uploads: Whether a handler uploads.
        local: The packages whose handlers run here.
        instead: What to do instead, for a refusal.
    """

    uploads: Callable[[Any], bool]
    local: Collection[str]
    instead: str

    def uploading(self, handlers: Iterable[object], *, strict: bool) -> list[str]:
        """The names of handlers that upload; with ``strict``, also of those that are not known to run here."""
        return [
            type(one).__name__
            for one in handlers
            if self.uploads(one) or (strict and not comes_from(one, (*self.local, "privacy_chains")))
        ]

    def refuse(self, uploading: Collection[str]) -> None:
        """Refuse a call that such handlers would receive.

        Raises:
            PrivacyError: There are any.
        """
        if uploading:
            msg = (
                f"{', '.join(uploading)} would upload clear text, so nothing was sent. {self.instead}, or allow it "
                "with protect(..., clear_traces=True)"
            )
            raise PrivacyError(msg)


@dataclass(frozen=True)
class Telling:
    """How to walk what a framework passes to its handlers.

    Args:
        opened: Returns a copy of an object of the framework, every leaf visited, given the walk for what it holds.
        kept: Types of the framework that contain nothing private, such as kinds of events.
    """

    opened: Callable[[Any, Collected | Replaced, Callable[[Any], Any]], Any]
    kept: tuple[type, ...] = ()

    def sanitized(self, sanitizer: Method, told: Mapping[Any, Any]) -> dict[Any, Any]:
        """Sanitize all named values of an event jointly."""
        collected = _Told()
        self._named(told, collected)
        if not collected.texts:
            return dict(told)
        plain = [_plain(text) for text in collected.texts]
        texts = sanitizer.retell(plain) if isinstance(sanitizer, Reteller) else list(sanitizer.sanitize(plain).texts)
        return self._named(told, _Retold(texts))

    def _named(self, told: Mapping[Any, Any], visitor: Collected | Replaced) -> dict[Any, Any]:
        return {name: self._walk(visitor.named(name, item), visitor) for name, item in told.items()}

    def _walk(self, value: Any, visitor: Collected | Replaced) -> Any:  # noqa: PLR0911  (one for each kind)
        if isinstance(value, self.kept):
            return value
        match value:
            case None | bool() | UUID():
                return value
            case str():
                return visitor.leaf(str(value), WHOLE)
            case int() | float():
                return visitor.leaf(value, WHOLE)
            case Mapping():
                return {
                    _key(name, visitor): self._walk(visitor.named(name, item), visitor) for name, item in value.items()
                }
            case list() | tuple() | set():
                return [self._walk(item, visitor) for item in value]
            case BaseException():
                return SanitizedError(visitor.text(f"{type(value).__name__}: {value}", WHOLE))
            case _:
                return self.opened(value, visitor, lambda item: self._walk(item, visitor))


def _key(name: Any, visitor: Collected | Replaced) -> Any:
    """A name may itself be a private value, such as a document's id; a framework's own names have its own types."""
    return visitor.text(name, WHOLE) if type(name) is str else name


def _plain(text: str) -> str:
    """A text without the escapes of ``repr`` and JSON: a name after an escape would not be found."""
    return _ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)) if not found[3] else "\n", text)
