"""All or nothing: every step fails once, by an error, an interrupt and a kill."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING, Any

import pytest

from generator.diagnostics import Fatal, Sink
from generator.write import disk, settle
from generator.write.commit import locked

from .write_support import FIRST, SECOND, output_at, picture, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

STEPS = ("make_folder", "make_staging", "write_new", "keep_copy", "move", "remove_file")


class Bomb:
    """Counts the steps of a run and makes one of them fail; undoing goes through."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, at: int, problem: BaseException
    ) -> None:
        self.count = 0
        self.at = at
        self.problem = problem
        for name in STEPS:
            monkeypatch.setattr(disk, name, self._armed(getattr(disk, name)))

    def _armed(self, step: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **options: Any) -> Any:
            self.count += 1
            if self.count == self.at:
                raise self.problem
            return step(*args, **options)

        return wrapped


def populated(root: Path) -> None:
    run(root, FIRST)
    (root / "models" / "mine.py").write_text("mine")
    (root / "empty").mkdir()


def number_of_steps(tmp_path: Path) -> int:
    with pytest.MonkeyPatch.context() as patch:
        populated(tmp_path)
        bomb = Bomb(patch, -1, OSError())
        run(tmp_path, SECOND)
        return bomb.count


@pytest.mark.parametrize(
    "problem", [OSError(28, "No space left on device"), KeyboardInterrupt()]
)
def test_any_failing_step_leaves_the_folder_as_it_was(
    tmp_path: Path, problem: BaseException
) -> None:
    steps = number_of_steps(tmp_path / "count")
    assert steps > 10
    for at in range(1, steps + 1):
        root = tmp_path / f"out{at}"
        populated(root)
        before = picture(root)
        with (
            pytest.MonkeyPatch.context() as patch,
            pytest.raises((Fatal, KeyboardInterrupt)) as caught,
        ):
            Bomb(patch, at, problem)
            run(root, SECOND)
        assert picture(root) == before, f"step {at}"
        if isinstance(caught.value, Fatal):
            assert caught.value.diagnostic.code == "E406"
            assert "no space left" in caught.value.diagnostic.message


def test_a_failing_first_run_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch, pytest.raises(Fatal):
        Bomb(patch, 6, OSError(13, "Permission denied"))
        run(tmp_path / "a" / "out", FIRST)
    assert not (tmp_path / "a").exists()


KILLED = """
import os, sys
from pathlib import Path
sys.path[:0] = {path!r}
from generator.write import disk
from generator.diagnostics import Sink
from generator.render import RenderedFile
from generator.write import Output, expect, generate, read_manifest

count = 0
def armed(step):
    def wrapped(*args, **options):
        global count
        count += 1
        if count == {at}:
            os._exit(9)
        return step(*args, **options)
    return wrapped
for name in {steps!r}:
    setattr(disk, name, armed(getattr(disk, name)))
output = Output(Path({root!r}), "out")
prior = read_manifest(output, Sink(), strict=True)
files = [RenderedFile(*item) for item in {files!r}.items()]
expected = expect(
    files, prior.manifest, version="1", package="pets", targets=(), names={{}}
)
generate(output, expected, prior, Sink())
"""


@pytest.mark.parametrize("at", [3, 6, 8, 10, 12])
def test_a_killed_run_is_undone_by_the_next(tmp_path: Path, at: int) -> None:
    root = tmp_path / "out"
    populated(root)
    before = picture(root)
    script = textwrap.dedent(KILLED).format(
        path=sys.path, at=at, steps=STEPS, root=str(root), files=SECOND
    )
    ended = subprocess.run([sys.executable, "-c", script], check=False, timeout=60)
    assert ended.returncode == 9
    sink = Sink()
    settle(output_at(root), sink)
    assert picture(root) == before
    assert [finding.code for finding in sink.found] == ["W402"]
    assert run(root, SECOND)[1] == []


@pytest.mark.parametrize(
    "journal",
    [
        "nonsense",
        "[]",
        '{"folders": [], "steps": [["create", "../../victim"]]}',
        '{"folders": [".."], "steps": [["update", "../victim"]]}',
        '{"folders": [], "steps": [["run", "a.py"]]}',
    ],
)
def test_a_planted_journal_cannot_reach_outside(tmp_path: Path, journal: str) -> None:
    root = tmp_path / "out"
    populated(root)
    victim = tmp_path / "victim"
    victim.write_text("untouched")
    before = picture(root)
    staging = root / ".oasmith-staging-planted"
    staging.mkdir()
    (staging / "journal").write_text(journal)
    (staging / "old-0").write_text("owned")
    settle(output_at(root), Sink())
    assert victim.read_text() == "untouched"
    assert picture(root) == before


def test_a_planted_journal_does_not_follow_links(tmp_path: Path) -> None:
    root = tmp_path / "out"
    populated(root)
    (tmp_path / "elsewhere").mkdir()
    (root / "linked").symlink_to(tmp_path / "elsewhere")
    staging = root / ".oasmith-staging-planted"
    staging.mkdir()
    steps = {"folders": [], "steps": [["update", "linked/x.py"]]}
    (staging / "journal").write_text(json.dumps(steps))
    (staging / "old-0").write_text("owned")
    settle(output_at(root), Sink())
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    root = tmp_path / "out"
    populated(root)
    before = picture(root)
    with locked(root), pytest.raises(Fatal) as caught:
        run(root, SECOND)
    assert caught.value.diagnostic.code == "E407"
    assert picture(root) == before
    assert run(root, SECOND)[1] == []


def test_a_file_that_appears_while_writing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "out"
    populated(root)
    move = disk.move

    def move_late(source: str, target: str) -> None:
        if target.endswith("/journal"):
            (root / "new" / "deep").mkdir(parents=True)
            (root / "new" / "deep" / "x.py").write_text("mine")
        move(source, target)

    monkeypatch.setattr(disk, "move", move_late)
    with pytest.raises(Fatal) as caught:
        run(root, SECOND)
    assert caught.value.diagnostic.code == "E406"
    assert (root / "new" / "deep" / "x.py").read_text() == "mine"
    assert (root / "__init__.py").read_text() == FIRST["__init__.py"]


def test_a_new_folder_comes_in_one_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "out"
    moved: list[str] = []
    move = disk.move

    def noted(source: str, target: str) -> None:
        moved.append(target)
        move(source, target)

    monkeypatch.setattr(disk, "move", noted)
    run(root, {f"models/deep/x{number}.py": "a" for number in range(9)})
    assert [target for target in moved if "/models" in target] == [f"{root}/models"]
    assert len(list((root / "models" / "deep").iterdir())) == 9
