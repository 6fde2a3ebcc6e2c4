# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""The base class of all models."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Never, NoReturn, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import (
    PydanticCustomError,
    PydanticSerializationError,
    core_schema,
)

from .drift import Drift, drift_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic.fields import FieldInfo
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema

_STRICT = frozenset({"bool", "float", "int", "str"})
_TEXTS = frozenset({"date", "datetime", "time", "uuid"})


class Model(BaseModel):
    """An object of the API.

    Properties that the document does not list are kept (`model_extra`), unless it
    forbids them. A field that was not given holds None and is left out when the object
    is written, which tells it from a field that was given as None (`model_fields_set`).
    A constant that was not given is filled in by whoever makes the object, and missed
    in data that is read. JSON scalars are taken as they are: `"5"` is no number, `1` is
    no boolean, and a number is no date. NaN and infinity, which JSON has no form for, are
    refused.
    """

    model_config = ConfigDict(
        extra="allow",
        populate_by_name=True,
        protected_namespaces=(),
        allow_inf_nan=False,
        defer_build=True,
        serialize_by_alias=True,
    )

    if TYPE_CHECKING:
        __pydantic_extra__: Any = Field(init=False)

    def __init__(self, /, **data: Any) -> None:
        for name, info in _constants(type(self)):
            if name not in data and info.alias not in data:
                data[name] = info.get_default()
        super().__init__(**data)

    # pydantic then reads data without a detour through the constructor
    __init__.__dict__["__pydantic_base_init__"] = True

    @property
    def drift(self) -> tuple[Drift, ...]:
        """Where data that was received differs from the document, here and further in.

        Empty for an object that fits, and for one that was made by hand.
        """
        return drift_of(self)

    def to_dict(self) -> dict[str, Any]:
        """The object as JSON-ready data, under the names that go over the wire."""
        try:
            return self.model_dump(
                mode="json", by_alias=True, exclude_unset=True, warnings=False
            )
        except TypeError:  # a tag that was received is a list, which pydantic looks up
            return self.model_dump(
                mode="json",
                by_alias=True,
                exclude_unset=True,
                warnings=False,
                serialize_as_any=True,
            )

    def to_json(self, *, indent: int | None = None) -> str:
        """The object as JSON text."""
        try:
            return self.model_dump_json(
                by_alias=True, exclude_unset=True, indent=indent, warnings=False
            )
        except PydanticSerializationError:  # as above
            return self.model_dump_json(
                by_alias=True,
                exclude_unset=True,
                indent=indent,
                warnings=False,
                serialize_as_any=True,
            )

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[BaseModel], handler: GetCoreSchemaHandler, /
    ) -> CoreSchema:
        schema = handler(source)
        _Strictness(cls, handler).apply(schema)
        return schema


@cache
def _constants(model: type[BaseModel]) -> list[tuple[str, FieldInfo]]:
    """The fields that have a default which is not None: their only value."""
    fields = model.model_fields.items()
    return [
        (name, info)
        for name, info in fields
        if not info.is_required() and info.default is not None
    ]


class _Strictness:
    """Switches off conversion in the scalars of one model, models inside it left out.

    Its constants become required.
    """

    def __init__(self, owner: type[BaseModel], handler: GetCoreSchemaHandler) -> None:
        self._owner = owner
        self._handler = handler
        self._followed: set[object] = set()

    def apply(self, schema: object) -> None:
        if isinstance(schema, list | tuple):
            for item in cast("Iterable[object]", schema):
                self.apply(item)
        elif isinstance(schema, dict):
            node = cast("dict[str, object]", schema)
            kind = node.get("type")
            if isinstance(kind, str):
                self._apply_to(kind, node)
            else:
                for item in node.values():  # a table of schemas by name
                    self.apply(item)

    def _apply_to(self, kind: str, node: dict[str, object]) -> None:
        if kind in _STRICT:
            node["strict"] = True
        elif kind in _TEXTS:
            text = cast("CoreSchema", dict(node))
            exact = cast("CoreSchema", {**text, "strict": True})
            node.clear()
            node.update(core_schema.json_or_python_schema(exact, text))
        elif kind == "literal":
            _tell_numbers_from_booleans(node)
        elif kind == "definition-ref":
            self._follow(node)
        elif kind == "model-field" and _is_constant(node["schema"]):
            node["schema"] = cast("dict[str, object]", node["schema"])["schema"]
            self.apply(node["schema"])
        elif kind == "model":
            if node.get("cls") is self._owner:
                self._enter(node)
                if self._owner.model_config.get("extra") == "forbid":
                    node["serialization"] = _WITH_OTHERS
        elif kind not in ("json-or-python", "function-before"):  # ours, and done
            self._enter(node)

    def _enter(self, node: dict[str, object]) -> None:
        for key, item in list(node.items()):
            if key not in ("default", "expected", "metadata"):
                self.apply(item)

    def _follow(self, reference: dict[str, object]) -> None:
        """Go on in what a reference leads to: an alias that names itself."""
        name = reference["schema_ref"]
        if name not in self._followed:
            self._followed.add(name)
            # a model that is still being made leads nowhere yet
            with suppress(LookupError):
                found = cast("CoreSchema", reference)
                self.apply(self._handler.resolve_ref_schema(found))


def _with_others(value: object, write: Callable[[object], object]) -> object:
    """What a closed object is written as: what it should not have received, too."""
    written = write(value)
    others: object = getattr(value, "__pydantic_extra__", None)
    if not others:
        return written
    return {**cast("dict[str, Any]", written), **cast("dict[str, Any]", others)}


_WITH_OTHERS = core_schema.wrap_serializer_function_ser_schema(_with_others)


def _tell_numbers_from_booleans(node: dict[str, object]) -> None:
    """Make a `Literal` refuse true for 1 and 1 for true, which Python has as equal."""
    values = cast("list[object]", node["expected"])
    kinds = {isinstance(value, bool) for value in values if isinstance(value, int)}
    if len(kinds) == 1:
        check = _only_booleans if True in kinds else _no_booleans
        inner = cast("CoreSchema", dict(node))
        node.clear()
        node.update(core_schema.no_info_before_validator_function(check, inner))


def _only_booleans(value: object) -> object:
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise PydanticCustomError("literal_error", "A number is no boolean")
    return value


def _no_booleans(value: object) -> object:
    if isinstance(value, bool):
        raise PydanticCustomError("literal_error", "A boolean is no number")
    return value


def _is_constant(schema: Any) -> bool:
    """Whether a field with this schema holds a constant that must be there."""
    if schema["type"] != "default" or schema.get("default") is None:
        return False
    inner: str = schema["schema"]["type"]
    return inner != "nullable"


class _Refusal:
    """Makes pydantic refuse every value of a type."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler, /
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(_refuse)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler, /
    ) -> JsonSchemaValue:
        return {"not": {}}


def _refuse(value: object) -> NoReturn:
    raise PydanticCustomError("nothing", "No value is allowed here")


Nothing: TypeAlias = Annotated[Never, _Refusal()]
"""The type of what must not be there: no value is valid."""

Absent: TypeAlias = Annotated[None, _Refusal()]
"""The type of a property that must not be there: None stands for that it is not."""
