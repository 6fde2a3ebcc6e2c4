"""References: one id for one node, whatever the way; files, anchors, and refusals."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from generator.diagnostics import Sink
from generator.load import Document, Source, load

from .load_support import HEAD, read, told


def load_files(
    folder: Path, files: dict[str, str], *codes: str, root: Path | None = None
) -> Document:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    sink = Sink()
    document = load(Source(folder / "api.yaml", ref_root=root), sink)
    assert told(sink) == sorted(codes)
    return document


def schemas(document: Document) -> Any:
    return document.root["components"]["schemas"]


def components(body: str, *codes: str) -> Any:
    return schemas(read(f"{HEAD}components:\n  schemas:\n{body}", *codes))


def test_pointers_are_decoded_and_normalised() -> None:
    found = components(
        '    "a/b~c d%": {type: string}\n'
        '    A: {$ref: "#/components/schemas/a~1b~0c%20d%25"}\n'
        '    B: {$ref: "#/components/schemas/a~1b~0c d%25"}\n'
        '    C: {$ref: "#/components/schemas/A"}\n'
        '    D: {properties: {$ref: {type: string}, e: {$ref: "#/components/schemas/D/properties/$ref"}}}\n'
    )
    same = {"$ref": "#/components/schemas/a~1b~0c d%"}
    assert found["A"] == found["B"] == same
    assert found["C"] == {"$ref": "#/components/schemas/A"}
    assert found["D"]["properties"]["e"] == {
        "$ref": "#/components/schemas/D/properties/$ref"
    }


def test_a_name_with_a_percent_sign_as_it_is() -> None:
    found = components('    "a%20b": {}\n    A: {$ref: "#/components/schemas/a%20b"}\n')
    assert found["A"] == {"$ref": "#/components/schemas/a%20b"}


def test_data_is_not_searched_for_references() -> None:
    found = components(
        '    A:\n      default: {$ref: "#/x"}\n      example: {$ref: "#/x"}\n'
        '      enum: [{$ref: "#/x"}]\n      const: {$ref: "#/x"}\n'
        '      x-own: {$ref: "#/x"}\n      required: [$ref]\n'
    )
    assert found["A"]["const"] == {"$ref": "#/x"}


def test_into_subschemas_and_lists() -> None:
    found = components(
        "    A: {items: {allOf: [{type: string}]}}\n"
        '    B: {$ref: "#/components/schemas/A/items/allOf/0"}\n'
    )
    assert found["B"] == {"$ref": "#/components/schemas/A/items/allOf/0"}


def test_anchors_and_ids() -> None:
    found = components(
        "    A: {$anchor: here, type: string}\n"
        '    B: {$ref: "#here"}\n'
        "    C:\n      $id: https://example.com/schemas/c.json\n"
        "      $defs: {d: {type: number}}\n"
        '      properties: {d: {$ref: "#/$defs/d"}, e: {$ref: "e.json"}, a: {$ref: "#/components/schemas/A"}}\n'
        "    E: {$id: https://example.com/schemas/e.json, type: object}\n"
        '    F: {$ref: "https://example.com/schemas/c.json#/$defs/d"}\n'
    )
    assert found["B"] == {"$ref": "#/components/schemas/A"}
    inside = found["C"]["properties"]
    assert inside["d"] == {"$ref": "#/components/schemas/C/$defs/d"}
    assert inside["e"] == {"$ref": "#/components/schemas/E"}
    assert inside["a"] == {"$ref": "#/components/schemas/A"}
    assert found["F"] == {"$ref": "#/components/schemas/C/$defs/d"}


def test_dynamic_references_are_static_where_one_anchor_is_all_there_is() -> None:
    found = components(
        "    A:\n      $dynamicAnchor: node\n"
        '      properties: {next: {$dynamicRef: "#node"}}\n'
        "    B: {$dynamicAnchor: twice}\n"
        "    C: {$id: c, $dynamicAnchor: twice, properties: {c: {$dynamicRef: '#twice'}}}\n"
    )
    assert found["A"]["properties"]["next"] == {"$ref": "#/components/schemas/A"}
    assert found["C"]["properties"]["c"] == {"$dynamicRef": "#/components/schemas/C"}


def test_discriminator_mappings_become_ids() -> None:
    found = components(
        "    Cat: {type: object}\n    Dog: {type: object}\n    Pet:\n"
        '      oneOf: [{$ref: "#/components/schemas/Cat"}]\n'
        "      discriminator:\n        propertyName: kind\n"
        '        mapping: {cat: Cat, dog: "#/components/schemas/Dog"}\n'
        "        defaultMapping: Cat\n"
    )
    assert found["Pet"]["discriminator"] == {
        "propertyName": "kind",
        "mapping": {
            "cat": "#/components/schemas/Cat",
            "dog": "#/components/schemas/Dog",
        },
        "defaultMapping": "#/components/schemas/Cat",
    }


FILES = {
    "api.yaml": HEAD
    + """paths:
  /a: {$ref: paths/a.yaml}
components:
  schemas:
    A: {$ref: "common/pet.yaml#/Pet"}
    B: {$ref: "./common/../common/pet.yaml#/Pet"}
    C: {$ref: "common/p%65t.yaml#/Pet"}
    D: {$ref: "tree.json"}
    E: {$ref: "api.yaml#/components/schemas/F"}
    F: {type: string}
""",
    "paths/a.yaml": """get:
  operationId: a
  responses:
    "200":
      description: ok
      content: {application/json: {schema: {$ref: "../common/pet.yaml#/Pet"}}}
