"""The words that announce identifiers, in seven languages, and the shapes of what they announce."""

from __future__ import annotations

from dataclasses import dataclass

from privacy_chains.detect.patterns.ids import ZIP_VALUE
from privacy_chains.detect.patterns.phones import PHONE_IN_CONTEXT

__all__ = ["LABELS", "POSTAL_CODE", "Label"]

POSTAL_CODE = (
    r"(?:[0-9]{5}(?:-[0-9]{3,4})?|[0-9]{2}-[0-9]{3}|[0-9]{3}\s[0-9]{2}|[0-9]{4}-[0-9]{3}|[0-9]{4}\s?[A-Z]{2}|[0-9]{4}"
    r"|[0-9]{6}|[0-9]{8}|[A-Z]{1,2}[0-9][A-Z0-9]{0,2}\s?[0-9][A-Z]{2}|[A-Z][0-9][A-Z]\s?[0-9][A-Z][0-9]"
    r"|[A-Z][0-9]{2}\s?[A-Z0-9]{4}|[A-Z]{1,2}-[0-9]{4,5})(?![^\W_])"
)
"""Postal codes that are known by their shape inside an address."""
_SPACE = r"[\s_\-]{0,2}"
_REFERENCE = r"ref(?:erence)?(?=\W{1,4}(?:(?:is|was|no|number|code|id)\b|[a-z0-9\-/]{0,12}[0-9])|\W{5}|\s?<)"
_NUMBER = rf"(?:{_SPACE}(?:numbers?|num|nos?(?=\W)|nr|id|code|{_REFERENCE}|n[\u00b0\u00ba]|\#|\u2116))"
_CODE = r"(?=[A-Za-z.\-/]{0,12}[0-9])[A-Za-z0-9](?:[./\-]?[A-Za-z0-9]){%d,30}"  # holds a digit among its first
_DOTTED = r"[0-9]{1,2}\.[0-9]{3}\.[0-9]{3}-"  # as in Chile
_IN_GROUPS = (
    r"[A-Z]{2} [0-9]{3} [0-9]{4} [0-9]{2}(?: [0-9]{3})?|[0-9]{3}\.[0-9]{4}\.[0-9]{4}\.[0-9]{2}"
    r"|[0-9A-Z]{1,4} [A-Z][A-Za-z]{0,3} [0-9]{1,6}/[0-9]{2}|[0-9]{1,3}(?:\.[0-9]{3}){2,3}(?![.,]?[0-9])"
)
"""Identifiers in groups: for VAT in the UK, for pensions in Switzerland, of cases at German
courts, and of people in Colombia."""
# and a letter or dash, or five digits
_CODED = rf"(?=[A-Za-z0-9]{{0,24}}[A-Za-z\-/][A-Za-z0-9]|[0-9]{{5}}|{_DOTTED}){_CODE % 3}"
_ANY_POSTAL_CODE = (
    rf"{ZIP_VALUE}|{POSTAL_CODE}|[0-9]{{5}}-[0-9]{{3}}|[0-9]{{3}}-[0-9]{{4}}|[0-9]{{3}}\s[0-9]{{3}}"
    r"|(?:[A-Z]{1,2}-?)?[0-9]{3,7}"
)
"""Postal codes of all countries: behind the words for them, fewer signs tell."""
_ENDING = r"(?<=ending in )|(?<=ending with )|(?<=ends in )|(?<=ends with )"
_MASKED = (
    r"(?<=[*xX\u2022\u00b7.]{4})|(?<=[*xX\u2022\u00b7]{4}[ \-])|(?<=[*\u2022]{2})|(?<=\.{3})|(?<=\u2026)"
    r"|(?<=[ :][*xX\u2022])"
)
_LAST_FOUR = rf"(?:{_ENDING}|(?<=ending )|(?<=ended in )|(?<=ended with )|{_MASKED})[0-9]{{4}}(?!\*)"
_LAST_OF_ACCOUNT = rf"(?:{_ENDING}|(?<=ccount ending )|(?<=cct ending )|(?<=/[cC] ending )|{_MASKED})[0-9]{{4}}(?!\*)"
"""An account that *ended in 2024* is none, nor is the year of an *account for the year ending 2024*."""
_LAST_OF_SSN = rf"{_LAST_FOUR}|(?<=[xX*\u2022]{{2}}-)[0-9]{{4}}"
_LAST = "last_(?:four|4)(?:_digits)?"
_THE = "(?:_(?:the|my|his|her|your|our|their|this|that))?"
_NIR = r"[0-9](?:[ .]?[0-9]{2}){2}[ .]?[0-9][0-9AB](?:[ .]?[0-9]{3}){2}(?:[ .]?[0-9]{2})?"


