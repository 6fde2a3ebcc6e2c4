"""Every state that a file of the output can be in, and what happens to it."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from generator.diagnostics import Fatal, Sink
from generator.write import (
    check,
    digest,
    drift_of,
    generate,
    read_manifest,
    read_seen,
    read_tree,
    unified_diff,
)

from .write_support import FIRST, SECOND, expect, output_at, picture, prior_of, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder that holds FIRST."""
    run(tmp_path / "out", FIRST)
    return tmp_path / "out"


def states(root: Path, texts: dict[str, str]) -> dict[str, str]:
    """What `check` says about each path; the manifest left out."""
    prior = prior_of(root)
    changes = check(output_at(root), expect(texts, prior.manifest), prior)
    found = {item.path: item.kind for item in drift_of(changes)}
    found.pop(".oasmith.json", None)
    return dict(found)


def test_a_new_folder_gets_everything(tmp_path: Path) -> None:
    changes, codes = run(tmp_path / "deep" / "out", FIRST)
    assert set(changes.create) == {*FIRST, ".oasmith.json"}
    assert not codes
    found = picture(tmp_path / "deep" / "out")
    assert found["models/pet.py"] == b"b = 2\n"
    assert set(found) == {*FIRST, ".oasmith.json", "models", "old"}


def test_a_second_run_changes_nothing(root: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in root.rglob("*")}
    changes, _ = run(root, FIRST)
    assert changes.empty
    assert {path: path.stat().st_mtime_ns for path in root.rglob("*")} == before
    assert states(root, FIRST) == {}


def test_a_run_creates_updates_and_deletes(root: Path) -> None:
    changes, codes = run(root, SECOND)
    assert changes.create == ("new/deep/x.py",)
    assert changes.update == (".oasmith.json", "__init__.py")
    assert changes.delete == ("old/gone.py",)
    assert changes.same == ("models/pet.py",)
    assert not codes
    found = picture(root)
    assert "old" not in found and found["__init__.py"] == b"a = 9\n"


def test_missing_different_and_extra_files_are_named(root: Path) -> None:
    (root / "models" / "pet.py").unlink()
    (root / "models" / "mine.py").write_text("")
    assert states(root, {**SECOND, "models/pet.py": "b = 2\n"}) == {
        "__init__.py": "different",
        "models/mine.py": "extra",
        "models/pet.py": "missing",
        "new/deep/x.py": "missing",
        "old/gone.py": "extra",
    }


def test_a_hand_edited_file_stops_the_run(root: Path) -> None:
    (root / "__init__.py").write_text("a = 'mine'\n")
    before = picture(root)
    changes, codes = run(root, SECOND)
    assert [(item.path, item.kind) for item in changes.conflict] == [
        ("__init__.py", "edited")
    ]
    assert codes == ["E403"]
    assert picture(root) == before
    assert states(root, SECOND)["__init__.py"] == "hand-edited"


def test_an_edited_file_that_is_no_longer_generated_stays(root: Path) -> None:
    (root / "old" / "gone.py").write_text("mine\n")
    before = picture(root)
    assert run(root, SECOND)[1] == ["E403"]
    assert picture(root) == before
    assert states(root, SECOND)["old/gone.py"] == "hand-edited"


def test_force_gives_edited_files_up(root: Path) -> None:
    (root / "__init__.py").write_text("a = 'mine'\n")
    (root / "old" / "gone.py").write_text("mine\n")
    _, codes = run(root, SECOND, force=True)
    assert not codes
    found = picture(root)
    assert found["__init__.py"] == b"a = 9\n" and "old/gone.py" not in found


def test_an_edit_that_equals_the_new_text_is_no_conflict(root: Path) -> None:
    (root / "__init__.py").write_text(SECOND["__init__.py"])
    assert run(root, SECOND)[1] == []


