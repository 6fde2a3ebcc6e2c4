"""What is measured of clients, in a process of its own: `python probes.py PROBE URL`.

`PROBE` is a function below. Prints, as JSON, CPU seconds, or bytes, of one call, event or
client for each contender. All take turns in short rounds, of which the best counts: how
fast a shared machine is changes by the second, and by more than what they differ.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import openai
from stub import EVENTS

GENERATED = Path(__file__).resolve().parents[2] / "generated"
sys.path.insert(0, str(GENERATED))
import completions  # noqa: E402

ROUNDS = 20
CALLS = 20
CLIENTS = 10
ASKED: dict[str, Any] = {"model": "gpt-3.5-turbo-instruct", "prompt": "Once upon"}
Works = dict[str, tuple[Callable[[], object], int]]
AsyncWorks = dict[str, tuple[Callable[[], Awaitable[object]], int]]
"""By contender, what to do, and how many times in a round."""


def clients(url: str) -> dict[str, Any]:
    """A client of each contender."""
    return {
        "httpx2": httpx2.Client(base_url=url),
        "ours": completions.Client(api_key="sk-none", base_url=url),
        "openai": openai.OpenAI(api_key="sk-none", base_url=url),
    }


def async_clients(url: str) -> dict[str, Any]:
    """The same for `await`."""
    return {
        "httpx2": httpx2.AsyncClient(base_url=url),
        "ours": completions.AsyncClient(api_key="sk-none", base_url=url),
        "openai": openai.AsyncOpenAI(api_key="sk-none", base_url=url),
    }


def call(url: str) -> dict[str, float]:
    """One call that is not streamed."""
    return least(_calls(url))


def async_call(url: str) -> dict[str, float]:
    """The same with `await`."""

    async def main() -> dict[str, float]:
        made = async_clients(f"{url}/call")
        bare = made.pop("httpx2")

        async def post() -> object:
            return (await bare.post("/completions", json=ASKED)).json()

        works: AsyncWorks = {
            name: (lambda client=client: client.completions.create(**ASKED), CALLS)
            for name, client in made.items()
        }
        return await least_async({"httpx2": (post, CALLS), **works})

    return asyncio.run(main())


def bulk(url: str) -> dict[str, float]:
    """An event of a stream that comes in pieces of 4 KiB; and a bare call."""
    return _events(url, "bulk")


def single(url: str) -> dict[str, float]:
    """An event of a stream whose pieces hold one each; and a bare call."""
    return _events(url, "single")


def async_bulk(url: str) -> dict[str, float]:
    """The same as `bulk` with `async for`."""
    return asyncio.run(_async_events(url, "bulk"))


def async_single(url: str) -> dict[str, float]:
    """The same as `single` with `async for`."""
    return asyncio.run(_async_events(url, "single"))


def kept(url: str) -> dict[str, float]:
    """Bytes that an event takes while it is kept."""
    made = clients(f"{url}/bulk")
    del made["httpx2"]
    return {name: _kept(client) for name, client in made.items()}


def second(url: str) -> dict[str, float]:
    """A client when there was one before; and a bare call."""
    made: list[object] = [clients(url)]
    factories: Works = {
        "httpx2": (lambda: made.append(httpx2.Client()), CLIENTS),
        "ours": (lambda: made.append(completions.Client(api_key="k")), CLIENTS),
        "openai": (lambda: made.append(openai.OpenAI(api_key="k")), CLIENTS),
    }
    return least({**factories, "bare call": _calls(url)["httpx2"]}, ROUNDS // 8)


def _calls(url: str) -> Works:
    made = clients(f"{url}/call")
    bare = made.pop("httpx2")
    works: Works = {
        name: (lambda client=client: client.completions.create(**ASKED), CALLS)
        for name, client in made.items()
    }
    return {
        "httpx2": (lambda: bare.post("/completions", json=ASKED).json(), CALLS),
        **works,
    }


def _events(url: str, kind: str) -> dict[str, float]:
    works: Works = {
        name: (lambda name=name, client=client: _read(name, client), 1)
        for name, client in clients(f"{url}/{kind}").items()
    }
    found = least({**works, "bare call": _calls(url)["httpx2"]})
    return {
        name: each / (1 if "call" in name else EVENTS) for name, each in found.items()
    }


async def _async_events(url: str, kind: str) -> dict[str, float]:
    works: AsyncWorks = {
        name: (lambda name=name, client=client: _read_async(name, client), 1)
        for name, client in async_clients(f"{url}/{kind}").items()
    }
    found = await least_async(works)
    return {name: each / EVENTS for name, each in found.items()}


def _read(name: str, client: Any) -> None:
    for _ in _stream(name, client):
        pass


async def _read_async(name: str, client: Any) -> None:
    async for _ in _async_stream(name, client):
        pass


def _stream(name: str, client: Any) -> Iterator[Any]:
    """A stream from its beginning to its end; of httpx2, the bytes."""
    if name != "httpx2":
        yield from client.completions.create(**ASKED, stream=True)
        return
    with client.stream("POST", "/completions", json=ASKED) as response:
        yield from response.iter_bytes()


async def _async_stream(name: str, client: Any) -> AsyncIterator[Any]:
    if name != "httpx2":
        async for event in await client.completions.create(**ASKED, stream=True):
            yield event
        return
    async with client.stream("POST", "/completions", json=ASKED) as response:
        async for piece in response.aiter_bytes():
            yield piece


def _kept(client: Any) -> float:
    list(client.completions.create(**ASKED, stream=True))
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    found = list(client.completions.create(**ASKED, stream=True))
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(found)


def least(works: Works, rounds: int = ROUNDS) -> dict[str, float]:
    """CPU seconds of each in its best round."""
    found = dict.fromkeys(works, float("inf"))
    for number in range(rounds + 1):
        for name, (work, times) in works.items():
            begin = time.process_time()
            for _ in range(times):
                work()
            spent = (time.process_time() - begin) / times
            found[name] = min(found[name], spent) if number else found[name]
    return found


async def least_async(works: AsyncWorks) -> dict[str, float]:
    """The same with `await`."""
    found = dict.fromkeys(works, float("inf"))
    for number in range(ROUNDS + 1):
        for name, (work, times) in works.items():
            begin = time.process_time()
            for _ in range(times):
                await work()
            spent = (time.process_time() - begin) / times
            found[name] = min(found[name], spent) if number else found[name]
    return found


PROBES = (call, async_call, bulk, async_bulk, single, async_single, kept, second)

if __name__ == "__main__":
    chosen = {probe.__name__: probe for probe in PROBES}[sys.argv[1]]
    print(json.dumps(chosen(sys.argv[2])))
