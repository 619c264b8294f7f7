"""Planted values, and everything a run lets out, kept to be searched for them."""

from __future__ import annotations

import base64
import json
import logging
import pickle
import re
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from privacy_chains import Key, Sanitizer

KEY = bytes(range(7, 39))
NAME = "Alice Johnson"
SSN = "536-22-8154"
EMAIL = "alice.johnson@corp-mail.com"
CARD = "4574 2472 0401 3705"
PHONE = "(608) 555-0142"
SALARY = 85_217
RECORD = f"{NAME} (SSN {SSN}, card {CARD}, {PHONE}, {EMAIL}) earns $85,217 per year."
PLANTED = (NAME, "Alice", "Johnson", SSN, EMAIL, CARD, PHONE, "85,217", str(SALARY))
"""Values of one customer; none of them may leave."""


def sanitizer(key: bytes = KEY) -> Sanitizer:
    return Sanitizer(Key.from_bytes(key))


def _forms(value: str) -> Iterator[str]:
    """A value as it may be written: in JSON, in a URL, without its separators, encoded."""
    yield value
    yield json.dumps(value)[1:-1]
    yield quote(value)
    bare = "".join(letter for letter in value if letter.isalnum())
    if value[-1].isdigit() and len(bare) > 7:
        yield bare
    if len(value) > 8:
        yield base64.b64encode(value.encode()).decode().rstrip("=")[:-1]


FORMS = {form for value in PLANTED for form in _forms(value)}
_SALARY = re.compile(rf"(?<![0-9a-f]){SALARY}(?![0-9a-f])")
"""Five digits stand in random ids and in fractions of a second as well."""
KEY_FORMS = (KEY.hex(), base64.b64encode(KEY).decode(), base64.urlsafe_b64encode(KEY).decode(), repr(KEY)[2:-1])


def found_in(text: str) -> set[str]:
    """What of the planted values, or of the key, stands in a text."""
    return {form for form in (*FORMS, *KEY_FORMS) if form in text and (form != str(SALARY) or _SALARY.search(text))}


@dataclass
class Ear:
    """Hears what a run lets out, by the place where it was heard."""

    heard: dict[str, list[str]] = field(default_factory=dict)

    def hear(self, place: str, *told: Any) -> None:
        """Keep what was told in a place."""
        for one in told:
            self.heard.setdefault(place, []).append(one if isinstance(one, str) else repr(one))

    def at(self, place: str) -> Callable[..., None]:
        """Hears in one place, whatever the arguments."""
        return lambda *args, **kwargs: self.hear(place, args, kwargs)

    def shown(self, *objects: Any) -> None:
        """Hear how objects show themselves, and what they pickle to where they can be pickled at all."""
        for one in objects:
            kind = type(one).__name__
            self.hear(f"repr of {kind}", repr(one), str(one), f"{one}")
            for pack in (pickle.dumps, lambda it: it.__reduce_ex__(4)):
                try:
                    packed = pack(one)
                except Exception as error:  # noqa: BLE001  (whatever it is, it must not tell)
                    self.failed(f"pickle of {kind}", error)
                else:
                    self.hear(f"pickle of {kind}", packed.decode("latin-1") if isinstance(packed, bytes) else packed)

    def failed(self, place: str, error: BaseException) -> None:
        """Hear an error with everything that is chained to it, as it would be logged."""
        self.hear(place, *traceback.format_exception(error), repr(error), error.args)

    @contextmanager
    def logs(self) -> Iterator[None]:
        """Hear every log record, of every level."""
        ear = self

        class Handler(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                ear.hear(f"log of {record.name}", self.format(record), record.args)

        root, handler = logging.getLogger(), Handler(0)
        level = root.level
        root.addHandler(handler)
        root.setLevel(1)
        try:
            yield
        finally:
            root.removeHandler(handler)
            root.setLevel(level)

    def leaks(self) -> dict[str, set[str]]:
        """Where anything planted was heard, and what."""
        found = {place: set().union(*map(found_in, told)) for place, told in self.heard.items()}
        return {place: forms for place, forms in found.items() if forms}

    def assert_clean(self, *places: str) -> None:
        """Nothing planted was heard anywhere, and something was heard in each of these places."""
        leaks = self.leaks()
        assert not leaks, f"planted values were heard: {leaks}"
        silent = [place for place in places if not any(place in known for known in self.heard)]
        assert not silent, f"nothing was heard of {silent}, so nothing was tested: {sorted(self.heard)}"
