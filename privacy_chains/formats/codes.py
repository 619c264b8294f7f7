"""Codes: ids of ASCII letters and digits whose separators and letter case are only a way of writing them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby
from string import ascii_uppercase, digits

from privacy_chains.errors import FormatError
from privacy_chains.formats._automata import Ranker
from privacy_chains.formats._patterns import compile_pattern
from privacy_chains.formats.base import Format, Part, Reading

__all__ = ["CheckedCode", "Code", "PatternCode", "fill", "read_code", "shape_of"]

Check = Callable[[str], str | None]
"""The check characters of a payload, or None where there are none."""


def read_code(text: str) -> str:
    """The ASCII letters and digits of ``text``, in upper case.

    Raises:
        FormatError: There are none, or ``text`` holds letters or digits of another script: a full-width digit is
            not taken for the ASCII one.
    """
    if not text.isascii() and any(char.isalnum() and not char.isascii() for char in text):
        msg = "the value holds letters or digits outside ASCII"
        raise FormatError(msg)
    code = "".join(filter(str.isalnum, text)).upper()
    if not code:
        msg = "the value holds no letter or digit"
        raise FormatError(msg)
    return code


def fill(text: str, code: str) -> str:
    """``text`` with its letters and digits replaced in turn by those of ``code``, in the case they had.

    A letter that takes the place of a digit follows the case of the text's letters.
    """
    lower = text.upper() != text and text.lower() == text
    chars = iter(code)
    return "".join(
        (char.lower() if (old.islower() if old.isalpha() else lower) else char) if old.isalnum() else old
        for old, char in ((old, next(chars) if old.isalnum() else "") for old in text)
    )


def shape_of(code: str) -> str:
    """Where the digits and letters stand, run-length encoded: ``"AB1234"`` is ``"A2 9+4"`` written ``"a2d4"``."""
    runs = groupby(code, key=str.isdigit)
    return "".join(f"{'d' if isdigit else 'a'}{sum(1 for _ in run)}" for isdigit, run in runs)


@lru_cache(maxsize=1024)
def _ranker(pattern: str, kinds: tuple[bool, ...]) -> Ranker:
    """Ranks the members whose digits stand where ``kinds`` is true."""
    alphabets = [digits if isdigit else ascii_uppercase for isdigit in kinds]
    return Ranker(compile_pattern(pattern), len(kinds), alphabets)


def ranker_for(pattern: str, code: str) -> Ranker:
    """Ranks the members of ``pattern`` that have digits and letters at the places of ``code``."""
    return _ranker(pattern, tuple(map(str.isdigit, code)))


class Code(Format):
    """An id: its letters and digits are the value, everything else is kept byte for byte.

    The same id with other separators, or in another case, has the same parts.
    """

    reading: Reading = "code"

    @abstractmethod
    def parts(self, code: str) -> tuple[Part, ...]:
        """Take upper-case letters and digits apart.

        Raises:
            FormatError: ``code`` is not a member.
        """

    @abstractmethod
    def write(self, code: str, ranks: Sequence[int]) -> str:
        """``code`` with the parts of the given ranks; as long as ``code``."""

    def split(self, text: str) -> tuple[Part, ...]:
        return self.parts(read_code(text))

    def join(self, text: str, ranks: Sequence[int]) -> str:
        return fill(text, self.write(read_code(text), ranks))


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

    def parts(self, code: str) -> tuple[Part, ...]:
        if self.rule and not self.rule(code):
            raise FormatError(f"the value breaks a rule of {self.name}")
        ranker = ranker_for(self.pattern, code)
        return (Part(f"{self.name}/{shape_of(code)}", ranker.size, ranker.rank(code)),)

    def write(self, code: str, ranks: Sequence[int]) -> str:
        return ranker_for(self.pattern, code).unrank(ranks[0])


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

    def parts(self, code: str) -> tuple[Part, ...]:
        start, payload = self._payload(code)
        ranker = ranker_for(self.pattern, payload)
        rank = ranker.rank(payload)
        if self.check(payload) != code[start : start + self.width]:
            raise FormatError(f"the value does not have the check digits of {self.name}")
        if self.rule and not self.rule(code):
            raise FormatError(f"the value breaks a rule of {self.name}")
        return (Part(f"{self.name}/{shape_of(payload)}", ranker.size, rank),)

    def write(self, code: str, ranks: Sequence[int]) -> str:
        start, payload = self._payload(code)
        payload = ranker_for(self.pattern, payload).unrank(ranks[0])
        check = self.check(payload) or "0" * self.width
        return payload[:start] + check + payload[start:]

    def split(self, text: str) -> tuple[Part, ...]:
        if self.one_case and text not in (text.upper(), text.lower()):
            msg = f"the value mixes upper and lower case, which {self.name} does not keep"
            raise FormatError(msg)
        return super().split(text)

    def _payload(self, code: str) -> tuple[int, str]:
        """Where the check characters start, and the code without them."""
        start = self.at if self.at >= 0 else len(code) + self.at
        if not 0 <= start <= len(code) - self.width:
            raise FormatError(f"the value is too short for {self.name}")
        return start, code[:start] + code[start + self.width :]
