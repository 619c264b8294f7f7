"""What the protected models of LangChain have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, cast

from langchain_core.language_models.base import LangSmithParams
from langchain_core.runnables import RunnableConfig

from langchain_privacy_chains._sessions import SessionFor, chosen
from privacy_chains import Method

__all__ = ["Wrapped"]


class Wrapped:
    """Describes itself as the inner model does, and counts the tokens of what would be sent.

    Attributes:
        bound: The inner model.
        sanitizer: A method, or a function that chooses one by a call's config.
    """

    if TYPE_CHECKING:
        bound: Any
        sanitizer: Method | SessionFor

    def __repr__(self) -> str:
        return f"{type(self).__name__}(bound={self.bound!r})"

    @property
    def _llm_type(self) -> str:
        return str(self.bound._llm_type)  # noqa: SLF001

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return dict(self.bound._identifying_params)  # noqa: SLF001

    def _get_ls_params(self, stop: list[str] | None = None, **kwargs: Any) -> LangSmithParams:
        params: LangSmithParams = self.bound._get_ls_params(stop=stop, **kwargs)  # noqa: SLF001
        return params

    def _for(self, config: RunnableConfig | None) -> Self:
        """This model in the session that a config chooses; the inner call no longer sees the config."""
        if isinstance(self.sanitizer, Method):
            return self
        copied: Self = cast("Any", self).model_copy(update={"sanitizer": self._chosen(config)})
        return copied

    def _chosen(self, config: RunnableConfig | None = None) -> Method:
        return chosen(self.sanitizer, config)

    def get_token_ids(self, text: str) -> list[int]:
        """The inner model's tokens of the text as it would be sent."""
        tokens: list[int] = self.bound.get_token_ids(self._chosen().sanitize(text).text)
        return tokens

    def get_num_tokens(self, text: str) -> int:
        """How many tokens the text has as it would be sent."""
        return int(self.bound.get_num_tokens(self._chosen().sanitize(text).text))
