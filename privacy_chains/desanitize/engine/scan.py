"""The scan: one pass over an answer, leftmost and longest first, settled as far as nothing to come can change it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from privacy_chains.contract.report import Sighting
from privacy_chains.desanitize.engine.chance import ALONE, reach_of
from privacy_chains.desanitize.engine.index import SurrogateIndex
from privacy_chains.desanitize.engine.quoting import LOOK_BACK, Quoting
from privacy_chains.desanitize.engine.sieve import SHORTEST, Sieve
from privacy_chains.desanitize.engine.source_match import REACH, Echo, Places, Verdict, context
from privacy_chains.desanitize.engine.targets import HELD, Targets
from privacy_chains.desanitize.engine.unseen import is_broken
from privacy_chains.desanitize.escaping import UNSAFE, fit
from privacy_chains.desanitize.kinds.names import NO_SURNAME
from privacy_chains.desanitize.spellings.addresses import OF_ANOTHER
from privacy_chains.desanitize.spellings.ages import FAR, FAR_AWAY
from privacy_chains.desanitize.spellings.columns import LONGEST_TABLE
from privacy_chains.desanitize.spellings.literals import IN_A_LITERAL
from privacy_chains.desanitize.spellings.owners import TIED
from privacy_chains.desanitize.spellings.source_texts import MOST_SIGHTINGS, Source
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

__all__ = ["EXACT", "Scan"]

_KEPT: Final = max(96, REACH, LOOK_BACK, LONGEST_TABLE + 1)
KNOWN: Final = "known"
EXACT: Final = frozenset(("exact", "glued"))
_AMBIGUOUS: Final = "more than one original fits and no context decides"


@dataclass(slots=True)
class Scan:
    """The state of reading one answer. Not for use by several threads at once.

    ``prove`` is called once before anything is decided by a spelling: it strikes spellings.
    ``escapes`` says whether originals are escaped for the literals that they come to stand in.
    ``wary``: what any text may hold is left where nothing of the request was read nearby.
    ``targets`` says into which addresses originals may be written; None for all.
    ``known`` says where surrogates stand, as issued and sure to be read so: the end and the entry by the start.
    """

    lexicon: SurrogateIndex
    places: Places
    sources: dict[str, list[Source]]
    prove: Callable[[], None] | None = None
    escapes: bool = True
    known: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    targets: Targets | None = None
    wary: bool = False
    restored: list[Sighting] = field(default_factory=list)
    held: list[Sighting] = field(default_factory=list)
    left: list[Sighting] = field(default_factory=list)
    _echo: Echo = field(init=False)
    _text: str = ""
    _base: int = 0  # where _text starts in the answer
    _at: int = 0  # in _text: everything before it is settled
    _token: int = 0  # in _text: where the next token is looked for
    _run: re.Pattern[str] | None = None  # the rest of a run whose start is settled
    _quoting: Quoting | None = None
    _anchor: int = 0  # in the answer: where the last surrogate that was restored ends
    _sieve: Sieve | None = None
    _places: list[int] = field(default_factory=list)  # in _text: where a token is to be looked at, last first
    _sifted: int = 0  # in _text: up to where _places tells
    _afresh: bool = False  # whether tokens are counted anew from _token to the next space

    def __post_init__(self) -> None:
        self._echo = Echo(self.sources)
        if self.escapes and self.lexicon.touchy:
            self._quoting = Quoting()

    def advance(self, chunk: str, *, final: bool = False) -> ScannedText:
        """Take in a chunk; return what it settles."""
        self._text += chunk
        self._echo.advance(chunk, final=final)
        start = self._at
        found, stop = self._settle(final=final)
        settled = ScannedText(self._text[start:stop], tuple(one.moved(-start) for one in found))
        if self._quoting is not None:
            self._quoting.advance(self._text, self._base, stop)
        if self.targets is not None:
            self.targets.advance(self._text, self._base, stop)
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
                self._sieve = self._sieve or Sieve(self.lexicon)
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
        lexicon, word = self.lexicon, token[0]
        if is_broken(text, token.end()):
            return True
        if word in lexicon.first:
            return word not in lexicon.initials or NO_SURNAME.match(text, token.end()) is None
        return token.lastindex is not None and (token.lastindex == FIGURES or word[:STEM] in lexicon.stems)

    def _by_token(self, text: str) -> tuple[re.Match[str] | None, re.Match[str] | None]:
        """The same, in a text that is looked at token by token."""
        lexicon, last = self.lexicon, None
        first, stems, initials = lexicon.first, lexicon.stems, lexicon.initials
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
            if tail[0] in self.lexicon.heads:
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
        leads = self.lexicon.leads
        for length in range(min(self.lexicon.longest_lead, end - at), 0, -1):
            if text[end - length : end] in leads:
                return length
        return 0

    def _at_echo(self, start: int) -> Found | Wait | None:
        seen = self._echo.surrogate_at(start)
        if isinstance(seen, Found):
            seen = seen.moved(-self._base)
            self._note(self.restored, seen, seen.kind)
        return seen

    def _at_token(self, text: str, token: re.Match[str], floor: int, *, final: bool) -> Found | Wait | None:
        """The longest find at a token that is neither disproved nor in doubt."""
        known = self._at_known(text, token, floor) if self.known else None
        if known is not None:
            return known
        seen = self.lexicon.at(text, token, floor, final=final)
        if isinstance(seen, Wait):
            return seen
        struck = self.lexicon.struck
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
                chosen = self._choose(text, list(group))
                if chosen is not None:
                    return chosen if chosen.kind == KNOWN else self._written_or_held(text, chosen)
        return None

    def _written_or_held(self, text: str, found: Found) -> Found:
        """The find; one that changes nothing where it is held back."""
        if self._lets(text, found):
            self._note(self.restored, found, found.kind)
            return found
        self._note(self.held, found, HELD)
        return found._replace(kind=KNOWN)

    def _lets(self, text: str, found: Found) -> bool:
        """Whether an original may be written where it was found."""
        kind = self.lexicon.issued[found.entry].entity_type
        return self.targets is None or self.targets.lets(text, self._base, found, kind)

    def _at_known(self, text: str, token: re.Match[str], floor: int) -> Found | None:
        for start in (token.start() - 1, token.start()):
            place = self.known.get(start)
            if place is not None and start >= floor:
                end, entry = place
                if self.lexicon.is_alone(entry, token[0], text[end : end + 2]):
                    return Found(start, end, "", entry, KNOWN)
        return None

    def _choose(self, text: str, group: list[Found]) -> Found | None:
        """The one meaning of a stretch, a known one where it is left whole, or None when it has none or several."""
        sure = [found for found in group if not found.doubt]
        if not sure:
            self._note(self.left, group[0], group[0].doubt)
            return group[0]._replace(kind=KNOWN) if group[0].doubt == OF_ANOTHER else None  # nor is a part of it read
        sure = [found for found in sure if found.kind in EXACT] or sure
        tied = [found for found in sure if found.kind == TIED]
        sure = tied or sure
        issued = self.lexicon.issued
        contested = next((found for found in sure if issued[found.entry].surrogate in self.places), None)
        if contested is not None and len({found.text for found in tied}) != 1:
            left = context(text, contested.start, origin=self._base == 0)
            originals = [issued[found.entry].original for found in sure]
            meaning = self.places.decide(issued[contested.entry].surrogate, left, originals)
            sure = [found for found in sure if issued[found.entry].original == meaning]
        if len({found.text for found in sure}) != 1:
            self._note(self.left, group[0], _AMBIGUOUS)
            return None
        far = self._too_far(text, sure[0])
        if far:
            self._note(self.left, sure[0], far)
            return None
        return self._fitted(text, sure[0])

    def _too_far(self, text: str, found: Found) -> str:
        """Why a find is left for its distance from what was read before; nothing where it is not."""
        distance, kind = self._base + found.start - self._anchor, self.lexicon.issued[found.entry].entity_type
        if kind == "AGE":
            return FAR_AWAY if distance > FAR else ""
        reach = reach_of(text, found, kind) if self.wary else None
        return ALONE if reach is not None and distance > reach else ""

    def _fitted(self, text: str, found: Found) -> Found | None:
        """The find with its original escaped for where it stands, or None where that is not safe."""
        if self._quoting is None or found.entry not in self.lexicon.touchy or found.kind == IN_A_LITERAL:
            return found
        place = self._quoting.place(text, self._base, found.start)
        seen, original = text[found.start : found.end], self.lexicon.issued[found.entry].original
        fitting = fit(found.text, seen, original, place)
        if fitting is None:
            self._note(self.left, found, UNSAFE)
            return None
        return found if fitting == found.text else found._replace(text=fitting)

    def _note(self, sightings: list[Sighting], found: Found, reason: str) -> None:
        if len(sightings) < MOST_SIGHTINGS:
            entity_type = self.lexicon.issued[found.entry].entity_type
            sightings.append(Sighting(entity_type, self._base + found.start, self._base + found.end, reason))
