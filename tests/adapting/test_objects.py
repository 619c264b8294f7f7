from __future__ import annotations

import functools
import logging
import sys
import threading
from collections import ChainMap, OrderedDict, defaultdict
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import FunctionType, MappingProxyType, ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel, PrivateAttr

from privacy_chains import UnsupportedContent
from privacy_chains.adapting import Search, graft_object, objects, unsupported
from privacy_chains.adapting.code import is_own


class Sender:
    """Stands for a model."""


@dataclass(frozen=True)
class Holder:
    part: Any


class Slotted:
    __slots__ = ("empty", "part")

    def __init__(self, part: Any) -> None:
        self.part = part


class Pair(NamedTuple):
    left: Any
    right: Any


class Fields(BaseModel):
    part: Any
    _private: Any = PrivateAttr(default=None)


@dataclass
class Ring:
    part: Any
    itself: Ring | None = field(default=None, repr=False)


def closing(part: Any) -> Callable[[], Any]:
    def call(*, more: int = 1) -> Any:
        return part, more

    return call


def private(part: Any) -> Fields:
    fields = Fields(part=None)
    fields._private = part
    return fields


HOLDERS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "a field": (Holder, lambda held: held.part),
    "a slot": (Slotted, lambda held: held.part),
    "a pydantic field": (lambda part: Fields(part=part), lambda held: held.part),
    "a private attribute": (private, lambda held: held._private),
    "a list": (lambda part: [1, part], lambda held: held[1]),
    "a tuple": (lambda part: (1, part), lambda held: held[1]),
    "a named tuple": (lambda part: Pair(1, part), lambda held: held.right),
    "an ordered dict": (lambda part: OrderedDict(a=1, b=part), lambda held: held["b"]),
    "a default dict": (lambda part: defaultdict(list, b=part), lambda held: held["b"]),
    "a bound method": (lambda part: Holder(part).__repr__, lambda held: held.__self__.part),
    "a partial function": (lambda part: functools.partial(print, part, sep=""), lambda held: held.args[0]),
    "a closure": (closing, lambda held: held()[0]),
}


def repr_of_kind(value: Any) -> str:
    return getattr(value, "__qualname__", type(value).__qualname__)


def swap(part: Any) -> Any:
    return "another" if isinstance(part, Sender) else None


def judge(value: Any) -> tuple[str, bool]:
    return ("model", False) if isinstance(value, Sender) else ("", True)


SEARCH = Search(judge, (Sender,))
SHARED = Sender()


def opened(value: Any) -> bool:
    return isinstance(value, FunctionType) or type(value).__module__ == __name__


@pytest.mark.parametrize("kind", HOLDERS)
def test_a_part_is_found_and_replaced_wherever_it_is_held(kind: str) -> None:
    hold, read = HOLDERS[kind]
    sender = Sender()
    held = hold(sender)
    twin = graft_object(held, swap, opened)
    assert type(twin) is type(held)
    assert read(twin) == "another"
    assert read(held) is sender
    assert [found.kind for found in SEARCH.run(held)] == ["model"]
    assert not list(SEARCH.run(twin))
    assert not list(SEARCH.run(held, local=[sender]))


def test_what_holds_no_part_is_not_copied() -> None:
    untouched, ours = Holder("x"), Holder(Sender())
    twin = graft_object([untouched, ours], swap, opened)
    assert twin[0] is untouched
    assert twin[1] is not ours


def test_what_is_not_opened_stays_as_it_is() -> None:
    held = Holder(Sender())
    assert graft_object(held, swap, lambda _: False) is held


def test_a_ring_is_copied_as_a_ring() -> None:
    ring = Ring(Sender())
    ring.itself = ring
    twin = graft_object(ring, swap, opened)
    assert twin.itself is twin
    assert twin.part == "another"
    assert len(list(SEARCH.run(ring))) == 1


