"""Names stay: whatever happens elsewhere in a document, what is there is called the same.

`OASMITH_CORPUS` names a folder of public documents, to try some of them too.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from .naming import (
    Named,
    copied,
    documents,
    named,
    operations_of,
    read,
    renamed,
    schemas_below,
    schemas_of,
    shuffled,
)

_LARGE = 1_000_000


@pytest.fixture(scope="module", params=list(documents()))
def document(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A document that some people have."""
    path = documents()[request.param]
    if not path.exists():
        pytest.skip("the corpus lacks it")
    return read(path)


@pytest.fixture(scope="module")
def before(document: dict[str, Any]) -> Named:
    """Its names."""
    return named(document)


def test_no_name_depends_on_the_order_of_keys(
    document: dict[str, Any], before: Named
) -> None:
    for seed in range(2):
        after = named(shuffled(document, random.Random(seed)))
        assert renamed(before, after) == {}
        assert before.flat.keys() == after.flat.keys()


def with_unrelated(document: dict[str, Any]) -> dict[str, Any]:
    """A document with schemas, operations, properties and values that it had not."""
    new = copied(document)
    extra = {
        "type": "object",
        "properties": {"kind": {"enum": ["a", "b"]}, "part": {"properties": {"x": {}}}},
    }
    for schema in list(schemas_below(new)):
        if "properties" in schema:
            properties = schema["properties"]
            schema["properties"] = {"aaUnrelated": {"type": "string"}, **properties}
        elif len(schema["enum"]) > 1 and all(
            isinstance(value, str) for value in schema["enum"]
        ):
            schema["enum"].insert(0, "aa_unrelated")
    schemas = schemas_of(new)
    for key in ("AaUnrelated", "ZzUnrelated"):
        schemas[key] = copied(extra)
    answer = {"200": {"description": "ok"}}
    content = {"application/json": {"schema": extra}}
    new["paths"] = {
        "/aa-unrelated": {
            "get": {"operationId": "aaUnrelated", "responses": answer},
            "post": {"requestBody": {"content": content}, "responses": answer},
        },
        **new.get("paths", {}),
        "/zz-unrelated/{id}": {
            "parameters": [
                {"name": "id", "in": "path", "required": True, "schema": {}}
            ],
            "get": {"tags": ["Zz Unrelated"], "responses": answer},
        },
    }
    return new


def test_what_is_added_renames_nothing(document: dict[str, Any], before: Named) -> None:
    new = with_unrelated(document)
    assert named(document, before.memory).memory == before.memory
    assert renamed(before, named(new)) == {}
    assert renamed(before, named(new, before.memory)) == {}


def with_rivals(document: dict[str, Any], before: Named) -> dict[str, Any]:
    """A document with additions that would like the names that are in use."""
    new = copied(document)
    names = before.names
    schemas = schemas_of(new)
    wanted = [name for id, name in sorted(names.types.items()) if id.count("/") > 3][
        :20
    ]
    for item in names.resources[:20]:
        own = item.class_name
        wanted += [own, f"Async{own}", f"{own}Handlers", f"Unimplemented{own}"]
    for call in list(names.operations.values())[:20]:
        wanted += [call.params_type, call.constant, call.handler, call.headers_type]
        family = call.resource.class_name
        wanted += [f"{family}Handlers", f"Unimplemented{family}"]
    wanted += [names.webhooks, names.webhook_event]
    wanted += [key.swapcase() for key in sorted(before.api.components)[:20]]
    wanted += [f"_{key}" for key in sorted(before.api.components)[:20]]
    for name in filter(None, wanted):
        schemas.setdefault(name, {"type": "object", "properties": {"x": {}}})
    _rival_properties(new)
    _rival_operations(new, before)
    return new


def _rival_properties(document: dict[str, Any]) -> None:
    """Beside `fooBar` one called `foo_bar`, and the other way round."""
    for schema in list(schemas_below(document)):
        properties = schema.get("properties", {})
        for key in list(properties)[:3]:
            for twin in (key.swapcase(), key.title().replace("_", ""), f"_{key}"):
                properties.setdefault(twin, {"type": "string"})


