"""Which changes of a document are told, and which of them are breaking."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower
from generator.name import NameOptions, name
from generator.plan.client.calls import Plans
from generator.plan.project.changes import Change, changes
from generator.plan.project.history import Entry, History, continued
from generator.plan.project.surface import options_of, surface
from generator.plan.python.types import Annotator

from .support import project

if TYPE_CHECKING:
    from collections.abc import Callable

BASE = yaml.safe_load("""\
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters:
        - {name: limit, in: query, schema: {type: integer, maximum: 50}}
        - {name: kind, in: query, required: true, schema: {type: string}}
      responses:
        "200":
          description: All.
          content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}}}
    post:
      operationId: addPet
      tags: [pets]
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: "#/components/schemas/NewPet"}}}
      responses:
        "201":
          description: Added.
          content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
  schemas:
    Pet:
      type: object
      required: [name, kind]
      properties:
        name: {type: string}
        kind: {$ref: "#/components/schemas/Kind"}
        age: {type: integer}
    NewPet:
      type: object
      required: [name]
      properties:
        name: {type: string, maxLength: 20}
        mood: {$ref: "#/components/schemas/Mood"}
    Kind: {enum: [cat, dog]}
    Mood: {enum: [calm, wild]}
""")


def made(document: dict[str, Any]) -> Any:
    """The surface of a document, as it comes back from `api.json`."""
    sink = Sink()
    api = lower(load(Source(data=json.dumps(document).encode()), sink), sink)
    assert not sink.has_errors, sink.found
    annotator = Annotator(api, name(api, NameOptions("pets")))
    plans = Plans(annotator).of(api.operations)
    return json.loads(json.dumps(surface(annotator, plans)))


def after(edit: Callable[[Any], object]) -> list[Change]:
    """What is told when a document has been edited."""
    document = deepcopy(BASE)
    edit(document)
    return changes(made(BASE), made(document))


def _pets(document: Any, method: str = "get") -> Any:
    return document["paths"]["/pets"][method]


def _schema(document: Any, schema: str) -> Any:
    return document["components"]["schemas"][schema]


def _limit(document: Any) -> Any:
    return _pets(document)["parameters"][0]


TABLE: list[tuple[Callable[[Any], object], bool, str]] = [
    (lambda d: d["paths"]["/pets"].pop("post"), True, "Removed `client.pets.add` (`POST /pets`)."),
    (lambda d: d["paths"].update({"/x": {"get": {"operationId": "x", "tags": ["x"], "responses": {"204": {"description": "d"}}}}}), False, "Added `client.x.x` (`GET /x`)."),
    (lambda d: _pets(d).update(deprecated=True), False, "Deprecated `client.pets.list` (`GET /pets`)."),
    (lambda d: _pets(d).update(operationId="findPets"), True, "Renamed `client.pets.list` (`GET /pets`) to `client.pets.find`."),
    (lambda d: _pets(d).update(security=[{"key": []}]), True, "`client.pets.list` now needs credentials."),
    (lambda d: _pets(d)["parameters"].pop(0), True, "Removed the argument `limit` of `client.pets.list`."),
    (lambda d: _pets(d)["parameters"].append({"name": "a", "in": "query", "schema": {}}), False, "Added the argument `a` of `client.pets.list`."),
    (lambda d: _pets(d)["parameters"].append({"name": "a", "in": "query", "required": True, "schema": {}}), True, "Added the argument `a` of `client.pets.list`, which must be given."),
    (lambda d: _limit(d).update(required=True), True, "The argument `limit` of `client.pets.list` must now be given."),
    (lambda d: _pets(d)["parameters"][1].update(required=False), False, "The argument `kind` of `client.pets.list` need not be given any more."),
    (lambda d: _limit(d).update(schema={"type": "string"}), True, "The argument `limit` of `client.pets.list` is now `str`, not `int`."),
    (lambda d: _limit(d).update(schema={"type": ["string", "integer"], "maximum": 50}), False, "The argument `limit` of `client.pets.list` is now `int | str`, not `int`."),
    (lambda d: _limit(d).update(schema={"type": "number", "maximum": 50}), False, "The argument `limit` of `client.pets.list` is now `float`, not `int`."),
    (lambda d: _limit(d)["schema"].update(maximum=20), True, "The argument `limit` of `client.pets.list` has the `maximum` `20`, not `50`."),
    (lambda d: _limit(d)["schema"].update(maximum=90), False, "The argument `limit` of `client.pets.list` has the `maximum` `90`, not `50`."),
    (lambda d: _limit(d)["schema"].update(minimum=1), True, "The argument `limit` of `client.pets.list` has the `minimum` `1`."),
    (lambda d: _limit(d)["schema"].pop("maximum"), False, "The argument `limit` of `client.pets.list` has no `maximum` any more."),
    (lambda d: _pets(d)["responses"].update({"202": {"description": "d"}}), True, "`client.pets.list` now gives `list[Pet] | None`, not `list[Pet]`."),
    (lambda d: _schema(d, "Pet")["properties"].pop("age"), True, "Removed the field `age` of `Pet`."),
    (lambda d: _schema(d, "Pet")["properties"].update(size={"type": "integer"}), False, "Added the field `size` of `Pet`."),
    (lambda d: _schema(d, "NewPet")["required"].append("mood"), True, "The field `mood` of `NewPet` must now be given."),
    (lambda d: _schema(d, "Pet")["required"].append("age"), False, "The field `age` of `Pet` is now always there."),
    (lambda d: _schema(d, "Pet")["required"].remove("name"), True, "The field `name` of `Pet` may now be missing."),
    (lambda d: _schema(d, "NewPet")["required"].remove("name"), False, "The field `name` of `NewPet` need not be given any more."),
    (lambda d: _schema(d, "Pet")["properties"].update(age={"type": ["integer", "null"]}), True, "The field `age` of `Pet` is now `int | None`, not `int`."),
    (lambda d: _schema(d, "Pet")["properties"]["age"].update(deprecated=True), False, "Deprecated the field `age` of `Pet`."),
    (lambda d: _schema(d, "Kind")["enum"].append("bird"), False, 'The type `Kind` now has `"bird"`.'),
    (lambda d: _schema(d, "Kind")["enum"].pop(), False, 'The type `Kind` no longer has `"dog"`.'),
    (lambda d: _schema(d, "Mood")["enum"].pop(), True, 'The type `Mood` no longer has `"wild"`.'),
    (lambda d: d["components"]["schemas"].update(New={"type": "object"}), False, "Added the type `New`."),
    (lambda d: d["components"]["schemas"].update(Kind={"type": "integer"}), True, "The type `Kind` is of another kind."),
]  # fmt: skip
"""An edit, whether it is breaking, and what is told of it, perhaps beside other things."""


@pytest.mark.parametrize(
    ("edit", "breaking", "text"), TABLE, ids=[text for _, _, text in TABLE]
)
def test_q6_a_change_is_told(
    edit: Callable[[Any], object], breaking: bool, text: str
) -> None:
    found = after(edit)
    assert Change(text, breaking) in found, found
    if not breaking:
        assert not any(change.breaking for change in found), found


ORDERS = yaml.safe_load("""\
openapi: 3.1.0
info: {title: Orders, version: "1"}
paths:
  /orders:
    get:
      operationId: listOrders
      tags: [orders]
      parameters: [{name: cursor, in: query, schema: {type: string}}]
      responses:
        "200":
          description: A page.
          content:
            application/json:
              schema:
                title: ListOrdersResponse
                type: object
                required: [orders]
                properties:
                  orders: {type: array, items: {$ref: "#/components/schemas/Order"}}
                  next_cursor: {type: [string, "null"]}
