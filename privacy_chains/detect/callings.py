"""Words that stand where names do and are none: what people do (``Sr. Analyst``), and what they are to somebody."""

from __future__ import annotations

import re
from functools import cache

from privacy_chains.formats._lexicon import lexicon

__all__ = ["CALLINGS", "names_no_one"]

CALLINGS = frozenset(
    (  # noqa: SIM905  # words read best as words
        "abogada abogado accountant accountants advogada advogado agents analista analyst analysts analytiker "
        "apprentice architect architekt architektin azubi berater beraterin boekhouder bookkeeper buchhalter "
        "buchhalterin colega colleague colleagues collègue commercialista complainant comptable consulente "
        "consultant consultante consultants consultor consultora contador contadora copywriter counsel "
        "desarrollador desarrolladora desenvolvedor desenvolvedora designer designers developer developers devops "
        "directeur directora directrice développeur développeuse economist editor editors electrician engenheira "
        "engenheiro engineer engineers entwickler entwicklerin families gerente geschäftsführer geschäftsführerin "
        "gérant gérante hiring ingegnere ingeniera ingeniero ingenieur ingenieurin ingénieur ingénieure "
        "instructors intern interns kollege kollegin leiter leiterin mayoress medewerker mitarbeiter "
        "mitarbeiterin mitglieder nachbarn ontwikkelaar paralegal patientin policyholder policyholders praktikant "
        "praktikantin programmer programmers recruiter recruiters researcher researchers residents sachbearbeiter "
        "sachbearbeiterin scientist scientists sirs specialist specialists strategist sviluppatore sviluppatrice "
        "sysadmin technician technicians techniker technikerin tester testers trainee trainees treasurer valued"
    ).split()
)
"""Words in small letters for what people do and how letters address them, none of which is a listed name of people."""

_WORD = re.compile(r"[^\W\d_]+")
_PAY = frozenset(
    (  # noqa: SIM905  # words read best as words
        "bruttogehalt gehalt jahresgehalt lohn loyer miete monatsgehalt nettogehalt qty salaire salario salaris "
        "sal\u00e1rio stipendio sueldo"
    ).split()
)
_OF_TITLES = frozenset(("dent", "habil", "med"))
_BESIDE = frozenset(
    (  # noqa: SIM905  # words read best as words
        "brutto das dein der die ihr ihre la le les mein meine mijn mon my netto of sein seine seu su "
        "sua the unsere your"
    ).split()
)
_NAMES_TOO = frozenset(("dom", "gen", "hon", "mag", "pan", "sig"))


def names_no_one(value: str) -> bool:
    """Whether a value is made of titles, labels, callings or words of pay alone: ``Kundin``, ``Sr.``, ``Sein Gehalt``.

    Articles and such may stand beside them.
    """
    words = _WORD.findall(value.lower())
    telling = [word for word in words if word not in _BESIDE]
    return bool(telling) and all(map(_no_names().__contains__, telling))


@cache
def _no_names() -> frozenset[str]:
    roles, labels = lexicon().roles, lexicon().classes["cue-label"]
    return CALLINGS.union(_PAY, _OF_TITLES, roles["titles"], roles["suffixes"], labels) - _NAMES_TOO
