"""Quoting: in what literal, cell or tag a place of an answer stands, told from what came before it alone.

An answer is prose with code in it. In a code block the language says what a quote does. Elsewhere a quote begins a
literal only where the characters before it are those of code (``= "``, ``print("``, ``"key": "``, ``VALUES ('``):
an apostrophe or a quotation is none. Nothing to the right is looked at, so that any chunking tells the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from privacy_chains.desanitize.engine.code_languages import COMMENTS, FAMILIES, OUTSIDE, RULES, Family
from privacy_chains.desanitize.escaping import EscapeContext, Rule
from privacy_chains.lazy import lazily

__all__ = ["LOOK_BACK", "Quoting"]

LOOK_BACK: Final = 80
"""How many characters before a place are looked at."""


_EVENT = lazily(r"""["'`\n;#>|]|(?<=/)/|(?<=-)-|(?<=<)[A-Za-z/!]""")
_FENCE = lazily(r"[ >]{0,8}(```+|~~~+)[ ]?([\w+#.-]*)[^`\n]*\Z")
_TWICE: Final = frozenset((Rule.DOUBLED, Rule.SQL))
_MANY_LINES: Final = frozenset((Rule.TEMPLATE, Rule.SQL, Rule.DOUBLED, Rule.SHELL, Rule.SHELL_SINGLE))
_CODE = lazily(r"(?:[\[{+]|(?<![<>])=>?|\w\(|[\"']\s*:|\{[^{}\"'\n]*[\w$-]\s*:)\s*\Z")
_CODE_BEFORE_COMMA = lazily(r"[\"']\s*,\s*(?:[\w$-]+\s*[:=]\s*)?\Z")
_SQL = lazily(
    r"\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE|VALUES|SET|LIKE|HAVING)\b|\bwhere\s+\w+\s*(?:=|<>|like\b)\s*\Z"
    r"|\b(?:insert\s+into|select|update)\b[^\"']*\b(?:values|where|set)\b"
)
_PREFIX = lazily(r"(?<![^\W_])([A-Za-z]{1,2})\Z")
_HARMLESS_PREFIXES: Final = frozenset(["b", "u", "n"])
_BACKSLASHES = lazily(r"\\+\Z")
_TAG = lazily(r"<(/?)([A-Za-z][\w:-]*)(?:\s[^<>]*)?(/?)\Z")
_TAG_NAME = lazily(r"<([A-Za-z][\w:-]*)")
_TAGS: Final = frozenset(
    [
        *("a", "b", "i", "p", "u", "s", "td", "th", "tr", "li", "ul", "ol", "em", "h1", "h2", "h3", "h4", "h5", "h6"),
        *("div", "span", "strong", "table", "label", "input", "option", "button", "title", "section", "name", "dt"),
        *("dd", "pre", "code", "small", "caption", "figcaption", "summary", "details", "body", "html", "head", "meta"),
    ]
)
_EMPTY_TAGS: Final = frozenset(["br", "hr", "img", "input", "meta", "link"])


@dataclass(frozen=True, slots=True)
class _Literal:
    rule: Rule
    quote: str
    nested: int
    start: int
    triple: bool = False
    inner: str = ""


@dataclass(frozen=True, slots=True)
class _State:
    """What is open at a place. Positions count from the answer's first character."""

    fence: str = ""
    family: Family = Family.TEXT
    line: int = 0
    literal: _Literal | None = None
    closed: _Literal | None = None
    closed_at: int = -1
    comment: bool = False
    row: bool = False
    sql: bool = False
    tag: int = -1
    elements: int = 0


