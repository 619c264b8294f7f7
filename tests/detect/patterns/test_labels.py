from __future__ import annotations

import pytest
from detect_support import found

from privacy_chains.detect import PatternDetector
from privacy_chains.detect.patterns.labels import announces_value, is_label_of_number

DETECT = PatternDetector().detect


@pytest.mark.parametrize(
    ("entity_type", "text"),
    [
        ("US_SSN", "her SSN is «123456789», ssn: «987-654321», Social Security number «078051120»"),
        ("US_SSN", '{"ssn": "«123456789»"}'),
        ("US_SSN", "customer_ssn=«123456789»&x=1"),
        ("US_SSN", "SSNs «123456789», «987654321» and «111223333»"),
        ("US_SSN", "«123456789» is her SSN"),
        ("CREDIT_CARD", "card «1234567890123456», Visa ending «2131 1234 1234 1234», cc no. «4111-1111-1111-1112»"),
        ("CREDIT_CARD", '"card_number": "«4111111111111112»"'),
        ("CREDIT_CARD", "cards «4111111111111112», «4111111111111113»"),
        ("US_ZIP_CODE", "zip «02110», ZIP code: «90210-1234», postal code is «10001»"),
        (
            "ID_NUMBER",
            "Kundennummer: «KD-448812», numéro de client «C-10442», número de cliente «88-1204», klantnummer «K10442»",
        ),
        ("ORDER_ID", "Rechnungs-Nr. «RE-2024-118», numéro de commande «CMD-1180», número de pedido «11-8024»"),
        ("US_BANK_NUMBER", "Kontonummer «1234567890», numéro de compte «00012345678», numero di conto «000123456789»"),
        ("US_PASSPORT", "Reisepassnummer «C01X00T47», passeport n° «12AB34567»"),
        ("USERNAME", "Benutzername: «jdoe77», identifiant «m.durand», gebruikersnaam is «p_devries»"),
        ("SWIFT_CODE", "SWIFT code «CHASUS33», BIC: «DEUTDEFF500», SWIFT/BIC «NEDSZAJJ»"),
        ("IMEI", "IMEI «35-209900-176148-1», IMEI number is «490154203237518»"),
        ("PASSWORD", "PIN «4821», CVV «123», card verification code: «774»"),
        (
            "CRYPTO",
            "Litecoin address «LcHKUoXpvVGyLNMVtYf9bAVTWPGUTXfAHE», wallet «rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN»",
        ),
        ("CREDIT_CARD", "on my Visa ending «4471»"),
        ("ORDER_ID", "Conf# «QX8812-B», Rechnung Nr. «2024-0187», facture n° «F-2024-12», sinistro nº «7782-BR»"),
        ("ID_NUMBER", "dossier n° «2024/FR/00871», cust_id «88213», sort «83-18-24» acc, polisnr. «4401928»"),
        ("ID_NUMBER", "A-Number «A204-558-913», na agência «1234-5»"),
        ("US_BANK_NUMBER", "conta «67890-1», conta corrente: «0067890-1»"),
        ("US_DRIVER_LICENSE", "FS-Nr. «B072RRE2I55», F\u00fchrerscheinnummer «B072RRE2I55»"),
        ("MEDICAL_RECORD", "NHC «00981234»"),
        (
            "ID_NUMBER",
            "NASS «281234567840», c\u00e9dula «45678», Tessera sanitaria «80380001234567890123», Pers.-Nr. «10233»",
        ),
        ("ID_NUMBER", "polis «88-301-2245», p\u00f3liza «88-301», Colegiada n\u00ba «2834567»"),
        ("ORDER_ID", "Factura «2024/0312», Rechnung «2024-118», the facture «F12/3345»"),
        ("FR_NIR", "N\u00b0 SS «2 94 09 44 109 022 31»"),
        ("ES_NIF", "DNI «43.256.781-H»"),
        ("ID_NUMBER", "personeelsnr. «20418», personeelsnummer «A-20418»"),
        ("ORDER_ID", "Incident #«24-003318»"),
        ("MEDICAL_RECORD", "Accession: «24-118829»"),
        ("LICENSE_PLATE", "Kennzeichen «HH-KV 2817», Kennzeichen: «M-AB 123E»"),
        ("PHONE_NUMBER", "Tel. «040 / 555 12 34-0» oder"),
        ("CREDIT_CARD", "the card ending in «4242», the card that ends with «0017»"),
        (
            "ORDER_ID",
            "Invoice ........ «INV-2021-001»; <td>Invoice</td><td>«INV-2021-001»</td>, **Invoice**: «INV-2021-001»",
        ),
        ("LICENSE_PLATE", "car reg: «KX19 ZBD», VW Golf (reg «KX19 ZBD»), vehicle reg. no. «KX19ZBD»"),
        ("ID_NUMBER", "AHV-Nr. «756.9217.0769.85», N° AVS «756.9217.0769.85», VAT no. «GB 219 4471 83»"),
        ("ID_NUMBER", "PPS: «4821736TA», EIN: «82-4410937», EIN=«82-4410937», our EIN is «82-4410937»"),
        ("ID_NUMBER", "Az. «264 Ds 1432/23», Aktenzeichen: «12 O 345/22», Reference: «XQ7T4M»"),
        ("UK_NINO", "N.I. number «PW482291B», NI number «PW482291B»"),
        ("ORDER_ID", "Booking reference: «XQ7T4M», Claim reference «CL-88213», ticket ref. «48821-B»"),
        ("ORDER_ID", '"booking_reference": "«XQ7T4M»", <td>Booking reference</td><td>«XQ7T4M»</td>'),
        ("CREDIT_CARD", "the card ended in «4417», the Visa ended with «4471»"),
        ("CREDIT_CARD", "Visa ****«4417», VISA XXXXXXXXXXXX«4471», card xxxx-xxxx-xxxx-«4417», Mastercard ...«4417»"),
        ("CREDIT_CARD", "card \u2022\u2022\u2022\u2022 \u2022\u2022\u2022\u2022 \u2022\u2022\u2022\u2022 «4417»"),
        (
            "US_BANK_NUMBER",
            "the account ending «8841», my account ends in «8841», a/c ending «4471», account no. xxxxx«8841»",
        ),
        ("US_SSN", "SSN XXX-XX-«8841», SSN: ***-**-«8841»"),
        ("US_PASSPORT", "passport «C01X00T47», passport no. «12AB34567»"),
        ("ID_NUMBER", "serial number «SN-88213-XK», registration number «KA-01-HH-1234»"),
        ("ORDER_ID", "case number «2:21-cv-01234», tracking «1Z999AA10123456784»"),
        ("US_ZIP_CODE", "postcode «SW1A 1AA», ZIP/Postal: «00-950», code postal «75001», código postal «1234-567»"),
        ("US_ZIP_CODE", "postal code «1234 AB» or «K1A 0B1», zip «123 45», postcode: «LV-1010», postnummer «0123»"),
        ("US_BANK_NUMBER", "account number «12345678901», acct. no. «98765432»"),
        ("ABA_ROUTING_NUMBER", "routing number «021000021»"),
        ("US_PASSPORT", "passport no. «C12345678», Passport: «123456789»"),
        ("US_DRIVER_LICENSE", "driver's license number «D1234567», DL# «A123-4567»"),
        ("LICENSE_PLATE", "license plate «7ABC123», plate number «ABC-1234»"),
        ("VIN", "VIN «1HGCM82633A004352»"),
        ("MEDICAL_RECORD", "MRN: «12345678», patient number «A-123»"),
        (
            "ORDER_ID",
            "order number «88-1234», order #«A123456», invoice «INV-2021-001», tracking no. «1Z999AA10123456784»",
        ),
        ("ID_NUMBER", "POLICY: «PL99-3321-77»; pol# «77-AX-90112», emp. ID «448812», badge «40771», member «88123-2»"),
        ("ID_NUMBER", "ref «DESH0817», laptop SN «C02XK1ZZJHD3», S/N: «44-AB-1290»"),
        ("ORDER_ID", "tracking # «9400 1118 9922 3334 4455 66», tracking number «1Z 999 AA1 01 2345 6784»"),
        ("ORDER_ID", "PNR: «K7XQ2M»"),
        ("AU_MEDICARE", "Medicare «2428 77813 2»"),
        ("LICENSE_PLATE", "plate «BX71443», plate: «ABC-1234», plate «4K3921», plate «1A 4K392»"),
        ("US_ZIP_CODE", "CEP «04567-010»"),
        ("US_BANK_NUMBER", "acc «31926819», account of Mr. J. Hall: «4471229901»"),
        ("FR_NIR", "N° sécu de M. Hall : «1 85 05 78 006 084 36»"),
        ("US_NPI", "NPI «1234567890», national provider identifier: «1987654321»"),
        ("US_MBI", "MBI «1EG4-TE5-MK73», Medicare beneficiary number is «1EG4TE5MK73»"),
        ("MEDICAL_LICENSE", "DEA no. «AB1234567»"),
        ("AU_ABN", "ABN «51 824 753 556», Australian business number «51824753557»"),
        ("AU_ACN", "ACN: «004 085 616»"),
        ("AU_TFN", "TFN «123 456 789», tax file number «12345678»"),
        ("AU_MEDICARE", "her Medicare number is «2123 45670 1»"),
        ("CA_SIN", "SIN «123-456-789», social insurance number «123 456 789»"),
        ("UK_NHS", "NHS number «943 476 5870», NHS no: «9434765871»"),
        ("UK_NINO", "NI number «QQ 12 34 56 C», national insurance number «AB123456C»"),
        ("DE_TAX_ID", "Steuer-ID «36 574 261 809», Steueridentifikationsnummer: «36574261808»"),
        ("DE_SOCIAL_SECURITY", "Sozialversicherungsnummer «15 070649 C 103»"),
        ("ID_NUMBER", "CCCD: «079185001234», CNIC «42101-1234567-1», CURP «HEGG560427MVZRRL04», RUT «12.345.678-5»"),
        ("ID_NUMBER", "HETU «131052-308T», personnummer «811228-9874», PPS no. «1234567TW», SID# «4471029»"),
        (
            "US_SSN",
            "SSN ending in «8841», last four of her SSN are «8841», last 4 digits of social security number: «8841»",
        ),
        ("CREDIT_CARD", "last four of card: «9855», card ending in «9855», the last four digits are «9855»"),
        ("ID_NUMBER", "ICCID «8944500102198304826», contrat n° «88-2231-FR»"),
        ("PHONE_NUMBER", "MSISDN «447700900123»"),
        ("ORDER_ID", "E-TKT «0472401839275», e-ticket no. «176-2401839275»"),
        ("UK_NINO", "NI «QQ 12 34 56 C»"),
        ("DE_HEALTH_INSURANCE", "Krankenversichertennummer «A123456789»"),
        ("DE_PLZ", "PLZ «10115», Postleitzahl: «80331»"),
        ("FR_NIR", "NIR «2 95 10 99 126 111 93», numéro de sécurité sociale : «295109912611193»"),
        ("ES_NIF", "DNI «12345678A», NIF: «12345678-Z», DNI «45879632», DNI «12.345.678»"),
        ("ES_NIE", "NIE «X1234567L»"),
        ("IT_FISCAL_CODE", "codice fiscale «RSSMRA85T10A562X»"),
        ("IT_VAT_CODE", "partita IVA «00743110158», P.IVA «00743110157»"),
        ("NL_BSN", "BSN «1112.22.333», burgerservicenummer «111222333»"),
        ("PL_PESEL", "PESEL «44051401358»"),
        ("PL_NIP", "NIP «856-734-62-15»"),
        ("IN_AADHAAR", "Aadhaar number «2341 2341 2346»"),
        ("SG_NRIC_FIN", "NRIC «S1234567A», NRIC/FIN: «S1234567D»"),
        ("SG_UEN", "UEN «00192200M», uen no. «T08LL0001A»"),
        ("IN_PAN", "PAN «ABCPE1234F», pan: «YGTTD8196N»"),
        ("IN_GSTIN", "GSTIN «27AAPFU0939F1ZV»"),
        ("DE_VAT_ID", "VAT number: «DE136695976», USt-IdNr. «DE 136695976»"),
        ("DE_ID_CARD", "ID card «L01X00T47», Personalausweisnummer «L22X00T47»"),
        ("MEDICAL_LICENSE", "medical license «AB1234563», DEA no. «AB1234563»"),
        ("LICENSE_PLATE", "vehicle registration «AB12 CDE»"),
        ("AU_MEDICARE", "medicare is «2123 45670 1»"),
        ("BR_CPF", "CPF «390.533.447-06», CPF: «39053344705»"),
        ("BR_CNPJ", "CNPJ «16.727.230/0001-98»"),
        ("ID_NUMBER", "employee ID «E12345», customer number «445566», VAT no. «GB123456789», ID number «EMP-204417»"),
        ("ID_NUMBER", "sort code «20-45-53», loan no. «882-1123», your ref: «AB-99121», contract number «2023/114»"),
        ("ID_NUMBER", "Vertragsnummer «99231-A», Aktenzeichen: «12345/20», Kundennr. «77812»"),
        ("ID_NUMBER", "n° client «8837261», n° de dossier «FR-2231», N.º de póliza «7783-22», polisnummer «88-213»"),
        ("DE_HEALTH_INSURANCE", "Versichertennr. «A123456780», KV-Nr. «M123456789»"),
        ("US_BANK_NUMBER", "Direct deposit to ****«6620», Checking ...«7719», deposited into \u2022\u2022«2209»"),
        ("CREDIT_CARD", "Visa *«8830», Visa x«8830», Visa \u2026«8830», Visa \u2022\u2022«2209»"),
        ("US_BANK_NUMBER", "ag. «0417» c/c «22981-3», CLABE «002010077777777771», transit «00412-003»"),
        ("US_BANK_NUMBER", "RIB «30004 00123 12345678901 89»"),
        ("ID_NUMBER", "s/c «20-11-43», Sort: «20 11 43», (ref. «HR/2025/00871»), quoting «EH/25/3381»"),
        ("ID_NUMBER", "Title no. «GR317745», colis «8R41182736450», PIS «120.44829.31-7», pratica n. «77/2025»"),
        ("ID_NUMBER", "c\u00e9dula «1.020.345.678», MPAN «1200023305967», GMC «7012345», Rx# «7718820»"),
        ("DE_SOCIAL_SECURITY", "SV-Nr. «12 150780 S 509»"),
        ("DE_HEALTH_INSURANCE", "Vers.-Nr. «A123456780»"),
        ("PASSWORD", "the alarm «9917», door code «B4709», gate code is «4471»"),
        ("US_ZIP_CODE", "deliver it to «94110» before noon. Please ship my two parcels to «94110»."),
        ("US_ZIP_CODE", "liefern Sie nach «80331» bis Freitag, livrez-le \u00e0 «75011», entregar en «28013» hoy"),
        ("US_ZIP_CODE", "spedire a «20121» entro venerd\u00ec"),
    ],
)
def test_a_label_announces_what_follows(entity_type: str, text: str) -> None:
    assert found(DETECT, text, entity_type) == text


