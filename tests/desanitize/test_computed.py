"""Numbers that the model worked out."""

from __future__ import annotations

import re

import pytest

from privacy_chains.desanitize.engine import computed


class _Counting:
    """A pattern that counts the characters which its matches cover."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern, self.covered = pattern, 0

    def search(self, text: str, start: int) -> re.Match[str] | None:
        return self._count(self.pattern.search(text, start))

    def match(self, text: str, start: int) -> re.Match[str] | None:
        return self._count(self.pattern.match(text, start))

    def _count(self, found: re.Match[str] | None) -> re.Match[str] | None:
        self.covered += found.end() - found.start() if found else 0
        return found


@pytest.mark.parametrize("text", ["7219" * 20_000, "a7219" * 9_000, "a" + "7219" * 20_000, "12, 7 " * 9_000])
def test_each_figure_is_looked_at_a_few_times(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patterns = {name: _Counting(getattr(computed, name)) for name in ("_FIGURE", "_FIGURES", "NUMERAL")}
    for name, pattern in patterns.items():
        monkeypatch.setattr(computed, name, pattern)
    computed.computed_numbers(text, lambda _: True, ())
    assert sum(pattern.covered for pattern in patterns.values()) <= 3 * len(text)


def test_digits_behind_a_letter_are_no_number() -> None:
    found = computed.computed_numbers("a123 45 and 1,200", lambda _: False, ())
    assert [(one.start, one.end) for one in found] == [(5, 7), (12, 17)]