class Quoting:
    """Follows an answer, and tells of a place in what literal it stands. For one thread at a time."""

    def __init__(self) -> None:
        self._at = 0
        self._state = _State()

    def advance(self, text: str, base: int, end: int) -> None:
        """Go on to ``end`` in a text that starts at ``base`` in the answer."""
        if base + end > self._at:
            self._state = self._follow(self._state, text, base, end)
            self._at = base + end

    def place(self, text: str, base: int, start: int) -> EscapeContext:
        """Where ``start`` stands, which is not before what was gone to."""
        self.advance(text, base, start - LOOK_BACK)
        return _place(self._follow(self._state, text, base, start))

    def _follow(self, state: _State, text: str, base: int, end: int) -> _State:
        for event in _EVENT.finditer(text, max(0, self._at - base), end):
            state = _after(state, text, base, event.start())
        return state


def _after(state: _State, text: str, base: int, at: int) -> _State:
    """The state after a character that may change it."""
    char = text[at]
    if char == "\n":
        return _after_line(state, text, base, at)
    if not state.comment and char in "\"'`":
        return _after_quote(state, text, base, at)
    if state.comment or state.literal is not None:
        return state
    return _after_sign(state, text, base, at)


def _after_sign(state: _State, text: str, base: int, at: int) -> _State:
    """The state after a sign outside of literals and comments that is neither a quote nor the end of a line."""
    char = text[at]
    if char == "|":
        blank = base + at - state.line <= LOOK_BACK and not text[max(0, state.line - base) : at].strip()
        state = replace(state, row=state.row or blank)
    elif char == ";":
        state = replace(state, sql=False)
    elif state.family in COMMENTS.get(char, ()):
        apart = char != "#" or at == 0 or text[at - 1].isspace()
        state = replace(state, comment=apart)
    elif state.family in (Family.TEXT, Family.MARKUP):
        state = _after_angle(state, text, base, at)
    return state


def _after_line(state: _State, text: str, base: int, at: int) -> _State:
    line = text[max(0, state.line - base, at - LOOK_BACK) : at]
    fence = _FENCE.match(line) if state.line >= base + at - LOOK_BACK else None
    after = replace(state, line=base + at + 1, comment=False, row=False)
    if fence is not None and not state.fence:
        family = FAMILIES.get(fence[2].lower(), Family.OTHER) if fence[2] else Family.ANY
        return _State(fence=fence[1], family=family, line=base + at + 1)
    if fence is not None and not fence[2] and fence[1].startswith(state.fence):
        return _State(line=base + at + 1)
    literal = state.literal
    if literal is not None and not literal.triple and literal.rule not in _MANY_LINES and state.tag < 0:
        after = replace(after, literal=None)
    if not line.strip():
        after = replace(after, sql=False, tag=-1, elements=0)
    return after


def _after_quote(state: _State, text: str, base: int, at: int) -> _State:
    char, place = text[at], base + at
    slashes = _BACKSLASHES.search(text, max(0, at - LOOK_BACK), at)
    count = len(slashes[0]) if slashes else 0
    literal = state.literal
    if literal is not None:
        if char == literal.quote and _closes(literal, text, at, count):
            return replace(state, literal=None, closed=literal, closed_at=place)
        return replace(state, literal=_inside(literal, text, at, count))
    last = state.closed
    if last is not None and state.closed_at == place - 1 and last.quote == char:
        if last.rule in _TWICE:
            return replace(state, literal=last)
        if last.start == place - 2 and state.family in (Family.PYTHON, Family.ANY) and char != "`":
            return replace(state, literal=replace(last, start=place, triple=True))
    return _opened(state, text, base, at, count)


def _closes(literal: _Literal, text: str, at: int, count: int) -> bool:
    """Whether a quote with ``count`` backslashes before it ends a literal that ends with this quote."""
    if literal.rule in _TWICE or literal.rule in (Rule.SHELL_SINGLE, Rule.MARKUP):
        return True
    if count % (2 * (literal.nested + 1)) != literal.nested:
        return False
    return not literal.triple or text[at - 2 : at + 1] == literal.quote * 3


