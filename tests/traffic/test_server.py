"""The generated server asks rules of exchanges of the same bodies as the middleware."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.config import ApiConfig
from generator.config.model import with_needs
from generator.load.source import Source

from ..golden.cases import make, write
from .apps import ask, serving
from .test_exchanges import SEEN, UNSEEN, WISH

if TYPE_CHECKING:
    from collections.abc import Iterator

SPEC = Path(__file__).with_name("rooms.yaml")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The server of `rooms.yaml`."""
    folder = tmp_path_factory.mktemp("served")
    targets = with_needs(("middleware", "mock"))
    config = ApiConfig("rooms", SPEC.name, "out", SPEC.parent, "served_rooms", targets)
    files = make(config, Source(Path(SPEC.name), SPEC.read_bytes())).files
    write(folder / "served_rooms", files)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("served_rooms.server")
    sys.path.remove(str(folder))


class Wrong:
    """Handlers whose answers break every rule."""

    async def book(self, request: Any, context: Any) -> Any:
        return {"beds": 1}

    async def search(self, request: Any, context: Any) -> Any:
        return [1, 2, 3]

    async def count(self, context: Any) -> Any:
        return -1

    async def deep(self, context: Any, **arguments: Any) -> None:
        """Answer without anything."""

    async def deeper(self, request: Any, context: Any) -> None:
        """Answer without anything."""

    async def heads(self, context: Any) -> None:
        models = importlib.import_module("served_rooms.models")
        pair = models.Pair(x=1, y="b")
        record = models.HeadsResponseHeaders.model_construct(
            x_count=1, x_name="n", x_pair=pair, x_spread=pair, x_json=pair
        )
        context.set_headers(record)


@pytest.mark.parametrize("is_checked", [True, False])
def test_rules_are_asked_of_the_forms_that_they_are_written_for(
    server: Any, is_checked: bool
) -> None:
    options = server.ServerOptions(validate_responses=is_checked)
    wrong = Wrong()
    resources = dict.fromkeys(
        ("rooms", "search", "count", "heads", "text", "deep"), wrong
    )
    refused = 500 if is_checked else 200
    with serving("asgi", server.app(**resources, options=options)) as url:
        for media in SEEN:
            sent = {"content-type": media}
            assert ask(url, "POST", "/rooms", sent, WISH).status == refused
            assert ask(url, "POST", "/rooms", sent, b'{"guests": 1}').status == 200
        for media, body in UNSEEN:
            sent = {"content-type": media}
            assert ask(url, "POST", "/rooms", sent, body).status == 200
        sent = {"content-type": "application/json"}
        assert ask(url, "POST", "/search", sent, b'{"limit": 2}').status == refused
        assert ask(url, "POST", "/search", sent, b'{"limit": 3}').status == 200
        assert ask(url, "POST", "/search").status == 200
        assert ask(url, "GET", "/count").status == refused


def test_headers_go_out_in_their_style(server: Any) -> None:
    """Objects in pairs or in turn, as the middleware reads them."""
    mock = importlib.import_module("served_rooms.server.mock")
    middleware = importlib.import_module("served_rooms.middleware")
    wrong = Wrong()
    resources = dict.fromkeys(
        ("rooms", "search", "count", "heads", "text", "deep"), wrong
    )
    faults: list[Any] = []
    for app in (mock.mock_app(), server.app(**resources)):
        faults.clear()
        guard = middleware.ASGIMiddleware(app, on_fault=faults.append)
        with serving("asgi", guard) as url:
            found = ask(url, "GET", "/heads").headers
        assert found["x-spread"].startswith("x=")
        assert found["x-pair"].startswith("x,") and found["x-json"].startswith("{")
        names = {fault.name for fault in faults}
        assert names <= {"Set-Cookie"}, [str(fault) for fault in faults]


def test_json_that_is_too_deep_is_refused(server: Any) -> None:
    options = server.ServerOptions(max_json_depth=2000)
    resources = dict.fromkeys(
        ("rooms", "search", "count", "heads", "text", "deep"), Wrong()
    )
    tree = "[" * 700 + "]" * 700
    with serving("asgi", server.app(**resources, options=options)) as url:
        sent = {"content-type": "application/json"}
        assert ask(url, "POST", "/deep", sent, tree.encode()).status == 400
        assert ask(url, "GET", f"/deep?tree={tree}").status == 400
        assert ask(url, "GET", "/deep").status == 204
