"""What is made of responses: lenient, strict and raw, and what `drift` tells."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

import pytest
from pydantic import ConfigDict

from .client_runtime import connect, connect_async, errors, load
from .fault_server import EVENTS, FaultServer

decoders = load("decoders")
drift = load("drift")
lenient = load("lenient")
model = load("model")
operation = load("operation")
Json = decoders.Json
Operation = operation.Operation

READ = Operation("GET", "/homes")
WATCH = Operation("GET", "/homes", sentinel="[DONE]")


class Cat(model.Model):
    """An option with a constant."""

    kind: Literal["cat"] = "cat"
    lives: int | None = None


class Dog(model.Model):
    """Another, which is closed."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["dog"] = "dog"
    name: str


class Home(model.Model):
    """A model around others."""

    name: str
    pets: list[Cat | Dog] | None = None
    state: Literal["open", "shut"] | None = None
    by_name: dict[str, Cat] | None = None


GOOD = b'{"name":"a","pets":[{"kind":"cat","lives":9}],"more":1}'
BAD = b'{"name":null,"pets":[{"kind":"cat","lives":"9","fur":1}],"state":"ajar","x":1}'
TOLD = [
    ("/name", "a valid string", "null"),
    ("/pets/0/lives", "a valid integer", "string"),
    ("/state", "'open' or 'shut'", "string"),
]


def call(
    server: FaultServer, result: Any, mode: Any = None, per_call: Any = None
) -> Any:
    """One call through a new synchronous transport."""
    client = {} if mode is None else {"response_mode": mode}
    transport = connect(server.url, **client)
    try:
        return transport.call(READ, result, options=options_of(per_call))
    finally:
        transport.close()


def call_async(
    server: FaultServer, result: Any, mode: Any = None, per_call: Any = None
) -> Any:
    """One call through a new asynchronous transport."""

    async def main() -> Any:
        client = {} if mode is None else {"response_mode": mode}
        transport = connect_async(server.url, **client)
        try:
            return await transport.call(READ, result, options=options_of(per_call))
        finally:
            await transport.aclose()

    return asyncio.run(main())


def options_of(mode: Any) -> Any:
    return {} if mode is None else {"response_mode": mode}


both = pytest.mark.parametrize("run", [call, call_async], ids=["sync", "async"])
Run = Callable[..., Any]


@both
def test_e1_lenient_tells_where_a_response_differs(
    server: FaultServer, run: Run
) -> None:
    server.then(BAD)
    home = run(server, Json[Home])
    assert list(home.drift) == TOLD
    assert home.pets[0].drift == (("/lives", "a valid integer", "string"),)
    assert (home.name, home.state, home.pets[0].lives) == (None, "ajar", "9")
    assert home.to_json().encode() == BAD


@both
def test_e1_what_fits_holds_no_drift(server: FaultServer, run: Run) -> None:
    server.then(GOOD)
    home = run(server, Json[Home])
    assert home.drift == home.pets[0].drift == ()
    assert home.__pydantic_private__ is None
    assert Home(name="made by hand").drift == ()


@pytest.mark.parametrize(("mode", "per_call"), [("strict", None), (None, "strict")])
@both
def test_e1_strict_tells_all_places(
    server: FaultServer, run: Run, mode: Any, per_call: Any
) -> None:
    server.then(BAD)
    with pytest.raises(errors.ResponseValidationError) as caught:
        run(server, Json[Home], mode, per_call)
    error = caught.value
    assert list(error.drift) == TOLD
    assert all(path in str(error) for path, _, _ in TOLD)
    assert "ajar" not in str(error) and error.status_code == 200
    assert error.body == BAD.decode()
    assert pickle.loads(pickle.dumps(error)).drift == error.drift


@both
def test_e1_an_error_tells_more_places_than_its_text(
    server: FaultServer, run: Run
) -> None:
    server.then(b"[%s]" % b",".join(b'"%d"' % number for number in range(5000)))
    with pytest.raises(errors.ResponseValidationError, match=r"; and 995 more$") as got:
        run(server, Json[list[int]], "strict")
    assert len(got.value.drift) == drift.MOST == 1000
    assert got.value.drift[999].path == "/999"


@pytest.mark.parametrize(("mode", "per_call"), [("raw", None), ("strict", "raw")])
@both
def test_e1_raw_gives_the_json_as_it_came(
    server: FaultServer, run: Run, mode: Any, per_call: Any
) -> None:
    server.then(BAD)
    found = run(server, Json[Home], mode, per_call)
    assert type(found) is dict and type(found["pets"][0]) is dict
    assert list(found.items())[3] == ("x", 1)


@both
def test_e1_raw_is_still_json(server: FaultServer, run: Run) -> None:
    server.then(b"<html>", media="text/html").then(b'{"a":').then(b"")
    with pytest.raises(errors.UnexpectedContentTypeError):
        run(server, Json[Home], "raw")
    for _ in range(2):
        with pytest.raises(errors.ResponseDecodeError):
            run(server, Json[Home], "raw")


