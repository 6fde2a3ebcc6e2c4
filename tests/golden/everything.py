"""Calls every operation of a generated client on the generated server in mock mode.

Sync and async, plain, with the raw response and as a stream, over HTTP. What comes back
is of the documented type, and goes back into the JSON that came.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import sys
import traceback
from datetime import datetime, time, timedelta
from functools import reduce
from operator import or_
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin
from uuid import UUID

from pydantic import TypeAdapter

from ..e2e.serving import serve
from .calling import Call, Calls, schemes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence, Set

    from .modelled import Modelled

_ANY = TypeAdapter[Any](Any)


def call_everything(
    package: str,
    model: Modelled,
    elsewhere: Set[str] = frozenset(),
    *,
    strict: bool,
    behind: Callable[[Any], Any] | None = None,
) -> None:
    """Call every operation in every way; fails with the calls that do not work.

    `elsewhere` are the ids of operations that are not where the others are. `behind` puts
    the application behind something else.
    """
    app = importlib.import_module(f"{package}.server.mock").mock_app()
    if behind is not None:
        app = behind(app)
    data = Path(sys.modules[package].__file__ or "").parent / "server" / "mock.json"
    answers = _with_twins(json.loads(data.read_text(encoding="utf-8")), model)
    calls = list(Calls(model).all())
    assert {call.operation.id for call in calls} == {
        operation.id for operation in model.api.operations
    }
    calls = [call for call in calls if call.operation.operation_id not in elsewhere]
    with serve(app) as served:
        facts: dict[str, Any] = {
            "base_url": served.url,
            "credentials": dict.fromkeys(schemes(model), ("user", "secret")),
            "response_mode": "strict" if strict else "lenient",
            "max_retries": 0,
        }
        problems = [*_sync(package, model, calls, answers, facts)]
        problems += asyncio.run(_async(package, model, calls, answers, facts))
    assert not problems, "\n\n".join(problems)


def _with_twins(answers: dict[str, Any], model: Modelled) -> dict[str, Any]:
    """The answers by handler, with those of operations that no request tells from it."""
    shared: dict[tuple[str, str], list[Any]] = {}
    places: dict[str, tuple[str, str]] = {}
    for operation in model.api.operations:
        handler = model.names.operations[operation.id].handler
        place = operation.method, operation.path.partition("#")[0]
        shared.setdefault(place, []).extend(answers[handler])
        places[handler] = place
    return {handler: shared[place] for handler, place in places.items()}


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
            opened = getattr(resource.with_streaming_response, call.method)
            try:
                result = method(**call.arguments)
                response = raw(**call.arguments)
                parsed = response.parse()
                if call.streams:
                    check_items(call, method, list(result), answers)
                    assert result.completed
                    check_items(call, method, list(parsed), answers)
                    with opened(**call.arguments) as waiting:
                        check_items(call, method, list(waiting.parse()), answers)
                else:
                    whole = _response(result)
                    check_whole(call, method, whole, response, answers)
                    assert _plain(_response(parsed)) == _plain(whole)
                    with opened(**call.arguments) as waiting:
                        assert _plain(_response(waiting.parse())) == _plain(whole)
            except Exception as error:
                yield _told(call, error)


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
            opened = getattr(resource.with_streaming_response, call.method)
            try:
                result = await method(**call.arguments)
                response = await raw(**call.arguments)
                parsed = response.parse()
                if call.streams:
                    check_items(call, method, [item async for item in result], answers)
                    assert result.completed
                    check_items(call, method, [item async for item in parsed], answers)
                    async with opened(**call.arguments) as waiting:
                        later = [item async for item in await waiting.parse()]
                        check_items(call, method, later, answers)
                else:
                    whole = _response(result)
                    check_whole(call, method, whole, response, answers)
                    assert _plain(_response(parsed)) == _plain(whole)
                    async with opened(**call.arguments) as waiting:
                        later = _response(await waiting.parse())
                        assert _plain(later) == _plain(whole)
            except Exception as error:
                problems.append(f"async {_told(call, error)}")
    return problems


def _told(call: Call, error: Exception) -> str:
    """A call that failed, why, and where."""
    places = traceback.extract_tb(error.__traceback__)[-2:]
    where = " ".join(f"{Path(one.filename).name}:{one.lineno}" for one in places)
    return f"{call}: {type(error).__name__}: {error} ({where})"[-1500:]


def check_whole(
    call: Call, method: Any, result: Any, response: Any, answers: dict[str, Any]
) -> None:
    """A result is of the type that the method tells, and the JSON that was sent."""
    check_type(
        result, [_whole(kind) for kind in _options(method) if not _is_stream(kind)]
    )
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
        is_ruled = any(rule.when != "request" for rule in call.operation.rules)
        if is_ruled:  # then the mock may change its answer, so that the rules hold
            assert "x-mock-broken" not in response.headers
        else:
            known = [answer["json"][0] for answer in sent if "json" in answer]
            assert shown in known
        found = list(differences(_plain(result), shown))
        assert not found, found
    else:
        assert result in (response.content, response.content.decode())


def differences(value: Any, other: Any, path: str = "") -> Iterator[str]:
    """Where two JSON values differ.

    Two spellings of one moment (or time, length of time, UUID) do not: a model reads the
    value.
    """
    if isinstance(value, dict) and isinstance(other, dict):
        if value.keys() != other.keys():
            yield f"{path}: {list(value)} is not {list(other)}"
        for name in value.keys() & other.keys():
            yield from differences(value[name], other[name], f"{path}/{name}")
    elif isinstance(value, list) and isinstance(other, list):
        if len(value) != len(other):
            yield f"{path}: {len(value)} items are not {len(other)}"
        for place, (item, one) in enumerate(zip(value, other, strict=False)):
            yield from differences(item, one, f"{path}/{place}")
    elif isinstance(value, str) and isinstance(other, str):
        if value != other and not _is_same(value, other):
            yield f"{path}: {value!r} is not {other!r}"
    elif value != other or isinstance(value, bool) != isinstance(other, bool):
        yield f"{path}: {value!r} is not {other!r}"


def _is_same(text: str, other: str) -> bool:
    """Whether two texts are two spellings of one value."""
    for kind in (datetime, time, timedelta, UUID):
        adapter = TypeAdapter[Any](kind)
        try:
            if adapter.validate_python(text) == adapter.validate_python(other):
                return True
        except ValueError:
            continue
    return False


def check_items(
    call: Call, method: Any, items: list[Any], answers: dict[str, Any]
) -> None:
    """The items of a stream are of the type that the method tells, and all there."""
    (stream,) = filter(_is_stream, _options(method))
    for item in items:
        check_type(item, get_args(stream))
    sent = [one["json"] for one in answers[call.handler] if one.get("is_stream")]
    assert items
    shown = [_plain(item) for item in items]
    assert any(not list(differences(shown, one)) for one in sent), (shown, sent)


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


def _whole(kind: Any) -> Any:
    """The type of a response: of a page, what it is a page of."""
    name = getattr(get_origin(kind), "__name__", "")
    return get_args(kind)[1] if name in ("Page", "AsyncPager") else kind


def _response(result: Any) -> Any:
    """A result; of a page its response, once the items are seen to be in it."""
    if type(result).__name__ not in ("Page", "AsyncPage"):
        return result
    shown = json.dumps(_plain(result.response))
    assert all(json.dumps(item) in shown for item in _plain(result.items))
    return result.response


def _plain(value: Any) -> Any:
    """A result as JSON data."""
    if isinstance(value, bytes):
        return value.decode()
    return json.loads(_ANY.dump_json(value, by_alias=True, exclude_unset=True))
