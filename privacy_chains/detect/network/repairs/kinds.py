"""What findings are, where their value says that they are something else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from privacy_chains.detect.network.address_parts import is_street, words_of
from privacy_chains.detect.network.findings import PROPER, NetworkFinding
from privacy_chains.formats.places import is_listed, us_state_codes
from privacy_chains.formats.word_classes import is_everyday, word_class

__all__ = ["has_no_street", "is_in_state", "is_titled", "names_a_person", "under_key"]

_TITLED = re.compile(
    r"(?:Frau|Herrn?|Fr\.|Hr\.|Mme|Mlle|Mr|Mrs|Ms|M\.|Sig\.(?:ra)?|Sr\.|Sra\.|Sr\u00aa|Mevr(?:ouw)?|Dhr|Dr|Dra|Prof)\.?"
    r"\s[A-Z\u00c0-\u00de][^,;\n]*"
)
_SHORT = re.compile(r"\s?\([A-Z]{1,4}\)\Z")
_MOST_WORDS = 3
_KEY_OF_NAME = re.compile(
    r"(?<![^\W_])(?:first|last|given|family|middle|full|nick|sur|fore)[_\s\-]?(?:name)?[\"']?\s{0,2}[:=]\s{0,2}[\"']?\Z",
    re.IGNORECASE,
)
_KEY_REACH = 24


def is_in_state(value: str) -> bool:
    """Whether a value is a listed town and the code of its state: ``Seattle, WA``."""
    town, state = value[:-4], value[-4:]
    return state.startswith(", ") and is_listed(town) and state[2:] in us_state_codes()


def has_no_street(value: str) -> bool:
    """Whether a value has neither a number nor a word of streets."""
    return not any(map(str.isdigit, value)) and not any(map(is_street, words_of(value)))


def names_a_person(value: str) -> bool:
    """Whether what was found as a place is a person: a title and a name, or a listed given name and surname."""
    if is_titled(value):
        return True
    words = _SHORT.sub("", value).split(" ")
    if not 1 < len(words) <= _MOST_WORDS or not all(word.isalpha() and word[0].isupper() for word in words):
        return False
    kinds = [word_class(word.lower()) for word in words]
    first = kinds[0].startswith("given") and not is_everyday(words[0].lower())
    return first and (kinds[-1].startswith("surname") or (kinds[-1] == "" and len(words) == 2))


def is_titled(value: str) -> bool:
    """Whether a value is a title and a name."""
    return _TITLED.fullmatch(value) is not None


def under_key(text: str, one: NetworkFinding) -> Iterator[NetworkFinding]:
    """A place or a firm as a person where the key before it says so: ``"last": "Battaglia"``."""
    key = one.entity_type in PROPER and _KEY_OF_NAME.search(text, max(0, one.start - _KEY_REACH), one.start)
    yield one._replace(entity_type="PERSON") if key else one
