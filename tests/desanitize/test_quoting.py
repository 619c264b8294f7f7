"""An original is escaped for the literal, the cell or the tag that its surrogate stands in, or left and reported."""

from __future__ import annotations

import ast
import csv
import html
import io
import json
import re
import shlex
import sqlite3

import pytest
from desanitize.requests import person, streamed
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.desanitize import Issued, Reader
from privacy_chains.desanitize.escaping import UNSAFE

QUOTED = Issued("NICKNAME", 'Kaiser "K" Soze', "Toren Kelmar", "words")
SLASHED = Issued("FILE", "C:\\soze\\new", "QX-91-drive", "exact")
SINGLE = Issued("NOTE", "it's Soze's", "zzplumzz", "exact")
LINES = Issued("ADDRESS", "1 Elm St\nUtica", "9 Oak Rd, Barre", "exact")
COMPANY = Issued("ORGANIZATION", "Soze & <Sons>", "Holm Tradewinds", "words")
LIST = Issued("MEMBERS", "Soze, Verbal | Co", "Kelp Jory", "words")
READ = Reader([QUOTED, SLASHED, SINGLE, LINES, COMPANY, LIST, *person("Mary O'Neil", "Tess O'Hara")])


def check(answer: str, expected: str) -> None:
    assert READ.restore(answer).text == expected
    for size in (1, 3, 16):
        assert streamed(READ, answer, range(size, len(answer), size)) == expected


@pytest.mark.parametrize(
    "answer",
    [
        "Toren Kelmar said so, and it's Toren Kelmar's.",
        'She said: "Toren Kelmar" twice, and "Toren Kelmar".',
        'The boss ("Toren Kelmar") isn\'t here; "yes", Toren Kelmar said.',
        "Don't ask 'Toren Kelmar' about 5 < 6 and 7 > 3.",
        "Mail <toren@example.com>, Toren Kelmar.",
        'Both "him" and "Toren Kelmar" in "a or b".',
        '```text\nname = Toren Kelmar, "Toren Kelmar"\n```',
    ],
)
def test_prose_takes_originals_as_they_are(answer: str) -> None:
    check(answer, answer.replace("Toren Kelmar", 'Kaiser "K" Soze'))


@pytest.mark.parametrize("fence", ["```json\n{}\n```", "{}", "Sure! Here it is: {}", "```\n{}\n```"])
def test_json_in_text_stays_json(fence: str) -> None:
    document = '{"name": "Toren Kelmar", "path": ["QX-91-drive", "zzplumzz"], "at": "9 Oak Rd, Barre", "n": 1}'
    report = READ.restore(fence.format(document) if fence != "{}" else document)
    read = json.loads(re.search(r"\{.*\}", report.text)[0])  # type: ignore[index]
    assert read == {
        "name": QUOTED.original,
        "path": [SLASHED.original, SINGLE.original],
        "at": LINES.original,
        "n": 1,
    }
    assert not report.left


def test_json_in_a_string_of_json_in_text_stays_json() -> None:
    inner = json.dumps({"name": "Toren Kelmar", "path": "QX-91-drive"})
    for outer in (json.dumps({"arguments": inner}), inner.replace('"', '\\"')):
        text = READ.restore(outer).text
        read = json.loads(text)["arguments"] if text.startswith('{"') else json.loads(f'"{text}"')
        assert json.loads(read) == {"name": QUOTED.original, "path": SLASHED.original}


@pytest.mark.parametrize("quote", ['"', "'", '"""', "'''"])
@pytest.mark.parametrize("item", [QUOTED, SLASHED, SINGLE, LINES, COMPANY], ids=lambda item: item.entity_type)
def test_python_stays_python(item: Issued, quote: str) -> None:
    for prefix in ("", "f", "b" if item.original.isascii() else ""):
        code = f"x = {prefix}{quote}Hello {item.surrogate}!{quote}  # don't\ny = '1'"
        text = READ.restore(f"Here's the code:\n```python\n{code}\n```\nIt's done.").text
        body = text.partition("```python\n")[2].partition("```")[0]
        names: dict[str, object] = {}
        exec(compile(ast.parse(body), "x", "exec"), names)  # noqa: S102  # what is run is written above
        value = names["x"]
        assert (value.decode() if isinstance(value, bytes) else value) == f"Hello {item.original}!"


def test_a_call_in_prose_is_code() -> None:
    check('Run print("Toren Kelmar").', 'Run print("Kaiser \\"K\\" Soze").')
    check("x = 'zzplumzz' + 'zzplumzz'", "x = 'it\\'s Soze\\'s' + 'it\\'s Soze\\'s'")


@pytest.mark.parametrize("fence", ["```sql\n{}\n```", "{}", "Run this:\n{}", "```\n{}\n```"])
def test_sql_stays_sql(fence: str) -> None:
    statement = "INSERT INTO people VALUES ('zzplumzz', 'Toren Kelmar');"
    text = READ.restore(fence.format(statement)).text
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE people (a, b)")
    database.execute(re.search(r"INSERT.*;", text)[0])  # type: ignore[index]
    assert database.execute("SELECT * FROM people").fetchall() == [(SINGLE.original, QUOTED.original)]


def test_an_apostrophe_that_the_answer_escaped_itself_stays_escaped_once() -> None:
    check("WHERE name = 'Tess O''Hara'", "WHERE name = 'Mary O''Neil'")
    check("```python\nx = 'Tess O\\'Hara'\n```", "```python\nx = 'Mary O\\'Neil'\n```")


