"""Bad input: a code, a place, a hint, the right exit code, and nothing lost."""

from __future__ import annotations

import errno
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator import pipeline
from generator.write import disk

from .support import CHANGED, ROOT, SPEC, Answer, files

if TYPE_CHECKING:
    from collections.abc import Callable


BROKEN_REF = SPEC.replace('schemas/Pet"', 'schemas/Cat"')

DOCUMENTS = {
    "not YAML": ("openapi: [", "pets.yaml:"),
    "not OpenAPI": ("a: 1\n", "pets.yaml:"),
    "a list": ("- 1\n", "pets.yaml:"),
    "empty": ("", "pets.yaml"),
    "another version": (SPEC.replace("3.1.0", "4.0.0"), "pets.yaml:1:"),
    "broken $ref": (BROKEN_REF, "pets.yaml:13:"),
}


@pytest.fixture
def populated(project: Path, call: Callable[..., Answer]) -> Path:
    """The project with its package generated, and a file of the user in it."""
    assert call("generate", "pets.yaml").code == 0
    (project / "pets" / "notes.txt").write_text("mine")
    return project


@pytest.mark.parametrize("verb", ["generate", "check"])
@pytest.mark.parametrize("case", DOCUMENTS)
def test_a_bad_document_writes_nothing(
    populated: Path, call: Callable[..., Answer], case: str, verb: str
) -> None:
    text, place = DOCUMENTS[case]
    (populated / "pets.yaml").write_text(text)
    before = files(populated / "pets")
    answer = call(verb, "pets.yaml")
    assert answer.code == 2, answer.err
    first = answer.err.splitlines()[0]
    assert first.startswith(place)
    assert ": error[E1" in first or ": error[E2" in first
    assert "\n  hint: " in answer.err
    assert answer.out == ""
    assert files(populated / "pets") == before


def test_a_missing_document(populated: Path, call: Callable[..., Answer]) -> None:
    answer = call("generate", "none.yaml", "-o", "pets")
    assert answer.code == 2
    assert answer.err.startswith("none.yaml: error[E100]: ")
    assert "\n  hint: " in answer.err


def test_a_pipe_and_a_folder_are_no_documents(
    project: Path, call: Callable[..., Answer]
) -> None:
    os.mkfifo(project / "pipe.yaml")
    (project / "folder.yaml").mkdir()
    for name in ("pipe.yaml", "folder.yaml"):
        answer = call("generate", name)
        assert answer.code == 2 and "error[E101]" in answer.err


def test_an_output_folder_with_foreign_files(
    project: Path, call: Callable[..., Answer]
) -> None:
    (project / "pets").mkdir()
    (project / "pets" / "thesis.txt").write_text("mine")
    answer = call("generate", "pets.yaml")
    assert answer.code == 2
    assert answer.err.startswith("oasmith: error[E402]: pets is not empty")
    assert "--force" in answer.err
    assert files(project / "pets") == {"thesis.txt": b"mine"}
    assert call("generate", "pets.yaml", "--force").code == 0
    assert (project / "pets" / "thesis.txt").read_text() == "mine"


def test_a_hand_edited_file(populated: Path, call: Callable[..., Answer]) -> None:
    (populated / "pets" / "models" / "pet.py").write_text("mine = 1\n")
    before = files(populated / "pets")
    (populated / "pets.yaml").write_text(CHANGED)
    answer = call("generate", "pets.yaml")
    assert answer.code == 2
    assert answer.err.startswith("oasmith: error[E403]: pets/models/pet.py was changed")
    assert "--force" in answer.err
    assert files(populated / "pets") == before
    assert call("generate", "pets.yaml", "--force").code == 0
    assert "age" in (populated / "pets" / "models" / "pet.py").read_text()


def test_an_unwritable_output(project: Path, call: Callable[..., Answer]) -> None:
    (project / "blocked").write_text("a file, not a folder")
    answer = call("generate", "pets.yaml", "-o", "blocked/pets")
    assert answer.code == 2
    assert "error[E406]" in answer.err and "hint: check the rights" in answer.err


