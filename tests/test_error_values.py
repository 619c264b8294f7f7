"""No error holds a clear value: not in its text, its attributes, or the variables of its traceback."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from traceback import TracebackException, walk_tb
from typing import NamedTuple

import pytest
from model_support.scripted import SCRIPTED

import privacy_chains
from privacy_chains import (
    Budget,
    BudgetExceeded,
    CipherError,
    DependencyError,
    DesanitizeError,
    DetectionError,
    Encipher,
    EntityType,
    FormatError,
    Key,
    KeyMaterialError,
    Message,
    Policy,
    PolicyError,
    PrivacyError,
    Refuse,
    Sanitizer,
    Span,
    UnsupportedLanguage,
)
from privacy_chains.detect import Detector, default_detector
from privacy_chains.errors import NotWorthSending, forgets_values
from privacy_chains.formats import (
    AlphabetFormat,
    Format,
    Part,
)
from privacy_chains.formats.base import Reading
from privacy_chains.methods.importance import ImportanceSanitizer
from privacy_chains.methods.importance.rewriting import UNIT
from privacy_chains.methods.router import Router
from privacy_chains.methods.words import WordNoise

KEY = Key.from_bytes(bytes(range(32)))
SECRET = "zq7vx9wk"  # noqa: S105  # a value to look for
PACKAGE = Path(privacy_chains.__file__).parent


class _Finds:
    """A detector that takes one word for a value of a type."""

    def __init__(self, entity_type: str) -> None:
        self._type = entity_type

    def detect(self, text: str) -> Sequence[Span]:
        start = text.find(SECRET)
        return [Span(start, start + len(SECRET), self._type)] if start >= 0 else []


class _Quotes:
    """A detector that fails, and quotes the text."""

    def detect(self, text: str) -> Sequence[Span]:
        raise ValueError(text)


class _Outside:
    """A detector whose spans do not fit."""

    def detect(self, text: str) -> Sequence[Span]:
        return [Span(0, len(text) + 5, "PERSON")]


class _Forgetful(Format):
    """A format whose surrogates never read back."""

    reading: Reading = "exact"

    def split(self, text: str) -> tuple[Part, ...]:
        if text != SECRET:
            msg = "it is another"
            raise FormatError(msg)
        return (Part("forgetful", 1000, 7),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        return f"{text}{ranks[0]}"


def _sanitizer(detector: Detector | None = None, policy: Policy | None = None) -> Sanitizer:
    return Sanitizer(KEY, policy=policy or Policy.default(), detector=detector or default_detector(neural=False))


def _of_own_type(form: Format) -> Sanitizer:
    policy = Policy.default().with_rule(EntityType("BADGE", "I", "a badge"), Encipher(form))
    return _sanitizer(_Finds("BADGE"), policy)


class Case(NamedTuple):
    """A call that fails.

    Attributes:
        call: Makes what is needed, and returns the call.
        error: What it raises.
        entity_type: The type that the error names.
    """

    call: Callable[[], object]
    error: type[PrivacyError]
    entity_type: str = ""


def _refusing() -> Sanitizer:
    return _sanitizer(policy=Policy.default().with_rule("EMAIL_ADDRESS", Refuse()))


MAIL = f"Write to {SECRET}@example.com today."
CASES = {
    "a refused type": Case(lambda: _refusing().sanitize(MAIL), PolicyError, "EMAIL_ADDRESS"),
    "a refused type in a session": Case(lambda: _refusing().session("a").scan([MAIL]), PolicyError, "EMAIL_ADDRESS"),
    "a refused type in a conversation": Case(
        lambda: _refusing().sanitize_conversation([Message(leaves=(MAIL,))]), PolicyError, "EMAIL_ADDRESS"
    ),
    "a refused type in an index": Case(lambda: _refusing().index().sanitize(MAIL), PolicyError, "EMAIL_ADDRESS"),
    "a refused type in a trace": Case(lambda: _refusing().session("a").retell([MAIL]), PolicyError, "EMAIL_ADDRESS"),
    "a refused type for a tool": Case(
        lambda: _refusing().session("a").arguments([MAIL], "search"), PolicyError, "EMAIL_ADDRESS"
    ),
    "no member of a format": Case(
        lambda: _of_own_type(AlphabetFormat("BADGE", "01")).sanitize(f"It is {SECRET}."), FormatError, "BADGE"
    ),
    "a format that does not read back": Case(
        lambda: _of_own_type(_Forgetful()).sanitize(f"It is {SECRET}."), CipherError, "BADGE"
    ),
    "a type without a rule": Case(
        lambda: _sanitizer(_Finds("SHOE_SIZE")).sanitize(f"It is {SECRET}."), PolicyError, "SHOE_SIZE"
    ),
    "a detector that fails": Case(lambda: _sanitizer(_Quotes()).sanitize(f"It is {SECRET}."), DetectionError),
    "spans that do not fit": Case(
        lambda: _sanitizer(_Outside()).sanitize(f"It is {SECRET}."), DetectionError, "PERSON"
    ),
    "a script that nobody reads": Case(
        lambda: _sanitizer().sanitize(f"{SECRET} " + "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35 " * 12), UnsupportedLanguage
    ),
    "a budget that is spent": Case(
        lambda: _sanitizer().session("a", budget=Budget(message=0.001)).sanitize(f"{SECRET} is 43 years old."),
        BudgetExceeded,
    ),
    "a budget that is spent on words": Case(
        lambda: WordNoise(KEY, budget=_of_words("levels of the word tree")).sanitize(f"{SECRET} spoke of a garden."),
        BudgetExceeded,
    ),
    "a budget that is spent on rewritten words": Case(
        lambda: ImportanceSanitizer(KEY, entities=None, model=SCRIPTED, private=True, budget=_of_words(UNIT)).sanitize(
            f"{SECRET} spoke of a garden."
        ),
        BudgetExceeded,
    ),
    "a message that is not worth sending": Case(
        lambda: Router([WordNoise(KEY)], accept=1).sanitize(f"{SECRET} spoke of a garden."), NotWorthSending
    ),
    "formulas that cannot be read": Case(
        lambda: _sanitizer().session("a").sanitize(f"{SECRET} earns $400.", dependencies="pay = (("),
        DependencyError,
    ),
    "an answer that is no text": Case(lambda: _sanitizer().desanitize([SECRET]), DesanitizeError),  # type: ignore[arg-type]
    "a key in place of a variable's name": Case(
        lambda: Key.from_env("5a" * 28 + SECRET.encode()[:4].hex()), KeyMaterialError
    ),
    "a key store that quotes the key": Case(lambda: Key.from_callable(_quoting), KeyMaterialError),
    "a key of the wrong length": Case(lambda: Key.from_bytes(SECRET.encode()), KeyMaterialError),
    "a key that is none": Case(lambda: Key.from_callable(SECRET.encode), KeyMaterialError),
}


def _of_words(unit: str) -> Budget:
    return Budget(message=Fraction(1, 1000), unit_name=unit)


def _quoting() -> bytes:
    raise RuntimeError(SECRET)


def _behind(error: BaseException) -> Iterator[BaseException]:
    yield error
    for one in (error.__cause__, error.__context__):
        if one is not None:
            yield from _behind(one)


def _shown(error: BaseException) -> Iterator[str]:
    """Everything that a crash reporter records of an error, but for the frames of this file."""
    for one in _behind(error):
        yield from (str(one), repr(one), repr(one.args), repr(vars(one)))
        yield from TracebackException.from_exception(one, capture_locals=False).format()
        for frame, _ in walk_tb(one.__traceback__):
            if Path(frame.f_code.co_filename).is_relative_to(PACKAGE):
                yield from (f"{name} = {value!r}" for name, value in frame.f_locals.items())


@pytest.mark.parametrize("name", CASES)
def test_an_error_holds_no_clear_value(name: str) -> None:
    case = CASES[name]
    with pytest.raises(case.error) as caught:
        case.call()
    error = caught.value
    for shown in _shown(error):
        own = [line for line in shown.splitlines() if "test_error_values" not in line]
        assert SECRET not in "\n".join(own)
        assert SECRET.encode()[:4].hex() not in "\n".join(own)
    assert error.entity_type == case.entity_type
    assert all(isinstance(told, str) for told in (error.entity_type, error.path, error.hint))
    assert not error.hint or str(error).endswith(f"; {error.hint}")
    assert str(error).strip()


def test_the_traceback_keeps_its_lines() -> None:
    with pytest.raises(PolicyError) as caught:
        _refusing().sanitize(MAIL)
    files = {Path(frame.f_code.co_filename).name for frame, _ in walk_tb(caught.value.__traceback__)}
    assert {"session.py", "engine.py"} <= files


def test_an_error_that_the_caller_was_handling_keeps_its_variables() -> None:
    def fails(kept: str) -> None:
        raise ValueError(kept)

    try:
        fails("of the caller")
    except ValueError as own:
        before = own
        with pytest.raises(PolicyError) as caught:
            _refusing().sanitize(MAIL)
    assert caught.value.__context__ is before
    assert [frame.f_locals for frame, _ in walk_tb(before.__traceback__)][-1] == {"kept": "of the caller"}


def test_what_does_not_fail_is_returned() -> None:
    @forgets_values
    def joined(first: str, *, second: str) -> str:
        return first + second

    assert joined("a", second="b") == "ab"
    assert joined.__name__ == "joined"
