"""What is wrong and clear in meaning: generated as it is meant, with a warning each."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

import httpx2
import pytest
from pydantic import ValidationError

from .support import SPECS, Case, case, findings


@cache
def tolerant() -> Case:
    return case("tolerance")


def call(method: str, path: str, **facts: Any) -> httpx2.Response:
    """Ask the server of the case; its handlers say what they were given."""
    server = tolerant().module("server")

    async def create(
        self: object, request: Any, context: object, **found: object
    ) -> object:
        return {"name": request.name, "age": found["limit"]}

    async def upload(self: object, request: Any, context: object) -> object:
        return {"name": request.note, "age": len(request.picture)}

    async def send() -> httpx2.Response:
        handlers = type("Handlers", (), {"create": create, "upload": upload})()
        app = server.app(pets=handlers, security={"nobody": refuse})
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(
            transport=transport, base_url="http://test"
        ) as client:
            return await client.request(method, path, **facts)

    return asyncio.run(send())


WARNINGS = {
    "W141": "a value of another type or spelling",
    "W144": "no info",
    "W145": "required twice",
    "W146": "a path parameter that is not in the path",
    "W147": "a query string in a path",
    "W149": "a path parameter that is not declared",
    "W150": "nullable",
    "W162": "a path without a slash",
    "W163": "ways of Swagger 2.0",
    "W164": "a parameter twice",
    "W165": "no status",
    "W166": "no operationId",
    "W260": "a scheme that is not described",
    "W168": "a parameter without a schema",
    "W169": "a bound that means nothing",
    "W180": "required inside a property",
    "W204": "an unknown type",
    "W232": "an example that does not fit",
    "W250": "a default that does not fit",
    "W143": "an unknown name",
}


@pytest.mark.parametrize("code", WARNINGS)
def test_each_has_a_warning_with_a_place(code: str) -> None:
    found = [finding for finding in tolerant().found if finding.code == code]
    assert found
    assert all(finding.severity == "warning" for finding in found)
    assert all(finding.span and finding.span.line for finding in found)


def test_nothing_is_an_error() -> None:
    assert {f.severity for f in tolerant().found} <= {"warning", "note"}


def test_no_operation_is_lost() -> None:
    client = tolerant().module().Client(base_url="http://test")
    found = {
        f"{resource}.{method}"
        for resource in ("pets", "plain", "a")
        for method in dir(getattr(client, resource))
        if not method.startswith("_")
    }
    assert {"pets.create", "pets.upload", "plain.get", "a.get"} <= found


def test_a_body_among_the_parameters_is_the_body() -> None:
    answer = call("POST", "/pets", json={"name": "Rex"}, headers={"limit": "3"})
    assert (answer.status_code, answer.json()) == (200, {"name": "Rex", "age": 3})
    assert call("POST", "/pets", json={"name": 1}).status_code in (400, 422)
    assert call("POST", "/pets", json={}).status_code in (400, 422)
    limit = call("POST", "/pets", json={"name": "Rex"}, headers={"limit": "x"})
    assert limit.status_code in (400, 422)


def test_form_fields_among_the_parameters_are_a_form() -> None:
    picture = {"picture": ("p.png", b"123")}
    answer = call("POST", "/pets/upload", data={"note": "hi"}, files=picture)
    assert answer.status_code == 200, answer.text
    assert answer.json() == {"name": "hi", "age": 3}


def test_types_mean_what_their_authors_meant() -> None:
    import datetime

    pet = tolerant().model("Pet")
    made = pet.model_validate(
        {"name": "Rex", "age": 3, "born": "2020-01-02", "any": [1], "weight": 1.5}
    )
    assert made.born == datetime.date(2020, 1, 2)
    assert made.weight == 1.5 and made.any == [1]
    for wrong in ({"age": "x"}, {"born": "soon"}, {"weight": "much"}, {"name": None}):
        with pytest.raises(ValidationError):
            pet.model_validate({"name": "Rex", **wrong})
    assert pet.model_validate({"name": "Rex", "age": None}).age is None


def test_validators_agree() -> None:
    validate = tolerant().module("validators").SCHEMAS["Pet"]
    assert validate({"name": "Rex", "age": None, "born": "2020-01-02"}) is None
    found = validate({"age": 1.5, "sizes": [1]}) or []
    assert {(item.path, item.keyword) for item in found} == {
        ("/name", "required"),
        ("/age", "type"),
        ("/sizes/0", "type"),
    }


async def refuse(*_: object) -> None:
    """What nobody knows how to prove is not proved."""


def test_what_needs_an_unknown_scheme_is_refused() -> None:
    assert call("GET", "/plain").status_code == 401


def test_strict_refuses_all_of_it_in_one_run(tmp_path: Path) -> None:
    from generator.policy import Policy

    found = findings(SPECS / "tolerance.yaml")
    judged = Policy(strict=True).judged(found)
    assert set(WARNINGS) <= {item.code for item in judged if item.severity == "error"}
