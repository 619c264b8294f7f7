"""The values of records as Python, JSON and SQL write them, each with the key, the argument or the column it has.

``{"pay": Decimal("91733.20")}``, ``Staff(age=34)``, ``{"age": [34, 51]}``, ``[("age", "pay"), (34, 91733.2)]`` say what
their values are by a key, by the first row, by ``columns``, or by the ``SELECT`` that they answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from privacy_chains.detect.patterns.cells import Cell
from privacy_chains.lazy import lazily

__all__ = ["values_of_literals"]

_SPACE = lazily(r"[\s\\]*")
_SCALAR = lazily(
    r"[bru]?(?:'(?P<one>(?:[^'\\\n]|\\.)*+)'|\"(?P<two>(?:[^\"\\\n]|\\.)*+)\")|(?P<bare>[+\-]?[\w.]++(?:[+\-][0-9]++)?)"
)
_CALL = lazily(r"(?:[A-Za-z_]\w*\.){0,3}[A-Za-z_]\w*\(")
_LINK = lazily(r"\s*(?:[:=](?!=)|=>)\s*")
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_DEEPEST = 8
_HINT = lazily(
    r"[\[({:=](?:(?<=[\[({])(?=\s{0,8}[\[({]\s{0,8}[\"'0-9A-Za-z])|(?<=[\w\"'\s][:=])(?=\s{0,4}(?:"
    r"(?:[A-Za-z_]\w{0,40}\.){0,3}[A-Za-z_]\w{0,40}\([\"'\[0-9]|[\[({]\s{0,8}(?:[\"'][^\"'\n]{0,64}[\"']\s?[,:\])]"
    r"|[0-9][\w.]{0,24}\s?[,:\])]|(?:\w{1,16}\.)?[A-Z]?[a-z]{2,16}\([\"'0-9]))))"
)
"""What begins rows, or stands between a key and a value that is no plain one."""
_LONGEST_KEY = 44
_KEY = lazily(r"[\w \-]{1,40}\Z")
_COLUMNS = lazily(r"[\"']?columns[\"']?\s?[:=]\s?(?=[\[(])", re.IGNORECASE)
_SELECT = lazily(r"\bselect\s(?:distinct\s)?(?P<names>[^;]{1,800}?)\sfrom\b", re.IGNORECASE)
_NAME_OF_COLUMN = lazily(r"(?P<name>[A-Za-z_]\w*)\W*\Z")
_REACH = 4_000
_UNNAMED = {"Decimal": "amount"}
"""What a value of a type is where nothing names it: programs keep amounts of money in decimals."""


class _Node(NamedTuple):
    """A value: a plain one, or one that holds others under keys, with the name of what makes it."""

    start: int
    end: int
    items: Sequence[tuple[str, _Node]] | None = None
    called: str = ""


def values_of_literals(text: str) -> Iterator[tuple[str, Cell]]:
    """Such values with what names them, but for plain ones right behind their keys."""
    end = 0
    for hint in _HINT.finditer(text):
        if hint.start() < end:
            continue
        keyed = text[hint.start()] not in _CLOSING
        node = _node(text, _past_space(text, hint.end()) if keyed else hint.start(), 0)
        if node is not None:
            end = node.end
            key = _key_before(text, hint.start()) if keyed else ""
            yield from _named(text, node, key, _columns_before(text, hint.start()))


def _key_before(text: str, end: int) -> str:
    before = text[max(0, end - _LONGEST_KEY) : end].rstrip()
    key = _KEY.search(before.rstrip("\"'"))
    return key[0].strip() if key else ""


# --- reading ---------------------------------------------------------------------------------------------------------


def _node(text: str, start: int, depth: int) -> _Node | None:
    """The value that begins at a place; what is cut off ends where the text does."""
    if depth > _DEEPEST:
        return None
    call = _CALL.match(text, start)
    if call is not None or text[start : start + 1] in _CLOSING:
        opened = call.end() if call else start + 1
        end, items = _items(text, opened, _CLOSING[text[opened - 1]], depth)
        return _Node(start, end, items, call[0][:-1] if call else "")
    plain = _SCALAR.match(text, start)
    if plain is None:
        return None
    return _Node(*plain.span(plain.lastgroup or 0))


def _items(text: str, at: int, closing: str, depth: int) -> tuple[int, list[tuple[str, _Node]]]:
    items: list[tuple[str, _Node]] = []
    while True:
        at = _past_space(text, at)
        if text.startswith(closing, at):
            return at + 1, items
        node = _node(text, at, depth + 1)
        if node is None:
            return at, items
        key, at = "", _past_quote(text, node)
        link = _LINK.match(text, at) if node.items is None else None
        if link is not None:
            key = text[node.start : node.end]
            node = _node(text, link.end(), depth + 1)
            if node is None:
                return link.end(), items
            at = _past_quote(text, node)
        items.append((key, node))
        at = _past_space(text, at)
        at += text.startswith(",", at)


def _past_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _past_quote(text: str, node: _Node) -> int:
    quoted = (
        node.items is None
        and text[node.end : node.end + 1] in ("'", '"')
        and text[node.start - 1 : node.start] in ("'", '"')
    )
    return node.end + quoted


# --- naming ----------------------------------------------------------------------------------------------------------


def _named(text: str, node: _Node, name: str, columns: Sequence[str] = ()) -> Iterator[tuple[str, Cell]]:
    """The plain values within a value with what names them; those of a row by their columns."""
    name = name or _UNNAMED.get(node.called, "")
    if node.items is None or _is_of_parts(text, node):
        if name:
            yield name, Cell(node.start, node.end)
        return
    columns = _columns_within(text, node) or columns
    rows = [inner for _, inner in node.items if inner.items != []]
    if rows and all(map(_is_row, rows)):
        yield from _in_rows(text, rows, name, columns)
        return
    for key, inner in node.items:
        yield from _named(text, inner, key if key and not key.isdigit() else name, columns)


def _in_rows(text: str, rows: Sequence[_Node], name: str, columns: Sequence[str]) -> Iterator[tuple[str, Cell]]:
    first = [text[inner.start : inner.end] if inner.items is None else "" for _, inner in rows[0].items or ()]
    if all(word.replace("_", "").replace(" ", "").isalpha() for word in first):
        columns, rows = first, rows[1:]
    for row in rows:
        names = columns if len(columns) == len(row.items or ()) else [name] * len(row.items or ())
        for head, (_, inner) in zip(names, row.items or (), strict=True):
            yield from _named(text, inner, head)


def _is_row(node: _Node) -> bool:
    return bool(node.items) and not node.called and not any(key for key, _ in node.items or ())


def _is_of_parts(text: str, node: _Node) -> bool:
    """Whether a value is made of several plain ones, as a date is of numbers."""
    return (
        bool(node.called)
        and len(node.items or ()) > 1
        and all(
            not key and inner.items is None and text[inner.start : inner.end].isdigit()
            for key, inner in node.items or ()
        )
    )


def _columns_within(text: str, node: _Node) -> list[str]:
    for key, inner in node.items or ():
        if key.lower() == "columns" and inner.items:
            return [text[name.start : name.end] for _, name in inner.items]
    return []


def _columns_before(text: str, start: int) -> list[str]:
    """The columns that a query or a field asked for or listed last before a place."""
    window = max(0, start - _REACH)
    listed = [*_COLUMNS.finditer(text, window, start)][-1:]
    asked = [*_SELECT.finditer(text, window, start)][-1:]
    if listed and (not asked or asked[0].start() < listed[0].start()):
        node = _node(text, listed[0].end(), 0)
        return [text[inner.start : inner.end] for _, inner in (node.items if node else None) or ()]
    names = (_NAME_OF_COLUMN.search(part) for part in asked[0]["names"].split(",")) if asked else ()
    return [name["name"] for name in takewhile(lambda name: name is not None, names) if name is not None]
