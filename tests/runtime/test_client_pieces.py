"""Streams whose bytes do not come as they are from the network."""

from __future__ import annotations

import gzip
from typing import Any

from .fault_server import EVENTS, FaultServer
from .test_client_streams import DONE, collect, collect_async, tick


def test_a_compressed_stream_is_read(server: FaultServer) -> None:
    packed = gzip.compress(tick(1) + tick(2) + DONE)
    zipped = [("Content-Encoding", "gzip")]
    server.then(packed[:20], packed[20:], media=EVENTS, headers=zipped)
    assert [item.n for item in collect(server)] == [1, 2]
    assert [item.n for item in collect_async(server)] == [1, 2]


def test_a_stream_that_a_middleware_has_read_whole(server: FaultServer) -> None:
    def whole(request: Any, send: Any) -> Any:
        response = send(request)
        response.read()
        return response

    server.then(tick(1), DONE, media=EVENTS)
    assert [item.n for item in collect(server, middleware=(whole,))] == [1]
