"""Faults that other generators had, each a small document with what is right for it.

`specs/` holds the documents; their header comments tell what is right. A test makes the
package of a document, imports it and asks it.
"""

from __future__ import annotations

import ast
import importlib
import json
import sys
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from generator.config import ApiConfig
from generator.diagnostics import Fatal, Sink
from generator.load.source import Source
from generator.pipeline import Stopped, build
from generator.progress import Laps

if TYPE_CHECKING:
    from types import ModuleType

    from generator.diagnostics import Diagnostic

SPECS = Path(__file__).parent / "specs"
_NUMBERS = count()


class Case:
    """The package that comes of a document, written out and ready to be imported."""

    def __init__(self, path: Path, **options: Any) -> None:
        """`options` are those of `ApiConfig`."""
        self.package = f"fault_{next(_NUMBERS)}"
        self.found, files = _generated(path, self.package, options)
        self.folder = Path(mkdtemp(prefix="faults-"))
        self.files = files
        for name, text in files.items():
            target = self.folder / self.package / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        sys.path.insert(0, str(self.folder))

    @property
    def codes(self) -> list[str]:
        """The codes of what the run had to say, in its order."""
        return [finding.code for finding in self.found]

    def module(self, name: str = "") -> ModuleType:
        """A module of the package: `models`, `validators`, `client.pets`."""
        return importlib.import_module(f"{self.package}.{name}".rstrip("."))

    def model(self, name: str) -> Any:
        """A class or alias of the models."""
        return getattr(self.module("models"), name)

    def fields(self, name: str) -> dict[str, str]:
        """The declarations of a class of the models, by attribute."""
        found = self._definition(name)
        assert isinstance(found, ast.ClassDef), f"{name} is no class"
        return {
            ast.unparse(item.target): ast.unparse(item.annotation)
            + (f" = {ast.unparse(item.value)}" if item.value else "")
            for item in found.body
            if isinstance(item, ast.AnnAssign)
        }

    def alias(self, name: str) -> str:
        """What an alias of the models stands for."""
        found = self._definition(name)
        assert isinstance(found, ast.AnnAssign) and found.value, f"{name} is no alias"
        return ast.unparse(found.value)

    def _definition(self, name: str) -> ast.stmt:
        for path, text in self.files.items():
            for item in ast.parse(text).body if path.startswith("models/") else ():
                target = item.target if isinstance(item, ast.AnnAssign) else None
                if name == getattr(item, "name", getattr(target, "id", None)):
                    return item
        raise AssertionError(f"no model is called {name}")

    def faults(self, schema: str, value: object) -> list[tuple[str, str]]:
        """What the validator of a component has to say: JSON Pointers and keywords."""
        found = self.module("validators").SCHEMAS[schema](value)
        return [(item.path, item.keyword) for item in found or ()]

    def violations(self, function: str, value: object) -> list[tuple[str, str]]:
        """What a validator has to say, as pairs of JSON Pointer and keyword."""
        found = getattr(self.module("validators"), function)(value)
        return [(item.path, item.keyword) for item in found or ()]


def of_schemas(folder: Path, schemas: dict[str, Any], version: str = "3.1.0") -> Case:
    """The case of a document that has nothing but these components."""
    path = folder / "spec.json"
    head = {"openapi": version, "info": {"title": "T", "version": "1"}}
    document = {**head, "paths": {}, "components": {"schemas": schemas}}
    path.write_text(json.dumps(document), encoding="utf-8")
    return Case(path)


@cache
def case(name: str) -> Case:
    """The case whose document is `specs/<name>.yaml`; made once."""
    return Case(SPECS / f"{name}.yaml")


def findings(path: Path, **options: Any) -> list[Diagnostic]:
    """What a run over a document has to say, whether or not it stops."""
    return _run(path, "unused", options)[0]


def _generated(
    path: Path, package: str, options: dict[str, Any]
) -> tuple[list[Diagnostic], dict[str, str]]:
    found, files = _run(path, package, options)
    assert files, [f"{finding.code} {finding.message}" for finding in found]
    return found, files


def _run(
    path: Path, package: str, options: dict[str, Any]
) -> tuple[list[Diagnostic], dict[str, str]]:
    sink = Sink()

    def gate() -> None:
        if sink.has_errors:
            raise Stopped

    config = ApiConfig(package, path.name, "out", path.parent, package, **options)
    try:
        built = build(config, Source(path), {}, sink, Laps(), gate)
    except Fatal as fatal:
        return [*sink.found, fatal.diagnostic], {}
    except Stopped:
        return list(sink.found), {}
    return list(sink.found), {file.path: file.text for file in built.files}
