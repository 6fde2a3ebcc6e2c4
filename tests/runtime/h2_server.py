"""The fault server in HTTP/2 without TLS (RFC 9113, section 3.3): needs the package h2."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import h2.config
import h2.connection
import h2.events

from .fault_server import Answer, FaultServer, Request


@dataclass
class FaultServer2(FaultServer):
    """Answers requests in turn, each on a stream of its own.

    To cut an answer is to reset its stream; `hang` leaves it open.
    """

    _bodies: dict[int, bytes] = field(default_factory=dict)
    _heads: dict[int, dict[str, str]] = field(default_factory=dict)

    async def serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Serve one connection."""
        self.connections += 1
        config = h2.config.H2Configuration(client_side=False, header_encoding="utf-8")
        link = h2.connection.H2Connection(config)
        link.initiate_connection()
        writer.write(link.data_to_send())
        try:
            while data := await reader.read(65536):
                for event in link.receive_data(data):
                    self._take(link, event)
                writer.write(link.data_to_send())
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    def _take(self, link: h2.connection.H2Connection, event: h2.events.Event) -> None:
        if isinstance(event, h2.events.RequestReceived):
            self._heads[event.stream_id] = {str(k): str(v) for k, v in event.headers}
            self._bodies[event.stream_id] = b""
        elif isinstance(event, h2.events.DataReceived):
            self._bodies[event.stream_id] += event.data
            size = event.flow_controlled_length
            link.acknowledge_received_data(size, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            head = self._heads.pop(event.stream_id)
            body = self._bodies.pop(event.stream_id)
            given = {k: v for k, v in head.items() if not k.startswith(":")}
            asked = Request(head[":method"], head[":path"], given, body)
            self.requests.append(asked)
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            _send(link, event.stream_id, answer)


def _send(link: h2.connection.H2Connection, number: int, answer: Answer) -> None:
    if answer.status == 0:
        link.reset_stream(number, error_code=2)
        return
    head = [(":status", str(answer.status))]
    head += [("content-type", answer.media)] if answer.media else []
    head += [(name.lower(), value) for name, value in answer.headers]
    link.send_headers(number, head)
    for part in answer.parts:
        link.send_data(number, part)
    if answer.end == "whole":
        link.end_stream(number)
    elif answer.end == "cut":
        link.reset_stream(number, error_code=2)
