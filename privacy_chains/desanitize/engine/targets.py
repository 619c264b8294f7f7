"""Targets: whether a place in an answer is inside a URL that a program may fetch, and which host the URL names.

A malicious text can make a model write a secret into the URL of an image. So an original is written into a URL only if
its host is allowed. Only the text before a place decides, so that any chunking gives the same result. What cannot be
decided is refused.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from privacy_chains.desanitize.tokens import Found, in_word
from privacy_chains.lazy import lazily

__all__ = ["ANY_HOST", "HELD", "Targets"]

ANY_HOST: Final = "*"
"""The name that stands for all hosts."""
HELD: Final = "inside an address of a host that is not allowed"

_SLASH: Final = r"(?:[\\/]|%2[fF]|&#(?:47|[xX]2[fF]);|&sol;)"
_FORWARD: Final = r"(?:\\?/|%2[fF]|&#(?:47|[xX]2[fF]);|&sol;)"
_SCHEME: Final = r"(?:https?|wss?|ftps?|sftp|file|ssh|git|data|javascript)(?::|%3[aA]|&colon;|&#(?:58|[xX]3[aA]);)"
_SHARE: Final = r"(?:(?<![^\s(=])\\{2,4})"
_URL: Final = (
    rf"(?P<url>{_SCHEME}{_SLASH}*|{_FORWARD}{{2}}|{_SHARE}|\bwww\.|(?<![\w./-])(?:[\w-]+\.)+[A-Za-z]{{2,24}}[/?])"
)
_MAIL: Final = r"(?P<mail>\b(?:mailto|tel|sms|xmpp|sip):)"
_COMMAND: Final = (
    r"(?P<command>(?:\A|[\n|;&$(`#>])[ \t]*(?:curl|wget|nslookup|dig|(?-i:nc)|ncat|iwr|irm|xdg-open|Invoke-\w+)[ \t])"
)
_CALL: Final = (
    r"(?P<call>\b(?:fetch|axios(?:\.\w+)?|requests\.\w+|httpx\.\w+|urlopen|sendBeacon|WebSocket|EventSource|XMLHttpRequest"
    r"|importScripts|urllib\.[\w.]+|http\.(?:get|post|request)|\$\.(?:get|post|ajax)|window\.open|\.open)\()"
)
_TAG: Final = r"(?P<tag><[A-Za-z!])"
_OUTSIDE: Final = lazily(f"{_URL}|{_MAIL}|{_COMMAND}|{_CALL}|{_TAG}", re.IGNORECASE)
_INSIDE: Final = lazily(rf"{_URL}|{_MAIL}|{_CALL}|(?P<end></form|[\n()>])", re.IGNORECASE)
_MARK: Final = lazily(r"\A|[:%&/\\?()<>\n|;$`#]|www\.", re.IGNORECASE)
"""Is in every event: a text without it needs no further look."""
_LONGEST: Final = 64
"""How far before the current position an event may start that ends after it."""
_QUOTED: Final = lazily(r"[\"'](?=[^\"']*\Z)")
_FORM: Final = lazily(r"<form\b[^<>]*\Z", re.IGNORECASE)
_BASE: Final = lazily(r"<base\b[^<>]*\Z", re.IGNORECASE)
_CODE: Final = lazily(r"[=(,\[+]\s*[\"'`]\Z")
_CLOSERS: Final = {"(": ")", "<": ">", '"': '"', "'": "'", "`": "`"}
_ENDS: Final = {
    ")": lazily(r"[()\n]"),
    ">": lazily(r"[>\n]"),
    '"': lazily('"'),
    "'": lazily("'"),
    "`": lazily("`"),
    "": lazily(r"[\s<>\"`]"),
    "\n": lazily(r"\n"),
}
_HOST: Final = lazily(r"(?P<host>[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?\.?", re.IGNORECASE)
_AUTHORITY_END: Final = lazily(r"[/?#\\]")
_IN_AUTHORITY: Final = frozenset(("DOMAIN_NAME", "IP_ADDRESS", "URL"))
_RECIPIENTS: Final = frozenset(("EMAIL_ADDRESS", "PHONE_NUMBER"))
_LONGEST_HOST: Final = 300


class _Address(NamedTuple):
    """An address that has started: what ends it, its host as far as it has arrived, and where it stands."""

    closer: str
    host: str = ""
    is_named: bool = False
    is_mail: bool = False
    is_in_code: bool = False
    depth: int = 0
    is_new: bool = True


class _Around(NamedTuple):
    """A command, call, tag or form that has started: how deep in brackets, and whether its hosts are allowed."""

    kind: str
    depth: int = 0
    allowed: bool | None = None


class Targets:
    """Follows one answer, and decides which originals may be written into it. For one thread at a time.

    Args:
        hosts: The hosts into whose addresses originals may be written; ``ANY_HOST`` for all.
    """

    def __init__(self, hosts: frozenset[str]) -> None:
        self._hosts = frozenset(host.lower() for host in hosts)
        self._own: set[str] = set()
        self._at = 0
        self._address: _Address | None = None
        self._around: _Around | None = None
        self._based = False  # a foreign base makes every address of a tag foreign

    def lets(self, text: str, base: int, found: Found, entity_type: str) -> bool:
        """Whether what was found may be restored, in a text that starts at ``base`` in the answer."""
        self.advance(text, base, found.start)
        address, around = self._address, self._around
        if address is not None and not self._lets_into(address, text, found, entity_type):
            return False
        if around is not None and address is None and not self._lets_beside(around):
            return False
        if entity_type == "URL" and self._allows(host_of(found.text)):
            self._own.add(host_of(text[found.start : found.end]))
        return True

    def advance(self, text: str, base: int, end: int) -> None:
        """Go on to ``end``."""
        at = max(0, self._at - base)
        while at < end:
            at = self._in_address(text, at, end) if self._address is not None else self._next(text, at, end)
        self._at = max(self._at, base + end)

    def _lets_beside(self, around: _Around) -> bool:
        return around.allowed is True if around.kind in ("command", "call") else around.allowed is not False

    def _lets_into(self, address: _Address, text: str, found: Found, entity_type: str) -> bool:
        after = text[found.end : found.end + 1]
        if address.is_mail:
            return entity_type in _RECIPIENTS and address.is_new and not (after in ("@", "%") or in_word(after or " "))
        if address.is_named:
            return self._allows(address.host) and (self._around is None or self._around.allowed is not False)
        whole = not after or not (in_word(after) or after in ".@:%-_\\")
        return entity_type in _IN_AUTHORITY and whole

    def _allows(self, host: str) -> bool:
        return ANY_HOST in self._hosts or host in self._hosts or host in self._own

    def _next(self, text: str, at: int, end: int) -> int:
        """Go on to the end of the next event."""
        start = max(0, at - _LONGEST)
        if _MARK.search(text, start, end) is None:
            return end
        events = _OUTSIDE if self._around is None else _INSIDE
        for event in events.finditer(text, start, end):
            if event.end() > at:
                self._take(text, event)
                return event.end()
        return end

    def _take(self, text: str, event: re.Match[str]) -> None:
        kind = event.lastgroup or ""
        if kind in ("url", "mail"):
            self._begin(text, event, is_mail=kind == "mail")
        elif kind == "end":
            self._end(text, event)
        elif self._around is None or self._around.kind == "tag":
            refused = False if kind == "tag" and self._based else None
            self._around = _Around(kind, depth=int(kind == "call"), allowed=refused)
        elif kind == "call":
            self._around = self._around._replace(depth=self._around.depth + 1)

    def _begin(self, text: str, event: re.Match[str], *, is_mail: bool) -> None:
        start = event.start()
        quote = _QUOTED.search(text, max(0, start - _LONGEST), start)
        opener = text[start - 1 : start] if start else ""
        closer = _CLOSERS.get(opener, quote[0] if quote and self._around is not None else "")
        is_in_code = _CODE.search(text, max(0, start - _LONGEST), start) is not None
        address = _Address(closer, is_mail=is_mail, is_in_code=is_in_code)
        bare = event[0] if event[0][:1].isalnum() and event[0][-1:] in ("/", "?") and ":" not in event[0] else ""
        if bare:
            address = self._named(address._replace(host=bare[:-1]))
        elif event[0].lower() == "www.":
            address = address._replace(host="www.")
        self._address = address

    def _in_address(self, text: str, at: int, end: int) -> int:
        """Go on in an address: to the end of its host, to its own end, or to the end of what has arrived."""
        address = self._address
        if address is None:
            return at
        stop = _ENDS[address.closer].search(text, at, end)
        to = stop.start() if stop else end
        self._address = address = self._read_host(address, text[at:to])
        if stop is None:
            return end
        if stop[0] == "(" or (stop[0] == ")" and address.depth):
            self._address = address._replace(depth=address.depth + (1 if stop[0] == "(" else -1))
            return stop.end()
        self._close(address, text, stop)
        return stop.end() if address.closer else stop.start()

    def _read_host(self, address: _Address, part: str) -> _Address:
        if not part:
            return address
        address = address._replace(is_new=address.is_mail and address.is_new and part == "+")
        if address.is_named or address.is_mail:
            return address
        lead = part if address.host else part.lstrip("/\\")
        found = _AUTHORITY_END.search(lead)
        host = (address.host + (lead[: found.start()] if found else lead))[:_LONGEST_HOST]
        strange = found is not None and found[0] == "\\"
        address = address._replace(host="" if strange else host)
        return self._named(address) if found else address

    def _named(self, address: _Address) -> _Address:
        """The address with its host; what encloses it learns whether the host is allowed."""
        host = _HOST.fullmatch(address.host)
        address = address._replace(host=host["host"].lower() if host else "", is_named=True)
        around = self._around
        if around is not None:
            allowed = self._allows(address.host) and around.allowed is not False
            self._around = around._replace(allowed=allowed)
        return address

    def _close(self, address: _Address, text: str, stop: re.Match[str]) -> None:
        address = address if address.is_named or address.is_mail else self._named(address)
        self._address = None
        foreign = not address.is_mail and not self._allows(address.host)
        around = self._around
        if foreign and around is not None and around.kind == "tag":
            before = text[max(0, stop.start() - _LONGEST_HOST) : stop.start()]
            if _FORM.search(before):
                self._around = _Around("form", allowed=False)
            self._based = self._based or _BASE.search(before) is not None
        if foreign and address.is_in_code and around is None:
            self._around = _Around("joined", allowed=False)

    def _end(self, text: str, event: re.Match[str]) -> None:
        """Handle an event that ends what encloses a place, or that opens or closes brackets in it."""
        around, sign = self._around, event[0].lower()
        if around is None:
            return
        if around.kind == "call":
            depth = around.depth + (sign == "(") - (sign == ")")
            self._around = around._replace(depth=depth) if depth else None
        elif around.kind in ("command", "joined"):
            continued = sign != "\n" or (around.kind == "command" and text[event.start() - 1 : event.start()] == "\\")
            self._around = around if continued else None
        elif (around.kind == "tag" and sign == ">") or (around.kind == "form" and sign == "</form"):
            self._around = None


def host_of(url: str) -> str:
    """The host of a URL, in small letters; empty where it is not a plain host."""
    found = re.match(rf"(?:[A-Za-z][\w+.-]*:)?//({_HOST.pattern})(?=[/?#]|\Z)", url)
    return found["host"].lower() if found else ""
