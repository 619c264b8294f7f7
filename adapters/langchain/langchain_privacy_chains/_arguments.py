"""Classes given as tools or as answer formats: their schemas are sent."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from privacy_chains.adapting import Visitor, walk_schema, walk_value

__all__ = ["read_model", "rewritten"]


def rewritten(value: Any, visitor: Visitor) -> type[BaseModel] | None:
    """A class with the same name and shape whose schema was visited, and which accepts any value.

    A provider's client validates what it receives: surrogates. ``read_model`` validates clear values later.
    """
    if not isinstance(value, type) or not issubclass(value, BaseModel):
        return None
    schema = walk_schema(value.model_json_schema(), visitor)

    def model_json_schema(*_: Any, **__: Any) -> dict[str, Any]:
        return schema

    fields = {"original": value, "model_json_schema": staticmethod(model_json_schema), "__module__": __name__}
    return cast("type[BaseModel]", type(value.__name__, (_Any,), fields))


class _Any(BaseModel):
    model_config = ConfigDict(extra="allow")

    original: ClassVar[type[BaseModel]] = BaseModel


def read_model(model: BaseModel, visitor: Visitor) -> Any:
    """Visit the fields of an answer that a client has parsed, and parse it anew.

    If the fields do not fit the model, they are returned as they are, and the caller's own validation reports it.
    """
    original = model.original if isinstance(model, _Any) else type(model)
    fields = walk_value(model.model_dump(), visitor)
    try:
        return original.model_validate(fields)
    except ValidationError:
        return fields
