"""Private calls to hosted models from LangChain."""

from langchain_privacy_chains.chat_models import PrivateChatModel
from langchain_privacy_chains.protect import protect

__all__ = ["PrivateChatModel", "protect"]
