"""`oasmith validate`: results, formats, exit codes, and how it is asked."""

from __future__ import annotations

import json
import shutil
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .support import Answer, files, oasmith

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent / "validate"
ORDER = {"id": "a", "items": [{"sku": "tea", "quantity": 1}]}
BAD = {"id": "", "items": [{"sku": "tea", "quantity": 1}]}
SHOP_ORDER = ("validate", "shop.yaml", "--schema", "Order")


@pytest.fixture
def shop(project: Path) -> Path:
    """A project with the document of a shop, some orders, and one that is valid."""
    for path in HERE.iterdir():
        if not path.name.startswith("expected"):
            shutil.copy(path, project)
    write(project, "good.json", ORDER)
    write(project, "bad.json", BAD)
    return project


def write(folder: Path, name: str, value: object) -> str:
    (folder / name).write_text(json.dumps(value))
    return name


def pipe(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text.encode())))


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_what_it_prints(
    shop: Path, call: Callable[..., Answer], form: str, update_golden: bool
) -> None:
    answer = call(*SHOP_ORDER, "orders.jsonl", "order.yaml", "--format", form)
    assert answer.code == 1
    assert answer.err == ("[]\n" if form == "json" else "")
    expected = HERE / f"expected.{form}.txt"
    if update_golden:
        expected.write_text(answer.out, encoding="utf-8")
    assert answer.out == expected.read_text(encoding="utf-8")


def test_nothing_is_left_behind(shop: Path, call: Callable[..., Answer]) -> None:
    before = files(shop)
    finders = list(sys.meta_path)
    assert call(*SHOP_ORDER, "orders.jsonl").code == 1
    assert files(shop) == before
    assert sys.meta_path == finders
    assert not [name for name in sys.modules if name.startswith("oasmith_validated")]


def test_what_is_valid(shop: Path, call: Callable[..., Answer]) -> None:
    answer = call(*SHOP_ORDER, "good.json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == "checked 1 value in 1 file against Order: all valid\n"
    assert call(*SHOP_ORDER, "good.json", "-q").out == ""


def test_in_a_process_of_its_own(shop: Path) -> None:
    done = oasmith(*SHOP_ORDER, "-", cwd=shop, input=json.dumps(BAD).encode())
    assert done.returncode == 1
    assert done.stdout.startswith(
        b"<stdin>:1:8: error[E500]: /id: expected at least 1 "
    )
    assert done.stderr == b""


def test_all_files_are_checked(shop: Path, call: Callable[..., Answer]) -> None:
    names = ("bad.json", "missing.json", ".", "good.json", "bad.json")
    answer = call(*SHOP_ORDER, *names)
    assert answer.code == 2
    assert answer.out.count("bad.json:1:8: error[E500]: /id") == 2
    assert "missing.json: error[E501]: missing.json cannot be read: " in answer.out
    assert ".: error[E501]: . cannot be read: " in answer.out
    assert answer.out.endswith(
        "checked 3 values in 5 files against Order:"
        " 2 violations in 2 values, 2 files not read\n"
    )


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ([], 1),
        (["--allow", "E500"], 0),
        (["--allow", "E500", "--strict"], 0),
        (["--max-errors", "0"], 1),
    ],
)
def test_what_counts(
    shop: Path, call: Callable[..., Answer], options: list[str], code: int
) -> None:
    answer = call(*SHOP_ORDER, "bad.json", *options)
    assert (answer.code, answer.err) == (code, "")
    assert "1 violation in 1 value" in answer.out


def test_warnings_count_when_they_are_asked_to(
    shop: Path, call: Callable[..., Answer]
) -> None:
    (shop / "twice.json").write_text(json.dumps(ORDER)[:-1] + ', "id": "b"}')
    answer = call(*SHOP_ORDER, "twice.json")
    assert answer.code == 0
    assert "twice.json:1:55: warning[E110]: the name 'id' stands twice" in answer.out
    assert "all valid" in answer.out
    answer = call(*SHOP_ORDER, "twice.json", "--strict")
    assert answer.code == 1 and "error[E110]" in answer.out
    answer = call(*SHOP_ORDER, "twice.json", "--allow", "E110", "--allow", "E501")
    assert answer.code == 0 and "E110" not in answer.out
    assert answer.err.startswith("oasmith: warning[W001]: allow lists E501")


