"""Webhooks as a web handler reads them: verified, typed, and told from one another."""

from __future__ import annotations

import copy
import json
import pickle
from typing import assert_type

import case_signed_webhooks as api
import pytest
from case_signed_webhooks import (
    ApiWebhooks,
    AsyncClient,
    Client,
    ConfigurationError,
    WebhookPayloadError,
    WebhookVerificationError,
)
from case_signed_webhooks.models import (
    Parcel,
    ParcelDeliveredRequest,
    ParcelLost,
    ParcelSent,
)

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
VARIABLE = "CASE_SIGNED_WEBHOOKS_WEBHOOK_SECRET"
SENT = b'{"type":"parcel.sent", "parcel":{"id":"p1","grams":3}}'
WEBHOOKS = ApiWebhooks(SECRET)


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
