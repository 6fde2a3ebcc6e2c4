"""`--project`: whose files those around a package are, and what becomes of them."""

from __future__ import annotations

import json
import shutil
import tomllib
from typing import TYPE_CHECKING

import pytest

from .support import CHANGED, SPEC, Answer, files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CALL = ("generate", "pets.yaml", "-o", "my-pets", "--project")
CHECK = ("check", *CALL[1:])


@pytest.fixture
def made(project: Path, call: Callable[..., Answer]) -> Path:
    """A project around a package."""
    assert call(*CALL).code == 0
    return project / "my-pets"


def test_what_is_written(made: Path) -> None:
    found = {path for path in files(made) if "/" not in path}
    assert found == {
        ".oasmith.json",
        "CHANGELOG.md",
        "README.md",
        "api.json",
        "api.md",
        "pyproject.toml",
    }
    assert (made / "my_pets" / "_custom" / "__init__.py").is_file()
    assert (made / "my_pets" / "client" / "pets.py").is_file()
    assert (made / "examples" / "pets" / "list_example.py").is_file()
    facts = tomllib.loads((made / "pyproject.toml").read_text())["project"]
    assert (facts["name"], facts["dynamic"]) == ("my-pets", ["version"])
    assert '__version__ = "1"' in (made / "my_pets" / "_version.py").read_text()


def test_without_it_nothing_of_that_is_there(
    project: Path, call: Callable[..., Answer]
) -> None:
    call("generate", "pets.yaml", "-o", "pets")
    found = files(project / "pets")
    assert not {"README.md", "api.json", "_custom/__init__.py", "_version.py"} & set(
        found
    )


def test_nothing_changes_when_nothing_has_changed(
    made: Path, call: Callable[..., Answer]
) -> None:
    before = files(made)
    assert call(*CHECK).code == 0
    answer = call(*CALL, "--no-cache", "--format", "json").json()
    assert answer["written"] is False
    assert call(*CALL).code == 0
    assert files(made) == before
    assert call(*CHECK, "--no-cache").code == 0


def test_the_folder_it_lies_in_makes_no_difference(
    made: Path, project: Path, call: Callable[..., Answer]
) -> None:
    shutil.copytree(made, project / "other")
    answer = call(
        "generate", "pets.yaml", "-o", "other", "--project", "--package", "my_pets"
    )
    assert answer.code == 0
    assert files(project / "other") == files(made)


def test_q6_the_changelog_goes_on(
    made: Path, project: Path, call: Callable[..., Answer]
) -> None:
    (project / "pets.yaml").write_text(CHANGED.replace('"1"', '"2"'))
    assert call(*CHECK).code == 1
    assert call(*CALL).code == 0
    second = (made / "CHANGELOG.md").read_text()
    head, _, rest = second.partition("\n## 2\n")
    assert "\n## 1\n\nThe first generation.\n" in rest
    assert "- Added the field `age` of `Pet`." in rest and "Breaking\n" not in rest
    assert call(*CHECK).code == 0
    assert call(*CALL, "--no-cache").code == 0
    assert (made / "CHANGELOG.md").read_text() == second
    (project / "pets.yaml").write_text(SPEC.replace("name: {", "title: {"))
    assert call(*CALL).code == 0
    third = (made / "CHANGELOG.md").read_text()
    assert third.startswith(f"{head}\n## 1 (2)\n\n### Breaking\n\n")
    assert "- Removed the field `age` of `Pet`." in third
    assert third.endswith(f"\n## 2\n{rest}")


def test_another_version_alone_is_told(
    made: Path, project: Path, call: Callable[..., Answer]
) -> None:
    (project / "pets.yaml").write_text(SPEC.replace('"1"', '"1.1"'))
    call(*CALL)
    text = (made / "CHANGELOG.md").read_text()
    assert "\n## 1.1\n\nNothing that a caller could notice.\n" in text
    assert call(*CHECK).code == 0


@pytest.mark.parametrize("edit", ["[", "[]", '{"format": 1, "surface": 3}', "{}"])
def test_a_history_that_is_no_more(
    made: Path, call: Callable[..., Answer], edit: str
) -> None:
    (made / "api.json").write_text(edit)
    assert "E403" in call(*CALL, "--format", "json").findings()
    answer = call(*CALL, "--force", "--format", "json")
    assert (answer.code, answer.findings()) == (0, ["W405"])
    assert json.loads((made / "api.json").read_text())["format"] == 1
    assert call(*CALL, "--format", "json").findings() == []


def test_a_history_that_is_gone(made: Path, call: Callable[..., Answer]) -> None:
    before = files(made)
    (made / "api.json").unlink()
    assert call(*CHECK, "--format", "json").findings() == ["W405"]
    answer = call(*CALL, "--format", "json")
    assert (answer.code, answer.findings()) == (0, ["W405"])
    assert files(made) == before
    assert call(*CALL, "--format", "json").findings() == []


def test_what_is_the_users_stays(
    made: Path, project: Path, call: Callable[..., Answer]
) -> None:
    mine = made / "my_pets" / "_custom"
    (mine / "helpers.py").write_text("HELP = 1\n")
    (mine / "__init__.py").write_text("from .helpers import HELP\n")
    text = (made / "pyproject.toml").read_text()
    (made / "pyproject.toml").write_text(f"{text}\n[tool.mine]\n")
    (made / "LICENSE").write_text("Mine.\n")
    before = files(made)
    assert call(*CALL, "--force").code == 0
    assert files(made) == before
    (made / "LICENSE").unlink()
    assert call(*CHECK).code == 0
    shutil.rmtree(mine)
    (made / "pyproject.toml").unlink()
    assert call(*CHECK).code == 0
    assert call(*CALL, "--no-cache").code == 0
    assert not mine.exists() and not (made / "pyproject.toml").exists()


