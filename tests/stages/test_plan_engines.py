"""Models with the types of datamodel-code-generator: names, limits, and what it is told."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.config.model import MODEL_KINDS
from generator.diagnostics import Fatal, Sink
from generator.plan.engines import KINDS, dmcg
from generator.plan.engines.reading import read

from ..golden.cases import CASES, generated
from .engine_support import made, of_schemas, request
from .lowering import schemas

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PAIR = """\
Cat:
  type: object
  required: [kind]
  properties: {kind: {const: cat}, lives: {type: integer, maximum: 9}}
Dog:
  type: object
  required: [kind]
  properties: {kind: {const: dog}}
Animal: {oneOf: [{$ref: "#/components/schemas/Cat"}, {$ref: "#/components/schemas/Dog"}]}
"""


def test_the_kinds_are_those_of_the_configuration() -> None:
    assert tuple(KINDS) == MODEL_KINDS


def test_the_installed_version_is_one_that_is_allowed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = dmcg.requirement()
    assert wanted in project["project"]["dependencies"]
    first, limit = (
        tuple(map(int, bound.split("."))) for bound in re.findall(r"[\d.]+", wanted)
    )
    installed = tuple(map(int, dmcg.version().split(".")[:2]))
    assert first <= installed < limit
    lowest = wanted.partition(",")[0].replace(">=", "==")
    assert lowest in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", MODEL_KINDS)
def test_a_version_that_was_not_tried_is_refused(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dmcg.metadata, "version", lambda _name: "0.79.9")
    with pytest.raises(Fatal) as caught:
        of_schemas(PAIR, kind)
    finding = caught.value.diagnostic
    assert finding.code == "E034"
    assert "0.79.9" in finding.message
    assert ">=" in finding.hint


def test_what_fails_in_the_tool_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str, options: object) -> dmcg.Emission:
        raise dmcg.ToolError("ValueError: cannot do C1z.p1")

    monkeypatch.setattr(dmcg, "_call", fail)
    with pytest.raises(Fatal) as caught:
        of_schemas(PAIR, "pydantic")
    finding = caught.value.diagnostic
    assert finding.code == "E370"
    assert "cannot do Cat.kind" in finding.message


@pytest.mark.parametrize(
    "text",
    [
        "import os",
        "x = 1",
        "from os import *\nC1z = system('true')",
        "class C1z(BaseModel):\n    p1: str\n    def f(self): ...",
        "class C1z(BaseModel):\n    p1: str = print(1)",
        "C1z: TypeAlias = print",
        "C1z: TypeAlias = str if 1 else int",
        "C1z: TypeAlias = Literal['who']",
        "def f(: ...",
    ],
)
def test_what_is_not_understood_is_refused(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    emission = dmcg.Emission(text, ())
    monkeypatch.setattr(dmcg, "_call", lambda *_arguments: emission)
    with pytest.raises(Fatal) as caught:
        of_schemas("Name: {type: string}\nThing: {type: object}", "pydantic")
    assert caught.value.diagnostic.code == "E370"


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, str):
        yield value


_KNOWN = frozenset(
    """$schema $defs $ref type object string integer number boolean null array enum format
    properties required additionalProperties items prefixItems minItems maxItems
    minLength maxLength minProperties maxProperties minimum maximum exclusiveMinimum
    exclusiveMaximum anyOf oneOf discriminator propertyName mapping binary date date-time
    time uuid https://json-schema.org/draft/2020-12/schema""".split()
)
_STAND_IN = re.compile(r"(#/\$defs/)?[CN]\d+z|[ps]\d+")


@pytest.mark.parametrize("kind", MODEL_KINDS)
def test_the_tool_sees_no_text_of_the_document(kind: str) -> None:
    """Not a name, not a description, not a pattern, not a value."""
    document = request(
        schemas(PAIR + """\
Evil:
  title: '"; import os'
  description: '\"\"\" + __import__("os")'
  type: object
  required: ["import os"]
  properties:
    "import os": {type: string, pattern: "__import__", default: "os.system"}
    value: {enum: ["__import__('os')", 3, true]}
    other: {const: "\\n@evil"}
  patternProperties: {"^x-evil": {type: string}}
  x-python-type: os.system
"""),
        kind,
    )[2]
    texts = list(_strings(document))
    assert len(texts) > 40
    assert [
        text for text in texts if text not in _KNOWN and not _STAND_IN.fullmatch(text)
    ] == []


