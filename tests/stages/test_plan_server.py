"""The server target: every operation has a handler and a route, and they work."""

from __future__ import annotations

import asyncio
import datetime
import inspect
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import black
import httpx2
import pytest
from black.mode import Mode, TargetVersion

from generator.diagnostics import Sink

from .server_support import imported, server_texts, understood

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("OASMITH_DATA", ROOT.parent / "shared" / "data"))
REAL = DATA / "openai" / "openapi.yaml"

PETS = """
openapi: 3.2.0
info: {title: Pets, version: "1"}
security: [{"api key": []}]
tags: [{name: Security, description: 'About \"\"\" security \\'}]
paths:
  /pets/{pet-id}:
    parameters:
      - {name: pet-id, in: path, required: true, schema: {type: integer, minimum: 1}}
    get:
      operationId: getPet
      tags: [Security]
      summary: Get `\"\"\"` a pet.
      parameters:
        - {name: context, in: query, schema: {type: string}}
        - {name: request, in: header, schema: {type: array, items: {type: integer}}}
        - {name: from, in: query, schema: {type: boolean, default: true}}
        - name: filter
          in: query
          style: deepObject
          explode: true
          schema:
            type: object
            properties: {a: {type: integer}, b: {type: array, items: {type: number}}}
        - {name: kind, in: query, schema: {enum: [a, b], default: b}}
        - {name: when, in: query, schema: {type: string, format: date-time}}
        - name: many
          in: query
          schema: {anyOf: [{type: string}, {type: array, items: {type: string}}]}
        - name: meta
          in: query
          content:
            application/json:
              schema: {type: object, additionalProperties: {type: integer}}
      responses:
        "200": {$ref: "#/components/responses/Pet"}
        "404": {description: Not there., content: {application/json: {}}}
        default: {description: Something else.}
    delete:
      operationId: deletePet
      deprecated: true
      tags: [Security]
      security: []
      responses: {"204": {description: Gone.}}
    put:
      tags: [Security]
      security: [{}, {"api key": [], basic: []}]
      requestBody:
        content:
          application/json: {schema: {$ref: "#/components/schemas/Pet"}}
          multipart/form-data:
            schema:
              type: object
              required: [photo]
              properties:
                photo: {type: string, format: binary}
                n: {type: integer}
                tags: {type: array, items: {type: string}}
          image/*: {}
      responses:
        "200": {$ref: "#/components/responses/Pet"}
        "202": {description: Later.}
  /events:
    get:
      operationId: events
      tags: [Options]
      security: []
      responses:
        "200":
          description: Events.
          content:
            text/event-stream: {itemSchema: {$ref: "#/components/schemas/Pet"}}
  /maybe:
    post:
      operationId: maybe
      tags: [Options]
      security: []
      requestBody:
        required: true
        content: {application/json: {schema: {type: array, items: {type: integer}}}}
      responses:
        "200":
          description: Maybe.
          content: {application/json: {schema: {type: ["null", integer]}}}
components:
  securitySchemes:
    api key: {type: apiKey, in: header, name: X-Key}
    basic: {type: http, scheme: Basic}
  responses:
    Pet:
      description: A pet.
      content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}
  schemas:
    Pet:
      type: object
      required: [name, tag]
      properties:
        name: {type: string}
        tag: {type: [string, "null"]}
        born: {type: string, format: date}
"""


@pytest.fixture(scope="module")
def pets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with imported(PETS, tmp_path_factory.mktemp("server")) as found:
        yield found


class Recorder:
    """Implements every operation; keeps the arguments."""

    def __init__(self) -> None:
        self.seen: dict[str, Any] = {}

    async def get_pet(self, **arguments: Any) -> Any:
        self.seen = arguments
        return {"name": "Rex", "tag": None}

    async def delete_pet(self, *, pet_id: int, context: Any) -> None:
        self.seen = {"pet_id": pet_id}

    async def update_pet(self, request: Any, **arguments: Any) -> Any:
        self.seen = {"request": request}
        return None

    async def events(self, context: Any) -> AsyncIterator[Any]:
        async def items() -> AsyncIterator[Any]:
            yield {"name": "a", "tag": None}

        return items()

    async def maybe(self, request: list[int], context: Any) -> int | None:
        return sum(request) or None


def call(server: Any, method: str, path: str, **facts: Any) -> tuple[Any, Any]:
    """One request; gives the answer and the arguments that the handler got."""

    async def key(given: Any, context: Any) -> Any:
        return given if given == "good" else None

    recorder = Recorder()
    app = server.app(
        security_handlers=recorder,
        options_=recorder,
        security={"api key": key, "basic": key},
        options=server.ServerOptions(validate_responses=True),
    )

    async def main() -> Any:
        transport = httpx2.ASGITransport(app=app)
        headers = {"x-key": "good", **facts.pop("headers", {})}
        async with httpx2.AsyncClient(
            transport=transport, base_url="http://test", headers=headers
        ) as client:
            return await client.request(method, path, **facts)

    return asyncio.run(main()), recorder.seen


