"""Webhooks as a web handler reads them: verified, typed, and told from one another."""

from __future__ import annotations

import copy
import json
import pickle
import time
from typing import assert_type

import case_signed_webhooks as api
import httpx2
import pytest
from case_signed_webhooks import (
    ApiWebhooks,
    AsyncClient,
    Client,
    ConfigurationError,
    WebhookPayloadError,
    WebhookVerificationError,
    server,
)
from case_signed_webhooks.models import (
    Parcel,
    ParcelDeliveredRequest,
    ParcelLost,
    ParcelSent,
)
from starlette.applications import Starlette

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
VARIABLE = "CASE_SIGNED_WEBHOOKS_WEBHOOK_SECRET"
SENT = b'{"type":"parcel.sent", "parcel":{"id":"p1","grams":3}}'
WEBHOOKS = ApiWebhooks(SECRET)
TAKEN: list[object] = []


class Hooks(server.UnimplementedWebhook):
    async def parcel_sent(
        self,
        request: ParcelSent | None,
        *,
        x_attempt: int,
        x_depots: list[str] | None,
        x_str: str | None,
        context: server.Context,
    ) -> None:
        TAKEN.append((request, x_attempt))

    async def parcel_stolen(
        self, request: ParcelLost | None, context: server.Context
    ) -> None:
        TAKEN.append(request)


def app() -> Starlette:
    routes = server.webhook_routes(
        Hooks(), paths={"parcel_stolen": "/stolen"}, secrets=[b"other", SECRET]
    )
    return Starlette(routes=routes)


def _made(**members: object) -> bytes:
    return json.dumps(members).encode()


def check_the_union_is_told_apart() -> None:
    event = WEBHOOKS.unwrap(SENT, WEBHOOKS.sign(SENT))
    assert_type(event, ParcelSent | ParcelDeliveredRequest | ParcelLost)
    if isinstance(event, ParcelDeliveredRequest):
        assert_type(event.signed_by, str | None)
    assert event == ParcelSent(parcel=Parcel(id="p1", grams=3))
    delivered = _made(type="parcel.delivered", parcel={"id": "p"}, signed_by=None)
    found = WEBHOOKS.unwrap(delivered, WEBHOOKS.sign(delivered))
    assert isinstance(found, ParcelDeliveredRequest) and found.signed_by is None
    for name in ("parcel.lost", "parcel.stolen"):
        lost = _made(type=name, parcel={"id": "p"})
        found = WEBHOOKS.unwrap(lost, WEBHOOKS.sign(lost))
        assert isinstance(found, ParcelLost) and found.type == name


def check_each_has_a_method() -> None:
    sent = WEBHOOKS.parse_parcel_sent(SENT, WEBHOOKS.sign(SENT))
    assert_type(sent, ParcelSent)
    assert sent.parcel.grams == 3
    stolen = _made(type="parcel.stolen", parcel={"id": "p"})
    lost = WEBHOOKS.parse_parcel_stolen(stolen.decode(), WEBHOOKS.sign(stolen))
    assert lost.parcel.id == "p"
    with pytest.warns(DeprecationWarning, match="parse_parcel_lost"):
        for name in ("parse_parcel_lost",):
            getattr(WEBHOOKS, name)(stolen, WEBHOOKS.sign(stolen))


def check_documented_headers_are_typed() -> None:
    given = {"x-attempt": "2", "X-DEPOTS": "north, south"}
    found = WEBHOOKS.headers_of_parcel_sent(given)
    assert_type(found.x_attempt, int)
    assert_type(found.x_depots, list[str] | None)
    assert (found.x_attempt, found.x_depots) == (2, ["north", "south"])
    assert found.x_str is None
    odd = WEBHOOKS.headers_of_parcel_sent({"X-Attempt": "two"})
    assert repr(odd.x_attempt) == "'two'"


def check_nothing_is_read_before_it_is_verified() -> None:
    headers = WEBHOOKS.sign(SENT)
    for name in ("unwrap", "parse_parcel_sent", "parse_parcel_stolen", "verify"):
        with pytest.raises(WebhookVerificationError, match="no signature"):
            getattr(WEBHOOKS, name)(SENT + b" ", headers)
        with pytest.raises(WebhookVerificationError, match="no header webhook-id"):
            getattr(WEBHOOKS, name)(b"oops", {})


