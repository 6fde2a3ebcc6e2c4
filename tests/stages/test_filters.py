"""Filters: what stays of an API, what goes with the rest, and that no name changes."""

from __future__ import annotations

import json
from contextlib import chdir
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.diagnostics import Sink, Span
from generator.ir import Api
from generator.load import Source, load
from generator.lower import lower, relevant, select
from generator.lower.families import Families
from generator.lower.globs import Glob
from generator.name import NameOptions, name, names_of_part

from ..golden.cases import CASES, HERE, source_of
from .lowering import HEAD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from generator.load import Document

ZOO = f"""{HEAD}
security: [{{key: []}}]
tags: [{{name: pets}}, {{name: keepers}}, {{name: unused}}]
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      responses: {{"200": {{description: d, content: {{application/json: {{schema: {{$ref: "#/components/schemas/Pet"}}}}}}}}}}
    post:
      operationId: addPet
      tags: [pets, admin]
      security: [{{token: []}}]
      requestBody: {{content: {{application/json: {{schema: {{$ref: "#/components/schemas/NewPet"}}}}}}}}
      responses: {{"204": {{description: d}}}}
  /pets/{{id}}/owner:
    parameters: [{{name: id, in: path, required: true, schema: {{$ref: "#/components/schemas/PetId"}}}}]
    get:
      tags: [pets]
      responses: {{"204": {{description: d}}}}
  /keepers:
    get:
      operationId: keepers/list
      tags: [keepers]
      responses: {{"200": {{description: d, content: {{application/json: {{schema: {{$ref: "#/components/schemas/Keeper"}}}}}}}}}}
webhooks:
  petBorn:
    post:
      operationId: petBorn
      tags: [pets]
      requestBody: {{content: {{application/json: {{schema: {{$ref: "#/components/schemas/Birth"}}}}}}}}
      responses: {{"204": {{description: d}}}}
components:
  securitySchemes:
    key: {{type: apiKey, in: header, name: X-Key}}
    token: {{type: http, scheme: bearer}}
  schemas:
    Pet: {{type: object, properties: {{id: {{$ref: "#/components/schemas/PetId"}}, mate: {{$ref: "#/components/schemas/Pet"}}}}}}
    NewPet: {{type: object, not: {{$ref: "#/components/schemas/Excluded"}}, properties: {{name: {{type: string}}}}}}
    Excluded: {{type: object, required: [id]}}
    PetId: {{type: string, enum: [a, b]}}
    Keeper: {{type: object, properties: {{pets: {{type: array, items: {{$ref: "#/components/schemas/Pet"}}}}}}}}
    Birth: {{type: object, properties: {{when: {{type: string}}}}}}
    Unused: {{type: object, properties: {{a: {{type: string}}}}}}
"""


@dataclass(frozen=True)
class Pattern:
    option: str
    pattern: str
    place: Span | None = None


def zoo() -> tuple[Api, Document]:
    return read(ZOO)


def read(text: str) -> tuple[Api, Document]:
    """The model of a document, and the document."""
    document = load(Source(data=text.encode()), Sink())
    return lower(document, Sink()), document


def chosen(*codes: str, **lists: str) -> Api:
    """What stays of the zoo; exactly the findings with `codes` are expected."""
    sink = Sink()
    rules = [
        Pattern(option, pattern)
        for option, text in lists.items()
        for pattern in text.split(",")
    ]
    selection = select(*zoo(), rules, sink)
    assert [item.code for item in sink.found] == list(codes)
    calls = len(selection.api.operations) + len(selection.api.webhooks)
    assert selection.left_out == 5 - calls
    return selection.api


def calls(api: Api) -> list[str]:
    return [f"{call.method} {call.path}" for call in (*api.operations, *api.webhooks)]


LIST, ADD, OWNER = "GET /pets", "POST /pets", "GET /pets/{id}/owner"
KEEPERS, BORN = "GET /keepers", "POST petBorn"


@pytest.mark.parametrize(
    ("lists", "expected"),
    [
        ({"include_tags": "pets"}, [LIST, ADD, OWNER, BORN]),
        ({"include_tags": "keepers,admin"}, [ADD, KEEPERS]),
        ({"exclude_tags": "pets"}, [KEEPERS]),
        ({"include_tags": "pets", "exclude_tags": "admin"}, [LIST, OWNER, BORN]),
        ({"include_tags": "*"}, [LIST, ADD, OWNER, KEEPERS, BORN]),
        ({"include_paths": "/pets"}, [LIST, ADD]),
        ({"include_paths": "/pets/**"}, [LIST, ADD, OWNER]),
        ({"include_paths": "/*"}, [LIST, ADD, KEEPERS]),
        ({"exclude_paths": "/pets/{id}/owner"}, [LIST, ADD, KEEPERS, BORN]),
        ({"include_operations": "addPet,petBorn"}, [ADD, BORN]),
        ({"include_operations": "GET /pets/**"}, [LIST, OWNER]),
        ({"include_operations": "keepers/*"}, [KEEPERS]),
        ({"include_operations": "*Pet*"}, [LIST, ADD]),
        ({"exclude_operations": "GET /**,petBorn"}, [ADD]),
        ({"include_tags": "pets", "include_paths": "/pets/**"}, [LIST, ADD, OWNER]),
        ({"include_tags": "admin", "include_operations": "listPets,addPet"}, [ADD]),
    ],
)
def test_which_operations_stay(lists: dict[str, str], expected: list[str]) -> None:
    assert calls(chosen(**lists)) == expected


