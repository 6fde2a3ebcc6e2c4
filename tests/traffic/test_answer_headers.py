"""Headers that handlers give: checked where answers are, of errors written as described."""

from __future__ import annotations

import asyncio
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

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

SPEC = Path(__file__).with_name("answers.yaml")
CLOSED: list[str] = []

GIVEN: dict[str, tuple[dict[str, str], int | None]] = {
    "right": ({"X-Count": "3", "X-Kinds": "a, b", "X-Pair": '{"x": 1}'}, None),
    "few": ({"x-count": "1"}, None),
    "free": ({"x-count": "1", "X-Free": '{"any": ['}, None),
    "another": ({"X-Count": "0"}, 206),
    "bare": ({}, 206),
    "missing": ({}, None),
    "small": ({"X-Count": "0"}, None),
    "text": ({"X-Count": "many"}, None),
    "long": ({"X-Count": "1", "X-Kinds": "a,b,c"}, None),
    "no json": ({"X-Count": "1", "X-Pair": "x,1"}, None),
    "other json": ({"X-Count": "1", "X-Pair": '{"x": "1"}'}, None),
    "another large": ({"X-Count": "1"}, 206),
}
RIGHT = ("right", "few", "free", "another", "bare")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The client and the server of `answers.yaml`."""
    folder = tmp_path_factory.mktemp("answers")
    targets = with_needs(("server", "client"))
    name = "traffic_answers_case"
    config = ApiConfig("answers", SPEC.name, "out", SPEC.parent, name, targets)
    files = make(config, Source(Path(SPEC.name), SPEC.read_bytes())).files
    write(folder / name, files)
    sys.path.insert(0, str(folder))
    yield importlib.import_module(name)
    sys.path.remove(str(folder))


class Handlers:
    """Answers with what `GIVEN` has for a way, or with an error that has headers."""

    def __init__(self, package: Any) -> None:
        self.server = package.server
        self.models = package.models

    async def count(self, way: str, context: Any) -> int:
        if way.startswith("error"):
            raise self.error(int(way[5:8]), way[8:])
        headers, context.status = GIVEN[way]
        context.response_headers.update(headers)
        return 7

    async def lines(self, way: str, context: Any) -> AsyncIterator[int]:
        context.response_headers.update(GIVEN[way][0])
        return self._items()

    async def _items(self) -> AsyncIterator[int]:
        try:
            yield 1
        finally:
            CLOSED.append("items")

    def error(self, status: int, more: str) -> Exception:
        pair = self.models.Pair(x=1, y="b")
        known = {
            409: ("CountResponse409Headers", 409),
            410: ("CountResponse410Headers", 410),
            503: ("CountResponse5XXHeaders", 503),
            418: ("CountResponseDefaultHeaders", 418),
        }
        kind = getattr(self.models, known[status][0])
        values: dict[str, Any] = {"X-Pair": pair}
        if status == 409:
            values |= {"X-Spread": pair, "X-Turn": pair}
            values |= {"X-Names": ["a, b", "c"], "X-Grid": [[1, 2], [3]]}
        error = self.server.HTTPError(status, headers=kind.model_validate(values))
        if more:
            error.headers["X-Pair"] = more
        return error


def app(package: Any, *, is_checked: bool) -> Any:
    options = package.server.ServerOptions(validate_responses=is_checked)
    return package.server.app(answers=Handlers(package), options=options)


def test_headers_of_answers_are_checked_when_asked_for(package: Any) -> None:
    with serving("asgi", app(package, is_checked=True)) as url:
        for way, (_, status) in GIVEN.items():
            found = ask(url, "GET", f"/count?way={way.replace(' ', '%20')}")
            assert found.status == (status or 200 if way in RIGHT else 500), way
            if way not in RIGHT:
                assert b"X-Count" not in found.body, "the fault is no matter of callers"
    with serving("asgi", app(package, is_checked=False)) as url:
        for way, (_, status) in GIVEN.items():
            found = ask(url, "GET", f"/count?way={way.replace(' ', '%20')}")
            assert found.status == (status or 200)


def test_headers_of_streams_are_checked_before_anything_is_sent(package: Any) -> None:
    with serving("asgi", app(package, is_checked=True)) as url:
        right = ask(url, "GET", "/lines?way=right")
        assert (right.status, right.body) == (200, b"1\n")
        for way in ("missing", "small"):
            assert ask(url, "GET", f"/lines?way={way}").status == 500
    with serving("asgi", app(package, is_checked=False)) as url:
        assert ask(url, "GET", "/lines?way=missing").body == b"1\n"


def test_the_log_tells_which_header_is_wrong(
    package: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with serving("asgi", app(package, is_checked=True)) as url:
        ask(url, "GET", "/count?way=missing")
        ask(url, "GET", "/count?way=other%20json")
    told = [str(record.exc_info[1]) for record in caplog.records if record.exc_info]
    assert len(told) == 2
    assert told[0].startswith("the header X-Count: ") and "issing" in told[0]
    assert told[1].startswith("the header X-Pair/x: ")


def test_headers_of_errors_are_written_as_they_are_described(package: Any) -> None:
    in_turn, spread, in_json = "x,1,y,b", "x=1,y=b", '{"x":1,"y":"b"}'
    with serving("asgi", app(package, is_checked=False)) as url:
        taken = ask(url, "GET", "/count?way=error409").headers
        assert taken["x-pair"] == in_json
        assert taken["x-spread"] == spread
        assert taken["x-turn"] == in_turn
        assert taken["x-names"] == '["a, b","c"]'
        assert taken["x-grid"] == "[[1,2],[3]]"
        pairs = {410: in_turn, 503: spread, 418: in_json}
        for status, text in pairs.items():
            found = ask(url, "GET", f"/count?way=error{status}")
            assert (found.status, found.headers["x-pair"]) == (status, text)
        own = ask(url, "GET", "/count?way=error418own")
        assert own.headers["x-pair"] == "own", "what was set by hand stays"


def test_clients_read_the_headers_of_errors(package: Any) -> None:
    async def asked(url: str, way: str) -> Any:
        async with package.AsyncClient(base_url=url, max_retries=0) as client:
            await client.answers.count(way=way)

    models = package.models
    with serving("asgi", app(package, is_checked=False)) as url:
        found: list[Any] = []
        client = package.Client(base_url=url, max_retries=0)
        with client, pytest.raises(package.APIStatusError) as caught:
            client.answers.count(way="error409")
        found.append(caught.value)
        with pytest.raises(package.APIStatusError) as caught:
            asyncio.run(asked(url, "error409"))
        found.append(caught.value)
    pair = models.Pair(x=1, y="b")
    for error in found:
        headers = error.headers_as(models.CountResponse409Headers)
        assert headers.x_pair == headers.x_spread == headers.x_turn == pair
        assert headers.x_names == ["a, b", "c"]
        assert headers.x_grid == [[1, 2], [3]]
