"""Errors with documented bodies, and where a service says what went wrong."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict

from .client_runtime import SERVICE, connect, connect_async, errors, load, settings_for
from .fault_server import EVENTS, FaultServer

decoders = load("decoders")
operation = load("operation")
shapes = load("error_shape")
transport = load("transport")
ErrorShape = shapes.ErrorShape
Json = decoders.Json
NO_RETRIES = {"max_retries": 0}


class Problem(BaseModel):
    """A body of errors."""

    model_config = ConfigDict(extra="allow")

    title: str
    kind: Literal["a", "b"] | None = None


class ProblemStatusError(errors.APIStatusError):
    """Any failure with it."""


class ProblemNotFoundError(ProblemStatusError, errors.NotFoundError):
    """404 with it."""


class ProblemInternalServerError(ProblemStatusError, errors.InternalServerError):
    """500 with it."""


RANGES = operation.Operation(
    "POST",
    "/x",
    errors={
        "404": (ProblemNotFoundError, Problem),
        "409": (errors.ConflictError, list[Problem]),
        "4XX": (ProblemStatusError, Problem),
        "default": (ProblemStatusError, Problem),
    },
)
GOOD = b'{"title":"no"}'


def caught(server: FaultServer, **client: Any) -> Any:
    """The error of a call through a new synchronous transport."""
    made = connect(server.url, **client)
    try:
        with pytest.raises(errors.APIError) as found:
            made.call(RANGES, Json[int], options=NO_RETRIES)
        return found.value
    finally:
        made.close()


def caught_async(server: FaultServer, **client: Any) -> Any:
    """The same through the asynchronous transport."""

    async def main() -> Any:
        made = connect_async(server.url, **client)
        try:
            with pytest.raises(errors.APIError) as found:
                await made.call(RANGES, Json[int], options=NO_RETRIES)
            return found.value
        finally:
            await made.aclose()

    return asyncio.run(main())


both = pytest.mark.parametrize("run", [caught, caught_async], ids=["sync", "async"])
Run = Callable[..., Any]

CLASSES = [
    (404, [ProblemNotFoundError, errors.NotFoundError, ProblemStatusError]),
    (429, [ProblemStatusError, errors.RateLimitError]),
    (418, [ProblemStatusError]),
    (500, [ProblemInternalServerError, errors.InternalServerError]),
    (501, [ProblemInternalServerError]),
    (503, [ProblemInternalServerError, errors.ServiceUnavailableError]),
    (302, [ProblemStatusError]),
]


@pytest.mark.parametrize(("status", "expected"), CLASSES)
@both
def test_e4_a_documented_body_and_its_status_both_tell_the_class(
    server: FaultServer, run: Run, status: int, expected: list[Any]
) -> None:
    server.then(GOOD, status=status)
    error = run(server)
    assert all(isinstance(error, cls) for cls in expected)
    assert isinstance(error, errors.status_error_class(status))
    assert (error.body, error.status_code) == (Problem(title="no"), status)
    again = run(server)
    assert type(again) is type(error)


@pytest.mark.parametrize("status", [status for status, _ in CLASSES])
def test_e5_errors_with_documented_bodies_pickle_and_copy(
    server: FaultServer, status: int
) -> None:
    server.then(GOOD, status=status, headers=[("X-Request-Id", "r")])
    error = caught(server)
    for one in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert type(one) is type(error)
        assert (one.body, str(one)) == (error.body, f"{status} no (request r)")


class OtherStatusError(errors.APIStatusError):
    """A body for which no class of statuses was written down."""


def test_e5_classes_that_nobody_wrote_down_pickle_too() -> None:
    made = errors.documented_error_class(OtherStatusError, 503)
    assert made is errors.documented_error_class(OtherStatusError, 503)
    assert issubclass(made, errors.documented_error_class(OtherStatusError, 500))
    error = errors.with_body(made("x", status_code=503), {"a": 1})
    text = pickle.dumps(error).replace(b"OtherStatusError", b"AloneStatusError")
    for again in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert type(again) is made and again.body == {"a": 1}
    elsewhere = pickle.loads(text)  # where that class has not been made yet
    assert isinstance(elsewhere, AloneStatusError)
    assert isinstance(elsewhere, errors.ServiceUnavailableError)


class AloneStatusError(errors.APIStatusError):
    """Another."""


OTHER = [
    (b'{"message":"a gateway says no"}', {"message": "a gateway says no"}),
    (b'"no"', "no"),
    (b"[]", []),
    (b"<html>", "<html>"),
    (b'{"title":', '{"title":'),
    (b"", None),
]


@pytest.mark.parametrize(("body", "expected"), OTHER)
@both
def test_e4_what_is_not_as_documented_has_the_class_of_its_status(
    server: FaultServer, run: Run, body: bytes, expected: object
) -> None:
    server.then(body, status=404)
    error = run(server)
    assert type(error) is errors.NotFoundError
    assert error.body == expected


@both
def test_e4_a_body_without_a_name(server: FaultServer, run: Run) -> None:
    server.then(b'[{"title":"no"}]', status=409)
    error = run(server)
    assert type(error) is errors.ConflictError
    assert error.body == [Problem(title="no")]


@both
def test_e4_a_new_value_in_an_error_is_kept(server: FaultServer, run: Run) -> None:
    server.then(b'{"title":"no","kind":"c"}', status=404)
    error = run(server)
    assert type(error) is ProblemNotFoundError
    assert error.body.kind == "c"
    told = load("drift").drift_of(error.body)
    assert told == (("/kind", "'a' or 'b'", "string"),)
    for mode in ("strict", "raw"):
        other = run(server, response_mode=mode)
        assert type(other) is errors.NotFoundError
        assert other.body == {"title": "no", "kind": "c"}


@both
def test_e1_raw_errors_have_no_models(server: FaultServer, run: Run) -> None:
    server.then(GOOD, status=404)
    error = run(server, response_mode="raw")
    assert type(error) is errors.NotFoundError
    assert (error.body, error.message) == ({"title": "no"}, "no")


def test_e5_a_text_in_its_own_charset(server: FaultServer) -> None:
    server.then(
        "<p>é".encode("latin-1"), status=502, media="text/html; charset=latin-1"
    )
    assert caught(server).body == "<p>é"


DETAILS: list[tuple[Any, tuple[Any, ...]]] = [
    (
        {"error": {"message": "m", "type": "t", "code": "c", "param": "p"}},
        ("m", "t", "c", "p"),
    ),
    ({"message": "m", "code": 7}, ("m", None, 7, None)),
    ({"error": "invalid_grant", "error_description": "m"}, ("m", None, None, None)),
    ({"error": "invalid_grant"}, ("invalid_grant", None, None, None)),
    (
        {"type": "https://x/out", "title": "Out", "detail": "m", "status": 403},
        ("m", "https://x/out", None, None),
    ),
    ({"type": "about:blank", "title": "m"}, ("m", "about:blank", None, None)),
    ({"detail": [{"loc": ["body"], "msg": "bad"}]}, ("Whatever", None, None, None)),
    ([1], ("Whatever", None, None, None)),
]


@pytest.mark.parametrize(("body", "expected"), DETAILS)
def test_e5_what_an_error_tells(
    server: FaultServer, body: Any, expected: tuple[Any, ...]
) -> None:
    """Problem details (RFC 9457) among it."""
    server.then(json.dumps(body).encode(), status=403, media="application/problem+json")
    error = caught(server)
    assert (error.message, error.type, error.code, error.param) == expected


OWN = ErrorShape(
    message=("/faults/0/te~1xt",),
    type=("/faults/0/kind",),
    code=("/faults/0/number", "/number"),
    param=("/at",),
    status=("/http",),
    events=("failure",),
    members=("faults",),
    types=("broken",),
    statuses={"slow": 429, "17": 404},
)
FAULT = {"faults": [{"te/xt": "m", "kind": "slow", "number": 1}], "at": "p"}


def test_s8_a_service_may_tell_it_elsewhere(server: FaultServer) -> None:
    server.then(json.dumps(FAULT).encode(), status=418)
    error = caught(server, service=replace(SERVICE, errors=OWN))
    assert (error.message, error.type, error.code, error.param) == ("m", "slow", 1, "p")
    again = pickle.loads(pickle.dumps(error))
    assert (again.type, again.code, again.param) == ("slow", 1, "p")


def test_e5_details_of_a_model_go_by_their_names_on_the_wire() -> None:
    class Fault(BaseModel):
        """A body whose attribute has another name."""

        kind_: str

    Fault.model_fields["kind_"].serialization_alias = "kind"
    Fault.model_rebuild(force=True)
    shape = ErrorShape(type=("/kind",))
    error = errors.with_body(errors.APIStatusError("x"), Fault(kind_="k"), shape)
    assert error.type == "k"


WATCH = operation.Operation("GET", "/x", sentinel="[DONE]")
USUAL = shapes.USUAL
EVENT_ROWS: list[tuple[Any, str, Any, str]] = [
    (USUAL, "", {"error": {"message": "m", "code": 429}}, "RateLimitError"),
    (USUAL, "", {"error": {"message": "m", "status": "503"}}, "ServiceUnavailableError"),
    (USUAL, "", {"type": "error", "message": "m"}, "StreamErrorEvent"),
    (USUAL, "error", {"title": "m", "status": 404}, "NotFoundError"),
    (USUAL, "error", {"message": "m", "code": 17}, "StreamErrorEvent"),
    (OWN, "failure", {"faults": [{"te/xt": "m"}]}, "StreamErrorEvent"),
    (OWN, "", FAULT, "RateLimitError"),
    (OWN, "", {"type": "broken", "faults": [{"te/xt": "m"}], "http": 401},
     "AuthenticationError"),
    (OWN, "", {"type": "broken", "number": 17}, "NotFoundError"),
]  # fmt: skip


def streamed(server: FaultServer, shape: Any) -> list[Any]:
    """The items of a stream, read to the end."""
    service = replace(SERVICE, errors=shape)
    made = transport.Transport(settings_for(server.url, service))
    try:
        return list(made.stream(WATCH, Json[dict[str, Any]]))
    finally:
        made.close()


def streamed_async(server: FaultServer, shape: Any) -> list[Any]:
    """The same through the asynchronous transport."""

    async def main() -> list[Any]:
        made = connect_async(server.url, service=replace(SERVICE, errors=shape))
        try:
            stream = await made.stream(WATCH, Json[dict[str, Any]])
            return [item async for item in stream]
        finally:
            await made.aclose()

    return asyncio.run(main())


both_streams = pytest.mark.parametrize(
    "read", [streamed, streamed_async], ids=["sync", "async"]
)


def event(name: str, value: object) -> bytes:
    start = f"event: {name}\n" if name else ""
    return f"{start}data: {json.dumps(value)}\n\n".encode()


@pytest.mark.parametrize(("shape", "name", "value", "expected"), EVENT_ROWS)
@both_streams
def test_s8_events_that_report_an_error(
    server: FaultServer, read: Any, shape: Any, name: str, value: Any, expected: str
) -> None:
    server.then(event(name, value), media=EVENTS, headers=[("X-Request-Id", "r")])
    with pytest.raises(getattr(errors, expected)) as found:
        read(server, shape)
    error = found.value
    assert type(error) is getattr(errors, expected)
    assert (error.body, error.request_id) == (value, "r")
    told = "the server reported an error in the stream"
    assert error.message == ("m" if '"m"' in json.dumps(value) else told)


@both_streams
def test_s8_what_reports_nothing_is_an_item(server: FaultServer, read: Any) -> None:
    """The usual shapes no longer count where the service has its own."""
    values = [{"error": "e"}, {"type": "error"}, {"faults": None}, {"of": ["faults"]}]
    data = b"".join(event("", value) for value in values) + event("error", {})
    server.then(data, b"data: [DONE]\n\n", media=EVENTS)
    assert read(server, OWN) == [*values, {}]