NO_MODELS = [
    (b"null", "null"),
    (b'"text"', "string"),
    (b"7", "integer"),
    (b"true", "boolean"),
    (b"[{}]", "array"),
]


@pytest.mark.parametrize(("body", "got"), NO_MODELS)
@both
def test_e4_nothing_stands_in_for_a_model(
    server: FaultServer, run: Run, body: bytes, got: str
) -> None:
    """Not in a lenient client either: None or a text would be a fault found far off."""
    server.then(body)
    with pytest.raises(errors.ResponseValidationError) as caught:
        run(server, Json[Home])
    ((path, _, found),) = caught.value.drift
    assert (path, found) == ("", got)


KINDS: list[tuple[Any, bytes, Any]] = [
    (Home | None, b"null", None),
    (list[Home], b"[1]", [1]),
    (list[Home], b"{}", "array"),
    (dict[str, int], b"[]", "object"),
    (int, b"1.5", 1.5),
    (float, b"1", 1.0),
    (int, b'"5"', "integer"),
    (bool, b"1", "boolean"),
    (datetime, b'"soon"', "soon"),
    (Literal["a"], b'"b"', "b"),
    (Literal["a"], b"1", "string"),
    (Home | str, b'"x"', "x"),
    (object, b"null", None),
]


@pytest.mark.parametrize(("kind", "body", "expected"), KINDS)
def test_e4_nor_for_another_type(kind: Any, body: bytes, expected: Any) -> None:
    """JSON of the type's own kind is kept, any other refused: the last names the type."""
    if lenient.is_alike(kind, json.loads(body)):
        assert decoders.decode_json(body, kind, "lenient") == expected
        return
    assert expected in lenient._json_types(kind)
    with pytest.raises(errors.ResponseValidationError):
        decoders.decode_json(body, kind, "lenient")


UNREADABLE = [
    (b"<html>", 200, "text/html", "UnexpectedContentTypeError"),
    (b"<html>", 200, "application/json", "ResponseDecodeError"),
    (b"Hello", 200, "text/plain", "UnexpectedContentTypeError"),
    (GOOD[:-1], 200, "application/json", "ResponseDecodeError"),
    (GOOD.decode().encode("utf-16"), 200, "application/json", "ResponseDecodeError"),
    (b'{"name":"\xe9"}', 200, "application/json", "ResponseDecodeError"),
    (b"", 200, "application/json", "ResponseDecodeError"),
    (b"", 200, "", "ResponseDecodeError"),
    (b"", 204, "", "ResponseDecodeError"),
    (b"", 202, "", "ResponseDecodeError"),
    (b"<ok/>", 206, "application/xml", "UnexpectedContentTypeError"),
]


@pytest.mark.parametrize("mode", ["lenient", "strict", "raw"])
@pytest.mark.parametrize(("body", "status", "media", "expected"), UNREADABLE)
@both
def test_e6_what_is_no_json_is_an_error_in_every_mode(
    server: FaultServer,
    run: Run,
    body: bytes,
    status: int,
    media: str,
    expected: str,
    mode: str,
) -> None:
    server.then(body, status=status, media=media)
    with pytest.raises(errors.APIResponseError) as caught:
        run(server, Json[Home], mode)
    assert type(caught.value) is getattr(errors, expected)
    assert caught.value.status_code == status


@pytest.mark.parametrize("mode", ["lenient", "strict", "raw"])
@both
def test_e6_none_where_the_document_has_no_content(
    server: FaultServer, run: Run, mode: str
) -> None:
    cases = decoders.Results({"200": Json[Home], "204": decoders.Empty})
    server.then(b"", status=204, media="").then(b"", status=204, media="")
    assert run(server, cases, mode) is None
    assert run(server, decoders.Empty, mode) is None


@pytest.mark.parametrize("mode", ["lenient", "strict", "raw"])
@both
def test_e6_a_success_that_nothing_documents(
    server: FaultServer, run: Run, mode: str
) -> None:
    server.then(GOOD, status=299)
    with pytest.raises(errors.UnexpectedContentTypeError):
        run(server, decoders.Results({"200": Json[Home]}), mode)


@pytest.mark.parametrize("mode", ["lenient", "strict", "raw"])
@both
def test_e6_a_mark_at_the_start_is_ignored(
    server: FaultServer, run: Run, mode: str
) -> None:
    server.then(b"\xef\xbb\xbf" + GOOD, media="application/json; charset=utf-8")
    found = run(server, Json[Home], mode)
    assert (found["name"] if mode == "raw" else found.name) == "a"


@both
def test_c7_a_call_wins_over_its_client(server: FaultServer, run: Run) -> None:
    server.then(BAD)
    assert run(server, Json[Home], "strict", "lenient").state == "ajar"


