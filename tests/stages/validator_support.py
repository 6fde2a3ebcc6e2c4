"""From a plain JSON Schema document to validators that can be called."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote, urldefrag, urljoin

from generator.diagnostics import Sink
from generator.ir import Api, Assertions, Id, freeze
from generator.ir.vocabulary import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP
from generator.name.names import Names
from generator.plan.options import TargetOptions
from generator.plan.python.formats import ASSERTED
from generator.plan.validators import plan
from generator.plan.validators.places import function_words
from generator.plan.validators.problems import CHECKED
from generator.render import render

BASE = "https://test.invalid/"
ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "templates/python/runtime"
PARTS = (
    "accepting",
    "checks",
    "exact",
    "formats",
    "linear",
    "messages",
    "narrowest",
    "renderers",
    "rules",
    "schemas",
    "unions",
    "violations",
)


Validators: TypeAlias = Mapping[str, Callable[[object], list[Any] | None]]


@dataclass
class Dialect:
    """Turns schemas into assertions: a small stand-in for load and lower."""

    assertions: dict[Id, Assertions] = field(default_factory=dict)
    resources: dict[str, tuple[Id, Any]] = field(default_factory=dict)
    unresolved: list[str] = field(default_factory=list)

    def add(self, schema: object, schema_id: Id) -> None:
        """Take in a schema and all below it."""
        base = f"{BASE}{schema_id.strip('#/')}"
        self._index(schema, schema_id, base)
        self.resources[base] = (schema_id, schema)
        self.convert(schema, schema_id, _base(schema, base))

    def add_remote(self, schema: object, url: str) -> None:
        """Make a schema known that references may lead to."""
        self._index(schema, f"{url}#", url)
        self.resources[url] = (f"{url}#", schema)

    def _index(self, node: object, node_id: Id, base: str) -> None:
        if isinstance(node, list):
            for place, item in enumerate(node):
                self._index(item, f"{node_id}/{place}", base)
        if not isinstance(node, dict):
            return
        if isinstance(node.get("$id"), str):
            base = _join(base, node["$id"])
            self.resources[base.rstrip("#")] = (node_id, node)
        for word in ("$anchor", "$dynamicAnchor"):
            if isinstance(node.get(word), str):
                self.resources[f"{base}#{node[word]}"] = (node_id, node)
        for key, item in node.items():
            if key not in ("enum", "const"):
                self._index(item, f"{node_id}/{_escape(key)}", base)

    def _resolve(self, reference: str, base: str) -> tuple[Id, Any, str] | None:
        target = _join(base, reference)
        if target in self.resources:
            return (*self.resources[target], urldefrag(target)[0])
        document, fragment = urldefrag(target)
        if document not in self.resources:
            self.unresolved.append(reference)
            return None
        node_id, node = self.resources[document]
        for raw in unquote(fragment).split("/")[1:]:
            token = raw.replace("~1", "/").replace("~0", "~")
            node = node[int(token)] if isinstance(node, list) else node[token]
            node_id = f"{node_id}/{raw}"
            if isinstance(node, dict) and isinstance(node.get("$id"), str):
                document = _join(document, node["$id"])
        return node_id, node, document

    def convert(self, node: object, node_id: Id, base: str) -> None:
        """Take in one schema; `base` is that of the references in it."""
        if node_id in self.assertions:
            return
        if not isinstance(node, dict):
            self.assertions[node_id] = Assertions(node_id, (("always", bool(node)),))
            return
        pairs: list[tuple[str, object]] = []
        self.assertions[node_id] = Assertions(node_id, ())
        for key, value in node.items():
            own = f"{node_id}/{key}"
            if key == "$ref":
                found = self._resolve(value, base)
                if found is not None:
                    pairs.append((key, found[0]))
                    self.convert(found[1], found[0], found[2])
            elif key in ONE_SCHEMA:
                pairs.append((key, own))
                self.convert(value, own, _base(value, base))
            elif key in SCHEMA_LIST:
                ids = tuple(f"{own}/{place}" for place in range(len(value)))
                pairs.append((key, ids))
                for item, item_id in zip(value, ids, strict=True):
                    self.convert(item, item_id, _base(item, base))
            elif key in SCHEMA_MAP:
                named = tuple((name, f"{own}/{_escape(name)}") for name in value)
                pairs.append((key, named))
                for name, item_id in named:
                    self.convert(value[name], item_id, _base(value[name], base))
            elif key in CHECKED or key == "$dynamicRef":
                pairs.append((key, freeze(value)))
        self.assertions[node_id] = Assertions(node_id, tuple(pairs))


def _base(node: object, base: str) -> str:
    """The base of references in a schema that stands where `base` holds."""
    own = node.get("$id") if isinstance(node, dict) else None
    return _join(base, own) if isinstance(own, str) else base


def _join(base: str, reference: str) -> str:
    """RFC 3986 resolution; `urljoin` leaves out the fragment of a URN."""
    if base.startswith("urn:") and reference.startswith("#"):
        return urldefrag(base)[0] + reference
    return urljoin(base, reference)


def _escape(token: str) -> str:
    return token.replace("~", "~0").replace("/", "~1")


def collect(schemas: Mapping[str, object], remotes: Mapping[str, object]) -> Api:
    """An `Api` whose components are the given schemas, each a document of its own."""
    assertions: dict[Id, Assertions] = {}
    components = {name: f"#/components/schemas/{name}" for name in schemas}
    for name, schema_id in components.items():
        dialect = Dialect(assertions)
        for url, remote in remotes.items():
            dialect.add_remote(remote, url)
        dialect.add(schemas[name], schema_id)
    return _api(components, assertions)


def api_of(schemas: Mapping[str, object]) -> Api:
    """An `Api` whose components refer to each other by `#/components/schemas/...`."""
    dialect = Dialect()
    document = {"components": {"schemas": schemas}}
    components = {name: f"#/components/schemas/{name}" for name in schemas}
    dialect.resources[BASE] = ("#", document)
    for name, schema_id in components.items():
        dialect.convert(schemas[name], schema_id, BASE)
    return _api(components, dialect.assertions)


def _api(components: dict[str, Id], assertions: dict[Id, Assertions]) -> Api:
    return Api(
        title="test",
        version="1",
        description="",
        servers=(),
        tags=(),
        components=components,
        shapes={},
        assertions=assertions,
        operations=(),
        webhooks=(),
        security_schemes={},
    )


def names_of(api: Api) -> Names:
    """A module and a function per component, named after it in lower case."""
    functions = {
        schema: function_words([name]) for name, schema in api.components.items()
    }
    return Names(
        package="test",
        client="Client",
        async_client="AsyncClient",
        error_base="ApiError",
        env_prefix="TEST",
        types={},
        modules=functions,
        functions=functions,
        fields={},
        resources=(),
        operations={},
    )


def files_of(
    api: Api,
    names: Names,
    formats: frozenset[str] = ASSERTED,
    sink: Sink | None = None,
    **more: Any,
) -> dict[str, str]:
    """The text of each file of the validators; `more` are options of targets."""
    options = TargetOptions("test", "TEST", "test.yaml", **more)
    plans = plan(api, names, options, sink or Sink(), formats=formats)
    return {item.path: item.text for item in render(plans)}


def write_package(folder: Path, files: dict[str, str]) -> None:
    """Write generated files and the runtime that they import as one package."""
    runtime = folder / "_runtime"
    runtime.mkdir(parents=True, exist_ok=True)
    (folder / "__init__.py").write_text("")
    (folder / "py.typed").write_text("")
    (runtime / "__init__.py").write_text("")
    for part in PARTS:
        (runtime / f"{part}.py").write_text((RUNTIME / f"{part}.py").read_text())
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


def load_package(folder: Path, files: dict[str, str], name: str) -> Validators:
    """Write the package below `folder`, import it, and give its `SCHEMAS`.

    `name` must be new in the process.
    """
    write_package(folder / name, files)
    return load_files(folder, {}, name)


def load_files(folder: Path, files: dict[str, str], name: str) -> Validators:
    """Write the files of a whole package below `folder`, and give its `SCHEMAS`.

    `name` must be new in the process.
    """
    for path, text in files.items():
        target = folder / name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    sys.path.insert(0, str(folder))
    try:
        importlib.invalidate_caches()
        found: Validators = importlib.import_module(f"{name}.validators").SCHEMAS
        for schema in found:
            found[schema]
        return found
    finally:
        sys.path.remove(str(folder))


def load_validators(
    api: Api,
    folder: Path,
    name: str,
    formats: frozenset[str] = ASSERTED,
    **more: Any,
) -> Validators:
    """`SCHEMAS` of the validators of an `Api`. `name` must be new in the process.

    `more` are options of targets.
    """
    files = files_of(api, names_of(api), formats, **more)
    return load_package(folder, files, name)


def validators(schemas: Mapping[str, object], folder: Path, name: str) -> Validators:
    """`SCHEMAS` of plain schemas. `name` must be new in the process."""
    return load_validators(api_of(schemas), folder, name)
