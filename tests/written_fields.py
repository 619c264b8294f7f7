"""Fields as programs, forms and files write them: the same label and value in every format that is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from privacy_chains.detect.names import is_listed_name
from privacy_chains.language.kinds import Kind
from privacy_chains.language.lexicon import languages, words

__all__ = ["KINDS", "LABELS", "VALUES", "WRITERS", "Write", "camel", "snake"]

Write = Callable[[str, str], str]
"""A label and its value, as a format writes them among other fields."""


def snake(label: str) -> str:
    """A label as the name of a variable."""
    return "_".join(label.replace("-", " ").split())


def camel(label: str) -> str:
    """A label as the end of a name of a method: ``DateOfBirth``."""
    return "".join(word[:1].upper() + word[1:] for word in label.replace("-", " ").split())


def _quoted(value: str) -> str:
    """A value as JSON writes it: numbers bare."""
    return value if value.replace(".", "", 1).isdigit() else f'"{value}"'


WRITERS: Mapping[str, Write] = MappingProxyType(
    {
        "JSON": lambda label, value: f'{{"page": 2, "{snake(label)}": {_quoted(value)}, "retries": 3}}',
        "nested JSON": lambda label, value: f'{{"data": {{"{snake(label)}":{_quoted(value)}}}, "count": 3}}',
        "Python": lambda label, value: f"{{'page': 2, '{snake(label)}': '{value}'}}",
        "call": lambda label, value: f"save(page=2, {snake(label)}={_quoted(value)}, deep=True)",
        "PHP": lambda label, value: f"['page' => 2, '{snake(label)}' => '{value}'];",
        "JavaScript": lambda label, value: f"const x = {{ page: 2, {snake(label)}: {_quoted(value)} }};",
        "setter": lambda label, value: f"form.set{camel(label)}({_quoted(value)});",
        "YAML": lambda label, value: f"form:\n  page: 2\n  {snake(label)}: {value}\n  items: [a, b]\n",
        "INI": lambda label, value: f"[form]\nPage=2\n{snake(label).capitalize()}={value}\nThreads=4\n",
        "properties": lambda label, value: f"form.page=2\nform.{snake(label)}={value}\n",
        "environment": lambda label, value: f'PAGE=2\n{snake(label).upper()}="{value}"\nWORKERS=4\n',
        "log": lambda label, value: f"INFO save page=2 {snake(label)}={_quoted(value)} took=12ms",
        "log with bars": lambda label, value: f"[10:02:11] saved | {label}: {value} | page: 2",
        "query": lambda label, value: f"SELECT * FROM t WHERE {snake(label)} = '{value}' AND page = 2 LIMIT 10;",  # noqa: S608  # no database reads it
        "update": lambda label, value: f"UPDATE t SET {snake(label)} = '{value}' WHERE page = 2;",  # noqa: S608
        "insert": lambda label, value: f"INSERT INTO t (page, {snake(label)}) VALUES (2, '{value}');",  # noqa: S608
        "link": lambda label, value: f"https://a.example/f?page=2&{snake(label)}={value.replace(' ', '+')}&v=3",
        "flag": lambda label, value: f"$ ./save --page 2 --{snake(label).replace('_', '-')} '{value}' --deep",
        "element": lambda label, value: f"<form><page>2</page><{snake(label)}>{value}</{snake(label)}></form>",
        "attribute": lambda label, value: f'<form page="2" {snake(label)}="{value}" deep="1"/>',
        "HTML table": lambda label, value: f"<tr><th>{label.capitalize()}</th><td>{value}</td></tr>",
        "HTML list": lambda label, value: f"<dl><dt>{label.capitalize()}</dt><dd>{value}</dd></dl>",
        "merged tag": lambda label, value: f"Page <<PAGE>>2<</PAGE>>, <<{label.upper()}>>{value}<</{label.upper()}>>.",
        "merged field": lambda label, value: f"Page {{{{page=2}}}}: {{{{{snake(label)}={value}}}}}.",
        "merged with guillemets": lambda label, value: (
            f"\u00abPage:2\u00bb und \u00ab{label.capitalize()}:{value}\u00bb."
        ),
        "form": lambda label, value: f"FORM 12\n{label.capitalize()}: {value}   Page: 2\n",
        "form with dots": lambda label, value: f"FORM 12\n{label.capitalize()} ......... {value}\nPage ......... 2\n",
        "form with a line": lambda label, value: f"FORM 12\n{label.capitalize()} ____ {value}\n",
        "CSV": lambda label, value: f"page,{label},rooms\n2,{value},3\n4,{value},1\n",
        "semicolons": lambda label, value: f"Page;{label.capitalize()};Rooms\n2;{value};3\n4;{value};1\n",
        "tabs": lambda label, value: f"Page\t{label.capitalize()}\tRooms\n2\t{value}\t3\n4\t{value}\t1\n",
        "Markdown": lambda label, value: (
            f"| Page | {label.capitalize()} |\n|---|---|\n| 2 | {value} |\n| 4 | {value} |\n"
        ),
        "columns": lambda label, value: (
            f"Page  {label.capitalize():20}  Rooms\n----  {'-' * 20}  -----\n   2  {value:20}      3\n"
        ),
        "sheet": lambda label, value: f"A1: Page | B1: {label.capitalize()}\nA2: 2 | B2: {value}\n",
    }
)
"""Every format, by its name."""

PLAIN = re.compile(r"[^\W\d_]{2,}(?: [^\W\d_]{2,}){0,3}")
VALUES: dict[Kind, tuple[str, ...]] = {
    "age_noun": ("47", "8", "103"),
    "amount_field": ("4310", "1349.90", "87.20"),
    "birth_label": ("1961-08-30", "12/05/1979"),
    "home_field": ("Burghaslach", "Bad Zwischenahn", "Llanwrtyd"),
    "name_field": ("Brinkschulte", "Zubizarreta Anglada", "Escoffier-Maury"),
    "sum_word": ("4310", "1349.90"),
}
KINDS: dict[Kind, str] = {
    "age_noun": "AGE",
    "amount_field": "MONEY",
    "birth_label": "DATE_OF_BIRTH",
    "home_field": "LOCATION",
    "name_field": "PERSON",
    "sum_word": "MONEY",
}
LABELS = [
    (language, kind, label)
    for kind in VALUES
    for language in languages()
    for label in words(kind, language)
    if PLAIN.fullmatch(label) and not is_listed_name(label.capitalize(), word_too=True)
]
"""All but those that are names of people as well: the head of a column may be one."""
