"""What the operations of an API answer in mock mode, as plain data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeAlias

from ...conform import Impossible, Instances
from ...ir import JsonObject, Scalar, thaw
from ..python.media import is_json, is_json_media, sent_media

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...ir import Api, Header, Id, Json, MediaContent, Operation, Response, Stream

Answer: TypeAlias = "dict[str, object]"
"""An answer as `server_mock` reads it."""

_LARGEST = 262_144
"""Characters of JSON; an example that has more is left out."""

_EVENTS = 3
"""Items of a stream, where the document shows none."""


_FRAMING = frozenset("""
    connection content-encoding content-length content-type date keep-alive
    trailer transfer-encoding upgrade
    """.split())
"""Headers that belong to the message as it is sent, whatever the document says of them."""


class Answers:
    """Makes the answers of the operations of an API."""

    def __init__(self, api: Api) -> None:
        self._instances = Instances(api, "answer")

    def of(self, operation: Operation) -> list[Answer]:
        """All documented answers: one for each status and media type."""
        found: list[Answer] = []
        for response in operation.responses:
            headers = self._headers(response)
            made = [
                *(self._content(content) for content in response.contents),
                *(self._stream(stream) for stream in response.streams),
            ]
            for answer in made or [{}]:
                told = {"headers": headers} if headers else {}
                found.append({"status": response.status, **answer, **told})
        return found

    def _content(self, content: MediaContent) -> Answer:
        kind = "json" if is_json(content) else "text"
        names = content.example_names or [""] * len(content.examples)
        shown = [
            (name, thaw(example))
            for name, example in zip(names, content.examples, strict=True)
            if not _is_large(example) and self._is_usable(example, content)
        ]
        answer: Answer = {"media": sent_media(content)}
        if any(name for name, _ in shown):
            answer["names"] = [name for name, _ in shown]
        return {**answer, kind: [value for _, value in shown] or [self._made(content)]}

    def _is_usable(self, example: Json, content: MediaContent) -> bool:
        """Whether an example is content: it fits its schema, or is the text itself."""
        if not is_json(content):
            return isinstance(example, str)
        schema = content.schema
        return schema is None or self._instances.fits(thaw(example), schema)

    def _made(self, content: MediaContent) -> object:
        """Content that is made; the first example, or null, where that cannot be."""
        if not is_json(content):
            return "string" if content.use.type == Scalar("string") else "binary"
        if content.schema is None:
            return {}
        try:
            return self._instances.of(content.schema)
        except Impossible:
            return thaw(content.examples[0]) if content.examples else None

    def _stream(self, stream: Stream) -> Answer:
        """A stream: the items that an example shows, or some that are made."""
        answer: Answer = {"media": stream.media, "is_stream": True}
        if stream.schema is None:
            shown = [thaw(item) for item in stream.examples if not _is_large(item)]
            return {**answer, "json": shown or _plain(stream.form)}
        for example in stream.examples:
            if not _is_large(example):
                items = self._items(example, stream, stream.schema)
                if items:
                    return {**answer, "json": items}
        try:
            return {**answer, "json": self._instances.several(stream.schema, _EVENTS)}
        except Impossible:
            return {**answer, "json": []}

    def _items(self, example: Json, stream: Stream, schema: Id) -> list[object]:
        """The items that an example shows; none where one of them does not fit."""
        if isinstance(example, tuple):
            found = [thaw(item) for item in example]
        elif isinstance(example, str):
            found = list(_written(example, stream.sentinel))
        else:
            found = [thaw(example)]
        fit = all(self._instances.fits(item, schema) for item in found)
        return found if fit else []

    def _headers(self, response: Response) -> dict[str, object]:
        """Headers by name: texts, and what is to be JSON in a list of its own."""
        found: dict[str, object] = {}
        for header in response.headers:
            if header.name.lower() in _FRAMING:
                continue
            if header.schema is None:
                found[header.name] = "string"
                continue
            try:
                found[header.name] = _header(header, self._instances.of(header.schema))
            except Impossible:
                continue
        return found


def _header(header: Header, value: object) -> object:
    """The value of a header; in text where it is JSON, or an object written as pairs."""
    if is_json_media(header.media):
        return json.dumps(value)
    if not header.explode or not isinstance(value, dict):
        return value
    if any(isinstance(item, dict | list) for item in value.values()):
        return value
    texts = {
        name: item if isinstance(item, str) else json.dumps(item)
        for name, item in value.items()
    }
    return ",".join(f"{name}={text}" for name, text in texts.items())


def _plain(form: str) -> list[object]:
    """Items that nothing describes."""
    if form in ("event", "text event"):
        return [{"data": "string"}]
    return [{}] if form == "json" else ["string"]


def _written(text: str, sentinel: str) -> Iterator[object]:
    """The JSON items of an example that is the text of a stream."""
    for line in text.splitlines():
        piece = line.removeprefix("data:").strip("\x1e \t")
        if not piece or piece == sentinel or piece.startswith((":", "event:", "id:")):
            continue
        try:
            yield json.loads(piece)
        except ValueError:
            yield JsonObject(())


def _is_large(example: Json) -> bool:
    return len(repr(example)) > _LARGEST