@pytest.mark.parametrize(
    "text",
    [
        "Her SSN is confidential. The row has 123456789 cells.",
        "the card has 12 entries",
        "in order 5 people left",
        "case closed 2020",
        "call me 2 times",
        "he called on 2026-02-11, call me on 02/11/2026 or reach her on 11.02.2026",
        "SSN and account number 123456",
        "the zip of $12345",
        "the zip file of 2024, zip archives of 512 parts",
        "SWIFT DELIVERY, a swift response in 2024",
        "pin 13 of the connector, the year ending in 2024",
        "policy 2024, policy: use-2fa, employee 12 of 15, member 3, ref. 12",
        "the account ended in 2024, my account for the year ending 2024, Visa ........ 1204, # Card\n#### 2024 was",
        "ein 82-4410937er, ein Haus 2024, PPS: 48217 of them, az 264 mal, reg 5 and reg: r12, a car in 2024",
        "order reference manual 2024, a ticket reference of 12, user reference counting 12345, Reference: the manual",
        "in order... 12345 people, the order; 12345 of them, `order` by col1234, order>1234, <b>order</b> 12345 pieces",
        "plate 5 shows a plate of food, Plates 3 and 4",
        "deliver to 94110 customers, send it to port 94110, sent to 94110 people",
        "my savings *2024* and **2024**, paid to 2024, Visa 2024",
        "the alarm rang, the door code is long, colis 2",
    ],
)
def test_a_label_announces_only_its_own_shape_in_its_own_sentence(text: str) -> None:
    types = {"US_SSN", "CREDIT_CARD", "ID_NUMBER", "LICENSE_PLATE", "PHONE_NUMBER", "US_ZIP_CODE", "ORDER_ID"}
    assert [span for span in DETECT(text) if span.entity_type in types] == []


