"""Planning the client: what an operation becomes, and that none is lost."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import black
import pytest

from generator.diagnostics import Sink
from generator.ir import Api
from generator.load import Source, load
from generator.lower import lower
from generator.name import NameOptions, Names, name
from generator.plan import client
from generator.plan.options import TargetOptions
from generator.render import render

GOLDEN = Path(__file__).parents[1] / "golden"
SPECS = sorted(path.name for path in GOLDEN.iterdir() if (path / "spec.yaml").is_file())
OK: dict[str, Any] = {"204": {"description": "Done."}}
JSON = "application/json"


def understood(source: Source) -> tuple[Api, Names]:
    sink = Sink()
    api = lower(load(source, sink), sink)
    return api, name(api, NameOptions("demo"))


def files(api: Api, names: Names) -> dict[str, str]:
    """The files of the client by path."""
    options = TargetOptions("demo", "DEMO", "spec.yaml")
    plans = client.plan(api, names, options, Sink())
    return {file.path: file.text for file in render(plans)}


@cache
def _api(text: str) -> tuple[Api, Names]:
    return understood(Source(data=text.encode()))


def resource(paths: dict[str, Any], **rest: Any) -> str:
    """The module of the only resource of a document with these paths."""
    info = {"title": "T", "version": "1"}
    document = {"openapi": "3.1.0", "info": info, "paths": paths, **rest}
    found = files(*_api(json.dumps(document)))
    (path,) = (
        path
        for path in found
        if path.count("/") == 1
        and path not in ("client/__init__.py", "client/client.py")
    )
    return found[path]


def operation(**facts: Any) -> dict[str, Any]:
    """An operation with a tag and an answer."""
    return {"tags": ["Pets"], "operationId": "feed", "responses": OK, **facts}


def constant(text: str) -> str:
    """The first `Operation(...)` of a module, on one line."""
    tree = ast.parse(text)
    found = [node for node in tree.body if isinstance(node, ast.Assign)]
    return ast.unparse(found[0].value)


def methods(text: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Class and method, overload stubs left out."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef)) and not (
                    item.name == "__init__"
                    or "overload" in map(ast.unparse, item.decorator_list)
                ):
                    yield node.name, item


def method(text: str, wanted: str = "feed") -> str:
    """Signature and statements of a synchronous method."""
    for owner, item in methods(text):
        if item.name == wanted and not owner.startswith("Async"):
            item.body = item.body[1:]
            return ast.unparse(item)
    raise KeyError(wanted)


@pytest.mark.parametrize("case", SPECS)
def test_no_operation_is_lost(case: str) -> None:
    api, names = understood(Source(GOLDEN / case / "spec.yaml"))
    found = files(api, names)
    for item in api.operations:
        given = names.operations[item.id]
        module = found[f"client/{given.resource.module}.py"]
        owners = [
            (owner, type(node))
            for owner, node in methods(module)
            if node.name == given.method
        ]
        stem = given.resource.class_name
        waits = ast.FunctionDef if item.pagination else ast.AsyncFunctionDef
        assert owners == [(stem, ast.FunctionDef), (f"Async{stem}", waits)]
    clients = found["client/client.py"]
    for group in names.resources:
        assert clients.count(f"def {group.attribute}(") == 2


@pytest.mark.parametrize("case", ["parameters", "security", "stream"])
def test_black_has_nothing_to_do(case: str) -> None:
    found = files(*understood(Source(GOLDEN / case / "spec.yaml")))
    for path, text in found.items():
        assert black.format_str(text, mode=black.Mode()) == text, path


def test_an_operation_without_anything() -> None:
    text = resource({"/feed": {"post": operation()}})
    assert constant(text) == "Operation('POST', '/feed')"
    assert method(text) == (
        "def feed(self, **options: Unpack[RequestOptions]) -> None:\n"
        "    return self._transport.call(FEED, Empty, options=options)"
    )


def test_an_answer_that_must_not_come_is_given_as_it_came() -> None:
    content = {JSON: {"schema": {"$ref": "#/components/schemas/Never"}}}
    answers = {"200": {"description": "ok", "content": content}}
    text = resource(
        {"/feed": {"get": operation(responses=answers)}},
        components={"schemas": {"Never": False}},
    )
    assert " -> object:" in method(text)
    assert "Json[Never]" in method(text)


def test_path_parameters_come_first_in_the_order_of_the_path() -> None:
    parameters = [
        {"name": "q", "in": "query", "required": True, "schema": {"type": "string"}},
        {"name": "b", "in": "path", "required": True, "schema": {"type": "string"}},
        {"name": "a", "in": "path", "required": True, "schema": {"type": "integer"}},
    ]
    text = resource({"/{a}/{b}": {"get": operation(parameters=parameters)}})
    assert method(text).startswith(
        "def feed(self, a: int, b: str, *, q: str, **options"
    )
    assert "path={'a': a, 'b': b}, query={'q': q}" in method(text)


def test_styles_that_are_not_the_usual_ones_are_told() -> None:
    schema = {"type": "array", "items": {"type": "string"}}
    parameters = [
        {"name": "a", "in": "query", "schema": schema},
        {"name": "b", "in": "query", "schema": schema, "explode": False},
        {"name": "c", "in": "query", "schema": schema, "style": "pipeDelimited"},
        {"name": "d", "in": "query", "content": {JSON: {"schema": schema}}},
        {"name": "e", "in": "header", "schema": schema, "explode": True},
        {"name": "f", "in": "query", "schema": schema, "allowReserved": True},
    ]
    text = resource({"/x": {"get": operation(parameters=parameters)}})
    assert constant(text) == (
        "Operation('GET', '/x', styles={'query:b': 'form', 'query:c': 'pipeDelimited', "
        "'query:d': 'json', 'header:e': 'simple explode', "
        "'query:f': 'form explode reserved'})"
    )


def body(schema: Any, media: str = JSON, required: bool = True) -> dict[str, Any]:
    return {"required": required, "content": {media: {"schema": schema}}}


RECORD = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string"},
        "id": {"type": "integer", "readOnly": True},
        "body": {"type": "boolean"},
    },
}


def test_properties_of_the_body_become_arguments() -> None:
    text = resource({"/x": {"post": operation(requestBody=body(RECORD))}})
    assert "*, name: str, body: bool | Omit=omit, **options" in method(text)
    assert "body={'name': name, 'body': body}" in method(text)
    optional = body(RECORD, required=False)
    text = resource({"/x": {"post": operation(requestBody=optional)}})
    assert "*, name: str | Omit=omit" in method(text)
    assert "has_optional_body=True" in constant(text)


@pytest.mark.parametrize(
    ("media", "schema", "expected"),
    [
        (JSON, {"type": "array", "items": {"type": "integer"}}, "body: list[int]"),
        ("text/plain", {"type": "string"}, "body: str"),
        ("image/png", {}, "body: BodyContent"),
        ("*/*", {}, "body: BodyContent, content_type: str | Omit=omit"),
    ],
)
def test_other_bodies_stay_whole(media: str, schema: Any, expected: str) -> None:
    text = resource({"/x": {"post": operation(requestBody=body(schema, media))}})
    assert f"*, {expected}, **options" in method(text)
    assert "body=body" in method(text)
    assert (f"BodyForm('{media}'" in constant(text)) is (media != JSON)
    assert ("files=('body',)" in constant(text)) is ("BodyContent" in expected)


def test_a_field_that_may_be_text_takes_text_beside_files() -> None:
    file = {"type": "string", "format": "binary"}
    schema = {
        "type": "object",
        "properties": {
            "a": {"anyOf": [file, {"type": "string"}]},
            "b": {"anyOf": [file, {"type": "null"}]},
        },
    }
    request = body(schema, "multipart/form-data")
    text = resource({"/x": {"post": operation(requestBody=request)}})
    assert "a: FileInput | str | Omit=omit" in method(text)
    assert "files=('b',)" in constant(text)


def test_files_may_be_given_in_several_forms() -> None:
    file = {"type": "string", "format": "binary"}
    both = {"anyOf": [file, {"type": "array", "items": file}]}
    schema = {"type": "object", "properties": {"a": file, "b": both}}
    request = body(schema, "multipart/form-data")
    text = resource({"/x": {"post": operation(requestBody=request)}})
    assert "a: FileInput | Omit=omit" in method(text)
    assert "b: FileInput | list[FileInput] | Omit=omit" in method(text)
    assert "files=('a', 'b')" in constant(text)
    listed = resource(
        {
            "/x": {"post": operation(requestBody=request)},
            "/y": {"get": operation(operationId="list")},
        }
    )
    assert "b: FileInput | builtins.list[FileInput] | Omit=omit" in method(listed)


def answer(*medias: str, schema: Any = None) -> dict[str, Any]:
    shape = {"type": "integer"} if schema is None else schema
    return {
        "description": "",
        "content": {media: {"schema": shape} for media in medias},
    }


RESULTS: list[tuple[dict[str, Any], str, str]] = [
    ({"200": answer(JSON)}, "int", "Json[int]"),
    ({"200": answer(JSON), "201": answer(JSON)}, "int", "Json[int]"),
    ({"200": answer(JSON, "application/xml", "text/html")}, "int", "Json[int]"),
    ({"200": answer("application/xml")}, "bytes", "Binary"),
    ({"200": answer("text/csv")}, "str", "Text"),
    ({"200": answer("image/*")}, "bytes", "Binary"),
    (
        {"200": answer(JSON, "text/plain")},
        "int | str",
        "Results[int | str]({'200 application/json': Json[int], '200 text/plain': Text})",
    ),
    (
        {"200": answer(JSON), **OK},
        "int | None",
        "Results[int | None]({'200': Json[int], '204': Empty})",
    ),
    ({"default": answer(JSON)}, "int", "Json[int]"),
    ({"302": {"description": ""}}, "None", "Empty"),
    ({"200": answer(JSON), "default": answer(JSON)}, "int", "Json[int]"),
]


@pytest.mark.parametrize(("responses", "returns", "result"), RESULTS)
def test_results(responses: dict[str, Any], returns: str, result: str) -> None:
    text = resource({"/x": {"get": operation(responses=responses)}})
    found = method(text)
    assert f"-> {returns}:" in found
    assert f"call(FEED, {result}, options" in found


def test_documented_errors_have_their_type() -> None:
    problem = {"type": "array", "items": {"type": "string"}}
    responses = {
        **OK,
        "404": {**answer(JSON, schema=problem), "description": "No such pet. Sorry."},
        "4XX": answer(JSON, schema={}),
        "default": {**answer(JSON, schema=problem), "description": "Anything else"},
    }
    text = resource({"/x": {"get": operation(responses=responses)}})
    assert (
        "errors={'404': (NotFoundError, list[str]), "
        "'default': (APIStatusError, list[str])}"
    ) in constant(text)
    assert (
        "        Raises:\n"
        "            NotFoundError: No such pet (404).\n"
        "            APIStatusError: See the status (4XX).\n"
        "            APIStatusError: Anything else.\n"
    ) in text


def test_a_default_answer_may_be_the_success() -> None:
    told = {"default": {**answer(JSON), "description": "All is well."}}
    text = resource({"/x": {"get": operation(responses=told)}})
    assert "Raises:" not in text and "APIStatusError" not in text


STREAM = {"text/event-stream": {"schema": {"type": "integer"}}}


def test_a_switch_in_the_body_makes_overloads() -> None:
    schema = {
        "type": "object",
        "properties": {
            "stream": {"type": ["boolean", "null"]},
            "n": {"type": "integer"},
        },
    }
    responses = {
        "200": {"description": "", "content": {**answer(JSON)["content"], **STREAM}}
    }
    facts = operation(requestBody=body(schema), responses=responses)
    text = resource({"/{id}": {"post": facts}}, components={})
    assert "stream: Literal[False] | None | Omit = omit" in text
    assert "stream: Literal[True]" in text
    assert text.count("    @overload\n") == 6
    assert "class PetFeedParams(RequestOptions):" in text
    assert "    n: NotRequired[int | Omit]\n" in text
    assert "        if stream:\n            return self._transport.stream(" in text


def test_a_stream_without_a_switch_has_a_method_of_its_own() -> None:
    responses = {
        "200": {"description": "", "content": {**answer(JSON)["content"], **STREAM}}
    }
    text = resource({"/x": {"get": operation(responses=responses)}})
    assert "call(FEED, Json[int], options" in method(text)
    assert "-> Stream[int]:" in method(text, "feed_stream")
    assert "stream(FEED, Json[int], options" in method(text, "feed_stream")
    taken = resource(
        {
            "/x": {"get": operation(responses=responses)},
            "/y": {"get": operation(operationId="feed_stream")},
        }
    )
    assert "-> Stream[int]:" in method(taken, "feed_stream_")


def test_deprecated_operations_say_so() -> None:
    text = resource({"/x": {"get": operation(deprecated=True)}})
    assert "    @deprecated('`feed` is deprecated.')\n".replace("'", '"') in text
    assert "        Deprecated.\n" in text


def test_a_long_notice_is_split_as_black_splits_it() -> None:
    name = "feed_" + "very_long_" * 7 + "name"
    text = resource({"/x": {"get": operation(operationId=name, deprecated=True)}})
    assert '    @deprecated(\n        "`feed_very_long_' in text
    assert black.format_str(text, mode=black.Mode()) == text


def test_an_idempotency_key_is_an_option() -> None:
    key = {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}}
    text = resource({"/x": {"post": operation(parameters=[key])}})
    assert "idempotency_header='Idempotency-Key'" in constant(text)
    assert "headers=" not in method(text)


def test_security_that_is_not_the_usual_one_is_told() -> None:
    schemes = {
        "key": {"type": "apiKey", "in": "query", "name": "k"},
        "basic": {"type": "http", "scheme": "basic"},
        "oauth": {"type": "oauth2", "flows": {}},
    }
    paths = {
        "/a": {"get": operation(operationId="a")},
        "/b": {"get": operation(operationId="b")},
        "/c": {
            "get": operation(operationId="c", security=[{"basic": [], "oauth": []}, {}])
        },
    }
    rest = {"security": [{"key": []}], "components": {"securitySchemes": schemes}}
    text = resource(paths, **rest)
    assert text.count("security=") == 1
    assert 'security=(("basic", "oauth"), ())' in text
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths,
    }
    clients = files(*_api(json.dumps({**document, **rest})))["client/client.py"]
    assert '"key": Scheme("query", key="k"),' in clients
    assert '"basic": Scheme("header", prefix="Basic "),' in clients
    assert '"oauth": Scheme("header", prefix="Bearer "),' in clients
    assert 'security=(("key",),),' in clients
    assert "api_key: CredentialSource | None = None," in clients


def test_a_fragment_in_a_path_is_not_sent() -> None:
    assert (
        constant(resource({"/x#one": {"get": operation()}})) == "Operation('GET', '/x')"
    )


def test_an_answer_to_head_has_no_content() -> None:
    text = resource({"/x": {"head": operation(responses={"200": answer(JSON)})}})
    assert "call(FEED, Empty, options" in method(text)
