"""A server that misbehaves on request, one that gives tokens, and calls with these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from .fault_server import FaultServer, running
from .token_calls import Calls, in_tasks, in_threads, service
from .token_server import TokenServer, tokens_given


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with running() as found:
        yield found


@pytest.fixture
def giver() -> Iterator[TokenServer]:
    with tokens_given() as found:
        yield found


@pytest.fixture(params=[in_threads, in_tasks], ids=["sync", "async"])
def calls(request: pytest.FixtureRequest) -> Calls:
    """Makes calls one after the other, or `together`; gives results and errors."""

    def made(url: str, grant: Any, count: int = 1, **options: Any) -> list[Any]:
        together = options.pop("together", False)
        options.setdefault("credentials", {"oauth": grant})
        options.setdefault("service", service())
        found: list[Any] = request.param(url, count, together, options)
        return found

    return made
