"""What stops the generation of validators, what `allow` lets pass, and what options switch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.config import formats
from generator.diagnostics import CATALOGUE, Sink
from generator.load import Source, load
from generator.plan.python.formats import ASSERTED, MEANINGS
from generator.plan.validators import scalars
from generator.plan.validators.problems import ANNOTATIONS, CHECKED

from .validator_pipeline import built, generate


def _write(tmp_path: Path, schema: dict[str, object]) -> Path:
    path = tmp_path / "main.json"
    draft = "https://json-schema.org/draft/2020-12/schema"
    path.write_text(json.dumps({"$schema": draft, **schema}))
    return path


def _told(path: Path, **options: Any) -> tuple[list[tuple[str, str]], bool]:
    found, files = generate(path, "unused", **options)
    listed = [
        (item.code, item.span.pointer)
        for item in found
        if item.span and item.code[:1] != "N"
    ]
    return listed, bool(files)


def test_a_keyword_that_is_not_implemented_stops_the_run(tmp_path: Path) -> None:
    path = _write(
        tmp_path,
        {"type": "object", "properties": {"a": {"divisibleBy": 2, "minimum": 1}}},
    )
    place = "/properties/a/divisibleBy"
    assert _told(path) == ([("E350", place)], False)
    assert _told(path, allow=("E350",)) == ([("E350", place)], True)
    check = built(path, "allowed_keyword", allow=("E350",))["main"]
    assert check({"a": 3}) is None
    assert check({"a": 0}) is not None


def test_a_keyword_that_no_version_has_is_a_note(tmp_path: Path) -> None:
    path = _write(tmp_path, {"properties": {"a": {"minimun": 2, "x-unit": "m"}}})
    assert _told(path) == ([], True)


def test_all_keywords_of_the_vocabularies_are_known() -> None:
    from jsonschema_specifications import REGISTRY

    names: set[str] = set()
    for uri in REGISTRY:
        if "/draft/2020-12/meta/" in uri:
            names |= REGISTRY.contents(uri)["properties"].keys()
    assert len(names) > 50
    assert names <= CHECKED | ANNOTATIONS | {"$dynamicRef"}


def test_patterns_that_are_none_and_patterns_that_are_not_safe(tmp_path: Path) -> None:
    path = _write(
        tmp_path,
        {
            "properties": {
                "a": {"pattern": "(?i)a"},
                "b": {"pattern": "(\\w+)\\s+\\1"},
                "c": {"pattern": "^(a+)+$"},
            }
        },
    )
    listed = [("W352", "/properties/b/pattern"), ("W351", "/properties/a/pattern")]
    assert _told(path) == (listed, True)
    assert CATALOGUE["E350"].severity == "error"


FORMATS = {
    "int32": (2**31, 1),
    "int64": (2**63, 1),
    "float": (10**400, 1.5),
    "double": (10**400, 1.5),
    "date": ("2024-02-30", "2024-02-29"),
    "date-time": ("2024-02-30T00:00:00Z", "2024-02-29T00:00:00Z"),
    "time": ("24:00:00Z", "23:00:00Z"),
    "uuid": ("x", "2eb8aa08-aa98-11ea-b4aa-73b441d16380"),
    "byte": ("a", "YQ=="),
    "duration": ("PT1D", "P1DT2H"),
    "email": ("a", "a@example.com"),
    "hostname": ("-a", "a.example"),
    "idn-email": ("\xe4", "\xe4@example.com"),
    "idn-hostname": ("a..b", "b\xfccher.example"),
    "ipv4": ("1.2.3", "1.2.3.4"),
    "ipv6": ("1::2::3", "::1"),
    "iri": ("a", "http://ex\xe4mple.com"),
    "iri-reference": ("\\", "\xe4"),
    "json-pointer": ("a", "/a"),
    "regex": ("(", "(a)"),
    "relative-json-pointer": ("/a", "0/a"),
    "uri": ("/a", "http://a/b?c#d"),
    "uri-reference": ("\\", "/a"),
    "uri-template": ("{", "/{a}"),
}


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("formats")
    definitions = {name: {"format": name} for name in FORMATS}
    definitions["binary"] = {"format": "binary"}
    return _write(made, {"$defs": definitions})


def test_the_table_of_formats_is_that_of_the_validators() -> None:
    usual = {name for name, asserted in formats.FORMATS.items() if asserted}
    assert usual == ASSERTED
    assert formats.FORMATS.keys() - usual == scalars.MORE_FORMATS.keys()
    assert formats.FORMATS.keys() == MEANINGS.keys()
    assert FORMATS.keys() == formats.FORMATS.keys()


@pytest.mark.parametrize("switch", [None, True, False])
def test_formats_are_checked_as_configured(document: Path, switch: bool | None) -> None:
    chosen = () if switch is None else tuple((name, switch) for name in FORMATS)
    _, files = generate(document, "unused", formats=chosen)
    assert ("_runtime/formats.py" in files) is (switch is True)
    assert ("_runtime/idn.py" in files) is (switch is True)
    schemas = built(document, f"formats_{switch}".lower(), formats=chosen)
    for name, (wrong, right) in FORMATS.items():
        asserted = formats.FORMATS[name] if switch is None else switch
        assert (schemas[name](wrong) is not None) is asserted, name
        assert schemas[name](right) is None, name
    assert schemas["binary"]("\x00") is None


def test_linear_patterns_come_with_their_runtime(tmp_path: Path) -> None:
    path = _write(tmp_path, {"pattern": "^[a-z]+$"})
    assert "_runtime/linear.py" not in generate(path, "unused")[1]
    path = _write(tmp_path, {"pattern": "^(a|aa)+$"})
    _, files = generate(path, "unused")
    assert "_runtime/linear.py" in files
    assert built(path, "linear_runtime")["main"]("a" * 10_000 + "b") is not None


OPENAPI = """
openapi: {version}
info: {{title: T, version: "1"}}
paths: {{}}
components:
  schemas:
    Typed: {{type: string, nullable: true}}
    Listed: {{type: string, nullable: true, enum: [a]}}
    Referring: {{nullable: true, allOf: [{{$ref: "#/components/schemas/Text"}}]}}
    Beside: {{type: object, properties: {{a: {{$ref: "#/components/schemas/Text", nullable: true}}}}}}
    Text: {{type: string}}
