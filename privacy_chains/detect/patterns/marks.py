"""Marks that lay a text out and say nothing: pieces of regular expressions that the pattern families share."""

from __future__ import annotations

__all__ = ["BOLD"]

BOLD = r"(?:\*{2,3}|</?(?:b|em|strong)>)"
"""Bold or strong words begin or end, in Markdown or HTML."""
