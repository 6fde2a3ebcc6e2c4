"""A large real document: OpenAI's, in which nothing may get lost.

It is not part of this repository: `OASMITH_DATA` names the folder that holds
`openai/openapi.yaml`.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("OASMITH_DATA", ROOT.parent / "shared" / "data"))
DOCUMENT = DATA / "openai" / "openapi.yaml"
METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}

pytestmark = pytest.mark.skipif(
    not DOCUMENT.exists(), reason="OASMITH_DATA has no openai/openapi.yaml"
)


@dataclass(frozen=True)
class Outcome:
    """A generated package, and what the run said."""

    root: Path
    findings: list[dict[str, Any]]
    changes: dict[str, Any]

    def modules(self, part: str) -> Iterator[tuple[str, ast.Module]]:
        """The syntax trees of the modules of a target, by path."""
        for path in sorted((self.root / part).rglob("*.py")):
            yield path.name, ast.parse(path.read_bytes())

    @cached_property
    def schemas(self) -> list[str]:
        """The keys of the document's schemas."""
        return list(_document()["components"]["schemas"])

    @cached_property
    def operations(self) -> set[tuple[str, str]]:
        """Method and path of each operation of the document."""
        return {
            (method.upper(), path)
            for path, item in _document()["paths"].items()
            for method in METHODS & item.keys()
        }


def _document() -> dict[str, Any]:
    global _loaded
    if not _loaded:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        _loaded = yaml.load(DOCUMENT.read_bytes(), loader)
    return _loaded


_loaded: dict[str, Any] = {}


def generate(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the command line on the document, for programs to read."""
    verb = [sys.executable, "-m", "generator", "generate"]
    return subprocess.run(
        [*verb, str(DOCUMENT), "-o", "openai_api", "--format", "json"],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "OASMITH_CACHE_DIR": str(folder / "cache"),
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """All targets, generated once."""
    folder = tmp_path_factory.mktemp("openai")
    done = generate(folder)
    assert done.returncode == 0, done.stderr
    return Outcome(
        folder / "openai_api",
        findings=json.loads(done.stderr),
        changes=json.loads(done.stdout)["apis"][0],
    )


def test_everything_is_counted(outcome: Outcome) -> None:
    operations, schemas = len(outcome.operations), len(outcome.schemas)
    assert (operations, schemas) == (288, 1422)
    paths = [path for path in outcome.root.rglob("*") if path.is_file()]
    assert len(outcome.changes["created"]) == len(paths)


def test_findings_say_where(outcome: Outcome) -> None:
    assert outcome.findings
    for finding in outcome.findings:
        assert finding["severity"] != "error"
        assert finding["file"] and finding["line"] > 0 and finding["column"] > 0
        assert finding["message"] and finding["hint"]


def test_each_operation_is_a_method_of_both_clients(outcome: Outcome) -> None:
    found: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
    for _, tree in outcome.modules("client"):
        constants = _operations(tree)
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                calls = _methods(node, constants)
                found[node.name.startswith("Async")] += sorted(calls)
    assert len(found[False]) == len(set(found[False]))
    assert set(found[False]) == set(found[True]) == outcome.operations


def _operations(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Constants of the form `CREATE = Operation("POST", "/completions", ...)`.

    Those of operations with pages have a type: `LIST: PagedOperation[Batch] = ...`.
    """
    found = {}
    classes = ("Operation", "PagedOperation")
    for node in tree.body:
        assigned = isinstance(node, ast.Assign | ast.AnnAssign)
        if assigned and isinstance(node.value, ast.Call):
            call = node.value
            if isinstance(call.func, ast.Name) and call.func.id in classes:
                method, path = call.args[:2]
                is_typed = isinstance(node, ast.AnnAssign)
                target = node.target if is_typed else node.targets[0]
                assert isinstance(target, ast.Name)
                assert isinstance(method, ast.Constant)
                assert isinstance(path, ast.Constant)
                found[target.id] = (str(method.value), str(path.value))
    return found


def _methods(
    node: ast.ClassDef, constants: dict[str, tuple[str, str]]
) -> set[tuple[str, str]]:
    """The operations that the public methods of a class call."""
    return {
        constants[name.id]
        for method in node.body
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef)
        if not method.name.startswith("_")
        for name in ast.walk(method)
        if isinstance(name, ast.Name) and name.id in constants
    }


def test_each_operation_has_a_route_and_a_handler(outcome: Outcome) -> None:
    routes = []
    for path, tree in outcome.modules("server"):
        if path == "webhooks.py":
            continue
        handlers = {
            method.name
            for node in tree.body
            if isinstance(node, ast.ClassDef) and node.name.endswith("Handlers")
            for method in node.body
            if isinstance(method, ast.AsyncFunctionDef)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _is_endpoint(node.func):
                texts = [_text(item) for item in node.args[:4]]
                routes.append((texts[1], texts[2]))
                assert texts[3] in handlers, path
    assert len(routes) == len(set(routes))
    assert set(routes) == outcome.operations


def _is_endpoint(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "Endpoint"


def _text(node: ast.expr) -> str:
    assert isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value


_IMPORT_ALL = """\
import gc, importlib, json, pathlib, sys
from pydantic import BaseModel, TypeAdapter
gc.disable()
root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root.parent))
for path in sorted(root.rglob("*.py")):
    parts = path.relative_to(root.parent).with_suffix("").parts
    importlib.import_module(".".join(parts).removesuffix(".__init__"))
from openai_api import models, validators
names = json.loads((root / ".oasmith.json").read_text())["names"]["types"]
prefix = "#/components/schemas/"
for key in json.loads(sys.stdin.read()):
    model = getattr(models, names[prefix + key.replace("~", "~0").replace("/", "~1")])
    if isinstance(model, type) and issubclass(model, BaseModel):
        model.model_rebuild()
    else:
        TypeAdapter(model)
    assert callable(validators.SCHEMAS[key])
    validators.SCHEMAS[key]({})
print(len(validators.SCHEMAS))
"""


def test_every_module_and_every_schema_can_be_used(outcome: Outcome) -> None:
    """Each module is imported, each model is built, each validator runs."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _IMPORT_ALL, str(outcome.root)],
        input=json.dumps(outcome.schemas),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == len(outcome.schemas)


def test_models_and_clients_are_short(outcome: Outcome) -> None:
    paths = [
        path
        for part in ("models", "client")
        for path in (outcome.root / part).rglob("*.py")
    ]
    assert len(paths) > 1000
    assert sum(path.read_bytes().count(b"\n") for path in paths) <= 100_000


def test_a_second_run_writes_nothing(outcome: Outcome) -> None:
    before = {path: path.stat().st_mtime_ns for path in outcome.root.rglob("*")}
    done = generate(outcome.root.parent)
    assert done.returncode == 0
    changes = json.loads(done.stdout)["apis"][0]
    assert not (changes["created"] or changes["updated"] or changes["deleted"])
    assert json.loads(done.stderr) == outcome.findings
    after = {path: path.stat().st_mtime_ns for path in outcome.root.rglob("*")}
    assert after == before
