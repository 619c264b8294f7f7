r"""User names in the paths of home folders: ``/home/jdoe/projects``, ``C:\Users\Edward Miller``, ``\\srv\homes$\jdoe``.

A folder's name goes as far as the next separator; where none follows, as far as words with a capital do. Words are the
name of a person, anything else is a user name. So is what a mark of a synchronized folder names: an organization.
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.numerals import any_of
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.detect.rules.tables import listed, shape
from privacy_chains.lazy import lazily

__all__ = ["find_home_users"]

_ACCOUNT = r"[^\W\d_][\w\-]{0,30}(?:\.[\w\-]{1,30}){0,3}"
_SEPARATOR = r"[\\/]{1,4}"
_WORD = r"[^\s\\/:*?\"'<>|,;()\[\]{}]{1,40}"
_CAPITAL = r"[^\W\d_a-z\u00df-\u00ff][\w'\u2019.\-]{0,30}(?<!\.)"
_FOLDER = rf"(?:{_WORD}(?:[ ]{_WORD}){{0,4}}(?=[\\/])|{_CAPITAL}(?:[ ]{_CAPITAL}){{1,3}}(?!\w)|{_ACCOUNT})"
"""With blanks where a separator ends it, or where every word has a capital."""
_SHARED = shape("homes_shared")
_FILE = shape("homes_file")
_BEFORE_HOME = any_of("homes_before_home", any_case=True)
_HOME = lazily(
    r"(?:(?:(?<![\w./~])|(?<=file://))(?:/(?:export|usr|nfs|net|data|var|mnt))?/home/(?:"
    rf"(?P<set>(?<=PWD=/home/)\w[\w.\-]{{0,30}}|(?<=HOME=/home/)\w[\w.\-]{{0,30}})|(?P<user>{_ACCOUNT})(?=/[\w.~]|:/)"
    rf"|{_FILE}(?P<dotted>[^\W\d_][\w\-]{{0,30}}\.[\w\-]{{2,30}})(?![\w.]))"
    rf"|(?<!\w){_BEFORE_HOME}[ ]/home/(?P<alone>{_ACCOUNT})(?![\w/])"
    rf"|(?:(?<![\w.~])|(?<=/mnt/[a-z])|(?<=/[a-z])(?<![\w.~]/[a-z]))/Users/{_FILE}(?P<mac>{_FOLDER})"
    rf"|(?<!\w)(?:[A-Za-z]:{_SEPARATOR}|HOMEPATH={_SEPARATOR})(?:[Uu]sers|USERS|Documents[ ]and[ ]Settings)"
    rf"{_SEPARATOR}(?P<windows>{_FOLDER})"
    rf"|(?<![\\\w:])\\{{2,4}}(?=\w)[\w.\-]{{1,60}}\\{{1,2}}(?i:{_SHARED})\\{{1,2}}(?P<share>{_FOLDER}))"
)
_SYNCHRONIZED = lazily(shape("homes_synchronized"))
_NAMED = lazily(
    r"[^\W\d_][^\W\d_'\u2019.\-]*(?:['\u2019.\-][^\W\d_]+)*\.?(?:[ ][^\W\d_]+(?:['\u2019.\-][^\W\d_]+)*\.?){1,3}"
)


def find_home_users(reading: ValueReading) -> Iterator[FoundValue]:
    """The user names in ``text`` that paths of home folders hold."""
    text = reading.text
    if "/home/" not in text and "\\" not in text and "sers/" not in text:
        return
    for found in _HOME.finditer(text):
        group = found.lastgroup or ""
        if found[group].lower() not in listed("accounts") and not found[group].startswith(("%", "$", "<", "{")):
            named = _NAMED.fullmatch(found[group]) is not None
            yield FoundValue(*found.span(group), "PERSON" if named else "USERNAME", 0.8)
    for found in _SYNCHRONIZED.finditer(text):
        if found["owner"] != "Personal":
            yield FoundValue(*found.span("owner"), "ORGANIZATION", 0.8)