def test_no_more_is_shown_than_asked_for(
    shop: Path, call: Callable[..., Answer]
) -> None:
    bad = {"id": "", "items": [{}] * 30}
    first, second = write(shop, "a.json", bad), write(shop, "b.json", bad)
    answer = call(*SHOP_ORDER, first, second, "--max-errors", "62")
    assert answer.out.count("a.json:1:") == 61
    assert answer.out.count("b.json:1:") == 1
    assert "60 more not shown (--max-errors 62)\n" in answer.out
    assert "122 violations in 2 values" in answer.out
    found = call(*SHOP_ORDER, first, "--max-errors", "3", "--format", "json").json()
    assert len(found["found"]) == 3
    assert (found["violations"], found["not_shown"]) == (61, 58)


@pytest.mark.parametrize(
    ("part", "against"),
    [
        (["--part", "request"], "the request of createOrder"),
        (
            ["--part", "response"],
            "the response of createOrder (201, application/json)",
        ),
        (
            ["--part", "response", "--status", "404"],
            "the response of createOrder (default, application/problem+json)",
        ),
        (
            ["--part", "response", "--status", "default", "--media", "*/*"],
            "",
        ),
    ],
)
def test_parts_of_an_operation(
    shop: Path, call: Callable[..., Answer], part: list[str], against: str
) -> None:
    for name in ("createOrder", "POST /orders"):
        answer = call("validate", "shop.yaml", "--operation", name, *part, "bad.json")
        if against:
            assert answer.code == 1
            about = against.replace("createOrder", name)
            assert f"checked 1 value in 1 file against {about}: 1 viol" in answer.out
            assert answer.err == ""
        else:
            assert answer.code == 2
            assert "error[E512]: nothing in the response of " in answer.err
            assert "hint: it has: --status 201 --media application/json; " in answer.err


STREAM = """\
openapi: 3.2.0
info: {title: Ticks, version: "1"}
paths:
  /ticks:
    get:
      operationId: ticks
      responses:
        "200":
          description: Ticks.
          content:
            application/jsonl:
              itemSchema: {type: object, required: [at]}
            application/json:
              schema: {type: array}
            text/csv; charset=utf-8:
              schema: {type: string}
        "202":
          description: Later.
          content:
            application/json:
              schema: {type: object}
webhooks:
  ticked:
    post:
      operationId: ticked
      requestBody: {content: {application/json: {schema: {type: integer}}}}
      responses: {"204": {description: Thanks.}}
"""


def test_items_of_streams_and_bodies_of_webhooks(
    project: Path, call: Callable[..., Answer]
) -> None:
    (project / "ticks.yaml").write_text(STREAM)
    (project / "x.jsonl").write_text('{"at": 1}\n{}\n')
    ask = ("validate", "ticks.yaml", "x.jsonl", "--operation")
    answer = call(*ask, "ticks", "--part", "item")
    assert answer.code == 1
    assert "x.jsonl:2:1: error[E500]: /at: is required" in answer.out
    assert "an item of the response of ticks (200, application/jsonl)" in answer.out
    answer = call(*ask, "ticked", "--part", "request")
    assert answer.out.count("expected an integer") == 2
    answer = call(*ask, "ticked", "--part", "response")
    assert answer.code == 2
    assert "error[E512]" in answer.err and "hint: it has none" in answer.err
    answer = call(*ask, "ticks", "--part", "response")
    assert answer.code == 2 and "error[E513]" in answer.err
    assert "choose one: --status 200 --media application/json; --sta" in answer.err
    assert call(*ask, "ticks", "--part", "response", "--status", "202").code == 0


