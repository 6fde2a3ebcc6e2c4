"""The generated package on the path, and the servers that the tests talk to."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .foreign_server import ForeignServer
from .serving import Served, serve, serve_streams

if TYPE_CHECKING:
    from collections.abc import Iterator

GENERATED = Path(__file__).resolve().parents[2] / "generated"
if str(GENERATED) not in sys.path:
    sys.path.insert(0, str(GENERATED))


@pytest.fixture(scope="session")
def reference() -> Iterator[Served]:
    """The generated server with the language model behind it."""
    from .handlers import reference_app

    with serve(reference_app()) as served:
        yield served


@pytest.fixture
def foreign() -> Iterator[tuple[ForeignServer, str]]:
    """A server that oasmith did not make, and its URL."""
    server = ForeignServer()
    with serve_streams(server.connected) as served:
        yield server, served.url
