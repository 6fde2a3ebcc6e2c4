"""Which addresses are called: the rules, without a network."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from generator.load.remote import (
    Fetcher,
    Forbidden,
    NotAnAddress,
    Permission,
    Unreachable,
    parse_address,
)
from generator.load.remote import fetch as fetching
from generator.load.remote.permission import is_public

PUBLIC = "93.184.216.34"


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: str) -> list[str]:
    """Let names have these addresses, one after the other; the list tells who was asked."""
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, **_: object) -> list[Any]:
        asked.append(host)
        ip = answers[min(len(asked), len(answers)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port))]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("HTTPS://Example.COM:443", "https://example.com/"),
        ("https://example.com./a/./b/../c#x", "https://example.com/a/c"),
        ("https://example.com/%7ea/%c3%a9", "https://example.com/~a/%C3%A9"),
        ("http://example.com:80/a?b=%41", "http://example.com/a?b=A"),
        ("http://[::1]:81/a", "http://[::1]:81/a"),
        ("https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"),
        ("https://example.com/a/..", "https://example.com/"),
        ("https://example.com/a/b/.", "https://example.com/a/b/"),
    ],
)
def test_addresses_have_one_spelling(text: str, normal: str) -> None:
    assert parse_address(text).text == normal
    assert parse_address(normal).text == normal


@pytest.mark.parametrize(
    "text",
    [
        "ftp://example.com/",
        "file:///etc/hosts",
        "https://me:secret@example.com/",
        "http://a@127.0.0.1/",
        "https://",
        "https:///a",
        "https://exa mple.com/",
        "https://example.com\\@evil.example/",
        "https://example.com/\r\nX: 1",
        "https://example.com:99999/",
        "https://[::1/",
        "https://ex%41mple.com/",
        "https://" + "a" * 5000,
    ],
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(NotAnAddress):
        parse_address(text)


@pytest.mark.parametrize(
    "ip",
    [
        "127.0.0.1",
        "127.1.2.3",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:7f00:1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "not an address",
    ],
)
def test_addresses_that_are_not_public(ip: str) -> None:
    assert not is_public(ip)


@pytest.mark.parametrize("ip", [PUBLIC, "2606:2800:220:1::1", "64:ff9b::5db8:d822"])
def test_public_addresses(ip: str) -> None:
    assert is_public(ip)


def test_names_of_private_addresses_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fetcher = Fetcher(Permission(anywhere=True))
    resolving(monkeypatch, "10.0.0.1")
    for host in ("intern.example", "0x7f.1", "127.0.0.1", "localhost"):
        with pytest.raises(Forbidden, match="not public"):
            fetcher.fetch(f"https://{host}/a.yaml", 10)


def test_one_address_that_is_not_public_is_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def both(host: str, port: int, **_: object) -> list[Any]:
        kind = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
        return [(*kind, (PUBLIC, port)), (*kind, ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    with pytest.raises(Forbidden):
        Permission(anywhere=True).endpoints(parse_address("https://a.example/"))


def test_the_address_that_was_checked_is_the_one_that_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that is public at first and private then (DNS rebinding)."""
    asked = resolving(monkeypatch, PUBLIC, "127.0.0.1")
    called: list[Any] = []

    def connect(_: socket.socket, place: Any) -> None:
        called.append(place)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(Unreachable, match="nothing answers"):
        Fetcher(Permission(anywhere=True)).fetch("https://a.example/b", 10)
    assert asked == ["a.example"]
    assert called == [(PUBLIC, 443)]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://example.com/", "not https"),
        ("https://other.example/", "not among"),
        ("https://example.com:8443/", "not among"),
        ("http://example.com:80/", "not among"),
    ],
)
def test_what_a_permission_does_not_cover(url: str, reason: str) -> None:
    anywhere = reason == "not https"
    origins = frozenset() if anywhere else frozenset({"https://example.com"})
    with pytest.raises(Forbidden, match=reason):
        Permission(anywhere, origins).check(parse_address(url))


def test_named_origins_are_covered() -> None:
    permission = Permission(origins=frozenset({"http://127.0.0.1:8000"}))
    permission.check(parse_address("http://127.0.0.1:8000/a"))
    Permission(anywhere=True).check(parse_address("https://any.example/"))


def hops(monkeypatch: pytest.MonkeyPatch, *places: str) -> list[str]:
    """Let the answers be redirects to these places, then content."""
    asked: list[str] = []

    def answer(address: Any, *_: object) -> bytes | str:
        asked.append(address.text)
        return places[len(asked) - 1] if len(asked) <= len(places) else b"x"

    class Link:
        def __enter__(self) -> Link:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    resolving(monkeypatch, PUBLIC)
    monkeypatch.setattr(fetching, "_answer", answer)
    monkeypatch.setattr(fetching, "_connected", lambda *_: Link())
    return asked


def test_redirects_are_followed_where_each_is_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = hops(monkeypatch, "/b", "https://other.example/c")
    found = Fetcher(Permission(anywhere=True)).fetch("https://a.example/a", 10)
    assert found.address.text == "https://other.example/c"
    assert asked == ["https://a.example/a", "https://a.example/b", found.address.text]


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("http://a.example/", Forbidden),
        ("https://evil.example/", Forbidden),
        ("file:///etc/hosts", NotAnAddress),
        ("ftp://a.example/", NotAnAddress),
        ("https://me@a.example/", NotAnAddress),
        ("//127.0.0.1/", Forbidden),
    ],
)
def test_redirects_that_are_not_followed(
    monkeypatch: pytest.MonkeyPatch, place: str, problem: type[Exception]
) -> None:
    asked = hops(monkeypatch, place)
    named = frozenset({"https://a.example", "http://a.example"})
    with pytest.raises(problem):
        Fetcher(Permission(origins=named)).fetch("https://a.example/a", 10)
    assert asked == ["https://a.example/a"]


def test_an_address_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = hops(monkeypatch)
    fetcher = Fetcher(Permission(anywhere=True))
    assert fetcher.fetch("https://a.example/a", 10) is fetcher.fetch(
        "HTTPS://A.example/./a#b", 10
    )
    assert len(asked) == 1