@pytest.mark.parametrize("kind", MODEL_KINDS)
def test_one_schema_more_renames_nothing(kind: str) -> None:
    before = of_schemas(PAIR, kind)
    more = "Aardvark: {type: object, properties: {kind: {const: ant}, cat: {type: object, properties: {kind: {type: string}}}}}\n"
    after = of_schemas(more + PAIR, kind)
    assert {path for path in before if before[path] != after[path]} == {
        "models/__init__.py"
    }
    assert after.keys() - before.keys() == {"models/aardvark.py"}


ENGINE_CASES = [case for case in CASES if case.startswith("engine_")]


def test_every_kind_has_a_golden_case() -> None:
    assert {
        case.removeprefix("engine_").replace("_", "-") for case in ENGINE_CASES
    } == {*MODEL_KINDS}


@pytest.mark.parametrize("case", ENGINE_CASES)
def test_names_and_modules_are_those_of_our_own_models(case: str) -> None:
    ours = generated(case, engine="oasmith").files
    theirs = generated(case).files
    paths = {path for path in ours if path.startswith("models/")}
    assert {path for path in theirs if path.startswith("models/")} == paths
    assert theirs["models/__init__.py"] == ours["models/__init__.py"]


def test_bounds_and_tags_of_structs() -> None:
    files = of_schemas(PAIR, "msgspec")
    assert 'tag_field="kind", tag="cat"' in files["models/cat.py"]
    assert "Annotated[int, Meta(le=9)]" in files["models/cat.py"]
    assert "Animal: TypeAlias = Cat | Dog" in files["models/animal.py"]


@pytest.mark.parametrize(
    "text",
    [
        "{oneOf: [{type: array, items: {type: string}}, {type: array, items: {type: integer}}]}",
        "{anyOf: [{$ref: '#/components/schemas/Cat'}, {type: object, additionalProperties: {type: integer}}]}",
        "{anyOf: [{$ref: '#/components/schemas/Cat'}, {type: object, properties: {a: {}}}]}",
        "{anyOf: [{type: array, items: {$ref: '#/components/schemas/It'}}, {type: string}]}",
    ],
)
def test_what_msgspec_cannot_have_is_anything(text: str) -> None:
    sink = Sink()
    files = made(schemas(f"{PAIR}It: {text}\n"), "msgspec", sink)
    assert "It: TypeAlias = Any" in files["models/it.py"]
    (finding,) = sink.found
    assert finding.code == "W370"
    assert finding.span is not None
    assert finding.span.pointer == "/components/schemas/It"


def test_a_struct_with_two_tags_has_none() -> None:
    sink = Sink()
    text = """\
A: {type: object, required: [k, l], properties: {k: {const: a}, l: {const: a}}}
B: {type: object, required: [k], properties: {k: {const: b}}}
C: {type: object, required: [l], properties: {l: {const: c}}}
AB: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}
AC: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/C'}]}
"""
    files = made(schemas(text), "msgspec", sink)
    assert [item.code for item in sink.found] == ["W370", "W370"]
    assert "tag" not in files["models/a.py"]


def test_names_that_msgspec_refuses_are_left_out() -> None:
    sink = Sink()
    text = (
        'A: {type: object, properties: {"a\\"b": {type: string}, c: {type: string}}}\n'
    )
    files = made(schemas(text), "msgspec", sink)
    assert [item.code for item in sink.found] == ["W372"]
    assert "c: str | UnsetType = UNSET" in files["models/a.py"]
    assert "name=" not in files["models/a.py"]


def test_what_the_tool_warns_of_is_told_in_words_of_the_document() -> None:
    sink = Sink()
    text = """\
Size:
  type: object
  properties:
    width: {anyOf: [{type: integer, minimum: 1}, {type: integer, maximum: -1}]}
"""
    made(schemas(text), "msgspec", sink)
    (finding,) = sink.found
    assert finding.code == "W371"
    assert "Size.width" in finding.message