def _groups(*lengths: int) -> str:
    """Digits in groups of these lengths, with a space, a dash, a full stop or nothing between them."""
    return r"[ .\-]?".join(f"[0-9]{{{length}}}" for length in lengths)


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """Words that announce a type, and the shape of what they announce; the type ``""`` announces nothing of ours.

    The words are expressions in lower case, each with a letter in front. ``_`` stands for what may join two words,
    ``~`` for "number" in one of its spellings or nothing, ``@`` for "number".
    """

    entity_type: str
    words: str
    value: str = ""

    def expressions(self) -> list[str]:
        """The words as regular expressions, each with its first letter in front."""
        expand = self.words.replace("_", _SPACE).replace("~", f"{_NUMBER}?").replace("@", _NUMBER)
        return expand.split(" ")


_AS_A_DATE = (
    r"(?:[0-9]{4}(?P<mark>[-/.])[0-9]{1,2}(?P=mark)[0-9]{1,2}|[0-9]{1,2}(?P<mark2>[-/.])[0-9]{1,2}(?P=mark2)[0-9]{4})"
    r"(?![./\-]?[0-9])"
)
_WHOSE = ("my", "his", "her", "our", "their", "your", "new", "old", "home", "work", "office", "direct")
_COINS = (
    "bitcoin",
    "btc",
    "litecoin",
    "ltc",
    "doge",
    "ethereum",
    "eth",
    "xrp",
    "monero",
    "xmr",
    "tron",
    "solana",
    "dash",
)
_HELD = ("policy", "pol", "polis", "polizza", "p\u00f3liza", "badge", "employee", "emp", "member", "student")
_ORDERED = ("order", "invoice", "booking", "ticket", "shipment", "claim", "tracking")
_ORDER_BEHIND = (
    r"(?=_[\#:;\u2192]|_</(?:t[hd]|dt)|_\|\s|[`*]{1,2}_:|\s?\.{4}|>[a-z\-]{1,8}[0-9]|\s[a-z0-9\-]{0,8}[0-9])"
)
"""What tells that one of these words is a label, not a word of a sentence."""
_INVOICES = ("factura", "facture", "factuur", "fattura", "fatura", "rechnung")
_NUMBERED_IN_GERMAN = (
    "ausweis",
    "depot",
    "kunden",
    "matrikel",
    "mitarbeiter",
    "mitglieds",
    "personal",
    "policen",
    "steuer",
    "versicherungs",
    "vertrags",
    "vorgangs",
    "z\u00e4hler",
)
_SENT = ("deliver", "dispatch", "forward", "mail", "move", "post", "relocate", "return", "send", "sent", "ship")
_SENT_ABROAD = (
    *(
        f"{verb}[a-z]{{0,4}}"
        for verb in ("liefer", "schick", "send", "versend", "zustell", "bezorg", "stuur", "verzend")
    ),
    *(f"{verb}[a-z\u00e9]{{1,5}}(?:-[a-z]{{2,4}})?" for verb in ("livr", "envoy", "exp\u00e9di")),
    *(f"{verb}[a-z\u00e9\u00ed]{{0,7}}" for verb in ("env", "entreg", "mand", "consegn", "sped")),
)
_THERE = r"(?:\s[a-z\u00e0-\u00ff']{1,12}){0,4}?\s(?:nach|an|\u00e0|a|en|para|naar|in)"
_AS_PLACE = (
    r"(?=\s[0-9]{5}(?:-[0-9]{4})?(?:[.,;:!?)]|\s*$"
    r"|\s(?:and|asap|at|before|by|for|from|in|on|or|please|via|with|after|until|today|tomorrow|tonight|this|next|within"
    r"|vor|bis|am|und|heute|morgen|bitte|avant|demain|et|le|antes|hoy|y|el|ma\u00f1ana|entro|domani|e|voor|op)(?!\w)))"
)
"""What tells that five digits behind these verbs count nothing."""
LABELS = (
    Label(
        "US_SSN",
        r"ssns? ss_\# social_security~ soc_sec ssid taxpayer_id(?:entification)?~",
        rf"[0-9]{{3}}[-. ]?[0-9]{{2}}[-. ]?[0-9]{{4}}|[0-9]{{5}}-[0-9]{{4}}|[0-9]{{3}}-[0-9]{{6}}|{_LAST_OF_SSN}",
    ),
    Label("US_SSN", f"{_LAST}_of{_THE}_(?:ssn|social(?:_security)?)~", "[0-9]{4}"),
    Label(
        "CREDIT_CARD",
        f"{_LAST}_(?:of|on){_THE}(?:_(?:credit|debit|bank))?_(?:card|account)~ last_(?:four|4)_digits",
        "[0-9]{4}",
    ),
    Label("US_ITIN", "itin~", r"9[0-9]{2}[- ]?[0-9]{2}[- ]?[0-9]{4}"),
    Label("PASSWORD", "pin~ cvv2?~ cvc2?~ csc card_verification~ card_security@", "[0-9]{3,8}"),
    Label("IN_PAN", r"pan(?=\W{1,4}(?:is\s)?[a-z]{5}[0-9]{4}[a-z](?![^\W_]))", "[A-Z]{5}[0-9]{4}[A-Z]"),
    Label(
        "CREDIT_CARD",
        "cards?~ credit_cards?~ debit_cards?~ bank_cards?~ payment_cards?~ visa(?:_cards?~)? mastercards?~"
        " master_cards?~"
        " amex(?:_cards?~)? gift_cards?~ american_express maestro diners_club jcb cc~ pan",
        rf"[0-9](?:[ .\-]?[0-9]){{11,18}}|{_LAST_FOUR}",
    ),
    Label(
        "PHONE_NUMBER",
        "phones?~ telephones?~ tel mobile~ cell(?:phone|ular)?~ fax~ whats?app sms dial hotline landline pager helpline"
        " call(?:s|ed|ing)?(?:_(?:me|us|him|her|them))?(?:_(?:at|on))? callback~ contact@ voicemail"
        " reach(?:ed|able)?(?:_(?:me|us|him|her|them))?_(?:at|on) text_(?:me|us|him|her|them)_(?:at|on)"
        r" contact_(?:me|us|him|her|them)_(?:at|on) ring_(?:me|us|him|her|them)_(?:at|on) ph(?=[\s.:\#])"
        r" mob(?=[\s.:\#]) msisdn"
        " telefon(?:o|e|oon)?~ telefon_?nummer t\u00e9l(?:\u00e9phone)?~ handy_?nummer mobil(?:nummer)? cellulare"
        " m\u00f3vil telem\u00f3vel celular" + "".join(rf" {whose}_(?:numbers?|line)" for whose in _WHOSE),
        rf"(?!(?<=\son\s){_AS_A_DATE}){PHONE_IN_CONTEXT}",  # called on 2026-02-11
    ),
    Label(
        "US_ZIP_CODE",
        "zip_/_postal(?:_codes?)? zip(?:_codes?)?(?!_(?:file|archive|folder|tie|line|drive|disk)) postal_codes?"
        " post_codes? codes?_posta(?:l|ux) codice_postale codigos?_posta(?:l|is|les) c\u00f3digos?_posta(?:l|is|les)"
        " kod_pocztowy postnummer postnr cep",
        _ANY_POSTAL_CODE,
    ),
    Label(
        "US_ZIP_CODE",
        " ".join(
            (
                *(rf"{verb}(?:s|e?d|p?ed|p?ing)?(?:\s[a-z']{{1,12}}){{0,4}}?_to{_AS_PLACE}" for verb in _SENT),
                *(f"{verb}{_THERE}{_AS_PLACE}" for verb in _SENT_ABROAD),
            )
        ),
        ZIP_VALUE,
    ),
    Label(
        "US_BANK_NUMBER",
        r"account~ acct~ acc@ bank@ acc(?=[\s:\#]{1,3}[0-9]{6})"
        " bank_account~ checking_account~ savings_account~ a/c konto_?(?:nummer|nr) rekening_?nummer"
        " num[e\u00e9]ro_d[eio]_(?:compte|cuenta|conto) n\u00famero_d[ae]_(?:cuenta|conta) conto_corrente"
        r" conta(?:_corrente)?(?=[\s:]{1,2}[0-9]) cuenta(?:_corriente)?(?=[\s:]{1,2}[0-9])",
        rf"[0-9](?:[ \-]?[0-9]){{5,16}}|{_LAST_OF_ACCOUNT}",
    ),
    Label(
        "US_BANK_NUMBER",
        "direct_deposits? checking savings deposit(?:s|ed)?_(?:in)?to pa(?:id|y|ys|yable)_(?:in)?to"
        " transfer(?:s|red)?_(?:to|from) girokonto konto compte cuenta conta conto rekening",
        _LAST_OF_ACCOUNT,
    ),
    Label("US_BANK_NUMBER", "rib~ clabe~", r"[0-9]{5} ?[0-9]{5} ?[0-9A-Z]{11} ?[0-9]{2}|[0-9](?:[ \-]?[0-9]){17}"),
    Label(
        "US_BANK_NUMBER",
        r"c/c(?=[\s:.\#]{1,3}[0-9]) transit(?=[\s:.\#]{1,3}[0-9]{5}-[0-9]{3}) ag(?=\.\s?[0-9]{4}\sc/c)",
        r"[0-9]{3,12}(?:-[0-9]{1,3})?",
    ),
    Label("ID_NUMBER", r"s/c(?=[\s:]{1,2}[0-9]{2}[\s\-]) sort(?=[\s:]{1,2}[0-9]{2}[\s\-])", _groups(2, 2, 2)),
    Label("ABA_ROUTING_NUMBER", "aba~ routing~ rtn~ transit@", r"[0-9]{4}[- ]?[0-9]{4}[- ]?[0-9]"),
    Label(
        "US_PASSPORT",
        "passports?~ passeport~ pasaporte~ passaport[eo]~ paspoort~ reisepass_?(?:nummer|nr)?",
        "[A-Za-z]?[0-9]{7,9}|[A-Za-z]{2}[0-9]{6,7}|(?=[A-Z0-9]{1,6}[0-9])[A-Z][A-Z0-9]{7,8}|[0-9]{2}[A-Z]{2}[0-9]{5}",
    ),
    Label(
        "US_DRIVER_LICENSE",
        r"driver(?:['\u2019]?s)?_lic(?:en[cs]es?)?~ driving_lic(?:en[cs]es?)?~ dl@ licen[cs]e@"
        r" fs_?nr führerschein_?(?:nummer|nr)"
        r" dl(?=[\s:\#]{1,2}[a-z]?[0-9][0-9\-]{5})",
        _CODE % 4,
    ),
    Label(
        "LICENSE_PLATE",
        r"licen[cs]e_plates?~ vehicle_registrations?~ number_plates?~ registration_plates?~ plates?@"
        r" plates?(?=[\s:\#]{1,2}[a-z0-9\-\s]{5}) car_reg(?:istration)?~ van_reg(?:istration)?~ vehicle_reg~"
        r" reg~(?=[\s.:\#]{1,3}[a-z]{1,2}[0-9]{1,3}\s?[a-z]{3}(?!\w))"
        r" vrn kennzeichen immatriculation matr[i\u00ed]cula targa kenteken",
        r"[A-Z\u00c4\u00d6\u00dc]{1,3}-[A-Z]{1,2}[ \-]?[0-9]{1,4}[EH]?"
        r"|(?=[A-Z]{0,3}[0-9])(?=[0-9]{0,3}[A-Z])[A-Z0-9]{1,4}[ \-]?[A-Z0-9]{2,5}"
        r"|[A-Z]{1,4}[ \-]?[0-9]{1,5}(?:[ \-]?[A-Z]{1,3})?|[0-9]{1,4}[ \-]?[A-Z]{1,4}(?:[ \-]?[0-9]{1,4})?",
    ),
    Label("VIN", "vin~ vehicle_identification~ chassis@", r"[A-HJ-NPR-Za-hj-npr-z0-9]{17}"),
    Label(
        "MEDICAL_RECORD",
        "mrns?~ accession~ nhc~ medical_record~ patient@ chart@ hospital@ patient_file~ patienten_?nummer"
        " num[e\u00e9]ro_de_(?:patient|dossier)",
        _CODE % 3,
    ),
    Label(
        "ORDER_ID",
        "e_?tkt~ e_?ticket~ order@ invoice@ booking@ reservation@ confirmation@ ticket@ tracking@ shipment@"
        " transaction@ claim@ case@ reference@ docket~ bestell_?(?:nummer|nr) rechnungs_?(?:nummer|nr)"
        " auftrags_?(?:nummer|nr) buchungs_?nummer sendungs_?nummer"
        " num[e\u00e9]ro_de_(?:commande|facture|r\u00e9servation|suivi|pedido|factura|reserva)"
        " numero_(?:d_?)?ordine numero_fattura n\u00famero_d[eoa]_(?:pedido|factura|fatura|reserva) bestel_?nummer"
        " factuur_?nummer incident@ pnr~ record_locator~"
        r" conf\.?@ rechnung@ facture@ factura@ fattura@ fatura@ sinistr[eo]@ siniestro@ schaden_?(?:nummer|nr)"
        + "".join(rf" {thing}{_ORDER_BEHIND}" for thing in _ORDERED)
        + "".join(rf" {thing}(?=\s[a-z0-9]{{1,6}}[/\-][0-9])" for thing in _INVOICES),
        rf"[0-9]:[0-9]{{2}}-[A-Za-z]{{2}}-[0-9]{{3,6}}"
        rf"|[0-9]{{4}}(?: [0-9]{{4}}){{3,6}}(?: [0-9]{{1,2}})?|[0-9][A-Z](?: ?[0-9A-Z]{{2,4}}){{4,6}}"
        rf"|{_CODED}",  # a docket of a US court, and what two carriers print
    ),
    Label("DE_VAT_ID", r"vat~(?=\W{1,4}(?:is\s)?de\s?[0-9]{9}) ust_?id(?:_?nr)?", "DE ?[0-9]{9}"),
    Label(
        "ID_NUMBER",
        "customer@ client@ product@ article@ employee@"
        " staff@ member(?:ship)?@ student@ user@ badge@ policy@ subscriber@ national_id~"
        " voter~ tax@ insurance@ registration@ serial~ loan@ contract@ agreement@ certificate@ permit@ file@ matter@"
        r" vat_(?:registration_)?(?:code|id|no(?=\W)|nr|number)(?!s) id_?(?:numbers?|nos?(?=\W)|nr) beneficiary@"
        r" refs?~(?=_[\#:]|\s[a-z]{1,6}-?[0-9]{3})"
        r" emp\.?_id~ s/n~ sn(?=[\s:\#]{1,2}[a-z0-9]{6}) sort_codes?~ bsb~ ifsc~ blz bankleitzahl aktenzeichen"
        " matricule"
        " n(?:um[e\u00e9]ro|[\u00b0\u00ba])_(?:(?:de|du|d['\u2019])_?)?"
        "(?:client[e]?|contrat|police|dossier|adh[e\u00e9]rent|allocataire)"
        " n(?:\u00famero|\\.?[\u00ba\u00b0])_d[aeo]_(?:cliente|ap[o\u00f3]lice|p[o\u00f3]liza|expediente|afiliado"
        "|contrato|processo|utente|s[o\u00f3]cio) codice_cliente numero_(?:di_)?(?:polizza|pratica|contratto|tessera)"
        r" dossier@ expediente@ contrat@ contrat(?:o|to)?(?=[\s:]{1,2}[0-9]{2}[a-z0-9\-]{4}) cust\.?@ sid(?=_[\#:])"
        " cccd~ cmnd~ cnic~ curp~ cui[lt]~ mykad~ ktp~ hetu~ personnummer cpr@ egn~ cnp~ oib~ pps(?:n|@) ahv~ avs@"
        r" pps(?=[\s:\#]{1,3}[0-9]{7}[a-z]{1,2}(?!\w)) avs(?=[\s:]{1,3}[0-9]{3}\.[0-9]{4}\.)"
        r" fein~ ein@ ein(?=(?:\sis)?[\s:=\#]{1,3}[0-9]{2}-[0-9]{7}(?!\w)) employer_identification@"
        r" az(?=\.?[\s:]{1,3}[0-9a-z]{1,4}\s[a-z]{1,4}\s[0-9]{1,6}/[0-9]{2})"
        r" reference(?=_[\#:]_[a-z0-9\-/]{0,12}[0-9])"
        r" amka~ tckn~ hkid~ emirates_id~ iqama~ bvn~ ghana_card~ teudat_zehut~ philsys~ gst@ iccid~ imsi~ tc_kimlik~"
        r" rut(?=[\s:]{1,2}[0-9]{1,2}\.?[0-9]{3})"
        r" sort(?=[\s:]{1,2}[0-9]{2}-[0-9]{2}-[0-9]{2}) agência(?=[\s:]{1,2}[0-9])"
        r" agencia(?=[\s:]{1,2}[0-9]) a-numbers? a\# alien_registration~ uscis~ polis_?nr"
        " nass~ c\u00e9dula~ tessera_sanitaria~ pers\\.?_?(?:nummer|nr) colegiad[oa]~"
        " personeels_?(?:nummer|nr) klant_?nummer polis_?nummer dossier_?nummer contract_?nummer lid_?nummer"
        + "".join(rf" {thing}_?(?:nummer|nr)" for thing in _NUMBERED_IN_GERMAN)
        + "".join(rf" {thing}(?=\.?[\s:\#]{{1,3}}[a-z]{{0,2}}-?[0-9][a-z0-9\-/]{{3}})" for thing in _HELD),
        rf"{_IN_GROUPS}|{_CODED}",
    ),
    Label(
        "ID_NUMBER",
        r"refs?~(?=\.?\s[a-z]{1,4}/[0-9]{2,4}/[0-9]) quot(?:e|ing)(?=\s[a-z]{1,4}/[0-9]{2,4}/[0-9]) title@"
        r" pis(?=_[0-9]{3}\.) colis(?=\s[a-z0-9]{0,3}[0-9]{6}) mpan~ mprn~ gmc(?=[\s:\#]{1,2}[0-9]{7}) rx@"
        r" inn(?=[\s:]{1,2}[0-9]{10}) police_?(?:nummer|nr) pratica@ pratica_n\.? prat(?=\.\s) exp(?=\.\s[0-9]{4}-)"
        r" national_id kenyan_id c\u00e9dula~ cedula~",
        rf"{_IN_GROUPS}|[0-9]{{1,3}}(?:\.[0-9]{{3,5}}){{2,3}}(?:-[0-9])?|[0-9]{{3}}\.[0-9]{{5}}\.[0-9]{{2}}-[0-9]"
        rf"|[0-9]{{1,6}}/[0-9]{{2,4}}|{_CODED}",
    ),
    Label(
        "PASSWORD",
        r"alarm(?:_code)?(?=[\s:]{1,2}[0-9]{4}(?!\w))"
        + "".join(f" {thing}_(?:code|combo|combination|pin)" for thing in ("door", "gate", "lock", "safe", "garage")),
        r"[A-Za-z]?[0-9]{3,8}[A-Za-z]?",
    ),
    Label("US_NPI", "npi~ national_provider_identifiers?~ national_provider@", r"[0-9]{10}"),
    Label(
        "US_MBI",
        "mbi~ medicare_beneficiary~",
        "[0-9][A-Z][A-Z0-9][0-9]-?[A-Z][A-Z0-9][0-9]-?[A-Z]{2}[0-9]{2}",
    ),
    Label("MEDICAL_LICENSE", "dea~ dea_registration~ medical_licen[cs]e~", "[A-Za-z]{2}[0-9]{7}"),
    Label("AU_ABN", "abns?~ australian_business@", _groups(2, 3, 3, 3)),
    Label("AU_ACN", "acns?~ australian_company@", _groups(3, 3, 3)),
    Label("AU_TFN", "tfns?~ tax_file@", rf"{_groups(3, 3, 3)}|{_groups(3, 3, 2)}"),
    Label(
        "AU_MEDICARE",
        r"medicare@ medicare_cards?~ medicare(?=(?:\sis)?[\s:\#]{1,2}[0-9]{4}[\s\-]?[0-9]{5})",
        rf"{_groups(4, 5, 1)}(?:[ /\-]?[0-9])?",
    ),
    Label("CA_SIN", "sin~ social_insurance@", _groups(3, 3, 3)),
    Label("UK_NHS", "nhs~", _groups(3, 3, 4)),
    Label(
        "UK_NINO",
        r"nino~ n\.?i\.?@ ni(?=[\s:]{1,2}[a-z]{2}\s?[0-9]{2}) national_insurance~",
        r"[A-Za-z]{2}[ \-]?[0-9]{2}[ \-]?[0-9]{2}[ \-]?[0-9]{2}[ \-]?[A-Za-z]",
    ),
    Label("DE_TAX_ID", "steuer_id~ steuer_?identifikations?_?nummer idnr", rf"{_groups(2, 3, 3, 3)}|[0-9]{{11}}"),
    Label(
        "DE_SOCIAL_SECURITY",
        "sozialversicherungs_?nummer rentenversicherungs_?nummer sv_?nr",
        "[0-9]{2}[ ]?[0-9]{6}[ ]?[A-Z][ ]?[0-9]{3}",
    ),
    Label(
        "DE_HEALTH_INSURANCE",
        "kv_?nr krankenversicherten_?(?:nummer|nr) versicherten_?(?:nummer|nr) kvnr vers\\.?_?(?:nummer|nr)",
        "[A-Z][ ]?[0-9]{9}",
    ),
    Label(
        "DE_ID_CARD",
        "personalausweis~ personalausweis_?(?:nummer|nr)"
        r" id(?:entity)?_card~(?=\W{1,4}(?:is\s)?[a-z][0-9][0-9a-z]{6}[0-9](?![^\W_]))",
        "[A-Z][0-9][0-9A-Z]{6}[0-9]",
    ),
    Label("DE_PLZ", "plz postleitzahl", "[0-9]{5}"),
    Label(
        "FR_NIR",
        "nir n[\u00b0\u00ba]_(?:ss|s\u00e9cu)"
        " num\u00e9ro_de_s\u00e9cu(?:rit\u00e9_sociale)? s\u00e9cu(?:rit\u00e9_sociale)?~",
        _NIR,
    ),
    Label(
        "ES_NIF",
        "nif~ dni~",
        r"[0-9]{9}|[0-9]{8}[ \-]?[A-Za-z]"
        r"|[0-9]{2}\.[0-9]{3}\.[0-9]{3}(?:[ \-]?[A-Za-z])?|[A-Za-z][ \-]?[0-9]{7}[ \-]?[A-Za-z0-9]"
        "|[0-9]{8}",
    ),
    Label("ES_NIE", "nie~", r"[A-Za-z][ \-]?[0-9]{7}[ \-]?[A-Za-z]"),
    Label("IT_FISCAL_CODE", "codice_fiscale", "[A-Z]{6}[0-9A-Z]{2}[A-Z][0-9A-Z]{2}[A-Z][0-9A-Z]{3}[A-Z]"),
    Label("IT_VAT_CODE", r"partita_iva p\.?_?iva", "[0-9]{11}"),
    Label("NL_BSN", "bsn~ burgerservicenummer sofinummer", r"[0-9](?:[. ]?[0-9]){7,8}"),
    Label("PL_PESEL", "pesel~", "[0-9]{11}"),
    Label("PL_NIP", "nip~", rf"{_groups(3, 3, 2, 2)}|{_groups(3, 2, 2, 3)}"),
    Label("IN_AADHAAR", "aadha+r~ aadha+r_cards?~", _groups(4, 4, 4)),
    Label("IN_GSTIN", "gstin~", "[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]"),
    Label("SG_UEN", "uen~", "[0-9]{8,9}[A-Z]|[RST][0-9]{2}[A-Z]{2}[0-9]{4}[A-Z]"),
    Label("SG_NRIC_FIN", "nric(?:_/?_fin)?~ fin@", "[A-Z][0-9]{7}[A-Z]"),
    Label("BR_CPF", "cpf~", r"[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}[-/.]?[0-9]{2}"),
    Label("BR_CNPJ", "cnpj~", r"[0-9]{2}\.?[0-9]{3}\.?[0-9]{3}/?[0-9]{4}[-/.]?[0-9]{2}"),
    Label("IBAN_CODE", "iban~", r"[A-Z]{2}[0-9]{2}(?:[ \-]?[A-Z0-9]{4}){2,7}(?:[ \-]?[A-Z0-9]{1,3})?"),
    Label("SWIFT_CODE", r"swift_/_bic~ swift@ swift(?=_[:=\#]) bic~", "[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?"),
    Label("IMEI", "imei~", r"[0-9]{2}(?P<sep>[ \-]?)[0-9]{6}(?P=sep)[0-9]{6}(?P=sep)[0-9]{1,2}"),
    Label(
        "CRYPTO",
        " ".join(
            ["wallet(?:_address)? crypto(?:_address)?", *(rf"{coin}(?:_(?:wallet|address)){{1,2}}" for coin in _COINS)]
        ),
        "[1-9A-HJ-NP-Za-km-z]{25,110}",
    ),
    Label(
        "USERNAME",
        "benutzername identifiant nom_d['\u2019]utilisateur nombre_de_usuario nome_utente gebruikersnaam",
        r"(?=[A-Za-z]{1,24}[0-9._\-]{1,8}[A-Za-z0-9]|[A-Za-z]{1,24}[0-9])[A-Za-z][A-Za-z0-9._\-]{2,30}",
    ),
    Label("", r"isbn version sku part@ model~ expir\w{1,6} exp"),
)
