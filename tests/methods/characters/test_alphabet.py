import pytest

from privacy_chains.methods.characters.alphabet import AlphabetName, alphabet_of


@pytest.mark.parametrize(
    ("name", "char", "size"),
    [
        ("class", "7", 10),
        ("class", "q", 26),
        ("class", "Q", 26),
        ("class", "_", 32),
        ("printable", "7", 94),
        ("printable", "~", 94),
    ],
)
def test_a_class_has_its_size(name: AlphabetName, char: str, size: int) -> None:
    letter = alphabet_of(name).find(char)
    assert letter is not None
    assert len(set(letter.members)) == size
    assert letter.members[letter.place] == char


@pytest.mark.parametrize("char", " \n\t\u00a0\u200b\U0001f600")
def test_spaces_and_unknown_characters_have_none(char: str) -> None:
    assert alphabet_of("class").find(char) is None


@pytest.mark.parametrize(("char", "other"), [("я", "ж"), ("é", "ø"), ("中", "文"), ("한", "글"), ("א", "ת")])
def test_other_scripts_keep_their_script(char: str, other: str) -> None:
    found, beside = alphabet_of("class").find(char), alphabet_of("class").find(other)
    assert found is not None
    assert beside is not None
    assert found.members == beside.members
    assert list(found.members) == sorted(found.members)
    assert all(not member.isascii() for member in found.members)