@pytest.mark.parametrize("kind", MODEL_KINDS)
def test_constants_are_types_wherever_they_stand(kind: str) -> None:
    text = """\
Kind: {const: one}
Held:
  type: object
  required: [kind, own]
  properties:
    kind: {$ref: '#/components/schemas/Kind'}
    own: {const: 2}
    free: {const: true}
    many: {type: array, items: {const: x}}
    each: {type: object, additionalProperties: {enum: [y]}}
"""
    files = of_schemas(text, kind)
    assert 'Kind: TypeAlias = Literal["one"]' in files["models/kind.py"]
    held = files["models/held.py"]
    assert 'list[Literal["x"]]' in held
    assert 'dict[str, Literal["y"]]' in held
    filled = kind in ("pydantic", "dataclass")
    assert ("own: Literal[2] = 2\n" in held) == filled


def test_large_bounds_and_double_bounds_of_structs() -> None:
    text = """\
Size:
  type: object
  properties:
    large: {type: integer, minimum: 0, maximum: 18446744073709551615}
    both: {type: number, minimum: 0, exclusiveMinimum: 0, maximum: 3, exclusiveMaximum: 4}
"""
    found = of_schemas(text, "msgspec")["models/size.py"]
    assert "large: Annotated[int, Meta(ge=0)]" in found
    assert "both: Annotated[float, Meta(gt=0.0, le=3.0)]" in found


def test_a_closed_object_refuses_more_in_pydantic_alone() -> None:
    text = "A: {type: object, additionalProperties: false, properties: {a: {type: string}}}"
    assert 'ConfigDict(extra="forbid")' in of_schemas(text, "pydantic")["models/a.py"]
    assert "closed" not in of_schemas(text, "typed-dict")["models/a.py"]


def test_configuration_of_the_project_and_time_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = of_schemas(PAIR, "pydantic")
    (tmp_path / "pyproject.toml").write_text(
        "[tool.datamodel-codegen]\nclass-name-prefix = 'Bad'\nsnake-case-field = true\n"
        "[tool.black]\nline-length = 20\nskip-string-normalization = true\n"
        "[tool.isort]\nforce_single_line = true\n"
    )
    monkeypatch.chdir(tmp_path)
    assert of_schemas(PAIR, "pydantic") == before


_WATCHED = """\
import sys
sys.path[:0] = [{root!r}]
from generator.plan.engines import dmcg
from generator.plan.engines.kinds import KINDS
import datamodel_code_generator.parser.jsonschema
from datamodel_code_generator.format import PythonVersion
seen = []
def hook(event, arguments):
    if event.startswith("socket.") or (event == "open" and "site-packages" not in str(
        arguments[0]) and "lib/python" not in str(arguments[0])):
        seen.append((event, str(arguments)))
document = {{"$defs": {{"C1z": {{"type": "object", "properties": {{"p1": {{"type": "string"}}}}}}}}}}
run = lambda: [dmcg.emit(document, kind, {{}}, lambda _, make: make()) for kind in KINDS.values()]
sys.addaudithook(hook)
texts = [emission.text for emission in run()]
assert not seen, seen
assert all("C1z" in text for text in texts)
print(texts)
"""


def test_the_tool_opens_no_file_and_no_connection_and_is_deterministic(
    tmp_path: Path,
) -> None:
    outputs = set()
    for seed in ("1", "2"):
        ended = subprocess.run(
            [sys.executable, "-c", _WATCHED.format(root=str(ROOT))],
            cwd=tmp_path,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        outputs.add(ended.stdout)
    assert len(outputs) == 1


def test_reading_keeps_what_is_defined() -> None:
    found = read(
        "from typing import Any\n"
        "from typing_extensions import TypeAliasType\n"
        "C1z = TypeAliasType('C1z', Any)\n"
        "class C2z(BaseModel):\n    model_config = ConfigDict(extra='forbid')\n"
        "    p1: int = 1\n"
        "C2z.model_rebuild()\n"
    )
    assert list(found.aliases) == ["C1z"]
    assert list(found.classes["C2z"].fields) == ["p1"]
    assert list(found.classes["C2z"].config) == ["extra"]
    assert found.imports["Any"] == ("typing", "Any")
