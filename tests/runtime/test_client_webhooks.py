"""Signatures of webhooks by Standard Webhooks: vectors, clocks, rotation, refusals."""

from __future__ import annotations

import base64
import copy
import hashlib
import hmac
import pickle
from typing import Any

import openai
import pytest

from .client_runtime import errors, load

signatures = load("signatures")
webhooks = load("webhooks")
Error = webhooks.WebhookVerificationError

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_" + base64.b64encode(b"k" * 32).decode()
ID = "msg_p5jXN8AQM9LWM0D4loKWxJek"
NOW = 1614265330
BODY = b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
"""What the project's own libraries and pages give for these values."""


class Hooks(webhooks.SignedWebhooks):  # type: ignore[misc, name-defined]
    """As generated classes are made."""

    secret_variable = "DEMO_WEBHOOK_SECRET"


def hooks(secret: Any = SECRET, now: float = NOW, **options: Any) -> Any:
    """Webhooks at a point in time."""
    return Hooks(secret, clock=lambda: now, **options)


def headers(signature: str = SIGNATURE, **changed: str | None) -> dict[str, str]:
    """The headers of a webhook, some of them changed or left out."""
    found = {
        "Webhook-Id": ID,
        "Webhook-Timestamp": str(NOW),
        "Webhook-Signature": signature,
    }
    found |= {f"Webhook-{key.title()}": text or "" for key, text in changed.items()}
    return found


def by_hand(key: bytes, id: str, timestamp: str, body: bytes) -> str:
    """A signature made from the words of the specification alone."""
    signed = f"{id}.{timestamp}.".encode() + body
    mac = hmac.new(key, signed, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(mac).decode()}"


def test_a_known_signature() -> None:
    hooks().verify(BODY, headers())
    hooks().verify(BODY.decode(), headers())
    hooks().verify(bytearray(BODY), headers())
    assert hooks().sign(BODY, id=ID) == {
        "webhook-id": ID,
        "webhook-timestamp": str(NOW),
        "webhook-signature": SIGNATURE,
    }


@pytest.mark.parametrize("body", [b"", b"\xff\x00", "grüß".encode(), b"[]" * 10_000])
def test_any_bytes_are_signed(body: bytes) -> None:
    key = b"k" * 32
    made = hooks(OTHER).sign(body, id="a", timestamp=5)
    assert made["webhook-signature"] == by_hand(key, "a", "5", body)
    hooks(key, now=5).verify(body, made)


def test_a_secret_in_all_its_forms() -> None:
    plain = SECRET.removeprefix("whsec_")
    for secret in (plain, f" {SECRET}\n", base64.b64decode(plain), [SECRET]):
        hooks(secret).verify(BODY, headers())
    unpadded = "whsec_" + base64.b64encode(b"k" * 25).decode().rstrip("=")
    assert signatures.keys_of(unpadded) == [b"k" * 25]


@pytest.mark.parametrize(
    "secret", ["", " ", b"", [], ["", SECRET[:6]], "whsec_*?*", "whpk_abcd", "grüß"]
)
def test_what_is_no_secret(secret: Any) -> None:
    with pytest.raises(errors.ConfigurationError) as caught:
        hooks(secret)
    assert "*?*" not in str(caught.value) and "abcd" not in str(caught.value)


def test_several_keys_while_one_takes_the_place_of_another() -> None:
    both = hooks([OTHER, SECRET])
    both.verify(BODY, headers())
    made = both.sign(BODY)
    assert made["webhook-signature"].count("v1,") == 2
    for secret in (SECRET, OTHER):
        hooks(secret).verify(BODY, made)
    old = by_hand(b"old", ID, str(NOW), BODY)
    hooks().verify(BODY, headers(f"{old} {SIGNATURE}"))
    hooks(f"{OTHER} {SECRET}").verify(BODY, headers())


@pytest.mark.parametrize(
    "signature",
    [
        by_hand(b"k" * 32, ID, str(NOW), BODY),
        SIGNATURE.replace("v1,", "v1a,"),
        SIGNATURE.replace("v1,", "v2,"),
        SIGNATURE.replace("v1,", ""),
        SIGNATURE[:-4],
        SIGNATURE.rstrip("="),
        "v1,",
        "v1",
        "v1,grüß \ud800",
        SIGNATURE.swapcase().replace("V1", "v1"),
    ],
)
def test_other_signatures_are_refused(signature: str) -> None:
    with pytest.raises(Error, match="no signature"):
        hooks().verify(BODY, headers(signature))


