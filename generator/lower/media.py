"""Media types: which content is JSON, text, bytes, a form or a sequence."""

from __future__ import annotations

from collections.abc import Iterable

SEQUENTIAL = frozenset(
    {
        "application/geo+json-seq",
        "application/json-seq",
        "application/jsonl",
        "application/x-jsonlines",
        "application/x-ndjson",
        "application/ndjson",
        "text/event-stream",
    }
)
"""Sequences of items (OpenAPI 3.2, section 4.14.3)."""

FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})

WILDCARDS = frozenset({"*/*", "application/*"})
"""Ranges of media types that JSON is in."""


def base_type(media: str) -> str:
    """The media type without parameters, in lower case (RFC 9110, section 8.3.1)."""
    return media.partition(";")[0].strip().lower()


def is_json(media: str) -> bool:
    """Whether the content is one JSON value."""
    return (
        media == "application/json" or media.endswith("+json") or media == "text/json"
    )


def is_text(media: str) -> bool:
    """Whether the content is text that no schema structures."""
    return media.startswith("text/") and media not in SEQUENTIAL


def primary(keys: Iterable[str]) -> str:
    """Of several media types the one that goes without saying in names; empty without any.

    JSON, then what is JSON too, then forms, then what comes first by name: what names
    say must not depend on the order of keys.
    """

    def rank(media: str) -> tuple[bool, bool, bool, str]:
        return (
            media != "application/json",
            not is_json(media),
            media not in FORMS,
            media,
        )

    return min((base_type(key) for key in keys), key=rank, default="")


def first_success(statuses: Iterable[str]) -> str:
    """The lowest status of success, which goes without saying in names as well."""
    return min((status for status in statuses if status.startswith("2")), default="")
