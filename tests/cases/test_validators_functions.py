"""The package of validators has the function of every schema, and no module by its name."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from .support import Case

OBJECT: dict[str, Any] = {"type": "object", "required": ["a"]}
NAMES = {
    "Pet": "pet",
    "Schemas": "schemas_",
    "Operations": "operations_",
    "Globals": "globals_",
    "ImportModule": "import_module_",
    "AsProblem": "as_problem_",
    "Place": "place_",
    "class": "class_",
}


@pytest.fixture(scope="module")
def made() -> Case:
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "components": {"schemas": dict.fromkeys(NAMES, OBJECT)},
    }
    path = Path(mkdtemp(prefix="functions-")) / "spec.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return Case(path)


@pytest.mark.parametrize("name", NAMES)
def test_each_function_is_that_of_its_schema(name: str, made: Case) -> None:
    validators = made.module("validators")
    function = getattr(validators, NAMES[name])
    assert [item.path for item in function({})] == ["/a"]
    assert validators.SCHEMAS[name].errors({}) == function({})
    assert NAMES[name] in dir(validators)


def test_a_module_that_was_imported_first_is_not_in_the_way(made: Case) -> None:
    importlib.import_module(f"{made.package}.validators.schemas.pet")
    assert made.module("validators").pet({"a": 1}) is None


def test_what_is_not_there_is_an_attribute_error(made: Case) -> None:
    with pytest.raises(AttributeError, match="'nothing'"):
        _ = made.module("validators").nothing


def test_a_document_without_operations_has_none(made: Case) -> None:
    assert made.module("validators").OPERATIONS == {}


def test_the_package_has_the_rest_of_its_shape(made: Case) -> None:
    validators = made.module("validators")
    with pytest.raises(validators.ValidationError) as caught:
        validators.SCHEMAS["Pet"].check({})
    assert isinstance(caught.value.violations[0], validators.Violation)
    assert isinstance(validators.SCHEMAS["Pet"], validators.Schema)
    assert validators.as_problem(caught.value.violations)["errors"] == [
        {"pointer": "#/a", "detail": "is required"}
    ]


def test_importing_the_package_loads_no_schema(made: Case) -> None:
    script = (
        f"import sys, {made.package}.validators as validators\n"
        "own = [name for name in sys.modules if '.validators.' in name]\n"
        "assert own == [], own\n"
        "validators.SCHEMAS['Pet'], validators.place_\n"
        "own = sorted(name.split('.')[-1] for name in sys.modules if 'schemas.' in name)\n"
        "assert own == ['pet', 'place'], own\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=made.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