def test_a_folder_without_rights(
    project: Path, call: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simulated, since root may write everywhere."""

    def refuse(path: Path) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(disk, "make_folder", refuse)
    answer = call("generate", "pets.yaml", "-o", "locked/pets")
    assert answer.code == 2 and "permission denied" in answer.err
    assert not (project / "locked").exists()


@pytest.mark.parametrize("output", ["/", "~", "."])
def test_a_dangerous_output(
    project: Path, call: Callable[..., Answer], output: str
) -> None:
    target = str(Path(output).expanduser())
    before = files(project)
    answer = call("generate", "pets.yaml", "-o", target, "--package", "pets", "--force")
    assert answer.code == 2 and "error[E401]" in answer.err
    assert files(project) == before


def test_a_link_as_output(project: Path, call: Callable[..., Answer]) -> None:
    (project / "elsewhere").mkdir()
    (project / "pets").symlink_to(project / "elsewhere")
    answer = call("generate", "pets.yaml", "--force")
    assert answer.code == 2 and "error[E405]" in answer.err
    assert files(project / "elsewhere") == {}


def test_a_damaged_manifest(populated: Path, call: Callable[..., Answer]) -> None:
    (populated / "pets" / ".oasmith.json").write_text("<<<<<<< ours\n")
    answer = call("generate", "pets.yaml")
    assert answer.code == 2 and "error[E408]" in answer.err
    checked = call("check", "pets.yaml")
    assert checked.code == 1 and "warning[W401]" in checked.err
    assert call("generate", "pets.yaml", "--force").code == 0
    assert "pets/notes.txt (not in the manifest)\n" in call("check", "pets.yaml").out


def test_strict_and_allow(project: Path, call: Callable[..., Answer]) -> None:
    answer = call("generate", "pets.yaml", "--allow", "W401")
    assert answer.code == 0
    assert "warning[W001]: allow lists W401" in answer.err
    assert "hint: remove W401 from allow\n" in answer.err


def fault(problem: BaseException) -> Callable[..., None]:
    def build(*args: object) -> None:
        raise problem

    return build


@pytest.mark.parametrize(
    ("problem", "code", "words"),
    [
        (ZeroDivisionError("secret"), 70, "internal error: ZeroDivisionError"),
        (RecursionError(), 2, "error[E011]: the document needs more stack"),
        (MemoryError(), 2, "error[E011]: the document needs more memory"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_what_no_stage_foresaw(
    populated: Path,
    call: Callable[..., Answer],
    monkeypatch: pytest.MonkeyPatch,
    problem: BaseException,
    code: int,
    words: str,
) -> None:
    (populated / "pets.yaml").write_text(CHANGED)
    before = files(populated / "pets")
    monkeypatch.setattr("generator.session.build", fault(problem))
    answer = call("generate", "pets.yaml")
    assert answer.code == code
    assert words in answer.err
    assert "secret" not in answer.err and "Traceback" not in answer.err
    assert files(populated / "pets") == before


def test_debug_shows_the_traceback(
    project: Path, call: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.session.build", fault(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        call("generate", "pets.yaml", "--debug")
    monkeypatch.setenv("OASMITH_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        call("generate", "pets.yaml")


def test_a_reader_that_goes_away(project: Path) -> None:
    names = "".join(f"    S{number}: {{type: string}}\n" for number in range(5000))
    (project / "pets.yaml").write_text(SPEC + names)
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", "ir", "pets.yaml"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""},
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 128 + signal.SIGPIPE


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_standard_streams(project: Path, closed: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m generator generate - -o made {closed}"
    found = subprocess.run(
        ["sh", "-c", command],
        input=SPEC.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert found.returncode == (2 if "<" in closed else 0)
    assert b"internal error" not in found.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize("verb", [("ir",), ("generate", "-o", "made")])
def test_a_full_disk_behind_the_output(project: Path, verb: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        found = subprocess.run(
            [sys.executable, "-m", "generator", *verb, "pets.yaml"],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
    assert found.returncode == 2
    assert found.stderr.startswith(b"oasmith: error[E014]")


def test_the_terminal_is_safe_from_a_hostile_file(
    populated: Path, call: Callable[..., Answer]
) -> None:
    path = populated / "pets" / "models" / "pet.py"
    lines = path.read_text().split("\n")
    lines[3:3] = ["\x1b]0;owned\x07", "::error::owned", "##vso[task]", "\r::warning::"]
    path.write_text("\n".join(lines))
    out = call("check", "pets.yaml").out
    assert "\x1b" not in out and "\r" not in out and "##vso" not in out
    assert not any(line.lstrip().startswith("::") for line in out.splitlines())


def test_stages_stop_at_the_gate(
    project: Path, call: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Errors of load: the model is not built from a document that is wrong."""
    (project / "pets.yaml").write_text(BROKEN_REF)
    monkeypatch.setattr(pipeline, "emit", fault(AssertionError("planned")))
    assert call("generate", "pets.yaml").code == 2
