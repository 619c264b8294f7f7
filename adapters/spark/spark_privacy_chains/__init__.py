"""Spark through ``privacy_chains``: columns sanitized, and batches of answers read back, by pandas UDFs."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spark_privacy_chains.columns import desanitize, sanitize, sanitize_together

__all__ = ["desanitize", "sanitize", "sanitize_together"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    from spark_privacy_chains import columns  # noqa: PLC0415  (needs PySpark, which takes seconds to load)

    return getattr(columns, name)