def test_a_copied_function_keeps_its_name_and_defaults() -> None:
    twin = graft_object(closing(Sender()), swap, opened)
    assert twin.__qualname__ == closing(0).__qualname__
    assert twin() == ("another", 1)
    assert twin(more=2) == ("another", 2)


def test_a_global_that_a_function_uses_is_found() -> None:
    (found,) = SEARCH.run(lambda: SHARED)
    assert found.path == "function<global: SHARED>"
    assert found.name == "Sender"


def test_what_a_closure_is_known_to_cover_is_passed_over() -> None:
    covering = Search(judge, (), covered=lambda _: ["part"])
    assert list(covering.run([closing(Sender())])) == []


def _tool_or_model(value: Any) -> tuple[str, bool]:
    return ("tool", True) if isinstance(value, Ring) else judge(value)


def test_what_a_tool_that_runs_here_holds_is_looked_into() -> None:
    search, tool = Search(_tool_or_model, ()), Ring(Sender())
    assert [found.kind for found in search.run(tool)] == ["tool", "model"]
    assert [found.kind for found in search.run(tool, local=[tool])] == ["model"]
    assert list(search.run(tool, local=[tool, tool.part])) == []


def test_what_cannot_be_looked_through_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "_MOST", 100)
    assert list(SEARCH.run([object() for _ in range(99)])) == []
    with pytest.raises(UnsupportedContent, match="too many"):
        list(SEARCH.run([object() for _ in range(100)]))


def test_numbers_and_texts_do_not_count_as_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "_MOST", 3)
    vectors = {str(number): 0.5 for number in range(100)}
    found = list(SEARCH.run([[0.5] * 100, vectors]))
    assert found == []
    assert [one.kind for one in SEARCH.run([0.5] * 100 + [Sender()])] == ["model"]


REGISTRY = {"hosted": SHARED}
SERVICE = Holder(SHARED)
PAIR = SimpleNamespace(part=SHARED)
SENDER = Sender()
METHOD = Holder(SHARED).__repr__
LOOK_UP = REGISTRY.get
PARTIAL = functools.partial(print, model=SHARED)
VIEW = MappingProxyType(REGISTRY)
CHAINED = ChainMap({}, REGISTRY)
ORDERED = OrderedDict(REGISTRY)
MAKING: defaultdict[str, Any] = defaultdict(lambda: SHARED)
VARIABLE: ContextVar[Any] = ContextVar("variable", default=SHARED)
THREADS = threading.local()
THREADS.part = SHARED
LOGGER = logging.getLogger("a logger")
LOGGER.sender = SHARED  # type: ignore[attr-defined]


class Absent:
    """Stands in for an object that is not there, as those of a request are outside one."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)


ABSENT = Absent()
MADE = FunctionType(closing(SHARED).__code__, {"__name__": "functools"}, "made", (), closing(SHARED).__closure__)
MADE.__module__, MADE.__kwdefaults__ = "functools", {"more": 1}


@functools.lru_cache
def _kept() -> Any:
    return SHARED


class Lazy:
    """A class of one's own, which makes its model once."""

    @functools.cached_property
    def model(self) -> Any:
        """A model."""
        return SHARED


LAZY = Lazy()


def _helper() -> Any:
    return SHARED


class Calls:
    """A class of one's own, whose methods use what stands in its module."""

    part: Any = None

    def __call__(self) -> Any:
        """Send."""
        return SHARED


class Inherits(Calls):
    @property
    def here(self) -> None:
        """Nothing."""


class Shares:
    """A class of one's own, which holds a model for all of its objects."""

    part = SHARED

    @staticmethod
    def nothing() -> None:
        """Do nothing."""


def _imports() -> Any:
    from app.models import HOSTED  # type: ignore[import-not-found]  # noqa: PLC0415

    return HOSTED


def _imports_module() -> Any:
    import app.models  # noqa: PLC0415

    return app.models.HOSTED


def _imports_by_another_name() -> Any:
    def inside() -> Any:
        import app.models as many  # noqa: PLC0415

        return many.HOSTED

    return inside


