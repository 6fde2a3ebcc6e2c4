"""What `jsonschema-rs` makes of a document as it stands, without any stage of ours.

A second reading of Swagger 2.0 and OpenAPI 3.0 as JSON Schema 2020-12, to find what
loading and lowering get wrong. It has the same leniency as ours, each a documented one:
null with `nullable` wherever it stands (W151, W159), values written as another type
(W141), values of items beside the array (W158), unknown types left out, patterns that
nobody can use left out (W351, W352).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import jsonschema_rs

from generator.plan.validators.patterns import Untranslatable, matcher

from .oracle import FORMATS, TYPES, as_keyword

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LISTS = ("allOf", "anyOf", "oneOf")
_PLAIN = (
    *("multipleOf", "minimum", "maximum", "minLength", "maxLength", "minItems"),
    *("maxItems", "uniqueItems", "minProperties", "maxProperties"),
)
_COMBINING = frozenset((*_LISTS, "not"))


class RawDocument:
    """The schemas of a JSON file, Swagger 2.0 or OpenAPI 3.0."""

    def __init__(self, path: Path) -> None:
        self.root: Any = json.loads(path.read_bytes())
        whole = _walk(self.root)
        self._whole: Any = {key: whole[key] for key in _HOLDERS if key in whole}

    @property
    def version(self) -> str:
        """`2.0`, `3.0` or what else the document says."""
        found = self.root.get("swagger") or self.root.get("openapi")
        return ".".join(str(found).split(".")[:2])

    def node(self, pointer: str) -> Any:
        """What a pointer names, as it stands."""
        found = self.root
        for token in pointer.split("/")[1:]:
            found = found[token.replace("~1", "/").replace("~0", "~")]
        return found

    def contents(self, holder: str) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
        """The media types of a body with a schema that is no mere reference.

        Each comes with the pointer of the schema and the examples. `holder` is where the
        body or answer stands, or refers to where it does; perhaps nothing is there.
        """
        try:
            node = self.node(holder)
            while "$ref" in node:
                holder = node["$ref"][1:]
                node = self.node(holder)
        except (KeyError, TypeError):
            return
        for media, content in node.get("content", {}).items():
            schema = content.get("schema", {})
            if "json" in media and schema and "$ref" not in schema:
                escaped = media.replace("~", "~0").replace("/", "~1")
                pointer = f"{holder}/content/{escaped}/schema"
                yield media, pointer, tuple(beside(content))
        schema = node.get("schema", {})
        if schema and "$ref" not in schema:
            yield "application/json", f"{holder}/schema", tuple(beside(node))

    def amend(self, pointer: str, keywords: dict[str, Any]) -> None:
        """Say something else than the document of a schema."""
        found = self._whole
        for token in pointer.split("/")[1:]:
            found = found[token.replace("~1", "/").replace("~0", "~")]
        found.update(keywords)

    def validator(self, pointer: str) -> jsonschema_rs.Draft202012Validator:
        """What judges instances of the schema that a pointer names.

        Raises ValueError where `jsonschema-rs` cannot use it, or what it refers to.
        """
        return jsonschema_rs.Draft202012Validator(
            {**self._whole, "$ref": f"#{quote(pointer)}"},
            formats=FORMATS,
            validate_formats=True,
            ignore_unknown_formats=True,
        )

    def reached(self, pointer: str) -> Iterator[Any]:
        """All schemas that a schema leads to, itself first, as they stand."""
        known = {pointer}
        waiting = [self.node(pointer)]
        while waiting:
            node = waiting.pop()
            if isinstance(node, dict):
                yield node
                target = node.get("$ref")
                if isinstance(target, str) and target[1:] not in known:
                    known.add(target[1:])
                    waiting.append(self.node(target[1:]))
                waiting += node.values()
            elif isinstance(node, list):
                waiting += node


def beside(node: dict[str, Any]) -> list[Any]:
    """The examples beside a schema: of OpenAPI 3, or of a response of Swagger 2.0."""
    found = [node["example"]] if "example" in node else []
    several = node.get("examples")
    for value in several.values() if isinstance(several, dict) else ():
        is_object = isinstance(value, dict) and "value" in value
        found.append(value["value"] if is_object else value)
    return found


_HOLDERS = ("components", "definitions", "paths", "parameters", "responses")


def _walk(node: Any, key: str = "") -> Any:
    """A part of the document, with its schemas read."""
    if isinstance(node, list):
        return [_walk(item) for item in node]
    if not isinstance(node, dict):
        return node
    if key == "schema":
        return schema(node)
    if key in ("schemas", "definitions"):
        return {name: schema(item) for name, item in node.items()}
    return {name: _walk(item, name) for name, item in node.items()}


def schema(node: Any) -> Any:
    """A schema of OpenAPI 3.0 or Swagger 2.0 as one of JSON Schema 2020-12."""
    if not isinstance(node, dict):
        return node
    is_nullable = node.get("nullable") is True or node.get("x-nullable") is True
    if isinstance(node.get("$ref"), str):
        found: dict[str, Any] = {"$ref": quote(node["$ref"], safe="#/~%")}
    else:
        found = _keywords(node)
    if not is_nullable:
        return found
    if "$ref" in found or not _COMBINING.isdisjoint(found):
        return {"anyOf": [{"type": "null"}, found]}
    if "type" in found:
        found["type"] = [found["type"], "null"]
    if "enum" in found:
        found["enum"] = [*found["enum"], None]
    return found


def _keywords(node: dict[str, Any]) -> dict[str, Any]:
    kind = node.get("type")
    found: dict[str, Any] = {word: node[word] for word in _PLAIN if word in node}
    if kind in TYPES:
        found["type"] = kind
    for low, exclusive in (
        ("minimum", "exclusiveMinimum"),
        ("maximum", "exclusiveMaximum"),
    ):
        if node.get(exclusive) is True and low in found:
            found[exclusive] = found.pop(low)
    for word in _LISTS:
        if word in node:
            found[word] = [schema(item) for item in node[word]]
    if "properties" in node:
        found["properties"] = {
            name: schema(item) for name, item in node["properties"].items()
        }
    for word in ("items", "not", "additionalProperties"):
        if word in node:
            found[word] = schema(node[word])
    if node.get("required") and isinstance(node["required"], list):
        found["required"] = node["required"]
    if isinstance(node.get("enum"), list):
        _enum(node["enum"], kind, found)
    if "pattern" in node and _is_usable(node["pattern"]):
        found["pattern"] = node["pattern"]
    if "format" in node:
        found |= as_keyword(str(node["format"]))
    return found


def _enum(values: list[Any], kind: Any, found: dict[str, Any]) -> None:
    if kind == "string":
        texts = (str, dict, list, type(None))
        found["enum"] = [
            value if isinstance(value, texts) else json.dumps(value) for value in values
        ]
    elif kind == "array" and not any(isinstance(value, list) for value in values):
        items = found.get("items", {})
        if "$ref" in items or "enum" in items:
            found["enum"] = values
        else:
            found["items"] = {**items, "enum": values}
    elif kind in ("integer", "number"):
        found["enum"] = [_number(value) for value in values]
    else:
        found["enum"] = values


def _number(value: Any) -> Any:
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _is_usable(pattern: str) -> bool:
    try:
        matcher(pattern)
    except Untranslatable:
        return False
    return True
