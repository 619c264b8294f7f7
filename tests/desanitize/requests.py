"""Requests to read answers to: a template with marked surrogates becomes texts, spans and issued pairs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from privacy_chains.contract.spans import Span
from privacy_chains.desanitize import Issued, Reader

_MARK = re.compile(r"<<(\w+)>>")


def reader(named: Mapping[str, Issued], *templates: str, aliases: Iterable[Issued] = ()) -> Reader:
    """A reader of a request whose texts are ``templates``, with ``<<name>>`` for each surrogate; of any host."""
    filled = [fill(named, template) for template in templates]
    originals = [[named[name].original for name in _MARK.findall(template)] for template in templates]
    return Reader(
        [*named.values(), *aliases], [t for t, _ in filled], [s for _, s in filled], originals=originals, hosts=["*"]
    )


def fill(named: Mapping[str, Issued], template: str) -> tuple[str, tuple[Span, ...]]:
    """The sanitized text of a template, and where its surrogates stand."""
    pieces, spans, length = [], [], 0
    for index, piece in enumerate(_MARK.split(template)):
        text = named[piece].surrogate if index % 2 else piece
        if index % 2:
            spans.append(Span(length, length + len(text), named[piece].entity_type))
        pieces.append(text)
        length += len(text)
    return "".join(pieces), tuple(spans)


def clear(named: Mapping[str, Issued], template: str) -> str:
    """The caller's text of a template."""
    return _MARK.sub(lambda mark: named[mark[1]].original, template)


def streamed(reader: Reader, text: str, cuts: Sequence[int]) -> str:
    """``text`` read in chunks that end at ``cuts``."""
    stream, at, pieces = reader.stream(), 0, []
    for cut in [*sorted(cuts), len(text)]:
        pieces.append(stream.feed(text[at:cut]))
        at = cut
    return "".join(pieces) + stream.flush()


def person(original: str, surrogate: str) -> list[Issued]:
    """A person's full name and, one by one, its words."""
    pairs = zip(original.split(), surrogate.split(), strict=True)
    return [Issued("PERSON", original, surrogate, "words"), *(Issued("PERSON", o, s, "words") for o, s in pairs)]
