"""`engine` and `model_kind`: in the configuration, on the command line, and cached."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from generator.plan.engines import dmcg
from generator.write import digest

from .support import CHANGED, Answer, files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ENGINE = ("--engine", "datamodel-code-generator")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents that the tool was run on."""
    found: list[str] = []
    call = dmcg._call

    def counted(text: str, options: dict[str, object]) -> dmcg.Emission:
        found.append(text)
        return call(text, options)

    monkeypatch.setattr(dmcg, "_call", counted)
    return found


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (["--engine", "datamodel-codegen"], "E030", "datamodel-code-generator"),
        (["--engine", "x"], "E030", "there are: oasmith"),
        ([*ENGINE, "--model-kind", "dataclasses"], "E031", "did you mean dataclass"),
        (["--model-kind", "msgspec"], "E032", "--engine"),
        (
            [*ENGINE, "--model-kind", "msgspec", "--target", "client"],
            "E033",
            "client cannot work with models of the kind msgspec",
        ),
    ],
)
def test_what_does_not_exist_or_go_together(
    argv: list[str],
    code: str,
    words: str,
    project: Path,
    call: Callable[..., Answer],
) -> None:
    answer = call("generate", "pets.yaml", *argv)
    assert answer.code == 2
    assert f"[{code}]" in answer.err
    assert words in answer.err
    assert not (project / "pets").exists()


def test_a_mistake_in_the_configuration_has_its_line(
    project: Path, call: Callable[..., Answer]
) -> None:
    (project / "oasmith.toml").write_text(
        '[apis.pets]\nspec = "pets.yaml"\nengine = "datamodel-code-generator"\n'
        'targets = ["server"]\nmodel_kind = "dataclass"\n'
    )
    answer = call("generate")
    assert "oasmith.toml:4:1: error[E033]" in answer.err


def test_without_targets_those_are_made_that_work(
    project: Path, call: Callable[..., Answer]
) -> None:
    (project / "oasmith.toml").write_text(
        '[apis.pets]\nspec = "pets.yaml"\nengine = "datamodel-code-generator"\n'
        'model_kind = "dataclass"\n'
    )
    assert call("generate").code == 0
    assert call("check").code == 0
    parts = {path.partition("/")[0] for path in files(project / "pets")}
    assert parts >= {"models", "validators"}
    assert not parts & {"client", "server"}
    assert "@dataclass(kw_only=True)" in (project / "pets/models/pet.py").read_text()
    assert not (project / "pets/_runtime/model.py").exists()


def test_the_tool_runs_once_for_the_same_types(
    project: Path, call: Callable[..., Answer], calls: list[str]
) -> None:
    argv = ("generate", "pets.yaml", *ENGINE, "--target", "models")
    assert call(*argv).code == 0
    before = files(project / "pets")
    assert len(calls) == 1
    text = (project / "pets.yaml").read_text()
    (project / "pets.yaml").write_text(text.replace("All pets.", "Every pet."))
    assert call(*argv, "--force").code == 0
    assert len(calls) == 1
    assert files(project / "pets").keys() == before.keys()
    assert call(*argv, "--no-cache").code == 0
    assert len(calls) == 2
    (project / "pets.yaml").write_text(CHANGED)
    assert call(*argv).code == 0
    assert len(calls) == 3
    assert "age" in (project / "pets/models/pet.py").read_text()


def test_another_engine_is_another_run(
    project: Path, call: Callable[..., Answer], calls: list[str]
) -> None:
    assert call("generate", "pets.yaml", "--target", "models").code == 0
    assert calls == []
    drift = call("check", "pets.yaml", "--target", "models", *ENGINE)
    assert (drift.code, len(calls)) in {(0, 1), (1, 1)}
    kind = ("--model-kind", "msgspec")
    assert call("check", "pets.yaml", "--target", "models", *ENGINE, *kind).code == 1


def test_a_cache_that_was_meddled_with_makes_no_code(
    project: Path, call: Callable[..., Answer], calls: list[str]
) -> None:
    """A broken entry is computed again; one that somebody made is read as warily."""
    argv = ("generate", "pets.yaml", *ENGINE, "--target", "models")
    call(*argv)
    before = files(project / "pets")
    kept = {path: path.read_bytes() for path in (project / ".cache/engines").iterdir()}
    for path, content in kept.items():
        path.write_bytes(content.replace(b"p1: str", b"p1: evil()"))
    shutil.rmtree(project / "pets")
    assert call(*argv).code == 0
    assert len(calls) == 2
    assert files(project / "pets") == before
    for path, content in kept.items():
        text = content.partition(b"\n")[2].replace(b"p1: str", b"p1: evil()")
        path.write_bytes(digest(text).encode() + b"\n" + text)
    shutil.rmtree(project / "pets")
    answer = call(*argv)
    assert (answer.code, len(calls)) == (2, 2)
    assert "E370" in answer.err
