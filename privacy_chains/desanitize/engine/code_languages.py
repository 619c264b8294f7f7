"""Languages of code, and how they quote."""

from __future__ import annotations

from enum import Enum
from typing import Final

from privacy_chains.desanitize.escaping import Rule

__all__ = ["COMMENTS", "FAMILIES", "OUTSIDE", "RULES", "Family"]


class Family(Enum):
    """Languages that quote alike."""

    TEXT = "prose"
    ANY = "a code block that names no language"
    PYTHON = "Python and languages like it"
    SCRIPT = "JavaScript and languages like it"
    STRICT = "JSON, C, Java, Go: single quotes are no strings"
    SQL = "SQL"
    SHELL = "the shells of Unix"
    YAML = "YAML"
    CELLS = "comma-separated values"
    MARKUP = "HTML, XML"
    OTHER = "an unknown language"


_LANGUAGES: Final = {
    Family.TEXT: "text txt plain plaintext markdown md email",
    Family.ANY: "",
    Family.PYTHON: "python py python3 pycon ruby rb perl r",
    Family.SCRIPT: "javascript js typescript ts jsx tsx node php dart",
    Family.STRICT: "json json5 jsonc jsonl ndjson c cpp c++ h cs csharp java go golang rust rs swift kotlin kt scala",
    Family.SQL: "sql mysql postgresql postgres psql sqlite tsql plsql",
    Family.SHELL: "bash sh shell zsh console",
    Family.YAML: "yaml yml",
    Family.CELLS: "csv tsv",
    Family.MARKUP: "html xml xhtml svg vue htm",
}
FAMILIES: Final = {name: family for family, names in _LANGUAGES.items() for name in names.split()}
"""The family of each language that a code block may name."""
RULES: Final = {
    Family.TEXT: {'"': Rule.BACKSLASH, "'": Rule.BACKSLASH},
    Family.ANY: {'"': Rule.BACKSLASH, "'": Rule.BACKSLASH},
    Family.PYTHON: {'"': Rule.BACKSLASH, "'": Rule.BACKSLASH},
    Family.SCRIPT: {'"': Rule.BACKSLASH, "'": Rule.BACKSLASH, "`": Rule.TEMPLATE},
    Family.STRICT: {'"': Rule.BACKSLASH, "`": Rule.UNKNOWN},
    Family.SQL: {'"': Rule.SQL, "'": Rule.SQL, "`": Rule.UNKNOWN},
    Family.SHELL: {'"': Rule.SHELL, "'": Rule.SHELL_SINGLE},
    Family.YAML: {'"': Rule.BACKSLASH, "'": Rule.DOUBLED},
    Family.CELLS: {'"': Rule.DOUBLED},
    Family.MARKUP: {},
    Family.OTHER: {'"': Rule.UNKNOWN, "'": Rule.UNKNOWN, "`": Rule.UNKNOWN},
}
"""How a literal is escaped, by the quote that opens it."""
OUTSIDE: Final = {
    Family.TEXT: Rule.PROSE,
    Family.CELLS: Rule.CELL,
    Family.MARKUP: Rule.MARKUP,
    Family.YAML: Rule.PLAIN_SCALAR,
}
"""How text outside of literals is escaped."""
COMMENTS: Final = {
    "#": (Family.PYTHON, Family.SHELL, Family.YAML),
    "/": (Family.SCRIPT, Family.STRICT),
    "-": (Family.SQL,),
}
"""The families in which a sign starts a comment."""
