from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.regular import RegexFormat
from privacy_chains.testing import check_laws, surrogate

SMALL = [
    "a",
    "[ab]{0,4}",
    "a?b?a?",
    "(a|ab)(c|bcd)?",
    "a*b+",
    "(ab|ba)*",
    "a{2,}b",
    "(?:a|b|)c",
    "^[a-c]{2}$",
    "(a?){3}",
    "(a|b)*abb",
    r"\d?a",
    r"[\d-]a|\-b",
    "[]a]b",
    "[a-]b",
    "(a|a|ab){1,3}",
    "(a*)*b",
    "((a|b){2}){1,2}",
]


@pytest.mark.parametrize("pattern", SMALL)
@pytest.mark.parametrize("length", range(6))
def test_ranks_count_the_matches_of_a_length_in_order(pattern: str, length: int) -> None:
    fmt = RegexFormat(pattern)
    alphabet = sorted(set("abcd-]01" if re.search(r"\\d|\]|-", pattern) else "abcd"))
    words = ["".join(word) for word in product(alphabet, repeat=length) if re.fullmatch(pattern, "".join(word))]
    if "\\d" in pattern:
        assert all(fmt.split(word)[0].rank >= 0 for word in words)
        return
    assert [fmt.split(word)[0].rank for word in words] == list(range(len(words)))
    for rank, word in enumerate(words):
        assert fmt.split(word)[0].size == len(words)
        assert fmt.join(word, [rank]) == word
    for word in ("".join(word) for word in product(alphabet, repeat=length)):
        if word not in words:
            with pytest.raises(FormatError):
                fmt.split(word)


@given(st.from_regex(r"[A-Z]{2}[0-9]{6}[A-D]", fullmatch=True), st.integers(0, 99))
def test_the_example_of_the_documentation(text: str, seed: int) -> None:
    fmt = RegexFormat(r"[A-Z]{2}\d{6}[A-D]")
    assert fmt.split(text)[0].size == 26**2 * 10**6 * 4
    check_laws(fmt, text, seed=seed)
    assert re.fullmatch(r"[A-Z]{2}\d{6}[A-D]", surrogate(fmt, text, seed=seed), re.ASCII)


PIECES = st.recursive(
    st.sampled_from(["a", "b", "[ab]", "[b-d]", "c"]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda pair: f"(?:{pair[0]}|{pair[1]})"),
        st.tuples(inner, st.sampled_from(["?", "*", "+", "{2}", "{0,2}", "{1,}"])).map(lambda p: f"({p[0]}){p[1]}"),
    ),
    max_leaves=6,
)


@given(PIECES, st.integers(0, 5))
def test_any_pattern_ranks_exactly_what_the_standard_library_matches(pattern: str, length: int) -> None:
    words = ["".join(word) for word in product("abcd", repeat=length)]
    members = [word for word in words if re.fullmatch(pattern, word)]
    fmt = RegexFormat(pattern)
    assert [fmt.split(word)[0].rank for word in members] == list(range(len(members)))
    for rank, word in enumerate(members):
        assert fmt.join(word, [rank]) == word


def test_huge_domains_are_exact() -> None:
    fmt, random = RegexFormat(r"\w{2000}"), Random(1)
    text = "".join(random.choices("abcXYZ019_", k=2_000))
    assert fmt.split(text)[0].size == 63**2_000
    check_laws(fmt, text)


@pytest.mark.parametrize(
    ("pattern", "construct", "position"),
    [
        ("ab.", "'.'", 2),
        ("a**", "quantifier of a quantifier", 1),
        ("a+?", "quantifier of a quantifier", 1),
        ("x[^a]", "negated class", 1),
        ("(?=a)b", "group '(?='", 0),
        ("(?P<n>a)", "group '(?P'", 0),
        (r"a\b", r"escape '\b'", 1),
        (r"(a)\1", r"escape '\1'", 3),
        ("a{2", "use of '{'", 1),
        ("a{,2}", "use of '{'", 1),
        ("(a", "'(' without its partner", 0),
        ("a)", "')' without its partner", 1),
        ("[a", "'[' without its partner", 0),
        ("a^b", "anchor inside", 1),
        ("a$b", "anchor inside", 1),
        ("[z-a]", "range", 2),
        (r"[\d-z]", "range", 3),
        ("*a", "nothing to repeat", 0),
        ("a{3,1}", "bounds are reversed", 1),
        ("a\\", "escape", 1),
        (r"\S", r"escape '\S'", 0),
    ],
)
def test_what_is_not_supported_is_named_with_its_position(pattern: str, construct: str, position: int) -> None:
    with pytest.raises(FormatError) as caught:
        RegexFormat(pattern)
    assert construct in str(caught.value)
    assert f"(position {position})" in str(caught.value)


@pytest.mark.parametrize("text", ["QX20441\uff17B", "QX\uff1204417B", "qx204417B", "QX204417B ", "", "QX204417E"])
def test_strings_outside_the_language_are_refused(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        RegexFormat(r"[A-Z]{2}\d{6}[A-D]").split(text)
    assert not text or text not in str(caught.value)


def test_a_pattern_of_absurd_size_is_refused() -> None:
    with pytest.raises(FormatError, match="states"):
        RegexFormat("((a{100}){100}){100}")


def test_names_separate_domains() -> None:
    first, second = RegexFormat(r"\d{6}", name="one"), RegexFormat(r"\d{6}", name="two")
    assert first.split("123456")[0].domain != second.split("123456")[0].domain
