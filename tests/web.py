"""A web server on loopback that says what it is told to, and who asked for what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TypeAlias

Page: TypeAlias = (
    "str | bytes | tuple[int, dict[str, str], bytes] | Callable[[BaseHTTPRequestHandler], None]"
)


@dataclass
class Site:
    """`pages` by path; `asked` are the requests: path and headers in lower case."""

    origin: str = ""
    pages: dict[str, Page] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        """The paths that were asked for."""
        return [path for path, _ in self.asked]


@contextmanager
def site(**pages: Page) -> Iterator[Site]:
    """Serve pages from a free port; `index_yaml` stands for `/index.yaml`."""
    found = Site(
        pages={f"/{name.replace('_', '.')}": page for name, page in pages.items()}
    )

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            found.asked.append((self.path, headers))
            page = found.pages.get(self.path, (404, {}, b"secret: nothing here"))
            if callable(page):
                page(self)
                return
            if not isinstance(page, tuple):
                page = (200, {}, page.encode() if isinstance(page, str) else page)
            status, given, body = page
            self.send_response(status)
            for name, value in given.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    found.origin = f"http://127.0.0.1:{server.server_port}"
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