def test_a_foreign_file_in_the_place_of_ours_stops_the_run(root: Path) -> None:
    (root / "new" / "deep").mkdir(parents=True)
    (root / "new" / "deep" / "x.py").write_text("mine\n")
    before = picture(root)
    assert run(root, SECOND)[1] == ["E404"]
    assert picture(root) == before
    assert states(root, SECOND)["new/deep/x.py"] == "different"


def test_foreign_files_beside_ours_are_never_touched(root: Path) -> None:
    mine = {
        "models/mine.py": "1",
        "notes.txt": "2",
        "_custom/own.py": "3",
        "handlers/own.py": "4",
        ".editorconfig": "5",
        "models/__pycache__/x.pyc": "6",
        "old/mine.py": "7",
    }
    for path, text in mine.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text)
    assert run(root, SECOND)[1] == []
    for path, text in mine.items():
        assert (root / path).read_text() == text
    assert states(root, SECOND) == {"models/mine.py": "extra", "notes.txt": "extra"}


def test_a_folder_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    before = picture(tmp_path)
    assert run(tmp_path, FIRST)[1] == ["E402"]
    assert picture(tmp_path) == before
    assert run(tmp_path, FIRST, force=True)[1] == []
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_hidden_files_do_not_make_a_folder_foreign(tmp_path: Path) -> None:
    (tmp_path / ".gitkeep").write_text("")
    assert run(tmp_path, FIRST)[1] == []


def test_a_scaffold_is_written_once(tmp_path: Path) -> None:
    root = tmp_path / "out"
    run(root, FIRST, scaffolds={"handlers.py": "first\n"})
    (root / "handlers.py").write_text("mine\n")
    changes, codes = run(root, SECOND, scaffolds={"handlers.py": "second\n"})
    assert not codes and "handlers.py" not in changes.update
    assert (root / "handlers.py").read_text() == "mine\n"
    (root / "handlers.py").unlink()
    run(root, SECOND, scaffolds={"handlers.py": "third\n"})
    assert not (root / "handlers.py").exists()


def link(path: Path) -> None:
    target = path.parent.parent.parent / "target"
    target.write_text("untouched")
    path.unlink()
    path.symlink_to(target)


def hard_link(path: Path) -> None:
    os.link(path, path.parent.parent.parent / "second")


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("spoil", [link, hard_link, pipe, folder])
@pytest.mark.parametrize("force", [False, True])
def test_what_is_no_plain_file_is_refused(
    root: Path, spoil: Callable[[Path], None], force: bool
) -> None:
    spoil(root / "models" / "pet.py")
    before = picture(root)
    changed = {**SECOND, "models/pet.py": "new text\n"}
    assert run(root, changed, force=force)[1] == ["E405"]
    assert picture(root) == before
    assert states(root, changed)["models/pet.py"] == "different"
    outside = root.parent / "target"
    assert not outside.exists() or outside.read_text() == "untouched"


def test_a_folder_replaced_by_a_link_is_refused(root: Path) -> None:
    (root / "models").rename(root.parent / "elsewhere")
    (root / "models").symlink_to(root.parent / "elsewhere")
    changed = {**SECOND, "models/pet.py": "new text\n"}
    assert run(root, changed)[1] == ["E405"]
    assert (root.parent / "elsewhere" / "pet.py").read_text() == "b = 2\n"


def test_a_manifest_changed_meanwhile_is_another_run(root: Path) -> None:
    sink = Sink()
    prior = read_manifest(output_at(root), sink, strict=True)
    run(root, SECOND)
    before = picture(root)
    with pytest.raises(Fatal) as caught:
        generate(output_at(root), expect(FIRST), prior, sink)
    assert caught.value.diagnostic.code == "E407"
    assert picture(root) == before


def diffs(root: Path, texts: dict[str, str]) -> dict[str, list[str]]:
    prior = prior_of(root)
    expected = expect(texts, prior.manifest)
    changes = check(output_at(root), expected, prior)
    return {
        item.path: unified_diff(
            item,
            f"out/{item.path}",
            lambda path: (root / path).read_bytes(),
            expected.content,
        )
        for item in drift_of(changes)
    }


