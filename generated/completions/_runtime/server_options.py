# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What can be set for a whole server."""

from __future__ import annotations

from dataclasses import dataclass

from .server_errors import RenderError, render_error


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """Limits and habits of a server.

    A body above `max_body_bytes` is refused with 413, JSON nested deeper than
    `max_json_depth` with 400. `ping_interval` is the silence in seconds after which a
    stream of events sends a comment; None sends none. `validate_responses` checks what
    the handlers return, and the headers that go with it; errors that they raise pass: for
    tests. `render_error` makes the body of every error that
    brings none of its own, of type `error_media_type`. `prefix` stands before every
    path, such as `/v1`.
    """

    max_body_bytes: int = 10 * 1024 * 1024
    max_json_depth: int = 200
    ping_interval: float | None = 15.0
    validate_responses: bool = False
    render_error: RenderError = render_error
    error_media_type: str = "application/json"
    prefix: str = ""


DEFAULT_OPTIONS = ServerOptions()
