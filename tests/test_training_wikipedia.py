"""What is read out of a dump of Wikipedia for a teacher to mark."""

import bz2
from html import escape
from pathlib import Path

import pytest

from training.wikipedia import wikipedia

ARTICLE = """\
{{Infobox person|name=Ada Lovelace}}
[[File:Ada.jpg|thumb|A portrait of Ada Lovelace that somebody painted in the year 1840.]]
'''Ada Lovelace''' ({{lang|x}}) was an [[England|English]] mathematician<ref>{{cite|Book}}</ref> who wrote on engines.

== Life ==
* A line of a list that is long enough to be a paragraph, but is not one at all.
{| class="wikitable"
| A cell of a table that is long enough to be a paragraph, but is not one at all.
|}
Short.

She was born in [[London]], and lived there for most of her life; of her [[child]]ren two outlived her.
"""
PAGE = "<page><title>T</title><ns>{ns}</ns>{more}<revision><text>{text}</text></revision></page>"


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    pages = [
        PAGE.format(ns=0, more="", text=escape(ARTICLE)),
        PAGE.format(ns=0, more='<redirect title="Ada" />', text="#REDIRECT [[Ada]] " + "and so on " * 20),
        PAGE.format(ns=1, more="", text="What people say to each other about an article. " * 3),
        PAGE.format(ns=0, more="", text=""),
    ]
    xml = '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/">' + "".join(pages) + "</mediawiki>"
    file = tmp_path / "pages-articles.xml.bz2"
    file.write_bytes(bz2.compress(xml.encode()))
    return file


def test_the_paragraphs_of_articles_are_read_and_nothing_else(dump: Path) -> None:
    assert list(wikipedia(dump)) == [
        "Ada Lovelace was an English mathematician who wrote on engines.",
        "She was born in London, and lived there for most of her life; of her children two outlived her.",
    ]
