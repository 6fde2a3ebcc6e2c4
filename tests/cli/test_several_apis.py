"""Several APIs in one run: all of them are written, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.write import disk

from .support import CHANGED, Answer, files, hand_edit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def two_apis(project: Path, call: Callable[..., Answer]) -> Path:
    """A project with two generated APIs, a and b, whose document has changed since."""
    (project / "oasmith.toml").write_text(
        '[apis.a]\nspec = "pets.yaml"\noutput = "a"\n'
        '[apis.b]\nspec = "pets.yaml"\noutput = "b"\n'
    )
    call("generate")
    (project / "pets.yaml").write_text(CHANGED)
    return project


def lose_manifest(folder: Path) -> str:
    (folder / ".oasmith.json").unlink()
    return "E402"


def put_a_folder(folder: Path) -> str:
    (folder / "py.typed").unlink()
    (folder / "py.typed").mkdir()
    return "E405"


@pytest.mark.parametrize("spoil", [hand_edit, lose_manifest, put_a_folder])
@pytest.mark.parametrize("name", ["a", "b"])
def test_a_conflict_in_one_api_keeps_all_from_being_written(
    two_apis: Path, call: Callable[..., Answer], spoil: Callable[[Path], str], name: str
) -> None:
    code = spoil(two_apis / name)
    before = [files(two_apis / folder) for folder in "ab"]
    answer = call("generate", "--format", "json")
    assert (answer.code, answer.findings()) == (2, [code])
    assert [files(two_apis / folder) for folder in "ab"] == before


@pytest.mark.parametrize("name", ["a", "b"])
def test_a_failed_run_says_that_nothing_was_written(
    two_apis: Path, call: Callable[..., Answer], name: str
) -> None:
    code = hand_edit(two_apis / name)
    assert call("generate").err.endswith("\nnothing was written\n")
    result = call("generate", "--format", "json").json()
    assert (result["written"], result["codes"]) == (False, [code])
    assert not any("created" in api for api in result["apis"])
    assert "nothing" not in call("check").err
    assert "written" not in call("check", "--format", "json").json()
    result = call("generate", "--force", "--format", "json").json()
    assert (result["written"], result["codes"]) == (True, [])
    assert not call("generate", "--format", "json").json()["written"]


def test_a_run_without_a_project_says_so_too(
    project: Path, call: Callable[..., Answer]
) -> None:
    for argv in (["generate"], ["generate", "pets.yaml", "--target", "x"]):
        assert call(*argv).err.endswith("\nnothing was written\n")
        result = call(*argv, "--format", "json").json()
        assert (result["written"], len(result["codes"]), result["apis"]) == (
            False,
            1,
            [],
        )


def test_conflicts_of_all_apis_are_told_at_once(
    two_apis: Path, call: Callable[..., Answer]
) -> None:
    hand_edit(two_apis / "a")
    hand_edit(two_apis / "b")
    answer = call("generate", "--format", "json")
    assert answer.findings() == ["E403", "E403"]


def test_an_api_that_cannot_be_written_takes_the_written_ones_back(
    two_apis: Path, call: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    move = disk.move

    def failing(source: str, target: str) -> None:
        if "/new/" in source and target.endswith("/b/models/pet.py"):
            raise OSError(28, "No space left on device", target)
        move(source, target)

    monkeypatch.setattr(disk, "move", failing)
    before = [files(two_apis / folder) for folder in "ab"]
    answer = call("generate", "--format", "json")
    assert (answer.code, answer.findings()) == (2, ["E406"])
    assert [files(two_apis / folder) for folder in "ab"] == before
