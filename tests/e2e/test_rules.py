"""The rules across fields of the bundled document, on the wire and before it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from completions import (
    AsyncClient,
    BadRequestError,
    Client,
    RequestValidationError,
)
from completions.models import (
    CompletionChoice,
    CreateCompletionRequest,
    CreateCompletionResponse,
)
from completions.server import Context, ServerOptions, app
from completions.validators.operations import completions as validators

from .rules_of_the_page import BODY, BROKEN, KEPT
from .serving import serve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .serving import Served


@pytest.fixture
def http(reference: Served) -> Iterator[httpx2.Client]:
    headers = {"authorization": "Bearer sk-good"}
    with httpx2.Client(base_url=reference.url, headers=headers) as made:
        yield made


@pytest.mark.parametrize(("changes", "param"), BROKEN)
def test_a_broken_rule_is_a_400_that_names_the_parameter(
    http: httpx2.Client, changes: dict[str, Any], param: str
) -> None:
    response = http.post("/completions", json={**BODY, **changes})
    assert response.status_code == 400
    error = response.json()["error"]
    assert error["param"] == param
    assert error["type"] == "invalid_request_error"
    assert error["message"].startswith(f"Invalid value for '{param}': ")


@pytest.mark.parametrize(("changes", "param"), BROKEN)
def test_the_validator_tells_just_that(changes: dict[str, Any], param: str) -> None:
    (found,) = validators.create_completion_request({**BODY, **changes}) or []
    assert found.path.replace("/", "", 1).partition("/")[0] == param.partition("[")[0]
    assert found.message
    assert found.schema_path.startswith("#/components/schemas/CreateCompletionRequest/")
    assert bool(found.rule) is (found.keyword == "x-validations")


@pytest.mark.parametrize("changes", KEPT)
def test_what_keeps_the_rules_is_answered(
    http: httpx2.Client, changes: dict[str, Any]
) -> None:
    response = http.post("/completions", json={**BODY, **changes})
    assert response.status_code == 200, response.text


def test_rules_are_asked_of_what_has_the_right_structure_only() -> None:
    body = {**BODY, "best_of": "2", "n": 3, "suffix": " end"}
    found = validators.create_completion_request(body) or []
    assert [item.path for item in found] == ["/best_of"]


def test_both_broken_rules_are_told() -> None:
    body = {**BODY, "best_of": 2, "n": 3, "suffix": " end"}
    found = validators.create_completion_request(body) or []
    assert [item.path for item in found] == ["/best_of", "/suffix"]


# The number of choices.


def answer(count: int) -> dict[str, Any]:
    """A whole answer with so many choices."""
    one = {"text": "", "logprobs": None, "finish_reason": "stop"}
    choices = [{**one, "index": index} for index in range(count)]
    head = {"id": "c", "object": "text_completion", "created": 0, "model": "m"}
    return {**head, "choices": choices}


@pytest.mark.parametrize(
    ("prompt", "n", "count"),
    [
        ("a", None, 1),
        ("a", 3, 3),
        (["a", "b"], None, 2),
        (["a", "b"], 3, 6),
        ([5, 6, 7], 2, 2),
        ([[5, 6], [7]], 2, 4),
        ([], 2, 0),
    ],
)
def test_there_are_n_choices_for_each_prompt(
    prompt: object, n: int | None, count: int
) -> None:
    request = {"model": "m", "prompt": prompt, "n": n}
    check = validators.create_completion_exchange
    assert check(request, answer(count)) is None
    (found,) = check(request, answer(count + 1)) or []
    assert found.path == "/response/choices"
    assert found.rule.startswith("size(response.choices) == ")


def test_an_exchange_tells_what_is_wrong_with_its_parts() -> None:
    found = validators.create_completion_exchange({"model": "m"}, {"id": "c"}) or []
    assert [item.path for item in found][:2] == ["/request/prompt", "/response/object"]


class Stingy:
    """A server that makes one choice, whatever is asked for."""

    async def create_completion(
        self, request: CreateCompletionRequest, context: Context
    ) -> CreateCompletionResponse:
        choice = CompletionChoice(text="", index=0, logprobs=None, finish_reason="stop")
        return CreateCompletionResponse(
            id="c", object="text_completion", created=0, model="m", choices=[choice]
        )


async def anybody(token: str, context: Context) -> str:
    """Every key will do."""
    return token


COUNTED: list[tuple[dict[str, Any], int]] = [
    ({"prompt": "a"}, 1),
    ({"prompt": "a", "n": 2}, 2),
    ({"prompt": ["a", "b"]}, 2),
    ({"prompt": [5, 6, 7], "n": 1}, 1),
    ({"prompt": [[5], [6]], "n": None}, 2),
]


@pytest.mark.parametrize("is_checked", [True, False])
def test_a_server_checks_its_answers_against_the_request(is_checked: bool) -> None:
    options = ServerOptions(validate_responses=is_checked)
    security = {"BearerAuth": anybody}
    with serve(app(completions=Stingy(), security=security, options=options)) as served:
        found = [
            httpx2.post(
                f"{served.url}/completions",
                json={"model": "m", **asked},
                headers={"authorization": "Bearer key"},
            ).status_code
            for asked, _ in COUNTED
        ]
    expected = [500 if is_checked and count > 1 else 200 for _, count in COUNTED]
    assert found == expected


# The client.


@pytest.mark.parametrize("is_async", [False, True])
def test_a_client_that_checks_asks_every_rule(
    reference: Served, is_async: bool
) -> None:
    facts: dict[str, Any] = {"api_key": "sk-good", "base_url": reference.url}

    async def call(asked: dict[str, Any]) -> None:
        async with AsyncClient(**facts, validate_requests=True) as client:
            await client.completions.create(**asked)

    before = len(reference.connections)
    with Client(**facts, validate_requests=True) as client:
        for changes, param in BROKEN:
            asked: dict[str, Any] = {**BODY, **changes}
            with pytest.raises(RequestValidationError) as caught:
                if is_async:
                    asyncio.run(call(asked))
                else:
                    client.completions.create(**asked)
            (found,) = caught.value.violations
            assert found.path == "/" + param.replace("[", "/").removesuffix("]")
        assert len(reference.connections) == before
        for changes in () if is_async else KEPT:
            asked = {**BODY, **changes}
            answer: Any = client.completions.create(**asked)
            if asked.get("stream"):
                with answer as stream:
                    assert list(stream)
            else:
                assert answer.choices


@pytest.mark.parametrize("changes", [{"stream": False}, {"stream": True}])
def test_a_client_that_checks_sends_nothing(
    reference: Served, changes: dict[str, Any]
) -> None:
    before = len(reference.connections)
    with Client(
        api_key="sk-good", base_url=reference.url, validate_requests=True
    ) as client:
        wrong: dict[str, Any] = {**BODY, "suffix": " end", **changes}
        with pytest.raises(RequestValidationError) as caught:
            client.completions.create(**wrong)
        with pytest.raises(RequestValidationError):
            client.completions.with_raw_response.create(**wrong)
    assert len(reference.connections) == before
    (found,) = caught.value.violations
    assert (found.path, found.keyword) == ("/suffix", "x-validations")
    assert str(caught.value) == f"/suffix: {found.message}"
    assert " end" not in str(caught.value)


def test_a_client_that_checks_sends_what_is_right(reference: Served) -> None:
    with Client(api_key="sk-good", base_url=reference.url) as plain:
        client = plain.with_options(validate_requests=True)
        right: dict[str, Any] = {**BODY, "n": 2, "extra_body": {"novelty": 1}}
        assert len(client.completions.create(**right).choices) == 2
        wrong: dict[str, Any] = {**BODY, "extra_body": {"temperature": 3}}
        with pytest.raises(RequestValidationError):
            client.completions.create(**wrong)


def test_the_asynchronous_client_checks_too(reference: Served) -> None:
    async def work(stream: Any) -> None:
        async with AsyncClient(
            api_key="sk-good", base_url=reference.url, validate_requests=True
        ) as client:
            wrong: dict[str, Any] = {**BODY, "best_of": 1, "n": 2, "stream": stream}
            await client.completions.create(**wrong)

    before = len(reference.connections)
    for stream in (False, True):
        with pytest.raises(RequestValidationError) as caught:
            asyncio.run(work(stream))
        assert [item.path for item in caught.value.violations][:1] == ["/best_of"]
    assert len(reference.connections) == before


def test_without_the_option_the_server_is_asked(reference: Served) -> None:
    wrong: dict[str, Any] = {**BODY, "suffix": " end"}
    with (
        Client(api_key="sk-good", base_url=reference.url) as client,
        pytest.raises(BadRequestError) as caught,
    ):
        client.completions.create(**wrong)
    assert caught.value.param == "suffix"