def _inside(literal: _Literal, text: str, at: int, count: int) -> _Literal:
    """The literal after a quote that does not end it, which may begin or end another one inside of it."""
    char = text[at]
    if literal.inner:
        return replace(literal, inner="") if literal.inner == char else literal
    begins = count > literal.nested if char == literal.quote else count == 0 and not text[at - 1].isalnum()
    return replace(literal, inner=char) if begins else literal


def _opened(state: _State, text: str, base: int, at: int, count: int) -> _State:
    """The state after a quote outside of every literal: it may begin one."""
    char = text[at]
    before = text[max(0, state.line - base, at - LOOK_BACK) : at - count]
    if state.tag >= 0 and _is_tag(state, text, base, at):
        rule = Rule.MARKUP if before.rstrip()[-1:] == "=" and char != "`" else None
        return replace(state, literal=_Literal(rule, char, 0, base + at)) if rule else state
    rule = RULES[state.family].get(char)
    if rule is None:
        return state
    sql = state.sql or (state.family in (Family.TEXT, Family.ANY) and _SQL.search(before) is not None)
    if sql and rule is Rule.BACKSLASH:
        rule = Rule.SQL
    if state.family is Family.TEXT and not sql and not _is_code(state, before, base + at - count):
        return state
    prefix = _PREFIX.search(before)
    if prefix is not None and state.family not in (Family.TEXT, Family.CELLS):
        rule = _prefixed(rule, prefix[1].lower())
    if rule is None or (char == "'" and before[-1:].isalnum() and prefix is None):
        return state
    return replace(state, literal=_Literal(rule, char, count, base + at), sql=sql)


def _is_code(state: _State, before: str, place: int) -> bool:
    """Whether what stands before a quote in prose is code."""
    if _CODE.search(before) is not None:
        return True
    follows = state.closed is not None and _CODE_BEFORE_COMMA.search(before) is not None
    return follows and state.closed_at >= max(state.line, place - LOOK_BACK)


def _prefixed(rule: Rule, prefix: str) -> Rule | None:
    """The rule of a literal with letters before its quote; None where they are no prefix."""
    if prefix in _HARMLESS_PREFIXES:
        return rule
    if rule is Rule.BACKSLASH and prefix == "f":
        return Rule.FORMATTED
    return Rule.UNKNOWN if prefix in ("r", "rb", "br", "fr", "rf", "e", "x") else None


def _is_tag(state: _State, text: str, base: int, at: int) -> bool:
    """Whether what an angle bracket began is a tag, as far as can be seen."""
    start = state.tag - base
    name = _TAG_NAME.match(text, start, at) if start >= max(0, at - LOOK_BACK) else None
    return state.family is Family.MARKUP or name is None or name[1].lower() in _TAGS


def _after_angle(state: _State, text: str, base: int, at: int) -> _State:
    """The state after a tag begins or ends."""
    if text[at] != ">":
        return replace(state, tag=base + at - 1)
    if state.tag < 0:
        return state
    after, start = replace(state, tag=-1), state.tag - base
    tag = _TAG.match(text, start, at) if start >= max(0, at - LOOK_BACK) else None
    name = tag[2].lower() if tag is not None else ""
    if tag is None or (state.family is Family.TEXT and name not in _TAGS):
        return after
    if tag[1]:
        return replace(after, elements=max(0, state.elements - 1))
    return after if tag[3] or name in _EMPTY_TAGS else replace(after, elements=state.elements + 1)


def _place(state: _State) -> EscapeContext:
    literal = state.literal
    if literal is not None:
        if literal.inner == literal.quote:
            return EscapeContext(literal.rule, literal.quote, literal.nested + 1)
        return EscapeContext(literal.rule, literal.quote, literal.nested, literal.inner)
    if state.family is Family.YAML:
        return EscapeContext(Rule.LINE if state.comment else Rule.PLAIN_SCALAR)
    if state.family is not Family.TEXT:
        return EscapeContext(OUTSIDE.get(state.family, Rule.LINE))
    if state.elements:
        return EscapeContext(Rule.MARKUP)
    return EscapeContext(Rule.ROW) if state.row else EscapeContext()
