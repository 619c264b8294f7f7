"""Texts inside texts: base64, as in ``Authorization: Basic``, and hexadecimal digits.

A run that decodes to readable text is decoded and searched; if it holds anything private, the whole run is private.
What decodes to anything else (images, hashes, keys, words that only look encoded) stays.
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error
from collections.abc import Callable, Iterable, Iterator, Sequence

from privacy_chains.contract.spans import Span
from privacy_chains.detect.reaches import Reaches
from privacy_chains.lazy import lazily

__all__ = ["ENCODED_TEXT", "Finds", "encoded_spans"]

ENCODED_TEXT = "ENCODED_TEXT"
_RUN = lazily(r"(?<![A-Za-z0-9+/_\-])[A-Za-z0-9+/_\-]{8,}+(?:\r?\n[A-Za-z0-9+/_\-]{16,}+)*+={0,2}")
_BASIC = lazily(r"\b[Bb]asic[ ]{1,4}(?P<v>[A-Za-z0-9+/]{4,4096}={0,2})(?![\w+/=])")
_BYTES = lazily(
    r"[2-7c-fC-F](?<![0-9A-Fa-f][2-7c-fC-F])[0-9A-Fa-f][ :\-](?:[0-9A-Fa-f]{2}[ :\-]){2,4096}[0-9A-Fa-f]{2}"
    r"(?![0-9A-Fa-f])"
)
_HINT = lazily(r"[A-Z0-9](?:(?<=[a-z].)|(?<=[A-Z][0-9])|(?<=[0-9]{8}))")
"""Mixed letters and digits, which every encoded run has."""
_HEX = lazily(r"(?:0[xX])?((?:[0-9A-Fa-f]{2})+)")
_SPACES = lazily(r"[\s:\-]")
_URLS = str.maketrans("-_", "+/")
_DEPTH = 3
_FEWEST, _FEWEST_DIGITS = 4, 14

Finds = Callable[[str], Iterable[Span]]
"""Finds the private values in a plain text."""


def encoded_spans(text: str, finds: Finds, depth: int = _DEPTH, found: Sequence[Span] = ()) -> Iterator[Span]:
    """The runs of ``text`` that hold something private once decoded.

    Values that are ``found`` already are hidden, whatever their digits may decode to: digits alone are a number, and a
    code has the type as which it was found. Its surrogate may decode to something, too, and has to be found as the same
    type.
    """
    known: Reaches | None = None
    for start, end, certain in _runs(text):
        known = known or Reaches((span.start, span.end) for span in found)
        if _is_known(text[start:end], start, end, known):
            continue
        plain = _decoded(text[start:end])
        if plain is not None and (certain(plain) or _private(plain, finds, depth)):
            yield Span(start, end, ENCODED_TEXT, 1.0, "encoded")


def _is_known(run: str, start: int, end: int, known: Reaches) -> bool:
    """Whether a run is a number of which a piece was found, or a code in hexadecimal that was found whole."""
    if run.isdecimal():
        return known.meet(start, end)
    return _HEX.fullmatch(run) is not None and known.hold(start, end)


def _private(plain: str, finds: Finds, depth: int) -> bool:
    """Whether a text holds anything private, or what it holds encoded does."""
    if len(plain) < _FEWEST:
        return False
    return _any(finds(plain)) or (depth > 1 and _any(encoded_spans(plain, finds, depth - 1)))


def _any(spans: Iterable[Span]) -> bool:
    return next(iter(spans), None) is not None


def _runs(text: str) -> Iterator[tuple[int, int, Callable[[str], bool]]]:
    """The runs that may be encoded, and what makes them private whatever they say."""
    for found in _RUN.finditer(text) if _HINT.search(text) else ():
        if _looks_encoded(found[0]):
            yield *found.span(), _never
    for found in _BASIC.finditer(text) if "asic " in text else ():
        yield *found.span("v"), _names_a_user  # of any length
    for found in _BYTES.finditer(text):
        yield *found.span(), _never


def _never(_plain: str) -> bool:
    return False


def _names_a_user(plain: str) -> bool:
    """Whether it is a user and a password (RFC 7617)."""
    return ":" in plain


def _looks_encoded(run: str) -> bool:
    """Whether a run is not a word of prose or code. Most runs are, which is quick to see."""
    if run.isdigit():
        return len(run) >= _FEWEST_DIGITS
    if run.islower() and run.isalpha():
        return False
    if _HEX.fullmatch(run):
        return True
    return not (run.isupper() or run.islower() or run.istitle())


def _decoded(run: str) -> str | None:
    """The readable text that a run decodes to, if any."""
    plain = _SPACES.sub("", run) if not run[2:3].isalnum() else run
    digits = _HEX.fullmatch(plain)
    if digits is not None and (text := _readable(bytes.fromhex(digits[1]))):
        return text
    joined = "".join(run.split()).translate(_URLS)
    if run[2:3] in " :-" or len(joined.rstrip("=")) % 4 == 1:
        return None
    try:
        raw = b64decode(joined.rstrip("=") + "=" * (-len(joined.rstrip("=")) % 4), validate=True)
    except (Error, ValueError):
        return None
    return _readable(raw)


def _readable(raw: bytes) -> str | None:
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return None
    plain = text.replace("\n", " ").replace("\r", " ").replace("\t", " ")
    return text if text and plain.isprintable() else None
