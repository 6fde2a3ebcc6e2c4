"""Operations at one address: a request is judged as the one that it is meant for."""

from __future__ import annotations

import importlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.config.model import with_needs

from ..golden.cases import config_of, make, source_of, write
from .apps import JSON, KINDS, Kind, Script, ask, guarded, told

if TYPE_CHECKING:
    from collections.abc import Iterator

SENT = dict([JSON])


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The middleware of a document whose operations share addresses."""
    folder = tmp_path_factory.mktemp("twins")
    targets = with_needs(("middleware",))
    config = replace(config_of("one_address"), package="twins", targets=targets)
    write(Path(folder, "twins"), make(config, source_of("one_address")).files)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("twins.middleware")
    sys.path.remove(str(folder))


@pytest.mark.parametrize("kind", KINDS)
def test_headers_and_queries_tell(twins: Any, kind: Kind) -> None:
    script = Script(204, [], [])
    with guarded(twins, kind, script.of(kind)) as (url, faults):
        put, take = {"x-target": "Queue.Put"}, {"x-target": "Queue.Take"}
        assert ask(url, "POST", "/", {**put, **SENT}, b'{"text": "a"}').status == 204
        assert ask(url, "POST", "/", {**put, **SENT}, b"{}").status == 400
        assert ask(url, "DELETE", "/items").status == 204
        assert ask(url, "DELETE", "/items?id=1&all=no").status == 204
        assert ask(url, "DELETE", "/items?id=x&all=no").status == 400
        assert ask(url, "POST", "/", take).status == 204
    assert [(fault.operation, fault.where) for fault in faults] == [
        ("put", "body"),
        ("drop", "query"),
        ("take", "status"),
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_bodies_tell(twins: Any, kind: Kind) -> None:
    script = Script(200, [], [])
    binary = {"content-type": "application/octet-stream"}
    with guarded(twins, kind, script.of(kind)) as (url, faults):
        for headers, data in (
            (SENT, b'{"url": "a"}'),
            (SENT, b'{"copyOf": 1}'),
            (binary, b"\0"),
        ):
            assert ask(url, "POST", "/pictures", headers, data).status == 200
        wrong = ask(url, "POST", "/pictures", SENT, b'{"copyOf": "a"}')
        assert wrong.status == 400
    assert [(fault.operation, fault.where) for fault in faults] == [
        ("addFromAddress", "status"),
        ("addCopy", "status"),
        ("addFromBytes", "status"),
        (faults[-1].operation, "body"),
    ]
    assert len(told(faults)) == 4
    assert [seen.body for seen in script.seen][-1] == b"\0"