def test_parameters_reach_the_handler_typed(pets: Any) -> None:
    query = (
        "context=c&from=false&filter[a]=1&filter[b]=2.5&when=2026-01-31T10:00:00Z"
        "&many=x&many=y&meta=%7B%22n%22:1%7D"
    )
    answer, seen = call(pets, "GET", f"/pets/7?{query}", headers={"request": "1,2"})
    assert answer.json() == {"name": "Rex", "tag": None}
    assert seen.pop("context").operation == "getPet"
    assert seen.pop("filter").to_dict() == {"a": 1, "b": [2.5]}
    assert seen == {
        "pet_id": 7,
        "context_": "c",
        "request_": [1, 2],
        "from_": False,
        "kind": "b",
        "when": datetime.datetime(2026, 1, 31, 10, tzinfo=datetime.UTC),
        "many": ["x", "y"],
        "meta": {"n": 1},
    }


def test_absent_parameters_have_their_default_or_none(pets: Any) -> None:
    _, seen = call(pets, "GET", "/pets/7")
    assert (seen["from_"], seen["kind"]) == (True, "b")
    assert seen["many"] is seen["filter"] is seen["when"] is None


@pytest.mark.parametrize(
    ("path", "param"),
    [
        ("/pets/0", "pet-id"),
        ("/pets/x", "pet-id"),
        ("/pets/1?kind=c", "kind"),
        ("/pets/1?from=maybe", "from"),
        ("/pets/1?filter[a]=x", "filter.a"),
    ],
)
def test_parameters_are_validated(pets: Any, path: str, param: str) -> None:
    answer, seen = call(pets, "GET", path)
    assert answer.status_code == 400
    assert answer.json()["error"]["param"] == param
    assert seen == {}


def test_bodies_of_each_media_type(pets: Any) -> None:
    pet = {"name": "Rex", "tag": None, "born": "2026-01-31"}
    answer, seen = call(pets, "PUT", "/pets/1", json=pet)
    assert answer.status_code == 202
    assert seen["request"].born == datetime.date(2026, 1, 31)
    files = {"photo": ("a.png", b"\x89PNG", "image/png")}
    _, seen = call(pets, "PUT", "/pets/1", data={"n": "3", "tags": "x"}, files=files)
    assert (seen["request"].photo, seen["request"].n) == (b"\x89PNG", 3)
    assert seen["request"].tags == ["x"]
    raw = {"content-type": "image/png"}
    _, seen = call(pets, "PUT", "/pets/1", content=b"\x89", headers=raw)
    assert seen["request"] == b"\x89"
    _, seen = call(pets, "PUT", "/pets/1")
    assert seen["request"] is None
    answer, _ = call(pets, "PUT", "/pets/1", json={"name": "Rex"})
    assert answer.json()["error"]["param"] == "tag"


def test_security_is_that_of_each_operation(pets: Any) -> None:
    bad = {"x-key": "bad"}
    assert call(pets, "GET", "/pets/1", headers=bad)[0].status_code == 401
    assert call(pets, "DELETE", "/pets/1", headers=bad)[0].status_code == 204
    assert call(pets, "PUT", "/pets/1", headers=bad)[0].status_code == 202
    with pytest.raises(ValueError, match="api key"):
        pets.app(security={})


def test_streams_and_nullable_answers(pets: Any) -> None:
    answer, _ = call(pets, "GET", "/events")
    assert answer.text == 'data: {"name":"a","tag":null}\n\n'
    assert call(pets, "POST", "/maybe", json=[1, 2])[0].text == "3"
    assert call(pets, "POST", "/maybe", json=[0])[0].text == "null"
    assert call(pets, "POST", "/maybe", json=["1"])[0].status_code == 400


def test_what_is_left_out_answers_501(pets: Any) -> None:
    for handlers in (None, pets.UnimplementedOptions()):
        routes = pets.routes(options_=handlers, security={"api key": id, "basic": id})
        (route,) = routes
        assert isinstance(routes, list)
        scope = {"type": "http", "method": "POST", "path": "/maybe"}
        assert route.matches(scope)[0].value == 2
    answer = asyncio.run(_unimplemented(pets))
    assert answer.status_code == 501


