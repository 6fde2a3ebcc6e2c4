# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Options that every method takes beside the parameters of its operation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict

from .omit import Omit


class RequestOptions(TypedDict, total=False):
    """How to make one call. Each value wins over the client's own."""

    timeout: float | None
    """Seconds to wait for the network at a time; None waits for ever."""

    deadline: float | None
    """Seconds for the whole call, retries and the last byte of a stream included."""

    max_retries: int
    """How often to try again after a failure that may pass."""

    extra_headers: Mapping[str, str | Omit]
    """Headers to add or replace; `omit` takes a header away."""

    extra_query: Mapping[str, object]
    """Query parameters to add or replace."""

    extra_body: Mapping[str, object]
    """Properties to add to the body or replace in it."""

    idempotency_key: str
    """Names the call, so that a server that knows keys does the work once."""

    response_mode: Literal["lenient", "strict"]
    """Keep what does not fit the declared type, or refuse it.

    `"raw"` works too, and gives the JSON as it came. It is not among the types, as the
    method then gives something else than it says; the typed way to that is
    `with_raw_response` and its `json()`.
    """
