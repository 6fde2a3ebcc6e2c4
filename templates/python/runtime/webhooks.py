# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What the API sends by itself: who sent it, and what it says."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Mapping
from math import isfinite
from typing import TypeVar, cast

from .decoders import Decoder, kind_of
from .errors import (
    APIError,
    ConfigurationError,
    InvalidArgumentError,
    ResponseValidationError,
)
from .headers import value_of
from .modes import ResponseMode, checked_mode
from .settings import WebhookSecret
from .signatures import TOLERANCE, SignatureError, keys_of, signed, verify
from .sse import Event

T = TypeVar("T")


class WebhookPayloadError(APIError):
    """A webhook does not hold what the document says."""


class WebhookVerificationError(APIError):
    """A webhook is not, or not lately, from the sender who shares the secret."""


class PlainWebhooks:
    """Reads webhooks that prove nothing about who sent them.

    Args:
        response_mode: What to do about a webhook that does not fit its type; see
            `ResponseMode`.
    """

    def __init__(self, *, response_mode: ResponseMode = "lenient") -> None:
        self._mode: ResponseMode = checked_mode(response_mode)

    def _read(self, body: bytes | str, result: type[Decoder[T]]) -> T:
        """What a body holds.

        Raises:
            WebhookPayloadError: It is not what the document says.
            TypeError: The body was parsed already.
        """
        event = Event(raw_body(body))
        try:
            return cast(T, result.item(event, kind_of(result), self._mode))
        except ResponseValidationError as error:
            raise WebhookPayloadError(f"the webhook is {error.message}") from None
        except ValueError:
            raise WebhookPayloadError("the webhook is not valid JSON") from None

    def _header_of(
        self, headers: Mapping[str, str], name: str, result: type[Decoder[T]]
    ) -> T:
        """A header, as text where it does not fit its type; None where it is not there."""
        for key, text in headers.items():
            if key.lower() == name.lower():
                return cast(T, value_of(text, kind_of(result)))
        return cast(T, None)


class SignedWebhooks(PlainWebhooks):
    """Reads webhooks with signatures, which it verifies first.

    Args:
        secret: The secret that the sender shares, `whsec_` and base64, or its bytes.
            Several while one takes the place of another; any of them will do. Default:
            that of the environment, where blanks part several.
        response_mode: What to do about a webhook that does not fit its type; see
            `ResponseMode`.
        tolerance: Seconds that a webhook may be too old, or too early.
        clock: Gives the time, in seconds since 1970.

    Raises:
        ConfigurationError: `secret` is none.
        ValueError: `tolerance` is no time.
    """

    secret_variable = ""
    """The variable of the environment that holds the secret."""

    def __init__(
        self,
        secret: WebhookSecret | None = None,
        *,
        response_mode: ResponseMode = "lenient",
        tolerance: float = TOLERANCE,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(response_mode=response_mode)
        if not isfinite(tolerance) or tolerance < 0:
            raise ValueError("tolerance must be a number of seconds from 0")
        self._keys = None if secret is None else _keys(secret)
        self._tolerance = tolerance
        self._clock = clock

    def verify(self, body: bytes | str, headers: Mapping[str, str]) -> None:
        """Make sure of who sent a webhook, and when.

        The same webhook may come twice, also by the hand of somebody who has seen it:
        the header `webhook-id` tells those that were taken already.

        Args:
            body: The body as it came; parsed and written again, it is another.
            headers: The headers of the request.

        Raises:
            WebhookVerificationError: No key made the signature, or it is too old.
            ConfigurationError: There is no secret.
            TypeError: The body was parsed already.
        """
        content = raw_body(body)
        keys = self._known_keys()
        try:
            verify(keys, content, headers, self._clock(), self._tolerance)
        except SignatureError as error:
            raise WebhookVerificationError(str(error)) from None

    def sign(
        self, body: bytes | str, *, id: str = "", timestamp: int | None = None
    ) -> dict[str, str]:
        """The headers that the sender of a webhook gives it: for tests, and for senders.

        Args:
            body: The body as it goes out.
            id: Names the webhook, also when it is sent again. Default: a new one.
            timestamp: When it is sent, in seconds since 1970. Default: now.

        Raises:
            InvalidArgumentError: `id` holds a full stop, which would be ambiguous.
            ConfigurationError: There is no secret.
        """
        id = id or f"msg_{secrets.token_hex(12)}"
        sent_at = int(self._clock()) if timestamp is None else timestamp
        try:
            return signed(self._known_keys(), raw_body(body), id, sent_at)
        except ValueError as error:
            raise InvalidArgumentError(str(error)) from None

    def _read_signed(
        self,
        body: bytes | str,
        headers: Mapping[str, str],
        result: type[Decoder[T]],
    ) -> T:
        """What a body holds, once it is clear who sent it."""
        self.verify(body, headers)
        return self._read(body, result)

    def _known_keys(self) -> list[bytes]:
        if self._keys is None:
            found = os.environ.get(self.secret_variable, "")
            if not found.strip():
                raise ConfigurationError(
                    "no secret to verify webhooks with: give one, or set the environment "
                    f"variable {self.secret_variable}"
                )
            self._keys = _keys(found)
        return self._keys


def raw_body(body: object) -> bytes:
    """The bytes of a body. Raises TypeError for one that was parsed already."""
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, bytes | bytearray):
        return bytes(body)
    kind = type(body).__name__
    raise TypeError(f"the body must be bytes as they came, not {kind}: do not parse it")


def _keys(secret: WebhookSecret) -> list[bytes]:
    """The keys in a secret. Raises ConfigurationError where it is none."""
    try:
        return keys_of(secret)
    except ValueError as error:
        raise ConfigurationError(str(error)) from None
