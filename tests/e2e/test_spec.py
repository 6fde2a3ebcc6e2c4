"""The bundled document: its examples are valid, its facts are those of the public one."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
SPEC = ROOT / "spec" / "completions.yaml"
DATA = Path(os.environ.get("OASMITH_DATA", ROOT.parent / "shared" / "data"))
PUBLIC = DATA / "openai" / "openapi.yaml"

BOUNDS = ("minimum", "maximum", "minItems", "maxItems", "format")
NARROWER = {("logit_bias", "additionalProperties"), ("logit_bias", "propertyNames")}
"""What we state as a schema although the public document states it in prose only."""


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(SPEC.read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def public() -> dict[str, Any]:
    if not PUBLIC.exists():
        pytest.skip("needs the public document")
    text = PUBLIC.read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.load(text, Loader=yaml.CSafeLoader)
    return loaded


def check(document: dict[str, Any], schema: dict[str, Any], value: object) -> None:
    """Raise jsonschema.ValidationError unless `value` fits `schema` of the document."""
    whole = {**schema, "components": document["components"]}
    jsonschema.Draft202012Validator(whole).validate(value)


def resolve(document: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    """The node itself, or what its `$ref` points to."""
    while "$ref" in node:
        target: Any = document
        for word in node["$ref"].removeprefix("#/").split("/"):
            target = target[word]
        node = target
    return node


def media_objects(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each media type object with a name that tells where it stands."""
    operation = document["paths"]["/completions"]["post"]
    for media, content in operation["requestBody"]["content"].items():
        yield f"request {media}", content
    for status, response in operation["responses"].items():
        for media, content in resolve(document, response)["content"].items():
            yield f"{status} {media}", content


