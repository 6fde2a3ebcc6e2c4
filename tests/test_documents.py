"""What the documents of the repository say is so: commands, outputs, names, paths."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from generator import cli
from generator.config import ApiConfig
from generator.config.model import TARGETS
from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower

from .e2e.serving import serve
from .golden.cases import example, write

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SETUP = {
    "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/oasmith demo": (
        "tests/test_demo.py"
    ),
    "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && "
    ".venv/bin/pytest -n 2": ".ci/run",
}
"""Commands that set up an environment, and where else they are run."""

BROKEN = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200":
          description: All pets.
          content: {application/json: {schema: {$ref: "#/components/schemas/Pett"}}}
components:
  schemas:
    Pet: {type: object}
"""
"""The document with a mistake in it that README shows the message for."""


@dataclass(frozen=True)
class Block:
    """A fenced block of README: its language and its text."""

    language: str
    text: str


BLOCKS = [
    Block(match[1], match[2])
    for match in re.finditer(r"^```(\w+)\n(.*?)^```$", README, re.M | re.S)
]


def blocks(*languages: str) -> list[str]:
    """The texts of the blocks in these languages."""
    found = [block.text for block in BLOCKS if block.language in languages]
    assert found
    return found


def transcripts() -> list[list[tuple[str, str]]]:
    """Each console block as commands with what they print."""
    found = []
    for text in blocks("console"):
        parts = re.split(r"^\$ (.*)\n", text, flags=re.M)
        assert parts[0] == ""
        found.append(list(zip(parts[1::2], parts[2::2], strict=True)))
    return found


def test_no_block_is_overlooked() -> None:
    assert README.count("```") == 2 * len(BLOCKS)
    known = {"sh", "console", "json", "python", "text", "toml", "yaml"}
    assert {block.language for block in BLOCKS} <= known


@pytest.mark.parametrize("transcript", transcripts())
def test_commands_print_what_is_shown(
    transcript: list[tuple[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shutil.copytree(ROOT / "spec", tmp_path / "spec")
    (tmp_path / "broken.yaml").write_text(BROKEN, encoding="utf-8")
    (overlay,) = (text for text in blocks("yaml") if text.startswith("overlay:"))
    (tmp_path / "fixes.yaml").write_text(overlay, encoding="utf-8")
    (requests,) = blocks("json")
    (tmp_path / "requests.jsonl").write_text(requests, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OASMITH_CACHE_DIR", str(tmp_path / ".cache"))
    for command, shown in transcript:
        name, *arguments = shlex.split(command)
        assert name == "oasmith"
        cli.main(arguments)
        out, err = capsys.readouterr()
        assert out + err == shown, command


def test_the_extension_for_errors_is_understood() -> None:
    (shown,) = (text for text in blocks("yaml") if text.startswith("x-oasmith-errors:"))
    sink = Sink()
    text = f"openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\npaths: {{}}\n{shown}"
    found = lower(load(Source(data=text.encode()), sink), sink).errors
    assert found.message == ("/fault/text", "/fault/reason")
    assert found.statuses == (("slow_down", 429),)
    assert sink.found == []


def test_setup_commands_are_run_elsewhere() -> None:
    assert [text.strip() for text in blocks("sh")] == list(SETUP)
    for path in SETUP.values():
        assert (ROOT / path).is_file()
    command = next(text for text, path in SETUP.items() if path == ".ci/run")
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_configuration_is_the_one_of_this_repository() -> None:
    (shown,) = blocks("toml")
    assert tomllib.loads(shown) == tomllib.loads((ROOT / "oasmith.toml").read_text())


def test_options_exist(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("generate", "validate"):
        with pytest.raises(SystemExit):
            cli.main([verb, "--help"])
    usage = capsys.readouterr().out
    options = re.findall(r"^\| `(\w+)` \|.*\| `([^`]+)`", README, re.M)
    assert len(options) > 5
    for option, flag in options:
        assert option in ApiConfig.__dataclass_fields__
        assert flag in usage or flag == "SPEC"
    for flag in re.findall(r"(?<!-)--[a-z][a-z-]+", README):
        assert flag in usage or flag == "--update-golden"
    assert f"`{'`, `'.join(TARGETS)}`" in README


def test_paths_exist() -> None:
    named = set(re.findall(r"`((?:tests|spec|generator|templates)/[\w./-]*)`", README))
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.fixture(scope="module")
def my_api(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package that README generates."""
    folder = tmp_path_factory.mktemp("readme")
    write(folder / "my_api", example().files)
    return folder


def test_programs_import_what_exists(my_api: Path) -> None:
    lines = []
    for program in blocks("python"):
        for node in ast.walk(ast.parse(program)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                lines.append(ast.unparse(node))
    assert len(lines) > 3
    assert _output(my_api, "\n".join(lines)) == ""


def test_the_struct_shown_is_the_one_that_is_made() -> None:
    (shown,) = (text for text in blocks("python") if "(Struct" in text)
    made = example(engine="datamodel-code-generator", model_kind="msgspec")
    text = made.files["models/create_completion_request.py"]
    head, _, field = shown.partition("\n\n")
    assert head in text
    assert field in text


def test_programs_print_what_is_shown(my_api: Path) -> None:
    pairs = [
        (block.text, after.text)
        for block, after in pairwise(BLOCKS)
        if (block.language, after.language) == ("python", "text")
    ]
    assert pairs
    for program, shown in pairs:
        assert _output(my_api, program) == shown


def test_the_server_and_the_client_shown_work_together(my_api: Path) -> None:
    programs = blocks("python")
    server = next(text for text in programs if "uvicorn.run" in text)
    client = next(text for text in programs if "Client()" in text)
    spec = importlib.util.spec_from_loader("readme_server", loader=None)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(my_api))
    try:
        exec(compile(server, "server.py", "exec"), module.__dict__)
    finally:
        sys.path.remove(str(my_api))
    with serve(module.application) as served:
        environment = {"OPENAI_BASE_URL": served.url, "OPENAI_API_KEY": "secret"}
        shown = _output(my_api, client, **environment)
    assert shown == "to the quiet harbour\n to the quiet harbour"


def _output(folder: Path, program: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


_HOSTS = ("pypi.", "pythonhosted.", "npmjs.", "crates.", "proxy.golang", "rubygems.")
_WORKPLACE = ("/work" + "/", "shared" + "/", '"shared"' + " /")
_HERE = Path(__file__).relative_to(ROOT).as_posix()


def test_no_file_speaks_of_where_it_was_made() -> None:
    """Neither package registries nor the machine; the folder of public data is named
    only as the default of `OASMITH_DATA`."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    wrong = []
    for name in listed.stdout.decode().split("\0"):
        path = ROOT / name
        if name in ("", _HERE) or not path.is_file():
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        for line in text.splitlines():
            named = [word for word in (*_HOSTS, *_WORKPLACE) if word in line]
            if named and "OASMITH_DATA" not in line:
                wrong.append(f"{name}: {line.strip()}")
    assert wrong == []