def check_what_does_not_fit() -> None:
    odd = _made(type="parcel.sent", parcel={"id": 7, "hush": "secret"})
    kept = WEBHOOKS.unwrap(odd, WEBHOOKS.sign(odd))
    assert isinstance(kept, ParcelSent)
    assert kept.type == "parcel.sent" and repr(kept.parcel.id) == "7"
    strict = ApiWebhooks(SECRET, response_mode="strict")
    with pytest.raises(WebhookPayloadError, match="/parcel/id: expected") as caught:
        strict.unwrap(odd, strict.sign(odd))
    for error in (pickle.loads(pickle.dumps(caught.value)), copy.copy(caught.value)):
        assert type(error) is WebhookPayloadError and str(error) == str(caught.value)
    assert "secret" not in repr(caught.value) and caught.value.body is None
    with pytest.raises(WebhookPayloadError, match="not valid JSON"):
        WEBHOOKS.unwrap(b"oops", WEBHOOKS.sign(b"oops"))


def check_clients_have_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    headers = WEBHOOKS.sign(SENT)
    with Client(webhook_secret=["whsec_" + "YWJj" * 8, SECRET]) as client:
        assert client.webhooks is not None  # the operations of the tag
        assert isinstance(client.api_webhooks.unwrap(SENT, headers), ParcelSent)
        other = client.with_options(webhook_secret=b"another")
        with pytest.raises(WebhookVerificationError, match="known key"):
            other.api_webhooks.unwrap(SENT, headers)
    with Client() as client:
        with pytest.raises(ConfigurationError, match=VARIABLE):
            client.api_webhooks.unwrap(SENT, headers)
        monkeypatch.setenv(VARIABLE, f"whsec_{'YWJj' * 8} {SECRET}")
        assert isinstance(client.api_webhooks.unwrap(SENT, headers), ParcelSent)


async def check_asynchronous_clients_too() -> None:
    odd = _made(type="parcel.sent", parcel={"id": 7})
    async with AsyncClient(webhook_secret=SECRET, response_mode="strict") as client:
        with pytest.raises(WebhookPayloadError):
            client.api_webhooks.unwrap(odd, WEBHOOKS.sign(odd))


def check_the_root_has_it() -> None:
    assert {"ApiWebhooks", "WebhookVerificationError"} <= set(dir(api))


def _posted(url: str, body: bytes, **headers: str) -> tuple[int, str]:
    """What the server says to a webhook: its status, and the code of an error."""
    given = {"content-type": "application/json", "x-attempt": "2", **headers}
    answer = httpx2.post(url, content=body, headers=given)
    if answer.status_code == 204:
        return 204, ""
    return answer.status_code, answer.json()["error"]["code"]


def check_the_server_takes_what_is_signed(url: str) -> None:
    TAKEN.clear()
    assert _posted(f"{url}/parcel.sent", SENT, **WEBHOOKS.sign(SENT)) == (204, "")
    assert [(ParcelSent(parcel=Parcel(id="p1", grams=3)), 2)] == TAKEN
    other = ApiWebhooks(b"other")
    stolen = _made(type="parcel.stolen", parcel={"id": "p"})
    assert _posted(f"{url}/stolen", stolen, **other.sign(stolen)) == (204, "")
    assert isinstance(TAKEN[-1], ParcelLost)
    large = SENT + b" " * 300_000
    assert _posted(f"{url}/parcel.sent", large, **WEBHOOKS.sign(large)) == (204, "")


def check_the_server_refuses_before_it_reads(url: str) -> None:
    """Neither the handler nor the reader of bodies sees what the sender did not sign."""
    TAKEN.clear()
    refused = 401, "invalid_signature"
    signed = WEBHOOKS.sign(SENT)
    sent = f"{url}/parcel.sent"
    assert _posted(sent, SENT) == refused
    assert _posted(sent, b"oops") == refused
    assert _posted(sent, SENT + b" ", **signed) == refused
    assert _posted(sent, SENT, **ApiWebhooks(b"another").sign(SENT)) == refused
    assert _posted(sent, SENT, **{**signed, "webhook-id": "msg_2"}) == refused
    old = int(time.time()) - 400
    assert _posted(sent, SENT, **WEBHOOKS.sign(SENT, timestamp=old)) == refused
    assert _posted(sent, SENT, **WEBHOOKS.sign(SENT, timestamp=old + 800)) == refused
    assert TAKEN == []
    status, code = _posted(sent, b"oops", **WEBHOOKS.sign(b"oops"))
    assert (status, code) == (400, "invalid_json")
    lost = _made(type="parcel.lost", parcel={"id": "p"})
    assert _posted(f"{url}/parcel.lost", lost) == refused
    assert _posted(f"{url}/parcel.lost", lost, **WEBHOOKS.sign(lost))[0] == 501
    assert TAKEN == []


def check_a_server_without_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not start; nor does one whose secret is none."""
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(ValueError, match=VARIABLE):
        server.webhook_routes(Hooks())
    for none in ("", " ", [], b"", ["whsec_"], "whsec_%%"):
        with pytest.raises(ValueError, match="secret"):
            server.webhook_routes(Hooks(), secrets=none)
    monkeypatch.setenv(VARIABLE, SECRET)
    assert server.webhook_routes(Hooks())
