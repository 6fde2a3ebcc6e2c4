"""Apps that fail: after their whole answer it goes out, before its end it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from .apps import JSON, KINDS, Kind, Script, ask, guarded, told

if TYPE_CHECKING:
    from collections.abc import Iterator

GET = "/shop/v1/orders/7?limit=5"
TOTAL = ("x-total", "1")
GOOD = [b'{"size"', b": 1}"]
WRONG = [b'{"size": ', b'"x"}']
SIZE = [("body", "", "/size", "type")]


class TooLate(Exception):
    """What the app raises."""


def failing(
    kind: Kind, chunks: list[bytes], length: str | None, *, by_write: bool = False
) -> Any:
    """An app that gives some chunks and then fails; `length` is its Content-Length."""
    headers = [JSON, TOTAL]
    if length is not None:
        headers.append(("content-length", length))

    async def asgi(scope: Any, receive: Any, send: Any) -> None:
        raw = [(name.encode(), text.encode()) for name, text in headers]
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        for chunk in chunks:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        raise TooLate

    def wsgi(environ: Any, start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", headers)
        yield from chunks
        raise TooLate

    def writing(environ: Any, start_response: Any) -> Any:
        write = start_response("200 OK", headers)
        for chunk in chunks:
            write(chunk)
        raise TooLate

    if kind == "asgi":
        return asgi
    return writing if by_write else wsgi


def length_of(chunks: list[bytes]) -> str:
    return str(sum(map(len, chunks)))


@pytest.mark.parametrize("by_write", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["off", "report", "refuse"])
def test_a_whole_answer_goes_out_before_the_failure(
    orders: Any, kind: Kind, mode: str, by_write: bool
) -> None:
    app = failing(kind, GOOD, length_of(GOOD), by_write=by_write)
    with guarded(orders, kind, app, responses=mode) as (url, faults):
        answer = ask(url, "GET", GET)
    assert (answer.status, answer.body) == (200, b"".join(GOOD))
    assert faults == []


@pytest.mark.parametrize("by_write", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_answer_that_is_wrong_is_told_and_refused(
    orders: Any, kind: Kind, by_write: bool
) -> None:
    app = failing(kind, WRONG, length_of(WRONG), by_write=by_write)
    with guarded(orders, kind, app, responses="report") as (url, faults):
        assert ask(url, "GET", GET).body == b"".join(WRONG)
    assert told(faults) == SIZE
    with guarded(orders, kind, app, responses="refuse") as (url, faults):
        answer = ask(url, "GET", GET)
    assert answer.status == 500 and b"size" not in answer.body
    assert told(faults) == SIZE


@pytest.mark.parametrize("by_write", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("length", [None, "99", "odd"])
def test_an_answer_that_may_not_be_whole_does_not_go_out(
    orders: Any, kind: Kind, length: str | None, by_write: bool
) -> None:
    if length == "odd" and kind == "asgi":
        pytest.skip("the server does not send such a head at all")
    app = failing(kind, GOOD, length, by_write=by_write)
    with guarded(orders, kind, app, responses="refuse") as (url, faults):
        assert ask(url, "GET", GET).status == 500
    assert faults == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_an_answer_is_sent_once(orders: Any, kind: Kind, mode: str) -> None:
    """An empty chunk behind the whole answer changes nothing."""
    for chunks, expected in (([*GOOD, b""], []), ([*WRONG, b""], SIZE)):
        headers = [JSON, TOTAL, ("content-length", length_of(chunks))]
        script = Script(headers=headers, chunks=chunks)
        with guarded(orders, kind, script.of(kind), responses=mode) as (url, faults):
            answer = ask(url, "GET", GET)
        assert told(faults) == expected
        is_refused = bool(expected) and mode == "refuse"
        assert answer.status == (500 if is_refused else 200)
        assert (answer.body == b"".join(chunks)) is not is_refused
