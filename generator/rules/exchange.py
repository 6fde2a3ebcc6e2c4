"""The bodies that rules of an operation are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..cel.types import CelType
    from ..ir import Id, MediaContent, Operation, RuleWhen
    from .types import SchemaTypes


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a call sends and gets, as far as rules see it.

    `request` is the schema of the JSON body, None where there is none; it may be absent
    where it `is_optional`. `response` is the schema of the whole JSON answer with a
    status of success, `status` and `media` tell which; None where there is none.
    """

    request: Id | None
    request_media: str
    is_optional: bool
    response: Id | None
    status: str
    media: str


def exchange_of(operation: Operation) -> Exchange:
    """The bodies of an operation: of several the first one that is JSON.

    Streams are not among them: a rule about a whole answer says nothing of its pieces.
    """
    body = operation.body
    sent = _first(body.contents) if body is not None else None
    for response in operation.responses:
        got = _first(response.contents) if response.status.startswith("2") else None
        if got is not None:
            break
    else:
        got = None
    return Exchange(
        request=sent.schema if sent else None,
        request_media=sent.media if sent else "",
        is_optional=body is not None and not body.required,
        response=got.schema if got else None,
        status=response.status if got else "",
        media=got.media if got else "",
    )


def scope_of(
    exchange: Exchange, when: RuleWhen, types: SchemaTypes
) -> dict[str, CelType] | None:
    """The variables of a rule of an operation; None where their bodies are not there.

    A rule of one body calls it `self`, as a rule of its schema does.
    """
    from ..cel.types import Null, nullable

    if when != "exchange":
        body = exchange.request if when == "request" else exchange.response
        return None if body is None else {"self": types.of_rules(body)}
    if exchange.response is None:
        return None
    request: CelType = Null()
    if exchange.request is not None:
        request = types.of(exchange.request)
    if exchange.is_optional:
        request = nullable(request)
    return {"request": request, "response": types.of(exchange.response)}


def _first(contents: Iterable[MediaContent]) -> MediaContent | None:
    for content in contents:
        media = content.media
        is_json = media in ("application/json", "text/json") or media.endswith("+json")
        if is_json and content.schema is not None and not content.is_sequence:
            return content
    return None
