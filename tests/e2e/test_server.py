"""The generated server on the wire, asked by a plain HTTP client."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import httpx2
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .serving import Served

BODY = {"model": "davinci-002", "prompt": "The owl", "seed": 1, "max_tokens": 4}


@pytest.fixture
def http(reference: Served) -> Iterator[httpx2.Client]:
    headers = {"authorization": "Bearer sk-good"}
    with httpx2.Client(base_url=reference.url, headers=headers) as made:
        yield made


def failure(response: httpx2.Response) -> dict[str, Any]:
    """The error of a response, in the shape that the document states."""
    body = response.json()
    assert list(body) == ["error"]
    error: dict[str, Any] = body["error"]
    assert list(error) == ["message", "type", "param", "code"]
    return error


def test_an_answer_has_what_was_set_and_no_more(http: httpx2.Client) -> None:
    response = http.post("/completions", json=BODY)
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    body = response.json()
    assert set(body) == {
        "id",
        "object",
        "created",
        "model",
        "system_fingerprint",
        "choices",
        "usage",
    }
    (choice,) = body["choices"]
    assert choice["logprobs"] is None
    assert set(body["usage"]) == {"prompt_tokens", "completion_tokens", "total_tokens"}


def test_a_stream_is_server_sent_events(http: httpx2.Client) -> None:
    response = http.post("/completions", json={**BODY, "stream": True})
    assert response.headers["content-type"].partition(";")[0] == "text/event-stream"
    assert response.headers["cache-control"] == "no-cache"
    *events, sentinel, rest = response.text.split("\n\n")
    assert (sentinel, rest) == ("data: [DONE]", "")
    for event in events:
        chunk = json.loads(event.removeprefix("data: "))
        assert chunk["object"] == "text_completion"
        assert "usage" not in chunk
        assert "finish_reason" in chunk["choices"][0]


@pytest.mark.parametrize(
    ("changes", "param"),
    [
        ({"prompt": None}, "prompt"),
        ({"prompt": ["a", 1]}, "prompt"),
        ({"prompt": [[1], []]}, "prompt"),
        ({"max_tokens": "5"}, "max_tokens"),
        ({"max_tokens": 1.5}, "max_tokens"),
        ({"max_tokens": -1}, "max_tokens"),
        ({"n": 129}, "n"),
        ({"best_of": 21}, "best_of"),
        ({"top_p": 1.1}, "top_p"),
        ({"presence_penalty": -2.1}, "presence_penalty"),
        ({"frequency_penalty": 2.1}, "frequency_penalty"),
        ({"echo": 1}, "echo"),
        ({"stop": []}, "stop"),
        ({"user": None}, "user"),
        ({"logit_bias": {"owl": 1}}, "logit_bias"),
        ({"stream_options": []}, "stream_options"),
    ],
)
def test_what_the_document_forbids_is_refused(
    http: httpx2.Client, changes: dict[str, Any], param: str
) -> None:
    response = http.post("/completions", json={**BODY, **changes})
    assert response.status_code == 400
    error = failure(response)
    assert error["type"] == "invalid_request_error"
    assert error["param"].startswith(param)


def test_a_missing_parameter_is_named(http: httpx2.Client) -> None:
    response = http.post("/completions", json={"model": "davinci-002"})
    assert response.status_code == 400
    assert failure(response)["param"] == "prompt"


def test_unknown_parameters_are_let_through(http: httpx2.Client) -> None:
    response = http.post("/completions", json={**BODY, "novelty": {"a": [1]}})
    assert response.status_code == 200


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b'{"model": NaN}'])
def test_a_body_that_is_no_object(http: httpx2.Client, content: bytes) -> None:
    response = http.post(
        "/completions", content=content, headers={"content-type": "application/json"}
    )
    assert response.status_code == 400
    assert failure(response)["type"] == "invalid_request_error"


def test_another_media_type(http: httpx2.Client) -> None:
    response = http.post("/completions", data={"model": "davinci-002"})
    assert response.status_code == 415
    assert failure(response)["type"] == "invalid_request_error"


def test_another_path_and_another_method(http: httpx2.Client) -> None:
    assert http.post("/nowhere", json=BODY).status_code == 404
    assert failure(http.post("/nowhere", json=BODY))["message"]
    response = http.get("/completions")
    assert response.status_code == 405
    assert response.headers["allow"] == "POST"
    assert failure(response)["message"]


def test_no_key(reference: Served) -> None:
    response = httpx2.post(f"{reference.url}/completions", json=BODY)
    assert response.status_code == 401
    assert response.headers["www-authenticate"].startswith("Bearer")
    assert failure(response)["type"] == "invalid_request_error"