components:
  schemas:
    Order: {type: object, properties: {id: {type: string}}}
    Other: {type: object, properties: {name: {type: string}}}
""")
EVENTS = {"schema": {"$ref": "#/components/schemas/Order"}}


def _answer(document: Any) -> Any:
    return document["paths"]["/orders"]["get"]["responses"]["200"]


def _whole(document: Any) -> Any:
    return _answer(document)["content"]["application/json"]["schema"]


def _second_list(document: Any) -> None:
    items = {"$ref": "#/components/schemas/Other"}
    _whole(document)["properties"]["others"] = {"type": "array", "items": items}


def _streams_too(document: Any) -> None:
    _answer(document)["content"]["text/event-stream"] = EVENTS


def _only_streams(document: Any) -> None:
    _answer(document)["content"] = {"text/event-stream": EVENTS}


def _no_content(document: Any) -> None:
    _answer(document).pop("content")


def _bytes(document: Any) -> None:
    schema = {"type": "string", "format": "binary"}
    _answer(document)["content"] = {"application/octet-stream": {"schema": schema}}


def _as_it_was(document: Any) -> None:
    pass


PAGE = "Page[Order, ListOrdersResponse]"
GIVES = "`client.orders.list` now gives "
STREAMS = "`client.orders.list_stream`"


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (_as_it_was, _second_list, [(f"{GIVES}`ListOrdersResponse`, not `{PAGE}`.", True)]),
        (_second_list, _as_it_was, [(f"{GIVES}`{PAGE}`, not `ListOrdersResponse`.", True)]),
        (_as_it_was, _no_content, [(f"{GIVES}`None`, not `{PAGE}`.", True)]),
        (_as_it_was, _bytes, [(f"{GIVES}`bytes`, not `{PAGE}`.", True)]),
        (_as_it_was, _only_streams, [(f"{GIVES}`Stream[Order]`, not `{PAGE}`.", True)]),
        (_second_list, _streams_too, [(f"Added {STREAMS}.", False)]),
        (_streams_too, _second_list, [(f"Removed {STREAMS}.", True)]),
        (_streams_too, _only_streams, [(f"Removed {STREAMS}.", True)]),
    ],
)  # fmt: skip
def test_q6_another_kind_of_result_is_told(
    first: Callable[[Any], object],
    second: Callable[[Any], object],
    told: list[tuple[str, bool]],
) -> None:
    """A page that is none any more, or one that was none; a stream, bytes, nothing."""
    before, now = deepcopy(ORDERS), deepcopy(ORDERS)
    first(before)
    second(now)
    found = changes(made(before), made(now))
    for text, breaking in told:
        assert Change(text, breaking) in found, found


def test_what_earlier_versions_noted_is_compared_with_the_document() -> None:
    """They did not tell of pages: that they do now is no change of the API."""
    before = made(ORDERS)
    for entry in before["operations"].values():
        del entry["gives"], entry["streams"], entry["stream_method"]
    assert changes(before, made(ORDERS)) == []
    now = deepcopy(ORDERS)
    _no_content(now)
    told = Change(f"{GIVES}`None`, not `ListOrdersResponse`.", breaking=True)
    assert told in changes(before, made(now))


@pytest.mark.parametrize("case", ["pagination", "pagination_declared"])
def test_q6_the_reference_prints_what_methods_give(case: str) -> None:
    """For each method of the client, the annotation that it has."""
    files = project(case)
    listed = re.findall(r"^- \[`(\w+)`\]\((\S+)\) → `(.*)`", files["api.md"], re.M)
    assert any(result.startswith("Page[") for _, _, result in listed)
    for method, path, result in listed:
        text = files[path]
        sync = text.partition("\nclass Async")[0]
        found = re.search(rf"def {method}\(.*?\) -> (.*?):\n", sync, re.S)
        assert found is not None
        assert re.sub(r"\s|,(?=\s*\])", "", found[1]) == result.replace(" ", "")


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: d["info"].update(title="Other", description="Words."),
        lambda d: _pets(d).update(summary="Other words"),
        lambda d: _schema(d, "Pet").update(description="Other words"),
        lambda d: d["components"]["schemas"].update(
            dict(reversed(d["components"]["schemas"].items()))
        ),
        lambda d: _schema(d, "Pet")["required"].reverse(),
    ],
)
def test_words_and_order_are_no_change(edit: Callable[[Any], object]) -> None:
    assert after(edit) == []


@pytest.mark.parametrize(
    "earlier", [None, [], 3, {"operations": [], "types": {"Pet": {"fields": 3}}}]
)
def test_an_earlier_surface_may_be_anything(earlier: object) -> None:
    """It comes from a file that somebody may have edited."""
    assert changes(earlier, made(BASE))


@pytest.mark.parametrize(
    ("annotation", "options"),
    [
        ("int", ["int"]),
        ("list[int | str] | None", ["None", "list[int | str]"]),
        ('Literal["a", "b | c", "d, e"]', [
            'Literal["a"]', 'Literal["b | c"]', 'Literal["d, e"]']),
        ('Literal["]", "\\""] | str', ['Literal["\\""]', 'Literal["]"]', "str"]),
        ("dict[str, list[int]] | float", ["dict[str, list[int]]", "float"]),
    ],
)  # fmt: skip
def test_the_options_of_a_type(annotation: str, options: list[str]) -> None:
    assert options_of(annotation) == options


def test_an_entry_only_where_something_has_changed() -> None:
    first = continued(None, {"types": {}}, "1")
    assert first == History({"types": {}}, (Entry("1"),))
    assert continued(first, {"types": {}}, "1") == first
    second = continued(first, {"types": {"A": {"type": ["int"]}}}, "1")
    added = Entry("1", (Change("Added the type `A`."),))
    assert second.entries == (added, Entry("1"))
    third = continued(second, {"types": {"A": {"type": ["int"]}}}, "2")
    assert third.entries == (Entry("2"), added, Entry("1"))