def test_what_is_signed_is_all_of_it() -> None:
    with pytest.raises(Error, match="no signature"):
        hooks().verify(BODY + b" ", headers())
    with pytest.raises(Error, match="no signature"):
        hooks().verify(BODY, headers(id=ID + "x"))
    with pytest.raises(Error, match="no signature"):
        hooks().verify(BODY, headers(timestamp=str(NOW + 1)))


def test_parts_cannot_change_places() -> None:
    """A body that begins with a time does not lend it to the header."""
    key, body = b"k" * 32, f"{NOW}.rest".encode()
    made = by_hand(key, "a", "5", body)
    moved = headers(made, id="a.5", timestamp=str(NOW))
    with pytest.raises(Error, match="full stop"):
        hooks(key).verify(b"rest", moved)
    with pytest.raises(errors.InvalidArgumentError, match="full stop"):
        hooks().sign(BODY, id="a.5")


@pytest.mark.parametrize(
    ("now", "problem"),
    [
        (NOW - 300, ""),
        (NOW + 300, ""),
        (NOW - 300.5, "time to come"),
        (NOW + 300.5, "too old"),
    ],
)
def test_five_minutes_either_way(now: float, problem: str) -> None:
    if not problem:
        hooks(now=now).verify(BODY, headers())
        return
    with pytest.raises(Error, match=problem):
        hooks(now=now).verify(BODY, headers())
    hooks(now=now, tolerance=301).verify(BODY, headers())


@pytest.mark.parametrize("tolerance", [-1, float("nan"), float("inf")])
def test_what_is_no_tolerance(tolerance: float) -> None:
    with pytest.raises(ValueError, match="tolerance"):
        hooks(tolerance=tolerance)


@pytest.mark.parametrize(
    "timestamp", ["soon", "1e9", "-5", "+5", "1.5", "٣", "1_0", "9" * 13, "nan"]
)
def test_what_is_no_time(timestamp: str) -> None:
    with pytest.raises(Error, match="holds no time"):
        hooks().verify(BODY, headers(timestamp=timestamp))


@pytest.mark.parametrize("name", ["id", "timestamp", "signature"])
def test_headers_that_are_missing(name: str) -> None:
    found = headers()
    for text in ("", "  ", None):
        found[f"Webhook-{name.title()}"] = text  # type: ignore[assignment]
        with pytest.raises(Error, match=f"no header webhook-{name}"):
            hooks().verify(BODY, found)
    del found[f"Webhook-{name.title()}"]
    with pytest.raises(Error, match=f"no header webhook-{name}"):
        hooks().verify(BODY, found)


@pytest.mark.parametrize("body", [{"test": 2432232314}, [1], None, 5])
def test_a_body_that_was_parsed_is_refused(body: Any) -> None:
    with pytest.raises(TypeError, match="do not parse it"):
        hooks().verify(body, headers())


def test_the_secret_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DEMO_WEBHOOK_SECRET", raising=False)
    found = hooks(None)
    with pytest.raises(errors.ConfigurationError, match="DEMO_WEBHOOK_SECRET"):
        found.verify(BODY, headers())
    monkeypatch.setenv("DEMO_WEBHOOK_SECRET", f"{OTHER} {SECRET}")
    found.verify(BODY, headers())


def test_errors_pickle_and_show_nothing() -> None:
    body = b'{"hush": 1}'
    with pytest.raises(Error) as caught:
        hooks().verify(body, headers("v1,hush", id="hush"))
    for error in (pickle.loads(pickle.dumps(caught.value)), copy.copy(caught.value)):
        assert type(error) is Error and str(error) == str(caught.value)
    shown = f"{caught.value!r} {vars(caught.value)} {hooks()!r}"
    assert "hush" not in shown and "MfKQ" not in shown
    assert isinstance(caught.value, errors.APIError)


def test_another_library_agrees() -> None:
    """The `openai` package signs its webhooks by the same scheme."""
    with openai.OpenAI(api_key="none", webhook_secret=SECRET) as client:
        own = webhooks.SignedWebhooks(SECRET)
        for body in (BODY.decode(), "{}", '{"a": "grüß"}', ""):
            made = own.sign(body)
            client.webhooks.verify_signature(body, made)
            with pytest.raises(openai.InvalidWebhookSignatureError):
                client.webhooks.verify_signature(f"{body} ", made)
