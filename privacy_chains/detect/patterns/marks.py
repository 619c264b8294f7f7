"""Marks that lay a text out and say nothing: pieces of regular expressions that the pattern families share."""

from __future__ import annotations

__all__ = ["BOLD", "COLON", "MARKED"]

BOLD = r"(?:\*{2,3}|</?(?:b|em|strong)>)"
"""Bold or strong words begin or end, in Markdown or HTML."""

COLON = r"(?::(?:\*{1,3}|</(?:b|em|i|strong)>)?)"
"""A colon, perhaps the last of bold or slanted words."""

MARKED = rf"(?:(?:{BOLD})?\s?(?:{COLON}|\|(?!\s?\n))(?:\s?{BOLD})?|\s?[=>](?!\s?\n))"
"""The mark behind a label, perhaps bold; behind a colon alone the line may end."""
