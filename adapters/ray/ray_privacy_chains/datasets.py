"""Ray datasets: one actor per processor makes its sanitizer once, and batches go through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from privacy_chains.adapting import DocumentWorker, OnFailure, Recipe, RewrittenRows, check_recipe

if TYPE_CHECKING:
    import pyarrow as pa
    from ray.data import Dataset

__all__ = ["desanitize", "sanitize"]

_ROWS = 64
"""The default number of rows in a batch: a second or two of work."""


def sanitize(  # noqa: PLR0913  (each says one thing about the work)
    dataset: Dataset,
    columns: str | Sequence[str],
    *,
    sanitizer: Recipe,
    id_column: str | None = None,
    epsilon_column: str | None = None,
    failure_column: str | None = None,
    on_failure: OnFailure = "raise",
    workers: int | None = None,
    batch_size: int = _ROWS,
    **options: Any,
) -> Dataset:
    """Sanitize columns of text; the columns of a row jointly, each row by itself.

    What a row becomes depends on key, policy, session and row alone: not on batches, order, workers or retries. Other
    columns stay as they are, in clear: drop them before anything leaves.

    Args:
        dataset: The dataset.
        columns: The columns that hold texts.
        sanitizer: How actors make their sanitizers: a ``SanitizerSpec``. A ``Sanitizer`` or key is refused, since plans
            are pickled and logged.
        id_column: The column with the id of the document or person that has its own session, if the spec's ``per`` asks
            for it.
        epsilon_column: A new column with what the numbers of each row spent, as an exact fraction in text.
        failure_column: A new column that says why a row failed.
        on_failure: ``"raise"`` stops the work at a row that cannot be sanitized; ``"null"`` leaves nothing there.
        workers: How many actors there are at most; as many as the cluster has processors if left out.
        batch_size: How many rows an actor gets at a time.
        **options: Of ``Dataset.map_batches``, such as ``memory``.

    Raises:
        PrivacyError: The sanitizer is none that workers can make.
    """
    names = _names(columns)
    extra = (epsilon_column, failure_column)
    task = _Task(names, (), id_column, extra, on_failure)
    return _mapped(dataset, check_recipe(sanitizer), task, workers, batch_size=batch_size, **options)


def desanitize(  # noqa: PLR0913  (each says one thing about the work)
    dataset: Dataset,
    columns: str | Sequence[str],
    prompts: str | Sequence[str],
    *,
    sanitizer: Recipe,
    id_column: str | None = None,
    failure_column: str | None = None,
    on_failure: OnFailure = "raise",
    workers: int | None = None,
    batch_size: int = _ROWS,
    **options: Any,
) -> Dataset:
    """Read columns of answers back, each row against what was sanitized in it.

    Args:
        dataset: The dataset.
        columns: The columns that a model wrote.
        prompts: The columns that were sanitized, as they were before, in the same order as then.
        sanitizer: As it was given to ``sanitize``.
        id_column: As there.
        failure_column: As there.
        on_failure: As there.
        workers: As there.
        batch_size: As there.
        **options: As there.

    Raises:
        PrivacyError: The sanitizer is none that workers can make.
    """
    task = _Task(_names(columns), _names(prompts), id_column, (None, failure_column), on_failure)
    return _mapped(dataset, check_recipe(sanitizer), task, workers, batch_size=batch_size, **options)


class _Task(NamedTuple):
    """What actors do to rows."""

    columns: tuple[str, ...]
    prompts: tuple[str, ...]
    whose: str | None
    extra: tuple[str | None, str | None]
    on_failure: OnFailure


def _mapped(dataset: Dataset, recipe: Recipe, task: _Task, workers: int | None, **options: Any) -> Dataset:
    from ray.data import ActorPoolStrategy  # noqa: PLC0415  (takes seconds to load)

    pool = ActorPoolStrategy(min_size=1, max_size=workers or _processors())
    given = {"batch_format": "pyarrow", "compute": pool, "num_cpus": 1, **options}
    mapped: Dataset = dataset.map_batches(_Rows, fn_constructor_args=(recipe, task), **given)
    return mapped


class _Rows:
    """What an actor does to batches."""

    def __init__(self, recipe: Recipe, task: _Task) -> None:
        self._worker = DocumentWorker(recipe)
        self._task = task

    def __call__(self, batch: pa.Table) -> pa.Table:
        import pyarrow as pa  # noqa: PLC0415  (loaded by Ray)

        done = self._done(batch)
        text = pa.large_string()
        for name, cells in zip(self._task.columns, done.columns, strict=True):
            batch = batch.set_column(batch.schema.get_field_index(name), name, pa.array(cells, text))
        for added, told in zip(self._task.extra, (list(map(str, done.epsilons)), done.failures), strict=True):
            if added is not None:
                batch = batch.append_column(added, pa.array(told, text))
        return batch

    def _done(self, batch: pa.Table) -> RewrittenRows:
        task = self._task
        texts = {name: batch[name].to_pylist() for name in task.columns}
        whose = None if task.whose is None else batch[task.whose].to_pylist()
        if not task.prompts:
            return self._worker.sanitize_columns(texts, whose, task.on_failure)
        asked = {name: batch[name].to_pylist() for name in task.prompts}
        return self._worker.desanitize_columns(texts, asked, whose, task.on_failure)


def _names(columns: str | Sequence[str]) -> tuple[str, ...]:
    return (columns,) if isinstance(columns, str) else tuple(columns)


def _processors() -> int:
    """How many processors the cluster has."""
    import ray  # noqa: PLC0415  (takes seconds to load)

    return max(1, int(ray.cluster_resources().get("CPU", 1)))
