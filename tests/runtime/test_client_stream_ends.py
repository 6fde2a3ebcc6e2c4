"""How a stream of JSON ends where the document does not say it."""

from __future__ import annotations

from .fault_server import EVENTS, FaultServer
from .test_client_streams import OPEN_END, Read, Tick, both, tick


@both
def test_done_ends_a_stream_of_json_though_nobody_says_so(
    server: FaultServer, read: Read
) -> None:
    server.then(tick(1) + b"data: [DONE]\n\ndata: {broken\n\n", media=EVENTS)
    assert read(server, OPEN_END) == [Tick(n=1)]
