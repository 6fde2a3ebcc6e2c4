"""Methods whose body has several forms: overloads, and how a form is chosen."""

from __future__ import annotations

from typing import Any

import pytest

from .test_plan_client import JSON, RECORD, constant, method, operation, resource

TEXT = "text/plain"
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"


def several(content: dict[str, Any], **facts: Any) -> str:
    """The module of an operation whose body has this content."""
    asked = {"required": True, "content": content}
    return resource({"/x": {"post": operation(requestBody=asked, **facts)}})


@pytest.mark.parametrize(
    ("media", "expected"),
    [
        ((JSON, FORM), f"Literal['{JSON}', '{FORM}'] | Omit=omit"),
        ((JSON, "application/*+json"), f"Literal['{JSON}'] | str | Omit=omit"),
        ((FORM, JSON), f"Literal['{JSON}', '{FORM}'] | Omit=omit"),
    ],
)
def test_forms_of_the_same_arguments_need_no_overload(
    media: tuple[str, ...], expected: str
) -> None:
    text = several({item: {"schema": RECORD} for item in media})
    assert "@overload" not in text
    assert f"content_type: {expected}, **options" in method(text)
    assert "content_type=content_type" in method(text)


def test_many_media_types_are_any_text() -> None:
    media = [f"video/{number}" for number in range(9)]
    text = several({item: {} for item in media})
    assert "body: BodyContent, content_type: str | Omit=omit, **options" in method(text)
    assert constant(text).count("BodyForm(") == 9


def test_a_form_that_nothing_else_tells_needs_its_media_type() -> None:
    text = several({"image/png": {}, TEXT: {}, JSON: {"schema": {"type": "integer"}}})
    assert 'content_type: NotRequired[Literal["application/json"] | Omit]' in text
    assert 'content_type: Literal["image/png"]' in text
    assert 'content_type: Literal["text/plain"]' in text
    assert "body: int | BodyContent | str, content_type: " in method(text)


def test_names_give_way_to_those_of_the_document() -> None:
    names = ("body", "content_type", "fields")
    record = {"properties": {name: {"type": "string"} for name in names}}
    text = several({JSON: {"schema": record}, TEXT: {}})
    assert "content: str | Omit=omit" in method(text)
    assert "body=content, content_type=media_type" in method(text)


def test_a_stream_that_forms_ask_for_in_different_words() -> None:
    content = {
        JSON: {"schema": {"properties": {"stream": {"type": "boolean"}}}},
        "multipart/form-data": {
            "schema": {
                "properties": {
                    "stream": {"type": ["boolean", "null"]},
                    "scan": {"type": "string", "format": "binary"},
                }
            }
        },
    }
    answers = {
        "200": {
            "description": "",
            "content": {
                JSON: {"schema": {"type": "string"}},
                "text/event-stream": {"itemSchema": {"type": "string"}},
            },
        }
    }
    asked = {"required": True, "content": content}
    facts = operation(requestBody=asked, responses=answers)
    text = resource({"/x": {"post": facts}})
    assert "feed_stream" not in text
    assert text.count("stream: Literal[True], **params") == 4


def test_deprecated_operations_say_so_in_each_overload() -> None:
    content = {JSON: {"schema": RECORD}, "text/plain": {}}
    asked = {"required": True, "content": content}
    text = resource({"/x": {"post": operation(deprecated=True, requestBody=asked)}})
    mark = '@deprecated("`feed` is deprecated.")'
    assert text.count(f"    @overload\n    {mark}\n    def feed(self, **params") == 2
    assert text.count(mark) == 6
