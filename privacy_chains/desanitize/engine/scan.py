"""The scan: one pass over an answer, leftmost and longest first, settled as far as nothing to come can change it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from privacy_chains.contract.report import Sighting
from privacy_chains.desanitize.engine.chooser import KNOWN, Chooser
from privacy_chains.desanitize.engine.index import SurrogateIndex
from privacy_chains.desanitize.engine.quoting import LOOK_BACK
from privacy_chains.desanitize.engine.sieve import SHORTEST, Sieve
from privacy_chains.desanitize.engine.source_match import REACH, Echo, Places, Verdict
from privacy_chains.desanitize.engine.targets import Targets
from privacy_chains.desanitize.engine.unseen import is_broken
from privacy_chains.desanitize.kinds.names import NO_SURNAME
from privacy_chains.desanitize.spellings.columns import LONGEST_TABLE
from privacy_chains.desanitize.spellings.source_texts import Source
from privacy_chains.desanitize.tokens import (
    CONTINUED,
    FIGURES,
    STEM,
    TOKEN,
    WAIT,
    Found,
    ScannedText,
    Wait,
    cut_escape,
    is_run,
    token_around,
)

__all__ = ["Scan"]

_KEPT: Final = max(96, REACH, LOOK_BACK, LONGEST_TABLE + 1)


@dataclass(slots=True)
class Scan:
    """The state of reading one answer. Not for use by several threads at once.

    ``prove`` is called once before anything is decided by a spelling: it strikes spellings.
    ``escapes`` says whether originals are escaped for the literals that they come to stand in.
    ``wary``: what any text may hold is left where nothing of the request was read nearby.
    ``targets`` says into which addresses originals may be written; None for all.
    ``known`` says where surrogates stand, as issued and sure to be read so: the end and the entry by the start.
    """

    index: SurrogateIndex
    places: Places
    sources: dict[str, list[Source]]
    prove: Callable[[], None] | None = None
    escapes: bool = True
    known: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    targets: Targets | None = None
    wary: bool = False
    _echo: Echo = field(init=False)
    _chooser: Chooser = field(init=False)
    _text: str = ""
    _base: int = 0  # where _text starts in the answer
    _at: int = 0  # in _text: everything before it is settled
    _token: int = 0  # in _text: where the next token is looked for
    _run: re.Pattern[str] | None = None  # the rest of a run whose start is settled
    _anchor: int = 0  # in the answer: where the last surrogate that was restored ends
    _sieve: Sieve | None = None
    _places: list[int] = field(default_factory=list)  # in _text: where a token is to be looked at, last first
    _sifted: int = 0  # in _text: up to where _places tells
    _afresh: bool = False  # whether tokens are counted anew from _token to the next space

    def __post_init__(self) -> None:
        self._echo = Echo(self.sources)
        self._chooser = Chooser(self.index, self.places, self.targets, escapes=self.escapes, wary=self.wary)

    @property
    def restored(self) -> list[Sighting]:
        """What was written so far."""
        return self._chooser.restored

    @property
    def held(self) -> list[Sighting]:
        """What was held back so far."""
        return self._chooser.held

    @property
    def left(self) -> list[Sighting]:
        """What was left in doubt so far."""
        return self._chooser.left

    def advance(self, chunk: str, *, final: bool = False) -> ScannedText:
        """Take in a chunk; return what it settles."""
        self._text += chunk
        self._echo.advance(chunk, final=final)
        start = self._at
        found, stop = self._settle(final=final)
        settled = ScannedText(self._text[start:stop], tuple(one.moved(-start) for one in found))
        self._chooser.advance(self._text, self._base, stop)
        drop = max(0, stop - _KEPT) if stop > 2 * _KEPT else 0
        if drop:
            self._text = self._text[drop:]
            self._base += drop
            self._token -= drop
        self._at = stop - drop
        self._echo.forget(self._base + self._at)
        return settled

    def _settle(self, *, final: bool) -> tuple[list[Found], int]:
        """What can be decided: the finds, and where the undecided tail starts."""
        text = self._text if final else self._text[: cut_escape(self._text, self._at)]
        at = echo_from = self._at
        self._sifted, self._afresh = 0, False
        found: list[Found] = []
        tail: re.Match[str] | None = None
        if self._run is not None:
            self._token = self._continue_run(text, self._token)
        while True:
            token, last = self._next_token(text)
            tail = last or tail
            echo_at = self._echo.next_start(self._base + echo_from)
            echoes = echo_at is not None and (token is None or echo_at - self._base <= token.start())
            if echo_at is not None and echoes:
                place, seen = echo_at - self._base, self._at_echo(echo_at)
                echo_from = place + 1
            elif token is not None:
                place = token.start() - self._lead(text, at, token.start())
                seen = self._at_token(text, token, at, final=final)
                self._token, tail = (token.start() if seen is WAIT else token.end()), token
            else:
                return found, len(text) if final else self._undecided(text, at, tail)
            if isinstance(seen, Wait):
                return found, max(at, self._before_echo(text, at, place) if echoes and not final else place)
            if seen is not None:
                if seen.kind != KNOWN:
                    found.append(seen)
                self._anchor = self._base + seen.end
                self._token = max(self._token, seen.end) if echoes else seen.end
                at, echo_from, tail = seen.end, max(seen.end, echo_from), None
                if at > len(text):  # a sanitized text goes on where an escape might begin
                    text = self._text[: cut_escape(self._text, at)]
                self._afresh = True

    def _next_token(self, text: str) -> tuple[re.Match[str] | None, re.Match[str] | None]:
        """The next token that a spelling may start with, and the last one that was passed over."""
        while self._token < self._sifted or len(text) - self._token >= SHORTEST:
            if self._token >= self._sifted:
                self._sieve = self._sieve or Sieve(self.index)
                self._places, self._sifted = self._sieve.sift(text, self._token)
                self._afresh = False
                if self._sifted == self._token:
                    break
            token = self._in_block(text)
            if token is not None:
                return token, None
            self._token = max(self._token, self._sifted)
        return self._by_token(text)

    def _in_block(self, text: str) -> re.Match[str] | None:
        """The next token of a sifted block that a spelling may start with."""
        if self._afresh:
            space = text.find(" ", self._token, self._sifted)
            stop = self._sifted if space < 0 else space
            line = text.find("\n", self._token, stop)
            stop = stop if line < 0 else line
            for token in TOKEN.finditer(text, self._token, stop):
                if self._may_start(text, token):
                    return token
            self._token, self._afresh = stop, False
        while self._places:
            if self._places[-1] >= self._token:
                seen = TOKEN.match(text, self._places[-1])
                if seen is not None and self._may_start(text, seen):
                    return seen
            self._places.pop()
        return None

    def _may_start(self, text: str, token: re.Match[str]) -> bool:
        index, word = self.index, token[0]
        if is_broken(text, token.end()):
            return True
        if word in index.first:
            return word not in index.initials or NO_SURNAME.match(text, token.end()) is None
        return token.lastindex is not None and (token.lastindex == FIGURES or word[:STEM] in index.stems)

    def _by_token(self, text: str) -> tuple[re.Match[str] | None, re.Match[str] | None]:
        """The same, in a text that is looked at token by token."""
        index, last = self.index, None
        first, stems, initials = index.first, index.stems, index.initials
        for token in TOKEN.finditer(text, self._token):
            word = token[0]
            if word in first:
                if word not in initials or NO_SURNAME.match(text, token.end()) is None:
                    return token, last
            elif is_broken(text, token.end()) or (
                (group := token.lastindex) and (group == FIGURES or word[:STEM] in stems)
            ):
                return token, last
            last = token
        return None, last

    def _continue_run(self, text: str, at: int) -> int:
        """Pass over the rest of a run that no spelling starts with."""
        rest = self._run.match(text, at) if self._run is not None else None
        end = rest.end() if rest is not None else at
        if end < len(text):
            self._run = None
        return end

    def _undecided(self, text: str, at: int, tail: re.Match[str] | None) -> int:
        """Where the part starts that more characters may make a surrogate of, when no token is pending."""
        if tail is not None and tail.end() == len(text):
            if tail[0] in self.index.heads:
                self._token = tail.start()  # it may begin in what an echo has settled
                return max(at, tail.start() - self._lead(text, at, tail.start()))
            if is_run(tail[0]):
                self._token, self._run = len(text), CONTINUED[tail.lastindex == FIGURES]
                return len(text)
        self._token = max(self._token, at)
        return len(text) - self._lead(text, at, len(text))

    def _before_echo(self, text: str, at: int, place: int) -> int:
        """Up to where a text is settled before an echo that is awaited: no token is cut in two by it."""
        token = token_around(text, self._token, place)
        if token is not None and token.end() == len(text):  # it goes on, and may begin a surrogate
            return token.start() - self._lead(text, at, token.start())
        self._token = token.end() if token is not None else self._token
        return min(place, len(text))

    def _lead(self, text: str, at: int, end: int) -> int:
        """The length of the longest lead, or beginning of one, that stands before ``end``."""
        leads = self.index.leads
        for length in range(min(self.index.longest_lead, end - at), 0, -1):
            if text[end - length : end] in leads:
                return length
        return 0

    def _at_echo(self, start: int) -> Found | Wait | None:
        seen = self._echo.surrogate_at(start)
        if isinstance(seen, Found):
            seen = seen.moved(-self._base)
            self._chooser.note(self._chooser.restored, seen, self._base, seen.kind)
        return seen

    def _at_token(self, text: str, token: re.Match[str], floor: int, *, final: bool) -> Found | Wait | None:
        """The longest find at a token that is neither disproved nor in doubt."""
        known = self._at_known(text, token, floor) if self.known else None
        if known is not None:
            return known
        seen = self.index.at(text, token, floor, final=final)
        if isinstance(seen, Wait):
            return seen
        struck = self.index.struck
        live = sorted((f for f in seen if (f.entry, f.kind) not in struck), key=lambda f: (f.start, -f.end))
        for (start, end), group in groupby(live, key=lambda f: (f.start, f.end)):
            verdict = self._echo.judge(self._base + start, self._base + end)
            if verdict is Verdict.OPEN:
                return WAIT
            if verdict is not Verdict.CLEAR:
                if self.prove is not None:
                    self.prove()
                    self.prove = None
                    return self._at_token(text, token, floor, final=final)
                chosen = self._chooser.among(text, self._base, list(group), self._anchor)
                if chosen is not None:
                    return chosen
        return None

    def _at_known(self, text: str, token: re.Match[str], floor: int) -> Found | None:
        for start in (token.start() - 1, token.start()):
            place = self.known.get(start)
            if place is not None and start >= floor:
                end, entry = place
                if self.index.is_alone(entry, token[0], text[end : end + 2]):
                    return Found(start, end, "", entry, KNOWN)
        return None
