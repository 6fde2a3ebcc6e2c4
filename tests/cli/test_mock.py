"""`oasmith mock`: a server for as long as the command runs, and nothing left behind."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
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


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """The address of a mock server."""
    (tmp_path / "pets.yaml").write_text(SPEC, encoding="utf-8")
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    port = _free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", "mock", "pets.yaml", "--port", str(port)],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(PATIENCE)
    assert list(temporary.iterdir()) == []


def _opened(url: str) -> Any:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return urlopen(url)
        except URLError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_it_serves_until_it_is_stopped(served: str) -> None:
    with _opened(f"{served}/pets") as answer:
        assert json.load(answer) == ["string"]


def test_a_document_that_cannot_be_used(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "generator", "mock", "missing.yaml"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "missing.yaml" in done.stderr
