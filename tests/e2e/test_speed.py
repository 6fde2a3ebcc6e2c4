"""What the client costs, in figures that do not hang on how busy the machine is.

Counted are function calls, modules and TLS contexts; the one time is held against the
parsing of the same JSON in the same moments. `tests/bench/client.py` measures for real.
"""

from __future__ import annotations

import json
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import completions
import httpx2
import pytest

from ..runtime.fault_server import EVENTS, FaultServer, running
from .foreign_server import chunk

GENERATED = Path(__file__).resolve().parents[2] / "generated"
ASKED: dict[str, Any] = {"model": "m", "prompt": "p"}
EVENT = b"data: " + json.dumps(chunk("word")).encode() + b"\n\n"
DONE = b"data: [DONE]\n\n"
COUNT = 500


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with running() as found:
        yield found


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called, those of C included; the best of three rounds."""
    work()
    found: list[int] = []
    for _ in range(3):
        count = 0

        def note(frame: object, event: str, argument: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        sys.setprofile(note)
        try:
            work()
        finally:
            sys.setprofile(None)
        found.append(count)
    return min(found)


def modules(code: str) -> set[str]:
    """The modules that a program has loaded in the end."""
    path = f"import sys\nsys.path.insert(0, {str(GENERATED)!r})\n"
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"{path}{code}\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_q2_a_call_adds_little_to_the_http_library(server: FaultServer) -> None:
    server.then(json.dumps(chunk("a", "stop")).encode())
    url = f"{server.url}/completions"
    with httpx2.Client() as bare:
        least = calls_of(lambda: bare.post(url, json=ASKED).json())
    with completions.Client(api_key="sk-none", base_url=server.url) as client:
        ours = calls_of(lambda: client.completions.create(**ASKED))
    assert ours <= 1.35 * least


class _Pieces(httpx2.SyncByteStream):
    def __init__(self, pieces: list[bytes]) -> None:
        self._pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._pieces)


def streaming(pieces: list[bytes]) -> completions.Client:
    """A client whose streams consist of these pieces, without a network in between."""

    def answer(request: httpx2.Request) -> httpx2.Response:
        headers = {"content-type": EVENTS}
        return httpx2.Response(200, headers=headers, stream=_Pieces(pieces))

    http = httpx2.Client(transport=httpx2.MockTransport(answer))
    return completions.Client(
        api_key="sk-none", base_url="http://api.test", http_client=http
    )


WHOLE = EVENT * COUNT + DONE
BULK = [WHOLE[at : at + 4096] for at in range(0, len(WHOLE), 4096)]
SINGLE = [*([EVENT] * COUNT), DONE]


def read(client: completions.Client) -> None:
    """A stream, to its end."""
    count = 0
    for _ in client.completions.create(**ASKED, stream=True):
        count += 1
    assert count == COUNT


@pytest.mark.parametrize(("pieces", "calls"), [(BULK, 27), (SINGLE, 55)])
def test_s9_calls_for_an_event(pieces: list[bytes], calls: int) -> None:
    client = streaming(pieces)
    assert calls_of(lambda: read(client)) / COUNT <= calls


@pytest.mark.parametrize(("pieces", "factor"), [(BULK, 5), (SINGLE, 9)])
def test_s9_an_event_costs_little_more_than_its_json(
    pieces: list[bytes], factor: float
) -> None:
    """The contract: 5 and 10 microseconds, where `json.loads` takes 1.7."""
    client = streaming(pieces)
    text = EVENT[6:]
    ours = parsing = float("inf")
    for _ in range(15):
        begin = time.process_time()
        read(client)
        between = time.process_time()
        for _ in range(COUNT):
            json.loads(text)
        ours = min(ours, between - begin)
        parsing = min(parsing, time.process_time() - between)
    assert ours <= factor * parsing


def test_c4_a_second_client_makes_no_tls_context(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = completions.Client(api_key="sk-none")
    made: list[object] = []
    new = ssl.SSLContext.__new__

    def noted(cls: type[ssl.SSLContext], *args: Any, **options: Any) -> Any:
        made.append(cls)
        return new(cls, *args, **options)

    monkeypatch.setattr(ssl.SSLContext, "__new__", noted)
    calls = calls_of(lambda: completions.Client(api_key="sk-none").close())
    first.close()
    assert made == []
    assert calls < 3000


def test_q1_the_root_loads_next_to_nothing() -> None:
    before = modules("import typing, importlib")
    assert len(modules("import completions") - before) <= 3


def test_q1_the_client_loads_what_it_needs() -> None:
    ours = modules(
        "from completions import Client\nClient(api_key='k', base_url='http://x').completions"
    )
    theirs = modules("import openai\nopenai.OpenAI(api_key='k').completions")
    assert len(ours) <= 0.55 * len(theirs)
    assert not {"asyncio", "starlette", "openai"} & ours
