"""Where the data sets lie that are measured on but not shipped."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_BESIDE_THE_CHECKOUT = Path(__file__).resolve().parents[2] / "shared" / "data"


def shared_data(*parts: str) -> Path:
    """A file or folder of the data sets; the calling test is skipped where it is absent.

    They are looked for in ``PRIVACY_CHAINS_DATA``, then in ``shared/data`` beside the checkout.
    """
    root = Path(os.environ.get("PRIVACY_CHAINS_DATA", _BESIDE_THE_CHECKOUT))
    path = root.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"needs {'/'.join(parts)}; set PRIVACY_CHAINS_DATA to the folder that holds it")
    return path
