"""Lengths of time, which a network takes for dates: ``3 months`` is no day, and says nothing of anybody."""

from __future__ import annotations

import re

from privacy_chains.lazy import lazily

__all__ = ["is_duration"]

_UNITS = (
    "seconds? sec minutes? min hours? hrs? days? weeks? wks? fortnights? months? mos? quarters? years? yrs? decades?"
    " sekunden? minuten? stunden? tage?n? wochen? monat(?:en?|s)? jahre?n? secondes? heures? jours? semaines? mois ans?"
    " ann\u00e9es? segundos? minutos? horas? d\u00edas? dias? semanas? mes(?:es)? m\u00eas a\u00f1os? anos?"
    " secondi minuti or[ae]"
    " giorn[oi] settiman[ae] mes[ei] ann[oi] seconden uur uren dag(?:en)? we(?:ek|ken) maand(?:en)? jaar jaren"
).replace(" ", "|")
_DURATION = lazily(rf"[0-9]{{1,4}}(?:[.,][0-9]+)?(?:\s|-)?(?:{_UNITS})(?![^\W_])(?:\.(?!\w))?", re.IGNORECASE)
_DIGIT = lazily(r"[0-9]")


def is_duration(text: str, start: int, end: int) -> bool:
    """Whether a finding is a number of days, months or years, or the number alone of one: ``the last 3 months``.

    Args:
        text: The text.
        start: Where the finding begins.
        end: Where it ends.
    """
    digit = _DIGIT.search(text, start, end)
    found = _DURATION.match(text, digit.start()) if digit else None
    return found is not None and _DIGIT.search(text, found.end(), max(end, found.end())) is None