def test_the_diff_goes_from_disk_to_generated(root: Path) -> None:
    found = diffs(root, SECOND)
    assert found["__init__.py"] == [
        "--- a/out/__init__.py",
        "+++ b/out/__init__.py",
        "@@ -1 +1 @@",
        "-a = 1",
        "+a = 9",
    ]
    assert found["new/deep/x.py"] == [
        "--- /dev/null",
        "+++ b/out/new/deep/x.py",
        "@@ -0,0 +1 @@",
        "+d",
    ]
    assert found["old/gone.py"] == found[".oasmith.json"] == []


PAGES = "1\n2\n3\n4\n5\n"


@pytest.mark.parametrize(
    ("on_disk", "wanted"),
    [
        (PAGES, PAGES.replace("5", "six")),
        (PAGES + "no end", PAGES),
        (PAGES, PAGES + "no end"),
        (PAGES + "no end", PAGES + "another"),
        ("", PAGES),
        (PAGES, ""),
        ("a\x0cb\u2028c\n", "a\x0cb\u2028d\n"),
    ],
)
@pytest.mark.parametrize("tool", [["git", "apply", "-"], ["patch", "-p1", "-s"]])
def test_a_diff_can_be_applied(
    root: Path, on_disk: str, wanted: str, tool: list[str]
) -> None:
    if shutil.which(tool[0]) is None:
        pytest.skip(f"{tool[0]} is not installed")
    (root / "models" / "pet.py").write_text(on_disk)
    found = diffs(root, {**SECOND, "models/pet.py": wanted})
    patch = "".join(f"{line}\n" for lines in found.values() for line in lines)
    subprocess.run(tool, cwd=root.parent, input=patch.encode(), check=True)
    emptied = tool[0] == "patch" and not wanted
    if not emptied:
        assert (root / "models" / "pet.py").read_text() == wanted
    assert (root / "new" / "deep" / "x.py").read_text() == "d\n"


def test_what_was_seen_is_not_read_again(root: Path) -> None:
    path = root / "models" / "pet.py"
    content, seen = read_seen(path)
    assert content == b"b = 2\n" and seen.sha256 == digest(content)
    told = replace(seen, sha256="as seen")
    tree = read_tree(root, FIRST, {"models/pet.py": told})
    assert tree.hashes["models/pet.py"] == "as seen"


@pytest.mark.parametrize("kept", ["size", "size and time", "nothing"])
def test_what_has_changed_since_it_was_seen_is_read(root: Path, kept: str) -> None:
    path = root / "models" / "pet.py"
    _, seen = read_seen(path)
    before = path.stat()
    path.write_bytes(b"b = 33\n" if kept == "nothing" else b"b = 3\n")
    if kept == "size and time":
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    tree = read_tree(root, FIRST, {"models/pet.py": seen})
    assert tree.hashes["models/pet.py"] == digest(path.read_bytes()) != seen.sha256


def test_a_file_seen_that_became_a_link_is_told(root: Path) -> None:
    path = root / "models" / "pet.py"
    _, seen = read_seen(path)
    (root.parent / "elsewhere.py").write_bytes(path.read_bytes())
    path.unlink()
    path.symlink_to(root.parent / "elsewhere.py")
    tree = read_tree(root, FIRST, {"models/pet.py": seen})
    assert tree.irregular == {"models/pet.py": "a symbolic link"}


def test_a_file_seen_that_got_a_second_link_is_told(root: Path) -> None:
    path = root / "models" / "pet.py"
    os.link(path, root.parent / "twin.py")
    _, seen = read_seen(path)
    tree = read_tree(root, FIRST, {"models/pet.py": seen})
    assert tree.linked == {"models/pet.py"}
