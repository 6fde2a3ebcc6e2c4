"""The bodies that rules of an operation are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..values import dataclass
from .checked import fits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..cel.types import CelType
    from ..ir import Id, MediaContent, Operation, Rule, RuleWhen
    from .types import SchemaTypes, Way


@dataclass(frozen=True, slots=True)
class Body:
    """A whole body that is JSON, and its schema; of a request its `status` is empty.

    `way` is where it goes; empty where bodies are not told apart by that, as in webhooks.
    """

    schema: Id
    media: str
    status: str = ""
    way: Way = ""

    def __str__(self) -> str:
        return f"{self.status} {self.media}".strip()


def bodies_of(operation: Operation, when: RuleWhen) -> tuple[Body, ...]:
    """The JSON bodies that rules of an operation may be about, the first one first.

    For rules of the request those of the request, else the answers with a status of
    success. Streams are not among them: a rule about a whole answer says nothing of its
    pieces.
    """
    is_call = operation.kind == "call"
    if when == "request":
        contents = operation.body.contents if operation.body is not None else ()
        return tuple(_whole(contents, "", "request" if is_call else ""))
    return tuple(
        body
        for response in operation.responses
        if response.status.startswith("2")
        for body in _whole(
            response.contents, response.status, "response" if is_call else ""
        )
    )


def held_for(operation: Operation, rule: Rule, types: SchemaTypes) -> tuple[Body, ...]:
    """The bodies that a rule of an operation is asked of.

    One of a single body is asked of all whose schemas it fits. What sees an exchange is
    one function for all such rules, written for the first answer: they are asked of that
    one, and of those with a schema that says the same.
    """
    bodies = bodies_of(operation, rule.when)
    if rule.when == "exchange":
        return tuple(
            body for body in bodies if types.same(body.schema, bodies[0].schema)
        )
    return tuple(body for body in bodies if fits(rule, self_of(body, types)))


def seen_requests(operation: Operation, types: SchemaTypes) -> tuple[str, ...]:
    """The media types of the requests that rules which see an exchange are asked about.

    The rules are written for the first JSON body. A body of another schema, which may lack
    what they name, is none of theirs.
    """
    sent = bodies_of(operation, "request")
    return tuple(body.media for body in sent if types.same(body.schema, sent[0].schema))


def self_of(body: Body, types: SchemaTypes) -> Mapping[str, CelType]:
    """The variable of a rule of one body: `self`, as in a rule of its schema."""
    return {"self": types.going(body.way).of_rules(body.schema)}


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a call sends and gets, as far as rules see it.

    `request` is the first JSON body, None where there is none; it may be absent where it
    `is_optional`. `response` is the first whole JSON answer with a status of success, None
    where there is none.
    """

    request: Body | None
    is_optional: bool
    response: Body | None


def exchange_of(operation: Operation) -> Exchange:
    """The bodies of an operation: of several the first one that is JSON."""
    body = operation.body
    sent, got = bodies_of(operation, "request"), bodies_of(operation, "exchange")
    return Exchange(
        request=sent[0] if sent else None,
        is_optional=body is not None and not body.required,
        response=got[0] if got else None,
    )


def scope_of(exchange: Exchange, types: SchemaTypes) -> dict[str, CelType] | None:
    """The variables of a rule that sees an exchange; None where there is no answer."""
    from ..cel.types import Null, nullable

    if exchange.response is None:
        return None
    request: CelType = Null()
    if exchange.request is not None:
        request = types.going(exchange.request.way).of(exchange.request.schema)
    if exchange.is_optional:
        request = nullable(request)
    got = exchange.response
    return {"request": request, "response": types.going(got.way).of(got.schema)}


def scopes_of(
    operation: Operation, rule: Rule, types: SchemaTypes
) -> Iterator[Mapping[str, CelType]]:
    """The variables of a rule of an operation, for each function that asks it."""
    if rule.when != "exchange":
        yield from (self_of(body, types) for body in held_for(operation, rule, types))
    else:
        scope = scope_of(exchange_of(operation), types)
        if scope is not None:
            yield scope


def _whole(contents: Iterable[MediaContent], status: str, way: Way) -> Iterator[Body]:
    for content in contents:
        media = content.media
        is_json = media in ("application/json", "text/json") or media.endswith("+json")
        if is_json and content.schema is not None and not content.is_sequence:
            yield Body(content.schema, media, status, way)