def test_what_was_there_before_is_the_users_too(
    project: Path, call: Callable[..., Answer]
) -> None:
    assert call(*CALL[:-1], "--package", "my_pets").code == 0
    mine = project / "my-pets" / "my_pets" / "_custom"
    mine.mkdir(parents=True)
    (mine / "__init__.py").write_text("MINE = 1\n")
    (project / "my-pets" / "pyproject.toml").write_text("[tool.mine]\n")
    assert call(*CALL).code == 0
    assert (mine / "__init__.py").read_text() == "MINE = 1\n"
    assert (project / "my-pets" / "pyproject.toml").read_text() == "[tool.mine]\n"
    assert not (project / "my-pets" / "client").exists()
    assert call(*CHECK).code == 0


def test_a_link_in_the_place_of_the_users_folder(
    project: Path, call: Callable[..., Answer]
) -> None:
    (project / "elsewhere").mkdir()
    assert call(*CALL[:-1], "--package", "my_pets").code == 0
    (project / "my-pets" / "my_pets").mkdir()
    (project / "my-pets" / "my_pets" / "_custom").symlink_to(project / "elsewhere")
    assert call(*CALL).code == 0
    assert list((project / "elsewhere").iterdir()) == []


def test_an_edited_readme_is_shown(made: Path, call: Callable[..., Answer]) -> None:
    (made / "README.md").write_text("Mine.\n")
    assert "E403" in call(*CALL, "--format", "json").findings()
    found = call(*CHECK, "--format", "json").json()["apis"][0]["drift"]
    assert [(item["path"], item["kind"]) for item in found] == [
        ("README.md", "hand-edited")
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[project", "W404"),
        ('[project]\nname = "x"\n', "W403"),
        ('[project]\ndependencies = ["httpx2", "pydantic"]\n', "W403"),
        ('[project]\ndynamic = ["dependencies"]\n', None),
        ("[tool.x]\n", None),
    ],
)
def test_a_pyproject_that_does_not_fit(
    made: Path, call: Callable[..., Answer], text: str, code: str | None
) -> None:
    (made / "pyproject.toml").write_text(text)
    answer = call(*CALL, "--format", "json")
    assert (answer.code, answer.findings()) == (0, [code] if code else [])


def test_the_table(project: Path, call: Callable[..., Answer]) -> None:
    (project / "oasmith.toml").write_text(
        '[apis.a]\nspec = "pets.yaml"\noutput = "one"\npackage = "first"\n'
        'project = {name = "My.Pets_API", version = "v2.0-rc1"}\n'
        '[apis.b]\nspec = "pets.yaml"\noutput = "two"\nproject = true\n'
        '[apis.c]\nspec = "pets.yaml"\noutput = "three"\nproject = false\n'
    )
    assert call("generate").code == 0
    text = (project / "one" / "pyproject.toml").read_text()
    assert tomllib.loads(text)["project"]["name"] == "my-pets-api"
    assert '"2.0rc1"' in (project / "one" / "first" / "_version.py").read_text()
    assert (project / "two" / "two" / "client").is_dir()
    assert (project / "three" / "client").is_dir()
    assert call("check").code == 0


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ('{name = "-pets"}', "E035"),
        ('{name = "pets\\nx"}', "E035"),
        ('{version = "newest"}', "E036"),
        ("{version = 1}", "E005"),
        ('{nam = "pets"}', "E004"),
        ('"yes"', "E005"),
    ],
)
def test_what_the_table_cannot_say(
    project: Path, call: Callable[..., Answer], value: str, code: str
) -> None:
    (project / "oasmith.toml").write_text(f'spec = "pets.yaml"\nproject = {value}\n')
    answer = call("generate", "--format", "json")
    assert (answer.code, answer.findings()) == (2, [code])
    place = json.loads(answer.err)[0]
    assert (place["file"], place["line"]) == ("oasmith.toml", 2)


def test_a_version_that_is_none(project: Path, call: Callable[..., Answer]) -> None:
    (project / "pets.yaml").write_text(SPEC.replace('"1"', '"2024-05-01-preview"'))
    answer = call(*CALL, "--format", "json")
    assert (answer.code, answer.findings()) == (0, ["N380"])
    (finding,) = json.loads(answer.err)
    assert finding["line"] == 2 and "2024.5.1rc0" in finding["message"]


def test_a_project_of_validators(project: Path, call: Callable[..., Answer]) -> None:
    assert call(*CALL, "--target", "validators").code == 0
    made = project / "my-pets"
    assert not (made / "examples").exists() and not (made / "api.md").exists()
    facts = tomllib.loads((made / "pyproject.toml").read_text())["project"]
    assert facts["dependencies"] == [] and "optional-dependencies" not in facts
    assert "Client" not in (made / "README.md").read_text()
    (project / "pets.yaml").write_text(CHANGED)
    assert call(*CALL, "--target", "validators").code == 0
    assert "field `age`" in (made / "CHANGELOG.md").read_text()


def test_examples_is_no_name_for_the_package(
    project: Path, call: Callable[..., Answer]
) -> None:
    answer = call(*CALL, "--package", "examples", "--format", "json")
    assert (answer.code, answer.findings()) == (2, ["E007"])


def test_going_back(made: Path, project: Path, call: Callable[..., Answer]) -> None:
    """Without the option the package lies at the top again; what is the user's stays."""
    assert call(*CALL[:-1], "--package", "my_pets").code == 0
    found = files(made)
    assert "client/pets.py" in found and "README.md" not in found
    assert {path for path in found if path.startswith("my_pets/")} == {
        "my_pets/_custom/__init__.py"
    }
