"""Examples: one for each operation and streaming mode, typed, and at work."""

from __future__ import annotations

import re
import runpy
import shutil
import ssl
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from generator.ir import Operation
from generator.plan.client.contents import answers
from generator.plan.project.examples import CERTIFICATE

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

VAULT = ("oauth", "examples/books/read_vault_example.py")
"""One that needs a certificate."""

OUT_OF_REACH = {("servers", "examples/places/beside_example.py"), VAULT}
"""One calls a server of its own beside the address of the others."""

CERTIFICATES = Path(__file__).parents[1] / "runtime" / "certificates"

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


@contextmanager
def walking(operation: Operation) -> Iterator[None]:
    """Lets a walk through pages end where a sample, given again and again, leads back."""
    try:
        yield
    except Exception as error:
        if operation.pagination is None or type(error).__name__ != "PaginationError":
            raise


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
    with serve(app) as served, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("error")
        warnings.filterwarnings("always", ".* is deprecated", DeprecationWarning)
        monkeypatch.setenv(f"{prefix}_BASE_URL", served.url)
        monkeypatch.setenv(f"{prefix}_API_KEY", "key")
        with walking(operation):
            runpy.run_path(str(folder / case / path), run_name="__main__")
    assert set(app.statuses) == {501}
    assert len(app.statuses) <= (2 if operation.pagination else 1)
    assert bool(told) == operation.deprecated
    text = examples(case)[path]
    if not operation.pagination:  # of which a sample may have no items
        assert bool(capsys.readouterr().out) == ("print(" in text)


def test_q6_an_example_with_a_certificate_runs(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against a server that lets nobody in without one."""
    case, path = VAULT
    monkeypatch.syspath_prepend(str(folder / case))
    answer = answer_of(api_of(case), operation_of(case, path), streams=False)
    app = Checked(application(package_of(case)), lambda: answer, [])
    shutil.copy(CERTIFICATES / "both.pem", tmp_path / CERTIFICATE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATES / "authority.pem"))
    options = {
        "ssl_certfile": CERTIFICATES / "server.pem",
        "ssl_ca_certs": str(CERTIFICATES / "authority.pem"),
        "ssl_cert_reqs": ssl.CERT_REQUIRED,
    }
    with serve(app, **options) as served:
        monkeypatch.setenv(f"{env_prefix(case)}_BASE_URL", served.url)
        runpy.run_path(str(folder / case / path), run_name="__main__")
    assert app.statuses == [501]
    assert f'(cert="{CERTIFICATE}")' in examples(case)[path]
    assert "API_KEY" not in examples(case)[path]


@pytest.mark.parametrize("case", CLIENTS)
def test_q6_each_operation_has_an_example(case: str) -> None:
    """One for its result and one for its stream."""
    shown: dict[str, int] = {}
    for path in examples(case):
        id = operation_of(case, path).id
        shown[id] = shown.get(id, 0) + 1
    for operation in api_of(case).operations:
        known = answers(operation)
        expected = bool(known.cases) + (known.stream is not None)
        assert shown.get(operation.id, 0) == expected, operation.id


@pytest.mark.parametrize("case", sorted({case for case, _ in SHOWN}))
def test_q6_the_programs_of_the_readme_run(
    case: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first call, waiting and asynchronous; a stream; errors."""
    monkeypatch.syspath_prepend(str(folder / case))
    programs = BLOCK.findall(project(case)["README.md"])
    assert 3 <= len(programs) <= 6
    for text in programs:
        _run_program(case, text, monkeypatch)


def _run_program(case: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a program of a README against the server, as far as it calls that."""
    prefix = env_prefix(case)
    called = CALL.search(text)
    streams = " as stream:" in text
    answer, operation = ("", b"", 204), None
    if called is not None:
        path = next(
            path
            for path, shown in examples(case).items()
            if called[0] in shown and (" as stream:" in shown) == streams
        )
        operation = operation_of(case, path)
        answer = answer_of(api_of(case), operation, streams=streams)
    app = Checked(application(package_of(case)), lambda: answer, [])
    with serve(app) as served, warnings.catch_warnings():
        warnings.simplefilter("error")
        monkeypatch.setenv(f"{prefix}_BASE_URL", served.url)
        monkeypatch.setenv(f"{prefix}_API_KEY", "key")
        with walking(operation) if operation else nullcontext():
            exec(compile(text, "README.md", "exec"), {"__name__": "program"})
    assert set(app.statuses) == (set() if called is None else {501})


def test_q6_the_readme_tells_of_what_the_api_has() -> None:
    """Pages, tokens and the mock where there are any, and nothing of them elsewhere."""
    pages, tokens, plain = (
        project(case)["README.md"] for case in ("pagination", "oauth", "enums")
    )
    assert "## Pages" in pages and "page.next_page()" in pages
    assert "for item in client.things." in pages
    assert "`CASE_OAUTH_CLIENT_ID`" in tokens and "which `cert` names" in tokens
    assert '"oauth": ClientCredentials(client_id="my-app"' in tokens
    for text in ("## Pages", "OAuth", "_CLIENT_ID", "mock"):
        assert text not in plain
    assert "-m case_mock_mode.server.mock`" in project("mock_mode")["README.md"]


def test_q6_what_is_deprecated_is_no_first_example() -> None:
    """It has a program that says so; the README does not begin with it."""
    readme = project("pagination_declared")["README.md"]
    assert "list_old" not in readme and "for item in client.things." in readme
    path = "examples/things/list_old_example.py"
    text = examples("pagination_declared")[path]
    assert "`list_old` is deprecated." in text and "client.things.list_old" in text
