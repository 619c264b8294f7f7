"""Escaping: an original as it may stand where its surrogate stood, in a string literal, a cell, a tag or prose."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

from privacy_chains.lazy import lazily

__all__ = ["SPECIAL", "UNSAFE", "EscapeContext", "Rule", "fit"]

SPECIAL: Final = "\"'`\\\n\r\t<>&|$,;{}:#"
"""Characters that may have to be escaped in an original."""
UNSAFE: Final = "the original cannot be escaped safely where it stands"
_CONTROLS = lazily(r"[\x00-\x1f]")
_UNICODE_ESCAPE = lazily(r"\\u[0-9a-fA-F]{4}")
_LINE_ENDS = lazily(r"[\r\n]")
_YAML_PLAIN = lazily(r"""[^\s"'`{}\[\],&*!|>%@#?:-](?:[^:#\r\n]|:(?!\s)|(?<!\s)\#)*""")


class Rule(Enum):
    """How a literal writes what would end it."""

    PROSE = "as it is"
    LINE = "code outside of a literal: a line has to stay one"
    BACKSLASH = "a backslash before it"
    TEMPLATE = "a backslash before it; a dollar sign before a brace too"
    FORMATTED = "a backslash before it; braces twice"
    DOUBLED = "twice"
    SQL = "twice; a backslash means different things to different databases"
    SHELL = "a backslash before it; what a shell expands too"
    SHELL_SINGLE = "outside of the literal, with a backslash before it"
    MARKUP = "as an entity"
    CELL = "a cell of a table of comma-separated values, without quotes"
    ROW = "a row of a table in markdown"
    PLAIN_SCALAR = "a scalar of YAML without quotes"
    UNKNOWN = "nobody knows"


class EscapeContext(NamedTuple):
    """Where a surrogate stands.

    Attributes:
        rule: How the literal around it writes what would end it.
        quote: The quote that ends the literal; empty outside of one.
        nested: How many literals enclose this one; each needs backslashes of its own.
        inner: Another quote that is open inside of the literal, as in a statement that stands in a string.
    """

    rule: Rule = Rule.PROSE
    quote: str = ""
    nested: int = 0
    inner: str = ""


def fit(text: str, seen: str, original: str, place: EscapeContext) -> str | None:
    """``text``, which is to stand where ``seen`` stands, escaped for the place; None where that is not safe.

    What the answer itself wrote there, such as the separators of a name, is assumed to be right.
    """
    if place.rule is Rule.PROSE or not any(text.count(char) > seen.count(char) for char in SPECIAL):
        return text
    if text != original and any(char in SPECIAL for char in seen):
        return None
    if place.inner and place.inner in text:
        return None
    escape = _ESCAPES[place.rule]
    for level in range(place.nested + 1):
        if level == 0 and _is_escaped(text, place):
            continue
        escaped = escape(text, place.quote)
        if escaped is None:
            return None
        text = escaped
    return text


def _is_escaped(text: str, place: EscapeContext) -> bool:
    """Whether an original stood in such a literal itself: its quotes or letters are escaped already."""
    if place.rule is not Rule.BACKSLASH or not (f"\\{place.quote}" in text or _UNICODE_ESCAPE.search(text)):
        return False
    return re.fullmatch(rf"(?:[^\\{place.quote}\x00-\x1f]|\\.)*", text) is not None


def _backslash(text: str, quote: str) -> str:
    body = json.dumps(text, ensure_ascii=any("\ud800" <= char <= "\udfff" for char in text))[1:-1]
    return body if quote == '"' else body.replace('\\"', '"').replace(quote, f"\\{quote}")


def _template(text: str, _quote: str) -> str:
    return text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")


def _formatted(text: str, quote: str) -> str:
    return _backslash(text, quote).replace("{", "{{").replace("}", "}}")


def _doubled(text: str, quote: str) -> str:
    return text.replace(quote, quote * 2)


def _sql(text: str, quote: str) -> str | None:
    return None if "\\" in text or _LINE_ENDS.search(text) else _doubled(text, quote)


def _shell(text: str, _quote: str) -> str:
    return re.sub(r'([\\"$`])', r"\\\1", text)


def _shell_single(text: str, _quote: str) -> str:
    return text.replace("'", "'\\''")


def _markup(text: str, quote: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    entity = {'"': "&quot;", "'": "&#39;"}.get(quote)
    return _CONTROLS.sub(lambda c: f"&#{ord(c[0])};", text.replace(quote, entity)) if entity else text


def _line(text: str, _quote: str) -> str | None:
    return None if _LINE_ENDS.search(text) else text


def _cell(text: str, _quote: str) -> str | None:
    return None if re.search(r'[",;\t\r\n|]', text) else text


def _row(text: str, _quote: str) -> str | None:
    return None if _LINE_ENDS.search(text) else text.replace("|", "\\|")


def _plain_scalar(text: str, _quote: str) -> str | None:
    return text if _YAML_PLAIN.fullmatch(text) else None


def _unknown(_text: str, _quote: str) -> str | None:
    return None


_ESCAPES: Final[dict[Rule, Callable[[str, str], str | None]]] = {
    Rule.LINE: _line,
    Rule.BACKSLASH: _backslash,
    Rule.TEMPLATE: _template,
    Rule.FORMATTED: _formatted,
    Rule.DOUBLED: _doubled,
    Rule.SQL: _sql,
    Rule.SHELL: _shell,
    Rule.SHELL_SINGLE: _shell_single,
    Rule.MARKUP: _markup,
    Rule.CELL: _cell,
    Rule.ROW: _row,
    Rule.PLAIN_SCALAR: _plain_scalar,
    Rule.UNKNOWN: _unknown,
}
