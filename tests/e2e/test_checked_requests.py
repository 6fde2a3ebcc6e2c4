"""A client that checks what it sends, where a body has several forms or many items."""

from __future__ import annotations

import asyncio
import importlib
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

SPEC = Path(__file__).with_name("forms.yaml")
PATCH = {"content_type": "application/merge-patch+json"}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A client and validators for `forms.yaml`."""
    folder = tmp_path_factory.mktemp("checked")
    targets = with_needs(("client", "validators"))
    config = ApiConfig("forms", SPEC.name, "out", SPEC.parent, "checked_forms", targets)
    files = make(config, Source(Path(SPEC.name), SPEC.read_bytes())).files
    write(folder / "checked_forms", files)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("checked_forms")
    sys.path.remove(str(folder))


def call(
    package: Any, is_async: bool, url: str, method: str, is_checked: bool, **given: Any
) -> None:
    """One call of a client of either flavour."""
    options = {"base_url": url, "validate_requests": is_checked}
    if not is_async:
        with package.Client(**options) as client:
            getattr(client.rooms, method)(**given)
        return

    async def work() -> None:
        async with package.AsyncClient(**options) as client:
            await getattr(client.rooms, method)(**given)

    asyncio.run(work())


RIGHT: list[tuple[dict[str, Any], bytes]] = [
    ({"guests": 1}, b'{"guests":1}'),
    ({"guests": 3, "note": "x"}, b'{"guests":3,"note":"x"}'),
    ({"text": "abc", **PATCH}, b'{"text":"abc"}'),
    ({"body": [{"text": "a"}, {"text": "b"}]}, b'{"text":"a"}\n{"text":"b"}\n'),
    ({"body": []}, b""),
]
WRONG: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    ({"guests": 0}, [("/guests", "minimum")]),
    ({"guests": "1"}, [("/guests", "type")]),
    ({"guests": 2, "note": "x"}, [("/note", "x-validations")]),
    ({"guests": 1, "extra_body": {"guests": None}}, [("/guests", "type")]),
    ({"text": "abcd", **PATCH}, [("/text", "maxLength")]),
    ({"body": [{"text": "a"}, {"text": "abcd"}, {}]}, [("/1/text", "maxLength")]),
    ({"body": [{}, {}]}, [("/0/text", "required")]),
]


@pytest.mark.parametrize("is_async", [False, True])
def test_the_form_that_is_sent_is_checked(package: Any, is_async: bool) -> None:
    script = Script(204, [], [])
    with serving("asgi", script.asgi) as url:
        for given, body in RIGHT:
            call(package, is_async, url, "book", True, **given)
            assert script.seen.pop().body == body
        for given, expected in WRONG:
            with pytest.raises(package.RequestValidationError) as caught:
                call(package, is_async, url, "book", True, **given)
            violations = caught.value.violations
            assert [(one.path, one.keyword) for one in violations] == expected
            assert str(caught.value).startswith(f"{expected[0][0]}: ")
        assert script.seen == []
        for given, _ in WRONG:
            call(package, is_async, url, "book", False, **given)
        assert len(script.seen) == len(WRONG)


@pytest.mark.parametrize("is_async", [False, True])
def test_items_behind_a_wrong_one_are_not_taken(package: Any, is_async: bool) -> None:
    taken: list[int] = []

    def items() -> Iterator[dict[str, int]]:
        for guests in (1, 2, 0, 4):
            taken.append(guests)
            yield {"guests": guests}

    script = Script(204, [], [])
    with serving("asgi", script.asgi) as url:
        with pytest.raises(package.RequestValidationError) as caught:
            call(package, is_async, url, "lines", True, body=items())
        assert script.seen == [] and taken == [1, 2, 0]
        assert [one.path for one in caught.value.violations] == ["/2/guests"]
        call(package, is_async, url, "lines", False, body=items())
        assert script.seen.pop().body.count(b"\x1e") == 4
        call(package, is_async, url, "lines", True, body=iter([{"guests": 1}]))
        assert script.seen.pop().body == b'\x1e{"guests":1}\n'
        for wrong in ("text", b"bytes", {"guests": 1}, 5):
            with pytest.raises(package.InvalidArgumentError, match="iterable of items"):
                call(package, is_async, url, "lines", True, body=wrong)
    assert script.seen == []


@pytest.mark.parametrize("is_async", [False, True])
def test_what_is_too_deep_to_be_checked_is_not_sent(
    package: Any, is_async: bool
) -> None:
    deep: list[Any] = []
    for _ in range(240):
        deep = [deep]
    script = Script(204, [], [])
    with serving("asgi", script.asgi) as url:
        with pytest.raises(package.InvalidArgumentError, match="too deep"):
            call(package, is_async, url, "plant", True, body=deep)
        assert script.seen == []
        call(package, is_async, url, "plant", False, body=deep)
        call(package, is_async, url, "plant", True, body=[[[]]])
    assert len(script.seen) == 2
