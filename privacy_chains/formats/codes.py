"""Codes: ids of ASCII letters and digits whose separators and letter case are only a way of writing them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby
from string import ascii_uppercase, digits

from privacy_chains.errors import FormatError
from privacy_chains.formats._automata import Dfa, Ranker
from privacy_chains.formats._patterns import compile_pattern
from privacy_chains.formats.base import FirstOf, OneLook, Part, Reading, Write

__all__ = [
    "CheckedCode",
    "Code",
    "PatternCode",
    "checked_id",
    "fill",
    "ranker_for",
    "read_code",
    "shape_of",
    "shaped_ranker",
]

Check = Callable[[str], str | None]
"""The check characters of a payload, or None where there are none."""


_KEPT = bytes(code for code in range(128) if not chr(code).isalnum())


def read_code(text: str) -> str:
    """The ASCII letters and digits of ``text``, in upper case.

    Raises:
        FormatError: There are none, or ``text`` holds letters or digits of another script: a full-width digit is
            not taken for the ASCII one.
    """
    if text.isascii():
        code = text.encode().translate(None, _KEPT).decode().upper()
    elif any(char.isalnum() and not char.isascii() for char in text):
        msg = "the value holds letters or digits outside ASCII"
        raise FormatError(msg)
    else:
        code = "".join(filter(str.isalnum, text)).upper()
    if not code:
        msg = "the value holds no letter or digit"
        raise FormatError(msg)
    return code


def fill(text: str, code: str) -> str:
    """``text`` with its letters and digits replaced in turn by those of ``code``, in the case they had.

    A letter that takes the place of a digit follows the case of the text's letters.
    """
    if len(code) == len(text) and text.isdigit():
        return code
    chars = iter(code)
    if text.upper() == text:
        return "".join([next(chars) if old.isalnum() else old for old in text])
    lower = text.lower() == text
    return "".join(
        (char.lower() if (old.islower() if old.isalpha() else lower) else char) if old.isalnum() else old
        for old, char in ((old, next(chars) if old.isalnum() else "") for old in text)
    )


def shape_of(code: str) -> str:
    """Where the digits and letters stand, run-length encoded: ``"AB1234"`` is ``"A2 9+4"`` written ``"a2d4"``."""
    runs = groupby(code, key=str.isdigit)
    return "".join(f"{'d' if isdigit else 'a'}{sum(1 for _ in run)}" for isdigit, run in runs)


@lru_cache(maxsize=1024)
def _ranker(pattern: str, kinds: str, compiled: Callable[[str], Dfa] = compile_pattern) -> tuple[str, Ranker]:
    """The shape of codes with digits and letters where ``kinds`` has 0 and A, and what ranks the members among them."""
    alphabets = [digits if kind == "0" else ascii_uppercase for kind in kinds]
    return shape_of(kinds), Ranker(compiled(pattern), len(kinds), alphabets)


_KINDS = str.maketrans(digits + ascii_uppercase, "0" * 10 + "A" * 26)


def shaped_ranker(pattern: str, code: str) -> tuple[str, Ranker]:
    """The shape of ``code``, and what ranks the members of ``pattern`` with digits and letters at the same places."""
    return _ranker(pattern, code.translate(_KINDS))


def ranker_for(pattern: str, code: str, compiled: Callable[[str], Dfa] = compile_pattern) -> Ranker:
    """Ranks the members of ``pattern`` that have digits and letters at the places of ``code``."""
    return _ranker(pattern, code.translate(_KINDS), compiled)[1]


class Code(OneLook):
    """An id: its letters and digits are the value, everything else is kept byte for byte.

    The same id with other separators, or in another case, has the same parts.
    """

    reading: Reading = "code"

    @abstractmethod
    def take_apart(self, code: str) -> tuple[tuple[Part, ...], Write]:
        """The parts of upper-case letters and digits, and what writes as many with other ranks.

        Raises:
            FormatError: ``code`` is not a member.
        """

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        parts, write = self.take_apart(read_code(text))
        return parts, lambda ranks: fill(text, write(ranks))


class PatternCode(Code):
    """Ids that match a regular expression once separators are dropped and letters are upper-case.

    Digits stay digits and letters stay letters, place by place.

    Args:
        name: Names the domain.
        pattern: What `RegexFormat` understands, for the upper-case code.
        keeps: The declared leakage beside length, separators, case and which places hold letters.
        rule: A further condition on the whole code; ranks that fail it are walked over.
    """

    def __init__(self, name: str, pattern: str, *, keeps: str = "", rule: Callable[[str], bool] | None = None) -> None:
        self.name = name
        self.pattern = pattern
        self.rule = rule
        self.keeps = ", ".join(filter(None, ("length, separators, case, places of letters", keeps)))

    def take_apart(self, code: str) -> tuple[tuple[Part, ...], Write]:
        if self.rule and not self.rule(code):
            raise FormatError(f"the value breaks a rule of {self.name}")
        shape, ranker = shaped_ranker(self.pattern, code)
        part = Part(f"{self.name}/{shape}", ranker.size, ranker.rank(code))
        return (part,), lambda ranks: ranker.unrank(ranks[0])


class CheckedCode(Code):
    """Ids whose check characters fit: the payload is enciphered, the check characters are computed again.

    A payload that has no check character is walked over.

    Args:
        name: Names the domain.
        pattern: The payload's regular expression: the upper-case code without its check characters.
        check: Computes the check characters of a payload; None where there are none.
        at: Where they stand in the whole code; negative counts from its end.
        width: How many there are.
        keeps: The declared leakage beside length, separators, case, validity and which places hold letters.
        rule: A further condition on the whole code.
        one_case: Whether mixed case is refused. It must be where a check character may be a digit or a letter: a
            digit would forget the case of the letter whose place it takes.
    """

    def __init__(  # noqa: PLR0913 - one argument for each fact about an id
        self,
        name: str,
        pattern: str,
        check: Check,
        *,
        at: int = -1,
        width: int = 1,
        keeps: str = "",
        rule: Callable[[str], bool] | None = None,
        one_case: bool = False,
    ) -> None:
        self.name = name
        self.one_case = one_case
        self.pattern = pattern
        self.check = check
        self.at = at
        self.width = width
        self.rule = rule
        self.keeps = ", ".join(filter(None, ("length, separators, case, places of letters, validity", keeps)))

    def take_apart(self, code: str) -> tuple[tuple[Part, ...], Write]:
        start, payload = self._payload(code)
        shape, ranker = shaped_ranker(self.pattern, payload)
        rank = ranker.rank(payload)
        if self.check(payload) != code[start : start + self.width]:
            raise FormatError(f"the value does not have the check digits of {self.name}")
        if self.rule and not self.rule(code):
            raise FormatError(f"the value breaks a rule of {self.name}")

        def write(ranks: Sequence[int]) -> str:
            new = ranker.unrank(ranks[0])
            return new[:start] + (self.check(new) or "0" * self.width) + new[start:]

        return (Part(f"{self.name}/{shape}", ranker.size, rank),), write

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        if self.one_case and text not in (text.upper(), text.lower()):
            msg = f"the value mixes upper and lower case, which {self.name} does not keep"
            raise FormatError(msg)
        return super().read(text)

    def _payload(self, code: str) -> tuple[int, str]:
        """Where the check characters start, and the code without them."""
        start = self.at if self.at >= 0 else len(code) + self.at
        if not 0 <= start <= len(code) - self.width:
            raise FormatError(f"the value is too short for {self.name}")
        return start, code[:start] + code[start + self.width :]


def checked_id(  # noqa: PLR0913 - one argument for each fact about an id
    name: str,
    pattern: str,
    check: Check,
    invalid: str,
    *,
    at: int = -1,
    width: int = 1,
    rule: Callable[[str], bool] | None = None,
) -> FirstOf:
    """Valid ids, then those that only look like one.

    Args:
        name: Names the ids; it begins the domains.
        pattern: Of a valid id without its check characters.
        check: Gives these.
        invalid: The pattern of what looks like an id.
        at: Where the check characters stand.
        width: How many there are.
        rule: What else a valid id obeys.
    """
    return FirstOf(
        CheckedCode(name, pattern, check, at=at, width=width, rule=rule),
        PatternCode(f"{name}/invalid", invalid, keeps="validity"),
    )
