"""Planning what reads webhooks: what each becomes, and when one tells what it is."""

from __future__ import annotations

import ast
import json
from typing import Any

import black
import pytest

from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower
from generator.name import NameOptions, name
from generator.plan import client
from generator.plan.options import TargetOptions
from generator.render import render

JSON = "application/json"
TEXT = {"text/plain": {"schema": {"type": "string"}}}


def payload(tag: str = "", **properties: Any) -> dict[str, Any]:
    """An object, with a constant `type` if there is a tag."""
    own = {"type": {"const": tag}} if tag else {}
    return {
        "type": "object",
        "required": list(own),
        "properties": {**own, **properties},
    }


def hook(content: Any, **facts: Any) -> dict[str, Any]:
    """A webhook that brings something: contents by media type, or the schema of JSON."""
    is_content = isinstance(content, dict) and any("/" in key for key in content)
    contents = content if is_content else {JSON: {"schema": content}}
    body = {"requestBody": {"content": contents}} if content is not None else {}
    answer = {"responses": {"204": {"description": "Taken."}}}
    return {"post": {**body, **answer, **facts}}


def planned(
    hooks: dict[str, Any], webhooks: str = "standard", **document: Any
) -> dict[str, str]:
    """The files of the client of a document with these webhooks, by path."""
    whole = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "webhooks": hooks,
        **document,
    }
    sink = Sink()
    api = lower(load(Source(data=json.dumps(whole).encode()), sink), sink)
    options = TargetOptions("demo", "DEMO", "spec.yaml", webhooks)
    plans = client.plan(api, name(api, NameOptions("demo")), options, sink)
    return {file.path: file.text for file in render(plans)}


def module(hooks: dict[str, Any], webhooks: str = "standard", **document: Any) -> str:
    """The module that reads webhooks, which black leaves as it is."""
    text = planned(hooks, webhooks, **document)["client/webhooks.py"]
    assert black.format_str(text, mode=black.Mode()) == text
    return text


def results(text: str) -> dict[str, str]:
    """What each method gives."""
    return {
        node.name: ast.unparse(node.returns)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.returns is not None
    }


def test_a_constant_tells_webhooks_apart() -> None:
    text = module({"a": hook(payload("a")), "b": hook(payload("b"))})
    assert results(text) == {
        "unwrap": "WebhookEvent",
        "parse_a": "ARequest",
        "parse_b": "BRequest",
    }
    union = 'Annotated[ARequest | BRequest, Field(discriminator="type")]'
    assert f"WebhookEvent: TypeAlias = {union}" in " ".join(text.split()).replace(
        "[ ", "["
    ).replace(" ]", "]")


def test_one_type_for_all_is_told_by_itself() -> None:
    event = {"$ref": "#/components/schemas/Event"}
    components = {"schemas": {"Event": payload(n={"type": "integer"})}}
    text = module({"a": hook(event), "b": hook(event)}, components=components)
    assert "WebhookEvent: TypeAlias = Event" in text
    assert results(text)["parse_a"] == "Event"


SAME = [
    {"a": hook(payload("a")), "b": hook(payload())},
    {"a": hook(payload("a")), "b": hook(payload("a"))},
    {"a": hook(payload("a")), "b": hook(TEXT)},
    {"a": hook(payload("a")), "b": hook({"type": "array", "items": {}})},
    {"a": hook(payload("a"))},
    {"a": hook(payload("a")), "b": hook(None)},
]


@pytest.mark.parametrize("hooks", SAME)
def test_where_nothing_tells_there_is_no_unwrap(hooks: dict[str, Any]) -> None:
    text = module(hooks)
    assert "unwrap" not in results(text) and "TypeAlias" not in text
    assert results(text)["parse_a"] == "ARequest"


def test_other_contents_than_json() -> None:
    form = {"application/x-www-form-urlencoded": {"schema": payload()}}
    both = {**TEXT, JSON: {"schema": {"type": "array", "items": {"type": "integer"}}}}
    hooks = {"text": hook(TEXT), "form": hook(form), "both": hook(both)}
    text = module(hooks)
    assert results(text) == {
        "parse_text": "str",
        "parse_form": "bytes",
        "parse_both": "list[int]",
    }
    for decoder in ("Text)", "Binary)", "Json[list[int]])"):
        assert f"headers, {decoder}" in text


