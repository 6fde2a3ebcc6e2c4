"""Which of several documented results an answer is."""

from __future__ import annotations

import pytest

from .client_runtime import load

decoders = load("decoders")
Json, Text, Binary, Empty = (
    decoders.Json,
    decoders.Text,
    decoders.Binary,
    decoders.Empty,
)

CASES = {
    "200 application/vnd.pets+json": Json[int],
    "200 text/*": Text,
    "201": Json[str],
    "2XX text/plain": Text,
    "2XX */*": Binary,
    "default": Empty,
}


@pytest.mark.parametrize(
    ("status", "media", "expected"),
    [
        (200, "application/vnd.pets+json", Json[int]),
        (200, "application/json", Json[int]),
        (200, "text/csv", Text),
        (200, "image/png", None),
        (201, "text/plain", Json[str]),
        (206, "text/plain", Text),
        (206, "image/png", Binary),
        (206, "", Binary),
        (304, "text/plain", Empty),
    ],
)
def test_status_first_then_media_type(
    status: int, media: str, expected: object
) -> None:
    assert decoders.Results(CASES).select(status, media) == expected


def test_what_nothing_documents() -> None:
    assert decoders.Results({"200": Empty}).select(404, "text/plain") is None
