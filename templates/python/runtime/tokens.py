# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Tokens that a client has got: kept until they end or are refused, asked for once.

Source: RFC 6749, sections 5 and 6.
"""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Awaitable, Coroutine, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast
from urllib.parse import quote_plus

import anyio
import httpx2
from pydantic_core import from_json

from .auth import AsyncExchange, Exchange, Use
from .error_shape import USUAL
from .errors import TokenError
from .failures import error_message, located
from .logs import logger_of
from .request import Call
from .slips import without_secrets

if TYPE_CHECKING:
    from .oauth import Grant

MARGIN = 30.0
"""Seconds before the end of a token from which on a new one is asked for."""


@dataclass(frozen=True, slots=True)
class Token:
    """What a server of tokens gave.

    Attributes:
        access_token: What proves who calls.
        expires_in: Seconds that it holds, None if the server does not say.
        refresh_token: What the next token is got by, empty if there is none.
        scopes: What it allows, as far as that is known.
    """

    access_token: str = field(repr=False)
    expires_in: float | None = None
    refresh_token: str = field(default="", repr=False)
    scopes: tuple[str, ...] = ()


Key: TypeAlias = tuple[str, frozenset[str]]
"""Where a token is from, and the scopes that were asked for."""

Answer: TypeAlias = tuple[httpx2.Response, bytes]
Steps: TypeAlias = Generator[httpx2.Request, Answer, Token]
"""Gives the requests to send, takes their answers, and ends with a token."""


class Held(NamedTuple):
    """A token and the time, on the clock of its grant, at which it is to be renewed."""

    token: Token
    until: float


class Wanted(NamedTuple):
    """What a call needs: a token that allows `scopes`, and not the `refused` one."""

    call: Call
    use: Use
    url: str
    scopes: tuple[str, ...]
    refused: str

    @property
    def key(self) -> Key:
        """What the token is kept under."""
        return self.url, frozenset(self.scopes)


class GrantTokens:
    """The tokens that a client has got by one grant.

    While one call asks for a token, others that need one wait for what it gets, be it a
    token or a failure. Threads may share this, and so may the tasks of an event loop.
    """

    def __init__(self, grant: Grant) -> None:
        self._grant = grant
        self._held: dict[Key, Held] = {}
        self._refresh: dict[Key, str] = {}
        self._failed: Exception | None = None
        self._lock = threading.Lock()
        self._async_lock: anyio.Lock | None = None

    def token(self, call: Call, use: Use, refused: str, exchange: Exchange) -> str:
        """A token for a call, another one than that which was `refused`, if any.

        Raises:
            TokenError: The server gives none.
            ConfigurationError: It is not known where to ask, or secrets may not go there.
            httpx2.HTTPError: The network failed.
            TypeError: `on_token` is an async function.
        """
        wanted = self._wanted(call, use, refused)
        found = self._find(wanted)
        if found is None:
            before = self._failed
            with _turn(self._lock, call):
                found = self._awaited(wanted, before) or self._fetch(wanted, exchange)
        call.token_url = ""
        return found.access_token

    async def token_later(
        self, call: Call, use: Use, refused: str, exchange: AsyncExchange
    ) -> str:
        """The same with `await`."""
        wanted = self._wanted(call, use, refused)
        found = self._find(wanted)
        if found is None:
            before = self._failed
            if self._async_lock is None:  # which clients that do not wait never need
                self._async_lock = anyio.Lock()
            async with self._async_lock:
                found = self._awaited(wanted, before)
                found = found or await self._fetch_later(wanted, exchange)
        call.token_url = ""
        return found.access_token

    def _fetch(self, wanted: Wanted, exchange: Exchange) -> Token:
        steps = self._steps(wanted)
        try:
            request = next(steps)
            while True:
                request = steps.send(exchange(wanted.call, request))
        except StopIteration as done:
            token = cast(Token, done.value)
        except (TokenError, httpx2.HTTPError) as error:
            self._share(wanted.call, error)
            raise
        told = self._told(token)
        if isinstance(told, Coroutine):
            told.close()
            raise TypeError("on_token must not be async in this client")
        return token

    async def _fetch_later(self, wanted: Wanted, exchange: AsyncExchange) -> Token:
        steps = self._steps(wanted)
        try:
            request = next(steps)
            while True:
                request = steps.send(await exchange(wanted.call, request))
        except StopIteration as done:
            token = cast(Token, done.value)
        except (TokenError, httpx2.HTTPError) as error:
            self._share(wanted.call, error)
            raise
        told = self._told(token)
        if isinstance(told, Awaitable):
            await told
        return token

    def _wanted(self, call: Call, use: Use, refused: str) -> Wanted:
        is_again = self._grant.form() is None
        url = self._grant.url(use.name, use.scheme, call.settings, again=is_again)
        call.token_url = url.partition("?")[0]
        return Wanted(call, use, url, self._grant.scopes_for(use.scopes), refused)

    def _find(self, wanted: Wanted) -> Token | None:
        """A token that still holds and allows what is wanted."""
        now = self._grant.clock()
        for key, (token, until) in self._held.items():
            if now >= until or token.access_token == wanted.refused:
                continue
            is_enough = key == wanted.key or set(wanted.scopes) <= set(token.scopes)
            if is_enough and key[0] == wanted.url:
                return token
        return None

    def _awaited(self, wanted: Wanted, before: Exception | None) -> Token | None:
        """What another call got in the meantime. Raises its failure, if it failed."""
        if self._failed is not None and self._failed is not before:
            raise copy.copy(self._failed)
        return self._find(wanted)

    def _share(self, call: Call, error: Exception) -> None:
        """Keep a failure for those who wait, unless it comes of a deadline of this call."""
        if not call.is_over:
            self._failed = copy.copy(error)

    def _steps(self, wanted: Wanted) -> Steps:
        """Ask by the refresh token, if there is one, and else by the grant itself."""
        grant = self._grant
        form = grant.form()
        scope = {"scope": " ".join(wanted.scopes)} if wanted.scopes else {}
        refresh = self._refresh.get(wanted.key, grant.first_refresh_token)
        if refresh:
            use, settings = wanted.use, wanted.call.settings
            url = grant.url(use.name, use.scheme, settings, again=True)
            by = {"grant_type": "refresh_token", "refresh_token": refresh}
            try:
                return (yield from self._ask(wanted, url, by | scope, refresh))
            except TokenError as error:
                if form is None or error.error != "invalid_grant":
                    raise
                del self._refresh[wanted.key]
        return (yield from self._ask(wanted, wanted.url, (form or {}) | scope, ""))

    def _ask(
        self, wanted: Wanted, url: str, form: Mapping[str, str], refresh: str
    ) -> Steps:
        call, name = wanted.call, wanted.use.name
        call.token_url = url.partition("?")[0]
        request = self._grant.request(url, form)
        request.headers["user-agent"] = f"{call.settings.service.name}/python"
        request.extensions["timeout"] = call.limits()
        start, begin = self._grant.clock(), time.monotonic()
        response, content = yield request
        logger_of(call.settings.service.name).info(
            "POST %s: %d in %.3f s (token for %s)",
            call.token_url,
            response.status_code,
            time.monotonic() - begin,
            name,
        )
        try:
            token = read_token(response, content, refresh, wanted.scopes)
        except ValueError as problem:
            secrets = [*self._grant.secrets, refresh]
            error = _refusal(name, response, content, str(problem), secrets)
            raise located(call, response, error) from None
        return self._keep(wanted, token, start)

    def _keep(self, wanted: Wanted, token: Token, start: float) -> Token:
        lasts = inf if token.expires_in is None else token.expires_in
        held = {
            key: held
            for key, held in self._held.items()
            if held.token.access_token != wanted.refused
        }
        held[wanted.key] = Held(token, start + lasts - min(MARGIN, lasts / 2))
        self._held = held
        if self._grant.is_renewed and token.refresh_token:
            self._refresh[wanted.key] = token.refresh_token
        return token

    def _told(self, token: Token) -> object:
        return None if self._grant.on_token is None else self._grant.on_token(token)


@contextmanager
def _turn(lock: threading.Lock, call: Call) -> Generator[None]:
    """Hold a lock that others may hold for long, and wait no longer than a call may."""
    wait = -1.0 if call.deadline is None else max(call.deadline.left(), 0.0)
    if not lock.acquire(timeout=wait):
        raise httpx2.ReadTimeout(str(call.deadline))
    try:
        yield
    finally:
        lock.release()


def read_token(
    response: httpx2.Response, content: bytes, refresh: str, scopes: tuple[str, ...]
) -> Token:
    """The token in a response (RFC 6749, section 5.1).

    Where the response says nothing of them, the refresh token remains what it was, and
    the scopes are those that were asked for.

    Raises:
        ValueError: There is none; the text says why, and holds nothing of the response.
    """
    if response.has_redirect_location:
        raise ValueError("the server redirects, which is not followed here")
    body = _body(content)
    text = body.get("access_token")
    if not response.is_success or "error" in body:
        raise ValueError(response.reason_phrase or "it was refused")
    if not isinstance(text, str) or not text:
        raise ValueError("the answer holds no access_token")
    if not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError("the access_token cannot be sent")
    kind = body.get("token_type") or "bearer"
    if not isinstance(kind, str) or kind.lower() != "bearer":
        raise ValueError("the token is of another type than Bearer")
    new, granted = body.get("refresh_token"), body.get("scope")
    return Token(
        text,
        expires_in=_seconds(body.get("expires_in")),
        refresh_token=new if isinstance(new, str) and new else refresh,
        scopes=tuple(granted.split()) if isinstance(granted, str) else scopes,
    )


def _body(content: bytes) -> dict[str, object]:
    try:
        found = from_json(content)
    except ValueError:
        return {}
    return cast("dict[str, object]", found) if isinstance(found, dict) else {}


def _seconds(value: object) -> float | None:
    """A lifetime; some servers write it as a string."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        found = float(value)
    except ValueError:
        return None
    return max(found, 0.0) if isfinite(found) else None


def _refusal(
    name: str,
    response: httpx2.Response,
    content: bytes,
    problem: str,
    secrets: list[str],
) -> TokenError:
    """The error for a token that did not come (RFC 6749, section 5.2), without secrets."""
    body = _body(content)
    known: dict[str, str] = {}
    for key in ("error", "error_description", "error_uri"):
        value = body.get(key)
        if isinstance(value, str):
            known[key] = _without(value, secrets)[:500]
    if response.has_redirect_location or (response.is_success and not known):
        said = problem
    else:
        said = (
            known.get("error")
            or _without(error_message(body, USUAL), secrets)
            or problem
        )
        if "error_description" in known:
            said = f"{said} ({known['error_description']})"
    return TokenError(f"no token for {name}: {said}", body=known)


def _without(text: str, secrets: list[str]) -> str:
    return without_secrets(text, [*secrets, *map(quote_plus, secrets)])
