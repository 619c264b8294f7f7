"""Words of languages stand in data files: in ``language/data`` and in ``detect/rules``, not inside expressions of code.

What counts is a run of three letters or more, in a regular expression or in a list that is split into words, that is a
word of a language: the lexicon has it, or the lists of names have it as a word of everyday language. English that is no
language here is code: SQL, the endings of files, keywords of formats. ``CODE`` names the modules that hold such words,
and which kind they are of.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from privacy_chains.contract.entities import ENTITY_TYPES
from privacy_chains.detect.rules.tables import rows
from privacy_chains.formats.word_classes import word_class
from privacy_chains.language import currencies
from privacy_chains.language.kinds import KINDS
from privacy_chains.language.lexicon import word_set

ROOT: Final = Path(__file__).resolve().parents[2] / "privacy_chains"
DATA: Final = ("language", "detect/rules", "testing", "attacks")
"""Folders that are not looked at: of data, and of tests and attacks that ship."""
FROZEN: Final = frozenset(
    {
        "formats/_clusters.py",
        "formats/_language.py",
        "formats/_ranked_months.py",
        "formats/addresses.py",
        "formats/organizations.py",
        "formats/records.py",
    }
)
"""Modules with lists that decide surrogates: they may never change, so that they stand apart from what grows."""

CODE: Final = {
    "adapting/clients.py": "names of classes",
    "adapting/naming.py": "names that objects have",
    "adapting/sealed.py": "prefixes of ids",
    "adapting/visitors.py": "JSON",
    "desanitize/engine/quoting.py": "SQL",
    "desanitize/engine/targets.py": "functions and commands that send",
    "desanitize/spellings/date_spellings.py": "functions that make dates",
    "desanitize/spellings/slugs.py": "endings of files",
    "cli/corpus/journal.py": "SQL",
    "dependencies/helper.py": "the grammar of helper strings",
    "detect/patterns/cells.py": "SQL",
    "detect/patterns/codes.py": "schemes of addresses",
    "detect/patterns/commands.py": "commands and their options",
    "detect/patterns/contacts.py": "keys of vCard",
    "detect/patterns/email.py": "top-level domains",
    "detect/patterns/fhir.py": "keys of FHIR",
    "detect/patterns/fields.py": "SQL, tags of HTML",
    "detect/patterns/homes.py": "folders of operating systems",
    "detect/patterns/literals.py": "SQL",
    "detect/patterns/secrets.py": "prefixes of keys",
    "detect/patterns/tuples.py": "Python and JSON",
    "detect/requests/markup.py": "marks of templates",
    "formats/clocks.py": "time zones",
    "formats/hosts.py": "names of hosts",
    "formats/phones.py": "the extension of a telephone number in RFC 3966",
    "formats/secrets.py": "keywords of keys",
    "formats/urls.py": "endings of files",
    "methods/characters/words.py": "prefixes of ids",
}
"""Modules whose words are those of code, with what they are."""

_CALLS: Final = frozenset(
    {
        "compile",
        "findall",
        "finditer",
        "fullmatch",
        "lazily",
        "match",
        "search",
        "spelled_out",
        "split",
        "sub",
        "worded",
    }
)
_NO_WORDS: Final = re.compile(
    r"\\[pP]\{\w+\}|\\[xuUN][0-9a-fA-F{}]+|\\\w|\(\?P[<=]\w+[>)]|\(\?[aiLmsux-]+[:)]|\[\^?\]?(?:\\.|[^\]\\])*\]|\{[^{}]*\}"
)
"""What letters of an expression are no words: escapes, names of groups, flags, sets of characters, kinds in braces."""
_GROUP: Final = re.compile(r"\(\?P<(\w+)>")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")


def is_call(node: ast.AST) -> bool:
    function = node.func if isinstance(node, ast.Call) else None
    return (isinstance(function, ast.Attribute) and function.attr in _CALLS) or (
        isinstance(function, ast.Name) and function.id in _CALLS
    )


def constants_of(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """What is assigned at the top of a module, by name."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value


def within(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node but for what names something: a row of a table, a group, an item."""
    if isinstance(node, ast.Subscript) or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)):
        yield node.value if isinstance(node, ast.Subscript) else node.left
    elif not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "listed"):
        yield from ast.iter_child_nodes(node)


def expressions(tree: ast.Module) -> Iterator[str]:
    """The strings of a module that are expressions or are split into words, with the constants that they name."""
    constants = dict(constants_of(tree))
    waiting: list[ast.AST] = [node for node in ast.walk(tree) if is_call(node)]
    seen: set[str] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Name) and node.id in constants and node.id not in seen:
            seen.add(node.id)
            waiting.append(constants[node.id])
        waiting += within(node)


@cache
def is_word(word: str) -> bool:
    """Whether letters are a word of a language."""
    if word.upper() in currencies.currencies():
        return False
    return word in word_set(*sorted(KINDS)) or word_class(word).startswith(("word", "cue"))


@cache
def names() -> frozenset[str]:
    """The names of kinds of words, of entity types and of rules, which stand for expressions and are none."""
    return KINDS.union(ENTITY_TYPES, (row[0] for table in ("phrases", "shapes") for row in rows(table)))


def words_in(source: str) -> list[str]:
    """The words of languages inside the expressions of a module, but for names of kinds, of rules and of groups."""
    pieces = sorted(set(expressions(ast.parse(source))) - names())
    groups = set(_GROUP.findall(source))
    runs = (run for text in pieces if text not in groups for run in _WORD.findall(_NO_WORDS.sub(" ", text)))
    return [run for run in runs if is_word(run.lower())]


def modules(folder: str) -> Iterator[Path]:
    """The modules of a folder that are looked at."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(DATA) and name not in FROZEN and name not in CODE:
            yield path


FOLDERS: Final = sorted({path.relative_to(ROOT).parts[0] for path in ROOT.rglob("*.py")})


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_word_of_a_language_stands_in_an_expression(folder: str) -> None:
    found = {path.name: words_in(path.read_text("utf-8")) for path in modules(folder)}
    assert sum(map(len, found.values())) == 0, {name: words for name, words in found.items() if words}


def test_the_lists_name_what_is_there() -> None:
    assert all((ROOT / name).is_file() for name in FROZEN)
    assert all((ROOT / name).is_file() for name in CODE)


@pytest.mark.parametrize("name", sorted(FROZEN))
def test_a_frozen_list_says_so(name: str) -> None:
    assert "frozen" in (ROOT / name).read_text("utf-8").lower()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('import re\n_A = re.compile(r"\\b(?:dear|hallo)[ ,]")', ["dear", "hallo"]),
        ('_A = "mother|vater"\n_B = re.compile(rf"\\b(?:{_A})\\b")', ["mother", "vater"]),
        ('_A = "year years".split()', ["year", "years"]),
        ('_A = worded(r"(?P<greeting>{greeting})[a-z]{3}\\bfoobarz")', []),
        ("import re\n_A = re.compile(rf\"{_B % 'mother'}{listed('father')}|sister\")", ["sister"]),
        ('"""Dear reader."""\nname = "mother"', []),
    ],
)
def test_words_are_found_in_expressions_alone(source: str, found: list[str]) -> None:
    assert sorted(words_in(source)) == sorted(found)
