"""What there is to see of an operation: its result by paths, and its parameters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from ...ir import (
    Anything,
    ListOf,
    MapOf,
    MediaContent,
    Named,
    Operation,
    Parameter,
    Record,
    Response,
    Scalar,
    TypeUse,
)
from ...values import dataclass
from ..behind import Shapes, behind
from ..media import WILDCARDS, is_json

Path: TypeAlias = tuple[str, ...]
Spot: TypeAlias = Literal["query", "header", "body"]

_ANY = TypeUse(Anything())
_TEXTS = frozenset({"string", "uuid", "date", "date-time", "time", "duration"})


@dataclass(frozen=True, slots=True)
class Result:
    """What an operation gives when all goes well: its type, and how sure that is.

    `is_only` tells that it gives nothing else; `headers` are those of the response.
    """

    use: TypeUse
    is_only: bool
    response: Response


def result_of(operation: Operation) -> Result | None:
    """The JSON that an operation gives; None where it gives none, or a stream."""
    successes = [item for item in operation.responses if item.status[0] == "2"]
    if not successes:
        successes = [item for item in operation.responses if item.status == "default"]
    if operation.method == "HEAD" or any(item.streams for item in successes):
        return None
    found = [
        (response, content)
        for response in successes
        for content in response.contents
        if _holds_json(content)
    ]
    if not found:
        return None
    response, content = found[0]
    is_only = len(successes) == 1 and all(
        _is_twin(other, content) for other in response.contents
    )
    return Result(content.use, is_only, response)


def _holds_json(content: MediaContent) -> bool:
    is_range = content.media in WILDCARDS and content.schema is not None
    return (is_json(content.media) or is_range) and not content.is_sequence


def _is_twin(other: MediaContent, content: MediaContent) -> bool:
    """Whether a content is the same in other words; markup gives way to JSON."""
    is_markup = other.media.endswith(("/xml", "+xml", "/html"))
    return other.use == content.use or is_markup


def record_of(use: TypeUse, shapes: Shapes) -> Record | None:
    """The record that a value is, if it is one."""
    kind = behind(use, shapes).type
    shape = shapes.get(kind.id) if isinstance(kind, Named) else None
    return shape if isinstance(shape, Record) else None


def at(use: TypeUse, path: Path, shapes: Shapes) -> TypeUse | None:
    """The type at a path; None where nothing is described."""
    for name in path:
        kind = behind(use, shapes).type
        record = record_of(use, shapes)
        if isinstance(kind, Anything):
            return _ANY
        if isinstance(kind, MapOf):
            use = kind.value
            continue
        found = (
            [field for field in record.fields if field.name == name] if record else []
        )
        if not found:
            return None
        use = found[0].use
    return use


def item_of(use: TypeUse, shapes: Shapes) -> TypeUse | None:
    """The type of the items of an array; None of anything else."""
    kind = behind(use, shapes).type
    return kind.item if isinstance(kind, ListOf) else None


def scalar_of(use: TypeUse | None, shapes: Shapes) -> str:
    """`string`, `integer`, `number`, `boolean` or `any`; empty for anything else.

    Texts of a format are strings.
    """
    kind = behind(use, shapes).type if use is not None else None
    if isinstance(kind, Anything):
        return "any"
    if not isinstance(kind, Scalar):
        return ""
    return "string" if kind.kind in _TEXTS else kind.kind


def format_of(use: TypeUse, shapes: Shapes) -> str:
    """The format of a text, empty without."""
    found = behind(use, shapes)
    known = dict(use.constraints) | dict(found.constraints)
    kind = found.type
    if isinstance(kind, Scalar) and kind.kind in _TEXTS - {"string"}:
        return kind.kind
    return str(known.get("format", ""))


def arrays(use: TypeUse, shapes: Shapes) -> list[Path]:
    """The paths of arrays: the value itself, or the properties of its record."""
    if item_of(use, shapes) is not None:
        return [()]
    record = record_of(use, shapes)
    return [
        (field.name,)
        for field in (record.fields if record else ())
        if item_of(field.use, shapes) is not None
    ]


def parameter_of(operation: Operation, place: str, name: str) -> Parameter | None:
    """A parameter; names of headers are the same in any case."""
    for item in operation.parameters:
        is_header = item.place == place == "header"
        if item.place == place and (
            item.name == name or (is_header and item.name.lower() == name.lower())
        ):
            return item
    return None


def body_fields(operation: Operation, shapes: Shapes) -> dict[str, TypeUse]:
    """The properties of a JSON body."""
    contents: Iterable[MediaContent] = operation.body.contents if operation.body else ()
    for content in contents:
        record = record_of(content.use, shapes) if is_json(content.media) else None
        if record is not None:
            return {field.name: field.use for field in record.fields}
    return {}
