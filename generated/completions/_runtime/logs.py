# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What a client tells its log: every attempt, and no credential.

Bodies and queries stay out of it too, unless the client has `log_bodies`.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from functools import cache

import httpx2

from .errors import APIError
from .operation import Service
from .request import Call

SHOWN_HEADERS = frozenset(
    """accept accept-charset accept-encoding accept-language accept-ranges age allow
    cache-control connection content-encoding content-language content-length content-range
    content-type date expect expires last-modified max-forwards range request-id retry-after
    retry-after-ms server te trailer transfer-encoding upgrade vary x-request-id""".split()
)
"""Headers whose values may be shown; all others may hold what is nobody's business.

Those of RFC 9110, 9111 and 9112 are among them, but for credentials and challenges,
addresses (`Location`, `Referer`), names of people, machines and versions (`From`, `Via`,
`ETag`), and what is not defined any more.
"""

SHOWN_BYTES = 2048
"""How much of a body is shown."""

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO}


@cache
def logger_of(name: str) -> logging.Logger:
    """The logger of a package, silent unless somebody listens."""
    found = logging.getLogger(name)
    found.addHandler(logging.NullHandler())
    return found


def heed_environment(service: Service) -> None:
    """Let `<API>_LOG=info` or `debug` in the environment write to standard error.

    A level or a handler that the program has chosen stays what it is.
    """
    level = _LEVELS.get(os.environ.get(f"{service.env_prefix}_LOG", "").lower())
    if level is None:
        return
    logger = logger_of(service.name)
    if logger.level == logging.NOTSET:
        logger.setLevel(level)
    own = [one for one in logger.handlers if not isinstance(one, logging.NullHandler)]
    if not own and not logging.getLogger().handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(message)s"))
        logger.addHandler(handler)


def tell(
    call: Call,
    outcome: tuple[httpx2.Response, bytes] | APIError,
    seconds: float,
    wait: float | None,
) -> None:
    """Log an attempt, how long it took, and the wait until the next one, if any."""
    logger = logger_of(call.settings.service.name)
    if not logger.isEnabledFor(logging.INFO):
        return
    operation = call.operation
    logger.info(
        "%s %s: %s in %.3f s (attempt %d%s)%s",
        operation.method,
        operation.path,
        _result(outcome),
        seconds,
        call.attempts,
        _request_id(outcome),
        "" if wait is None else f"; again in {wait:.2f} s",
    )
    if logger.isEnabledFor(logging.DEBUG):
        logger.debug("response headers: %s", shown(_headers(outcome)))
        if call.settings.log_bodies:
            logger.debug("request query: %r, body: %r", call.query, _start(call.body))
            logger.debug("response body: %r", _start(_content(outcome)))


def shown(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers, values only of those that may be shown."""
    return {
        name: value if name.lower() in SHOWN_HEADERS else "***"
        for name, value in headers.items()
    }


def _result(outcome: tuple[httpx2.Response, bytes] | APIError) -> str:
    if isinstance(outcome, tuple):
        return str(outcome[0].status_code)
    status = outcome.status_code
    return type(outcome).__name__ if status is None else str(status)


def _headers(outcome: tuple[httpx2.Response, bytes] | APIError) -> Mapping[str, str]:
    return outcome[0].headers if isinstance(outcome, tuple) else outcome.headers


def _request_id(outcome: tuple[httpx2.Response, bytes] | APIError) -> str:
    headers = _headers(outcome)
    found = headers.get("x-request-id") or headers.get("request-id")
    return f", request {found!r}" if found else ""


def _content(outcome: tuple[httpx2.Response, bytes] | APIError) -> bytes:
    """What came, as far as it is known: an error keeps its body in another form."""
    return outcome[1] if isinstance(outcome, tuple) else repr(outcome.body).encode()


def _start(content: bytes | None) -> str:
    if content is None:
        return "<read while it is sent>"
    return content[:SHOWN_BYTES].decode(errors="replace")
