"""A completions app written by hand, ASGI and WSGI, behind the middleware of the document."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from ..e2e.rules_of_the_page import BROKEN
from .apps import JSON, KINDS, Kind, ask, guarded, serving, told

PATH = "/v1/completions"
SENT = {"content-type": "application/json", "authorization": "Bearer canary"}
EVENTS = ("content-type", "text/event-stream; charset=utf-8")


def choice(text: str, reason: str | None) -> dict[str, Any]:
    """A choice of a whole answer, or of a chunk."""
    return {"index": 0, "text": text, "logprobs": None, "finish_reason": reason}


def answer(choices: list[dict[str, Any]], **more: Any) -> bytes:
    """A whole answer, or a chunk of one."""
    facts = {"id": "cmpl-1", "object": "text_completion", "created": 1, "model": "m"}
    return json.dumps({**facts, "choices": choices, **more}).encode()


def usage() -> dict[str, int]:
    """How many tokens there were."""
    return {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}


def pieces(asked: dict[str, Any]) -> Iterator[bytes]:
    """The events of an answer: a word each, `broken` as one that is not as documented."""
    yield b": hello\n\n"
    for word in str(asked["prompt"]).split():
        if word == "broken":
            yield b'data: {"choices": "none"}\n\n'
        elif word == "fail":
            yield b'event: error\ndata: {"error": {"message": "gone"}}\n\n'
            return
        elif word != "cut":
            yield b"data: " + answer([choice(word, None)]) + b"\n\n"
    if asked["prompt"] != "cut":
        yield b"data: [DONE]\n\n"
        yield b"data: what comes behind the end does not count\n\n"


def whole(asked: dict[str, Any]) -> tuple[int, bytes]:
    """The status and the body of an answer."""
    if asked["model"] == "none":
        error = {"message": "no such model", "type": "x", "param": None, "code": None}
        return 404, json.dumps({"error": error}).encode()
    if asked["prompt"] == "broken":
        return 200, answer([choice("x", "because")], usage=usage())
    return 200, answer([choice("x", "stop")] * count(asked), usage=usage())


def count(asked: dict[str, Any]) -> int:
    """How many choices there are to be; one less where the model is `stingy`."""
    prompt = asked["prompt"]
    prompts = 1 if isinstance(prompt, str) or prompt[:1] == [1] else len(prompt)
    return int(asked.get("n") or 1) * prompts - (asked["model"] == "stingy")


async def asgi(scope: Any, receive: Any, send: Any) -> None:
    """The app as ASGI has it."""
    data, more = b"", True
    while more:
        message = await receive()
        data, more = data + message["body"], message["more_body"]
    asked = json.loads(data)
    is_stream = bool(asked.get("stream"))
    status, content = (200, b"") if is_stream else whole(asked)
    name, media = EVENTS if is_stream else JSON
    headers = [(name.encode(), media.encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})

    async def chunks() -> AsyncIterator[bytes]:
        for piece in pieces(asked) if is_stream else [content]:
            yield piece

    async for chunk in chunks():
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body"})


def wsgi(environ: Any, start_response: Any) -> Any:
    """The app as WSGI has it."""
    size = int(environ["CONTENT_LENGTH"])
    asked = json.loads(environ["wsgi.input"].read(size))
    if asked.get("stream"):
        start_response("200 OK", [EVENTS])
        return pieces(asked)
    status, content = whole(asked)
    start_response(f"{status} Answer", [JSON])
    return [content]


APPS: dict[Kind, Any] = {"asgi": asgi, "wsgi": wsgi}


def body(**facts: Any) -> bytes:
    """A request, written in an odd but valid way."""
    return json.dumps({"model": "m", "prompt": "a b", **facts}, indent=3).encode()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["report", "refuse"])
def test_good_traffic_passes_byte_for_byte(
    completions: Any, kind: Kind, mode: str
) -> None:
    sent = [
        body(),
        body(stream=True),
        body(stream=True, prompt="one two three fail"),
        body(model="none"),
        body(prompt=["a", "b"], stop=None, logit_bias={"1": -100}, n=2, best_of=2),
    ]
    with serving(kind, APPS[kind]) as url:
        expected = [ask(url, "POST", PATH, SENT, one).own for one in sent]
    options = {"requests": mode, "responses": mode, "unknown": mode}
    with guarded(completions, kind, APPS[kind], **options) as (url, faults):
        assert [ask(url, "POST", PATH, SENT, one).own for one in sent] == expected
    assert faults == []
    assert expected[1][2].endswith(b"does not count\n\n")


@pytest.mark.parametrize("kind", KINDS)
def test_bad_requests_do_not_reach_the_app(completions: Any, kind: Kind) -> None:
    wrong = [
        (body(temperature=3), "/temperature", "maximum"),
        (body(prompt=[1, "a"]), "/prompt/1", "type"),
        (body(logprobs=True), "/logprobs", "type"),
        (b'{"prompt": "a"}', "/model", "required"),
    ]
    with guarded(completions, kind, APPS[kind]) as (url, faults):
        for data, pointer, keyword in wrong:
            faults.clear()
            refused = ask(url, "POST", PATH, SENT, data)
            assert refused.status == 400
            assert [error["pointer"] for error in refused.json()["errors"]] == [pointer]
            assert told(faults) == [("body", "", pointer, keyword)]
            assert faults[0].operation == "createCompletion"
            assert "canary" not in repr(faults)


@pytest.mark.parametrize("kind", KINDS)
def test_bad_answers_are_found(completions: Any, kind: Kind) -> None:
    with guarded(completions, kind, APPS[kind]) as (url, faults):
        assert ask(url, "POST", PATH, SENT, body(prompt="broken")).status == 200
    assert told(faults) == [("body", "", "/choices/0/finish_reason", "enum")]
    with guarded(completions, kind, APPS[kind], responses="refuse") as (url, faults):
        assert ask(url, "POST", PATH, SENT, body(prompt="broken")).status == 500
        assert len(faults) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_events_are_checked_up_to_the_sentinel(completions: Any, kind: Kind) -> None:
    with guarded(completions, kind, APPS[kind], responses="refuse") as (url, faults):
        asked = body(prompt="one broken three", stream=True)
        events = ask(url, "POST", PATH, SENT, asked).body
    assert events.count(b"data: ") == 5
    found = told(faults)
    assert ("body", "", "/1/choices", "type") in found
    assert all(pointer.startswith("/1/") for _, _, pointer, _ in found)
    with guarded(completions, kind, APPS[kind], responses="refuse") as (url, faults):
        ask(url, "POST", PATH, SENT, body(prompt="cut", stream=True))
    assert told(faults) == [("body", "", "/0", "sentinel")]


ASKED: list[dict[str, Any]] = [
    {"prompt": "a"},
    {"prompt": "a", "n": 3, "best_of": 4},
    {"prompt": "a", "n": None},
    {"prompt": ["a", "b"], "n": 2},
    {"prompt": [1, 2, 3], "n": 2},
    {"prompt": [[1, 2], [3]]},
]
"""Prompts in all their forms."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("requests", ["off", "report", "refuse"])
@pytest.mark.parametrize("responses", ["off", "report", "refuse"])
def test_the_number_of_choices_is_asked(
    completions: Any, kind: Kind, requests: str, responses: str
) -> None:
    """The rule that sees request and response, whatever becomes of requests."""
    options = {"requests": requests, "responses": responses}
    stream = body(stream=True, n=2, prompt=["a", "b"])
    with guarded(completions, kind, APPS[kind], **options) as (url, faults):
        for asked in ASKED:
            assert ask(url, "POST", PATH, SENT, body(**asked)).status == 200
        # A stream has no whole answer, so nothing is said of the choices in it.
        assert ask(url, "POST", PATH, SENT, stream).status == 200
    assert faults == []
    is_refused = responses == "refuse"
    with guarded(completions, kind, APPS[kind], **options) as (url, faults):
        for asked in ASKED:
            wrong = ask(url, "POST", PATH, SENT, body(**{**asked, "model": "stingy"}))
            assert wrong.status == (500 if is_refused else 200)
    place = ("exchange", "", "/response/choices", "x-validations")
    assert told(faults) == ([] if responses == "off" else [place] * len(ASKED))
    assert all(fault.is_refused is is_refused for fault in faults)
    assert {fault.direction for fault in faults} <= {"response"}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_asked_of_one_body_comes_first(completions: Any, kind: Kind) -> None:
    """A request or an answer that is wrong by itself is told as that, and nothing else."""
    cases: list[tuple[str, dict[str, Any], list[tuple[str, str, str, str]]]] = [
        (
            "report",
            {"model": "stingy", "temperature": 3},
            [("body", "", "/temperature", "maximum")],
        ),
        (
            "report",
            {"prompt": "broken", "n": 2},
            [("body", "", "/choices/0/finish_reason", "enum")],
        ),
        ("report", {"model": "none", "n": 2}, []),
        ("off", {"model": "stingy", "temperature": 3}, []),
    ]
    for requests, facts, expected in cases:
        options = {"requests": requests}
        with guarded(completions, kind, APPS[kind], **options) as (url, faults):
            ask(url, "POST", PATH, SENT, body(**facts))
        assert told(faults) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_rules_of_the_request_are_asked(completions: Any, kind: Kind) -> None:
    with guarded(completions, kind, APPS[kind]) as (url, faults):
        for changes, param in BROKEN:
            faults.clear()
            pointer = "/" + param.replace("[", "/").removesuffix("]")
            refused = ask(url, "POST", PATH, SENT, body(**changes))
            assert refused.status == 400
            assert [error["pointer"] for error in refused.json()["errors"]] == [pointer]
            assert [one[2] for one in told(faults)] == [pointer]