"""


@pytest.mark.parametrize(
    ("version", "strict", "taking"),
    [
        ("3.0.3", False, {"Typed", "Listed", "Referring", "Beside"}),
        ("3.0.3", True, {"Typed"}),
        ("3.1.0", False, {"Typed", "Listed", "Referring", "Beside"}),
        ("3.1.0", True, set()),
    ],
)
def test_nullable_as_it_is_meant_or_by_the_letter(
    tmp_path: Path, version: str, strict: bool, taking: set[str]
) -> None:
    path = tmp_path / "api.yaml"
    path.write_text(OPENAPI.format(version=version))
    package = f"nullable_{version[2]}_{strict}".lower()
    schemas = built(path, package, strict_nullable=strict)
    values: dict[str, object] = dict.fromkeys(("Typed", "Listed", "Referring", "Text"))
    values["Beside"] = {"a": None}
    found = {name for name, value in values.items() if schemas[name](value) is None}
    assert found == taking
    told, _ = generate(path, "unused", strict_nullable=strict)
    effects = [item.message for item in told if item.code in ("W150", "W151", "W159")]
    assert effects
    assert all(
        ("honoured" in text or "added" in text) is not strict for text in effects
    )


def test_nul_is_a_value_to_compare_with_and_nothing_else() -> None:
    sink = Sink()
    load(
        Source(data=b'{"type": "string", "const": "a\\u0000", "enum": ["\\u0000"]}'),
        sink,
    )
    assert sink.found == []
    load(Source(data=b'{"type": "string", "title": "a\\u0000"}'), sink)
    assert [item.code for item in sink.found] == ["E115"]
