# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Unions whose options are told apart by the value of a property."""

from __future__ import annotations

import types
from collections.abc import Mapping
from functools import cached_property
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeGuard,
    Union,
    get_args,
    get_origin,
)

from pydantic import BaseModel
from pydantic_core import core_schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

Option = type[BaseModel]

_UNTAGGED = ""


class Tagged:
    """Chooses an option of a union of models by a property, named as on the wire.

    The values that mean an option are those that its own field allows. What has a value
    of several options is tried as every option; so is what has none, unless there is a
    `default`, which also takes what has another value.
    """

    def __init__(self, tag: str, default: Option | None = None) -> None:
        self.tag = tag
        self.default = default

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler, /
    ) -> CoreSchema:
        table = Table(self, options(source))
        choices = {
            item.__name__: handler.generate_schema(item) for item in table.options
        }
        choices[_UNTAGGED] = handler(source)
        return core_schema.tagged_union_schema(
            choices,
            table.choose,
            custom_error_type="unknown_alternative",
            custom_error_message=f"No alternative has this value of {self.tag}",
        )


class Table:
    """The options of a tagged union by their values of the tag."""

    def __init__(self, tagged: Tagged, options: list[Option]) -> None:
        self.tagged = tagged
        self.options = options

    def option(self, value: Mapping[str, Any]) -> Option | None:
        """The option that an object means, None where it does not tell one."""
        found = self._meant(value)
        return found[0] if len(found) == 1 else None

    def is_unknown(self, value: Mapping[str, Any]) -> bool:
        """Whether an object says by the property that it is none of the options."""
        return self._tag(value) is not None and not self._meant(value)

    def choose(self, value: object) -> str | None:
        """The key of the choice for a value, as pydantic asks for it."""
        if isinstance(value, BaseModel):
            made = [item for item in self.options if isinstance(value, item)]
            return made[0].__name__ if made else None
        if not _is_object(value) or self.is_unknown(value):
            return None
        option = self.option(value)
        return option.__name__ if option is not None else _UNTAGGED

    def _meant(self, value: Mapping[str, Any]) -> list[Option]:
        tag = self._tag(value)
        found = self._found.get(tag) if isinstance(tag, str) else None
        if found is None:
            return [] if self.tagged.default is None else [self.tagged.default]
        return found

    def _tag(self, value: Mapping[str, Any]) -> object:
        return next((value[key] for key in self._keys if key in value), None)

    @cached_property
    def _fields(self) -> list[tuple[Option, list[str], Any]]:
        """The options with the names and the annotation of their tag."""
        found: list[tuple[Option, list[str], Any]] = []
        for option in self.options:
            option.model_rebuild()
            for name, info in option.model_fields.items():
                names = [info.alias or name, name]
                if self.tagged.tag in names:
                    found.append((option, names, info.annotation))
        return found

    @cached_property
    def _keys(self) -> list[str]:
        names = [name for _, both, _ in self._fields for name in both]
        return list(dict.fromkeys([self.tagged.tag, *names]))

    @cached_property
    def _found(self) -> dict[str, list[Option]]:
        found: dict[str, list[Option]] = {}
        for option, _, annotation in self._fields:
            told = _values(annotation) if option is not self.tagged.default else ()
            for value in told:
                found.setdefault(value, []).append(option)
        return found


def _is_object(value: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)


def options(kind: object) -> list[Option]:
    """The models in a union, those of unions in it among them."""
    return [item for item in flat(kind) if is_model(item)]


def is_model(kind: Any) -> bool:
    """Whether a type is a class of the models."""
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def flat(kind: Any) -> Iterator[Any]:
    """The options of a union, those of unions inside it in their place."""
    kind = bare(kind)
    if get_origin(kind) in (Union, types.UnionType):
        for option in get_args(kind):
            yield from flat(option)
    else:
        yield kind


def bare(kind: Any) -> Any:
    """The type below `Annotated` and named aliases."""
    while True:
        if get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        elif (target := getattr(kind, "__value__", None)) is not None:
            kind = target
        else:
            return kind


def _values(annotation: Any) -> Iterator[str]:
    """The strings that a field may hold, where it lists them."""
    for option in flat(annotation):
        if get_origin(option) is Literal:
            yield from (item for item in get_args(option) if isinstance(item, str))
