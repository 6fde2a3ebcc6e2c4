"""From a plain JSON Schema document to validators that can be called."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

from generator.diagnostics import Sink
from generator.ir import Api, Assertions, Id, freeze
from generator.name.names import Names
from generator.plan.options import TargetOptions
from generator.plan.validators import plan
from generator.plan.validators.problems import CHECKED
from generator.plan.validators.scalars import ASSERTED
from generator.plan.validators.schemas import MANY, NAMED, ONE
from generator.render import render

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "templates/python/runtime"
PARTS = ("__init__", "checks", "messages", "unions", "violations")


@dataclass
class Dialect:
    """Turns schemas into assertions: a small stand-in for load and lower."""

    assertions: dict[Id, Assertions] = field(default_factory=dict)
    resources: dict[str, tuple[Id, Any]] = field(default_factory=dict)
    unresolved: list[str] = field(default_factory=list)

    def add(self, schema: object, schema_id: Id) -> None:
        """Take in a schema and all below it."""
        base = f"https://test.invalid/{schema_id.strip('#/')}"
        self._index(schema, schema_id, base)
        self.resources[base] = (schema_id, schema)
        self._convert(schema, schema_id, _base(schema, base))

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

    def _convert(self, node: object, node_id: Id, base: str) -> None:
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
                    self._convert(found[1], found[0], found[2])
            elif key in ONE:
                pairs.append((key, own))
                self._convert(value, own, _base(value, base))
            elif key in MANY:
                ids = tuple(f"{own}/{place}" for place in range(len(value)))
                pairs.append((key, ids))
                for item, item_id in zip(value, ids, strict=True):
                    self._convert(item, item_id, _base(item, base))
            elif key in NAMED:
                named = tuple((name, f"{own}/{_escape(name)}") for name in value)
                pairs.append((key, named))
                for name, item_id in named:
                    self._convert(value[name], item_id, _base(value[name], base))
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


def api_of(schemas: dict[str, object], remotes: dict[str, object] | None = None) -> Api:
    """An `Api` whose components are the given schemas; `#/components/schemas/X` refers."""
    dialect = Dialect()
    document = {"components": {"schemas": schemas}}
    dialect.resources["https://test.invalid/"] = ("#", document)
    dialect.resources["https://test.invalid"] = ("#", document)
    for url, remote in (remotes or {}).items():
        dialect.add_remote(remote, url)
    components = {name: f"#/components/schemas/{name}" for name in schemas}
    for name, schema_id in components.items():
        dialect.add(schemas[name], schema_id)
    return Api(
        title="test",
        version="1",
        description="",
        servers=(),
        tags=(),
        components=components,
        shapes={},
        assertions=dialect.assertions,
        operations=(),
        webhooks=(),
        security_schemes={},
    )


def names_of(api: Api) -> Names:
    """A module and a function per component, named after it in lower case."""
    functions = {schema: f"{name.lower()}_" for name, schema in api.components.items()}
    return Names(
        package="test",
        client="Client",
        async_client="AsyncClient",
        error_base="ApiError",
        env_prefix="TEST",
        types={},
        modules={schema: name.lower() for name, schema in api.components.items()},
        functions=functions,
        fields={},
        resources=(),
        operations={},
    )


def files_of(
    api: Api, names: Names, formats: frozenset[str] = ASSERTED, sink: Sink | None = None
) -> dict[str, str]:
    """The text of each file of the validators."""
    options = TargetOptions("test", "TEST", "test.yaml")
    plans = plan(api, names, options, sink or Sink(), formats=formats)
    return {item.path: item.text for item in render(plans)}


def write_package(folder: Path, files: dict[str, str]) -> None:
    """Write generated files and the runtime that they import as one package."""
    runtime = folder / "_runtime"
    runtime.mkdir(parents=True, exist_ok=True)
    (folder / "__init__.py").write_text("")
    (folder / "py.typed").write_text("")
    (runtime / "__init__.py").write_text("")
    for part in PARTS[1:]:
        (runtime / f"{part}.py").write_text((RUNTIME / f"{part}.py").read_text())
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


def load_package(folder: Path, files: dict[str, str], name: str) -> Any:
    """Write the package below `folder`, import it, and give its `SCHEMAS`."""
    write_package(folder / name, files)
    sys.path.insert(0, str(folder))
    try:
        importlib.invalidate_caches()
        return importlib.import_module(f"{name}.validators").SCHEMAS
    finally:
        sys.path.remove(str(folder))


def validators(
    schemas: dict[str, object],
    folder: Path,
    name: str,
    formats: frozenset[str] = ASSERTED,
    remotes: dict[str, object] | None = None,
) -> Any:
    """`SCHEMAS` of the validators of plain schemas. `name` must be new in the process."""
    api = api_of(schemas, remotes)
    return load_package(folder, files_of(api, names_of(api), formats), name)