@pytest.mark.parametrize(
    "text",
    [
        "Passport No ......... «C01X00T47»",
        "Passport No . . . . . . «C01X00T47»",
        "Passport No \u2026\u2026 «C01X00T47»",
        "Passport No: ____«C01X00T47»____",
        "Passport No;«C01X00T47»",
        "Passport No ; «C01X00T47»",
        "Passport No \u2192 «C01X00T47»",
        "Passport No:&nbsp;«C01X00T47»",
        "<p><strong>Passport number:</strong> «C01X00T47»</p>",
        "<dt>Passport</dt><dd>«C01X00T47»</dd>",
        "<dt>Passport</dt>\n            <dd>«C01X00T47»</dd>",
        "<tr><td>Passport ID</td><td>«C01X00T47»</td></tr>",
        '<th scope="row"><b>Passport</b></th>\n  <td class="value" style="color: red"><span>«C01X00T47»</span></td>',
        "<passport><holder>Bob</holder><number>«C01X00T47»</number></passport>",
        '<passport no="«C01X00T47»"/>',
        'Passport <input type="text" value="«C01X00T47»">',
    ],
)
def test_leaders_tags_arrows_and_semicolons_part_a_label_from_its_value(text: str) -> None:
    assert found(DETECT, text, "US_PASSPORT") == text


