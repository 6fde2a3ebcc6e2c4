"""Schemas that refer to themselves, and what importing a chain of them costs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .support import SPECS, Case, case


def test_recursion_through_everything_round_trips() -> None:
    made = case("047-recursive-basic")
    assert made.fields("Branch") == {
        "label": "str",
        "parent": "Branch | None = None",
        "twigs": "list[Branch] | None = None",
        "by_name": "Annotated[dict[str, Branch] | None, Field(alias='byName')] = None",
        "bird": "Bird | None = None",
    }
    leaf = {"label": "c"}
    value = {
        "label": "a",
        "twigs": [{"label": "b", "byName": {"x": leaf}, "parent": leaf}],
        "bird": {"home": {"label": "d", "bird": {}}},
    }
    found = made.model("Branch").model_validate(value)
    assert found.twigs[0].by_name["x"].label == "c"
    assert found.to_dict() == value
    assert made.faults("Branch", value) == []
    deep = {"label": "a", "twigs": [{"label": "b", "byName": {"x": {}}}]}
    assert made.faults("Branch", deep) == [("/twigs/0/byName/x/label", "required")]


def test_models_of_a_circle_import_in_any_order() -> None:
    made = case("047-recursive-basic")
    for first, second in (("Bird", "Branch"), ("Branch", "Bird")):
        code = (
            f"from {made.package}.models import {first}; {first}.model_json_schema();"
            f"from {made.package}.models import {second}; {second}.model_json_schema()"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=made.folder, check=False
        )
        assert done.returncode == 0


def test_a_child_may_stand_in_its_parent() -> None:
    made = case("049-recursive-allof")
    assert made.fields("Manager") == {
        "name": "str | None = None",
        "team": "Team | None = None",
        "reports": "list[Manager] | None = None",
    }
    value = {
        "lead": {"name": "a", "reports": [{"name": "b", "team": {"members": []}}]},
        "members": [{"name": "c"}],
    }
    assert made.model("Team").model_validate(value).to_dict() == value
    assert made.faults("Team", value) == []


def _chain(folder: Path, length: int) -> Case:
    """The document of the case, with the chain of its models made longer."""
    text = (SPECS / "128-import-cost.yaml").read_text(encoding="utf-8")
    for number in range(4, length):
        text += (
            f"    M{number}: {{type: object, properties: {{n: "
            f"{{$ref: '#/components/schemas/M{number + 1}'}}}}}}\n"
        )
    path = folder / "chain.yaml"
    path.write_text(f"{text}    M{length}: {{type: object}}\n", encoding="utf-8")
    return Case(path)


def _loaded(made: Case, statement: str) -> set[str]:
    """The modules of the package that a statement loads, and those of pydantic."""
    code = f"{statement}\nimport sys\nprint(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=made.folder,
        check=True,
        capture_output=True,
        text=True,
    )
    names = done.stdout.split()
    return {name for name in names if name.split(".")[0] in (made.package, "pydantic")}


def test_importing_the_root_loads_no_model(tmp_path: Path) -> None:
    made = _chain(tmp_path, 60)
    root = _loaded(made, f"import {made.package}")
    assert not [name for name in root if ".models" in name or name == "pydantic"]
    models = _loaded(made, f"import {made.package}.models")
    assert not [name for name in models if ".models." in name]
    one = _loaded(made, f"from {made.package}.models import M60")
    assert [name for name in one if ".models." in name] == [
        f"{made.package}.models.m60"
    ]


def test_a_model_is_built_when_it_is_used_first(tmp_path: Path) -> None:
    made = _chain(tmp_path, 8)
    model = made.model("M4")
    assert not model.__pydantic_complete__
    assert model.model_validate({"n": {"n": {}}}).to_dict() == {"n": {"n": {}}}
    assert model.__pydantic_complete__


def test_a_value_that_cannot_end_is_told() -> None:
    made = case("050-recursive-required")
    assert made.codes == ["W243"]
    assert made.found[0].span is not None and made.found[0].span.line == 19
    assert made.fields("Snake") == {"tail": "Snake"}
    assert made.faults("Snake", {"tail": {}}) == [("/tail/tail", "required")]
