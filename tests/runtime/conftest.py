"""A server that misbehaves on request."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .fault_server import FaultServer, running


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with running() as found:
        yield found
