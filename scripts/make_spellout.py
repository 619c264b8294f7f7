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
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "privacy_chains" / "language" / "data" / "spellout.tsv"
LOCALES = ("en", "en-IN", "de", "es", "fr", "fr-BE", "fr-CH", "it", "nl", "pt", "pt-PT")
HEADER = "# From the Unicode CLDR (Unicode License v3), and scripts/make_spellout.py. Do not edit.\n"
FIGURES = "=#"
"""What a rule that writes figures begins with."""
LARGEST = 10**15
"""Larger numbers are not spelled."""
PLURAL = re.compile(r"\$\(cardinal,one\{(.*?)\}other\{(.*?)\}\)\$")

Rules = Mapping[str, Sequence[tuple[str, str]]]


def spelling(folder: Path, locale: str) -> Rules:
    """The rules of a locale, by set."""
    read = json.loads((folder / f"{locale}.json").read_text("utf-8"))
    return {
        name: [(base, rule.removesuffix(";")) for base, rule in rules]
        for name, rules in read["rbnf"]["rbnf"]["SpelloutRules"].items()
        if name.startswith("%") and "year" not in name and "parse" not in name
    }


def rows(locale: str, rules: Rules, inherited: Rules) -> Iterator[str]:
    """The rows of a locale, without what it inherits."""
    for name, own in rules.items():
        if own == inherited.get(name):
            continue
        for descriptor, rule in own:
            base, _, radix = descriptor.partition("/")
            if base.isdigit() and int(base) < LARGEST and not rule.startswith(FIGURES):
                for least, form in numbered(int(base), rule):
                    yield "\t".join((locale, name, str(least), radix or "10", form))


def numbered(base: int, rule: str) -> Iterator[tuple[int, str]]:
    """A rule, or two: where it has a form for one and a form for more."""
    yield base, PLURAL.sub(r"\1", rule)
    if PLURAL.search(rule):
        yield 2 * base, PLURAL.sub(r"\2", rule)


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
