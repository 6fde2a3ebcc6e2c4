# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Signatures of webhooks: made and verified, whoever reads what they are for.

They are those of Standard Webhooks (specification 1.0, "Webhook headers" and "Verifying
signatures"), symmetric: `v1`, HMAC-SHA256.
"""

from __future__ import annotations

import hmac
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

Secrets: TypeAlias = str | bytes | Sequence[str | bytes]
"""A secret that webhooks are verified with, or several of which any will do."""

TOLERANCE = 300.0
"""Seconds that the clocks may differ, and that a webhook may be under way."""

_ID, _TIMESTAMP, _SIGNATURE = "webhook-id", "webhook-timestamp", "webhook-signature"
_VERSION = "v1,"
_PREFIX = "whsec_"
_DIGITS = 12


class SignatureError(Exception):
    """A webhook is not, or not lately, from the sender who shares the secret."""


def keys_of(secret: Secrets) -> list[bytes]:
    """The keys in a secret, or in several; blanks part those in one text.

    Raises:
        ValueError: One is not what a secret looks like, or there is none. The message
            does not show it.
    """
    listed: Iterable[str | bytes]
    listed = [secret] if isinstance(secret, str | bytes) else secret
    found: list[bytes] = []
    for one in listed:
        found += [one] if isinstance(one, bytes) else map(_key, one.split())
    if not found or not all(found):
        raise ValueError("the secret of webhooks is empty")
    return found


def signed(
    keys: Iterable[bytes], content: bytes, id: str, sent_at: int
) -> dict[str, str]:
    """The headers that go with a body.

    Raises:
        ValueError: `id` holds a full stop, which would be ambiguous.
    """
    if "." in id:
        raise ValueError("the id of a webhook holds no full stop")
    timestamp = str(sent_at)
    made = [_signature(key, id, timestamp, content) for key in keys]
    signatures = " ".join(f"{_VERSION}{one.decode()}" for one in made)
    return {_ID: id, _TIMESTAMP: timestamp, _SIGNATURE: signatures}


def verify(
    keys: Iterable[bytes],
    content: bytes,
    headers: Mapping[str, str],
    now: float,
    tolerance: float = TOLERANCE,
) -> None:
    """Make sure that a body was signed with one of some keys, and lately.

    Raises:
        SignatureError: It was not.
    """
    found = {name.lower(): value for name, value in headers.items()}
    id = _header(found, _ID)
    timestamp = _header(found, _TIMESTAMP)
    signatures = _header(found, _SIGNATURE)
    if "." in id:
        raise SignatureError(f"the header {_ID} holds a full stop")
    _check_time(timestamp, now, tolerance)
    given = [
        one.removeprefix(_VERSION).encode(errors="replace")
        for one in signatures.split()
        if one.startswith(_VERSION)
    ]
    for key in keys:
        own = _signature(key, id, timestamp, content)
        if any(hmac.compare_digest(own, one) for one in given):
            return
    raise SignatureError("no signature of the webhook is of a known key")


def _key(text: str) -> bytes:
    plain = text.removeprefix(_PREFIX)
    try:
        return b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except ValueError:
        raise ValueError(
            f"the secret of webhooks must be {_PREFIX} and base64, or bytes"
        ) from None


def _header(headers: Mapping[str, object], name: str) -> str:
    found = headers.get(name)
    if not isinstance(found, str) or not found.strip():
        raise SignatureError(f"the webhook has no header {name}")
    return found.strip()


def _check_time(timestamp: str, now: float, tolerance: float) -> None:
    is_number = timestamp.isascii() and timestamp.isdigit()
    if not is_number or len(timestamp) > _DIGITS:
        raise SignatureError(f"the header {_TIMESTAMP} holds no time")
    age = now - int(timestamp)
    if age > tolerance:
        raise SignatureError("the webhook is too old")
    if age < -tolerance:
        raise SignatureError("the webhook is from a time to come")


def _signature(key: bytes, id: str, timestamp: str, content: bytes) -> bytes:
    signed = b".".join([id.encode(errors="replace"), timestamp.encode(), content])
    return b64encode(hmac.digest(key, signed, "sha256"))
