"""Overlays: what they do to a document, and where messages about the result point."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower

if TYPE_CHECKING:
    from generator.diagnostics import Diagnostic
    from generator.load import Document

SPEC = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      parameters:
        - {name: one, in: query, schema: {type: string}}
        - {name: two, in: query, schema: {type: string}}
        - {name: three, in: query, schema: {type: thing}}
      responses: {"204": {description: Seen.}}
components:
  examples:
    E: {value: {text: a, list: [1, 2, 3, 4], deep: {a: {b: 1}, c: [1]}}}
  schemas:
    Pet:
      properties:
        name: {type: string}
"""
HEAD = "info: {title: O, version: '1'}\nactions:\n"


def apply(
    *actions: str, spec: str = SPEC, version: str = "1.1.0"
) -> tuple[Document, list[Diagnostic]]:
    """The document after these actions, and all that there is to say about it."""
    sink = Sink()
    lines = (
        f"  - {{{action.replace('@E', 'components.examples.E.value')}}}\n"
        for action in actions
    )
    text = f"overlay: {version}\n{HEAD}{''.join(lines)}"
    overlay = Source(Path("o.yaml"), text.encode())
    document = load(Source(Path("s.yaml"), spec.encode(), overlays=(overlay,)), sink)
    return document, [item for item in sink.found if item.code != "W166"]


def value(*actions: str, codes: tuple[str, ...] = (), **options: str) -> Any:
    """The value of the example in the end; exactly these findings are expected."""
    document, found = apply(*actions, **options)
    assert [item.code for item in found] == list(codes)
    return document.root["components"]["examples"]["E"]["value"]


@pytest.mark.parametrize(
    ("actions", "name", "expected"),
    [
        (["target: $.@E, update: {new: {b: [1]}}"], "new", {"b": [1]}),
        (["target: $.@E, update: {text: b}"], "text", "b"),
        (["target: $.@E, update: {text: null}"], "text", None),
        (["target: $.@E.text, update: b"], "text", "b"),
        (
            ["target: $.@E, update: {deep: {a: {b: 2, d: 3}, c: [2]}}"],
            "deep",
            {"a": {"b": 2, "d": 3}, "c": [1, 2]},
        ),
        (["target: $.@E.list, update: 5"], "list", [1, 2, 3, 4, 5]),
        (["target: $.@E.list, update: [5, 6]"], "list", [1, 2, 3, 4, 5, 6]),
        (["target: $.@E.list, update: {a: 1}"], "list", [1, 2, 3, 4, {"a": 1}]),
        (["target: '$.@E.list[?@ > 2]', update: 0"], "list", [1, 2, 0, 0]),
        (["target: '$.@E.list[0, 2]', remove: true"], "list", [2, 4]),
        (["target: '$.@E.list[0, 0]', remove: true"], "list", [2, 3, 4]),
        (["target: '$.@E.list[?@ != 3]', remove: true"], "list", [3]),
        (["target: '$.@E.deep[*]', remove: true"], "deep", {}),
        (["target: '$.@E.deep..*', remove: true"], "deep", {}),
        (
            ["target: $.@E.deep, copy: $.@E.deep.a"],
            "deep",
            {"a": {"b": 1}, "c": [1], "b": 1},
        ),
        (["target: $.@E.list, copy: $.@E.deep.c"], "list", [1, 2, 3, 4, 1]),
        (["target: $.@E.text, copy: $.openapi"], "text", "3.1.0"),
        (
            ["target: $.@E.deep.a, copy: $.@E.deep"],
            "deep",
            {"a": {"b": 1, "a": {"b": 1}, "c": [1]}, "c": [1]},
        ),
        (
            ["target: $.@E.list, remove: true", "target: $.@E, update: {list: {}}"],
            "list",
            {},
        ),
        (["target: $.@E.deep, remove: true, update: 1, copy: $.x"], "deep", "gone"),
    ],
)
def test_what_an_action_does(actions: list[str], name: str, expected: object) -> None:
    assert value(*actions).get(name, "gone") == expected


