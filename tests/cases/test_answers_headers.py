"""Headers of answers with types, and what is deprecated."""

from __future__ import annotations

import asyncio
import datetime
import typing
import warnings
from functools import cache
from typing import Any

import httpx2
import pytest

from generator.config.pagination import Pagination

from ..e2e.serving import serve
from .support import SPECS, Case, case

UTC = datetime.UTC
PAGE = {
    "x-total-count": "12",
    "X-RESET": "2027-01-02T03:04:05Z",
    "X-Scopes": "read, write",
    "link": '<https://test/2>; rel="next"',
}


@cache
def headers_alone() -> Case:
    """The case of headers, where `Link` is one of them and leads nowhere."""
    path = SPECS / "092-response-headers.yaml"
    return Case(path, pagination=Pagination(infer=False))


def clients(made: Case, headers: dict[str, str], body: Any) -> tuple[Any, Any]:
    """Both clients of the case, whose server always answers the same."""

    def answer(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, json=body, headers=headers)

    async def later(request: httpx2.Request) -> httpx2.Response:
        return answer(request)

    module = made.module()
    plain = httpx2.Client(transport=httpx2.MockTransport(answer))
    waiting = httpx2.AsyncClient(transport=httpx2.MockTransport(later))
    return (
        module.Client(base_url="http://test", http_client=plain),
        module.AsyncClient(base_url="http://test", http_client=waiting),
    )


def test_headers_have_types() -> None:
    made = headers_alone()
    client, later = clients(made, PAGE, [1, 2])
    answers = [
        client.page.with_raw_response.page(),
        asyncio.run(later.page.with_raw_response.page()),
    ]
    for answer in answers:
        assert answer.status_code == 200
        assert answer.parse() == [1, 2]
        assert answer.headers["x-TOTAL-count"] == "12"
        typed = answer.typed_headers
        assert isinstance(typed, made.model("PageResponseHeaders"))
        assert typed.x_total_count == 12
        assert typed.x_reset == datetime.datetime(2027, 1, 2, 3, 4, 5, tzinfo=UTC)
        assert typed.x_scopes == ["read", "write"]
        assert typed.link == PAGE["link"]
    hints = typing.get_type_hints(made.model("PageResponseHeaders"))
    assert hints["x_total_count"] is int
    assert hints["x_scopes"] == list[str] | None


def test_headers_that_are_not_as_documented() -> None:
    made = headers_alone()
    client, _ = clients(made, {"x-reset": "soon", "x-scopes": ""}, [])
    typed = client.page.with_raw_response.page().typed_headers
    assert (typed.x_total_count, typed.x_reset, typed.link) == (None, "soon", None)
    assert typed.x_scopes == []
    assert typed.model_fields_set == {"x_reset", "x_scopes"}


def test_a_server_sends_what_a_client_reads() -> None:
    made = headers_alone()
    server = made.module("server")
    record = made.model("PageResponseHeaders")

    class Pages:
        async def page(self, context: Any) -> list[int]:
            day = datetime.datetime(2027, 1, 2, tzinfo=UTC)
            context.set_headers(
                record(x_total_count=3, x_reset=day, x_scopes=["a", "b"])
            )
            return [3]

    assert "PageResponseHeaders" in server.PageHandlers.page.__doc__
    with serve(server.app(page=Pages())) as served:
        client = made.module().Client(base_url=served.url)
        with client:
            answer = client.page.with_raw_response.page()
    assert answer.headers["x-scopes"] == "a, b"
    assert answer.typed_headers.x_total_count == 3
    assert answer.typed_headers.x_reset.day == 2
    assert answer.parse() == [3]


def test_deprecated_things_warn_when_they_are_used() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = case("122-deprecated")
        client, _ = clients(made, {"x-old": "x"}, {"was": "so"})
        resource = client.old
        raw = resource.with_raw_response
    with pytest.warns(DeprecationWarning, match="2027-01-01"):
        resource.old()
    with pytest.warns(DeprecationWarning, match="2027-01-01"):
        answer = raw.old(q="x")
    assert answer.typed_headers.x_old == "x"
    method = made.module("client.old").OldResource.old
    assert "2027-01-01" in method.__deprecated__
    assert "q: Deprecated." in method.__doc__
    assert "Deprecated." in made.files["models/old_types.py"]
