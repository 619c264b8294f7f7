"""Private calls to hosted models from LlamaIndex."""

from llama_index_privacy_chains.llms import PrivateFunctionCallingLLM, PrivateLLM
from llama_index_privacy_chains.protect import protect

__all__ = ["PrivateFunctionCallingLLM", "PrivateLLM", "protect"]