def test_quoted_cells_double_quotes() -> None:
    text = READ.restore('```csv\nname,note\n"Toren Kelmar","zzplumzz"\n"9 Oak Rd, Barre",1\n```').text
    body = text.partition("```csv\n")[2].partition("```")[0]
    rows = list(csv.reader(io.StringIO(body)))
    assert rows == [["name", "note"], [QUOTED.original, SINGLE.original], [LINES.original, "1"]]


def test_tags_and_attributes_take_entities() -> None:
    for fence in ("```html\n{}\n```", "{}"):
        text = READ.restore(fence.format('<td title="Toren Kelmar">Holm Tradewinds</td>')).text
        assert 'title="Kaiser &quot;K&quot; Soze">Soze &amp; &lt;Sons&gt;</td>' in text
    assert html.unescape(READ.restore("<li title='zzplumzz'>").text) == "<li title='it's Soze's'>"


def test_shell_words_stay_whole() -> None:
    text = READ.restore('```bash\necho "Toren Kelmar" "QX-91-drive" \'zzplumzz\'\n```').text
    command = text.partition("\n")[2].partition("\n```")[0]
    assert shlex.split(command) == ["echo", QUOTED.original, SLASHED.original, SINGLE.original]


def test_rows_of_markdown_keep_their_cells() -> None:
    check("| a | b |\n| --- | --- |\n| Kelp Jory | x |", "| a | b |\n| --- | --- |\n| Soze, Verbal \\| Co | x |")


@pytest.mark.parametrize(
    "answer",
    [
        "```python\nx = r'zzplumzz'\n```",
        '```python\nx = r"QX-91-drive"\n```',
        "```python\n# 9 Oak Rd, Barre\n```",
        "```sql\nSELECT 'QX-91-drive';\n```",
        "```powershell\n$x = 'zzplumzz'\n```",
        "```csv\nname\nKelp Jory\n```",
        "```yaml\nname: Kelp Jory\npath: 9 Oak Rd, Barre\n```",
        "| a |\n| 9 Oak Rd, Barre |",
        "db.execute(\"SELECT x FROM y WHERE z = 'zzplumzz'\")",
        "```go\nx := `Toren Kelmar`\n```",
    ],
)
def test_where_escaping_is_not_safe_the_surrogate_is_left_and_reported(answer: str) -> None:
    report = READ.restore(answer)
    kept = [item for item in (SINGLE, LINES, LIST, QUOTED, SLASHED) if item.surrogate in answer]
    assert all(item.surrogate in report.text for item in kept if item is not LIST or "csv" in answer)
    assert UNSAFE in {sighting.reason for sighting in report.left}
    for size in (1, 3):
        assert streamed(READ, answer, range(size, len(answer), size)) == report.text


def test_an_escaped_surrogate_is_read_and_its_original_escaped_alike() -> None:
    read = Reader([Issued("SECRET", 'a"b\\c', "x'y\"z\\w", "exact")])
    for encode in (json.dumps, lambda text: f"```json\n{json.dumps(text)}\n```"):
        assert read.restore(encode("x'y\"z\\w")).text == encode('a"b\\c')


def test_an_original_that_stood_in_a_literal_itself_is_not_escaped_again() -> None:
    read = Reader([Issued("NAME", 'Dwayne \\"Rock\\" Soze', "Toren Kelmar", "words")])
    assert read.restore('{"name": "Toren Kelmar"}').text == '{"name": "Dwayne \\"Rock\\" Soze"}'


CODE = [
    "```", "```json\n", "```python\n", "```sql\n", "```csv\n", "```html\n", "```bash\n", "```yaml\n", "\n", "\n\n", '"',
    "'", "`", '"""', "\\", '\\"', "''", '""', "=", " = ", "(", "{", "[", ",", ", ", ": ", '": "', ";", "# ", "//", "--",
    "<td>", "</td>", '<a title="', ">", "|", "| ", "print(", "WHERE a = '", "VALUES ('", "r", "f", "it's", "x" * 90,
    *(item.surrogate for item in (QUOTED, SLASHED, SINGLE, LINES, COMPANY, LIST)),
]  # fmt: skip


@settings(max_examples=250, deadline=None)
@given(st.lists(st.sampled_from(CODE), max_size=16), st.lists(st.integers(0, 300), max_size=5))
def test_any_chunking_of_code_reads_as_one_piece(pieces: list[str], cuts: list[int]) -> None:
    text = "".join(pieces)
    whole = READ.restore(text).text
    assert streamed(READ, text, range(1, len(text))) == whole
    assert streamed(READ, text, [min(cut, len(text)) for cut in cuts]) == whole


LEAVES = st.sampled_from([item.surrogate for item in (QUOTED, SLASHED, SINGLE, LINES, COMPANY)])
KEYS = st.text("abc", min_size=1)
DOCUMENTS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3), st.dictionaries(KEYS, inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(DOCUMENTS)
def test_json_in_a_code_block_means_the_same_with_the_originals(value: object) -> None:
    text = READ.restore(f"```json\n{json.dumps(value)}\n```").text
    assert json.loads(text.removeprefix("```json\n").removesuffix("\n```")) == READ.value(value)


def test_an_original_whose_letters_stood_escaped_is_not_escaped_again() -> None:
    read = Reader([Issued("PERSON", "J\\u00fcrgen", "Kelmar", "words")])
    assert read.restore('{"name": "Kelmar"}').text == '{"name": "J\\u00fcrgen"}'
