"""The functions for what operations carry: bodies, parameters, headers, items of streams.

What goes in a request is checked for a request, what goes in a response for a response;
webhooks and callbacks, whose sender owns the data as a responder does, for any way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...values import dataclass
from .module import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...ir import Api, Id, Operation
    from ...name.names import Names, OperationName
    from ..python.one_way import Way
    from .rules import ExchangeEntry
    from .ways import Ways

Key: TypeAlias = str | tuple[str, str]
"""What tells a part of an operation from others of its kind."""

Ruled: TypeAlias = "Mapping[tuple[Id, str, Key], Id]"
"""Schemas with the rules of operations, by operation, kind and key of the part."""

REQUEST = "request"
"""Stands for the status, of the items of a body."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an operation: of which kind, what tells it apart, and its function.

    `kind` is an attribute of `Operation` in the runtime. `way` is where it goes, empty
    where its sender owns the data.
    """

    kind: str
    key: Key
    entry: Entry
    way: Way = ""


@dataclass(frozen=True, slots=True)
class Carried:
    """What an operation carries. `module` is that of its functions.

    `exchange` is the one for rules that see both bodies, empty where there are none.
    """

    title: str
    module: str
    parts: tuple[Part, ...]
    exchange: str = ""


def carried(api: Api, names: Names, ways: Ways) -> tuple[Carried, ...]:
    """The parts of all operations that carry something, in the order of the document."""
    found: list[Carried] = []
    ruled = _ruled(api)
    for operation in (*api.operations, *api.webhooks, *api.callbacks):
        name = names.operations[operation.id]
        is_called = operation.kind == "call" or operation.operation_id
        title = name.title if is_called else ""
        parts = tuple(_parts(operation, name, ways, ruled))
        module, exchange = name.resource.module, name.exchange_validator
        found.append(Carried(title, module, parts, exchange))
    return tuple(found)


def exchange_entries(api: Api, names: Names) -> dict[str, list[ExchangeEntry]]:
    """The functions for rules that see both bodies, by module."""
    if not api.has_rules:
        return {}
    from ...rules.types import SchemaTypes
    from .rules import exchange_entry

    types = SchemaTypes(api.assertions)
    found: dict[str, list[ExchangeEntry]] = {}
    for operation in (*api.operations, *api.webhooks, *api.callbacks):
        if operation.rules:
            name = names.operations[operation.id]
            entry = exchange_entry(operation, name, types)
            if entry is not None:
                found.setdefault(name.resource.module, []).append(entry)
    return found


def operation_entries(
    names: Names, found: tuple[Carried, ...]
) -> dict[str, list[Entry]]:
    """The public functions of each module below `validators/operations/`."""
    modules: dict[str, dict[str, Entry]] = {
        resource.module: {} for resource in names.resources
    }
    for one in found:
        listed = modules.setdefault(one.module, {})
        for part in one.parts:
            listed.setdefault(part.entry.name, part.entry)
    return {module: list(own.values()) for module, own in modules.items() if own}


def _parts(
    operation: Operation, name: OperationName, ways: Ways, ruled: Ruled
) -> Iterator[Part]:
    """The parts of an operation that have a schema: first those of the request.

    A body for which the operation has rules of its own has a schema with those too. So
    has one that shares its function, as a form with the schema of the JSON body does.
    """
    call = f"`{operation.method.upper()} {operation.path}`"
    is_call = operation.kind == "call"
    found = (*_of_request(operation, name), *_of_responses(operation, name))
    shared = {
        raw.function: own
        for raw in (found if operation.rules else ())
        if (own := ruled.get((operation.id, raw.kind, raw.key))) is not None
    }
    for raw in found:
        if raw.function is not None and raw.schema is not None:
            schema = shared.get(raw.function, raw.schema)
            goes: Way = raw.way if is_call else ""
            about = f"Check {raw.what} {call}."
            entry = Entry(raw.function, schema, about, ways.way_of(schema, goes))
            yield Part(raw.kind, raw.key, entry, goes)


def _ruled(api: Api) -> Ruled:
    """The schemas of the bodies that rules of operations are about."""
    if not api.has_rules:
        return {}
    from ...rules.types import SchemaTypes
    from .rules import ruled_bodies

    types = SchemaTypes(api.assertions)
    return {
        (operation.id, body.kind, body.key): body.own
        for operation in (*api.operations, *api.webhooks, *api.callbacks)
        if operation.rules
        for body in ruled_bodies(operation, types)
    }


class _Raw(NamedTuple):
    """What may be a part; `what` is it in words, as far as the operation."""

    way: Way
    kind: str
    key: Key
    function: str | None
    schema: Id | None
    what: str


def _of_request(operation: Operation, name: OperationName) -> Iterator[_Raw]:
    for item in operation.parameters:
        own = name.parameter_validators.get((item.place, item.name))
        what = f"the {item.place} parameter `{item.name}` of"
        at = (item.place, item.name)
        yield _Raw("request", "parameters", at, own, item.schema, what)
    for content in operation.body.contents if operation.body is not None else ():
        own = name.request_validators.get(content.media)
        what = "the request body of"
        raw = _Raw("request", "request", content.media, own, content.schema, what)
        if content.is_sequence:
            key = (REQUEST, content.media)
            raw = raw._replace(kind="items", key=key, what=f"one item of {what}")
        yield raw


def _of_responses(operation: Operation, name: OperationName) -> Iterator[_Raw]:
    for response in operation.responses:
        status, what = response.status, f"a {response.status} answer to"
        for content in response.contents:
            key = (status, content.media)
            own = name.response_validators.get(key)
            yield _Raw("response", "responses", key, own, content.schema, what)
        for stream in response.streams:
            key = (status, stream.media)
            own = name.response_validators.get(key)
            told = f"one event of the {status} answer to"
            yield _Raw("response", "items", key, own, stream.schema, told)
        for header in response.headers:
            key = (status, header.name)
            own = name.header_validators.get(key)
            told = f"the header `{header.name}` of {what}"
            yield _Raw("response", "headers", key, own, header.schema, told)