def test_c1_a_mode_is_checked_when_it_is_given(server: FaultServer) -> None:
    clients = load("clients")
    for cls in (clients.BaseClient, clients.BaseAsyncClient):
        service = operation.Service("demo", "DEMO")
        with pytest.raises(ValueError, match="response_mode"):
            cls(service, response_mode="loose")
        made = cls(service, response_mode="strict")
        assert made._transport.settings.response_mode == "strict"
        again = made.with_options(response_mode="raw")
        assert again._transport.settings.response_mode == "raw"
    with pytest.raises(ValueError, match="response_mode"):
        call(server, Json[Home], per_call="loose")
    assert server.requests == []


def items(server: FaultServer, mode: str) -> list[Any]:
    """The items of a stream, read to the end."""
    transport = connect(server.url, response_mode=mode)
    try:
        return list(transport.stream(WATCH, Json[Home]))
    finally:
        transport.close()


def items_async(server: FaultServer, mode: str) -> list[Any]:
    """The same through the asynchronous transport."""

    async def main() -> list[Any]:
        transport = connect_async(server.url)
        options = {"response_mode": mode}
        try:
            stream = await transport.stream(WATCH, Json[Home], options=options)
            return [item async for item in stream]
        finally:
            await transport.aclose()

    return asyncio.run(main())


@pytest.mark.parametrize("read", [items, items_async], ids=["sync", "async"])
def test_e1_items_of_streams_too(server: FaultServer, read: Any) -> None:
    server.then(b"data: " + BAD + b"\n\ndata: [DONE]\n\n", media=EVENTS)
    (home,) = read(server, "lenient")
    assert list(home.drift) == TOLD
    (found,) = read(server, "raw")
    assert type(found) is dict and found["state"] == "ajar"
    with pytest.raises(errors.ResponseValidationError) as caught:
        read(server, "strict")
    assert list(caught.value.drift) == TOLD
    assert caught.value.status_code == 200


def test_e1_the_json_of_a_whole_response(server: FaultServer) -> None:
    server.then(BAD).then(b"[1").then(BAD).then(b"[1")
    plain = connect(server.url)
    raw = plain.raw
    whole = raw.call(READ, Json[Home])
    assert whole.json()["state"] == "ajar"
    assert whole.parse().drift
    with pytest.raises(errors.ResponseDecodeError) as caught:
        raw.call(READ, Json[Home]).json()
    assert (caught.value.status_code, caught.value.body) == (200, "[1")
    plain.close()

    async def main() -> None:
        transport = connect_async(server.url)
        whole = await transport.raw.call(READ, Json[Home])
        assert whole.json()["pets"] == [{"kind": "cat", "lives": "9", "fur": 1}]
        with pytest.raises(errors.ResponseDecodeError):
            (await transport.raw.call(READ, Json[Home])).json()
        await transport.aclose()

    asyncio.run(main())


ROWS: list[tuple[Any, list[tuple[str, str, str]]]] = [
    ({}, [("/name", "string", "nothing")]),
    (
        {"name": "a", "pets": [{"kind": "dog"}]},
        [("/pets/0/name", "string", "nothing")],
    ),
    (
        {"name": "a", "pets": [{"kind": "dog", "name": "b", "wild": True}]},
        [("/pets/0/wild", "nothing", "boolean")],
    ),
    ({"name": "a", "pets": {}}, [("/pets", "a valid array", "object")]),
    ({"name": "a", "pets": [7]}, [("/pets/0", "Cat or Dog", "integer")]),
    (
        {"name": "a", "by_name": {"~/": {"lives": 1}}},
        [("/by_name/~0~1/kind", "'cat'", "nothing")],
    ),
]


@pytest.mark.parametrize(("value", "expected"), ROWS)
def test_e1_paths_are_json_pointers(
    value: Any, expected: list[tuple[str, str, str]]
) -> None:
    found, told = lenient.read(Home, value)
    assert list(told) == expected
    assert list(found.drift) == expected


def test_e1_drift_stays_with_a_copy() -> None:
    home, told = lenient.read(Home, {"name": 1, "drift": "of snow"})
    copies = [
        pickle.loads(pickle.dumps(home)),
        copy.deepcopy(home),
        home.model_copy(),
    ]
    assert all(one.drift == told and one == home for one in copies)
    assert home.to_dict() == {"name": 1, "drift": "of snow"}
    assert (
        repr(home)
        == "Home(name=1, pets=None, state=None, by_name=None, drift='of snow')"
    )


def test_e1_a_hostile_answer_does_not_fill_the_memory() -> None:
    value = {"name": "a", "pets": [{"kind": "cat", "lives": "x"}] * 3000}
    home, told = lenient.read(Home, value)
    assert len(told) == len(home.drift) == drift.MOST
    assert len(home.pets) == 3000 and home.pets[2999].drift


def test_e1_no_type_is_built_twice() -> None:
    """Types are made into validators once, however many responses differ."""
    values = load("values")
    bad = {"name": 1, "pets": [{"kind": "cat", "lives": "x"}], "by_name": {"a": 1}}
    lenient.read(Home, bad)
    known = values.adapter.cache_info().currsize
    for _ in range(20):
        lenient.read(Home, bad)
    assert values.adapter.cache_info().currsize == known
