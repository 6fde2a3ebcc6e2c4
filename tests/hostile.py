"""A document with its free strings replaced, and the structure of what comes out."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower
from generator.name import NameOptions, name
from generator.plan import (
    client,
    middleware,
    mock,
    models,
    package,
    server,
    validators,
)
from generator.plan.engines import Engine
from generator.plan.options import TargetOptions, anew
from generator.render import render

if TYPE_CHECKING:
    from collections.abc import Callable

    from generator.render import RenderedFile

TARGETS = {
    "models": models,
    "client": client,
    "server": server,
    "validators": validators,
    "middleware": middleware,
    "mock": mock,
}
_TEXTS = frozenset({"title", "description", "summary", "termsOfService", "x-note"})
_SCHEMAS = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})


@dataclass(frozen=True)
class Words:
    """What takes the place of the strings of a document.

    `text` stands for descriptions and the like; `suffix` is added to names (properties,
    components, tags, operation ids, parameters) and `value` to the values of
    enumerations, constants, defaults and examples.
    """

    text: str
    suffix: str
    value: str


def generated(document: dict[str, Any]) -> dict[str, RenderedFile]:
    """All files that all targets make of a document; fails on an error."""
    sink = Sink()
    data = json.dumps(document).encode()
    loaded = load(Source(data=data), sink)
    assert not sink.has_errors, [item.message for item in sink.found]
    api = lower(loaded, sink)
    names = name(api, NameOptions("api"))
    assert not sink.has_errors, [item.message for item in sink.found]
    options = TargetOptions("api", names.env_prefix, "api.yaml")
    plans = []
    for target in TARGETS.values():
        plans += target.plan(api, names, options, sink)
    plans += package.plan(api, names, options, tuple(TARGETS), ())
    return {file.path: file for file in render(plans)}


def of_engine(document: dict[str, Any], kind: str) -> dict[str, RenderedFile]:
    """The models that datamodel-code-generator makes of a document; fails on an error."""
    sink = Sink()
    api = lower(load(Source(data=json.dumps(document).encode()), sink), sink)
    names = name(api, NameOptions("api"))
    options = TargetOptions("api", names.env_prefix, "api.yaml")
    plans = Engine(kind, anew).plan(api, names, options, sink)
    assert not sink.has_errors, [item.message for item in sink.found]
    return {file.path: file for file in render(plans)}


def structure(files: dict[str, RenderedFile]) -> dict[str, str]:
    """The syntax tree of each generated Python file, strings masked; JSON must be whole."""
    found = {}
    for path, file in files.items():
        if path.endswith(".py") and not file.verbatim:
            tree = ast.parse(file.text)
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    node.value = ""
            found[path] = ast.dump(tree)
        elif path.endswith(".json"):
            found[path] = type(json.loads(file.text)).__name__
    return found


def replaced(document: dict[str, Any], words: Words) -> dict[str, Any]:
    """A copy of a document with its strings replaced."""
    return _Replacer(words).document(document)


class _Replacer:
    def __init__(self, words: Words) -> None:
        self.words = words

    def name(self, text: str) -> str:
        return text + self.words.suffix

    def value(self, value: Any) -> Any:
        """A JSON value, every string in it marked."""
        if isinstance(value, str):
            return value + self.words.value
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, dict):
            return {key: self.value(item) for key, item in value.items()}
        return value

    def document(self, node: dict[str, Any]) -> dict[str, Any]:
        found = {key: self.node(key, item) for key, item in node.items()}
        if "tags" in node:
            found["tags"] = [
                {**self.texts(tag), "name": self.name(tag["name"])}
                for tag in node["tags"]
            ]
        return found

    def texts(self, node: dict[str, Any]) -> dict[str, Any]:
        return {
            key: self.words.text if key in _TEXTS else item
            for key, item in node.items()
        }

    def node(self, key: str, node: Any) -> Any:
        """Anything outside of a schema."""
        if isinstance(node, list):
            return [self.node(key, item) for item in node]
        if key == "$ref":
            return self.ref(node)
        if key in _TEXTS and isinstance(node, str):
            return self.words.text
        if key == "operationId":
            return self.name(node)
        if not isinstance(node, dict):
            return self.name(node) if key == "tags" else node
        if key in ("schema", "itemSchema"):
            return self.schema(node)
        if key == "schemas":
            return {self.name(key): self.schema(item) for key, item in node.items()}
        if key in ("example", "examples"):
            return self.value(node)
        found = {inner: self.node(inner, item) for inner, item in node.items()}
        if node.get("in") in ("query", "cookie"):
            found["name"] = self.name(node["name"])
        return found

    def ref(self, target: str) -> str:
        prefix = "#/components/schemas/"
        if not target.startswith(prefix):
            return target
        key = self.name(target.removeprefix(prefix))
        return prefix + quote(key.replace("~", "~0").replace("/", "~1"), safe="~")

    def schema(self, node: Any) -> Any:
        if not isinstance(node, dict):
            return node
        found: dict[str, Any] = {}
        for key, item in node.items():
            found[key] = self.keyword(key, item)
        return found

    def keyword(self, key: str, item: Any) -> Any:
        """The value of a keyword of a schema; a title makes a name."""
        if key == "title":
            return self.name(item)
        if key in _TEXTS:
            return self.words.text
        if key in ("properties", "patternProperties", "$defs"):
            rename: Callable[[str], str] = self.name if key == "properties" else str
            return {rename(inner): self.schema(node) for inner, node in item.items()}
        if key == "required":
            return [self.name(one) for one in item]
        if key in ("enum", "const", "default", "example", "examples"):
            return self.value(item)
        if key in _SCHEMAS:
            return [self.schema(one) for one in item]
        if key == "$ref":
            return self.ref(item)
        if key == "discriminator":
            mapping = item.get("mapping", {})
            return {
                "propertyName": self.name(item["propertyName"]),
                "mapping": {self.value(k): self.ref(v) for k, v in mapping.items()},
            }
        return self.schema(item)
