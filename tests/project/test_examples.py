"""Examples: one for each operation and streaming mode, typed, and at work."""

from __future__ import annotations

import re
import runpy
import warnings
from pathlib import Path

import pytest

from generator.plan.client.contents import answers

from ..e2e.serving import serve
from ..golden.cases import config_of, package_of, write
from .support import (
    CLIENTS,
    Checked,
    answer_of,
    api_of,
    application,
    env_prefix,
    examples,
    operation_of,
    project,
)

OUT_OF_REACH = {
    ("servers", "examples/places/beside_example.py"),
    ("oauth", "examples/books/read_vault_example.py"),
}
"""One calls a server of its own beside the address of the others, one needs a certificate."""

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CALL = re.compile(r"client\.\w+\.\w+\(")

SHOWN = [
    (case, path)
    for case in CLIENTS
    if "server" in config_of(case).targets
    for path in examples(case)
    if (case, path) not in OUT_OF_REACH
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The projects of all cases, in folders of their own."""
    found = tmp_path_factory.mktemp("projects")
    for case in CLIENTS:
        write(found / case, project(case))
    return found


@pytest.mark.parametrize(("case", "path"), SHOWN)
def test_q6_an_example_runs(
    case: str,
    path: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.syspath_prepend(str(folder / case))
    operation = operation_of(case, path)
    prefix = env_prefix(case)
    streams = path.endswith("_streaming.py")
    answer = answer_of(api_of(case), operation, streams=streams)
    app = Checked(application(package_of(case)), lambda: answer, [])
    with serve(app) as served, warnings.catch_warnings():
        warnings.simplefilter("error")
        monkeypatch.setenv(f"{prefix}_BASE_URL", served.url)
        monkeypatch.setenv(f"{prefix}_API_KEY", "key")
        runpy.run_path(str(folder / case / path), run_name="__main__")
    assert app.statuses == [501]
    text = examples(case)[path]
    assert bool(capsys.readouterr().out) == ("print(" in text)


@pytest.mark.parametrize("case", CLIENTS)
def test_q6_each_operation_has_an_example(case: str) -> None:
    """One for its result and one for its stream; none for what is deprecated."""
    shown: dict[str, int] = {}
    for path in examples(case):
        id = operation_of(case, path).id
        shown[id] = shown.get(id, 0) + 1
    for operation in api_of(case).operations:
        known = answers(operation)
        expected = bool(known.cases) + (known.stream is not None)
        wanted = 0 if operation.deprecated else expected
        assert shown.get(operation.id, 0) == wanted, operation.id


@pytest.mark.parametrize("case", sorted({case for case, _ in SHOWN}))
def test_q6_the_programs_of_the_readme_run(
    case: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first call, waiting and asynchronous; a stream; errors."""
    monkeypatch.syspath_prepend(str(folder / case))
    programs = BLOCK.findall(project(case)["README.md"])
    assert len(programs) in (3, 4)
    for text in programs:
        _run_program(case, text, monkeypatch)


def _run_program(case: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a program of a README against the server, as far as it calls that."""
    prefix = env_prefix(case)
    called = CALL.search(text)
    streams = " as stream:" in text
    answer = ("", b"", 204)
    if called is not None:
        path = next(
            path
            for path, shown in examples(case).items()
            if called[0] in shown and (" as stream:" in shown) == streams
        )
        answer = answer_of(api_of(case), operation_of(case, path), streams=streams)
    app = Checked(application(package_of(case)), lambda: answer, [])
    with serve(app) as served, warnings.catch_warnings():
        warnings.simplefilter("error")
        monkeypatch.setenv(f"{prefix}_BASE_URL", served.url)
        monkeypatch.setenv(f"{prefix}_API_KEY", "key")
        exec(compile(text, "README.md", "exec"), {"__name__": "program"})
    assert app.statuses == ([] if called is None else [501])
