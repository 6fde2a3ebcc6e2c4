"""The functions for what operations carry: bodies, parameters, events of streams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .module import Entry

if TYPE_CHECKING:
    from ...ir import Api, Id, Operation
    from ...name.names import Names, OperationName
    from .rules import ExchangeEntry


def operation_entries(api: Api, names: Names) -> dict[str, list[Entry]]:
    """The public functions of each module below `validators/operations/`."""
    found: dict[str, dict[str, Entry]] = {
        resource.module: {} for resource in names.resources
    }
    for operation in (*api.operations, *api.webhooks, *api.callbacks):
        name = names.operations[operation.id]
        listed = found.setdefault(name.resource.module, {})
        for entry in _entries(operation, name):
            listed.setdefault(entry.name, entry)
    return {module: list(listed.values()) for module, listed in found.items() if listed}


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


def _entries(operation: Operation, name: OperationName) -> list[Entry]:
    call = f"`{operation.method.upper()} {operation.path}`"
    found: list[Entry] = []
    requests, responses = _ruled(operation)
    for parameter in operation.parameters:
        own = name.parameter_validators.get((parameter.place, parameter.name))
        if own is not None and parameter.schema is not None:
            what = f"the {parameter.place} parameter `{parameter.name}` of {call}"
            found.append(_entry(own, parameter.schema, what))
    for content in operation.body.contents if operation.body is not None else ():
        own = name.request_validators.get(content.media)
        if own is not None and content.schema is not None:
            what = f"the request body of {call}"
            if content.is_sequence:
                what = f"one item of {what}"
            found.append(_entry(own, requests.get(content.media, content.schema), what))
    for response in operation.responses:
        contents = [(content.media, content.schema) for content in response.contents]
        what = f"a {response.status} answer to {call}"
        for media, schema in contents:
            own = name.response_validators.get((response.status, media))
            if own is not None and schema is not None:
                key = (response.status, media)
                found.append(_entry(own, responses.get(key, schema), what))
        for stream in response.streams:
            if stream.schema is None:
                continue
            own = name.response_validators.get((response.status, stream.media))
            if own is not None:
                what = f"one event of the {response.status} answer to {call}"
                found.append(_entry(own, stream.schema, what))
    return found


def _ruled(
    operation: Operation,
) -> tuple[dict[str, Id], dict[tuple[str, str], Id]]:
    """The schemas of bodies for which the operation has rules of its own."""
    if not operation.rules:
        return {}, {}
    from .rules import ruled_bodies

    return ruled_bodies(operation)


def _entry(name: str, schema: Id, what: str) -> Entry:
    return Entry(name, schema, f"Check {what}.")
