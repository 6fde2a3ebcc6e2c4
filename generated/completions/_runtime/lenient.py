# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Values that do not fit their type, kept rather than refused.

A server may send an enum value that the document does not know yet, or null where the
document forgot to allow it. What fits becomes the declared type; what does not stays
the JSON value that was received.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from .values import adapter, is_array, is_object, to_json


def construct(kind: Any, value: Any) -> Any:
    """`value`, JSON data, as near to the type as it comes. Raises nothing for its shape.

    A required property that is missing reads as None, and is not in
    `model_fields_set`.
    """
    kind = _bare(kind)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _of_union(kind, value)
    if is_object(value) and _is_model(kind):
        return _of_model(kind, value)
    arguments = get_args(kind)
    if is_array(value) and origin is list:
        return [construct(arguments[0], item) for item in value]
    if is_object(value) and origin is dict:
        return {key: construct(arguments[1], item) for key, item in value.items()}
    fitted, result = _fit(kind, value)
    return result if fitted else value


def _bare(kind: Any) -> Any:
    """The type below `Annotated` and named aliases."""
    while True:
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        elif (target := getattr(kind, "__value__", None)) is not None:
            kind = target
        else:
            return kind


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _fit(kind: Any, value: Any) -> tuple[bool, Any]:
    """Whether a value fits a type, and what it becomes."""
    try:
        return True, adapter(kind).validate_json(to_json(value))
    except ValidationError:
        return False, value


def _of_model(model: type[BaseModel], value: Mapping[str, Any]) -> BaseModel:
    names = {_wire_name(name, info): name for name, info in model.model_fields.items()}
    found: dict[str, Any] = {}
    for key, item in value.items():
        name = names.get(key)
        info = model.model_fields.get(name) if name is not None else None
        if name is None or info is None:
            found.setdefault(key, item)
        else:
            found[name] = construct(info.annotation, item)
    given = set(found)
    for name, info in model.model_fields.items():
        if info.is_required() and name not in found:
            found[name] = None
    return model.model_construct(given, **found)


def _wire_name(name: str, info: FieldInfo) -> str:
    return info.alias or name


def _of_union(kind: Any, value: Any) -> Any:
    fitted, result = _fit(kind, value)
    if fitted:
        return result
    options = [_bare(option) for option in _flat(kind)]
    if is_object(value):
        models = [option for option in options if _is_model(option)]
        scores = [_score(model, value) for model in models]
        if len(models) == 1 or (models and max(scores) >= 0):
            return _of_model(models[scores.index(max(scores))], value)
    for option in options:
        fits_list = is_array(value) and get_origin(option) is list
        if fits_list or (is_object(value) and get_origin(option) is dict):
            return construct(option, value)
    return value


def _flat(kind: Any) -> list[Any]:
    """The options of a union, those of unions inside it among them."""
    bare = _bare(kind)
    if get_origin(bare) not in (Union, types.UnionType):
        return [kind]
    return [inner for option in get_args(bare) for inner in _flat(option)]


def _score(model: type[BaseModel], value: Mapping[str, Any]) -> int:
    """How well an object fits a model: -1 where a constant differs, else common names."""
    score = 0
    for name, info in model.model_fields.items():
        key = _wire_name(name, info)
        if key not in value:
            continue
        score += 1
        constants = get_args(info.annotation)
        is_constant = get_origin(info.annotation) is Literal and len(constants) == 1
        if is_constant and value[key] != constants[0]:
            return -1
    return score
