"""Projects of the golden cases, and a server for the examples in them.

The server is the generated one: it checks every request. What it would leave to a handler
(501) is answered with a sample of the documented answer instead.
"""

from __future__ import annotations

import importlib
import inspect
import json
import runpy
from collections.abc import Callable
from contextlib import chdir
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from generator.config import Project
from generator.diagnostics import Sink
from generator.ir import Api, Operation, Stream, thaw
from generator.name import NameOptions, name
from generator.pipeline import understand
from generator.plan.client.contents import answers, is_json
from generator.plan.project.samples import Samples
from generator.progress import Laps
from generator.resources import template_root

from ..e2e.serving import App, Message, Receive, Send
from ..golden.cases import CASES, HERE, ROOT, config_of, make, source_of

CLIENTS = [case for case in CASES if "client" in config_of(case).targets]


@cache
def project(case: str) -> dict[str, str]:
    """The files of the project around the package of a case."""
    config = replace(config_of(case), project=Project())
    with chdir(HERE / case):
        return make(config, source_of(case)).files


def examples(case: str) -> dict[str, str]:
    """Those of them that are examples."""
    return {
        path: text
        for path, text in project(case).items()
        if path.startswith("examples/")
    }


@cache
def api_of(case: str) -> Api:
    """The model of a case."""
    with chdir(HERE / case):
        config = config_of(case)
        return understand(source_of(case), Sink(), Laps(), _go_on, config.filter)


def _go_on() -> None:
    """No finding stops the run."""


def env_prefix(case: str) -> str:
    """How the environment variables of a case begin."""
    config = config_of(case)
    api = api_of(case)
    return name(api, NameOptions(config.package, config.env_prefix)).env_prefix


def operation_of(case: str, path: str) -> Operation:
    """The operation that an example shows."""
    text = examples(case)[path]
    shown = text.split('"""', 1)[1].split("`")[1]
    (found,) = [
        one for one in api_of(case).operations if f"{one.method} {one.path}" == shown
    ]
    return found


@dataclass
class Checked:
    """The application of a package; says of each request what became of it."""

    app: App
    answer: Callable[[], tuple[str, bytes, int]]
    statuses: list[int]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        replaced = False

        async def pass_on(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start":
                self.statuses.append(message["status"])
                replaced = message["status"] == 501
            if not replaced:
                await send(message)

        await self.app(scope, receive, pass_on)
        if replaced:
            media, content, status = self.answer()
            headers = [(b"content-type", media.encode())] if media else []
            start = {"type": "http.response.start", "status": status}
            await send({**start, "headers": headers})
            await send({"type": "http.response.body", "body": content})


def application(package: str) -> App:
    """The generated application without handlers, which anybody may call."""
    server = importlib.import_module(f"{package}.server")

    async def accept(*_: object) -> str:
        return "caller"

    names = importlib.import_module(f"{package}.server.app")
    known: dict[str, Any] = {}
    if "security" in inspect.signature(server.app).parameters:
        schemes = [scheme.name for scheme in names.SCHEMES]
        known["security"] = dict.fromkeys(schemes, accept)
    app: App = server.app(**known)
    return app


def words() -> App:
    """The completions API as the demo serves it, to who has the key `sk-demo`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "generated"))
        served = runpy.run_path(str(template_root() / "demo" / "server.py"))
        app: App = served["app"](
            completions=served["WordHandlers"](),
            security={"BearerAuth": served["authenticate"]},
        )
    return app


def answer_of(
    api: Api, operation: Operation, *, streams: bool
) -> tuple[str, bytes, int]:
    """A documented success of an operation: media type, body, status."""
    known = answers(operation)
    samples = Samples(api, "answer")
    if streams:
        status, stream = known.streams[0]
        item = thaw(samples.of(stream.item, stream.examples))
        return *_stream(stream, item), _number(status)
    case = known.cases[0]
    if case.content is None:
        return "", b"", _number(case.status)
    value = thaw(samples.of(case.content.use, case.content.examples))
    media = case.content.media
    if is_json(media) or "*" in media:
        media = media if is_json(media) else "application/json"
        return media, json.dumps(value).encode(), _number(case.status)
    return media, str(value).encode(), _number(case.status)


def _number(status: str) -> int:
    return int(status) if status.isdecimal() else 200


def _stream(stream: Stream, item: Any) -> tuple[str, bytes]:
    """The media type and the body of a stream of one item."""
    media = stream.media
    text = str(item) if stream.form in ("text", "bytes") else json.dumps(item)
    if media == "text/event-stream":
        if stream.form.endswith("event"):
            data = item.get("data", "text")
            text = data if isinstance(data, str) else json.dumps(data)
        end = f"data: {stream.sentinel}\n\n" if stream.sentinel else ""
        return media, f"data: {text}\n\n{end}".encode()
    if media.startswith("multipart/"):
        head = f"--cut\r\ncontent-type: {stream.part_media or 'image/png'}\r\n\r\n"
        return f"{media}; boundary=cut", f"{head}{text}\r\n--cut--\r\n".encode()
    mark = "\x1e" if media.endswith("-seq") else ""
    return media, f"{mark}{text}\n".encode()
