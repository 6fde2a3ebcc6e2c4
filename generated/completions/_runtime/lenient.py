# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Values that do not fit their type, kept rather than refused.

A server may send an enum value that the document does not know yet, or null where the
document forgot to allow it. What fits becomes the declared type; what does not stays
the JSON value that was received, and is told as a `Drift`.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from datetime import date, datetime, time
from functools import cache
from inspect import get_annotations
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)
from uuid import UUID

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import to_json

from .drift import MOST, Drift, keep, pointer
from .tagged import Table, Tagged, bare, flat, is_model
from .values import adapter, is_array, is_object

_WORDS = 200
"""How many letters of what was expected are told."""

_AS_TEXT = frozenset({bytes, date, datetime, time, UUID})

_GOT: dict[type, str] = {
    type(None): "null",
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
}


def construct(kind: Any, value: Any) -> Any:
    """`value`, JSON data, as near to the type as it comes. Raises nothing for its shape.

    A required property that is missing reads as None, and is not in
    `model_fields_set`.
    """
    return read(kind, value)[0]


def read(kind: Any, value: Any) -> tuple[Any, tuple[Drift, ...]]:
    """The same, with where the value does not fit the type; empty if it does."""
    found: list[Drift] = []
    return _read(kind, value, found), tuple(found)


