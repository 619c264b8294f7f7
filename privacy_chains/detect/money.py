"""Amounts of money: the number with its currency sign, code or word and its magnitude, as one span.

``$1,200.50``, ``12k USD`` and ``two million dollars`` are one span each. A number without a currency is money only
where words say so: in "earns 500,000 per year" and "a balance greater than 2000" the span covers the number. Signs
and brackets around an amount, as in ``($27)``, stay outside. Whether a number is money never depends on its digits.
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.lazy import lazily
from privacy_chains.detect.numerals import AFTER, AMOUNT, BEFORE, NUMBER_WORDS, one_of
from privacy_chains.detect.reading import Found, Reading, matches

__all__ = ["find_money"]

# --- with a currency -------------------------------------------------------------------------------------------------

_SIGNS = (
    "\u20ac\u00a3\u00a5\u20b9\u20bd\u20a9\u20aa\u0e3f\u20ab\u20b4\u20a6\u20b1\u20ba\u20a1\u20b2\u20b5\u20b8\u20bc\u20be"
    "\u20bf\u00a2"
)
_CODES = one_of(
    "USD EUR GBP CHF JPY CNY RMB CAD AUD NZD INR SEK NOK DKK PLN CZK HUF RON BGN RUB UAH BRL MXN ARS CLP ZAR NGN KES"
    " EGP AED SAR ILS KRW THB SGD HKD TWD MYR IDR PHP VND PKR BDT TRY ISK COP PEN BTC ETH"
)
_SMALL_CODES = ("usd", "eur", "gbp", "chf", "cad", "aud", "inr")
_SMALL_CODE = rf"(?:{'|'.join(_SMALL_CODES)})"
_ANY_CODE = rf"(?:{_CODES}|{_SMALL_CODE})"
_RAND = (
    r"R(?=\s?[0-9])(?![0-9][A-Z]\s?[0-9][A-Z][0-9]|[0-9]{2}\s(?=[A-Z]*[0-9])(?=[0-9]*[A-Z])[A-Z0-9]{4}(?!\w)"
    r"|[0-9]+(?![KMBkmb](?!\w))[A-Z])"
)
"""But for the beginning of a postal code of Canada or Ireland."""
_SIGN = (
    rf"(?:(?:{BEFORE}(?:(?:US|CA|AU|NZ|HK)\s?|SG|NT|MX|C|A|S|R))?\$|[{_SIGNS}]"
    rf"|{BEFORE}(?:Rs\.?|Fr\.|kr\.?|z\u0142|K\u010d|{_RAND}))"
)
_MAGNITUDE = one_of(
    r"thousand hundred millions? billions? trillions? mln\.? mio\.? mrd\.? mld\.? tsd\.? tys\.? mn bn tn mm lakhs?"
    r" [kmbt] crores? tausend millionen? milliarden? billionen mille milliards? mds?(?=\s?\u20ac) mil"
    r" (?:mil_)?mill(?:ones|\u00f3n) mill\.(?=\s?\u20ac) billones (?:mil_)?milh(?:\u00e3o|\u00f5es)"
    r" bilh(?:\u00e3o|\u00f5es) trilh(?:\u00e3o|\u00f5es) milion[ei] miliard[io] duizend miljoen miljard"
    r" tysi(?:\u0105ce?|\u0119cy) milion(?:y|\u00f3w) miliard(?:y|\u00f3w) tusen miljon(?:er)? miljard(?:er)?"
    " tusind millioner milliarder"
)
_BEFORE_UNITS = (
    r"(?:[\s\-]?(?:mila|mia\.)(?=\s(?:di\s)?(?:\u20ac|kr|[Ee]uro)))"  # names, but for the currency behind them
)
_SCALE = rf"(?:[\s\-]?(?i:{_MAGNITUDE}){AFTER}|{_BEFORE_UNITS})?"
_CURRENCY = one_of(
    r"(?:(?:us|u\.s\.|american|canadian|australian|singapore)[\s\-])?dollars? bucks cents euros? pounds?_sterling"
    " british_pounds quid yen yuan renminbi rupees? rubles? roubles? pesos? (?:swiss_)?francs? kron(?:a|or|e|er)"
    " zlotys? forints? shekels? dirhams? riyals? reais naira shillings baht dong ringgit bitcoins? satoshis?"
    " grand(?!_(?:pianos?|slams?|prix|juries|jury|total)) d[o\u00f3]lar(?:es|\u00f3w|y)? dollari"
    " cent(?:imes?|avos?|esimi|esimo)? c\u00e9ntimos? rappen (?:schweizer_)?franken francs_suisses lire"
    " z\u0142ot(?:ych|e|y) grosz(?:y|e) \u00f6re korun[ay]? lei tkr"
    " \u0440\u0443\u0431(?:\\.|\u043b(?:\u0435\u0439|\u044f|\u044c))?"
)
_DASH = r"(?:[.,](?:--?|[\u2013\u2014])(?![0-9]))?"  # 99,- Euro; CHF 20.-
_OF = r"(?:\s(?:de|di)(?=\s)|\sd['\u2019](?=\w))?"  # 3 millones de euros, 2 millions d'euros
_UNIT = rf"(?:{_ANY_CODE}|(?i:{_CURRENCY})){AFTER}"
_LEFT = rf"{BEFORE}(?<![0-9][.,])(?<!\.)"
_PREFIXED = rf"(?:{_SIGN}|{BEFORE}{_ANY_CODE}(?=\s?[0-9]))\s?{AMOUNT}{_DASH}{_SCALE}(?:\s?{_UNIT})?"
_SUFFIXED = (
    rf"{_LEFT}{AMOUNT}{_DASH}{_SCALE}{_OF}\s?(?:[{_SIGNS}]|\$(?!\s?[0-9])|(?:kr|z\u0142|K\u010d|Ft|TL){AFTER}|{_UNIT})"
)
_MONEY = lazily(rf"(?=[$A-Zkzuegci{_SIGNS}]){_PREFIXED}|(?=[0-9]|\.[0-9]){_SUFFIXED}")
_SIGN_HINT = lazily(rf"[$A-Zkz{_SIGNS}](?:(?<=[A-Zkz])[A-Za-z\u0142\u010d]{{0,2}}\.?\s?\$?)?\s?[.0-9]")
_SMALL_HINT = lazily(rf"{_SMALL_CODE}\s?[0-9]")
_SPELLED = lazily(
    rf"(?=[abefhmnostz]){BEFORE}(?:(?:an?|half\san?)\s(?=million|billion|thousand|hundred))?{NUMBER_WORDS}[\s\-]{_CURRENCY}{AFTER}"
)
_TO = r"\s?(?:-|\u2013|\u2014|\bto\b)\s?"
_RANGE_END = lazily(rf"{_TO}(?P<end>{AMOUNT}{_SCALE}){AFTER}(?![-.,/][0-9])(?!\s?%)")
_RANGE_START = lazily(rf"{_LEFT}(?P<start>{AMOUNT}{_SCALE}){_TO}\Z")
_NO_GROUPING = "-/(\u2010\u2011\u2012\u2013\u2014\u2015\u5e74"
"""What joins numbers to others, but no digits within an amount."""
_TO_ENDS = frozenset("-\u2013\u2014o")
_REACH = 40

# --- by the words around ---------------------------------------------------------------------------------------------

_EARN = one_of("earn(?:s|ed|ing)? mak(?:es?|ing) made gets? receiv(?:es?|ed|ing) paid pays? paying charges?d?")
_SPEND = one_of(
    "earn(?:s|ed|ing)? cost(?:s|ing)? ow(?:es?|ed|ing) spen(?:ds?|t|ding) paid pays? paying worth charged"
    " refund(?:ed)? donat(?:ed?|es|ing) borrowed lent invest(?:s|ed|ing)? saved deposit(?:s|ed)? withdr[ae]wn?"
    " transferr?(?:ed)? budgeted"
)
_SUM = one_of(
    "salar(?:y|ies) incomes? wages? earnings balances? revenues? turnover rent bonus(?:es)? pension mortgage net_worth"
    " prices? fees? budget deductions? expenses debts? loan savings profits? deposits? payments? premium deductible"
    " invoice_(?:total|amount) (?:(?:sub-?|grand_)?total|amount)_(?:due|paid|owed|payable) credit_limit compensation"
    " stipend allowance refund tuition taxes costs?"
)
_WHICH = r"(?:(?:annual|base|current|gross|hourly|monthly|net|total|yearly)[\s_\-]?)?"
_CURRENCIES = "aud brl cad chf cny czk dkk eur gbp hkd huf inr isk jpy mxn nok nzd pln sek sgd usd zar".replace(
    " ", "|"
)
_OF_WHAT = (
    rf"(?:[\s_\-]?(?:\(?(?:in\s)?(?:{_CURRENCIES}|[{_SIGNS}$])\)?|(?:19|20)[0-9]{{2}}|amount|total|value)){{0,2}}"
)
_FIELD = r"(?:amounts?|(?:sub-?)?totals?(?=[^0-9\n]{1,8}[0-9][0-9.,]*[.,][0-9]{2}(?![0-9])))[\"']?\s?[:=]\s?[\"']?"
_LINK = (
    r"(?:\s+"
    + one_of(
        "is was were are of at to from be being over under above below about around approximately roughly nearly"
        " almost only exactly greater less more higher lower smaller larger bigger than exceed(?:s|ed|ing)? reached"
        " totall?(?:s|ed|ing) increased decreased rose fell grew dropped by up down now currently has had have will"
        " would equals least most"
    )
    + r"|\s?[:=|>]|\s?[\"'])"
)
_SOFT = (
    r"(?:\s+"
    + one_of(
        "about around approximately roughly nearly almost over under up_to at_least more_than less_than only just"
        " some him her them me us you a_salary_of"
    )
    + r"){0,3}\s+"
)
_EACH = r"\s?(?:per|an?|each|every|/)\s?(?:year|yr|annum|month|mo|week|wk|day|hour|hr|quarter)\b"
_REGULARLY = one_of(r"annually yearly monthly weekly hourly daily p\.\s?a\. gross net")
_PERIOD = rf"(?:{_EACH}|\s{_REGULARLY}(?!\w))"
_NO_NOUN = one_of(
    "is was were are and or but in for by to from with which while on as at per than last this every each an? before"
    " after when if because since so total now today between plus minus"
)
_CLOSE = (
    rf"(?!\s?(?:%|percent|per\scent|bps))(?=\s*(?:[;!?)\]}}|\"']|,(?![0-9])|\.(?![0-9])|$|\n)|\s+{_NO_NOUN}\b"
    rf"|{_EACH}|\s+[\w.]+=)"
)
_BARE = rf"(?P<%s>{AMOUNT}(?:[\s\-]?{_MAGNITUDE}{AFTER})?|{NUMBER_WORDS})"
_CONTEXT = lazily(
    rf"(?<![^\W_])(?:{_EARN}{_SOFT}{_BARE % 'earned'}{_PERIOD}"
    rf"|{_SPEND}{_SOFT}{_BARE % 'spent'}{_CLOSE}"
    rf"|(?:{_WHICH}{_SUM}{_OF_WHAT}{_LINK}{{1,5}}\s?[\"']?|{_FIELD}){_BARE % 'sum'}{_CLOSE})"
)


def find_money(reading: Reading) -> Iterator[Found]:
    """The amounts of money in ``text``; of a range such as ``$50-100`` each end is one."""
    text = reading.text
    for found in matches(_MONEY, text, sorted((*reading.amounts_but(_NO_GROUPING), *_signs(text)))):
        yield _money(found.start() + reading.count_before(found[0]), found.end())
        yield from _range_ends(text, *found.span())
    for found in matches(_SPELLED, reading.lower, reading.words["number"]):
        yield _money(*found.span())
    for found in matches(_CONTEXT, reading.lower, reading.words["sum"]):
        yield _money(*found.span(found.lastgroup or 0), 0.6)


def _signs(text: str) -> Iterator[int]:
    """Where a currency's sign or code may stand before a number."""
    for found in _SIGN_HINT.finditer(text):
        start, end = found.span()
        yield start
        dollar = text.find("$", start + 1, end)
        if dollar >= 0:
            yield dollar
    if any(map(text.__contains__, _SMALL_CODES)):
        for found in _SMALL_HINT.finditer(text):
            yield found.start()


def _range_ends(text: str, start: int, end: int) -> Iterator[Found]:
    """The other ends of ranges that the amount at ``[start, end)`` begins or ends."""
    after = _RANGE_END.match(text, end)
    if after:
        yield _money(*after.span("end"))
    window = max(0, start - _REACH)
    if text[window:start].rstrip()[-1:] in _TO_ENDS:
        before = _RANGE_START.search(text[window:start])
        if before:
            yield _money(window + before.start("start"), window + before.end("start"))


def _money(start: int, end: int, score: float = 0.9) -> Found:
    return Found(start, end, "MONEY", score)