def properties(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each property of each component schema, as `Pet.name`."""
    for name, schema in document["components"]["schemas"].items():
        for field, node in schema["properties"].items():
            yield f"{name}.{field}", node


def test_every_schema_is_a_valid_schema(document: dict[str, Any]) -> None:
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_every_media_type_has_valid_examples(document: dict[str, Any]) -> None:
    for where, content in media_objects(document):
        assert content["examples"], where
        for example in content["examples"].values():
            if "itemSchema" in content:
                check_stream(document, content, example["serializedValue"])
            else:
                check(document, content["schema"], example["value"])


def check_stream(document: dict[str, Any], content: dict[str, Any], text: str) -> None:
    """Every event fits the item, its data what the item says of it; then the sentinel."""
    *events, sentinel, rest = text.split("\n\n")
    assert sentinel == f"data: {content['x-oasmith-sentinel']}"
    assert rest == ""
    data = content["itemSchema"]["properties"]["data"]
    assert data["contentMediaType"] == "application/json"
    for event in events:
        field, _, value = event.partition(": ")
        check(document, content["itemSchema"], {field: value})
        check(document, data["contentSchema"], json.loads(value))


def test_examples_and_defaults_of_schemas_are_valid(document: dict[str, Any]) -> None:
    components = list(document["components"]["schemas"].items())
    for _, node in [*components, *properties(document)]:
        for example in node.get("examples", []):
            check(document, node, example)
        if "default" in node:
            check(document, node, node["default"])


def test_everything_is_described(document: dict[str, Any]) -> None:
    for where, node in properties(document):
        assert resolve(document, node).get("description"), where
    for name, schema in document["components"]["schemas"].items():
        assert schema["description"], name


def test_null_is_no_prompt(document: dict[str, Any]) -> None:
    request = {"$ref": "#/components/schemas/CreateCompletionRequest"}
    check(document, request, {"model": "any", "prompt": []})
    wrong: list[object] = [None, [[]], [1, "a"], {}, 5]
    for prompt in wrong:
        with pytest.raises(jsonschema.ValidationError):
            check(document, request, {"model": "any", "prompt": prompt})


def branches(document: dict[str, Any], node: dict[str, Any]) -> list[dict[str, Any]]:
    """The alternatives of a union without null, with 3.0's `nullable` taken off."""
    node = resolve(document, node)
    found = []
    for branch in node.get("oneOf") or node.get("anyOf") or [node]:
        branch = resolve(document, branch)
        kinds = branch["type"] if isinstance(branch["type"], list) else [branch["type"]]
        kinds = [kind for kind in kinds if kind != "null"]
        if kinds:
            found.append({**branch, "type": kinds[0]})
    return found


def nullable(document: dict[str, Any], node: dict[str, Any]) -> bool:
    """Whether null is valid, `nullable` honoured where it stands beside a `type`."""
    node = resolve(document, node)
    inner = [
        resolve(document, n) for n in [*node.get("oneOf", []), *node.get("anyOf", [])]
    ]
    return any(
        "type" in each and (each.get("nullable") or "null" in each["type"])
        for each in [node, *inner]
    )


def facts(field: str, branch: dict[str, Any]) -> dict[str, Any]:
    """What a branch asserts: type, bounds, enum, and the same of items and values."""
    kept = {key: branch[key] for key in ("type", "enum", *BOUNDS) if key in branch}
    for key in ("items", "additionalProperties"):
        if key in branch and (field, key) not in NARROWER:
            kept[key] = facts(field, branch[key])
    return kept


def test_request_states_the_facts_of_the_public_document(
    document: dict[str, Any], public: dict[str, Any]
) -> None:
    ours = document["components"]["schemas"]["CreateCompletionRequest"]
    theirs = public["components"]["schemas"]["CreateCompletionRequest"]
    assert sorted(ours["required"]) == sorted(theirs["required"])
    assert set(ours["properties"]) == set(theirs["properties"])
    for field, their in theirs["properties"].items():
        our = ours["properties"][field]
        assert nullable(document, our) == nullable(public, their), field
        assert [facts(field, b) for b in branches(document, our)] == [
            facts(field, b) for b in branches(public, their)
        ], field
        their = resolve(public, their)
        assert ("default" in our, our.get("default")) in (
            ("default" in their, their.get("default")),
            ("default" in their.get("anyOf", [{}])[0], None),
        ), field


@pytest.mark.parametrize(
    ("our_name", "their_name"),
    [
        ("CreateCompletionResponse", "CreateCompletionResponse"),
        ("CompletionUsage", "CompletionUsage"),
        ("StreamOptions", "ChatCompletionStreamOptions"),
        ("ErrorResponse", "ErrorResponse"),
        ("ApiError", "Error"),
    ],
)
def test_components_have_the_public_properties(
    document: dict[str, Any], public: dict[str, Any], our_name: str, their_name: str
) -> None:
    ours = document["components"]["schemas"][our_name]
    theirs = public["components"]["schemas"][their_name]
    theirs = theirs.get("anyOf", [theirs])[0]
    assert set(ours["properties"]) == set(theirs["properties"])
    assert sorted(ours.get("required", [])) == sorted(theirs.get("required", []))


def test_descriptions_are_not_those_of_the_public_document(
    document: dict[str, Any], public: dict[str, Any]
) -> None:
    theirs = sentences(public["components"]["schemas"])
    ours = sentences(document["components"]["schemas"])
    assert not ours & theirs


def sentences(node: object) -> set[str]:
    """All sentences of four words and more in the descriptions below a node."""
    if isinstance(node, list):
        return set().union(*map(sentences, node)) if node else set()
    if not isinstance(node, dict):
        return set()
    found = set().union(*map(sentences, node.values())) if node else set()
    text = node.get("description")
    if isinstance(text, str):
        plain = re.sub(r"\s+", " ", text).lower()
        parts = {part.strip(" .") for part in re.split(r"[.;:]\s", plain + " ")}
        found |= {part for part in parts if len(part.split()) >= 4}
    return found