""",
    "common/pet.yaml": """Pet:
  type: object
  nullable: true
  oneOf: [{required: [a]}, {required: [b]}]
  properties:
    owner: {$ref: "../api.yaml#/components/schemas/F"}
    self: {$ref: "#/Pet"}
    part: {$ref: "#/Pet/oneOf/0"}
""",
    "tree.json": '{"type": "array", "items": {"$ref": "#"}}',
}


def test_several_files_and_one_identity(tmp_path: Path) -> None:
    document = load_files(tmp_path, FILES, "W150")
    found = schemas(document)
    pet = {"$ref": "common/pet.yaml#/Pet"}
    assert found["A"] == found["B"] == found["C"] == pet
    assert found["D"] == {"$ref": "tree.json#"}
    assert found["E"] == {"$ref": "#/components/schemas/F"}
    body = document.node("common/pet.yaml#/Pet")["anyOf"][0]
    assert body["properties"] == {
        "owner": {"$ref": "#/components/schemas/F"},
        "self": {"$ref": "common/pet.yaml#/Pet"},
        "part": {"$ref": "common/pet.yaml#/Pet/anyOf/0/oneOf/0"},
    }
    assert document.node("tree.json#")["items"] == {"$ref": "tree.json#"}
    operation = document.node("paths/a.yaml#")["get"]
    content = operation["responses"]["200"]["content"]["application/json"]
    assert content["schema"] == pet
    assert [source.name for source in document.sources] == [
        "api.yaml",
        *sorted(name for name in FILES if name != "api.yaml"),
    ]
    span = document.locate("common/pet.yaml#/Pet/anyOf/0/oneOf/0")
    assert span.file == str(tmp_path / "common" / "pet.yaml")
    assert (span.line, span.pointer) == (4, "/Pet/oneOf/0")


def test_files_outside_are_refused(tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text("secret: {type: string}\n")
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "link.yaml").symlink_to(outside)
    (folder / "loop.yaml").symlink_to(folder / "loop.yaml")
    (folder / "folder.yaml").mkdir()
    os.mkfifo(folder / "pipe.yaml")
    references = [
        "link.yaml#/secret",
        "loop.yaml",
        "folder.yaml",
        "pipe.yaml",
        "../outside.yaml",
        "%252e%252e/outside.yaml",
        "%ff.yaml",
        f"{outside}",
        "C:\\\\x.yaml",
        "x%00.yaml",
        "x%0a.yaml",
    ]
    body = "".join(
        f'    S{index}: {{$ref: "{reference}"}}\n'
        for index, reference in enumerate(references)
    )
    path = folder / "api.yaml"
    path.write_text(f"{HEAD}components:\n  schemas:\n{body}")
    sink = Sink()
    document = load(Source(path), sink)
    assert len(sink.found) == len(references)
    assert {item.code for item in sink.found} <= {"E131", "E132"}
    assert len(document.sources) == 1
    assert not any("secret:" in item.message for item in sink.found)


def test_the_root_of_references_can_be_widened(tmp_path: Path) -> None:
    (tmp_path / "shared.yaml").write_text("A: {type: string}\n")
    folder = tmp_path / "v1"
    folder.mkdir()
    text = f'{HEAD}components: {{schemas: {{A: {{$ref: "../shared.yaml#/A"}}}}}}\n'
    document = load_files(folder, {"api.yaml": text}, root=tmp_path)
    assert schemas(document)["A"] == {"$ref": "../shared.yaml#/A"}
    assert document.node("../shared.yaml#/A") == {"type": "string"}


def test_a_broken_file_is_reported_once(tmp_path: Path) -> None:
    text = (
        f"{HEAD}components: {{schemas: {{A: {{$ref: x.yaml}}, B: {{$ref: x.yaml}}}}}}\n"
    )
    load_files(tmp_path, {"api.yaml": text, "x.yaml": "a: [1\n"}, "E105")


def test_two_names_of_one_file_are_one_document(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text("A: {type: string}\n")
    os.link(tmp_path / "one.yaml", tmp_path / "two.yaml")
    text = f"{HEAD}components: {{schemas: {{A: {{$ref: 'one.yaml#/A'}}, B: {{$ref: 'two.yaml#/A'}}}}}}\n"
    found = schemas(load_files(tmp_path, {"api.yaml": text}))
    assert found["A"] == found["B"]


def test_a_long_chain_of_references() -> None:
    links = "".join(
        f'    S{index}: {{$ref: "#/components/schemas/S{index + 1}"}}\n'
        for index in range(10_000)
    )
    found = components(f"{links}    S10000: {{type: string}}\n")
    assert len(found) == 10_001


def test_a_long_circle_of_references() -> None:
    links = "".join(
        f'    S{index}: {{$ref: "#/components/schemas/S{(index + 1) % 5000}"}}\n'
        for index in range(5000)
    )
    components(links, "E134")


def test_thousands_of_broken_references() -> None:
    links = "".join(
        f'    S{index}: {{$ref: "#/components/schemas/T{index}"}}\n'
        for index in range(3000)
    )
    components(links, "E130", "N160")


def test_node_of_an_unknown_id() -> None:
    document = read(f"{HEAD}paths: {{}}\ntags: [{{name: a}}]\n")
    assert document.node("#/tags/0/name") == "a"
    for id in ("#/nowhere", "#/tags/1", "#/tags/x", "#/info/title/x", "other.yaml#"):
        with pytest.raises(KeyError):
            document.node(id)
