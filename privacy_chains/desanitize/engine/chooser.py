"""The chooser: which of several finds at one stretch is written, and which are only reported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from privacy_chains.contract.report import Sighting
from privacy_chains.desanitize.engine.chance import ALONE, reach_of
from privacy_chains.desanitize.engine.index import SurrogateIndex
from privacy_chains.desanitize.engine.quoting import Quoting
from privacy_chains.desanitize.engine.source_match import Places, context
from privacy_chains.desanitize.engine.targets import HELD, Targets
from privacy_chains.desanitize.escaping import UNSAFE, fit
from privacy_chains.desanitize.spellings.addresses import OF_ANOTHER
from privacy_chains.desanitize.spellings.ages import FAR, FAR_AWAY
from privacy_chains.desanitize.spellings.literals import IN_A_LITERAL
from privacy_chains.desanitize.spellings.owners import TIED
from privacy_chains.desanitize.spellings.source_texts import MOST_SIGHTINGS
from privacy_chains.desanitize.tokens import Found

__all__ = ["EXACT", "KNOWN", "Chooser"]

KNOWN: Final = "known"
"""The kind of a find that is left as it stands, and of which no part is read."""
EXACT: Final = frozenset(("exact", "glued"))
_AMBIGUOUS: Final = "more than one original fits and no context decides"


class Chooser:
    """Decides what is written in one answer, and reports it. Not for use by several threads at once.

    Args:
        index: The surrogates.
        places: Where surrogates of several originals stand in the sanitized texts.
        escapes: Whether originals are escaped for the literals that they come to stand in.
        wary: Whether common words and numbers are left where no other surrogate stands nearby.
        targets: Into which addresses originals may be written; None for all.

    Attributes:
        restored: What was written.
        held: What was held back from an address of a host that is not allowed.
        left: What was left in doubt.
    """

    def __init__(
        self, index: SurrogateIndex, places: Places, targets: Targets | None, *, escapes: bool, wary: bool
    ) -> None:
        self._index, self._places, self._targets, self._wary = index, places, targets, wary
        self._quoting = Quoting() if escapes and index.touchy else None
        self.restored: list[Sighting] = []
        self.held: list[Sighting] = []
        self.left: list[Sighting] = []

    def advance(self, text: str, base: int, end: int) -> None:
        """Go on to ``end`` in a text that starts at ``base`` in the answer."""
        if self._quoting is not None:
            self._quoting.advance(text, base, end)
        if self._targets is not None:
            self._targets.advance(text, base, end)

    def note(self, sightings: list[Sighting], found: Found, base: int, reason: str) -> None:
        """Report a find, unless very many were reported."""
        if len(sightings) < MOST_SIGHTINGS:
            entity_type = self._index.issued[found.entry].entity_type
            sightings.append(Sighting(entity_type, base + found.start, base + found.end, reason))

    def among(self, text: str, base: int, group: Sequence[Found], anchor: int) -> Found | None:
        """The find to write for one stretch; None to write nothing.

        Args:
            text: What has arrived of the answer, from ``base`` on.
            base: Where the text starts in the answer.
            group: The finds, not empty.
            anchor: Where the last surrogate that was read before ends in the answer.
        """
        chosen = self._chosen(text, base, group, anchor)
        if chosen is None or chosen.kind == KNOWN:
            return chosen
        kind = self._index.issued[chosen.entry].entity_type
        if self._targets is None or self._targets.lets(text, base, chosen, kind):
            self.note(self.restored, chosen, base, chosen.kind)
            return chosen
        self.note(self.held, chosen, base, HELD)
        return chosen._replace(kind=KNOWN)

    def _chosen(self, text: str, base: int, group: Sequence[Found], anchor: int) -> Found | None:
        """The only meaning of a stretch, of kind ``KNOWN`` where it is left; None where it has none or several."""
        sure = [found for found in group if not found.doubt]
        if not sure:
            self.note(self.left, group[0], base, group[0].doubt)
            return group[0]._replace(kind=KNOWN) if group[0].doubt == OF_ANOTHER else None  # and no part of it is read
        sure = [found for found in sure if found.kind in EXACT] or sure
        tied = [found for found in sure if found.kind == TIED]
        sure = tied or sure
        issued = self._index.issued
        contested = next((found for found in sure if issued[found.entry].surrogate in self._places), None)
        if contested is not None and len({found.text for found in tied}) != 1:
            left = context(text, contested.start, origin=base == 0)
            originals = [issued[found.entry].original for found in sure]
            meaning = self._places.decide(issued[contested.entry].surrogate, left, originals)
            sure = [found for found in sure if issued[found.entry].original == meaning]
        if len({found.text for found in sure}) != 1:
            self.note(self.left, group[0], base, _AMBIGUOUS)
            return None
        far = self._too_far(text, sure[0], base + sure[0].start - anchor)
        if far:
            self.note(self.left, sure[0], base, far)
            return None
        return self._fitted(text, base, sure[0])

    def _too_far(self, text: str, found: Found, distance: int) -> str:
        """Why a find is too far from the last one; empty where it is not."""
        kind = self._index.issued[found.entry].entity_type
        if kind == "AGE":
            return FAR_AWAY if distance > FAR else ""
        reach = reach_of(text, found, kind) if self._wary else None
        return ALONE if reach is not None and distance > reach else ""

    def _fitted(self, text: str, base: int, found: Found) -> Found | None:
        """The find with its original escaped for where it stands, or None where that is not safe."""
        if self._quoting is None or found.entry not in self._index.touchy or found.kind == IN_A_LITERAL:
            return found
        place = self._quoting.place(text, base, found.start)
        seen, original = text[found.start : found.end], self._index.issued[found.entry].original
        fitting = fit(found.text, seen, original, place)
        if fitting is None:
            self.note(self.left, found, base, UNSAFE)
            return None
        return found if fitting == found.text else found._replace(text=fitting)
