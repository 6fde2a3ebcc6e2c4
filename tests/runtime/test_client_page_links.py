"""Links to the next page: which are followed, where to, and which must not be."""

from __future__ import annotations

import time
from typing import Any

import httpx2
import pytest

from .client_runtime import SERVICE, Naps, connect, load
from .fault_server import FaultServer
from .walking import (
    LINK,
    URL,
    Anything,
    body,
    links,
    listing,
    operation,
    pages,
    refused,
    servers,
    targets,
    walked,
)

NEXT: dict[str, tuple[str, str]] = {
    "relative": ("?page=2", "/v1/things?page=2"),
    "from the root": ("/v1/things?page=2&x=%2C,", "/v1/things?page=2&x=%2C,"),
    "another path": ("/repositories/1/{a}?p=2", "/repositories/1/%7Ba%7D?p=2"),
    "whole": ("HOST/v1/things?a=b%20c+d&a=e&f", "/v1/things?a=b%20c%20d&a=e&f="),
    "without a query": ("/v2", "/v2"),
    "dots": ("/v1/../v3?p", "/v3?p="),
}


@pytest.mark.parametrize("name", NEXT)
def test_links_of_headers_and_bodies(server: FaultServer, name: str) -> None:
    link, target = NEXT[name]
    link = link.replace("HOST", server.url)
    header = f'</prev>; rel="prev", <{link}>; title="a, b; c"; rel="last next"'
    server.then(b"[1]", headers=[("Link", header)]).then(b"[2]")
    assert walked(server, LINK, query={"limit": 5}) == [1, 2]
    assert targets(server) == ["/v1/things?limit=5", target]
    server.answers.clear()
    server.requests.clear()
    server.then(body(1, next=link)).then(body(2, next=None))
    assert walked(server, URL) == [1, 2]
    assert targets(server)[1] == target
    keys = {request.headers["authorization"] for request in server.requests}
    assert len(keys) == 1


ELSEWHERE = [
    "https://elsewhere.example.com/v1/things?page=2",
    "//elsewhere.example.com/v1/things",
    "http://127.0.0.1:1/v1/things",
    "https://127.0.0.1/v1/things",
    "HOST@elsewhere.example.com/",
    "http://user:word@HOSTNAME/v1",
    "ftp://HOSTNAME/v1",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "http://[::1/v1",
    "http://127.0.0.1:99999/",
]


@pytest.mark.parametrize("link", ELSEWHERE)
def test_links_that_leave_the_origin_are_refused(
    server: FaultServer, link: str
) -> None:
    link = link.replace("HOSTNAME", server.url.partition("//")[2])
    link = link.replace("HOST", server.url)
    server.then(b"[1]", headers=[("Link", f'<{link}>; rel="next"')])
    error = refused(server, LINK)
    assert "credentials stay" in str(error) or "is no URL" in str(error)
    assert "word" not in str(error) and error.status_code == 200
    server.answers.clear()
    server.then(body(1, next=link))
    refused(server, URL)
    assert len(server.requests) == 2


def home(scheme: str, link: str) -> Any:
    """Where a link of a service at `scheme://demo.test` is followed to."""
    base = f"{scheme}://demo.test/v1"
    settings = load("settings").Settings(
        SERVICE, load("auth").Secret("key", None), base_url=base
    )
    request = httpx2.Request("GET", f"{base}/things?secret=1")
    response = httpx2.Response(200, request=request)
    found = links.followed(settings, listing(LINK, "/things"), {}, response, link)
    root, is_trusted = settings.root(found.operation)
    assert is_trusted
    return f"{root}{found.operation.path}"


def test_https_stays_https() -> None:
    """Servers behind a proxy take themselves for http."""
    assert (
        home("https", "http://demo.test/v1/things?p=2") == "https://demo.test/v1/things"
    )
    assert home("https", "http://demo.test:80/v2") == "https://demo.test/v2"
    assert home("https", "https://demo.test:443/v2") == "https://demo.test/v2"
    for scheme, link in (
        ("https", "http://demo.test:8080/v1"),
        ("http", "https://demo.test/v1"),
        ("https", "https://demo.test:444/v1"),
    ):
        with pytest.raises(links.PaginationError):
            home(scheme, link)


def test_a_link_is_not_given_what_it_has(server: FaultServer) -> None:
    """Defaults of the client, parameters of the call and credentials come once."""
    service = operation.Service(
        name="demo",
        env_prefix="DEMO",
        schemes={"key": operation.Scheme("query", "api_key")},
        security=(("key",),),
    )
    server.then(body(1, next="?api_key=old&version=2&page=2")).then(body())
    settings = {"service": service, "query": {"version": 1, "lang": "en"}}
    options = {"extra_query": {"page": 1, "debug": 2}}
    found = walked(server, URL, settings=settings, options=options)
    assert found == [1]
    first, second = (target.partition("?")[2] for target in targets(server))
    assert "api_key=" in first and second.count("api_key=") == 1
    assert "old" not in second
    assert sorted(second.split("&"))[1:] == [
        "debug=2",
        "lang=en",
        "page=2",
        "version=2",
    ]


def test_an_operation_with_a_server_of_its_own(server: FaultServer) -> None:
    own = servers.Server(f"{server.url}/other")
    server.then(body(1, next="/far?page=2")).then(body())
    transport = connect("", Naps(), trusted_origins=(server.url,))
    op = listing(URL, "/things", servers=(own,))
    object.__setattr__(transport.settings, "base_url", None)
    assert list(pages.Page.first(transport, op, Anything)) == [1]
    assert targets(server) == ["/other/things", "/far?page=2"]
    assert server.requests[1].headers["authorization"].startswith("Bearer ")
    transport.close()


def test_what_is_no_link() -> None:
    for text in (
        "",
        "nothing",
        '</a>; rel="previous"',
        '</a>; rel="next"; anchor="/b"',
        '</a>; rel="prev"; rel="next"',
        '</a>; title="<b>; rel=next"',
        '</a>; title="rel=next',
    ):
        assert links.next_link(httpx2.Headers({"link": text})) == "", text
    for text in (
        "</b>; rel=next",
        '</a>; rel=prev,</b>; REL="Next"',
        '</b>;rel="next";anchored=1',
        '</a,c>; rel="x", < /b >; a; rel="last next"',
    ):
        assert links.next_link(httpx2.Headers({"link": text})) == "/b", text
    two = httpx2.Headers([("link", "</a>; rel=prev"), ("link", "</b>; rel=next")])
    assert links.next_link(two) == "/b"


@pytest.mark.parametrize("piece", ['<a>\\"', '<a>; a="', "<a>;a=", '<a>;a="\\', "<"])
def test_a_long_header_takes_no_longer_than_it_is_long(piece: str) -> None:
    headers = httpx2.Headers({"link": piece * 20_000})
    begin = time.process_time()
    assert links.next_link(headers) == ""
    assert time.process_time() - begin < 2
