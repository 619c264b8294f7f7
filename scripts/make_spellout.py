"""Write ``spellout.tsv``: the rules by which CLDR spells numbers in words.

    npm pack cldr-rbnf@48.2.0 && tar xzf cldr-rbnf-48.2.0.tgz
    python scripts/make_spellout.py package/rbnf

Source: the rule-based number formats of the Unicode Common Locale Data Repository (Unicode License v3). A row is a
locale, a set of rules, the smallest number that a rule spells, its radix, and the rule. Rules for years, signs and
fractions are left out, and whatever a locale has as its language has it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from babel import Locale

DATA = Path(__file__).resolve().parent.parent / "privacy_chains" / "language" / "data" / "spellout.tsv"
LOCALES = ("en", "en-IN", "de", "es", "fr", "fr-BE", "fr-CH", "it", "nl", "pt", "pt-PT", "da", "fi", "nb", "pl", "sv")
FILES = {"nb": "no"}
"""Where CLDR names a locale otherwise."""
HEADER = "# From the Unicode CLDR (Unicode License v3), and scripts/make_spellout.py. Do not edit.\n"
LEFT_OUT = re.compile("year|parse|personal-plural$")
"""Rules for years and for reading; Polish ordinals of several men, which no birthday takes, and which are mixed up."""
FIGURES = "=#"
"""What a rule that writes figures begins with."""
LARGEST = 10**15
"""Larger numbers are not spelled."""
PLURAL = re.compile(r"\$\(cardinal,(.*?)\)\$")
_FORM = re.compile(r"(\w+)\{(.*?)\}")
MOST_COUNTED = {1_000: 100, 1_000_000: 100}
"""Up to how many thousands and millions have each the form that their count asks for; of more, up to ten."""

Rules = Mapping[str, Sequence[tuple[str, str]]]


def spelling(folder: Path, locale: str) -> Rules:
    """The rules of a locale, by set."""
    read = json.loads((folder / f"{FILES.get(locale, locale)}.json").read_text("utf-8"))
    return {
        name: [(base, rule.removesuffix(";")) for base, rule in rules]
        for name, rules in read["rbnf"]["rbnf"]["SpelloutRules"].items()
        if name.startswith("%") and not LEFT_OUT.search(name)
    }


def rows(locale: str, rules: Rules, inherited: Rules) -> Iterator[str]:
    """The rows of a locale, without what it inherits."""
    for name, own in rules.items():
        if own == inherited.get(name):
            continue
        numeric = [(*descriptor.partition("/")[::2], rule) for descriptor, rule in own if descriptor[0].isdigit()]
        bases = [int(base) for base, _, _ in numeric]
        for (base, radix, rule), below in zip(numeric, [*bases[1:], LARGEST], strict=True):
            if int(base) < LARGEST and not rule.startswith(FIGURES):
                for least, unit, form in numbered(locale, int(base), below, rule):
                    yield "\t".join((locale, name, str(least), radix or str(unit), form))


def numbered(locale: str, base: int, below: int, rule: str) -> Iterator[tuple[int, int, str]]:
    """A rule, or one for each stretch of numbers whose count asks for another form: two *tysiące*, five *tysięcy*."""
    if not PLURAL.search(rule):
        yield base, 10, rule
        return
    unit = 10 ** (len(str(base)) - 1)
    plural_form, before = Locale.parse(locale.replace("-", "_")).plural_form, ""
    for count in range(base // unit, min(below // unit, MOST_COUNTED.get(unit, 10))):
        if (form := plural_form(count)) != before:
            yield count * unit, max(unit, 10), PLURAL.sub(partial(_of, form), rule)
        before = form


def _of(form: str, forms: re.Match[str]) -> str:
    """One of the forms of a word."""
    found: dict[str, str] = dict(_FORM.findall(forms[1]))
    return found.get(form, found["other"])


def write(folder: Path) -> None:
    """Write the table from the files of a folder."""
    found = {locale: spelling(folder, locale) for locale in LOCALES}
    lines = [
        row
        for locale, rules in found.items()
        for row in rows(locale, rules, found[locale[:2]] if "-" in locale else {})
    ]
    DATA.write_text(HEADER + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