def test_without_rules_all_stays() -> None:
    api, document = zoo()
    assert select(api, document, (), Sink()).api is api


def test_what_nothing_leads_to_goes() -> None:
    api = chosen(include_operations="addPet")
    assert list(api.components) == ["NewPet", "Excluded"]
    assert list(api.security_schemes) == ["token"]
    assert [tag.name for tag in api.tags] == ["pets"]
    assert not api.webhooks
    api = chosen(include_tags="keepers")
    assert list(api.components) == ["Pet", "PetId", "Keeper"]
    assert list(api.security_schemes) == ["key"]
    assert [tag.name for tag in api.tags] == ["keepers"]


def test_a_schema_of_a_content_that_is_bytes_stays() -> None:
    text = ZOO.replace(
        'application/json: {schema: {$ref: "#/components/schemas/Pet"',
        'application/xml: {schema: {$ref: "#/components/schemas/Pet"',
    )
    rule = Pattern("include_operations", "listPets")
    assert list(select(*read(text), [rule], Sink()).api.components) == ["Pet", "PetId"]


def test_a_pattern_that_matches_nothing_is_told_with_what_is_near() -> None:
    sink = Sink()
    place = Span("oasmith.toml", 3, 1)
    rules = [
        Pattern("include_tags", "pets"),
        Pattern("exclude_tags", "Admin", place),
        Pattern("exclude_paths", "/pet/**", place),
        Pattern("exclude_operations", "listPet"),
        Pattern("exclude_operations", "zzz"),
    ]
    assert len(calls(select(*zoo(), rules, sink).api)) == 4
    assert {item.code for item in sink.found} == {"W220"}
    assert [item.span for item in sink.found] == [place, place, None, None]
    endings = [item.message.partition(";")[2] for item in sink.found]
    assert endings == [
        " did you mean 'admin'?",
        " did you mean '/pets'?",
        " did you mean 'listPets'?",
        "",
    ]


def test_filters_that_leave_nothing_are_an_error() -> None:
    assert calls(chosen("E220", include_tags="keepers", exclude_tags="keepers")) == []


def test_a_document_without_operations_needs_none() -> None:
    text = f"{HEAD}components: {{schemas: {{A: {{type: object}}}}}}"
    sink = Sink()
    select(*read(text), [Pattern("include_tags", "a")], sink)
    assert [item.code for item in sink.found] == ["W220"]


@pytest.mark.parametrize(
    ("pattern", "matching", "others"),
    [
        ("/users", ["/users"], ["/users/", "/Users", "/users/1"]),
        ("/users/*", ["/users/1", "/users/"], ["/users", "/users/1/x"]),
        ("/users/**", ["/users", "/users/1", "/users/1/x"], ["/users2"]),
        ("/**/keys", ["/keys", "/a/keys", "/a/b/keys"], ["/akeys", "/keys/1"]),
        ("**/keys", ["/keys", "/a/keys"], ["keys"]),
        ("/a/**/b/*", ["/a/b/1", "/a/x/y/b/1"], ["/a/b/1/2"]),
        ("get*", ["getPet", "get"], ["get/pet", "Get"]),
        ("**", ["", "/", "a/b"], []),
        ("/v?/[a]", ["/v?/[a]"], ["/v1/a"]),
    ],
)
def test_globs(pattern: str, matching: list[str], others: list[str]) -> None:
    glob = Glob(pattern)
    assert [text for text in (*matching, *others) if glob.matches(text)] == matching


def test_globs_take_time_linear_in_the_text() -> None:
    assert not Glob("**/a/**/a/**/a/**b").matches("/a" * 20_000)


def _loaded(case: str) -> Document:
    with chdir(HERE / case):
        return load(source_of(case), Sink())


def _reachable(document: Document, node: Any) -> set[str]:
    """The keys of the schema components that a part of a document refers to.

    A base with a discriminator leads to what extends it.
    """
    listed = document.root.get("components", {}).get("schemas", {})
    families = Families(document, [f"#/components/schemas/{key}" for key in listed])
    found: set[str] = set()
    seen: set[str] = set()
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            waiting += node.values()
        elif isinstance(node, str) and "#/" in node and node not in seen:
            seen.add(node)
            try:
                waiting.append(document.node(node))
            except KeyError:
                continue
            if node.startswith("#/components/schemas/") and node.count("/") == 3:
                found.add(node.rpartition("/")[2])
                if node in families.found:
                    waiting += families.found[node].members
    return found


