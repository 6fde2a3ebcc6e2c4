"""The fault matrix over HTTP/2, for a client that is given an HTTP/2 `http_client`.

There is no TLS here, so no certificates are loaded (`verify`), which takes long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx2
import pytest

from ..runtime.fault_server import EVENTS, FaultServer, running
from .side_by_side import (
    ASKED,
    BYTES,
    DONE,
    FAULTS,
    Bytes,
    Fault,
    event,
    ours,
    outcome,
    outcome_later,
    texts,
)

pytest.importorskip("h2", reason="HTTP/2 needs the package h2 (pip install h2)")


@pytest.fixture
def server() -> Iterator[FaultServer]:
    from ..runtime.h2_server import FaultServer2

    with running(found=FaultServer2()) as found:
        yield found


@pytest.fixture
def http() -> Iterator[httpx2.Client]:
    with httpx2.Client(http1=False, http2=True, verify=False) as found:
        yield found


FAULT_NAMES = [fault.name for fault in FAULTS]


@pytest.mark.parametrize("fault", FAULTS, ids=FAULT_NAMES)
def test_faults(server: FaultServer, http: httpx2.Client, fault: Fault) -> None:
    server.answers.append(fault.answer)
    assert outcome(ours(server.url, http_client=http), fault.stream) == fault.ours


@pytest.mark.parametrize("fault", FAULTS, ids=FAULT_NAMES)
def test_faults_asynchronously(server: FaultServer, fault: Fault) -> None:
    import completions

    async def main() -> str:
        async with httpx2.AsyncClient(http1=False, http2=True, verify=False) as http:
            client = completions.AsyncClient(
                api_key="sk-none", base_url=server.url, max_retries=0, http_client=http
            )
            return await outcome_later(client, fault.stream)

    server.answers.append(fault.answer)
    assert asyncio.run(main()) == fault.ours


@pytest.mark.parametrize("given", BYTES, ids=[given.name for given in BYTES])
def test_bytes_of_streams(
    server: FaultServer, http: httpx2.Client, given: Bytes
) -> None:
    server.then(*given.chunks, DONE, media=EVENTS)
    assert texts(ours(server.url, http_client=http)) == given.expected


def test_s6_streams_share_a_connection(
    server: FaultServer, http: httpx2.Client
) -> None:
    server.then(event("a"), DONE, media=EVENTS)
    client = ours(server.url, http_client=http)
    for _ in range(20):
        (item,) = client.completions.create(**ASKED, stream=True)
        assert item.choices[0].text == "a"
    for _ in client.completions.create(**ASKED, stream=True):
        break
    assert len(list(client.completions.create(**ASKED, stream=True))) == 1
    assert server.connections == 1


def test_s6_asynchronous_streams_share_a_connection(server: FaultServer) -> None:
    import completions

    async def main() -> None:
        async with httpx2.AsyncClient(http1=False, http2=True, verify=False) as http:
            client = completions.AsyncClient(
                api_key="sk-none", base_url=server.url, http_client=http
            )
            for _ in range(20):
                stream = await client.completions.create(**ASKED, stream=True)
                assert len([item async for item in stream]) == 1

    server.then(event("a"), DONE, media=EVENTS)
    asyncio.run(main())
    assert server.connections == 1
