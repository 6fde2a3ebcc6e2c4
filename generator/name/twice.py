"""Operations that have the id of another one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..diagnostics import Sink, Span, report

if TYPE_CHECKING:
    from ..ir import Api, Id, Operation
    from .names import Names


def repeated(operations: Iterable[Operation]) -> dict[Id, Operation]:
    """The first operation with the same id, for each one that comes later in a document.

    An operation without an id has none in common with others.
    """
    first: dict[str, Operation] = {}
    found: dict[Id, Operation] = {}
    for operation in operations:
        if operation.operation_id:
            known = first.setdefault(operation.operation_id, operation)
            if known is not operation:
                found[operation.id] = known
    return found


def titles(api: Api) -> dict[Id, str]:
    """What tells each operation from all others: its id, else its method and path."""
    every = (*api.operations, *api.webhooks, *api.callbacks)
    later = repeated(every)
    return {
        item.id: (
            _call(item)
            if item.id in later or not item.operation_id
            else item.operation_id
        )
        for item in every
    }


def as_called(operations: Sequence[Operation]) -> list[Operation]:
    """The operations with those ids that say what they do.

    An id that an operation of another method had first says that of the other one:
    `getOrder` is no name for what deletes it.
    """
    later = repeated(operations)
    return [
        (
            replace(item, operation_id="")
            if item.id in later and later[item.id].method != item.method
            else item
        )
        for item in operations
    ]


def report_repeated(api: Api, names: Names, sink: Sink) -> None:
    """Tell what operations that share an id are called; lines are still to be found."""
    calls = {operation.id: operation for operation in api.operations}
    for id, first in repeated(api.operations).items():
        document, _, pointer = id.partition("#")
        report(
            sink,
            "N274",
            Span(document, 0, 0, f"{pointer}/operationId"),
            call=_call(calls[id]),
            name=_name(names, id),
            first=_call(first),
            first_name=_name(names, first.id),
        )


def _call(operation: Operation) -> str:
    return f"{operation.method} {operation.path}"


def _name(names: Names, operation: Id) -> str:
    own = names.operations[operation]
    return f"{own.resource.attribute}.{own.method}"
