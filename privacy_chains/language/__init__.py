"""What languages write for money and numbers: one source for finding, writing and reading back."""

from __future__ import annotations
