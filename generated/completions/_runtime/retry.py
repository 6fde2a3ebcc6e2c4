# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""When to try again, and after how long. Decides only; sends and sleeps nothing."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from math import isfinite

import httpx2

FIRST_DELAY = 0.5
LONGEST_DELAY = 8.0
_NOTHING_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)
_NEVER_DONE = frozenset({408, 429, 503})
_FINAL = frozenset({501, 505})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How a client tries again.

    Attributes:
        max_retries: Attempts after the first.
        retry_ambiguous: Also repeat a request that is not idempotent when the server
            may have done its work already; what it did may then be done, and paid,
            twice. None leaves it to the operation.
        uniform: Source of random numbers between two bounds.
        longest_hint: Seconds. A server that asks for a longer wait is not asked again:
            the caller decides.
    """

    max_retries: int = 2
    retry_ambiguous: bool | None = None
    uniform: Callable[[float, float], float] = random.uniform
    longest_hint: float = 60.0

    def of(self, kind: str) -> RetryPolicy:
        """The policy for an operation, whose `retry` decides what the client leaves open."""
        if self.retry_ambiguous is not None:
            return self
        return replace(self, retry_ambiguous=kind == "ambiguous")

    def after_failure(self, error: Exception, repeatable: bool) -> bool:
        """True when a request that got no response may be sent again."""
        if isinstance(error, _NOTHING_SENT):
            return True
        return isinstance(error, httpx2.TransportError) and (
            repeatable or self.retry_ambiguous is True
        )

    def after_status(
        self, status: int, headers: Mapping[str, str], repeatable: bool
    ) -> bool:
        """True when a request that got this response may be sent again."""
        advice = headers.get("x-should-retry", "")
        if advice in ("true", "false"):
            return advice == "true"
        if status in _NEVER_DONE:
            return True
        if status == 409:
            return self.retry_ambiguous is True
        is_ambiguous = status >= 500 and status not in _FINAL
        return is_ambiguous and (repeatable or self.retry_ambiguous is True)

    def delay(self, retry: int, hint: float | None) -> float | None:
        """Seconds before a retry, the first being 0; None when the wait is too long."""
        if hint is None:
            longest = min(LONGEST_DELAY, FIRST_DELAY * 2.0 ** min(retry, 10))
            return longest * self.uniform(0.75, 1.0)
        if hint > self.longest_hint:
            return None
        return hint * self.uniform(1.0, 1.1)


class RetryQuota:
    """What a client may spend on trying again, so that it does not add to an overload.

    Each retry costs tokens, and a success gives back what its last retry cost, or one.
    While too few are left, failures are final. Threads may share it; `tokens` of None
    set no bound.
    """

    def __init__(self, tokens: int | None = 500) -> None:
        self.tokens = tokens
        self._left = sys.maxsize if tokens is None else tokens
        self._lock = threading.Lock()

    def take(self, cost: int) -> bool:
        """Pay for a retry; False when there is not enough left."""
        if self.tokens is None:
            return True
        with self._lock:
            if self._left < cost:
                return False
            self._left -= cost
            return True

    def give(self, tokens: int) -> None:
        """Give tokens back, after a success."""
        if self.tokens is None or self._left >= self.tokens:
            return
        with self._lock:
            self._left = min(self.tokens, self._left + tokens)


def retry_cost(status: int | None) -> int:
    """Tokens for a retry after this status, None for no response.

    A server that asks for fewer calls was not overtaxed by the one that it refused.
    """
    return 5 if status in (429, 503) else 14


def checked_quota(value: object) -> RetryQuota:
    """A quota of tokens as given by a caller. Raises ValueError unless a count or None."""
    if value is not None and (type(value) is not int or value < 0):
        raise ValueError("retry_quota must be a whole number from 0, or None")
    return RetryQuota(value)


def checked_wait(value: object) -> float:
    """`max_retry_after` as given by a caller. Raises ValueError unless seconds from 0."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError("max_retry_after must be a number of seconds")
    if not isfinite(value) or value < 0:
        raise ValueError("max_retry_after must be a number of seconds from 0")
    return float(value)


def checked_choice(value: object) -> bool | None:
    """`retry_ambiguous` as given by a caller. Raises ValueError unless a bool or None."""
    if value is not None and not isinstance(value, bool):
        raise ValueError("retry_ambiguous must be True, False or None")
    return value


def checked_retries(value: object) -> int:
    """`max_retries` as given by a caller. Raises ValueError unless a count from 0."""
    if type(value) is not int or value < 0:
        raise ValueError("max_retries must be a whole number from 0")
    return value


def retry_hint(headers: Mapping[str, str]) -> float | None:
    """Seconds that a response asks to wait (RFC 9110, section 10.2.3), None if it does not.

    `retry-after-ms` wins over `retry-after`, which holds seconds or a date; a date
    counts from the response's own `date` where it has one.
    """
    milliseconds = _positive(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    text = headers.get("retry-after", "")
    return _positive(text) or _until(text, headers.get("date", ""))


def _positive(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) and value > 0 else None


def _until(text: str, now: str) -> float | None:
    try:
        then = parsedate_to_datetime(text).timestamp()
        start = parsedate_to_datetime(now).timestamp() if now else time.time()
    except (ValueError, OverflowError):
        return None
    return then - start if then > start else None
