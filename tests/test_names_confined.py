"""One field more changes the files that know its schema, and no others.

`OASMITH_CORPUS` names a folder of public documents, to try some of them too.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.config import ApiConfig
from generator.diagnostics import Sink
from generator.ir import Alias, Api, Named, Record
from generator.load.source import Source
from generator.pipeline import build
from generator.progress import Laps

from .naming import Named as NamedDocument
from .naming import copied, documents, named, read, schemas_of

_ADDED = "zzAdded"
_FIELD = {"type": "string", "description": "What was added."}
_DOCUMENTS = (
    "additional_properties",
    "all_of",
    "clashing_names",
    "completions",
    "discriminated_union",
    "form_bodies",
    "multipart_upload",
    "read_write_only",
    "recursion",
    "several_bodies",
    "shadowing_names",
    "stream",
    "typed_errors",
    "anchore.io.json",
    "spacetraders.io.json",
)


def files_of(document: dict[str, Any]) -> dict[str, str]:
    """Everything that is generated from a document, by path."""
    config = ApiConfig("api", "api.json", "out", Path(), "api")
    source = Source(Path("api.json"), json.dumps(document).encode())
    built = build(config, source, {}, Sink(), Laps(), lambda: None)
    return {file.path: file.text for file in built.files}


def knowing(key: str, before: NamedDocument, after: NamedDocument) -> set[str]:
    """The files that a field more of a component must change.

    Models of every record that has it now, by `allOf` too; the validators of the
    component alone, since others call those; and the methods that have it as argument.
    """
    names, api = after.names, after.api
    changed = {
        id
        for id, fields in names.fields.items()
        if _ADDED in fields and _ADDED not in before.names.fields.get(id, {})
    }
    found = {f"models/{names.modules[id]}.py" for id in changed}
    found.add(f"validators/schemas/{names.modules[api.components[key]]}.py")
    for operation in api.operations:
        bodies = operation.body.contents if operation.body else ()
        kinds = [content.use.type for content in bodies]
        if any(
            isinstance(kind, Named) and _record(api, kind) in changed for kind in kinds
        ):
            module = names.operations[operation.id].resource.module
            found.add(f"client/{module}.py")
    return found


def _record(api: Api, kind: Named) -> str:
    """The id of the record that a name comes to."""
    shape = api.shapes[kind.id]
    while isinstance(shape, Alias) and isinstance(shape.target.type, Named):
        shape = api.shapes[shape.target.type.id]
    return shape.id if isinstance(shape, Record) else ""


@pytest.mark.parametrize("name", _DOCUMENTS)
def test_a_field_more_stays_where_its_schema_is(name: str) -> None:
    path = documents().get(name)
    if path is None or not path.exists():
        pytest.skip("no such document here")
    document = read(path)
    before, old = named(document), files_of(document)
    records = [
        key
        for key, schema in schemas_of(document).items()
        if isinstance(schema, dict) and "properties" in schema
    ]
    for key in records[:4]:
        new = copied(document)
        schemas_of(new)[key]["properties"][_ADDED] = _FIELD
        found = files_of(new)
        assert found.keys() == old.keys()
        different = {path for path, text in found.items() if text != old[path]}
        expected = knowing(key, before, named(new))
        # Overloads and deprecated methods are written out for whole responses too.
        raw = {path.replace("client/", "client/raw/") for path in expected}
        assert expected <= different <= expected | raw, key