USES: dict[str, Callable[[], Any]] = {
    "in a comprehension": lambda: [SHARED for _ in range(1)],
    "in a function inside": lambda: lambda: SHARED,
    "through another function": lambda: _helper() or 1,
    "through an object": lambda: SERVICE.part,
    "through a collection": lambda: REGISTRY["hosted"],
    "through a class": lambda: Inherits()() or 1,
    "through what a class holds": lambda: Shares.part,
    "through a module": lambda: models.HOSTED,  # noqa: F821  (put in its place by the test)
    "through modules": lambda: app.models.HOSTED,  # noqa: F821
    "through an import": _imports,
    "through an import of a module": _imports_module,
    "through an import by another name": _imports_by_another_name,
    "through a namespace": lambda: PAIR.part,
    "through a bound method": lambda: METHOD() or 1,
    "through a method of Python's": lambda: LOOK_UP("hosted"),
    "through a partial function": lambda: PARTIAL() or 1,
    "through a function that remembers": lambda: _kept() or 1,
    "through a view": lambda: VIEW["hosted"],
    "through chained maps": lambda: CHAINED["hosted"],
    "through an ordered dict": lambda: ORDERED["hosted"],
    "through what makes missing parts": lambda: MAKING["x"],
    "through a variable of a context": lambda: VARIABLE.get() or 1,
    "through a function that another made": lambda: MADE() or ABSENT,
    "through a thread's own": lambda: THREADS.part,
    "through what is made once": lambda: LAZY.model,
}


@pytest.mark.parametrize("use", USES)
def test_what_ones_own_code_uses_is_found(use: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("models")
    module.HOSTED = SHARED  # type: ignore[attr-defined]
    package = ModuleType("app")
    package.models = module  # type: ignore[attr-defined]
    for name, one in {"models": module, "app": package, "app.models": module}.items():
        monkeypatch.setitem(sys.modules, name, one)
    monkeypatch.setitem(globals(), "models", module)
    if use == "through modules":
        monkeypatch.setitem(globals(), "app", package)
    assert [found.kind for found in SEARCH.run(USES[use])] == ["model"]


@pytest.mark.parametrize("one", [Calls(), Inherits(), Shares(), Calls().__call__], ids=repr_of_kind)
def test_what_an_objects_class_uses_is_found(one: Any) -> None:
    assert [found.kind for found in SEARCH.run([one])] == ["model"]


def test_what_an_object_of_pythons_leads_to_is_not_ones_own() -> None:
    assert list(SEARCH.run(lambda: LOGGER.info("x"))) == []
    assert list(SEARCH.run(lambda given: given.SHARED)) == []  # a field of that name


def test_what_others_code_uses_is_not_followed() -> None:
    assert not is_own("pydantic.main")
    assert not is_own("functools")
    assert not is_own("privacy_chains.adapting")
    assert is_own(__name__)
    assert list(SEARCH.run(vars(functools)["wraps"])) == []


@pytest.mark.parametrize("name", ["Alice Johnson", "alice_johnson", "Alice", "123-45-6789", 7, ("a", "b")])
def test_a_place_is_told_by_its_number_where_its_name_may_be_a_value(name: Any) -> None:
    (found,) = SEARCH.run({"first": 1, name: SENDER})
    assert found.path == "dict[item 1]"
    (found,) = SEARCH.run(SimpleNamespace(**{"Alice Johnson": SENDER}))
    assert found.path == "SimpleNamespace.item"
    (found,) = SEARCH.run({"fallback_models": [SENDER]})
    assert found.path == "dict[fallback_models][0]"


@pytest.mark.parametrize("kind", ["Alice Johnson", "alice", "Ms. Johnson", "x" * 99, ""])
def test_a_kind_that_nobody_knows_is_not_told(kind: str) -> None:
    assert not kind or kind not in str(unsupported(kind))
    for known in ("image_url", "input_audio", "ImageBlock", "bytes", "code_interpreter_call"):
        assert repr(known) in str(unsupported(known))
