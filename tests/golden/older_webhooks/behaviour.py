"""Webhooks of a document of OpenAPI 3.0, verified as the document says."""

from __future__ import annotations

from typing import assert_type

import httpx2
import pytest
from case_older_webhooks import (
    AsyncClient,
    Client,
    Webhooks,
    WebhookVerificationError,
    server,
)
from case_older_webhooks.models import Sale
from starlette.applications import Starlette

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
SOLD = b'{"id":"t1","note":null}'
TAKEN: list[object] = []


class Hooks(server.WebhookHandlers):
    async def thing_sold(self, request: Sale, context: server.Context) -> None:
        TAKEN.append((request, context.principal))

    async def shop_closed(self, context: server.Context) -> None:
        TAKEN.append("closed")


async def _shop(key: str, context: server.Context) -> str | None:
    return key if server.same_secret(key, "corner") else None


def app() -> Starlette:
    routes = server.webhook_routes(Hooks(), secrets=SECRET, security={"shop": _shop})
    return Starlette(routes=routes)


def check_the_client_reads_them() -> None:
    hooks = Webhooks(SECRET)
    sale = hooks.parse_thing_sold(SOLD, hooks.sign(SOLD))
    assert_type(sale, Sale)
    assert sale == Sale(id="t1", note=None)
    with Client(webhook_secret=SECRET) as client:
        assert client.webhooks.parse_thing_sold(SOLD, hooks.sign(SOLD)) == sale
        with pytest.raises(WebhookVerificationError):
            client.webhooks.parse_thing_sold(SOLD, {})


async def check_the_asynchronous_client_too() -> None:
    hooks = Webhooks(SECRET)
    async with AsyncClient(webhook_secret=SECRET) as client:
        assert client.webhooks.parse_thing_sold(SOLD, hooks.sign(SOLD)).id == "t1"


def check_the_server_verifies_them(url: str) -> None:
    """The signature, and what the document asks for besides; also of an empty body."""
    TAKEN.clear()
    signed = Webhooks(SECRET).sign(SOLD)
    given = {"content-type": "application/json", **signed}
    sold = f"{url}/thing.sold"
    unknown = httpx2.post(sold, content=SOLD, headers=given)
    assert unknown.status_code == 401
    assert unknown.json()["error"]["code"] == "missing_credentials"
    bare = httpx2.post(sold, content=SOLD, headers={"x-shop": "corner"})
    assert bare.status_code == 401
    assert bare.json()["error"]["code"] == "invalid_signature"
    assert TAKEN == []
    good = httpx2.post(sold, content=SOLD, headers={**given, "x-shop": "corner"})
    assert good.status_code == 204
    assert [(Sale(id="t1", note=None), "corner")] == TAKEN
    closed = f"{url}/shop.closed"
    assert httpx2.post(closed).status_code == 401
    empty = Webhooks(SECRET).sign(b"")
    assert httpx2.post(closed, headers=empty).status_code == 204
    assert TAKEN[-1] == "closed"
