"""Articles of Wikipedia as prose that nobody has marked, from a dump of MediaWiki's pages."""

from __future__ import annotations

import bz2
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import mwparserfromhell

__all__ = ["wikipedia"]

_ARTICLE = "0"
"""The namespace of articles; talk, templates and the like have others."""
_NOT_PROSE = re.compile(r"^[\s*#:;|!{=]|\bthumb\b|\||\[\[|\{\{|<\w")
_EMPTIED = re.compile(r"\s*\([\s,;:]*\)|(?<=\()[\s,;:]+|\s+(?=[,.;:)])")
"""What a template or a footnote leaves when it goes."""
_NOT_READ = {"ref", "table", "gallery", "math"}
_SHORTEST = 60


def wikipedia(dump: Path) -> Iterator[str]:
    """The paragraphs of all articles in a dump, without markup, templates, tables and footnotes.

    Args:
        dump: A file of MediaWiki's XML export, compressed by bzip2: ``…-pages-articles….xml.bz2``.
    """
    with bz2.open(dump, "rb") as pages:
        for _, page in ET.iterparse(pages):  # noqa: S314  # a file that its user chose
            if page.tag.rpartition("}")[2] == "page":
                yield from _paragraphs(page)
                page.clear()


def _paragraphs(page: ET.Element) -> Iterator[str]:
    if page.findtext("{*}ns") != _ARTICLE or page.find("{*}redirect") is not None:
        return
    markup = mwparserfromhell.parse(page.findtext("{*}revision/{*}text") or "")
    for tag in markup.filter_tags(matches=lambda tag: str(tag.tag) in _NOT_READ, recursive=False):
        markup.remove(tag)
    for line in markup.strip_code(collapse=False).splitlines():
        if len(line) >= _SHORTEST and not _NOT_PROSE.search(line):
            yield " ".join(_EMPTIED.sub("", line).split())
