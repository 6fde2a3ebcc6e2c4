"""A client that checks forms before it sends them, and finds fault with none that is right."""

from __future__ import annotations

import asyncio
import importlib
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.config import ApiConfig
from generator.config.model import with_needs
from generator.load.source import Source

from ..golden.cases import make, write
from ..traffic.apps import Script, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

SPEC = Path(__file__).with_name("checked_forms.yaml")
IN = {"user": "me", "maybe": 1}
ABOUT = {"title": "t"}
MADE = {"cover": b"too large for its schema", "about": ABOUT}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Client, server and middleware of `checked_forms.yaml`."""
    folder = tmp_path_factory.mktemp("sent")
    targets = with_needs(("client", "server", "middleware"))
    name = "checked_forms_case"
    config = ApiConfig("sent", SPEC.name, "out", SPEC.parent, name, targets)
    files = make(config, Source(Path(SPEC.name), SPEC.read_bytes())).files
    write(folder / name, files)
    sys.path.insert(0, str(folder))
    yield importlib.import_module(name)
    sys.path.remove(str(folder))


def call(
    package: Any,
    is_async: bool,
    url: str,
    method: str,
    given: dict[str, Any],
    **more: Any,
) -> None:
    """One call of a client of either flavour that checks what it sends."""
    options = {"base_url": url, "validate_requests": True, "max_retries": 0, **more}
    if not is_async:
        with package.Client(**options) as client:
            getattr(client.sent, method)(**given)
        return

    async def work() -> None:
        async with package.AsyncClient(**options) as client:
            await getattr(client.sent, method)(**given)

    asyncio.run(work())


RIGHT: list[tuple[str, dict[str, Any], bytes]] = [
    ("log_in", {**IN, "attempts": 3, "remember": True}, b"attempts=3&remember=true"),
    (
        "log_in",
        {**IN, "attempts": "3", "remember": "true"},
        b"attempts=3&remember=true",
    ),
    ("log_in", {**IN, "user": 12}, b"user=12&"),
    ("log_in", {**IN, "user": "12", "level": "2"}, b"level=2"),
    ("log_in", {**IN, "attempts": None, "scopes": [1, "2"]}, b"scopes=1&scopes=2"),
    ("log_in", {**IN, "about": ABOUT}, b"about=%7B%22title%22%3A%22t%22%7D"),
    ("log_in", {**IN, "where": {"x": "5"}}, b"where%5Bx%5D=5"),
    ("log_in", {}, b""),
    ("create_album", MADE, b"too large"),
    (
        "create_album",
        {**MADE, "pictures": [b"1", ("2.png", b"2", "image/png")]},
        b"2.png",
    ),
    ("create_album", {**MADE, "places": [1, "2"], "note": "now"}, b"text/markdown"),
    (
        "create_album",
        {**MADE, "data": ("d.json", b"{}", "application/json")},
        b"d.json",
    ),
    ("create_album", {**MADE, "note": None}, b"too large"),
    ("rows", {"body": [ABOUT, b"bytes", "text"]}, b"bytes"),
    ("write", {"body": "abc"}, b"abc"),
    ("write", {"body": b"bytes are not looked into"}, b"bytes are not"),
]
WRONG: list[tuple[str, dict[str, Any], list[tuple[str, str]]]] = [
    ("log_in", {"user": "me"}, [("/maybe", "required")]),
    ("log_in", {**IN, "user": "x"}, [("/user", "minLength")]),
    ("log_in", {**IN, "user": None}, [("/user", "required")]),
    ("log_in", {**IN, "user": 7}, [("/user", "minLength")]),
    ("log_in", {**IN, "attempts": 0}, [("/attempts", "minimum")]),
    ("log_in", {**IN, "attempts": "0"}, [("/attempts", "minimum")]),
    ("log_in", {**IN, "attempts": "many"}, [("/attempts", "type")]),
    ("log_in", {**IN, "attempts": "03"}, [("/attempts", "type")]),
    ("log_in", {**IN, "attempts": 9}, [("/attempts", "x-validations")]),
    ("log_in", {**IN, "level": "3"}, [("/level", "enum")]),
    ("log_in", {**IN, "remember": "yes", "user": 12}, [("/remember", "type")]),
    ("log_in", {**IN, "scopes": [1, 2, 3]}, [("/scopes", "maxItems")]),
    ("log_in", {**IN, "scopes": [1, "x"]}, [("/scopes/1", "type")]),
    ("log_in", {**IN, "about": {"title": 1}}, [("/about/title", "type")]),
    ("log_in", {**IN, "about": {}}, [("/about/title", "required")]),
    ("log_in", {**IN, "grid": [[1], ["2"]]}, [("/grid/1/0", "type")]),
    ("log_in", {**IN, "where": {"x": 10}}, [("/where/x", "maximum")]),
    ("log_in", {**IN, "extra_body": {"a/b~": "long"}}, [("/a~1b~0", "maxLength")]),
    ("create_album", {**MADE, "about": {}}, [("/about/title", "required")]),
    (
        "create_album",
        {**MADE, "pictures": [b"1", b"2", b"3"]},
        [("/pictures", "maxItems")],
    ),
    ("create_album", {**MADE, "places": [1, "x"]}, [("/places/1", "type")]),
    ("create_album", {**MADE, "note": "x"}, [("/note", "pattern")]),
    ("create_album", {**MADE, "data": {}}, [("/data/z", "required")]),
    (
        "create_album",
        {**MADE, "extra_body": {"other": 1}},
        [("/other", "additionalProperties")],
    ),
    ("rows", {"body": [{}, b"bytes"]}, [("/0/title", "required")]),
    ("rows", {"body": [ABOUT, 1, 2, 3]}, [("", "maxItems")]),
    ("write", {"body": "abcd"}, [("", "maxLength")]),
]


@pytest.mark.parametrize("is_async", [False, True])
def test_right_forms_are_sent_as_they_are_without_checks(
    package: Any, is_async: bool
) -> None:
    script = Script(204, [], [])
    with serving("asgi", script.asgi) as url:
        for method, given, piece in RIGHT:
            call(package, is_async, url, method, given)
            assert piece in script.seen[-1].body, (method, given)
        assert len(script.seen) == len(RIGHT)


@pytest.mark.parametrize("is_async", [False, True])
def test_wrong_forms_are_not_sent(package: Any, is_async: bool) -> None:
    script = Script(204, [], [])
    with serving("asgi", script.asgi) as url:
        for method, given, expected in WRONG:
            with pytest.raises(package.RequestValidationError) as caught:
                call(package, is_async, url, method, given)
            found = [(one.path, one.keyword) for one in caught.value.violations]
            assert found == expected, (method, given)
        assert script.seen == []
        for method, given, _ in WRONG:
            call(package, is_async, url, method, given, validate_requests=False)
        assert len(script.seen) == len(WRONG)


def test_what_the_client_lets_through_is_what_the_document_says(package: Any) -> None:
    """The middleware reads the same off the wire."""
    script = Script(204, [], [])
    faults: list[Any] = []
    module = importlib.import_module(f"{package.__name__}.middleware")
    guard = module.ASGIMiddleware(
        script.asgi, requests="report", on_fault=faults.append
    )
    with serving("asgi", guard) as url:
        for method, given, _ in RIGHT:
            call(package, False, url, method, given)
            told = [
                (fault.where, one.path) for fault in faults for one in fault.violations
            ]
            is_text = given.get("body") == b"bytes are not looked into"
            assert told == ([("body", "")] if is_text else []), (method, given, told)
            faults.clear()


@pytest.mark.parametrize("is_async", [False, True])
def test_files_are_read_only_when_they_are_sent(
    package: Any, is_async: bool, tmp_path: Path
) -> None:
    script = Script(204, [], [])
    path = tmp_path / "cover.png"
    path.write_bytes(b"from a path")
    with serving("asgi", script.asgi) as url:
        file = io.BytesIO(b"from a file")
        with pytest.raises(package.RequestValidationError):
            call(package, is_async, url, "create_album", {"cover": file, "about": {}})
        assert file.tell() == 0 and script.seen == []
        for cover in (file, path, ("name.png", path)):
            given = {"cover": cover, "about": ABOUT}
            call(package, is_async, url, "create_album", given)
    bodies = [seen.body for seen in script.seen]
    assert b"from a file" in bodies[0] and b"from a path" in bodies[1]
    assert b"name.png" in bodies[2] and b"from a path" in bodies[2]


def test_what_is_no_form_is_refused_as_without_checks(package: Any) -> None:
    script = Script(204, [], [])
    with serving("asgi", script.asgi) as url:
        for method, given, words in (
            ("create_album", {"cover": "t", "about": ABOUT}, "cover: give bytes"),
            ("log_in", {**IN, "attempts": float("nan")}, "finite|JSON|number"),
            ("log_in", {**IN, "about": object()}, "not a JSON value"),
        ):
            for is_checked in (True, False):
                with pytest.raises(package.InvalidArgumentError, match=words):
                    more = {"validate_requests": is_checked}
                    call(package, False, url, method, given, **more)
    assert script.seen == []
