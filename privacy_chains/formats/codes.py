"""Codes: ids of ASCII letters and digits. Separators and letter case are only spelling."""

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
"""Gives the check characters of a payload, or None if there are none."""


_KEPT = bytes(code for code in range(128) if not chr(code).isalnum())


def read_code(text: str) -> str:
    """The ASCII letters and digits of ``text``, in upper case.

    Raises:
        FormatError: There are none, or ``text`` holds letters or digits of another script. A full-width digit does not
            count as the ASCII digit.
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
    """Replace the letters and digits of ``text`` by those of ``code``, one by one, and keep the case.

    A letter that replaces a digit gets the case of the text's letters.
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
    """The positions of digits and letters, run-length encoded: the shape of ``"AB1234"`` is ``"a2d4"``."""
    runs = groupby(code, key=str.isdigit)
    return "".join(f"{'d' if isdigit else 'a'}{sum(1 for _ in run)}" for isdigit, run in runs)


@lru_cache(maxsize=1024)
def _ranker(pattern: str, kinds: str, compiled: Callable[[str], Dfa] = compile_pattern) -> tuple[str, Ranker]:
    """The shape of codes with digits and letters where ``kinds`` has 0 and A, and a ranker of such members."""
    alphabets = [digits if kind == "0" else ascii_uppercase for kind in kinds]
    return shape_of(kinds), Ranker(compiled(pattern), len(kinds), alphabets)


_KINDS = str.maketrans(digits + ascii_uppercase, "0" * 10 + "A" * 26)


def shaped_ranker(pattern: str, code: str) -> tuple[str, Ranker]:
    """The shape of ``code``, and a ranker of the members of ``pattern`` that have this shape."""
    return _ranker(pattern, code.translate(_KINDS))


def ranker_for(pattern: str, code: str, compiled: Callable[[str], Dfa] = compile_pattern) -> Ranker:
    """A ranker of the members of ``pattern`` that have digits and letters in the same positions as ``code``."""
    return _ranker(pattern, code.translate(_KINDS), compiled)[1]


class Code(OneLook):
    """An id: its letters and digits are the value, everything else is kept byte for byte.

    The same id with other separators or in another case has the same parts.
    """

    reading: Reading = "code"

    @abstractmethod
    def take_apart(self, code: str) -> tuple[tuple[Part, ...], Write]:
        """The parts of upper-case letters and digits, and a function that writes as many with other ranks.

        Raises:
            FormatError: ``code`` is not a member.
        """

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        parts, write = self.take_apart(read_code(text))
        return parts, lambda ranks: fill(text, write(ranks))


class PatternCode(Code):
    """Ids that match a regular expression after separators are dropped and letters made upper-case.

    Every digit stays a digit, and every letter a letter.

    Args:
        name: Names the domain.
        pattern: A regular expression that `RegexFormat` supports, for the upper-case code.
        keeps: The declared leakage in addition to length, separators, case and the positions of letters.
        rule: A further condition on the whole code. Cycle-walking passes over ranks that fail it.
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
    """Ids with correct check characters: the payload is enciphered, and its check characters are recomputed.

    Cycle-walking passes over a payload that has no check character.

    Args:
        name: Names the domain.
        pattern: The payload's regular expression: the upper-case code without its check characters.
        check: Computes the check characters of a payload; None if there are none.
        at: Their position in the whole code; a negative one counts from the end.
        width: How many there are.
        keeps: The declared leakage in addition to length, separators, case, validity and the positions of letters.
        rule: A further condition on the whole code.
        one_case: Whether mixed case is refused. It must be if a check character may be a digit or a letter: a digit
            would lose the case of the letter that it replaces.
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
        """The position of the check characters, and the code without them."""
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
    """A format for valid ids, and after them for codes that only look like one.

    Args:
        name: Names the ids. The domains begin with it.
        pattern: The pattern of a valid id without its check characters.
        check: Computes the check characters.
        invalid: The pattern of codes that look like an id.
        at: The position of the check characters.
        width: How many check characters there are.
        rule: A further condition on valid ids.
    """
    return FirstOf(
        CheckedCode(name, pattern, check, at=at, width=width, rule=rule),
        PatternCode(f"{name}/invalid", invalid, keeps="validity"),
    )