def test_without_a_scheme_nothing_is_verified_and_it_says_so() -> None:
    hooks = {"a": hook(payload("a")), "b": hook(payload("b"))}
    text = module(hooks, "")
    assert "Nothing is verified" in " ".join(text.split()) and "secret" not in text
    assert "def unwrap(self, body: bytes | str) -> WebhookEvent:" in text
    both = planned(hooks, "")["client/client.py"]
    assert "webhook_secret" not in both and "typed, and not verified" in both
    signed = planned(hooks)["client/client.py"]
    assert "webhook_secret: WebhookSecret | None = None" in signed


def test_documented_headers_are_a_class() -> None:
    parameters = [
        {"name": "X-Kind", "in": "header", "schema": {"enum": ["a", "b"]}},
        {"name": "str", "in": "header", "required": True, "schema": {"type": "string"}},
        {"name": "any", "in": "header", "schema": {}},
        {"name": "q", "in": "query", "schema": {"type": "string"}},
    ]
    components = {"schemas": {"AHeaders": payload("a")}}
    reference = {"$ref": "#/components/schemas/AHeaders"}
    hooks = {"a": hook(reference, parameters=parameters)}
    text = module(hooks, "", components=components)
    (record,) = (
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef) and node.name != "Webhooks"
    )
    assert record.name == "AWebhookHeaders"
    fields = [
        ast.unparse(node) for node in record.body if isinstance(node, ast.AnnAssign)
    ]
    assert fields == (
        ["x_kind: Literal['a', 'b'] | None", "str: builtins.str", "any: object"]
    )
    assert results(text)["headers_of_a"] == "AWebhookHeaders"
    assert "self._header_of(headers, 'str', Json[str])" in text.replace('"', "'")


def test_nothing_to_read_is_no_module() -> None:
    found = planned({"a": hook(None)})
    assert "client/webhooks.py" not in found
    assert "webhook" not in found["client/client.py"]


@pytest.mark.parametrize("name", ["Json", "Mapping", "SignedWebhooks", "Field"])
def test_names_of_the_document_make_way(name: str) -> None:
    components = {"schemas": {name: payload("a")}}
    reference = {"$ref": f"#/components/schemas/{name}"}
    hooks = {"a": hook(reference), "b": hook(payload("b"))}
    text = module(hooks, components=components)
    imported = [
        alias.asname or alias.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    assert len(imported) == len(set(imported))
    assert results(text)["parse_a"] not in (name, "object")


def test_texts_of_the_document_are_no_code() -> None:
    hostile = '"""\nimport os\n"""'
    hooks = {hostile: hook(payload("a"), summary=hostile, description=hostile)}
    document = {"info": {"title": hostile, "version": "1"}}
    tree = ast.parse(module(hooks, **document))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
    assert imports == []


def test_the_document_tells_how_webhooks_are_signed() -> None:
    """The extension does what the option does; the webhooks of 3.0 are webhooks too."""
    hooks = {"sold": hook(payload("sold"))}
    told: dict[str, Any] = {
        "openapi": "3.0.3",
        "info": {"title": "T", "version": "1"},
        "paths": {},
        "x-webhooks": {**hooks, "x-note": {"a": 1}},
        "x-oasmith-webhook-signature": "standard",
    }
    sink = Sink()
    api = lower(load(Source(data=json.dumps(told).encode()), sink), sink)
    assert [item.path for item in api.webhooks] == ["sold"]
    assert api.webhook_signature == "standard"
    assert api.webhooks[0].id == "#/x-webhooks/sold/post"


def test_webhooks_win_over_those_of_the_extension() -> None:
    told = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "webhooks": {"a": hook(payload("new"))},
        "x-webhooks": {"a": hook(payload("old")), "b": hook(payload("b"))},
    }
    sink = Sink()
    api = lower(load(Source(data=json.dumps(told).encode()), sink), sink)
    ids = [item.id for item in api.webhooks]
    assert ids == ["#/webhooks/a/post", "#/x-webhooks/b/post"]


@pytest.mark.parametrize("odd", [True, ["a"], "text", None])
def test_an_extension_that_holds_no_webhooks(odd: object) -> None:
    told = {
        "openapi": "3.0.3",
        "info": {"title": "T", "version": "1"},
        "paths": {},
        "x-webhooks": odd,
    }
    sink = Sink()
    api = lower(load(Source(data=json.dumps(told).encode()), sink), sink)
    assert api.webhooks == ()
    assert all(found.severity != "error" for found in sink.found)
