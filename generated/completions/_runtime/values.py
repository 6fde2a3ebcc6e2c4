# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Python values as JSON: models, dates, enumerations and plain data alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, NoReturn, TypeGuard

from pydantic import ConfigDict, TypeAdapter
from pydantic_core import PydanticSerializationError

from .errors import InvalidArgumentError
from .omit import omit


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """The validator and serialiser of a type, built once."""
    return TypeAdapter(kind)


@cache
def validator(kind: Any) -> Callable[[bytes], Any]:
    """What reads JSON text as a type; raises ValidationError where it does not fit.

    It is that of pydantic's core: the way through the adapter adds a fifth to the time
    of a small object, as its method is Python.
    """
    built = adapter(kind)
    built.rebuild()
    return partial(built.validator.validate_json, strict=True)


@cache
def _anything() -> TypeAdapter[Any]:
    return TypeAdapter(Any, config=ConfigDict(ser_json_inf_nan="constants"))


def plain(value: object) -> Any:
    """A value as JSON data: dicts, lists and scalars, by the names of the wire.

    Raises:
        InvalidArgumentError: The value has no form in JSON, or holds itself.
    """
    if value is None or type(value) in (str, int, bool):
        return value
    try:
        return _anything().dump_python(
            value, mode="json", by_alias=True, exclude_unset=True, warnings=False
        )
    except ValueError as error:
        raise InvalidArgumentError(f"not a JSON value: {error}") from None


def to_json(value: object) -> bytes:
    """A value as compact JSON text in UTF-8.

    Raises:
        InvalidArgumentError: The value has no form in JSON, or holds NaN or infinity.
    """
    try:
        text = _anything().dump_json(
            value, by_alias=True, exclude_unset=True, warnings=False
        )
    except PydanticSerializationError as error:
        raise InvalidArgumentError(f"not a JSON value: {error}") from None
    if b"NaN" in text or b"Infinity" in text:
        json.loads(text, parse_constant=_refuse)
    return text


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """True for a JSON object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[Any]]:
    """True for a JSON array."""
    return isinstance(value, list)


def given(members: Mapping[str, object]) -> dict[str, object]:
    """The members that are not `omit`."""
    return {key: value for key, value in members.items() if value is not omit}


def _refuse(constant: str) -> NoReturn:
    raise InvalidArgumentError(f"JSON has no {constant}")
