"""Joins the pieces of an address that were found separately, with the numbers that belong to it.

A network finds a street named after a person as a person, a town as a place, a postal code as some number, and leaves
a house number out. Two pieces are one address if only signs, one line break, or one word that names something stands
between them, or a house number where the name of a street ends or begins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from privacy_chains.detect.network import address_parts as parts
from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.lazy import lazily

__all__ = ["after_owner", "grown", "merged", "typed"]

_ADDRESS = "STREET_ADDRESS"
_PLACES = frozenset({_ADDRESS, "LOCATION", "US_ZIP_CODE"})
_NAMES = frozenset({"PERSON", "ORGANIZATION", "TITLE"})
_NAMED = _NAMES | {"LOCATION"}
_STREETS = _NAMED | _PLACES
_NUMBERS = frozenset({"ID_NUMBER", "MEDICAL_RECORD", "ORDER_ID", "PHONE_NUMBER", "YEAR"})
"""The types that the network may give to a house number or a postal code."""
_POST_NUMBERS = _NUMBERS - {"YEAR"}
_CODED = _PLACES | _POST_NUMBERS
_MOST_NAMES = 3
"""Names that may stand between a street and a postal code."""
_REGION_LENGTH = 3
_REACH = 32
"""Code points around a piece within which its address goes on."""
_LOOK = 96
"""Code points of a piece that are looked at, so that many pieces cost no more than their length."""
_SEGMENT = lazily(r"[,;\n]")


def after_owner(text: str, end: int) -> int:
    """Where an address begins that a person's name stands before, if they are two values; else where the name ends.

    Args:
        text: The text.
        end: Where the name ends.
    """
    gap = parts.OWNER_ENDS.match(text, end)
    return gap.end() if gap else end


def _head(text: str, one: NetworkFinding) -> str:
    return text[one.start : min(one.end, one.start + _LOOK)]


def _tail(text: str, one: NetworkFinding) -> str:
    return text[max(one.start, one.end - _LOOK) : one.end]


# --- names that are streets ------------------------------------------------------------------------------------------


def typed(text: str, findings: Sequence[NetworkFinding]) -> list[NetworkFinding]:
    """Findings in which names and places with a house number became addresses."""
    ends = [0, *(one.end for one in findings)]
    starts = [*(one.start for one in findings[1:]), len(text)]
    kinds = [*(one.entity_type for one in findings[1:]), ""]
    return [
        _as_address(text, one, (end, start), kind) if one.entity_type in _NAMED else one
        for one, end, start, kind in zip(findings, ends, starts, kinds, strict=False)
    ]


def _as_address(text: str, one: NetworkFinding, within: tuple[int, int], following: str) -> NetworkFinding:
    """A name or place, as an address if it is one; ``within`` is where its neighbours end and begin."""
    least, most = within
    value = _head(text, one)
    house = parts.HOUSE_AT_END.match(value)
    numbered = parts.STREET_IN_ENGLISH.match(value) or (house and parts.is_street(house["street"]))
    if one.entity_type == "LOCATION" and (numbered or parts.FLEET.match(value)):
        return one._replace(entity_type=_ADDRESS)
    if house and parts.IS_COMPOUND.fullmatch(house["street"]):
        return one._replace(entity_type=_ADDRESS)
    unit = parts.UNIT_NUMBER_AFTER.match(text[one.end : min(most, one.end + _REACH)])
    if unit and parts.UNIT.fullmatch(value):
        return NetworkFinding(one.start, one.end + unit.end(), _ADDRESS, one.score)
    end = _street_end(text, one)
    if end and (number := _number_after(text, one.start, end)):
        return NetworkFinding(one.start, max(one.end, min(end + number.end(), most)), _ADDRESS, one.score)
    if following in (_ADDRESS, "US_ZIP_CODE") and parts.GAP.fullmatch(text[one.end : min(most, one.end + _REACH)]):
        start = _start(text, max(least, one.start - _REACH), one)
        return one if start == one.start else NetworkFinding(start, one.end, _ADDRESS, one.score)
    return one


def _number_after(text: str, start: int, end: int) -> re.Match[str] | None:
    """The house number behind a street or what may be one."""
    behind, last = text[end : end + _REACH], parts.words_of(text[max(start, end - _LOOK) : end])[-1:]
    is_compound = bool(last) and parts.IS_COMPOUND.fullmatch(last[0]) is not None
    return parts.NUMBER_AFTER.match(behind) or (parts.HOUSE_AFTER.match(behind) if is_compound else None)


def _street_end(text: str, one: NetworkFinding) -> int:
    """Where the street ends that a name is, perhaps with the word behind it; 0 if it is none."""
    if parts.is_street(_tail(text, one)):
        return one.end
    behind = text[one.end : one.end + _REACH]
    word = next(iter(parts.words_of(behind)), "")
    return one.end + 1 + len(word) if word and behind.startswith(f" {word}") and parts.is_street_word(word) else 0


# --- pieces of one address -------------------------------------------------------------------------------------------


def merged(text: str, findings: Sequence[NetworkFinding]) -> list[NetworkFinding]:
    """Findings in which neighbouring pieces of one address were joined."""
    whole: list[NetworkFinding] = []
    for finding in findings:
        one = finding
        while count := _belonging(text, whole, one):
            pieces = whole[-count:]
            del whole[-count:]
            one = NetworkFinding(pieces[0].start, one.end, _ADDRESS, min(one.score, *(piece.score for piece in pieces)))
        whole.append(one)
    return whole


def _belonging(text: str, before: Sequence[NetworkFinding], one: NetworkFinding) -> int:
    """How many of the findings right before this one are of one address with it."""
    if not before or one.start - before[-1].end > _REACH:
        return 0
    if _are_one(text, before[-1], one):
        return 1
    head, gap = _head(text, one), text[before[-1].end : one.start]
    is_code = one.entity_type in _CODED and len(head) > _REGION_LENGTH and parts.STARTS_AS_CODE.match(head)
    if is_code or (gap == " / " and parts.REGION.fullmatch(head)):
        return _named_between(text, before, one)
    return 0


def _named_between(text: str, before: Sequence[NetworkFinding], code: NetworkFinding) -> int:
    """How many findings are of one address with a postal code: a street, and names of places taken for others."""
    after = code
    for count, piece in enumerate(reversed(before), 1):
        if after.start - piece.end > _REACH or not parts.GAP.fullmatch(text[piece.end : after.start]):
            return 0
        if piece.entity_type == _ADDRESS:
            is_region = code.end - code.start <= _REGION_LENGTH
            return count if is_region or not _is_complete(_tail(text, piece)) else 0
        if parts.begins_as_street(_head(text, piece)):
            return count if code.entity_type == _ADDRESS else 0
        if count > _MOST_NAMES or piece.entity_type not in _NAMED:
            return 0
        after = piece
    return 0


def _are_one(text: str, one: NetworkFinding, other: NetworkFinding) -> bool:
    """Whether two neighbours are of one address."""
    gap = text[one.end : other.start]
    kind, next_kind = one.entity_type, other.entity_type
    if _ADDRESS not in (kind, next_kind):
        beside = gap == " " and next_kind == "US_ZIP_CODE" and kind in _NAMED
        return beside and parts.HOUSE_THEN_CODE.match(_head(text, other)) is not None
    if parts.REGION.fullmatch(_head(text, other)) and gap in ("(", " (", " / ", "/", ""):
        return bool(gap) or text[one.end - 1] == "("
    if kind in _PLACES and next_kind in _PLACES:
        return bool(parts.GAP.fullmatch(gap) or ("LOCATION" not in (kind, next_kind) and parts.MISSED.fullmatch(gap)))
    if kind in _NAMES:
        return _is_before_house(_head(text, one), gap, _head(text, other))
    if next_kind in _NAMES:
        return _is_town(_tail(text, one), gap, _head(text, other), text[other.end : other.end + 2])
    return _is_number(text, one, gap, other)


def _is_before_house(name: str, gap: str, address: str) -> bool:
    """Whether a name is the street, or the first words of the street, with which an address goes on."""
    if parts.GAP.fullmatch(gap) and (parts.begins_as_street(name) or parts.SHIP.match(name)):
        return True
    if gap in (" ", "-") and parts.GOES_ON.match(address):
        return True
    if gap in (" ", ", ") and address.startswith("S/N"):
        return True
    if gap != " ":
        return gap == ". " and name.endswith("Nr")
    words = parts.words_of(name)
    if not address[0].isdigit() and any(map(str.isdigit, address)) and (len(words) == 1 or address[0].islower()):
        return True
    house = parts.HOUSE_ALONE.match(address)
    following = parts.words_of(address[house.end() :])[:1] if house else []
    return house is not None and not any(map(parts.is_street_word, following))


def _is_town(address: str, gap: str, name: str, after: str) -> bool:
    """Whether a name right behind an address is the town of its postal code, or goes on with its last name."""
    if gap != " ":
        return bool(parts.GAP.fullmatch(gap) and parts.DUTCH_CODE.search(address))
    if name[0].islower() or parts.ENDS_OPEN.search(address):
        return True
    if parts.ENDS_AS_CODE.search(address):
        return not _is_complete(address)
    return len(parts.words_of(name)) == 1 and not after.strip()[:1].islower()


def _is_complete(address: str) -> bool:
    """Whether a postal code ends an address that says its town before."""
    code = parts.ENDS_AS_CODE.search(address)
    if not code or not any(map(str.isdigit, address[: code.start()])):
        return False
    before = _SEGMENT.split(address[: code.start()].rstrip(" ,;\n"))[-1]
    return not any(map(str.isdigit, before)) or parts.ENDS_AS_REGION.search(before) is not None


def _is_number(text: str, one: NetworkFinding, gap: str, other: NetworkFinding) -> bool:
    """Whether what was taken for another number is the house number or the postal code of the address beside it."""
    first, second = _head(text, one), _head(text, other)
    if one.entity_type in _NUMBERS and parts.SHORT_NUMBER.fullmatch(first):
        near = not gap or (gap == " " and not second[0].isdigit())
        return near and bool(first[-1] == "-" or parts.OPENS.search(text[max(0, one.start - _REACH) : one.start]))
    is_number = other.entity_type in _POST_NUMBERS and parts.SHORT_NUMBER.fullmatch(second)
    return bool(is_number and parts.GAP.fullmatch(gap))


# --- borders ---------------------------------------------------------------------------------------------------------


def grown(text: str, findings: Sequence[NetworkFinding]) -> list[NetworkFinding]:
    """Addresses with the numbers that stand right before and behind them."""
    longer: list[NetworkFinding] = []
    for index, one in enumerate(findings):
        if one.entity_type != _ADDRESS:
            longer.append(one)
            continue
        least = longer[-1].end if longer else 0
        most = findings[index + 1].start if index + 1 < len(findings) else len(text)
        start = _start(text, max(least, one.start - _REACH), one)
        longer.append(NetworkFinding(start, _end(text, one, min(most, one.end + _REACH)), _ADDRESS, one.score))
    return longer


def _start(text: str, least: int, one: NetworkFinding) -> int:
    """Where an address begins: with a house number, a unit, a kind of ship, part of a code, or that streets meet."""
    before = text[least : one.start]
    if (crossing := parts.CROSSING_BEFORE.search(before)) and parts.MEETS.search(_head(text, one)):
        return least + crossing.start()
    if code := parts.CODE_BEFORE.search(before) or parts.SHIP_BEFORE.search(before):
        return least + code.start()
    pattern = parts.UNIT_BEFORE if text[one.start].isdigit() else parts.HOUSE_BEFORE
    number = pattern.search(before)
    if number and parts.OPENS.search(text[max(0, least + number.start() - _REACH) : least + number.start()]):
        return least + number.start()
    return one.start


def _end(text: str, one: NetworkFinding, most: int) -> int:
    """Where an address ends, if a house number, a region or a postal code stands behind it."""
    value, end = text[one.start : one.end], one.end
    if (closing := parts.CLOSING.match(text[end:most])) and value.count("(") > value.count(")"):
        return end + closing.end()
    if not any(map(str.isdigit, value)) and (number := _number_after(text, one.start, end)):
        end = min(end + number.end(), most)
    after = parts.AFTER.match(text[end:most])
    return end + after.end() if after else end