def test_each_target_has_a_copy_of_its_own() -> None:
    document, found = apply(
        "target: $.paths, update: {/dogs: {}}",
        "target: $.paths.*, update: {put: {responses: {'204': {description: d}}}}",
        "target: \"$.paths['/dogs'].put\", update: {deprecated: true}",
    )
    assert not found
    paths = document.root["paths"]
    assert "deprecated" not in paths["/pets"]["put"]
    assert paths["/dogs"]["put"]["deprecated"]


def test_overlays_are_applied_in_order() -> None:
    texts = [
        f"overlay: 1.1.0\n{HEAD}  - {{target: $.info.title, update: {title}}}\n"
        for title in ("first", "second")
    ]
    overlays = tuple(Source(Path("o"), text.encode()) for text in texts)
    source = Source(data=SPEC.encode(), overlays=overlays)
    assert load(source, Sink()).root["info"]["title"] == "second"


def test_targets_are_those_of_the_document_as_it_was_written() -> None:
    swagger = """\
swagger: "2.0"
info: {title: Old, version: "1"}
paths: {/a: {get: {responses: {"200": {description: d, schema: {$ref: "#/definitions/A"}}}}}}
definitions: {A: {type: object}}
"""
    document, found = apply(
        "target: $.definitions.A, update: {properties: {b: {type: thing}}}",
        "target: $.definitions, update: {B: {type: thing}}",
        spec=swagger,
    )
    assert not found
    sink = Sink()
    lower(document, sink)
    assert {item.span.line for item in sink.found if item.span} == {4, 5}
    assert {item.span.file for item in sink.found if item.span} == {"o.yaml"}


def test_a_document_in_json() -> None:
    spec = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}
    document, _ = apply(
        "target: $.info, update: {title: 1}", spec=json.dumps(spec, indent=1)
    )
    span = document.locate("#/info/title")
    assert (span.file, span.line) == ("o.yaml", 4)
    span = document.locate("#/info/version")
    assert (span.file, span.line) == ("s.yaml", 5)


IN = "/components/examples/E/value"
NAME = "/components/schemas/Pet/properties/name"
PLACES = [
    ("target: $.info, update: {summary: 1}", "/info/summary", "o.yaml: 1}}"),
    ("target: $.info, update: {summary: 1}", "/info/title", "s.yaml: Pets"),
    ("target: $.info.title, update: 5", "/info/title", "o.yaml: 5}"),
    (
        "target: $.components.schemas, update: {New: {properties: {a: {type: thing}}}}",
        "/components/schemas/New/properties/a",
        "o.yaml: a: {type",
    ),
    (
        "target: $.components.schemas.Pet.properties, update: {name: {title: 3}}",
        f"{NAME}/title",
        "o.yaml: 3}",
    ),
    (
        "target: $.components.schemas.Pet.properties, update: {name: {title: T}}",
        f"{NAME}/type",
        "s.yaml: string}",
    ),
    (
        "target: '$..parameters[?@.name != \"three\"]', remove: true",
        "/paths/~1pets/get/parameters/0/schema/type",
        "s.yaml: thing}",
    ),
    (
        "target: $..parameters, update: [{name: a}, {name: b}]",
        "/paths/~1pets/get/parameters/4/name",
        "o.yaml: b}",
    ),
    (
        "target: $..parameters, update: {name: a}",
        "/paths/~1pets/get/parameters/3/name",
        "o.yaml: a}",
    ),
    (
        "target: '$..parameters[0]', remove: true",
        "/paths/~1pets/get/parameters/1/name",
        "s.yaml: three",
    ),
    ("target: '$.@E.list[1]', remove: true", f"{IN}/list/2", "s.yaml: 4]"),
    ("target: '$.@E.list[1]', update: 7", f"{IN}/list/1", "o.yaml: 7}"),
    ("target: '$.@E.list[1]', update: 7", f"{IN}/list/2", "s.yaml: 3, 4"),
    ("target: $.@E.list, update: 7", f"{IN}/list/4", "o.yaml: 7}"),
    (
        "target: $.components.schemas, copy: $.components",
        "/components/schemas/schemas/Pet/properties/name/type",
        "s.yaml: string}",
    ),
]