@pytest.mark.parametrize(
    "text",
    [
        "Introduction ........ 12\nPassports ........ 112\nThe account ...... 1204\nOrder forms . . . . . . 104",
        "Id;Account;Name\n123456;x;y",
        "I gave it to the bank account; the other; 12345678 people did not",
        "<th>Account</th></tr>\n<tr><td>12345678</td></tr>",
        '<label>Account</label><input size="12345678">',
    ],
)
def test_contents_and_rows_announce_nothing(text: str) -> None:
    assert found(DETECT, text, "US_BANK_NUMBER") == found(DETECT, text, "ORDER_ID") == text


def test_the_nearest_label_decides() -> None:
    text = "SSN and phone: 202555014, account 123456789"
    assert [(text[s.start : s.end], s.entity_type) for s in DETECT(text)] == [
        ("202555014", "PHONE_NUMBER"),
        ("123456789", "US_BANK_NUMBER"),
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the imei is 49-015420-323751-8", "imei"),
        ("br cpf is 390.533.447-06", "br cpf"),
        ("br cpf is 390.533.447-06", "br"),
        ("us bank number: 000123456789", "us bank"),
        ("Visa no. 4111 1111 1111 1111", "Visa"),
    ],
)
def test_a_label_announces_a_value_and_is_none(text: str, value: str) -> None:
    start = text.index(value)
    assert announces_value(text, start, start + len(value))
    bare = text.rstrip("0123456789-./ ")
    assert not announces_value(bare, start, start + len(value))
    assert not announces_value(text.replace(value, f"{value}x"), start, start + len(value) + 1)


