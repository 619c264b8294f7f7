"""Values that leave as they are: in scripts that no detector reads, and in codings."""

from __future__ import annotations

import base64
import binascii
import html
import quopri
import re
from collections.abc import Callable, Mapping
from email.header import Header, decode_header, make_header
from urllib.parse import quote, unquote

from privacy_chains.attacks.people import population
from privacy_chains.attacks.result import Result
from privacy_chains.attacks.setting import Setting
from privacy_chains.errors import PrivacyError
from privacy_chains.lazy import lazily

__all__ = ["CODINGS", "SCRIPTS", "encoded", "scripts"]

SCRIPTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "Chinese": ("我的邻居{}昨天收到了银行的来信,想知道应该怎么回复。", ("张伟", "王秀英", "李娜", "刘洋", "陈静")),
    "Japanese": ("同僚の{}さんが昨日銀行から手紙を受け取りました。", ("佐藤健一", "鈴木花子", "高橋美咲", "田中太郎")),
    "Korean": ("제 이웃 {} 씨가 어제 은행에서 편지를 받았습니다.", ("김민수", "이영희", "박지훈", "최수진")),
    "Hebrew": ("השכן שלי {} קיבל אתמול מכתב מהבנק.", ("דוד כהן", "שרה לוי", "משה מזרחי")),
    "Arabic": ("تلقى جاري {} أمس رسالة من البنك.", ("محمد أحمد", "فاطمة علي", "خالد حسن")),
    "Thai": ("เพื่อนบ้านของฉันชื่อ{} ได้รับจดหมายจากธนาคาร", ("สมชาย ใจดี", "มาลี ศรีสุข")),
    "Hindi": ("मेरे पड़ोसी {} को कल बैंक से पत्र मिला।", ("राजेश कुमार", "सुनीता शर्मा", "अमित सिंह")),
}
"""For each language a sentence, and names in it."""

_Coding = tuple[Callable[[str], str], Callable[[str], str]]
_BLOCK = lazily(r"[A-Za-z0-9+/]{8,}={0,2}")
_HEX = lazily(r"(?:[0-9A-Fa-f]{2}){6,}")


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _blocks(text: str) -> str:
    return " ".join(_readable(base64.b64decode, found) for found in _BLOCK.findall(text))


def _hexes(text: str) -> str:
    return " ".join(_readable(binascii.unhexlify, found) for found in _HEX.findall(text))


def _readable(decode: Callable[[str], bytes], run: str) -> str:
    try:
        return decode(run).decode("utf-8", "replace")
    except ValueError:
        return ""


def _words(text: str) -> str:
    return " ".join(str(make_header(decode_header(found))) for found in re.findall(r"=\?[^\s?]+\?\w\?[^\s?]*\?=", text))


def _joined(text: str) -> str:
    return re.sub(r"(?<=\b\w)[-.](?=\w\b)", "", text)


CODINGS: Mapping[str, _Coding] = {
    "base64": (_base64, _blocks),
    "hexadecimal": (lambda text: text.encode().hex(), _hexes),
    "HTML entities": (lambda text: "".join(f"&#{ord(char)};" for char in text), html.unescape),
    "percent encoding": (lambda text: "".join(f"%{byte:02X}" for byte in text.encode()), unquote),
    "spaces as %20": (quote, unquote),
    "quoted-printable": (
        lambda text: "".join(f"={byte:02X}" for byte in text.encode()),
        lambda text: quopri.decodestring(text.encode()).decode("utf-8", "replace"),
    ),
    "RFC 2047": (lambda text: Header(text, "utf-8").encode(), _words),
    "Authorization: Basic": (lambda text: f"Authorization: Basic {_base64(text + ':pass')}", _blocks),
    "spaced letters": (" ".join, lambda text: re.sub(r"(?<=\w) (?=\w\b)|(?<=\b\w) (?=\w)", "", text)),
    "letters with hyphens": (lambda text: " ".join(map("-".join, text.split())), _joined),
    "letters with points": (lambda text: " ".join(map(".".join, text.split())), _joined),
    "path of Windows": (lambda text: rf"C:\Users\{text}\notes.txt", str),
}
"""Ways to write a value, each with an attacker's way to read it."""


def scripts(setting: Setting) -> tuple[Result, ...]:
    """How many names leave in clear in languages that no detector reads; a refused text reveals nothing."""
    return tuple(_script(setting, language) for language in SCRIPTS)


def encoded(setting: Setting) -> tuple[Result, ...]:
    """How many names, given in a coding, an attacker reads in what is sent, for each coding.

    The surname reveals more: a name counts if its surname can be read.
    """
    return tuple(_coded(setting, coding) for coding in CODINGS)


def _script(setting: Setting, language: str) -> Result:
    sentence, names = SCRIPTS[language]
    left = sum(name in _sent(setting, user, sentence.format(name)) for user, name in enumerate(names))
    return Result(f"unread script: {language}", left, len(names))


def _coded(setting: Setting, coding: str) -> Result:
    encode, decode = CODINGS[coding]
    left, people = 0, population(setting.people)
    for user, name in enumerate(people):
        sent = _sent(setting, user, f"The value is {encode(name)} as it came in.")
        surname = name.split()[-1].lower()
        left += surname in decode(sent).lower()
    return Result(f"encoded: {coding}", left, len(people))


def _sent(setting: Setting, user: int, text: str) -> str:
    """What is sent; nothing if the text is refused."""
    try:
        return setting.session(user).sanitize(text).text
    except PrivacyError:
        return ""
