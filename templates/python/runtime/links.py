# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Links that a response gives to the page that follows: found, checked, and followed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import SplitResult, unquote_plus, urljoin, urlsplit

import httpx2

from .errors import APIResponseError, ConfigurationError
from .omit import Omit, omit
from .operation import Operation
from .options import RequestOptions
from .request import Parts
from .servers import Server
from .settings import Settings

_QUOTED = r'"(?:[^"\\]|\\.)*"?'
_LINK = re.compile(rf'<([^<>]*)>((?:[^",<]|{_QUOTED})*)', re.DOTALL)
"""A link of a header: its target, and its parameters. A quote may lack its end."""

_PARAMETER = re.compile(rf';\s*([^\s=;"]+)\s*=\s*({_QUOTED}|[^\s;"]*)', re.DOTALL)
_PORTS = {"http": 80, "https": 443}
_AS_IT_IS = "form explode reserved"
_NO_OPTIONS: RequestOptions = {}


class PaginationError(APIResponseError):
    """The response does not lead to the next page in a way that can be followed."""


class Followed(NamedTuple):
    """A link as a call: what to send, and the URL that it goes to."""

    operation: Operation
    parts: Parts
    url: str


def next_link(headers: httpx2.Headers) -> str:
    """The target of the link whose relation is `next`; empty without one.

    Links whose context is something else (`anchor`) do not count.

    Source: RFC 8288, section 3.
    """
    for text in headers.get_list("link"):
        for target, rest in _LINK.findall(text):
            found: dict[str, str] = {}
            for name, value in _PARAMETER.findall(rest):
                found.setdefault(name.lower(), value.strip('"'))
            relations = found.get("rel", "").lower().split()
            if "next" in relations and "anchor" not in found:
                return str(target).strip()
    return ""


def another_call(options: RequestOptions) -> RequestOptions:
    """The options of a call, for the next page: a key named only the call before."""
    found = options.copy()
    found.pop("idempotency_key", None)
    return found


def followed(
    settings: Settings,
    operation: Operation,
    parts: Parts,
    response: httpx2.Response,
    link: str,
) -> Followed:
    """The call that a link leads to, relative to the request that `response` answers.

    The query is that of the link; of the options of the call, `extra_query` adds what
    the link does not have. Headers and cookies are sent again.

    Raises:
        PaginationError: The link leaves the origin of the call, which credentials must
            not, or is no URL.
    """
    root, _ = settings.root(operation)
    home = urlsplit(_request_url(response) or f"{root}/")
    try:
        target = urlsplit(urljoin(home.geturl(), link))
        _check_origin(urlsplit(root), target)
    except ValueError:
        raise PaginationError("the link to the next page is no URL") from None
    query, words = _query(settings, target.query)
    options = parts.get("options", _NO_OPTIONS)
    options = another_call(options)
    options["extra_query"] = {**options.get("extra_query", {}), **query}
    kept: Parts = {"options": options}
    if "headers" in parts:
        kept["headers"] = parts["headers"]
    if "cookies" in parts:
        kept["cookies"] = parts["cookies"]
    if target.path == home.path and "path" in parts:
        kept["path"] = parts["path"]
    styles = {**operation.styles, **words}
    onward = replace(operation, styles=styles, defaults=_elsewhere(operation))
    if target.path != home.path:
        onward = _at(settings, onward, target)
    return Followed(onward, kept, target.geturl())


def _request_url(response: httpx2.Response) -> str:
    """Where a response comes from, without the query; empty where it does not tell."""
    try:
        url = response.request.url
    except RuntimeError:  # made by a middleware
        return ""
    return str(url).partition("?")[0].partition("#")[0]


def _check_origin(home: SplitResult, target: SplitResult) -> None:
    """Raise PaginationError for a target on another origin than `home`.

    A server behind a proxy often takes its own scheme for http; with https as ours, the
    next call keeps to that.
    """
    is_upgraded = home.scheme == "https" and target.scheme == "http"
    scheme = home.scheme if is_upgraded and target.port in (None, 80) else target.scheme
    port = _PORTS.get(scheme) if is_upgraded else _port(target)
    same = (scheme, target.hostname, port) == (home.scheme, home.hostname, _port(home))
    if not same or "@" in target.netloc:
        there = f"{target.scheme}://{target.netloc.rpartition('@')[2]}"
        raise PaginationError(
            f"the next page is at {there[:200]}, where this client does not follow: "
            f"credentials stay at {home.scheme}://{home.netloc}"
        )


def _port(url: SplitResult) -> int | None:
    return url.port or _PORTS.get(url.scheme)


def _query(
    settings: Settings, text: str
) -> tuple[dict[str, list[str] | Omit], dict[str, str]]:
    """A query as parameters that are written as they stand, with their styles.

    Without credentials, which the call adds by itself.
    """
    schemes = settings.service.schemes.values()
    secret = {scheme.key for scheme in schemes if scheme.place == "query"}
    found: dict[str, list[str] | Omit] = {}
    for piece in filter(None, text.split("&")):
        name, _, value = piece.partition("=")
        values = found.setdefault(unquote_plus(name), [])
        if isinstance(values, list):
            values.append(value.replace("+", "%20"))
    for name in secret & found.keys():
        found[name] = omit
    return found, {f"query:{name}": _AS_IT_IS for name in found}


def _elsewhere(operation: Operation) -> dict[str, object]:
    """The defaults of an operation but those of the query, which the link has whole."""
    found = operation.defaults.items()
    return {key: item for key, item in found if not key.startswith("query:")}


def _at(settings: Settings, operation: Operation, target: SplitResult) -> Operation:
    """An operation at the path of a link, on the origin where it is anyway."""
    path = target.path.replace("{", "%7B").replace("}", "%7D") or "/"
    root = urlsplit(settings.root(operation)[0])
    beside = replace(operation, path=path, servers=(Server("/"),))
    try:
        other = urlsplit(settings.root(beside)[0])
    except ConfigurationError:
        other = None
    if other is not None and (other.scheme, other.netloc) == (root.scheme, root.netloc):
        return beside
    return replace(beside, servers=(Server(f"{root.scheme}://{root.netloc}"),))
