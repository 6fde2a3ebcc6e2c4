"""Bodies of requests (V4 and V5): limits, media types, JSON, forms, error bodies."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from .server_runtime import Violation, load, request, server


class Ask(BaseModel):
    """A request."""

    model_config = ConfigDict(strict=True, extra="allow")

    prompt: str | list[int]
    n: int | None = None


class Form(BaseModel):
    """A form with a file."""

    model_config = ConfigDict(strict=True)

    name: str
    n: int | None = None
    tags: list[str] | None = None
    meta: dict[str, Any] | None = None
    file: bytes | None = None


def check(value: Any) -> list[Any] | None:
    """Violations of `Ask`."""
    if "prompt" not in value:
        return [Violation("/prompt", "required", "is required")]
    if value["prompt"] == [1, "a"]:
        return [Violation("/prompt/1", "type", "expected an integer")]
    return None


def check_form(value: Any) -> list[Any] | None:
    """Stands in for a generated validator of a form, which takes files for texts."""
    found: list[Any] = []
    for name in ("file", "a/b"):
        if name in value and value[name] == "":
            path = "/" + name.replace("/", "~1")
            found.append(Violation(path, "minLength", "is too short"))
    if "" in value.get("tags", ()):
        at = value["tags"].index("")
        found.append(Violation(f"/tags/{at}", "minLength", "is too short"))
    if len(value.get("name", "")) > 3:
        found.append(Violation("/name", "maxLength", "is longer than 3"))
    return found or None


class Handlers:
    """Tells what it was given."""

    seen: Any = None

    async def json(self, request: Any, context: Any) -> Any:
        """Echo a model."""
        self.seen = request
        return {"seen": request}

    async def raw(self, request: Any, context: Any) -> Any:
        """Take bytes."""
        self.seen = request


HANDLERS = Handlers()
FORM = server.FormBody(
    Form,
    server.Fields(
        {
            "n": server.Plain(("integer",)),
            "tags": server.Items(),
            "meta": server.JsonText(),
        }
    ),
    lambda value: check_form(value),
)


def codec(required: bool, **bodies: Any) -> Any:
    """A codec for bodies by media type."""
    return server.Codec(bodies=bodies["of"], body_required=required)


def make_app(**options: Any) -> Any:
    """An application with an operation per kind of body."""
    ok = (server.Answer(200, "application/json"),)
    json_body = {"application/json": server.JsonBody(Ask, check)}
    forms = {"multipart/form-data": FORM, "application/x-www-form-urlencoded": FORM}
    raw = {"image/*": server.RawBody(), "text/plain": server.TextBody()}
    table = [
        server.Endpoint(
            "json", "POST", "/json", "json", lambda: codec(True, of=json_body), ok
        ),
        server.Endpoint(
            "maybe", "POST", "/maybe", "json", lambda: codec(False, of=json_body), ok
        ),
        server.Endpoint(
            "form", "POST", "/form", "json", lambda: codec(True, of=forms), ok
        ),
        server.Endpoint(
            "raw",
            "POST",
            "/raw",
            "raw",
            lambda: codec(True, of=raw),
            (server.Answer(204),),
        ),
    ]
    made = server.ServerOptions(**options)
    return server.build_app(
        server.build_routes([(HANDLERS, table)], options=made), made
    )


def post(path: str, app: Any = None, **facts: Any) -> Any:
    """One POST to the application."""
    HANDLERS.seen = None
    return request(app or make_app(), "POST", path, **facts)


JSON = {"content-type": "application/json"}


def test_valid_body_reaches_the_handler_as_a_model() -> None:
    answer = post("/json", json={"prompt": [1, 2], "other": True})
    assert answer.status_code == 200
    assert isinstance(HANDLERS.seen, Ask)
    assert answer.json() == {"seen": {"prompt": [1, 2], "other": True}}


@pytest.mark.parametrize("number", ["4", "4.0", "0.4e1"])
def test_an_integer_is_one_however_it_is_written(number: str) -> None:
    content = f'{{"prompt": [1.0], "n": {number}}}'
    assert post("/json", content=content, headers=JSON).status_code == 200
    assert type(HANDLERS.seen.n) is int and HANDLERS.seen.n == 4
    assert HANDLERS.seen.prompt == [1]


def test_413_by_content_length() -> None:
    answer = post("/json", make_app(max_body_bytes=10), json={"prompt": "x" * 20})
    assert answer.status_code == 413
    assert answer.json()["error"]["type"] == "invalid_request_error"
    assert HANDLERS.seen is None


def test_413_counts_a_chunked_body_and_stops_there() -> None:
    given: list[int] = []

    async def chunks() -> AsyncIterator[bytes]:
        for number in range(1000):
            given.append(number)
            yield b" " * 100

    answer = post(
        "/json", make_app(max_body_bytes=1000), content=chunks(), headers=JSON
    )
    assert answer.status_code == 413
    assert len(given) < 20


@pytest.mark.parametrize(
    "media", ["text/plain", "application/xml", "", "multipart/form-data"]
)
def test_415_for_another_media_type(media: str) -> None:
    answer = post(
        "/json",
        content=b'{"prompt": "x"}',
        headers={"content-type": media} if media else {},
    )
    assert answer.status_code == 415
    assert "application/json" in answer.json()["error"]["message"]


def test_415_for_a_compressed_body_and_another_charset() -> None:
    for headers in (
        {**JSON, "content-encoding": "gzip"},
        {"content-type": "application/json; charset=utf-16"},
    ):
        assert post("/json", content=b"{}", headers=headers).status_code == 415


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b'{"prompt": NaN}',
        b'{"prompt": -Infinity}',
        b"\xff",
        b'{"prompt": "\xff"}',
        b'{"prompt": "\\ud800"}',
        b"[" * 100_000,
        b'{"prompt": ' + b"[" * 300 + b"]" * 300 + b"}",
        b'{"n": ' + b"1" * 5000 + b"}",
    ],
)
def test_400_for_what_is_not_json(body: bytes) -> None:
    answer = post("/json", content=body, headers=JSON)
    assert answer.status_code == 400
    assert set(answer.json()["error"]) == {"message", "type", "param", "code"}


def test_400_names_the_place_and_never_echoes_the_value() -> None:
    answer = post("/json", json={"prompt": [1, "a"]})
    assert (answer.status_code, answer.json()) == (
        400,
        {
            "error": {
                "message": "Invalid value for 'prompt[1]': expected an integer.",
                "type": "invalid_request_error",
                "param": "prompt[1]",
                "code": "invalid_type",
            }
        },
    )
    assert HANDLERS.seen is None


def test_400_for_a_missing_property() -> None:
    error = post("/json", json={}).json()["error"]
    assert error["param"] == "prompt"
    assert error["code"] == "missing_required_parameter"


def test_400_for_what_only_the_model_refuses() -> None:
    error = post("/json", json={"prompt": "x", "n": "5"}).json()["error"]
    assert (error["param"], error["code"]) == ("n", "invalid_type")
    assert "5" not in error["message"]


def test_a_required_body_must_be_there_an_optional_one_need_not() -> None:
    assert post("/json").json()["error"]["code"] == "missing_body"
    assert post("/json", content=b"", headers=JSON).status_code == 400
    assert post("/maybe").json() == {"seen": None}


def test_error_body_is_pluggable() -> None:
    app = make_app(
        render_error=lambda problem: {
            "title": problem.message,
            "status": problem.status,
            "errors": [item.path for item in problem.violations],
        },
        error_media_type="application/problem+json",
    )
    answer = post("/json", app, json={})
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {
        "title": "Missing required parameter: 'prompt'.",
        "status": 400,
        "errors": ["/prompt"],
    }


def test_urlencoded_form() -> None:
    answer = post("/form", data={"name": "a b", "n": "3", "tags": ["x", "y"]})
    assert answer.json() == {"seen": {"name": "a b", "n": 3, "tags": ["x", "y"]}}


def test_multipart_form_with_a_file() -> None:
    answer = post(
        "/form",
        data={"name": "ü", "tags[]": ["x"], "meta": '{"a": [1]}'},
        files={"file": ('a"b.txt', b"\r\n--\x00\r\n", "application/x-thing")},
    )
    assert answer.status_code == 200
    seen = HANDLERS.seen
    assert (seen.name, seen.tags, seen.meta) == ("ü", ["x"], {"a": [1]})
    assert seen.file == b"\r\n--\x00\r\n"
    assert isinstance(seen.file, server.Upload)
    assert (seen.file.filename, seen.file.content_type) == (
        'a"b.txt',
        "application/x-thing",
    )


def test_form_fields_are_checked() -> None:
    error = post("/form", data={"name": "a", "n": "many"}).json()["error"]
    assert error["param"] == "n"
    error = post("/form", data={"name": "long", "n": "1"}).json()["error"]
    assert error["message"] == "Invalid value for 'name': is longer than 3."


def test_fields_beside_files_are_checked_and_files_are_not() -> None:
    files = {"file": ("a", b"1"), "a/b": ("a", b"1")}
    error = post("/form", data={"name": "long"}, files=files).json()["error"]
    assert error["message"] == "Invalid value for 'name': is longer than 3."
    assert post("/form", data={"name": "ok"}, files=files).status_code == 200
    tags = [("tags", (None, "x")), ("tags", (None, ""))]
    error = post("/form", data={"name": "ok"}, files=tags).json()["error"]
    assert error["param"] == "tags[1]"


def test_deep_forms_are_400() -> None:
    media = {"content-type": "application/x-www-form-urlencoded"}
    for body in (
        b"name=x&other" + b"[a]" * 5000 + b"=1",
        b"name=x&meta=" + b"[" * 90 + b"]" * 90,
    ):
        answer = post("/form", make_app(max_json_depth=50), content=body, headers=media)
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "invalid_form"


@pytest.mark.parametrize(
    ("media", "body"),
    [
        ("multipart/form-data", b"--x--"),
        ("multipart/form-data; boundary=x", b"--y--"),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\nno headers\r\n--x--"),
        ("multipart/form-data; boundary=x", b"--x" + b"\r\n\r\n--x" * 1200 + b"--"),
        ("application/x-www-form-urlencoded", b"&".join([b"a=1"] * 100_000)),
        ("application/x-www-form-urlencoded", b"a=%ff"),
        ("application/x-www-form-urlencoded", b"a=1&a[b]=2"),
        ("application/x-www-form-urlencoded", b"name=x&meta={"),
    ],
)
def test_malformed_forms_are_400(media: str, body: bytes) -> None:
    answer = post("/form", content=body, headers={"content-type": media})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "invalid_form"


def test_raw_and_text_bodies() -> None:
    answer = post("/raw", content=b"\x89PNG", headers={"content-type": "image/png"})
    assert (answer.status_code, answer.content, HANDLERS.seen) == (204, b"", b"\x89PNG")
    latin = {"content-type": "text/plain; charset=latin-1"}
    post("/raw", content="ü".encode("latin-1"), headers=latin)
    assert HANDLERS.seen == "ü"
    assert post("/raw", content=b"\xff", headers={"content-type": "text/plain"}).json()


@pytest.mark.parametrize(
    ("pointer", "path"),
    [
        ("", ""),
        ("/prompt/1", "prompt[1]"),
        ("/a/b/0/c", "a.b[0].c"),
        ("/a~1b/m~0n", "a/b.m~n"),
        ("/0", "[0]"),
    ],
)
def test_pointers_are_told_as_people_write_them(pointer: str, path: str) -> None:
    assert load("renderers").parameter_path(pointer) == path


def test_json_is_parsed_once_by_each_reader_and_stays_the_same() -> None:
    text = '{"prompt": "\\u00fc", "big": 123456789012345678901234567890}'
    answer = post("/json", content=text.encode(), headers=JSON)
    assert answer.json() == {"seen": json.loads(text)}
