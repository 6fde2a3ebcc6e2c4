"""Overlays from the command line and the configuration."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from .support import SPEC, Answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ARGUMENTS = ("pets.yaml", "--target", "models")
OVERLAY = """\
overlay: 1.1.0
info: {title: More, version: "1"}
actions:
  - target: $.components.schemas.Pet.properties
    update: {%s: {type: string}}
"""


@pytest.fixture
def overlay(project: Path) -> Path:
    """An overlay in a folder beside the document."""
    (project / "parts").mkdir()
    path = project / "parts" / "more.yaml"
    path.write_text(OVERLAY % "breed")
    return path


def pet(project: Path) -> str:
    return (project / "pets" / "models" / "pet.py").read_text()


def test_an_overlay_is_applied(
    project: Path, overlay: Path, call: Callable[..., Answer]
) -> None:
    answer = call("generate", *ARGUMENTS, "--overlay", "parts/more.yaml")
    assert (answer.code, answer.err) == (0, "")
    assert "    breed: str | None = None\n" in pet(project)


def test_several_overlays_are_applied_in_order(
    project: Path, overlay: Path, call: Callable[..., Answer]
) -> None:
    (project / "less.yaml").write_text(
        OVERLAY.partition("  - ")[0] + "  - {target: $..breed, remove: true}\n"
    )
    files = ("parts/more.yaml", "less.yaml")
    flags = [flag for file in files for flag in ("--overlay", file)]
    assert call("generate", *ARGUMENTS, *flags).err == ""
    assert "breed" not in pet(project)
    answer = call("generate", *ARGUMENTS, *flags[2:], *flags[:2])
    assert "breed" in pet(project)
    assert answer.err.startswith("less.yaml:4:14: warning[W173]: this selects nothing")


def test_overlays_of_the_configuration_start_at_its_file(
    project: Path,
    overlay: Path,
    call: Callable[..., Answer],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (project / "oasmith.toml").write_text(
        '[apis.pets]\nspec = "pets.yaml"\noverlays = ["parts/more.yaml"]\n'
        'targets = ["models"]\n'
    )
    monkeypatch.chdir(project / "parts")
    (project / "parts" / "own.yaml").write_text(OVERLAY % "colour")
    answer = call("generate", "--overlay", "own.yaml")
    assert (answer.code, answer.err) == (0, "")
    assert "breed" in pet(project) and "colour" in pet(project)
    overlay.write_text("overlay: 1.1.0\n")
    assert "error[E141]: the overlay needs 'actions'" in call("check").err
    assert "\nmore.yaml:1:1: " in f"\n{call('check').err}"


def test_a_changed_overlay_is_a_changed_document(
    project: Path, overlay: Path, call: Callable[..., Answer]
) -> None:
    argv = (*ARGUMENTS, "--overlay", "parts/more.yaml", "--timings")
    call("generate", *argv)
    assert "\nload " not in call("check", *argv).err
    assert call("check", *ARGUMENTS).code == 1
    overlay.write_text(OVERLAY % "colour")
    answer = call("check", *argv)
    assert answer.code == 1 and "\nload " in answer.err
    assert "+    colour: str | None = None\n" in answer.out


def test_an_overlay_that_is_missing(project: Path, call: Callable[..., Answer]) -> None:
    answer = call("generate", *ARGUMENTS, "--overlay", "none.yaml")
    assert answer.code == 2
    assert answer.err.startswith("none.yaml: error[E100]: there is no file 'none.yaml'")
    assert not (project / "pets").exists()


@pytest.mark.parametrize("verb", ["generate", "ir"])
def test_an_overlay_is_no_address(
    project: Path, call: Callable[..., Answer], verb: str
) -> None:
    answer = call(verb, "pets.yaml", "--overlay", "https://example.com/o.yaml")
    assert answer.code == 2 and answer.err.startswith("oasmith: error[E020]: https://")


def test_an_overlay_for_standard_input(
    project: Path,
    overlay: Path,
    call: Callable[..., Answer],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    argv = ("generate", "-", "-o", "pets", "--overlay", "parts/more.yaml", "--timings")
    for computed in (True, False):
        stdin = SimpleNamespace(buffer=io.BytesIO(SPEC.encode()))
        monkeypatch.setattr(sys, "stdin", stdin)
        answer = call(*argv)
        assert answer.code == 0
        assert ("\nload " in answer.err) is computed
    assert "breed" in pet(project)


def test_the_model_of_an_overlaid_document(
    overlay: Path, call: Callable[..., Answer]
) -> None:
    model = call("ir", "pets.yaml", "--overlay", "parts/more.yaml").json()
    (shape,) = model["shapes"].values()
    assert [field["name"] for field in shape["fields"]] == ["name", "breed"]
