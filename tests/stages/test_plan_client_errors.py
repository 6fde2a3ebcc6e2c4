"""Planning errors: a class for each documented body, under names that stay."""

from __future__ import annotations

import ast
import json
from typing import Any

import black
import pytest

from generator.diagnostics import Sink
from generator.ir import ErrorShape
from generator.load import Source, load
from generator.lower import lower
from generator.name import NameOptions, name
from generator.name.reserved import STATUS_ERRORS
from generator.plan import client
from generator.plan.client.errors import base_of
from generator.plan.options import TargetOptions
from generator.plan.python.errors import ERRORS
from generator.render import render

from ..runtime.client_runtime import errors
from .lowering import HEAD, lowered

REF = "#/components/schemas/"


def failing(**answers: str) -> dict[str, Any]:
    """An operation by the names of the schemas of its errors: `s404="Problem"`."""
    found: dict[str, Any] = {"204": {"description": "Done."}}
    for key, schema in answers.items():
        content = {"application/json": {"schema": {"$ref": REF + schema}}}
        found[key.removeprefix("s")] = {"description": "No.", "content": content}
    return {"responses": found}


def written(
    operations: dict[str, Any], schemas: tuple[str, ...], **root: Any
) -> dict[str, str]:
    """The files of the client of a document with these operations, by path."""
    record = {"type": "object", "required": ["a"], "properties": {"a": {}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {path: {"get": value} for path, value in operations.items()},
        "components": {"schemas": dict.fromkeys(schemas, record)},
        **root,
    }
    sink = Sink()
    api = lower(load(Source(data=json.dumps(document).encode()), sink), sink)
    names = name(api, NameOptions("demo"))
    options = TargetOptions("demo", "DEMO", "spec.yaml")
    plans = client.plan(api, names, options, Sink())
    return {file.path: file.text for file in render(plans)}


def classes(files: dict[str, str]) -> dict[str, list[str]]:
    """The classes of the module of errors with those that they are below."""
    tree = ast.parse(files["errors.py"])
    return {
        node.name: [ast.unparse(base) for base in node.bases]
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }


def test_e4_a_class_for_each_body_and_class_of_statuses() -> None:
    problem = failing(
        s400="Problem", s404="Problem", s418="Problem", s503="Problem", default="Held"
    )
    assert classes(written({"/x": problem}, ("Problem", "Held"))) == {
        "HeldStatusError": ["APIStatusError"],
        "ProblemStatusError": ["APIStatusError"],
        "ProblemBadRequestError": ["ProblemStatusError", "BadRequestError"],
        "ProblemNotFoundError": ["ProblemStatusError", "NotFoundError"],
        "ProblemInternalServerError": ["ProblemStatusError", "InternalServerError"],
        "ProblemServiceUnavailableError": [
            "ProblemInternalServerError",
            "ServiceUnavailableError",
        ],
    }


def test_e4_a_body_of_one_class_of_statuses_has_one_class() -> None:
    files = written({"/x": failing(s404="Problem", s503="Held")}, ("Problem", "Held"))
    assert classes(files) == {
        "HeldServiceUnavailableError": ["ServiceUnavailableError"],
        "ProblemNotFoundError": ["NotFoundError"],
    }
    assert files["errors.py"].count("def body(self)") == 2


def test_e4_many_operations_need_few_classes() -> None:
    one = failing(s400="Problem", s404="Problem", default="Problem")
    many = {f"/x{number}": one for number in range(300)}
    assert len(classes(written(many, ("Problem",)))) == 3


def test_e4_another_operation_renames_nothing() -> None:
    schemas = ("Problem", "Held", "Error", "ProblemStatus")
    before = written({"/x": failing(s404="Problem")}, schemas)
    after = written(
        {
            "/a": failing(s404="Held", s409="Problem", s500="Error"),
            "/x": failing(s404="Problem"),
            "/y": failing(s404="ProblemStatus", default="ProblemStatus"),
        },
        schemas,
    )
    assert classes(before) == {"ProblemNotFoundError": ["NotFoundError"]}
    assert classes(before).keys() <= classes(after).keys()


def test_a_body_that_may_be_anything_has_no_class() -> None:
    schemas = {"Any": {}, "Other": {"$ref": REF + "Any"}}
    files = written(
        {"/x": failing(s404="Other", s409="Any")}, (), components={"schemas": schemas}
    )
    assert classes(files) == {}


def test_a_document_without_errors_has_no_classes() -> None:
    files = written({"/x": {"responses": {"204": {"description": "Done."}}}}, ())
    assert classes(files) == {}
    assert "TYPE_CHECKING" not in files["errors.py"]
    assert all(f'"{error}"' in files["errors.py"] for error in ERRORS)


CLASHES = [
    ("API", "API_NotFoundError"),
    ("NotFoundError", "TypedNotFoundError"),
    ("Problem", "Problem_NotFoundError"),
]


@pytest.mark.parametrize(("schema", "expected"), CLASHES)
def test_names_that_something_else_has(schema: str, expected: str) -> None:
    schemas = ("API", "NotFoundError", "Problem", "ProblemNotFoundError")
    answers = failing(s404=schema, s409="NotFoundError", default="ProblemNotFoundError")
    files = written({"/x": answers}, schemas)
    found = classes(files)
    assert expected in found
    assert not found.keys() & {*ERRORS, *schemas}
    for path, text in files.items():
        if path.endswith(".py"):
            compile(text, path, "exec")
    imported = "from .models.not_found_error import NotFoundError as NotFoundError_"
    assert imported in files["errors.py"]


def test_the_module_is_as_black_would_have_it() -> None:
    long = "AVeryLongNameOfAProblemThatDoesNotFitOnOneLineOfTheModule"
    answers = failing(s404=long, s503=long)
    text = written({"/x": answers}, (long,))["errors.py"]
    assert black.format_str(text, mode=black.Mode()) == text


def test_the_classes_are_those_of_the_runtime() -> None:
    """The plan says of each status what the runtime raises for it."""
    for status in range(300, 600):
        assert base_of(str(status)) == errors.status_error_class(status).__name__
    assert base_of("5XX") == errors.status_error_class(599).__name__
    assert base_of("4XX") == base_of("default") == "APIStatusError"
    bases = {base_of(str(status)) for status in range(300, 600)}
    assert set(STATUS_ERRORS) == bases


DECLARED = {
    "message": "/fault/text",
    "code": ["/fault/code", "/code"],
    "events": "failure",
    "statuses": {"slow_down": 429},
}


def test_s8_what_a_document_says_of_its_errors() -> None:
    api = lowered(f"{HEAD}x-oasmith-errors: {json.dumps(DECLARED)}\npaths: {{}}\n")
    assert api.errors == ErrorShape(
        message=("/fault/text",),
        code=("/fault/code", "/code"),
        events=("failure",),
        statuses=(("slow_down", 429),),
    )
    assert lowered(f"{HEAD}paths: {{}}\n").errors == ErrorShape()
    lowered(f"{HEAD}x-oasmith-errors: usual\npaths: {{}}\n", codes=("W269",))


def test_s8_the_client_is_told() -> None:
    done = {"/x": {"responses": {"204": {"description": "Done."}}}}
    text = written(done, (), **{"x-oasmith-errors": DECLARED})["client/client.py"]
    assert (
        "    errors=ErrorShape(\n"
        '        message=("/fault/text",),\n'
        '        code=("/fault/code", "/code"),\n'
        '        events=("failure",),\n'
        '        statuses={"slow_down": 429},\n'
        "    ),\n"
    ) in text
    assert "ErrorShape" not in written(done, ())["client/client.py"]


def test_s8_no_text_of_a_document_becomes_code() -> None:
    canary = '"); import canary; ("'
    declared = {"message": f"/{canary}", "members": canary, "statuses": {canary: 400}}
    done = {"/x": {"responses": {"204": {"description": "Done."}}}}
    text = written(done, (), **{"x-oasmith-errors": declared})["client/client.py"]
    assert "canary" in text
    names = {
        alias.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert "canary" not in names


def test_a_name_that_says_the_status_does_not_say_it_twice() -> None:
    """`NotFoundErrorNotFoundError` was the class of a body `NotFoundError`."""
    schemas = ("NotFoundError", "PetNotFound", "Problem", "StatusError")
    files = written(
        {
            "/a": failing(s404="NotFoundError", s409="NotFoundError"),
            "/b": failing(s404="PetNotFound"),
            "/c": failing(s404="Problem"),
            "/d": failing(default="StatusError"),
        },
        schemas,
    )
    assert set(classes(files)) == {
        "NotFoundErrorStatusError",
        "TypedNotFoundError",
        "NotFoundErrorConflictError",
        "TypedPetNotFoundError",
        "ProblemNotFoundError",
        "TypedStatusError",
    }


def test_names_that_would_be_one_stay_apart() -> None:
    schemas = (
        "PetNotFound",
        "PetNotFoundError",
        "TypedThingNotFoundError",
        "ThingNotFound",
    )
    files = written(
        {
            "/a": failing(s404="PetNotFound"),
            "/b": failing(s404="PetNotFoundError"),
            "/c": failing(s404="ThingNotFound", s409="TypedThingNotFoundError"),
        },
        schemas,
    )
    found = classes(files)
    assert len(found) == 4, sorted(found)
    assert "TypedPetNotFoundError" in found
