"""The public surface of an API, as plain data that a later run is compared with.

Methods with their arguments and results, and the types; all that a program written
against the package depends on, in the words of Python where it has some.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, TypeAlias

from ...ir import Alias, Choices, Const, Optional, Record, thaw
from ...ir.usage import directions
from ..client.arguments import annotation
from ..python.imports import Imports
from ..python.types import Scope
from .reference import documented_types, result_types

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...ir import Api, Field, Operation, Shape, TypeUse
    from ..client.calls import Plan
    from ..python.types import Annotator

Table: TypeAlias = "dict[str, Table | list[str] | str | int | float | bool]"
"""JSON: objects of objects, lists of texts, and scalars."""

_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|[\[\](]|\)| \| |, |.', re.S
)
_BOUNDS = (
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "format",
)


def surface(annotator: Annotator, plans: Iterable[Plan]) -> Table:
    """The surface: `operations` by method and path, and `types` by name."""
    api = annotator.api
    operations: Table = {}
    for plan in plans:
        operations[_key(plan.operation)] = _operation(plan, annotator)
    for sent in (*api.webhooks, *api.callbacks):
        operations[_key(sent)] = _flags(deprecated=sent.deprecated)
    return {"operations": operations, "types": _types(annotator)}


def bare(api: Api, annotator: Annotator) -> Table:
    """The surface of a package without a client."""
    operations: Table = {
        _key(operation): _flags(deprecated=operation.deprecated)
        for operation in (*api.operations, *api.webhooks, *api.callbacks)
    }
    return {"operations": operations, "types": _types(annotator)}


def options_of(annotation: str) -> list[str]:
    """The options of an annotation, those of `Literal` one by one, sorted."""
    found: set[str] = set()
    for option in _split(annotation, " | "):
        inner = option.removeprefix("Literal[")
        if inner != option and option.endswith("]"):
            found.update(f"Literal[{one}]" for one in _split(inner[:-1], ", "))
        else:
            found.add(option)
    return sorted(found)


def _split(text: str, separator: str) -> list[str]:
    """The parts of an annotation outside of brackets and strings."""
    parts = [""]
    depth = 0
    for token in _TOKEN.findall(text):
        depth += (token in ("[", "(")) - (token in ("]", ")"))
        if token == separator and not depth:
            parts.append("")
        else:
            parts[-1] += token
    return parts


def _key(operation: Operation) -> str:
    if operation.kind != "call":
        return f"{operation.kind} {operation.path} {operation.method}"
    told = [f"{one.name}={one.value}" for one in operation.conditions]
    return " ".join([operation.method, operation.path, *told])


def _operation(plan: Plan, annotator: Annotator) -> Table:
    arguments: Table = {}
    for item in plan.arguments:
        written = annotation(item, annotator, Imports()).flat
        arguments[item.name] = {
            "type": options_of(written),
            **_flags(required=item.required),
            **_bounds(item.use),
        }
    given = [options_of(kind.flat) for kind in result_types(plan, annotator, Imports())]
    documented: set[str] = set()
    for kind in documented_types(plan, annotator, Imports()):
        documented.update(options_of(kind.flat))
    if not plan.has_twin:
        given = [sorted({option for options in given for option in options})]
    names = plan.names
    place = names.resource.attribute
    return {
        "method": f"{place}.{names.method}",
        "arguments": arguments,
        "result": sorted(documented),
        "gives": given[0],
        "stream_method": f"{place}.{names.stream_method}" if plan.has_twin else "",
        "streams": given[1] if plan.has_twin else [],
        **_flags(
            deprecated=plan.operation.deprecated,
            credentials=bool(plan.operation.security)
            and all(one.schemes for one in plan.operation.security),
        ),
    }


def _types(annotator: Annotator) -> Table:
    """Every type that has a module, by its name in Python."""
    api, names = annotator.api, annotator.names
    requests, answers = directions(api)
    found: Table = {}
    for id, shape in api.shapes.items():
        if id in names.types and (
            isinstance(shape, Record) or id in api.components.values()
        ):
            sent, got = id in requests, id in answers
            found[names.types[id]] = {
                **_flags(sent=sent, received=got, deprecated=shape.deprecated),
                **_shape(shape, annotator),
            }
    return found


def _shape(shape: Shape, annotator: Annotator) -> Mapping[str, Table | list[str]]:
    scope = Scope(Imports(), None, False)
    if isinstance(shape, Record):
        identifiers = annotator.names.fields[shape.id]
        return {
            "fields": {
                identifiers[field.name]: _field(field, annotator)
                for field in shape.fields
            }
        }
    if isinstance(shape, Choices):
        values = [json.dumps(thaw(one.value)) for one in shape.choices]
        return {"values": sorted({*values, *(["..."] if shape.open else [])})}
    if isinstance(shape, Alias) and isinstance(shape.target.type, Const):
        return {"values": [json.dumps(thaw(shape.target.type.value))]}
    return {"type": options_of(annotator.definition(shape, scope).flat)}


def _field(field: Field, annotator: Annotator) -> Table:
    written = annotator.annotation(field.use, Imports())
    return {
        "type": options_of(written.flat),
        **_flags(required=field.required, deprecated=field.deprecated),
        **_bounds(field.use),
    }


def _flags(**flags: bool) -> Table:
    """Those that are set."""
    return {name: True for name, is_set in flags.items() if is_set}


def _bounds(use: TypeUse) -> Table:
    """The constraints that the type does not say, as `bounds`, where there are any."""
    if isinstance(use.type, Optional):
        use = use.type.inner
    found: Table = {
        keyword: value
        for keyword, value in use.constraints
        if keyword in _BOUNDS and isinstance(value, str | int | float)
    }
    return {"bounds": found} if found else {}