def test_a_label_with_a_number_behind_it_is_no_value() -> None:
    assert is_label_of_number("Versichertennr. A123", 0, 14)
    assert is_label_of_number("VISA 1234", 0, 4)
    assert is_label_of_number("her DL O165-5349-4217", 4, 6)
    assert not is_label_of_number("Visa pays", 0, 4)
    assert not is_label_of_number("Visage 1234", 0, 6)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("SSN «123-45-6789»/«987-65-4321»", "US_SSN"),
        ("NPI «1234567890»/«1987654321»", "US_NPI"),
        ("PLZ «10115»/«10117»", "DE_PLZ"),
        ("CPF «390.533.447-06»/«390.533.447-07»", "BR_CPF"),
        ("VIN «1HGCM82633A004352»/«1HGCM82633A004353»", "VIN"),
        ("order «12345/2024», Steuernummer 181/815/08155", "ORDER_ID"),
    ],
)
def test_behind_a_slash_another_may_follow(text: str, kind: str) -> None:
    assert found(DETECT, text, kind) == text


@pytest.mark.parametrize("address", ["0.0.1.0", "10.0.0.17", "192.168.100.200"])
@pytest.mark.parametrize(
    "label", ["VATID", "VAT id:", "Tel.", "order no.", "account number", "ABN", "customer id =", "PIN", "IMEI", "zip"]
)
def test_a_label_never_takes_the_address_of_a_host(label: str, address: str) -> None:
    assert [span.entity_type for span in DETECT(f"{label} {address}")] == ["IP_ADDRESS"]
    assert [span.entity_type for span in DETECT(f"{label} {address}, {address}")] == ["IP_ADDRESS"] * 2
    assert [span.entity_type for span in DETECT(f"{address} ({label})")] == ["IP_ADDRESS"]
