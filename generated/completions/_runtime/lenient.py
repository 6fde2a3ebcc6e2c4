# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Values that do not fit their type, kept rather than refused.

A server may send an enum value that the document does not know yet, or null where the
document forgot to allow it. What fits becomes the declared type; what does not stays
the JSON value that was received.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from functools import cache
from inspect import get_annotations
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from .tagged import Table, Tagged, bare, flat, is_model
from .values import adapter, is_array, is_object, to_json


def construct(kind: Any, value: Any) -> Any:
    """`value`, JSON data, as near to the type as it comes. Raises nothing for its shape.

    A required property that is missing reads as None, and is not in
    `model_fields_set`.
    """
    tagged, kind = _tagged(kind), bare(kind)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _of_union(kind, value, tagged)
    if is_object(value) and is_model(kind):
        return _of_model(kind, value)
    arguments = get_args(kind)
    if is_array(value) and origin is list:
        return [construct(arguments[0], item) for item in value]
    if is_object(value) and origin is dict:
        return {key: construct(arguments[1], item) for key, item in value.items()}
    fitted, result = _fit(kind, value)
    return result if fitted else value


def _tagged(kind: Any) -> Tagged | None:
    """How a union is told to choose its option; None where it is not."""
    while get_origin(kind) is not Annotated:
        kind = getattr(kind, "__value__", None)
        if kind is None:
            return None
    for item in get_args(kind)[1:]:
        if isinstance(item, Tagged):
            return item
        if isinstance(item, FieldInfo) and isinstance(item.discriminator, str):
            return Tagged(item.discriminator)
    return _tagged(get_args(kind)[0])


def _fit(kind: Any, value: Any) -> tuple[bool, Any]:
    """Whether a value fits a type, and what it becomes."""
    try:
        return True, adapter(kind).validate_json(to_json(value))
    except ValidationError:
        return False, value


def _of_model(model: type[BaseModel], value: Mapping[str, Any]) -> BaseModel:
    names = {_wire_name(name, info): name for name, info in model.model_fields.items()}
    found: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for key, item in value.items():
        name = names.get(key)
        if name is None:
            others[key] = construct(_extra_type(model), item)
        else:
            found[name] = construct(_declared(model.model_fields[name]), item)
    given = set(found)
    for name, info in model.model_fields.items():
        if info.is_required() and name not in found:
            found[name] = None
    made = model.model_construct(given, **found)
    if others:
        # a model that forbids them keeps them to be read, and does not write them
        made.model_fields_set.update(others)
        object.__setattr__(made, "__pydantic_extra__", others)
    return made


@cache
def _extra_type(model: type[BaseModel]) -> Any:
    """The type of the properties that a model does not list."""
    for owner in model.__mro__:
        written = get_annotations(owner).get("__pydantic_extra__")
        if written is not None and owner is not BaseModel:
            scope = {
                "__module__": owner.__module__,
                "__annotations__": {"all": written},
            }
            hints = get_type_hints(type("Extra", (), scope), include_extras=True)
            return get_args(hints["all"])[1]
    return Any


def _declared(info: FieldInfo) -> Any:
    """The type of a field as it is declared, with what tells how to choose an option."""
    kind: Any = info.annotation
    for item in info.metadata:
        kind = Annotated[kind, item]
    if isinstance(info.discriminator, str):
        kind = Annotated[kind, Tagged(info.discriminator)]
    return kind


def _wire_name(name: str, info: FieldInfo) -> str:
    return info.alias or name


def _of_union(kind: Any, value: Any, tagged: Tagged | None) -> Any:
    fitted, result = _fit(Annotated[kind, tagged] if tagged else kind, value)
    if fitted:
        return result
    options = list(flat(kind))
    if is_object(value):
        models = [option for option in options if is_model(option)]
        model = _closest(models, value, tagged)
        if model is not None:
            return _of_model(model, value)
    for option in options:
        fits_list = is_array(value) and get_origin(option) is list
        if fits_list or (is_object(value) and get_origin(option) is dict):
            return construct(option, value)
    return value


def _closest(
    models: list[type[BaseModel]], value: Mapping[str, Any], tagged: Tagged | None
) -> type[BaseModel] | None:
    """The model that an object was meant to be; None where it is of no known one."""
    if tagged is not None:
        table = Table(tagged, models)
        option = table.option(value)
        if option is not None or table.is_unknown(value):
            return option
    scores = [_score(model, value) for model in models]
    if len(models) == 1 or (models and max(scores) >= 0):
        return models[scores.index(max(scores))]
    return None


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