@pytest.mark.parametrize(("action", "pointer", "expected"), PLACES)
def test_every_node_is_found_where_it_was_written(
    action: str, pointer: str, expected: str
) -> None:
    document, _ = apply(action)
    span = document.locate(f"#{pointer}")
    rest = span.excerpt[span.column - span.excerpt_column :]
    assert f"{span.file}: {rest}".startswith(expected)


def test_a_copy_is_found_where_its_parts_were_written() -> None:
    document, _ = apply(
        "target: $.components.schemas.Pet.properties, update: {age: {type: integer}}",
        "target: $.components.schemas.Pet.properties.name, update: {title: First}",
        "target: $.components.schemas, update: {Dog: {}}",
        "target: $.components.schemas.Dog, copy: $.components.schemas.Pet",
        "target: $.components.schemas.Pet.properties.name, update: {title: Last}",
    )
    places = {}
    for name in ("Dog", "Pet"):
        for inner in ("name/type", "name/title", "age/type"):
            pointer = f"#/components/schemas/{name}/properties/{inner}"
            span = document.locate(pointer)
            places[name, inner] = (span.file, span.line)
    assert places == {
        ("Dog", "name/type"): ("s.yaml", 17),
        ("Dog", "name/title"): ("o.yaml", 5),
        ("Dog", "age/type"): ("o.yaml", 4),
        ("Pet", "name/type"): ("s.yaml", 17),
        ("Pet", "name/title"): ("o.yaml", 8),
        ("Pet", "age/type"): ("o.yaml", 4),
    }


def test_what_the_document_then_means_is_checked() -> None:
    _, found = apply(
        "target: $.components.schemas, update: {A: {$ref: '#/components/schemas/Pett'}}",
        "target: $..parameters, update: {name: x, in: header}",
        "target: '$..parameters[3]', update: {deprecated: 'yes'}",
    )
    assert [(item.code, item.span.line) for item in found if item.span] == [
        ("W141", 6),
        ("W168", 5),
        ("E130", 4),
    ]
    assert {item.span.file for item in found if item.span} == {"o.yaml"}


def test_overlays_are_sources() -> None:
    overlay = Source(Path("a/b/o.yaml"), f"overlay: 1.1.0\n{HEAD}  []".encode())
    source = Source(Path("a/s.yaml"), SPEC.encode(), overlays=(overlay, overlay))
    names = [file.name for file in load(source, Sink()).sources]
    assert names == ["s.yaml", "b/o.yaml", "b/o.yaml"]
    source = Source(data=SPEC.encode(), overlays=(overlay,))
    names = [file.name for file in load(source, Sink()).sources]
    assert names == ["<stdin>", "a/b/o.yaml"]


def test_an_overlay_that_cannot_be_read_is_told_and_the_others_are_looked_at(
    tmp_path: Path,
) -> None:
    sink = Sink()
    broken = [Source(tmp_path / "no.yaml"), Source(Path("x"), b"a: [")]
    load(Source(data=SPEC.encode(), overlays=tuple(broken)), sink)
    assert [item.code for item in sink.found] == ["E100", "E105", "W166"]


def test_an_overlay_on_what_is_no_object_changes_nothing() -> None:
    sink = Sink()
    overlay = Source(Path("o.yaml"), b"overlay: 1.1.0\n")
    with pytest.raises(Exception, match="not an OpenAPI document"):
        load(Source(data=b"[1]", overlays=(overlay,)), sink)


def test_without_overlays_no_library_of_jsonpath_is_loaded() -> None:
    program = (
        "import sys; from generator.load import Source, load; "
        "from generator.diagnostics import Sink; "
        f"load(Source(data={SPEC.encode()!r}), Sink()); "
        "print('jsonpath_rfc9535' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
    )
    assert done.stdout == b"False\n"