@pytest.mark.parametrize(
    ("options", "code", "hint"),
    [
        (["--schema", "order"], "E510", "did you mean 'Order'?"),
        (["--schema", "Zebra"], "E510", "there are: Order, Item"),
        (
            ["--operation", "createorder", "--part", "item"],
            "E511",
            "mean 'createOrder'",
        ),
        ([], "E514", "there are: Order, Item"),
        (["--operation", "createOrder"], "E001", "needs --part"),
        (["--schema", "Order", "--operation", "x"], "E001", "exclude one another"),
        (["--schema", "Order", "--part", "item"], "E001", "--part request or"),
        (["--part", "request"], "E001", "--part goes with"),
        (["--schema", "Order", "--header", "X"], "E001", "--header goes with"),
        (["--schema", "Order", "--parameter", "x"], "E001", "--parameter goes"),
        (["--schema", "Order", "--callback", "x"], "E001", "--callback goes"),
        (["--schema", "Order", "--status", "200"], "E001", "--status goes with"),
        (["--schema", "Order", "--media", "a/b"], "E001", "--media goes with"),
        (["-", "-", "--schema", "Order"], "E001", "only once"),
        (["--schema", "Order", "--max-errors", "-1"], "E001", "--max-errors"),
        (["--schema", "Order", "--max-errors", "²"], "E001", "--max-errors"),
        (["--schema", "Order", "--input", "xml"], "E001", "--input"),
        (["--schema", "Order", "--allow", "E999"], "E009", "hint: "),
        (
            ["--operation", "createOrder", "--part", "request", "--status", "200"],
            "E001",
            "--status goes with --part response or item",
        ),
    ],
)
def test_bad_usage(
    shop: Path, call: Callable[..., Answer], options: list[str], code: str, hint: str
) -> None:
    answer = call("validate", "shop.yaml", "good.json", *options)
    assert answer.code == 2
    assert answer.out == ""
    assert f"error[{code}]: " in answer.err
    assert hint in answer.err


def test_a_document_that_cannot_be_used(
    shop: Path, call: Callable[..., Answer]
) -> None:
    (shop / "broken.yaml").write_text("openapi: 3.1.0\ninfo: [\n")
    answer = call("validate", "broken.yaml", "--schema", "Order", "good.json")
    assert (answer.code, answer.out) == (2, "")
    assert "error[E105]" in answer.err
    answer = call(
        "validate", "https://example.com/a.yaml", "--schema", "A", "good.json"
    )
    assert answer.code == 2
    assert "error[E016]" in answer.err and "oasmith validate -" in answer.err


def test_what_is_said_of_the_rest_of_the_document_is_left_out(
    project: Path, call: Callable[..., Answer]
) -> None:
    (project / "a.json").write_text("{}")
    (project / "spec.yaml").write_text(
        "openapi: 3.1.0\n"
        "info: {title: A, version: '1'}\n"
        "components:\n"
        "  schemas:\n"
        "    Good: {type: object}\n"
        "    Odd: {type: integer, example: text}\n"
    )
    answer = call("validate", "spec.yaml", "--schema", "Good", "a.json", "--strict")
    assert (answer.code, answer.err) == (0, "")
    answer = call("validate", "spec.yaml", "--schema", "Odd", "a.json")
    assert answer.code == 1 and "warning[W232]" in answer.err
    answer = call("validate", "spec.yaml", "--schema", "Odd", "a.json", "--strict")
    assert answer.code == 2 and answer.out == "" and "error[W232]" in answer.err


def test_a_bare_schema(
    project: Path, call: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tree",
        "properties": {"next": {"$ref": "#"}, "tag": {"$ref": "#/$defs/tag"}},
        "$defs": {"tag": {"enum": ["a", "b"]}},
    }
    name = write(project, "tree.schema.json", schema)
    value = write(project, "x.json", {"next": {"tag": "c"}})
    answer = call("validate", name, value)
    assert answer.code == 1
    assert "x.json:1:18: error[E500]: /next/tag: expected one of" in answer.out
    assert "so at tree.schema.json#/$defs/tag/enum\n" in answer.out
    assert "against Tree: " in answer.out
    answer = call("validate", name, value, "--schema", "tag")
    assert "the whole value: expected one of 'a', 'b'" in answer.out
    pipe(monkeypatch, json.dumps(schema))
    assert call("validate", "-", value).code == 1


@pytest.mark.parametrize("version", ["2.0", "3.0.3", "3.1.0", "3.2.0"])
def test_every_version(
    project: Path, call: Callable[..., Answer], version: str
) -> None:
    pet = {"type": "object", "properties": {"age": {"type": "integer"}}}
    document: dict[str, Any] = {"info": {"title": "A", "version": "1"}, "paths": {}}
    if version == "2.0":
        document |= {"swagger": version, "definitions": {"Pet": pet}}
    else:
        document |= {"openapi": version, "components": {"schemas": {"Pet": pet}}}
    spec = write(project, "spec.json", document)
    value = write(project, "x.json", {"age": "old"})
    answer = call("validate", spec, "--schema", "Pet", value, "--format", "json")
    (found,) = answer.json()["found"]
    assert (found["line"], found["column"], found["pointer"]) == (1, 9, "/age")
    assert found["keyword"] == "type" and found["schema"]["file"] == "spec.json"
    place = "definitions" if version == "2.0" else "components/schemas"
    assert found["schema_path"] == f"#/{place}/Pet/properties/age/type"
    assert found["schema"]["pointer"] == found["schema_path"][1:]
    column = found["schema"]["column"]
    assert Path(spec).read_text()[column - 1 :].startswith('"integer"')


