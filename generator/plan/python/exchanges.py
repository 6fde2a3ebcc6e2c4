"""Where the rules that see a request and its response are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from ...ir import Api, Operation
    from ...name import OperationName


class Exchanges(NamedTuple):
    """The function that asks them, and the bodies that it may be called with.

    `requests` are media types; it sees no body of another one, and none at all where
    there are none. `responses` are (status, media type).
    """

    function: str
    requests: tuple[str, ...]
    responses: AbstractSet[tuple[str, str]]


def exchanges_of(
    operation: Operation, name: OperationName, api: Api
) -> Exchanges | None:
    """The exchanges of an operation; None where no rule sees them.

    The rules are written for the first JSON body of the request and the first JSON
    answer; of the others they know only those with a schema that says the same.
    """
    if not name.exchange_validator:
        return None
    from ...rules.exchange import held_for, seen_requests
    from ...rules.types import SchemaTypes

    types = SchemaTypes(api.assertions)
    held = {
        (body.status, body.media)
        for rule in operation.rules
        if rule.when == "exchange"
        for body in held_for(operation, rule, types)
    }
    requests = seen_requests(operation, types)
    return Exchanges(name.exchange_validator, requests, held)
