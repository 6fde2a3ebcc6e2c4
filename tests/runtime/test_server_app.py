"""Routes and answers of the server runtime: V1, V2, V5 and V8."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from pydantic import BaseModel
from starlette.applications import Starlette
from starlette.routing import Mount

from .server_runtime import Violation, request, server


class Pet(BaseModel):
    """A model with a required property that may be null, and an optional one."""

    name: str | None
    age: int | None = None


class Handlers:
    """Answers with what the test wants."""

    def __init__(self, result: object = None) -> None:
        self.result = result

    async def get(self, context: Any, **arguments: Any) -> object:
        """Return or raise."""
        if isinstance(self.result, Exception):
            raise self.result
        if callable(self.result):
            return self.result(context)
        return self.result or {"operation": context.operation, **arguments}


JSON = [server.Answer(200, "application/json")]


def endpoint(path: str, method: str = "GET", *names: str, **facts: Any) -> Any:
    """An endpoint whose path parameters are given to the handler."""
    parameters = [server.Parameter(name, "path", name, str) for name in names]
    more = facts.pop("codec", {})
    facts.setdefault("answers", JSON)
    return server.Endpoint(
        f"{method} {path}",
        method,
        path,
        facts.pop("handler", "get"),
        lambda: server.Codec(parameters=parameters, **more),
        **facts,
    )


def make_app(*endpoints: Any, result: object = None, **options: Any) -> Any:
    """An application of these endpoints."""
    made = server.ServerOptions(**options)
    routes = server.build_routes([(Handlers(result), endpoints)], options=made)
    return server.build_app(routes, made)


PATHS = make_app(
    endpoint("/pets/{id}", "GET", "id"),
    endpoint("/pets/mine"),
    endpoint("/pets/{id}", "DELETE", "id"),
    endpoint("/pets/{id}.json", "GET", "id"),
    endpoint("/{any}/mine", "POST", "any"),
    endpoint("/v1/{a-b}:{c}", "GET", "a-b", "c"),
    endpoint("/find?by=name"),
    endpoint("/find?by=tag"),
    endpoint("/find"),
    endpoint("/a b/ü"),
)


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/pets/7", {"operation": "GET /pets/{id}", "id": "7"}),
        ("GET", "/pets/mine", {"operation": "GET /pets/mine"}),
        ("DELETE", "/pets/mine", {"operation": "DELETE /pets/{id}", "id": "mine"}),
        ("POST", "/pets/mine", {"operation": "POST /{any}/mine", "any": "pets"}),
        ("GET", "/pets/7.json", {"operation": "GET /pets/{id}.json", "id": "7"}),
        ("GET", "/pets/a%2Fb", {"operation": "GET /pets/{id}", "id": "a/b"}),
        (
            "GET",
            "/v1/x:y",
            {"operation": "GET /v1/{a-b}:{c}", "a-b": "x", "c": "y"},
        ),
        ("GET", "/find?by=tag&x=1", {"operation": "GET /find?by=tag"}),
        ("GET", "/find?by=other", {"operation": "GET /find"}),
        ("GET", "/a%20b/%C3%BC", {"operation": "GET /a b/ü"}),
    ],
)
def test_routing(method: str, path: str, expected: object) -> None:
    assert request(PATHS, method, path).json() == expected


@pytest.mark.parametrize("path", ["/", "/pets", "/pets/", "/pets/7/", "/pets/7/x"])
def test_404_in_the_error_body(path: str) -> None:
    answer = request(PATHS, "GET", path)
    assert answer.status_code == 404
    assert answer.json()["error"]["type"] == "invalid_request_error"
    assert answer.headers["x-request-id"]


def test_405_in_the_error_body_with_all_methods_of_the_path() -> None:
    answer = request(PATHS, "PUT", "/pets/mine")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "DELETE, GET, POST"
    assert answer.json()["error"]["message"] == "Method Not Allowed."


def test_head_is_served_by_get() -> None:
    answer = request(PATHS, "HEAD", "/pets/7")
    assert (answer.status_code, answer.content) == (200, b"")


def test_prefix_and_mount() -> None:
    app = make_app(endpoint("/x"), prefix="/v1/")
    assert request(app, "GET", "/v1/x").status_code == 200
    assert request(app, "GET", "/x").status_code == 404
    routes = server.build_routes([(Handlers(), [endpoint("/x")])])
    mounted = Starlette(routes=[Mount("/api", routes=routes)])
    assert request(mounted, "GET", "/api/x").status_code == 200


def test_two_endpoints_at_one_address_are_refused() -> None:
    with pytest.raises(ValueError, match="GET /x"):
        make_app(endpoint("/x"), endpoint("/x"))


@pytest.mark.parametrize("handlers", [None, object()])
def test_501_without_handler_or_method(handlers: object) -> None:
    routes = server.build_routes([(handlers, [endpoint("/x")])])
    answer = request(server.build_app(routes), "GET", "/x")
    assert answer.status_code == 501
    assert answer.json()["error"]["code"] == "not_implemented"


def test_unimplemented_raised_by_a_base_class_is_501() -> None:
    app = make_app(endpoint("/x"), result=server.Unimplemented("getX"))
    answer = request(app, "GET", "/x")
    assert answer.status_code == 501
    assert "getX" in answer.json()["error"]["message"]


def test_unknown_exception_is_500_without_details(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = request(
            make_app(endpoint("/x"), result=KeyError("secret")), "GET", "/x"
        )
    assert answer.status_code == 500
    assert answer.json()["error"]["type"] == "server_error"
    assert "secret" not in answer.text
    assert "secret" in caplog.text


@pytest.mark.parametrize(
    ("error", "status", "body"),
    [
        (server.NotFound(Pet(name=None)), 404, {"name": None}),
        (server.HTTPError(418, {"tea": True}), 418, {"tea": True}),
        (
            server.BadRequest("no", param="suffix", code="unsupported"),
            400,
            {
                "error": {
                    "message": "no",
                    "type": "invalid_request_error",
                    "param": "suffix",
                    "code": "unsupported",
                }
            },
        ),
    ],
)
def test_errors_carry_a_model_or_a_message(
    error: Exception, status: int, body: object
) -> None:
    answer = request(make_app(endpoint("/x"), result=error), "GET", "/x")
    assert (answer.status_code, answer.json()) == (status, body)


@pytest.mark.parametrize("kind", ["TooManyRequests", "ServiceUnavailable"])
def test_retry_after_is_in_whole_seconds(kind: str) -> None:
    error = getattr(server, kind)(retry_after=0.2, headers={"x-a": "b"})
    answer = request(make_app(endpoint("/x"), result=error), "GET", "/x")
    assert (answer.headers["retry-after"], answer.headers["x-a"]) == ("1", "b")


def test_models_are_sent_as_they_were_set() -> None:
    for pet, text in (
        (Pet(name=None), '{"name":null}'),
        (Pet(name="a", age=None), '{"name":"a","age":null}'),
        ([Pet(name="a")], '[{"name":"a"}]'),
        ({"pets": [Pet(name="a")]}, '{"pets":[{"name":"a"}]}'),
    ):
        answer = request(make_app(endpoint("/x"), result=pet), "GET", "/x")
        assert answer.text == text
        assert answer.headers["content-type"] == "application/json"


def test_status_and_headers_from_the_context() -> None:
    def result(context: Any) -> object:
        context.status = 201
        context.response_headers["location"] = "/x/1"
        return {"id": 1}

    app = make_app(
        endpoint("/x", answers=[*JSON, server.Answer(201, "application/json")]),
        result=result,
    )
    answer = request(app, "GET", "/x")
    assert (answer.status_code, answer.headers["location"]) == (201, "/x/1")


@pytest.mark.parametrize(
    ("result", "status", "media"),
    [
        (b"\x00", 200, "application/octet-stream"),
        ("text", 200, "text/plain; charset=utf-8"),
        (Pet(name="a"), 200, "application/json"),
        (lambda context: None, 204, None),
    ],
)
def test_answer_by_the_type_of_the_result(
    result: object, status: int, media: str | None
) -> None:
    answers = [
        server.Answer(200, "text/plain"),
        server.Answer(200, "application/json"),
        server.Answer(200, "application/octet-stream"),
        server.Answer(204),
    ]
    if isinstance(result, bytes):
        answers = [answers[2]]
    answer = request(
        make_app(endpoint("/x", answers=answers), result=result), "GET", "/x"
    )
    assert answer.status_code == status
    assert answer.headers.get("content-type") == media


def test_answer_by_the_model_of_the_result() -> None:
    class Other(BaseModel):
        name: str

    answers = [*JSON, server.Answer(202, "application/json")]
    models = {"200 application/json": Other, "202 application/json": Pet}
    for result, status in ((Pet(name="a"), 202), (Other(name="a"), 200), ({}, 200)):
        shown = endpoint("/x", answers=answers, codec={"models": models})
        answer = request(make_app(shown, result=result), "GET", "/x")
        assert answer.status_code == status


def test_none_is_content_only_where_null_is_documented() -> None:
    def nothing(context: Any) -> None:
        return None

    assert (
        request(make_app(endpoint("/x"), result=nothing), "GET", "/x").status_code
        == 500
    )
    nullable = [server.Answer(200, "application/json", nullable=True)]
    app = make_app(endpoint("/x", answers=nullable), result=nothing)
    assert request(app, "GET", "/x").text == "null"


def test_answers_are_checked_when_asked_for() -> None:
    checks = {
        "200 application/json": lambda value: [Violation("/a", "type", "is wrong")]
    }
    for asked, status in ((True, 500), (False, 200)):
        app = make_app(
            endpoint("/x", codec={"checks": checks}), validate_responses=asked
        )
        assert request(app, "GET", "/x").status_code == status


def test_request_id_is_taken_over_if_it_is_harmless() -> None:
    app = make_app(endpoint("/x"))
    sent = {"x-request-id": "abc-1"}
    assert request(app, "GET", "/x", headers=sent).headers["x-request-id"] == "abc-1"
    odd = {"x-request-id": "a b<"}
    assert (
        request(app, "GET", "/x", headers=odd)
        .headers["x-request-id"]
        .startswith("req_")
    )


def test_middleware_sees_operation_and_template() -> None:
    seen: list[object] = []

    class Watch:
        def __init__(self, app: Any) -> None:
            self.app = app

        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            await self.app(scope, receive, send)
            seen.append((scope["oasmith.operation"], scope["oasmith.path"]))

    app = make_app(endpoint("/pets/{id}", "GET", "id"))
    app.add_middleware(Watch)
    request(app, "GET", "/pets/7")
    assert seen == [("GET /pets/{id}", "/pets/{id}")]


def test_codec_is_made_at_the_first_request_only() -> None:
    made: list[int] = []

    def codec() -> Any:
        made.append(1)
        return server.Codec()

    app = make_app(server.Endpoint("x", "GET", "/x", "get", codec, JSON))
    assert made == []
    request(app, "GET", "/x")
    request(app, "GET", "/x")
    assert made == [1]
