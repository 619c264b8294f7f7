"""LlamaIndex's log records of failures, without the questions and answers that they quote."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable

__all__ = ["QUOTING", "withhold_while"]

QUOTING = (
    "agent.workflow.workflow_events",
    "extractors.interface",
    "indices.knowledge_graph.retrievers",
    "indices.property_graph.transformations.dynamic_llm",
    "indices.property_graph.transformations.schema_llm",
    "indices.property_graph.transformations.simple_llm",
    "indices.struct_store.json_query",
    "postprocessor.structured_llm_rerank",
    "program.function_program",
    "program.llm_program",
    "query_engine.sub_question_query_engine",
    "response_synthesizers.refine",
)
"""Modules of LlamaIndex's core that quote questions, answers or metadata in warnings."""

_LLAMA_INDEX = "llama_index"


@functools.cache
def withhold_while(under_way: Callable[[], bool]) -> None:
    """During a protected call, log an error's type, but no text that the error or the message quotes."""

    def withhold(record: logging.LogRecord) -> bool:
        if record.levelno >= logging.WARNING and under_way() and _is_of_llama_index(record):
            error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else "what happened"
            record.msg, record.args = f"a step of a protected call failed ({error}); what it quotes is withheld", ()
            record.exc_info = record.exc_text = record.stack_info = None
        return True

    for name in QUOTING:
        logging.getLogger(f"{_LLAMA_INDEX}.core.{name}").addFilter(withhold)
    logging.getLogger().addFilter(withhold)  # some of its modules log to the root


def _is_of_llama_index(record: logging.LogRecord) -> bool:
    return record.name.startswith(_LLAMA_INDEX) or f"/{_LLAMA_INDEX}/" in record.pathname.replace("\\", "/")
