"""Users and passwords on command lines: ``psql -U anna``, ``mysql -u anna -ps3cret``, ``sshpass -p s3cret ssh``."""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.lazy import lazily

__all__ = ["find_on_command_lines"]

_CURL_USER = lazily(
    r"\bcurl\b[^\n;|&]{0,200}?\s(?:-u|--user)[\s=]?[\"']?(?P<user>[^\s:\"']{1,64}):(?P<v>[^\s\"']{1,128})"
)
_TOOL_USER = lazily(
    r"\b(?:psql|pg_(?:dump|restore)|mysql(?:dump)?|mariadb|mongosh?|sqlcmd|ssh|sftp|smbclient|kinit|docker\slogin)\b"
    r"[^\n;|&]{0,160}?\s"
    r"(?:-[Uul]|--user(?:name)?)[\s=]?[\"']?(?!(?:admin|postgres|root)\b)(?P<user>[A-Za-z][\w.\-]{1,30})"
)
_OPTION = lazily(r"-(?<=\s-)[\w\-]")
_AT_DIGITS = lazily(r"@[0-9]{1,3}\.")
_AT_ADDRESS = lazily(r"(?<![^\s\"'=])(?!root@)[a-z][a-z0-9._\-]{1,30}(?=@(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![\w.]))")
"""Who asks a server: ``psql -U anna``, ``ssh anna@10.0.0.7``."""

_SIGN = r"[!@#$%^&*?_+=]"
_TO_FILL = rf"(?!{_SIGN}[A-Za-z!@#$%^&*?_+=]{{1,40}}(?![^\s\"';)])|{_SIGN}?[({{<\[])"
"""No variable of the shell, and nothing that is to be filled in."""
_VALUE = rf"[\"']?{_TO_FILL}(?P<v>(?<=')[^'\n]{{2,128}}|(?<=\")[^\"\n]{{2,128}}|[^\s\"'<>();]{{3,128}})"
_LINE = r"(?:[^\n;|&]|(?<=\\)\n){0,160}?\s"
_COMMANDS = {
    "p mysql mariadb": rf"(?:mysql|mariadb)(?:[\-_]?[a-z]{{4,8}})?(?=\s){_LINE}-p(?![0-9]+[\-/:~|\\])(?=\S){_VALUE}",
    "p sshpass": rf"sshpass\s(?:-v\s)?-p\s?{_VALUE}",
    "a- redis-cli": rf"redis-cli\b{_LINE}(?:-a|--pass)\s{_VALUE}",
    "w ldap": rf"ldap(?:add|compare|delete|modify|modrdn|passwd|search|whoami)\b{_LINE}-w\s?{_VALUE}",
    "p mongo": rf"mongo(?:dump|export|import|restore|sh)?\b{_LINE}-p\s?{_VALUE}",
    "p login": rf"(?:az|docker|podman)\slogin\b{_LINE}-p\s{_VALUE}",
    "P sqlcmd mosquitto_ zip": rf"(?:sqlcmd|mosquitto_[ps]ub|(?:un)?zip)\b{_LINE}-P\s?{_VALUE}",
    "p plink pscp psftp": rf"(?:plink|pscp|psftp)\b{_LINE}-pw\s{_VALUE}",
    "U client": rf"(?:rpc|smb)client\b{_LINE}-U\s?[\"']?[^\s%\"']{{1,64}}%(?P<v>[^\s\"']{{3,128}})",
    "bBnc htpasswd": (
        rf"htpasswd\s(?:-\w{{1,8}}\s){{0,3}}-\w{{0,6}}b\w{{0,6}}\s(?:[^\s|;&]{{1,80}}\s){{1,3}}{_VALUE}"
        r"[\"']?(?=[ \t]{0,4}(?:\Z|[\n\r|;&>#`]))"
    ),
    "S-q echo": (
        rf"echo\s(?:-[en]{{1,2}}\s)?{_VALUE}[\"']?\s?\|\s?"
        r"(?:(?:sudo\s(?:-\w\s){0,3}-S|passwd\s--stdin)\b|docker\slogin)"
    ),
    "- --pass password passwd passphrase": (
        rf"--(?<=\s--)(?:[a-z]{{1,12}}-)?pass(?:word|wd|phrase)?\s(?=\S{{0,40}}[0-9]){_VALUE}"
    ),
}
_OF_USERS = frozenset("Uul-")
_JOINED = lazily(r"[\w\-]")
_TOLD_BY = [
    (frozenset(options), programs, lazily(command))
    for (options, *programs), command in ((words.split(), command) for words, command in _COMMANDS.items())
]
"""How programs are given a password: by the first letters of options and by words that a text then has."""


def find_on_command_lines(reading: ValueReading) -> Iterator[FoundValue]:
    """Users and passwords in arguments of programs."""
    text = reading.text
    for found in _CURL_USER.finditer(text) if "curl" in text else ():
        yield FoundValue(*found.span("user"), "USERNAME", 0.8)
        yield FoundValue(*found.span("v"), "PASSWORD", 0.8)
    options = {option[-1] for option in _OPTION.findall(text)} if " -" in text else set()
    for found in _TOOL_USER.finditer(text) if options & _OF_USERS else ():
        yield FoundValue(*found.span("user"), "USERNAME", 0.8)
    for letters, programs, command in _TOLD_BY if options else ():
        for found in command.finditer(text) if options & letters and any(map(text.__contains__, programs)) else ():
            if not _JOINED.match(text, max(0, found.start() - 1), found.start()):
                yield FoundValue(*found.span("v"), "PASSWORD", 0.8)
    for found in _AT_ADDRESS.finditer(text) if _AT_DIGITS.search(text) else ():
        yield FoundValue(*found.span(), "USERNAME", 0.8)
