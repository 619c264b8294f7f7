"""What the protected models of LangChain have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, cast

from langchain_core.language_models.base import LangSmithParams
from langchain_core.runnables import Runnable, RunnableConfig

from langchain_privacy_chains._sessions import SessionFor, chosen
from privacy_chains import Method
from privacy_chains.adapting import destination

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

    def with_fallbacks(self, fallbacks: Sequence[Runnable[Any, Any]], **given: Any) -> Any:
        """This model with others that are asked where it fails, protected like it: they get the same messages.

        Args:
            fallbacks: The others. One that is protected already stays as it is.
            **given: As in LangChain.

        Raises:
            UnsupportedContent: A fallback holds something that sends and cannot be protected.
        """
        plain = cast("Any", super()).with_fallbacks(fallbacks, **given)
        if all(isinstance(one, Wrapped) for one in fallbacks):
            return plain
        from langchain_privacy_chains.protect import protect  # noqa: PLC0415  # protects this class

        mine: Any = self
        options = {"allow": mine.allow, "clear_traces": bool(mine.clear_traces), "invented": mine.invented}
        return protect(plain, self.sanitizer, **options)

    def get_token_ids(self, text: str) -> list[int]:
        """The inner model's tokens of the text as it would be sent."""
        tokens: list[int] = self.bound.get_token_ids(self._counted(text))
        return tokens

    def get_num_tokens(self, text: str) -> int:
        """How many tokens the text has as it would be sent."""
        return int(self.bound.get_num_tokens(self._counted(text)))

    def _counted(self, text: str) -> str:
        with destination("model", self.bound):
            return self._chosen().sanitize(text).text