def _rival_operations(document: dict[str, Any], before: Named) -> None:
    names = before.names.operations
    answer = {"200": {"description": "ok"}}
    rivals = {}
    for number, (_, _, node) in enumerate(list(operations_of(document))[:40]):
        node.setdefault("parameters", []).append(
            {"name": "_limit", "in": "query", "schema": {}}
        )
        for place in ("header", "cookie", "query"):
            for wire in ("name", "Name", "id", "limit", "body"):
                twin = {"name": wire, "in": place, "schema": {}}
                if not _has_parameter(document, node, twin):
                    node["parameters"].append(twin)
        rivals[f"/aaa/{number}"] = {"get": {"tags": node.get("tags", [])}}
    for number, own in enumerate(list(names.values())[:40]):
        for kind, text in enumerate((own.handler, own.method, own.handler.title())):
            rivals[f"/aaa/{number}/{kind}"] = {
                "get": {"operationId": text, "tags": [own.resource.tag]},
                "post": {"operationId": text, "tags": [own.resource.tag.upper()]},
            }
    rivals["/aaa/webhooks"] = {
        "get": {"tags": ["webhooks"]},
        "put": {"tags": ["callbacks"]},
    }
    for item in rivals.values():
        for node in item.values():
            node["responses"] = answer
    document["paths"] = {**rivals, **document.get("paths", {})}
    if "webhooks" in document:
        twins = [{"post": {"operationId": f"_{key}"}} for key in document["webhooks"]]
        document["webhooks"] |= {f"a {at}": item for at, item in enumerate(twins)}


def _has_parameter(
    document: dict[str, Any], node: dict[str, Any], wanted: dict[str, Any]
) -> bool:
    """Whether an operation may have the parameter already; references may hide it."""
    listed = node["parameters"]
    if any("$ref" in item for item in listed):
        return True
    return any(
        item["in"] == wanted["in"] and item["name"].lower() == wanted["name"].lower()
        for item in listed
    )


def test_with_the_memory_not_even_a_rival_takes_a_name(
    document: dict[str, Any], before: Named
) -> None:
    new = with_rivals(document, before)
    after = named(new, before.memory)
    assert renamed(before, after) == {}
    again = named(new, after.memory)
    assert renamed(after, again) == {}


def test_what_is_taken_out_and_put_back_has_its_name_again(
    document: dict[str, Any], before: Named
) -> None:
    new = with_rivals(document, before)
    with_all = named(new, before.memory)
    without = named(document, with_all.memory)
    assert renamed(before, without) == {}
    back = named(new, without.memory)
    assert renamed(with_all, back) == {}


def test_an_id_that_is_used_again_further_down_renames_nothing(
    document: dict[str, Any], before: Named
) -> None:
    new = copied(document)
    paths = new.setdefault("paths", {})
    answer = {"204": {"description": "ok"}}
    ids = [node for _, _, node in operations_of(document) if "operationId" in node]
    for number, node in enumerate(ids[:20]):
        twin = {"operationId": node["operationId"], "responses": answer}
        tags = {"tags": node["tags"]} if "tags" in node else {}
        paths[f"/aa-again/{number}"] = {"get": twin | tags, "put": twin | tags}
    assert renamed(before, named(new)) == {}
    assert renamed(before, named(new, before.memory)) == {}


def test_another_id_for_an_operation_renames_what_is_called_after_it(
    document: dict[str, Any], before: Named
) -> None:
    """With the memory of the names that came of the old one, and nothing else."""
    calls = {item.id: item for item in before.api.operations if item.operation_id}
    for id in list(calls)[:3]:
        new = copied(document)
        path, method = calls[id].path, calls[id].method.lower()
        node = new["paths"].get(path, {}).get(method)
        if node is None or calls[id].callbacks:
            continue
        node["operationId"] = "zzAnotherName"
        after = named(new, before.memory)
        assert after.names.operations[id].handler == "zz_another_name"
        changed = renamed(before, after)
        assert ("handler", id) in changed
        assert all(_is_below(key[1], id) for key in changed)
        assert not {key[0] for key in changed} & {"parameter", "body", "field"}


def _is_below(place: str, operation: str) -> bool:
    return place == operation or place.startswith((f"{operation}/", f"{operation} "))
