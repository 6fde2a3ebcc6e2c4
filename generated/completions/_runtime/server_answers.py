# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What handlers return, as responses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel
from pydantic_core import SchemaSerializer, core_schema
from starlette.responses import Response

from .server_context import REQUEST_ID_HEADER, Context
from .server_errors import HTTPError
from .server_headers import SIMPLE, HeaderForms
from .server_options import ServerOptions
from .server_wire import Check, HeaderLines, Strip
from .server_wire_headers import Header, wrong_headers

_NO_STRIPS: Mapping[str, Strip] = {}
_SERIALIZER = SchemaSerializer(core_schema.any_schema())


@dataclass(frozen=True, slots=True)
class Answer:
    """A documented success: status and media type, which is empty without content.

    `nullable` says that `None` is content (JSON null).
    """

    status: int
    media: str = ""
    nullable: bool = False

    @property
    def label(self) -> str:
        """Status and media type: `200 application/json`."""
        return f"{self.status} {self.media}"

    @property
    def is_json(self) -> bool:
        """Whether the content is JSON."""
        return self.media == "application/json" or self.media.endswith("+json")


class WrongAnswer(Exception):
    """A handler returned what the document does not describe: a fault of the server."""


def dump(value: object) -> bytes:
    """JSON of models and plain data: what was set, under its names on the wire."""
    if isinstance(value, BaseModel):
        serializer = value.__pydantic_serializer__
        return serializer.to_json(value, by_alias=True, exclude_unset=True)
    return _SERIALIZER.to_json(value, by_alias=True, exclude_unset=True)


def response(
    result: object,
    answers: Sequence[Answer],
    context: Context,
    models: Mapping[str, type],
    checks: Mapping[str, Check] | None = None,
    strips: Mapping[str, Strip] = _NO_STRIPS,
) -> Response:
    """The response for what a handler returned.

    `models` are those of answers by their `label`, where several of them are JSON;
    `checks` are their validators, None to check nothing; `strips` takes out what answers
    do not have.

    Raises:
        WrongAnswer: No documented answer fits, or a check found a violation.
    """
    answer = _fitting(result, answers, context.status, models)
    headers = dict(context.response_headers)
    if answer.media:
        headers.setdefault("content-type", content_type(answer))
    if not answer.media or (result is None and not answer.nullable):
        content = b""
    elif isinstance(result, bytes):
        content = result
    elif isinstance(result, str) and not answer.is_json:
        content = result.encode()
    else:
        content = dump(result)
        if checks is not None:
            verify(content, checks.get(answer.label))
        if answer.label in strips:
            content = dump(left(result, strips[answer.label]))
    return Response(content, answer.status, headers)


def left(item: object, strip: Strip) -> object:
    """What a handler gave, as JSON without what `strip` takes out; itself if that is nothing."""
    parsed: object = json.loads(dump(item))
    found = strip(parsed)
    return item if found is parsed else found


def verify(content: bytes, check: Check | None) -> None:
    """Raise WrongAnswer if `check` finds a violation in the JSON."""
    if check is not None and (violations := check(json.loads(content))):
        first = violations[0]
        raise WrongAnswer(f"{first.path or 'the value'}: {first.message}")


def verify_headers(documented: Iterable[Header], lines: HeaderLines) -> None:
    """Raise WrongAnswer if a documented header is missing or not valid."""
    for header, error in wrong_headers(documented, lines):
        told = error.violations[0] if error.violations else None
        place = f"{header.name}{told.path if told else ''}"
        raise WrongAnswer(f"the header {place}: {told.message if told else error.body}")


def _fitting(
    result: object,
    answers: Sequence[Answer],
    status: int | None,
    models: Mapping[str, type],
) -> Answer:
    """The answer for a result: by its model, else the first one of its kind.

    A text goes out as text where that is documented, else as JSON.
    """
    wanted = [item for item in answers if status in (None, item.status)]
    if not wanted and status is not None:
        wanted = [Answer(status, item.media, item.nullable) for item in answers]
    fitting = [answer for answer in wanted if _fits(result, answer)]
    if isinstance(result, str):
        fitting.sort(key=lambda answer: answer.is_json)
    for answer in fitting:
        model = models.get(answer.label)
        if model is not None and isinstance(result, model):
            return answer
    if not fitting:
        raise WrongAnswer(f"no documented answer is of type {type(result).__name__}")
    return fitting[0]


def _fits(result: object, answer: Answer) -> bool:
    if result is None:
        return not answer.media or (answer.is_json and answer.nullable)
    if isinstance(result, bytes):
        return bool(answer.media) and not answer.is_json
    return bool(answer.media) if isinstance(result, str) else answer.is_json


def content_type(answer: Answer) -> str:
    """The header `content-type` of an answer; bytes where the document leaves it open."""
    if "*" in answer.media:
        return "application/octet-stream"
    if answer.media.startswith("text/"):
        return f"{answer.media}; charset=utf-8"
    return answer.media


def error_response(
    error: HTTPError,
    context: Context,
    options: ServerOptions,
    forms: HeaderForms = SIMPLE,
) -> Response:
    """The response for an error; `forms` are those of its headers."""
    headers = {
        "content-type": options.error_media_type,
        REQUEST_ID_HEADER: context.request_id,
        **error.headers_in(forms),
    }
    return Response(dump(error.content(options.render_error)), error.status, headers)
