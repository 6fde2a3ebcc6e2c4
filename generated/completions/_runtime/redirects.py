# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Redirects: which are followed, and why others are not (RFC 9110, section 15.4).

A server can send a client anywhere, also to what only the client's own network reaches.
So none leads to another origin, and credentials go where they would have gone anyway.
"""

from __future__ import annotations

import httpx2

from .chunks import Chunks
from .servers import origin

MOST = 5
"""How many redirects in a row are followed."""

DRAINED = 64 * 1024
"""How much of the body of a redirect is read, so that its connection serves again."""

_SAFE = ("GET", "HEAD")
_SAME_METHOD = (307, 308)


def redirected(
    request: httpx2.Request, response: httpx2.Response
) -> httpx2.Request | None:
    """The request that a redirect asks for, None where none may be sent.

    It has the same method, the same origin and the same headers. Where the status would
    let it become another method, only GET and HEAD are sent again.
    """
    if not response.has_redirect_location:
        return None
    if request.method not in _SAFE and response.status_code not in _SAME_METHOD:
        return None
    body = request.stream
    if isinstance(body, Chunks) and body.is_spent:
        return None
    url = _target(response, request.url)
    if url is None or origin(str(url)) != origin(str(request.url)):
        return None
    following = httpx2.Request(
        request.method,
        url,
        headers=request.headers,
        stream=request.stream,
        extensions=request.extensions,
    )
    following.method = request.method
    following.url = type(request.url)(url)
    return following


def refusal(response: httpx2.Response, base: str) -> str:
    """Why a redirect of a call to `base` was not followed; shows no path and no query."""
    url = _target(response, httpx2.URL(base))
    if url is None:
        return "the server redirects to what is no URL"
    if origin(str(url)) == origin(base):
        return "the server redirects, where this call cannot follow"
    host = f"[{url.host}]" if ":" in url.host else url.host
    port = "" if url.port is None else f":{url.port}"
    return (
        f"the server redirects to another origin, {url.scheme}://{host}{port}, "
        "which this client does not follow"
    )


def _target(response: httpx2.Response, base: httpx2.URL) -> httpx2.URL | None:
    """Where a redirect leads, without fragment; None where no call can go."""
    try:
        found = httpx2.URL(base).join(response.headers["location"])
    except (httpx2.InvalidURL, ValueError):
        return None
    is_plain = found.scheme in ("http", "https") and found.host and not found.userinfo
    return found.copy_with(fragment=None) if is_plain else None
