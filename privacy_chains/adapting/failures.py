"""Errors of a component that sees surrogates, read back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from types import FunctionType
from typing import Any, TypeGuard

from privacy_chains.adapting.calls import Answer
from privacy_chains.adapting.threads import off_loop
from privacy_chains.adapting.values import walk_value
from privacy_chains.adapting.visitors import Path, Restore, Visitor
from privacy_chains.errors import PrivacyError

__all__ = ["Failing", "failing_in_clear", "reading_texts"]

_BESIDE = ("filename", "filename2")
"""What system errors mention that is not among their arguments."""

_DEEPEST = 8


class _Texts(Restore):
    """Reads texts back; a number in an error is a code, such as a status."""

    def leaf(self, leaf: Any, path: Path) -> Any:
        return super().leaf(leaf, path) if isinstance(leaf, str) else leaf


def reading_texts(answer: Answer) -> Callable[[Any], Any]:
    """Reads the texts in a model's error; objects such as responses stay as they are."""
    visitor: Visitor = _Texts(answer.restore)
    return lambda told: walk_value(told, visitor) if isinstance(told, str | list | tuple | dict) else told


class Failing(AbstractContextManager[None], AbstractAsyncContextManager[None]):
    """A context around a component in which its errors are read back; with ``async with``, off the event loop.

    Args:
        read: Returns what is raised in an error's place, or the error.
    """

    def __init__(self, read: Callable[[Exception], Exception]) -> None:
        self._read = read

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if _is_told(error):
            self._raise(error, self._read(error))

    async def __aexit__(self, _: object, error: BaseException | None, __: object) -> None:
        if _is_told(error):
            self._raise(error, await off_loop(self._read, error))

    @staticmethod
    def _raise(error: Exception, clear: Exception) -> None:
        if clear is not error:
            raise clear.with_traceback(error.__traceback__) from clear.__cause__


def _is_told(error: BaseException | None) -> TypeGuard[Exception]:
    return isinstance(error, Exception) and not isinstance(error, PrivacyError)


def failing_in_clear(read: Callable[[Any], Any]) -> Failing:
    """An error of a component is an answer like any other: users and models see it.

    Args:
        read: Reads the parts of the error.
    """
    return Failing(lambda error: _in_clear(error, read, _DEEPEST))


def _in_clear(error: Exception, read: Callable[[Any], Any], deep: int) -> Exception:
    """A copy, since the component may keep the original; of the same class, so that handlers still catch it."""
    kind = type(error)
    args = tuple(read(error.args))
    try:
        clear: Exception = kind.__new__(kind, *args)
        if not isinstance(kind.__init__, FunctionType):  # a method of its own might change the text
            clear.__init__(*args)  # type: ignore[misc]
        beside = {name: getattr(error, name) for name in _BESIDE if getattr(error, name, None) is not None}
        for name, value in read({**vars(error), **beside}).items():
            setattr(clear, name, value)
    except Exception:  # noqa: BLE001  (whatever a class thinks of its arguments)
        return error
    clear.args = args
    cause = error.__cause__
    clear.__cause__ = _in_clear(cause, read, deep - 1) if isinstance(cause, Exception) and deep else None
    return clear
