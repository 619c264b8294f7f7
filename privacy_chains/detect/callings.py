"""Words that stand where names do and are none: what people do (``Sr. Analyst``), and what they are to somebody."""

from __future__ import annotations

from functools import cache

from privacy_chains.formats.name_lists import lexicon
from privacy_chains.lazy import lazily

__all__ = ["CALLINGS", "names_no_one"]

_WORK = frozenset(
    (  # noqa: SIM905  # words read best as words
        "abogada abogado accountant accountants advogada advogado analista analyst analysts analytiker apprentice "
        "architect architekt architektin azubi berater beraterin boekhouder bookkeeper buchhalter buchhalterin "
        "colega collègue commercialista complainant comptable consulente consultant consultante consultants "
        "consultor consultora contador contadora copywriter counsel desarrollador desarrolladora desenvolvedor "
        "desenvolvedora designer designers developer developers devops directeur directora directrice développeur "
        "développeuse economist electrician engenheira engenheiro engineer engineers entwickler entwicklerin "
        "gerente geschäftsführer geschäftsführerin gérant gérante ingegnere ingeniera ingeniero ingenieur "
        "ingenieurin ingénieur ingénieure instructors intern interns kollege kollegin leiter leiterin mayoress "
        "medewerker mitarbeiter mitarbeiterin ontwikkelaar paralegal patientin praktikant praktikantin programmer "
        "programmers recruiter recruiters researcher researchers sachbearbeiter sachbearbeiterin scientist "
        "scientists specialist specialists strategist sviluppatore sviluppatrice sysadmin technician technicians "
        "techniker technikerin tester testers trainee trainees treasurer"
    ).split()
)
"""What people do."""
_ADDRESSED = frozenset(
    (  # noqa: SIM905  # words read best as words
        "adhérents agents alumna alumni alumnus alunos amigos anwohner associados attendee attendees bewohner "
        "bewoner bewoners buurman carer carers chairman chairperson clienti colegas colleague colleagues collega "
        "colleghi collègues comrade comrades condomini condôminos copropriétaires delegate delegates diary donor "
        "donors editor editors eigentümer eltern exhibitor exhibitors families freunde gasten genitori "
        "genossinnen grandpa guest guests gäste hausbewohner headteacher hiring homeowner homeowners householder "
        "householders huurder huurders huéspedes hóspedes investor investors klant klanten kollegen kolleginnen "
        "kunden kundinnen landlady learner learners leaseholder leaseholders lecteurs leden leserinnen lettori "
        "locataires member members membres mieter mitarbeitende mitglieder moderator moderators moradores "
        "motorist motorists nachbar nachbarinnen nachbarn neighbor neighbour neighbours occupant occupier ospiti "
        "ouders parent parents participant participants passenger passengers pensioner pensioners policyholder "
        "policyholders presenter pupil pupils reader readers resident residents reviewer reviewers résidents "
        "schülerinnen shareholder shareholders sirs sponsor sponsors stockholder stockholders studenti "
        "studierende subscriber subscribers supplier suppliers supporter supporters sócios taxpayer taxpayers "
        "teachers teilnehmende teilnehmer tenant tenants usuarios valued vecinos vereinsmitglieder vermieter "
        "vizinhos voisins volunteer volunteers voter voters vrienden élèves"
    ).split()
)
"""Whom letters address without a name: ``Dear Neighbour``, ``Liebe Eltern``."""

CALLINGS = _WORK | _ADDRESSED
"""Words in small letters for what people do or are to somebody, none of which is a listed name of people."""

_WORD = lazily(r"[^\W\d_]+")
_PAY = frozenset(
    (  # noqa: SIM905  # words read best as words
        "bruttogehalt gehalt jahresgehalt lohn loyer miete monatsgehalt nettogehalt qty salaire salario salaris "
        "sal\u00e1rio stipendio sueldo"
    ).split()
)
_GREETINGS = frozenset(
    (  # noqa: SIM905  # words read best as words
        "beste cari caros chers ch\u00e8res estimadas estimados geachte geehrte geehrter liebe prezadas prezados "
        "queridas queridos"
    ).split()
)
"""How letters greet several people, or one whom they do not know; the frozen lists hold the other greetings."""
_OF_TITLES = frozenset(("dent", "habil", "med"))
_BESIDE = frozenset(
    (  # noqa: SIM905  # words read best as words
        "brutto das dein der die ihr ihre la le les mein meine mijn mon my netto of sein seine seu su "
        "sua the unsere your"
    ).split()
)
_NAMES_TOO = frozenset(("dom", "gen", "hon", "mag", "pan", "sig"))


def names_no_one(value: str) -> bool:
    """Whether a value is titles, labels, greetings, callings or words of pay alone: ``Kundin``, ``Sein Gehalt``.

    Articles and such may stand beside them.
    """
    words = _WORD.findall(value.lower())
    telling = [word for word in words if word not in _BESIDE]
    return bool(telling) and all(map(_no_names().__contains__, telling))


@cache
def _no_names() -> frozenset[str]:
    roles, labels = lexicon().roles, lexicon().classes["cue-label"]
    return CALLINGS.union(_PAY, _GREETINGS, _OF_TITLES, roles["titles"], roles["suffixes"], labels) - _NAMES_TOO