async def _unimplemented(pets: Any) -> Any:
    mine = type("Mine", (pets.UnimplementedOptions,), {})
    app = pets.app(options_=mine(), security={"api key": id, "basic": id})
    transport = httpx2.ASGITransport(app=app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://t") as client:
        return await client.post("/maybe", json=[1])


def test_docstrings_tell_what_to_implement(pets: Any) -> None:
    text = inspect.getdoc(pets.SecurityHandlers.get_pet)
    assert text is not None
    assert text.startswith('`GET /pets/{pet-id}`: get `"""` a pet.')
    assert "NotFound: 404" in text
    assert "HTTPError: Any other status: Something else." in text
    assert "Deprecated." in (inspect.getdoc(pets.SecurityHandlers.delete_pet) or "")


def test_importing_the_server_imports_no_models(pets: Any) -> None:
    code = inspect.getsource(inspect.getmodule(pets.SecurityHandlers) or pets)
    head = code.partition("class SecurityHandlers")[0]
    runtime, _, checked = head.partition("if TYPE_CHECKING:")
    assert "models" in checked
    assert "models" not in runtime


EMPTY = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n'
LONG = f"""
openapi: 3.1.0
info: {{title: T, version: "1"}}
paths:
  /x/{{{"a" * 70}}}:
    get:
      operationId: {"retrieveTheThing" * 4}
      tags: [{"Organisation" * 5}]
      parameters:
        - {{name: {"a" * 70}, in: path, required: true, schema: {{type: string}}}}
      responses: {{"200": {{description: x, content: {{application/json: {{}}}}}}}}
"""


@pytest.mark.parametrize("text", [PETS, EMPTY, LONG], ids=["pets", "empty", "long"])
def test_text_is_a_fixed_point_of_black(text: str) -> None:
    mode = Mode(target_versions={TargetVersion.PY311})
    for path, written in server_texts(text).items():
        long = [line for line in written.splitlines()[1:] if len(line) > 88]
        if text is not LONG:
            assert long == []
        if not long:
            assert black.format_str(written, mode=mode) == written, path


def test_every_operation_has_a_handler_and_a_route() -> None:
    api, names = understood(PETS)
    texts = server_texts(PETS)
    for operation in api.operations:
        name = names.operations[operation.id]
        module = texts[f"server/{name.resource.module}.py"]
        assert f"async def {name.handler}(" in module
        assert f'        "{name.handler}",\n' in module


def paths(*templates: str, tag: str = "A") -> str:
    """A document with a GET at each of these paths."""
    lines = ["openapi: 3.1.0", 'info: {title: T, version: "1"}', "paths:"]
    for number, template in enumerate(templates):
        responses = '{"204": {description: Done.}}'
        facts = f"operationId: op{number}, tags: [{tag}], responses: {responses}"
        lines.append(f"  '{template}': {{get: {{{facts}}}}}")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("templates", "codes"),
    [
        (("/a?x=1", "/a?x=2", "/a"), []),
        (("/a#x", "/a#y"), ["W360"]),
        (("/a", "/a#y"), ["W360"]),
    ],
)
def test_addresses_that_a_server_cannot_tell_apart(
    templates: tuple[str, ...], codes: list[str]
) -> None:
    sink = Sink()
    texts = server_texts(paths(*templates), sink)
    assert [item.code for item in sink.found] == codes
    for item in sink.found:
        assert item.span is not None
        assert item.span.pointer.startswith("/paths/")
    module = texts["server/a.py"]
    assert module.count("server.Endpoint(") == len(templates)
    assert module.count("async def ") == len(templates)


def test_equal_templates_have_a_route_each() -> None:
    parameter = "in: path, required: true, schema: {type: string}"
    text = paths("/a/{x}", "/a/{y}")
    for name in "xy":
        text = text.replace(
            f"'/a/{{{name}}}': {{get: {{",
            f"'/a/{{{name}}}': {{get: {{parameters: [{{name: {name}, {parameter}}}], ",
        )
    sink = Sink()
    module = server_texts(text, sink)["server/a.py"]
    assert sink.found == []
    assert module.partition("A_ROUTES")[2].count("server.Endpoint(") == 2


def test_a_scheme_that_is_not_declared_is_never_satisfied() -> None:
    text = paths("/a") + "\nsecurity: [{ghost: []}]\n"
    api, _ = understood(text)
    assert api.operations[0].security
    assert '"ghost", "unknown"' in server_texts(text)["server/app.py"]


def test_media_types_tell_operations_apart() -> None:
    text = paths("/a", "/a#y").replace("{get: {", "{post: {")
    for operation, media in (("op0", "application/json"), ("op1", "image/png")):
        body = f"requestBody: {{required: true, content: {{{media}: {{}}}}}}"
        text = text.replace(
            f"operationId: {operation},", f"operationId: {operation}, {body},"
        )
    sink = Sink()
    assert server_texts(text, sink)["server/a.py"].count("server.Endpoint(") == 2
    assert sink.found == []


@pytest.mark.skipif(not REAL.is_file(), reason="the public data is not there")
def test_real_document() -> None:
    text = REAL.read_text(encoding="utf-8")
    api, names = understood(text)
    texts = server_texts(text)
    for operation in api.operations:
        name = names.operations[operation.id]
        module = texts[f"server/{name.resource.module}.py"]
        assert module.count(f"async def {name.handler}(") == 1
        assert f'"{name.handler}"' in module.partition("_ROUTES = [")[2]