def test_bodies_of_swagger(project: Path, call: Callable[..., Answer]) -> None:
    body = {"in": "body", "name": "pet", "schema": {"$ref": "#/definitions/Pet"}}
    operation = {"operationId": "add", "parameters": [body], "responses": {}}
    answers = {"200": {"description": "A.", "schema": {"type": "string"}}}
    document = {
        "swagger": "2.0",
        "info": {"title": "A", "version": "1"},
        "paths": {"/pets": {"put": {**operation, "responses": answers}}},
        "definitions": {"Pet": {"type": "object", "required": ["name"]}},
    }
    spec, value = write(project, "spec.json", document), write(project, "x.json", {})
    ask = ("validate", spec, "--operation", "add", value, "--part")
    assert "/name: is required" in call(*ask, "request").out
    assert "expected a string" in call(*ask, "response").out


def test_the_time_of_each_stage(shop: Path, call: Callable[..., Answer]) -> None:
    answer = call(*SHOP_ORDER, "good.json", "--timings")
    stages = [line.split()[0] for line in answer.err.splitlines()]
    assert stages == ["stage", "load", "lower", "name", "plan", "check", "total"]


def test_overlays_and_other_files(shop: Path, call: Callable[..., Answer]) -> None:
    (shop / "more.overlay.yaml").write_text(
        "overlay: 1.0.0\ninfo: {title: A, version: '1'}\nactions:\n"
        "- target: $.components.schemas.Order.properties.id\n"
        "  update: {maxLength: 1, $ref: 'ids.yaml#/Id'}\n"
    )
    (shop / "ids.yaml").write_text("Id: {pattern: '^[a-z]$'}\n")
    value = write(shop, "long.json", {**ORDER, "id": "AB"})
    assert call(*SHOP_ORDER, value).code == 0
    answer = call(*SHOP_ORDER, value, "--overlay", "more.overlay.yaml")
    assert answer.code == 1
    assert "expected at most 1 character" in answer.out
    assert "the schema says so at ids.yaml#/Id/pattern" in answer.out


def test_text_of_others_has_no_power_over_a_build(
    project: Path, call: Callable[..., Answer]
) -> None:
    name = "::error::x\n##[group]"
    write(project, "a.json", {"::set-env::\n::error::": 1, "##[x]": 2})
    document = {"additionalProperties": False, "type": "object"}
    spec = write(
        project,
        "spec.json",
        {
            "openapi": "3.1.0",
            "info": {"title": "A", "version": "1"},
            "components": {"schemas": {"A": document, "b.c": {"$ref": "#/x"}}},
            "x": document,
        },
    )
    for form in ("text", "github"):
        answer = call("validate", spec, "--schema", "A", "a.json", "--format", form)
        assert answer.code == 1
        for line in answer.out.splitlines():
            assert form == "github" or not line.startswith("::")
            assert (
                line.startswith("::error file=a.json,") or "::error::" not in line[:9]
            )
            assert "##[" not in line
        answer = call("validate", spec, "--schema", name, "a.json", "--format", form)
        assert answer.code == 2
        assert "\n::error::x" not in answer.err and "##[" not in answer.err


def test_a_fault_of_ours(
    shop: Path, call: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: object) -> None:
        raise ZeroDivisionError("text of a file")

    monkeypatch.setattr("generator.commands.validate.instances", fail)
    answer = call(*SHOP_ORDER, "good.json")
    assert answer.code == 70
    assert "internal error: ZeroDivisionError" in answer.err
    assert "text of a file" not in answer.err


def test_the_help_tells_all(call: Callable[..., Answer]) -> None:
    answer = call("validate", "--help")
    assert answer.code == 0
    told = """--schema --operation --callback --part --parameter --header --status --media
        --input --max-errors --allow --strict --strict-nullable --api --config --overlay --allow-remote --allow-origin --format --timings --quiet""".split()
    assert [option for option in told if option not in answer.out] == []
    assert "exit codes: 0 all values are valid, 1 " in answer.out
    assert "--include-tag" not in answer.out