def is_alike(kind: Any, value: Any) -> bool:
    """Whether a value is of a JSON type that values of a type are of.

    What is not cannot stand in for it: a caller who expects a model, and gets None or a
    text, meets the fault far from where it is.
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        return not {"integer", "number", ""}.isdisjoint(_json_types(kind))
    return not {_got(value), ""}.isdisjoint(_json_types(kind))


@cache
def _json_types(kind: Any) -> frozenset[str]:
    """The JSON types of the values of a type; empty among them where any may be."""
    found: set[str] = set()
    for option in flat(kind):
        plain = get_origin(option) or option
        if plain is Literal:
            found |= {_got(item) for item in get_args(option)}
        elif is_model(plain):
            found.add("object")
        elif plain in _AS_TEXT:
            found.add("string")
        else:
            found.add("array" if plain is tuple else _GOT.get(plain, ""))
    return frozenset(found)


def _read(kind: Any, value: Any, found: list[Drift]) -> Any:
    """A value as near to its type as it comes; where it does not fit goes to `found`."""
    try:
        return adapter(kind).validate_json(_text(value), strict=True)
    except ValidationError as error:
        own: list[Drift] = []
        result = _in_parts(kind, value, own)
        if not own:
            own.append(Drift("", _expected(kind, error), _got(value)))
            if isinstance(result, BaseModel):
                keep(result, own)
        _add(own, found)
        return result


def _text(value: Any) -> bytes:
    return to_json(value, inf_nan_mode="constants")


def _add(more: list[Drift], found: list[Drift]) -> None:
    found += more[: MOST - len(found)]


def _below(key: str | int, kind: Any, value: Any, found: list[Drift]) -> Any:
    """What a member or an item becomes."""
    own: list[Drift] = []
    result = _read(kind, value, own)
    _add([item.below(key) for item in own], found)
    return result


def _in_parts(kind: Any, value: Any, found: list[Drift]) -> Any:
    """A value that does not fit as a whole, those of its parts that do as their types."""
    tagged, kind = _tagged(kind), bare(kind)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _of_union(kind, value, tagged, found)
    if is_object(value) and is_model(kind):
        return _of_model(kind, value, found)
    arguments = get_args(kind)
    if is_array(value) and origin is list:
        return [
            _below(place, arguments[0], item, found) for place, item in enumerate(value)
        ]
    if is_object(value) and origin is dict:
        return {
            key: _below(key, arguments[1], item, found) for key, item in value.items()
        }
    return value


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


def _expected(kind: Any, error: ValidationError) -> str:
    """What the type asks for, in words that quote nothing of the value."""
    if error.error_count() == 1:
        (only,) = error.errors(include_url=False, include_input=False)
        if not only["loc"]:
            return only["msg"].removeprefix("Input should be ")[:_WORDS]
    return _shown(kind)


def _shown(kind: Any) -> str:
    """A type in words."""
    names = dict.fromkeys(_name(option) for option in flat(kind))
    return " or ".join(names)[:_WORDS]


def _name(option: Any) -> str:
    if get_origin(option) is Literal:
        return " or ".join(map(repr, get_args(option)))
    plain = get_origin(option) or option
    return _GOT.get(plain, getattr(plain, "__name__", "the declared type"))


def _got(value: object) -> str:
    return _GOT.get(type(value), type(value).__name__)


class _Member(NamedTuple):
    """A field by its name on the wire: its attribute, its type, if it must come."""

    attribute: str
    kind: Any
    is_needed: bool


@cache
def _members(model: type[BaseModel]) -> dict[str, _Member]:
    model.model_rebuild()  # of a model that nobody used yet, types may be names
    return {
        _wire_name(name, info): _Member(
            name, _declared(info), info.is_required() or _is_constant(model, info)
        )
        for name, info in model.model_fields.items()
    }


def _is_constant(model: type[BaseModel], info: FieldInfo) -> bool:
    """Whether a field has but one value, which our own models miss where it is not."""
    return hasattr(model, "drift") and info.default is not None


def _of_model(
    model: type[BaseModel], value: Mapping[str, Any], found: list[Drift]
) -> BaseModel:
    """A model of an object that does not fit it."""
    own: list[Drift] = []
    members = _members(model)
    known: dict[str, Any] = {}
    others: dict[str, Any] = {}
    is_closed = model.model_config.get("extra") == "forbid"
    for key, item in value.items():
        member = members.get(key)
        if member is not None:
            known[member.attribute] = _below(key, member.kind, item, own)
            continue
        others[key] = _below(key, _extra_type(model), item, own)
        if is_closed:
            _add([Drift(pointer(key), "nothing", _got(item))], own)
    given = set(known)
    for key, member in members.items():
        if key in value:
            continue
        if member.is_needed:
            _add([Drift(pointer(key), _shown(member.kind), "nothing")], own)
        if model.model_fields[member.attribute].is_required():
            known[member.attribute] = None
    made = model.model_construct(given, **known)
    if others:
        made.model_fields_set.update(others)
        object.__setattr__(made, "__pydantic_extra__", others)
    if own:
        keep(made, own)
    _add(own, found)
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


def _of_union(kind: Any, value: Any, tagged: Tagged | None, found: list[Drift]) -> Any:
    options = list(flat(kind))
    if is_object(value):
        models = [option for option in options if is_model(option)]
        model = _closest(models, value, tagged)
        if model is not None:
            return _of_model(model, value, found)
    for option in options:
        fits_list = is_array(value) and get_origin(option) is list
        if fits_list or (is_object(value) and get_origin(option) is dict):
            return _in_parts(option, value, found)
    return value


def _closest(
    models: list[type[BaseModel]], value: Mapping[str, Any], tagged: Tagged | None
) -> type[BaseModel] | None:
    """The model that an object was meant to be; None where it is of no known one.

    One that lacks the property by which models are told apart is of the model that it has
    most in common with, if that is one alone.
    """
    if tagged is not None:
        table = Table(tagged, models)
        option = table.option(value)
        if option is not None or table.is_unknown(value):
            return option
    scores = [_score(model, value) for model in models]
    if len(models) == 1:
        return models[0]
    best = max(scores, default=-1)
    is_guess = tagged is not None and scores.count(best) > 1
    return None if best < 0 or is_guess else models[scores.index(best)]


def _score(model: type[BaseModel], value: Mapping[str, Any]) -> int:
    """How well an object fits a model: -1 where a constant differs, else common names."""
    score = 0
    model.model_rebuild()
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
