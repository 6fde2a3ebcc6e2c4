"""The project of the completions API, built, installed and run as its README says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from generator.plan.project.requirements import SERVER, requirements

from ..e2e.serving import serve
from ..golden.cases import ROOT
from .support import words

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _run(folder: Path, *command: str, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, as the command line makes it."""
    found = tmp_path_factory.mktemp("built") / "completions-api"
    spec = str(ROOT / "spec" / "completions.yaml")
    command = ["generate", spec, "-o", str(found), "--package", "completions"]
    options = ["--env-prefix", "OPENAI", "--project", "--no-cache", "-q"]
    _run(
        ROOT,
        sys.executable,
        "-m",
        "generator",
        *command,
        *options,
        PYTHONPATH=str(ROOT),
    )
    return found


@pytest.fixture(scope="module")
def dist(project: Path) -> Path:
    """Its wheel and its source distribution."""
    _run(
        project, sys.executable, "-m", "build", "--no-isolation", "--outdir", "../dist"
    )
    return project.parent / "dist"


@pytest.fixture(scope="module")
def python(project: Path) -> str:
    """An environment of its own with the project installed; libraries are borrowed."""
    place = project.parent / "venv"
    venv.create(place, with_pip=False)
    own = place / "bin" / "python"
    (site,) = place.glob("lib/python*/site-packages")
    borrowed = [path for path in sys.path if path.endswith("site-packages")]
    (site / "borrowed.pth").write_text("\n".join(borrowed))
    pip = [sys.executable, "-m", "pip", "--python", str(own), "install", "-q"]
    offline = ["--no-deps", "--no-build-isolation", "--no-index"]
    _run(project, *pip, *offline, ".", PIP_DISABLE_PIP_VERSION_CHECK="1")
    return str(own)


def test_q6_what_is_built(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    assert wheel.name == "completions-1.0.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        facts = archive.read("completions-1.0.0.dist-info/METADATA").decode()
    assert {"completions/py.typed", "completions/_custom/__init__.py"} <= names
    tops = {name.split("/")[0] for name in names}
    assert tops == {"completions", "completions-1.0.0.dist-info"}
    assert "Description-Content-Type: text/markdown" in facts
    assert "Requires-Dist: httpx2<3,>=2.10" in facts
    assert "Provides-Extra: server" in facts
    (source,) = dist.glob("*.tar.gz")
    with tarfile.open(source) as tar:
        listed = set(tar.getnames())
    for name in ("README.md", "api.md", "examples/completions/create_example.py"):
        assert f"completions-1.0.0/{name}" in listed


def test_q6_twine_takes_it(dist: Path) -> None:
    pytest.importorskip("twine", reason="twine is among the requirements of tests")
    files = [str(path) for path in sorted(dist.iterdir())]
    said = _run(dist, sys.executable, "-m", "twine", "check", "--strict", *files)
    assert said.count("PASSED") == 2


def test_q6_the_installed_package_is_typed(python: str, tmp_path: Path) -> None:
    code = "import completions, importlib.metadata as m; print(completions.__file__)"
    place = Path(_run(tmp_path, python, "-c", code).strip())
    assert place.is_relative_to(Path(python).parents[1])
    assert (place.parent / "py.typed").is_file()
    versions = (
        "import completions, importlib.metadata as m;"
        "print(completions.__version__, m.version('completions'))"
    )
    assert _run(tmp_path, python, "-c", versions) == "1.0.0 1.0.0\n"


def test_q6_the_readme_runs(project: Path, python: str, tmp_path: Path) -> None:
    blocks = BLOCK.findall((project / "README.md").read_text(encoding="utf-8"))
    assert [language for language, _ in blocks] == ["sh", *["python"] * 4]
    with serve(words()) as served:
        shown = [
            _run(
                tmp_path,
                python,
                "-W",
                "error",
                "-c",
                text,
                OPENAI_BASE_URL=served.url,
                OPENAI_API_KEY="sk-demo",
            )
            for language, text in blocks
            if language == "python"
        ]
    waiting, later, streamed, errors = shown
    assert waiting == later and waiting.startswith("id='cmpl-demo'")
    assert streamed.count("id='cmpl-demo'") > 3 and errors == ""


def test_q6_the_examples_run(project: Path, python: str) -> None:
    paths = sorted(project.glob("examples/*/*.py"))
    assert [path.name for path in paths] == ["create_example.py", "create_streaming.py"]
    with serve(words()) as served:
        for path in paths:
            environment = {"OPENAI_BASE_URL": served.url, "OPENAI_API_KEY": "sk-demo"}
            assert _run(project, python, "-W", "error", str(path), **environment)


@pytest.mark.parametrize(
    "checker",
    [
        ["mypy", "--strict", "--cache-dir", os.devnull],
        ["pyright", "--pythonpath", sys.executable],
        ["ruff", "check", "--isolated", "--no-cache", "--select=E,F,I"],
    ],
    ids=["mypy", "pyright", "ruff"],
)
def test_q6_what_a_project_adds_is_typed(checker: list[str], project: Path) -> None:
    """The root with the version, and the scaffold; all else is as without a project."""
    files = ["__init__.py", "_version.py", "_custom/__init__.py"]
    paths = [f"completions/{name}" for name in files]
    using = project.parent / "using.py"
    using.write_text(
        "from completions import __version__\n\nversion: str = __version__\n"
    )
    checked = ["using.py", *(f"{project.name}/{path}" for path in paths)]
    settings = {
        "typeCheckingMode": "strict",
        "extraPaths": [project.name],
        "include": checked,
    }
    (project.parent / "pyrightconfig.json").write_text(json.dumps(settings))
    _run(
        project.parent,
        sys.executable,
        "-m",
        *checker,
        *(checked if checker[0] != "pyright" else []),
        MYPYPATH=str(project),
        PYTHONPATH=os.pathsep.join([str(project), os.environ.get("PYTHONPATH", "")]),
    )


def test_q6_links_lead_to_files(project: Path) -> None:
    for page in ("README.md", "api.md", "CHANGELOG.md"):
        text = (project / page).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)]*)\)", text):
            assert (project / target).is_file(), f"{page}: {target}"
    text = (project / "api.md").read_text(encoding="utf-8")
    assert "`POST /completions`: Complete a prompt, whole or as a stream." in text
    assert "→ `CreateCompletionResponse | Stream[CompletionChunk]`" in text


def test_the_requirements_are_those_that_oasmith_is_tested_with() -> None:
    """Libraries that both need have the same bounds."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    own = tomllib.loads(text)["project"]["dependencies"]
    listed = {*requirements(("models", "client", "server"), "pydantic"), *SERVER}
    for requirement in own:
        name = re.split(r"[<>=]", requirement)[0]
        if name in {"pydantic", "httpx2", "starlette", "uvicorn"}:
            assert requirement in listed


def test_the_requirements_cover_what_is_imported(project: Path) -> None:
    """Every library that a module imports is required, or comes with the extra."""
    listed = {*requirements(("models", "client", "server"), "pydantic"), *SERVER}
    names = {re.split(r"[<>=]", one)[0].replace("-", "_") for one in listed}
    names.add("pydantic_core")  # the very version that pydantic requires
    for path in (project / "completions").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for module in re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE):
            assert module in names or module in sys.stdlib_module_names, path
