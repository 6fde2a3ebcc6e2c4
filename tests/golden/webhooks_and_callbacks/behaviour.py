"""The caller of an API as the server that its webhooks and callbacks come to."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from case_webhooks_and_callbacks import server
from case_webhooks_and_callbacks.models import StockChangedResponse
from case_webhooks_and_callbacks.validators.operations import callbacks, webhooks
from starlette.applications import Starlette

if TYPE_CHECKING:
    from case_webhooks_and_callbacks.models import Order, StockChangedRequest

SEEN: list[object] = []


class Webhooks(server.UnimplementedWebhook):
    async def order_created(
        self, request: Order, *, x_attempt: int, context: server.Context
    ) -> None:
        SEEN.append((request.id, x_attempt, context.principal))
        if x_attempt > 3:
            raise server.Gone("enough")


class Callbacks(server.CallbackHandlers):
    async def stock_changed(
        self, request: StockChangedRequest, context: server.Context
    ) -> StockChangedResponse:
        SEEN.append((request.article, request.stock))
        return StockChangedResponse(more=request.stock > 0)

    async def subscription_ended(self, context: server.Context) -> None:
        SEEN.append("ended")


async def _signature(token: str, context: server.Context) -> str | None:
    return "the shop" if server.same_secret(token, "s") else None


def app() -> Starlette:
    SEEN.clear()
    return Starlette(
        routes=[
            *server.webhook_routes(
                Webhooks(),
                paths={"order_created": "/hooks/orders"},
                security={"signature": _signature},
            ),
            *server.callback_routes(Callbacks()),
        ]
    )


def _send(
    url: str, method: str = "POST", body: object = None, **headers: str
) -> tuple[int, str]:
    data = None if body is None else json.dumps(body).encode()
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    request = Request(url, data, {"content-type": "application/json", **named})
    request.method = method
    try:
        with urlopen(request) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def check_a_webhook_comes_where_the_receiver_says(url: str) -> None:
    headers = {"x_attempt": "1", "x_signature": "s"}
    hook = f"{url}/hooks/orders"
    assert _send(hook, body={"id": 7}, **headers) == (204, "")
    assert SEEN == [(7, 1, "the shop")]
    assert _send(hook, body={"id": 7}, **{**headers, "x_attempt": "4"})[0] == 410
    assert _send(hook, body={"id": "7"}, **headers)[0] == 400
    assert _send(hook, body={"id": 7}, **{**headers, "x_signature": "no"})[0] == 401
    assert _send(f"{url}/order.created", body={"id": 7}, **headers)[0] == 404
    assert len(SEEN) == 2


def check_a_webhook_that_nobody_handles(url: str) -> None:
    assert _send(f"{url}/ping", "GET")[0] == 501


def check_callbacks_come_at_their_names(url: str) -> None:
    body = {"article": "lamp", "stock": 2}
    assert _send(f"{url}/stockChanged", body=body) == (200, '{"more":true}')
    assert _send(f"{url}/ended", "DELETE") == (204, "")
    assert SEEN == [("lamp", 2), "ended"]
    status, text = _send(f"{url}/stockChanged", body={"article": "lamp", "stock": -1})
    assert status == 400 and "stock" in text


def check_the_document_security_is_that_of_callers(url: str) -> None:
    assert server.callback_routes(Callbacks())
    with pytest.raises(ValueError, match="signature"):
        server.webhook_routes(Webhooks())


def check_payloads_have_validators(url: str) -> None:
    assert webhooks.order_created_request({"id": 1}) is None
    found = webhooks.order_created_request({"id": 1, "note": "too long"})
    assert [item.path for item in found or ()] == ["/note"]
    assert callbacks.stock_changed_request({"article": "lamp", "stock": 1}) is None
