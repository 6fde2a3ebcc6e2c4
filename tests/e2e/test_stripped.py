"""What a client sends, and a mock answers, where what goes one way is taken out."""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.config import ApiConfig
from generator.config.model import with_needs
from generator.load.source import Source

from ..golden.cases import make, write
from .serving import serve

if TYPE_CHECKING:
    from collections.abc import Iterator

REF = "#/components/schemas/"
JSON = "application/json"


SHOWN = {"id": 1, "name": "Ada", "password": "secret"}


def _body(media: str, schema: object) -> dict[str, Any]:
    return {"required": True, "content": {media: {"schema": schema}}}


def _operation(operation: str, media: str, schema: object) -> dict[str, Any]:
    answer = {JSON: {"schema": {"$ref": f"{REF}Person"}, "example": SHOWN}}
    return {
        "post": {
            "operationId": operation,
            "tags": ["people"],
            "requestBody": _body(media, schema),
            "responses": {"200": {"description": "ok", "content": answer}},
        }
    }


PERSON = {"$ref": f"{REF}Person"}
TEXT = {"type": "string"}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "People", "version": "1"},
    "paths": {
        "/one": _operation("one", JSON, PERSON),
        "/many": _operation("many", JSON, {"type": "array", "items": PERSON}),
        "/any": _operation("any", "*/*", {"type": "array", "items": PERSON}),
        "/patch": _operation("patch", "application/merge-patch+json", PERSON),
        "/form": _operation("form", "application/x-www-form-urlencoded", PERSON),
        "/parts": _operation(
            "parts",
            "multipart/form-data",
            {
                "type": "object",
                "properties": {
                    "person": PERSON,
                    "file": {"type": "string", "format": "binary"},
                },
            },
        ),
        "/raw": _operation("raw", "application/octet-stream", {}),
    },
    "components": {
        "schemas": {
            "Person": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "id": {"type": "integer", "readOnly": True},
                    "name": TEXT,
                    "friends": {"type": "array", "items": PERSON},
                    "password": {**TEXT, "writeOnly": True},
                },
            }
        }
    },
}


def _package(folder: Path, name: str, **options: Any) -> Any:
    config = ApiConfig(
        "people",
        "people.json",
        "out",
        folder,
        name,
        with_needs(options.pop("targets", ("client",)), read_only="strip"),
        read_only="strip",
        write_only="strip",
        **options,
    )
    text = json.dumps(DOCUMENT).encode()
    write(folder / name, make(config, Source(Path("people.json"), text)).files)
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))


@pytest.fixture(scope="module", params=["oasmith", "datamodel-code-generator"])
def package(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Any:
    """A client, for models of either engine."""
    name = f"stripped_client_{request.param.replace('-', '_')}"
    folder = tmp_path_factory.mktemp("stripped")
    return _package(folder, name, engine=request.param)


class Recorder:
    """Answers everything, and keeps what it got."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        self.bodies.append(body)
        headers = [(b"content-type", b"application/json")]
        start = {"type": "http.response.start", "status": 200, "headers": headers}
        await send(start)
        answer = b'{"id": 3, "name": "n", "password": "kept"}'
        await send({"type": "http.response.body", "body": answer})


@pytest.fixture(scope="module")
def recorder() -> Iterator[tuple[str, Recorder]]:
    app = Recorder()
    with serve(app) as served:
        yield served.url, app


async def _async_call(package: Any, options: Any, method: str, given: Any) -> Any:
    async with package.AsyncClient(**options) as client:
        return await getattr(client.people, method)(**given)


def _sent(
    package: Any, recorder: tuple[str, Recorder], method: str, **given: Any
) -> tuple[bytes, Any]:
    """What clients of both flavours send, which is the same; and what they give back."""
    url, app = recorder
    app.bodies.clear()
    told: list[Any] = []
    for is_checked in (False, True):
        options = {"base_url": url, "validate_requests": is_checked}
        with package.Client(**options) as client:
            told.append(getattr(client.people, method)(**given))
        told.append(asyncio.run(_async_call(package, options, method, given)))
    assert len(app.bodies) == 4 and told == told[:1] * 4
    if not app.bodies[0].startswith(b"--"):
        assert len(set(app.bodies)) == 1
    return app.bodies[0], told[0]


WHOLE = {"id": 1, "name": "Ada", "friends": [{"id": 2, "name": "Bob"}], "x": {"id": 3}}
LEFT = {"name": "Ada", "friends": [{"name": "Bob"}], "x": {"id": 3}}


@pytest.mark.parametrize("method", ["many", "any"])
def test_bodies_as_they_were_got(
    package: Any, recorder: tuple[str, Recorder], method: str
) -> None:
    person = package.models.Person.model_validate(WHOLE)
    given = [WHOLE, person]
    body, _ = _sent(package, recorder, method, body=given)
    assert json.loads(body)[0] == LEFT
    assert json.loads(body)[1]["friends"] == LEFT["friends"]
    assert "id" not in json.loads(body)[1]
    assert WHOLE["id"] == 1 and person.id == 1 and person.friends[0].id == 2


@pytest.mark.parametrize("method", ["one", "patch"])
def test_bodies_by_their_properties(
    package: Any, recorder: tuple[str, Recorder], method: str
) -> None:
    friend = package.models.Person(id=2, name="Bob")
    friends = [friend, {"id": 3, "name": "Eve"}]
    body, _ = _sent(package, recorder, method, name="Ada", friends=friends)
    assert json.loads(body) == {
        "name": "Ada",
        "friends": [{"name": "Bob"}, {"name": "Eve"}],
    }


def test_what_is_given_beside_the_document_is_sent(
    package: Any, recorder: tuple[str, Recorder]
) -> None:
    body, _ = _sent(package, recorder, "one", name="Ada", extra_body={"id": 5})
    assert json.loads(body) == {"name": "Ada", "id": 5}


def test_forms(package: Any, recorder: tuple[str, Recorder]) -> None:
    body, _ = _sent(package, recorder, "form", name="Ada")
    assert body == b"name=Ada"
    person = package.models.Person(id=1, name="Ada")
    body, _ = _sent(package, recorder, "parts", person=person, file=b"\x00bytes")
    assert b'{"name":"Ada"}' in body and b"\x00bytes" in body


def test_bytes_are_no_json(package: Any, recorder: tuple[str, Recorder]) -> None:
    assert _sent(package, recorder, "raw", body=b'{"id": 1}')[0] == b'{"id": 1}'


def test_what_a_client_gets_it_gets_whole(
    package: Any, recorder: tuple[str, Recorder]
) -> None:
    told = _sent(package, recorder, "one", name="Ada")[1]
    assert (told.id, told.password) == (3, "kept")


def test_a_body_that_holds_itself(package: Any, recorder: tuple[str, Recorder]) -> None:
    endless: dict[str, Any] = {"name": "Ada"}
    endless["friends"] = [endless]
    with (
        package.Client(base_url=recorder[0]) as client,
        pytest.raises(package.InvalidArgumentError),
    ):
        client.people.many(body=[endless])


def test_a_mock(tmp_path: Path) -> None:
    made = _package(tmp_path, "stripped_mock", targets=("mock", "client"))
    mock = importlib.import_module(f"{made.__name__}.server.mock")
    with (
        serve(mock.mock_app()) as served,
        made.Client(base_url=served.url) as client,
    ):
        told = client.people.one(name="Ada", password="secret")
    assert told.to_dict() == {"id": 1, "name": "Ada"}
