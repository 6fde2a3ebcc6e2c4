"""A loopback server of OAuth 2.0 tokens, which counts what it is asked for."""

from __future__ import annotations

import json
import threading
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote_plus


@dataclass
class TokenRequest:
    """What was asked: the fields of the form, and the headers in lower case."""

    path: str
    form: dict[str, str]
    headers: dict[str, str]

    @property
    def basic(self) -> tuple[str, str]:
        """Id and secret of the header, as RFC 6749, section 2.3.1 has them."""
        kind, _, text = self.headers["authorization"].partition(" ")
        assert kind == "Basic"
        name, _, secret = b64decode(text).decode().partition(":")
        return unquote_plus(name), unquote_plus(secret)


@dataclass
class TokenServer:
    """Gives `t1`, `t2` and so on, or what `answers` hold, one after the other.

    An answer is a status, a body (a string goes out as it is) and headers; it takes
    `pause` seconds. `about` is what is told of each token beside itself.
    """

    url: str = ""
    pause: float = 0.0
    about: dict[str, object] = field(default_factory=dict)
    answers: list[tuple[int, object, dict[str, str]]] = field(default_factory=list)
    asked: list[TokenRequest] = field(default_factory=list)

    def then(self, status: int, body: object, **headers: str) -> TokenServer:
        """Add an answer."""
        self.answers.append((status, body, headers))
        return self

    def answer(self, request: TokenRequest) -> tuple[int, object, dict[str, str]]:
        """What to say to a request."""
        self.asked.append(request)
        number = len(self.asked)
        time.sleep(self.pause)
        if self.answers:
            return self.answers.pop(0)
        about = {
            key: f"{value}{number}" if key == "refresh_token" else value
            for key, value in self.about.items()
        }
        return 200, {"access_token": f"t{number}", "token_type": "Bearer", **about}, {}


@contextmanager
def tokens_given() -> Iterator[TokenServer]:
    """A server on a free port, in threads of its own."""
    found = TokenServer()
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            size = int(self.headers.get("content-length", "0"))
            form = parse_qsl(self.rfile.read(size).decode(), strict_parsing=True)
            headers = {name.lower(): value for name, value in self.headers.items()}
            with lock:
                answer = found.answer(TokenRequest(self.path, dict(form), headers))
            status, body, more = answer
            text = body if isinstance(body, str) else json.dumps(body)
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(text.encode())))
            for name, value in more.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    found.url = f"http://127.0.0.1:{server.server_port}/token"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        thread.join(10)
        server.server_close()
