"""Q4: every operation, called by the generated client on the generated server in mock mode.

Sync and async, plain, with the raw response and as a stream, lenient and strict, over
HTTP. What comes back is of the documented type, and goes back into the JSON that came.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import sys
from dataclasses import replace
from functools import reduce
from operator import or_
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

import pytest
from pydantic import TypeAdapter

from generator.config.model import with_needs

from ..e2e.serving import serve
from .calling import Call, Calls, schemes
from .cases import CASES, HERE, config_of, example, make, source_of, write
from .modelled import Modelled, example_model, modelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

SERVED = [
    case
    for case in CASES
    if {"client", "server"} <= set(config_of(case).targets)
    and modelled(case).api.operations
    and config_of(case).model_kind == "pydantic"
]
EXAMPLE = "completions"
ELSEWHERE = {"servers": {"beside"}}
"""Operations that have a server of their own below the address of the others, by case."""

_ANY = TypeAdapter[Any](Any)


@pytest.fixture(scope="module")
def mocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder on the path for the packages of cases, mock mode included."""
    folder = tmp_path_factory.mktemp("mocked")
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


def _package(case: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write the package of a case with the server's mock mode; gives its name."""
    name = f"mocked_{case}"
    if not (folder / name).exists():
        if case == EXAMPLE:
            files = example(mock=True).files
        else:
            monkeypatch.chdir(HERE / case)
            config = replace(config_of(case), package=name)
            wanted = with_needs(("client", "mock"))
            files = make(replace(config, targets=wanted), source_of(case)).files
        write(folder / name, files)
    return name


@pytest.mark.parametrize("strict", [False, True], ids=["lenient", "strict"])
@pytest.mark.parametrize("case", [*SERVED, EXAMPLE])
def test_q4_every_operation(
    case: str, strict: bool, mocked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = _package(case, mocked, monkeypatch)
    model = example_model() if case == EXAMPLE else modelled(case)
    call_everything(package, model, ELSEWHERE.get(case, set()), strict=strict)


def call_everything(
    package: str, model: Modelled, elsewhere: Set[str] = frozenset(), *, strict: bool
) -> None:
    """Call every operation in every way; fails with the calls that do not work.

    `elsewhere` are the ids of operations that are not where the others are.
    """
    app = importlib.import_module(f"{package}.server.mock").mock_app()
    data = Path(sys.modules[package].__file__ or "").parent / "server" / "mock.json"
    answers = json.loads(data.read_text(encoding="utf-8"))
    calls = list(Calls(model).all())
    assert {call.operation.id for call in calls} == {
        operation.id for operation in model.api.operations
    }
    calls = [call for call in calls if call.operation.operation_id not in elsewhere]
    with serve(app) as served:
        facts: dict[str, Any] = {
            "base_url": served.url,
            "credentials": dict.fromkeys(schemes(model), ("user", "secret")),
            "strict": strict,
            "max_retries": 0,
        }
        problems = [*_sync(package, model, calls, answers, facts)]
        problems += asyncio.run(_async(package, model, calls, answers, facts))
    assert not problems, "\n\n".join(problems)


def _sync(
    package: str,
    model: Modelled,
    calls: list[Call],
    answers: dict[str, Any],
    facts: dict[str, Any],
) -> Iterator[str]:
    client_class = getattr(importlib.import_module(package), model.names.client)
    with client_class(**facts) as client:
        for call in calls:
            resource = getattr(client, call.resource)
            method = getattr(resource, call.method)
            raw = getattr(resource.with_raw_response, call.method)
            try:
                result = method(**call.arguments)
                response = raw(**call.arguments)
                parsed = response.parse()
                if call.streams:
                    check_items(call, method, list(result), answers)
                    assert result.completed
                    check_items(call, method, list(parsed), answers)
                else:
                    check_whole(call, method, result, response, answers)
                    assert _plain(parsed) == _plain(result)
            except Exception as error:
                yield f"{call}: {type(error).__name__}: {error}"[:1500]


async def _async(
    package: str,
    model: Modelled,
    calls: list[Call],
    answers: dict[str, Any],
    facts: dict[str, Any],
) -> list[str]:
    client_class = getattr(importlib.import_module(package), model.names.async_client)
    problems: list[str] = []
    async with client_class(**facts) as client:
        for call in calls:
            resource = getattr(client, call.resource)
            method = getattr(resource, call.method)
            raw = getattr(resource.with_raw_response, call.method)
            try:
                result = await method(**call.arguments)
                response = await raw(**call.arguments)
                parsed = response.parse()
                if call.streams:
                    check_items(call, method, [item async for item in result], answers)
                    assert result.completed
                    check_items(call, method, [item async for item in parsed], answers)
                else:
                    check_whole(call, method, result, response, answers)
                    assert _plain(parsed) == _plain(result)
            except Exception as error:
                problems.append(f"async {call}: {type(error).__name__}: {error}"[:1500])
    return problems


def check_whole(
    call: Call, method: Any, result: Any, response: Any, answers: dict[str, Any]
) -> None:
    """A result is of the type that the method tells, and the JSON that was sent."""
    check_type(result, [kind for kind in _options(method) if not _is_stream(kind)])
    assert response.attempts == 1 and 200 <= response.status_code < 400
    media = response.headers.get("content-type", "").partition(";")[0]
    sent = [
        answer
        for answer in answers[call.handler]
        if answer.get("media", "") in (media, "*/*") or "*" in answer.get("media", "")
    ]
    if not response.content:
        assert result is None
        return
    assert sent, media
    if media == "application/json" or media.endswith("+json"):
        shown = json.loads(response.content)
        assert any(shown == answer["json"][0] for answer in sent if "json" in answer)
        assert _plain(result) == shown
    else:
        assert result in (response.content, response.content.decode())


def check_items(
    call: Call, method: Any, items: list[Any], answers: dict[str, Any]
) -> None:
    """The items of a stream are of the type that the method tells, and all there."""
    (stream,) = filter(_is_stream, _options(method))
    for item in items:
        check_type(item, get_args(stream))
    sent = [one["json"] for one in answers[call.handler] if one.get("is_stream")]
    assert items
    assert [_plain(item) for item in items] in sent, (items, sent)


def check_type(value: Any, kinds: Sequence[Any]) -> None:
    """A value is of one of some types."""
    TypeAdapter(reduce(or_, kinds)).validate_python(value, strict=True)


def _options(method: Any) -> Sequence[Any]:
    """The types that a method may give."""
    function = inspect.unwrap(method)
    names = dict(vars(sys.modules[function.__module__]))
    kind = eval(function.__annotations__["return"], names)
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else [kind]


def _is_stream(kind: Any) -> bool:
    return getattr(get_origin(kind), "__name__", "") in ("Stream", "AsyncStream")


def _plain(value: Any) -> Any:
    """A result as JSON data."""
    if isinstance(value, bytes):
        return value.decode()
    return json.loads(_ANY.dump_json(value, by_alias=True, exclude_unset=True))
