"""The package that comes with the repository: up to date, cheap to import, on its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator import cli

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "generated" / "completions"
MODULES = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(
        ".__init__"
    )
    for path in PACKAGE.rglob("*.py")
)
VALIDATORS = [name for name in MODULES if name.startswith("completions.validators.")]


def python(code: str) -> str:
    """What a program prints that has the package on its path, and none of ours."""
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", f"{_PATH}{code}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=PACKAGE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


_PATH = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n"
_LOADED = "print(*sorted({name.partition('.')[0] for name in sys.modules}))"


def test_it_is_what_would_be_generated_now(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("OASMITH_CACHE_DIR", str(tmp_path))
    monkeypatch.chdir(ROOT)
    code = cli.main(["check"])
    assert code == 0, capsys.readouterr().out


def test_no_checker_is_silenced() -> None:
    paths = list(PACKAGE.rglob("*.py"))
    assert len(paths) > 40
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert not any(mark in text for mark in ("type: ignore", "noqa", "pyright:"))


def test_every_module_can_be_imported_by_itself_and_after_all_others() -> None:
    python(f"import importlib\nfor name in {MODULES}: importlib.import_module(name)")
    python(
        f"import importlib\nfor name in {MODULES[::-1]}: importlib.import_module(name)"
    )


def test_nothing_of_the_generator_is_needed() -> None:
    names = ["generator", "jinja2", "yaml", "black", "datamodel_code_generator"]
    python(
        f"for name in {names}: sys.modules[name] = None\n"
        "from completions import Client, models, server, validators\n"
        "Client(api_key='k').completions\n"
        "server.app, models.CreateCompletionRequest\n"
        "validators.SCHEMAS['CreateCompletionRequest']({})"
    )


def test_the_root_is_cheap_to_import() -> None:
    loaded = python(f"import completions\n{_LOADED}").split()
    assert not {"pydantic", "httpx2", "starlette", "asyncio"} & set(loaded)


def test_validators_need_the_standard_library_only() -> None:
    lines = [f"import {name}" for name in ("completions.validators", *VALIDATORS)]
    loaded = python("\n".join([*lines, _LOADED])).split()
    foreign = {
        name
        for name in loaded
        if name not in sys.stdlib_module_names and not name.startswith(("_", "."))
    }
    assert len(VALIDATORS) > 10
    assert foreign == {"completions"}


def test_the_client_does_not_load_the_server() -> None:
    loaded = python(
        "import completions\n"
        "completions.Client(api_key='k').completions\n"
        "print(*(name for name in sys.modules if name.startswith('completions.')))\n"
        f"{_LOADED}"
    ).split()
    assert "starlette" not in loaded and "uvicorn" not in loaded
    assert not [
        name for name in loaded if "server" in name and not name.endswith(".servers")
    ]


def test_all_exports_are_there() -> None:
    out = python(
        "import completions\n"
        "for package in (completions, completions.models, completions.client,\n"
        "                completions.server, completions.validators):\n"
        "    for name in dir(package):\n"
        "        getattr(package, name)\n"
        "print(completions.APIError.__module__, completions.__doc__.splitlines()[0])"
    )
    assert out == "completions._runtime.errors Completions API.\n"


@pytest.mark.parametrize("name", ["no_such_name", "Cliant"])
def test_a_name_that_is_not_there(name: str) -> None:
    code = f"import completions\ntry: completions.{name}\n"
    out = python(f"{code}except AttributeError as problem: print(problem)")
    assert out == f"module 'completions' has no attribute '{name}'\n"


STREAMED = """
from typing import assert_type

from completions import AsyncClient, Client
from completions.client import AsyncStream, AsyncStreamedResponse, StreamedResponse
from completions.models import CompletionChunk, CreateCompletionResponse

create = Client().completions.with_streaming_response.create
with create(model="m", prompt="p", timeout=3.0) as response:
    assert_type(response, StreamedResponse[CreateCompletionResponse])
    assert_type(response.parse(), CreateCompletionResponse)


async def main() -> None:
    create = AsyncClient().completions.with_streaming_response.create
    async with create(model="m", prompt="p", stream=True) as answer:
        assert_type(answer, AsyncStreamedResponse[AsyncStream[CompletionChunk]])
"""


MODES = """
from typing import assert_type

from pydantic import JsonValue

from completions import AsyncClient, Client, RateLimitError
from completions.client import RawResponse
from completions.errors import ErrorResponseRateLimitError, ErrorResponseStatusError
from completions.models import CreateCompletionResponse, ErrorResponse

client = Client(response_mode="strict")
try:
    found = client.completions.create(model="m", prompt="p", response_mode="lenient")
    assert_type(found, CreateCompletionResponse)
    for path, expected, got in found.drift:
        assert_type(path + expected + got, str)
except ErrorResponseRateLimitError as error:
    assert_type(error.body, ErrorResponse)
    assert_type(error.body.error.message, str)
except RateLimitError as error:
    assert_type(error.body, object)
except ErrorResponseStatusError as error:
    assert_type(error.body, ErrorResponse)
whole = client.completions.with_raw_response.create(model="m", prompt="p")
data: JsonValue = whole.json()


async def main() -> None:
    client = AsyncClient(response_mode="lenient").with_options(response_mode="strict")
    whole = await client.completions.with_raw_response.create(model="m", prompt="p")
    data: JsonValue = whole.json()
"""

UNTYPED = [
    'Client(response_mode="raw")',
    'Client().with_options(response_mode="raw")',
    'Client().completions.create(model="m", prompt="p", response_mode="raw")',
    'AsyncClient().completions.create(model="m", prompt="p", response_mode="raw")',
]

checkers = pytest.mark.parametrize(
    "checker", [["mypy", "--strict", "--cache-dir", os.devnull], ["pyright"]]
)


def _checked(checker: list[str], folder: Path, text: str) -> tuple[int, str]:
    """What a type checker says of a program that uses the package."""
    shutil.copytree(PACKAGE, folder / "completions")
    (folder / "using.py").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", *checker, "using.py"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    return done.returncode, done.stdout


@checkers
def test_streamed_methods_keep_their_types(checker: list[str], tmp_path: Path) -> None:
    """The overloads of a method too, which say what `stream=True` gives."""
    status, report = _checked(checker, tmp_path, STREAMED)
    assert status == 0, report


@checkers
def test_e5_errors_and_modes_have_types(checker: list[str], tmp_path: Path) -> None:
    status, report = _checked(checker, tmp_path, MODES)
    assert status == 0, report


@checkers
def test_e1_raw_is_no_type_of_a_method(checker: list[str], tmp_path: Path) -> None:
    """A method would give something else than its type says, in each of these lines."""
    lines = ["from completions import AsyncClient, Client", *UNTYPED]
    status, report = _checked(checker, tmp_path, "\n".join(lines) + "\n")
    assert status == 1, report
    for number in range(2, len(lines) + 1):
        assert f"using.py:{number}:" in report, report
