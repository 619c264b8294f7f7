"""Objects that hold key material and must not be copied."""

from __future__ import annotations

from typing import ClassVar, NoReturn

from privacy_chains.errors import KeyMaterialError

__all__ = ["Uncopied"]


class Uncopied:
    """Refuses ``pickle``, ``copy.copy`` and ``copy.deepcopy``, which all call ``__reduce_ex__``."""

    __slots__ = ()

    _advice: ClassVar[str] = "a cipher holds key material and cannot be pickled or copied; make it again from the key"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise KeyMaterialError(self._advice)
