"""`oasmith mock`: a server for as long as the command runs, and nothing left behind."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

SPEC = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200": {description: All., content: {application/json: {schema: {type: array, minItems: 1, items: {type: string}}}}}
"""
PATIENCE = 120.0


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class Mock(NamedTuple):
    """A mock server: the command, its address, and the folder for temporary files."""

    process: subprocess.Popen[bytes]
    port: int
    temporary: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ended(self) -> int:
        """The exit code, once nothing listens any more and nothing is left behind."""
        code = self.process.wait(PATIENCE)
        with socket.socket() as again:
            again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            again.bind(("127.0.0.1", self.port))
            again.listen()
        assert list(self.temporary.iterdir()) == []
        return code


def _serve(folder: Path, *options: str, **more: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "generator", "mock", "pets.yaml", *options],
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder / "tmp")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        **{"preexec_fn": _listen, **more},
    )


def _listen() -> None:
    """Undo what the one who runs the tests may have done: signals that are ignored stay so."""
    for one in (signal.SIGINT, signal.SIGHUP):
        signal.signal(one, signal.SIG_DFL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a document, and one for temporary files."""
    (tmp_path / "pets.yaml").write_text(SPEC, encoding="utf-8")
    (tmp_path / "tmp").mkdir()
    return tmp_path


@pytest.fixture
def served(folder: Path) -> Iterator[Mock]:
    """A mock server, killed with all that it started if a test leaves it."""
    port = _free_port()
    mock = Mock(_serve(folder, "--port", str(port)), port, folder / "tmp")
    try:
        yield mock
    finally:
        with suppress(ProcessLookupError):
            os.killpg(mock.process.pid, signal.SIGKILL)
        mock.process.wait(PATIENCE)


def _opened(url: str) -> Any:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return urlopen(url)
        except URLError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_it_serves_until_it_is_stopped(served: Mock) -> None:
    with _opened(f"{served.url}/pets") as answer:
        assert json.load(answer) == ["string"]
    os.killpg(served.process.pid, signal.SIGINT)  # as a terminal does it
    assert served.ended() == 128 + signal.SIGINT


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_the_command_ends_the_server(
    served: Mock, number: signal.Signals
) -> None:
    _opened(f"{served.url}/pets").close()
    served.process.send_signal(number)
    assert served.ended() == 128 + number


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")
def test_a_server_that_dies_ends_the_command(served: Mock) -> None:
    _opened(f"{served.url}/pets").close()
    parent = served.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    assert len(children) == 1
    os.kill(int(children[0]), signal.SIGKILL)
    assert served.ended() == 128 + signal.SIGKILL


def test_a_signal_while_it_generates(served: Mock) -> None:
    deadline = time.monotonic() + PATIENCE
    while not list(served.temporary.glob("oasmith-mock-*")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    served.process.terminate()
    assert served.ended() == 128 + signal.SIGTERM


def test_an_ignored_signal_stays_ignored(folder: Path) -> None:
    """As under `nohup`."""

    def ignore() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    port = _free_port()
    process = _serve(folder, "--port", str(port), preexec_fn=ignore)
    mock = Mock(process, port, folder / "tmp")
    try:
        _opened(f"{mock.url}/pets").close()
        process.send_signal(signal.SIGHUP)
        _opened(f"{mock.url}/pets").close()
        process.terminate()
        assert mock.ended() == 128 + signal.SIGTERM
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _refused(folder: Path, *options: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "generator", "mock", "pets.yaml", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(folder / "tmp")},
    )
    assert done.returncode == 2
    assert list((folder / "tmp").iterdir()) == []
    return done.stdout + done.stderr


def test_a_port_that_is_taken(folder: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = _refused(folder, "--port", str(port))
    assert said == (
        f"oasmith: error[E017]: nothing can listen at 127.0.0.1:{port}: address already"
        " in use\n  hint: choose another --port, or --host, or end what has the port\n"
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host", "a" * 70])
def test_a_host_that_is_none(folder: Path, host: str) -> None:
    assert "error[E017]" in _refused(folder, "--host", host, "--port", "0")


def test_a_port_that_is_none(folder: Path) -> None:
    said = _refused(folder, "--port", "65536")
    assert "error[E001]: argument --port: invalid port value: '65536'" in said


def test_a_document_that_cannot_be_used(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "generator", "mock", "missing.yaml"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "missing.yaml" in done.stderr
