"""Violations as the bodies of errors."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .server_runtime import load

renderers = load("renderers")
violations = load("violations")

FOUND = [
    violations.missing_at("/prompt")[0],
    violations.fault_at("/stop/1", "maxLength", 3)[0],
    violations.fault_at("/a~1b/x y", "additionalProperties", None)[0],
]


def test_problem_details() -> None:
    assert renderers.as_problem(FOUND) == {
        "type": "about:blank",
        "title": "The request is not valid.",
        "status": 400,
        "errors": [
            {"pointer": "#/prompt", "detail": "is required"},
            {"pointer": "#/stop/1", "detail": "expected at most 3 characters"},
            {"pointer": "#/a~1b/x%20y", "detail": "is not a known property"},
        ],
    }
    told = renderers.as_problem([], status=422, title="No.", kind="https://e.test/no")
    assert told == {
        "type": "https://e.test/no",
        "title": "No.",
        "status": 422,
        "errors": [],
    }


@pytest.mark.parametrize(
    ("found", "root", "error"),
    [
        (
            FOUND[0],
            "",
            {
                "message": "Missing required parameter: 'prompt'.",
                "type": "invalid_request_error",
                "param": "prompt",
                "code": "missing_required_parameter",
            },
        ),
        (
            FOUND[1],
            "",
            {
                "message": "Invalid value for 'stop[1]': expected at most 3 characters.",
                "type": "invalid_request_error",
                "param": "stop[1]",
                "code": "invalid_value",
            },
        ),
        (
            violations.mistyped_at("", "object")[0],
            "",
            {
                "message": "Invalid body: expected an object.",
                "type": "invalid_request_error",
                "param": None,
                "code": "invalid_type",
            },
        ),
        (
            violations.mistyped_at("", "integer")[0],
            "limit",
            {
                "message": "Invalid value for 'limit': expected an integer.",
                "type": "invalid_request_error",
                "param": "limit",
                "code": "invalid_type",
            },
        ),
    ],
)
def test_as_openai_answers(found: Any, root: str, error: dict[str, Any]) -> None:
    assert renderers.as_openai([found, *FOUND], root) == {"error": error}


def test_as_fastapi_answers() -> None:
    assert renderers.as_detail(FOUND) == {
        "detail": [
            {"loc": ["body", "prompt"], "msg": "is required", "type": "missing"},
            {
                "loc": ["body", "stop", 1],
                "msg": "expected at most 3 characters",
                "type": "maxLength",
            },
            {
                "loc": ["body", "a/b", "x y"],
                "msg": "is not a known property",
                "type": "extra_forbidden",
            },
        ]
    }
    assert renderers.as_detail(FOUND[:1], "query")["detail"][0]["loc"][0] == "query"


@pytest.mark.parametrize("token", ["\ud800", "1" * 5000, "007", "", "٣", "a#?%"])
def test_any_name_can_be_told(token: str) -> None:
    found = violations.fault_at(violations.at(token), "additionalProperties", None)
    for render in (renderers.as_problem, renderers.as_openai, renderers.as_detail):
        json.dumps(render(found))
    assert renderers.as_detail(found)["detail"][0]["loc"] == ["body", token]
