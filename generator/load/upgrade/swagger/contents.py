"""Media types: one schema in 2.0, and beside it those that it is sent in; a map since.

Sources: Swagger 2.0, section "Operation Object" (`consumes`, `produces`); OpenAPI 3.2,
sections 4.13 to 4.15.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .job import JSON
from .schema import is_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...places import Object
    from ...state import File
    from .job import Job

BYTES = "application/octet-stream"


def base_type(media: str) -> str:
    """A media type without parameters, in lower case (RFC 9110, section 8.3.1)."""
    return media.partition(";")[0].strip().lower()


def media_of(schema: Any, stated: Iterable[str], job: Job) -> list[str]:
    """The media types of a body or response with this schema.

    Without any, JSON is meant. All have the same schema, so that a media type need not
    stand there again with other parameters. A file is no JSON: where a document says that all it
    sends is JSON, its files are bytes.
    """
    media = list(stated)
    usual = JSON
    if is_file(job.schema_behind(schema)):
        media = [BYTES if _is_json(item) else item for item in media]
        usual = BYTES
    once: dict[str, str] = {}
    for item in media:
        once.setdefault(base_type(item), item)
    return list(once.values()) or [usual]


def holding(schema: Any, media: list[str], file: File, job: Job) -> Object:
    """A map of media types, one of which holds the schema; the others refer to it."""
    holder = next(filter(_is_json, media), media[0])
    return {
        item: {"schema": schema} if item == holder else _referring(schema, file, job)
        for item in media
    }


def referring(schema: Any, media: list[str], file: File, job: Job) -> Object:
    """A map of media types that refer to a schema which stands elsewhere."""
    return {item: _referring(schema, file, job) for item in media}


def _referring(schema: Any, file: File, job: Job) -> Object:
    return {"schema": job.refer(schema, file) if type(schema) is dict else schema}


def _is_json(media: str) -> bool:
    plain = base_type(media)
    return plain in (JSON, "text/json") or plain.endswith("+json")
