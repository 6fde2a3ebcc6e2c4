# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Which operation a request is for, and what the document says that it carries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple
from urllib.parse import unquote

from .server_headers import by_status
from .server_paths import Condition, Template, in_order
from .server_wire import WireParameter
from .server_wire_headers import Header
from .traffic_bodies import RawBody

PLAIN = "/:@!$&'()*+,;=~"
"""What stands in a path as it is (RFC 3986, section 3.3)."""


class Lines:
    """The lines of a head, by their names in any case."""

    def __init__(self, lines: Iterable[tuple[bytes, bytes]]) -> None:
        self._found: dict[bytes, list[bytes]] = {}
        for name, value in lines:
            self._found.setdefault(name.lower(), []).append(value)

    def getlist(self, key: str, /) -> list[str]:
        """The values of the lines with this name."""
        found = self._found.get(key.lower().encode("latin-1", "replace"), ())
        return [value.decode("latin-1") for value in found]

    def first(self, name: bytes) -> str:
        """The value of the first line with this name, empty where there is none."""
        found = self._found.get(name)
        return found[0].decode("latin-1") if found else ""


class Head(NamedTuple):
    """The head of a request; paths as they were sent, whole and below a mount point.

    `is_all` tells that no body comes behind it.
    """

    method: str
    path: str
    below: str
    query: str
    headers: Lines
    is_all: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A documented response: its contents by media type, and what is asked of headers."""

    contents: Mapping[str, RawBody] = field(default_factory=dict[str, RawBody])
    headers: Sequence[Header] = ()


@dataclass(frozen=True, slots=True)
class Codec:
    """What the messages of an operation carry.

    `bodies` has the contents of requests by media type, empty for an operation without
    a body; `answers` the responses by status, range (`4XX`) or `default`. `asked` are the
    media types of the bodies that rules see together with the response.
    """

    parameters: Sequence[WireParameter] = ()
    bodies: Mapping[str, RawBody] = field(default_factory=dict[str, RawBody])
    body_required: bool = False
    asked: Sequence[str] = ()
    answers: Mapping[str, Answer] = field(default_factory=dict[str, Answer])

    def answer(self, status: int) -> Answer | None:
        """The response of a status (OpenAPI 3.2, section 4.16)."""
        return by_status(self.answers, status)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The static facts of an operation.

    `codec` is called at the first request, so that validators are imported only then.
    `conditions` are what its requests have and those of others at the same address have
    not. `bases` are the paths of its servers where it has its own. `invalid` is the status
    that the document gives for requests that are not valid.
    """

    operation: str
    method: str
    path: str
    codec: Callable[[], Codec] = Codec
    conditions: Sequence[Condition] = ()
    bases: Sequence[str] = ()
    invalid: int = 400


class Served:
    """An endpoint with its codec at hand."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint

    @cached_property
    def codec(self) -> Codec:
        """What its messages carry."""
        return self.endpoint.codec()


class Match(NamedTuple):
    """An operation that a request may be for, with its raw path parameters."""

    served: Served
    parameters: Mapping[str, str]


class Found(NamedTuple):
    """What is at the address of a request: operations, or methods that it has instead."""

    matches: Sequence[Match] = ()
    allowed: Sequence[str] = ()


_NOTHING = Found()


class Router:
    """Finds operations by method and path.

    They are at their paths below one of `bases`, the paths of the document's servers; and,
    for an app that is mounted there or behind something that takes the base off, at their
    paths alone. With a `prefix` they are below that and nowhere else.
    """

    def __init__(
        self, endpoints: Iterable[Endpoint], bases: Sequence[str], prefix: str | None
    ) -> None:
        served = [Served(endpoint) for endpoint in endpoints]
        if prefix is not None:
            base = f"/{prefix.strip('/')}"
            tables = [_Table((base, item) for item in served)]
        else:
            based = [
                (base, item)
                for item in served
                for base in item.endpoint.bases or bases or ("",)
            ]
            tables = [_Table(based)]
            if any(base for base, _ in based):
                tables.append(_Table(("", item) for item in served))
        self._tables = tables

    def find(self, head: Head) -> Found:
        """What a request may be for; a path that has its method wins."""
        paths = (head.path,) if head.path == head.below else (head.path, head.below)
        allowed: list[str] = []
        for path in paths:
            for table in self._tables:
                found = table.find(path, head)
                if found.matches:
                    return found
                allowed += found.allowed
        return Found(allowed=sorted(set(allowed))) if allowed else _NOTHING


class _Table:
    """Operations by the templates of their paths."""

    def __init__(self, placed: Iterable[tuple[str, Served]]) -> None:
        templates: dict[str, Template[list[Served]]] = {}
        for base, served in placed:
            path = base.rstrip("/") + served.endpoint.path
            template = templates.setdefault(path, Template(path))
            template.endpoints.setdefault(served.endpoint.method, []).append(served)
        self._groups = in_order(templates.values())

    def find(self, path: str, head: Head) -> Found:
        """What a path leads to, as the server tells it (see `server_app`)."""
        raw = path.split("/")
        plain = [unquote(text) for text in raw]
        allowed: list[str] = []
        for group in self._groups.get(len(raw), ()):
            matches: list[Match] = []
            for template in group:
                parameters = template.match(raw, plain, head.query)
                if parameters is None:
                    continue
                allowed += template.endpoints
                matches += [
                    Match(served, parameters)
                    for served in template.endpoint(head.method) or ()
                    if _is_meant(served.endpoint, head)
                ]
            if matches:
                return Found(matches)
        return Found(allowed=allowed)


def _is_meant(endpoint: Endpoint, head: Head) -> bool:
    return all(item.holds(head.query, head.headers) for item in endpoint.conditions)