def _parts(document: Document) -> Iterator[tuple[str, str, Any]]:
    """Method and path of each operation, and all that it says."""
    for path, item in document.root.get("paths", {}).items():
        if "$ref" in item:
            item = document.node(item["$ref"])
        found = {key.upper(): value for key, value in item.items()}
        found |= found.pop("ADDITIONALOPERATIONS", {})
        for method, operation in found.items():
            if isinstance(operation, dict):
                yield method, path, [operation, item.get("parameters")]


def _check_every_operation(document: Document) -> int:
    """Filter by each operation alone; how many there were."""
    whole = lower(document, Sink())
    names = name(whole, NameOptions("pets"))
    number = 0
    for method, path, node in _parts(document):
        number += 1
        rules = [
            Pattern("include_paths", path),
            Pattern("include_operations", f"{method} **"),
        ]
        sink = Sink()
        part = select(whole, document, rules, sink).api
        assert not sink.found
        assert calls(part) == [f"{method} {path}"]
        assert set(part.components) == _reachable(document, node)
        assert part.shapes.keys() >= set(part.components.values())
        found = names_of_part(names, part)
        assert found.types.keys() == found.modules.keys() == part.shapes.keys()
        assert found.operations == {
            call.id: names.operations[call.id]
            for call in (*part.operations, *part.webhooks, *part.callbacks)
        }
        assert len(found.resources) == 1
        for group in part.groups:
            assert len({found.modules[id] for id in group}) == 1
    return number


@pytest.mark.parametrize("case", CASES)
def test_each_operation_alone_keeps_what_it_reaches(case: str) -> None:
    assert _check_every_operation(_loaded(case)) == len(
        lower(_loaded(case), Sink()).operations
    )


_LINKS = st.lists(st.lists(st.integers(0, 11), max_size=3), min_size=12, max_size=12)


def _schema(targets: list[int], number: int) -> dict[str, Any]:
    """A schema that refers to some others, in a way that its number decides."""
    links = [{"$ref": f"#/components/schemas/S{target}"} for target in targets]
    outside = {"type": "object", "properties": dict(zip("abc", links, strict=False))}
    match number % 4:
        case 0:
            return outside
        case 1:
            return {"type": "array", "items": {"anyOf": [*links, {"type": "null"}]}}
        case 2:
            return {"type": "object", "not": outside}
        case _:
            return {"type": "object", "additionalProperties": outside}


@settings(max_examples=40, deadline=None)
@given(_LINKS, st.lists(st.integers(0, 11), min_size=1, max_size=6))
def test_any_graph_of_schemas_is_cut_where_it_should_be(
    links: list[list[int]], used: list[int]
) -> None:
    paths = {
        f"/p{at}": {
            "get": {
                "responses": {
                    "200": {
                        "description": "d",
                        "content": {
                            "application/json": {
                                "schema": {"$ref": f"#/components/schemas/S{target}"}
                            }
                        },
                    }
                }
            }
        }
        for at, target in enumerate(used)
    }
    schemas = {f"S{at}": _schema(targets, at) for at, targets in enumerate(links)}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths,
        "components": {"schemas": schemas},
    }
    data = json.dumps(document).encode()
    assert _check_every_operation(load(Source(data=data), Sink())) == len(used)


def test_a_filter_renames_nothing() -> None:
    api, document = read(f"""{HEAD}
paths:
  /a: {{get: {{tags: [pet], operationId: get_pet, responses: {{"200": {{description: d, content: {{application/json: {{schema: {{$ref: "#/components/schemas/Pet"}}}}}}}}}}}}}}
  /b: {{get: {{tags: [pets], operationId: getPet, responses: {{"200": {{description: d, content: {{application/json: {{schema: {{$ref: "#/components/schemas/pet"}}}}}}}}}}}}}}
components:
  schemas:
    Pet: {{type: object, properties: {{a: {{type: string}}}}}}
    pet: {{type: object, properties: {{b: {{type: string}}}}}}
""")
    names = name(api, NameOptions("pets"))
    seen: dict[str, str] = {}
    handlers: dict[str, str] = {}
    for tag in ("pet", "pets"):
        part = select(api, document, [Pattern("include_tags", tag)], Sink()).api
        found = names_of_part(names, part)
        seen |= found.types
        handlers |= {key: one.handler for key, one in found.operations.items()}
    assert seen == names.types and len(set(seen.values())) == 2
    assert handlers == {key: one.handler for key, one in names.operations.items()}


def test_findings_about_what_is_left_out_are_left_out() -> None:
    text = ZOO.replace("Keeper: {type: object", "Keeper: {type: thing")
    text = f"{text}servers: [{{url: ftp://zoo.example}}]\n"
    document = load(Source(data=text.encode()), Sink())
    sink = Sink()
    whole = lower(document, sink)
    codes = {item.code for item in sink.found if item.severity != "note"}
    assert codes == {"W204", "W263"}
    pets = select(whole, document, [Pattern("include_tags", "pets")], Sink()).api
    kept = relevant(sink.found, document, whole, pets)
    assert {item.code for item in kept if item.severity != "note"} == {"W263"}
    keepers = select(whole, document, [Pattern("include_tags", "keepers")], Sink()).api
    kept = relevant(sink.found, document, whole, keepers)
    assert {item.code for item in kept if item.severity != "note"} == codes
