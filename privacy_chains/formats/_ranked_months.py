"""Month names in their frozen order: they decide surrogates, and have not changed since the first version.

Do not add or change anything here. A new language goes to ``language/data/words``; its months are tried last.
"""

from __future__ import annotations

import re

from privacy_chains.lazy import lazily

__all__ = ["FURTHER", "MONTHS", "SHORT_MONTHS", "SHORT_TONGUES", "SPANISH", "TONGUES"]

MONTHS: tuple[tuple[str, ...], ...] = tuple(
    tuple(names.split())
    for names in (
        "January February March April May June July August September October November December",
        "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
        "Januar Februar M\u00e4rz April Mai Juni Juli August September Oktober November Dezember",
        "J\u00e4nner Februar M\u00e4rz April Mai Juni Juli August September Oktober November Dezember",
        "janvier f\u00e9vrier mars avril mai juin juillet ao\u00fbt septembre octobre novembre d\u00e9cembre",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "januari februari maart april mei juni juli augustus september oktober november december",
        "janeiro fevereiro mar\u00e7o abril maio junho julho agosto setembro outubro novembro dezembro",
    )
)
TONGUES = ("en", "en", "de", "de", "fr", "es", "it", "nl", "pt")
SHORT_MONTHS: tuple[tuple[str, ...], ...] = tuple(
    tuple(names.split())
    for names in (
        "Jan Feb M\u00e4r Apr Mai Jun Jul Aug Sep Okt Nov Dez",
        "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
        "Januar Februar Maerz April Mai Juni Juli August September Oktober November Dezember",
        "janv f\u00e9vr mars avr mai juin juil ao\u00fbt sept oct nov d\u00e9c",
        "janv f\u00e9v mars avr mai juin juil ao\u00fbt sept oct nov d\u00e9c",
        "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
        "ene feb mar abr may jun jul ago sep oct nov dic",
        "gen feb mar apr mag giu lug ago set ott nov dic",
        "jan feb mrt apr mei jun jul aug sep okt nov dec",
        "jan fev mar abr mai jun jul ago set out nov dez",
    )
)
SHORT_TONGUES = ("de", "de", "de", "fr", "fr", "fr", "es", "it", "nl", "pt")
SPANISH = lazily(r"\bdel?\b", re.IGNORECASE)
"""Words that show a date to be Spanish or Portuguese, although Italian spells its month alike."""
FURTHER = ("da", "fi", "nb", "pl", "sv")
"""The languages that followed the first seven, for months and days of the week. Any further language comes after
these."""
