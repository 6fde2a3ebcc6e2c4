"""Which way schemas travel: in requests, in answers, or both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..values import dataclass
from .references import mentioned, references, schemas_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .api import Api
    from .operations import Header, MediaContent, Operation, Parameter
    from .types import Id


@dataclass(frozen=True, slots=True)
class Usage:
    """The ids of the schemas and shapes that requests hold, and that answers hold.

    `is_known` tells whether they were looked for.
    """

    requests: frozenset[Id] = frozenset()
    answers: frozenset[Id] = frozenset()
    is_known: bool = False


def usage_of(api: Api) -> Usage:
    """Follow all that the operations of an API send and get.

    Of a webhook or a callback, the client is whoever serves this API: it counts both ways.
    Where no property goes one way only, nobody needs to know, and nothing is followed.
    """
    if not api.has_one_way:
        return Usage()
    return Usage(*directions(api), is_known=True)


def directions(api: Api) -> tuple[frozenset[Id], frozenset[Id]]:
    """The ids that requests hold, and those that answers hold."""
    requests: list[Id] = []
    answers: list[Id] = []
    for operation in api.operations:
        requests += _requested(operation)
        answers += _answered(operation)
    for sent in (*api.webhooks, *api.callbacks):
        both = [*_requested(sent), *_answered(sent)]
        requests += both
        answers += both
    inside: dict[Id, list[Id]] = {}
    return _reached(api, requests, inside), _reached(api, answers, inside)


def _requested(operation: Operation) -> Iterator[Id]:
    for parameter in operation.parameters:
        yield from _held(parameter)
    for content in operation.body.contents if operation.body is not None else ():
        yield from _held(content)


def _answered(operation: Operation) -> Iterator[Id]:
    for response in operation.responses:
        for content in response.contents:
            yield from _held(content)
        for header in response.headers:
            yield from _held(header)
        for stream in response.streams:
            yield from mentioned(stream.item)
            if stream.schema is not None:
                yield stream.schema


def _held(holder: Header | MediaContent | Parameter) -> Iterator[Id]:
    yield from mentioned(holder.use)
    if holder.schema is not None:
        yield holder.schema


def _reached(
    api: Api, roots: Iterable[Id], inside: dict[Id, list[Id]]
) -> frozenset[Id]:
    """All that the roots lead to; `inside` is what one step leads to, as far as known."""
    found: set[Id] = set()
    waiting = list(roots)
    while waiting:
        current = waiting.pop()
        if current in found:
            continue
        found.add(current)
        if current not in inside:
            inside[current] = list(_next(api, current))
        waiting += inside[current]
    return frozenset(found)


def _next(api: Api, current: Id) -> Iterator[Id]:
    shape = api.shapes.get(current)
    if shape is not None:
        yield from references(shape)
    entry = api.assertions.get(current)
    if entry is not None:
        yield from (item for item in schemas_in(entry) if item in api.assertions)
