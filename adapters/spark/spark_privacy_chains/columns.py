"""Column functions of Spark: batches go to Python workers as Arrow, and each worker makes its sanitizer once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd
from pyspark.sql.functions import col, pandas_udf
from pyspark.sql.types import StringType, StructField, StructType

from privacy_chains.adapting import OnFailure, Recipe, check_recipe, worker_of

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

__all__ = ["desanitize", "sanitize", "sanitize_together"]


def sanitize(
    column: Column | str,
    *,
    sanitizer: Recipe,
    id_column: Column | str | None = None,
    on_failure: OnFailure = "raise",
    name: str | None = None,
) -> Column:
    """A column of texts as it may leave, each by itself.

    What a text becomes depends on key, policy, session and text alone: not on partitions, order, executors or retries.

    Args:
        column: The column.
        sanitizer: How executors make their sanitizers: a ``SanitizerSpec``. A ``Sanitizer`` or key is refused, since
            plans are pickled and logged.
        id_column: The column with the id of what has a session of its own, where the spec says ``per``.
        on_failure: ``"raise"`` stops the job at a text that cannot be sanitized; ``"null"`` leaves null in its place.
        name: What the column is called, which tells what ``54`` in it is; only a ``Column`` needs it.

    Raises:
        PrivacyError: The sanitizer is none that executors can make.
    """
    recipe, known = check_recipe(sanitizer), _name_of(column, name)

    def sanitized(texts: pd.Series, whose: pd.Series) -> pd.Series:
        done = worker_of(recipe).sanitize_columns({known: _cells(texts)}, _cells(whose), on_failure)
        return pd.Series(done.columns[0], dtype=object)

    def sanitized_alike(texts: pd.Series) -> pd.Series:
        done = worker_of(recipe).sanitize_columns({known: _cells(texts)}, None, on_failure)
        return pd.Series(done.columns[0], dtype=object)

    if id_column is None:
        return pandas_udf(sanitized_alike, StringType())(column)
    return pandas_udf(sanitized, StringType())(column, id_column)


def desanitize(  # noqa: PLR0913  (each says one thing of the work)
    column: Column | str,
    prompt_column: Column | str,
    *,
    sanitizer: Recipe,
    id_column: Column | str | None = None,
    on_failure: OnFailure = "raise",
    name: str | None = None,
) -> Column:
    """A column of answers, each read back against the text that it answers.

    Args:
        column: What a model wrote.
        prompt_column: The column that was sanitized, as it was before.
        sanitizer: As it was given to ``sanitize``.
        id_column: As there.
        on_failure: As there.
        name: As there.

    Raises:
        PrivacyError: The sanitizer is none that executors can make.
    """
    recipe, known, said = check_recipe(sanitizer), _name_of(prompt_column, name), _name_of(column)

    def read(answers: pd.Series, prompts: pd.Series, whose: pd.Series) -> pd.Series:
        said_here, asked = {said: _cells(answers)}, {known: _cells(prompts)}
        done = worker_of(recipe).desanitize_columns(said_here, asked, _cells(whose), on_failure)
        return pd.Series(done.columns[0], dtype=object)

    def read_alike(answers: pd.Series, prompts: pd.Series) -> pd.Series:
        done = worker_of(recipe).desanitize_columns({said: _cells(answers)}, {known: _cells(prompts)}, None, on_failure)
        return pd.Series(done.columns[0], dtype=object)

    if id_column is None:
        return pandas_udf(read_alike, StringType())(column, prompt_column)
    return pandas_udf(read, StringType())(column, prompt_column, id_column)


def sanitize_together(  # noqa: PLR0913  (each says one thing about the work)
    frame: DataFrame,
    columns: Sequence[str],
    *,
    sanitizer: Recipe,
    id_column: str | None = None,
    epsilon_column: str | None = None,
    on_failure: OnFailure = "raise",
) -> DataFrame:
    """A frame with several columns sanitized, those of a row jointly: a name in one is looked for in the others.

    Other columns stay as they are, in clear: drop them before anything leaves.

    Args:
        frame: The frame.
        columns: The columns that hold texts.
        sanitizer: As in ``sanitize``.
        id_column: As there.
        epsilon_column: A new column with what the numbers of each row spent, as an exact fraction in text.
        on_failure: As in ``sanitize``.

    Raises:
        PrivacyError: The sanitizer is none that executors can make.
    """
    recipe, names = check_recipe(sanitizer), list(columns)

    def sanitized(*given: pd.Series) -> pd.DataFrame:
        cells = [_cells(one) for one in given]
        whose = cells.pop() if id_column is not None else None
        done = worker_of(recipe).sanitize_columns(dict(zip(names, cells, strict=True)), whose, on_failure)
        data = {str(place): one for place, one in enumerate(done.columns)}
        return pd.DataFrame({**data, "epsilon": list(map(str, done.epsilons))}, dtype=object)

    kinds = StructType([StructField(name, StringType()) for name in (*map(str, range(len(names))), "epsilon")])
    given = [*names, *([id_column] if id_column is not None else [])]
    done = frame.withColumn(_DONE, pandas_udf(sanitized, kinds)(*given))
    rewritten = {name: col(f"{_DONE}.`{place}`") for place, name in enumerate(names)}
    added = {epsilon_column: col(f"{_DONE}.epsilon")} if epsilon_column else {}
    return done.withColumns({**rewritten, **added}).drop(_DONE)


_DONE = "_privacy_chains"


def _name_of(column: Column | str, name: str | None = None) -> str:
    """What a column is called, as far as it is known."""
    return name if name is not None else column if isinstance(column, str) else ""


def _cells(series: pd.Series) -> list[object]:
    """The cells of a series; nothing where pandas has a missing value."""
    return [None if missing else cell for cell, missing in zip(series, series.isna(), strict=True)]
