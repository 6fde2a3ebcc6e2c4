"""What is installed: templates and the example travel in the wheel."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the content of the wheel, and nothing of this repository."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation"]
    subprocess.run(
        [*command, "--outdir", str(folder), str(ROOT)], check=True, capture_output=True
    )
    (wheel,) = folder.glob("oasmith-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def _oasmith(installed: Path, cwd: Path, *arguments: str) -> str:
    """Run the installed command. `-P` keeps the current folder off the import path."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "generator", *arguments],
        cwd=cwd,
        env={"PYTHONPATH": str(installed), "HOME": str(cwd)},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def test_the_wheel_generates_without_the_repository(
    installed: Path, tmp_path: Path
) -> None:
    where = "import generator.resources as r; print(r.template_root())"
    found = subprocess.run(
        [sys.executable, "-P", "-c", where],
        cwd=tmp_path,
        env={"PYTHONPATH": str(installed)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert Path(found.strip()).is_relative_to(installed)
    spec = ROOT / "spec" / "completions.yaml"
    _oasmith(installed, tmp_path, "generate", str(spec), "-o", "completions", "-q",
             "--env-prefix", "OPENAI")  # fmt: skip
    for path in sorted((ROOT / "generated" / "completions").rglob("*.py")):
        part = path.relative_to(ROOT / "generated")
        assert (tmp_path / part).read_bytes() == path.read_bytes(), part


def test_the_wheel_holds_what_it_says(installed: Path) -> None:
    names = {path.relative_to(installed).parts[0] for path in installed.iterdir()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"generator"}
    assert (installed / "generator" / "_spec" / "completions.yaml").is_file()
    assert (installed / "generator" / "py.typed").is_file()
    (info,) = installed.glob("*.dist-info")
    assert "oasmith = generator.__main__:run" in (info / "entry_points.txt").read_text()
