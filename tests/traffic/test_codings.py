"""Compressed bodies: looked into, passed on as they were sent, and never blown up."""

from __future__ import annotations

import gzip
import json
import sys
import tracemalloc
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.config import ApiConfig
from generator.config.model import with_needs
from generator.load.source import Source

from ..golden.cases import make, write
from .apps import JSON, KINDS, Kind, Script, Seen, ask, guarded, told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ORDERS = "/shop/v1/orders"
TYPES = {"content-type": "application/json"}
GOOD = b'{"size": 1}'
WRONG = b'{"size": "x"}'
TOTAL = ("x-total", "1")
BARE = -15


def bare(data: bytes) -> bytes:
    """What some senders call deflate: without a header."""
    packer = zlib.compressobj(wbits=BARE)
    return packer.compress(data) + packer.flush()


def in_two(data: bytes) -> bytes:
    """Gzip in two members, and zeros behind them."""
    return gzip.compress(data[:3]) + gzip.compress(data[3:]) + bytes(9)


def twice(data: bytes) -> bytes:
    return gzip.compress(zlib.compress(data))


WAYS: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("gzip", gzip.compress),
    ("GZip", in_two),
    ("x-gzip", gzip.compress),
    ("deflate", zlib.compress),
    ("deflate", bare),
    ("deflate, gzip", twice),
    ("identity, gzip", gzip.compress),
    ("identity", bytes),
]


def sent(coding: str, kind: str = "application/json") -> dict[str, str]:
    return {"content-type": kind, "content-encoding": coding}


@pytest.mark.parametrize("kind", KINDS)
def test_requests_in_known_codings_are_checked(orders: Any, kind: Kind) -> None:
    script = Script()
    with guarded(orders, kind, script.of(kind), responses="off") as (url, faults):
        for coding, packed in WAYS:
            body = packed(GOOD)
            assert ask(url, "POST", ORDERS, sent(coding), body).status == 200, coding
            assert script.seen.pop() == Seen("POST", ORDERS, "", body)
            assert faults == []
            answer = ask(url, "POST", ORDERS, sent(coding), packed(WRONG))
            assert answer.status == 422 and not script.seen
            assert told(faults) == [("body", "", "/size", "type")]
            faults.clear()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_body_is_looked_into(orders: Any, kind: Kind) -> None:
    form = "application/x-www-form-urlencoded"
    lines = "application/jsonl"
    cases = [
        (ORDERS, form, b"size=1", b"size=x", "/size"),
        (
            "/shop/v1/lines",
            lines,
            GOOD + b"\n",
            GOOD + b"\n" + WRONG + b"\n",
            "/1/size",
        ),
    ]
    script = Script(headers=[("content-type", lines)], chunks=[])
    with guarded(orders, kind, script.of(kind), responses="off") as (url, faults):
        for path, media, good, wrong, pointer in cases:
            head = sent("gzip", media)
            assert ask(url, "POST", path, head, gzip.compress(good)).status == 200
            assert ask(url, "POST", path, head, gzip.compress(wrong)).status >= 400
            assert [fault[2] for fault in told(faults)] == [pointer]
            faults.clear()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("requests", ["report", "refuse"])
def test_what_is_not_in_its_coding_is_a_fault(
    orders: Any, kind: Kind, requests: str
) -> None:
    packed = gzip.compress(GOOD)
    bodies = [
        ("gzip", GOOD),
        ("gzip", packed[:-9]),
        ("gzip", packed + b"more"),
        ("gzip", in_two(GOOD)[:-12]),
        ("deflate", b"x"),
        ("deflate", zlib.compress(GOOD)[:-5]),
        ("gzip, deflate", packed),
    ]
    script = Script()
    with guarded(orders, kind, script.of(kind), requests=requests, responses="off") as (
        url,
        faults,
    ):
        for coding, body in bodies:
            answer = ask(url, "POST", ORDERS, sent(coding), body)
            assert told(faults) == [("body", "", "", "contentEncoding")], coding
            faults.clear()
            if requests == "report":
                assert answer.status == 200 and script.seen.pop().body == body
            else:
                assert answer.status == 422 and not script.seen


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("requests", ["off", "report", "refuse"])
def test_a_coding_that_cannot_be_read_is_a_fault(
    orders: Any, kind: Kind, requests: str
) -> None:
    script = Script()
    with guarded(orders, kind, script.of(kind), requests=requests, responses="off") as (
        url,
        faults,
    ):
        for coding in ("br", "gzip, br", "gzip," * 4):
            answer = ask(url, "POST", ORDERS, sent(coding), GOOD)
            if requests != "off":
                wanted = ("header", "content-encoding", "", "contentEncoding")
                assert told(faults) == [wanted]
                assert faults[0].status == 415
            faults.clear()
            if requests == "refuse":
                assert answer.status == 415 and not script.seen
                assert answer.headers["accept-encoding"] == "gzip, deflate"
            else:
                assert answer.status == 200 and script.seen.pop().body == GOOD
        assert faults == []


@pytest.mark.parametrize("kind", KINDS)
def test_bodies_that_are_not_looked_into_pass_in_any_coding(
    orders: Any, kind: Kind
) -> None:
    script = Script(204, chunks=[], headers=[])
    path = f"{ORDERS}/1/files/name"
    head = sent("br", "application/octet-stream")
    with guarded(orders, kind, script.of(kind)) as (url, faults):
        assert ask(url, "PUT", path, head, b"\x0b").status == 204
        assert ask(url, "GET", f"{ORDERS}/ABC", sent("br")).status == 204
    assert faults == [] and script.seen[0].body == b"\x0b"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("requests", ["report", "refuse"])
def test_a_body_that_becomes_too_large_is_a_fault(
    orders: Any, kind: Kind, requests: str
) -> None:
    large = json.dumps({"size": 1, "notes": ["0" * 3_000_000]}).encode()
    bombs = [
        ("gzip", gzip.compress(large)),
        ("deflate", zlib.compress(large)),
        ("gzip, gzip", gzip.compress(gzip.compress(large))),
        ("gzip", b"".join([gzip.compress(b" ")] * 1500) + gzip.compress(GOOD)),
    ]
    script = Script()
    with guarded(
        orders,
        kind,
        script.of(kind),
        requests=requests,
        responses="off",
        max_body_bytes=1_000_000,
    ) as (url, faults):
        for coding, body in bombs:
            assert len(body) < 60_000
            answer = ask(url, "POST", ORDERS, sent(coding), body)
            assert told(faults) == [("body", "", "", "maxLength")]
            faults.clear()
            if requests == "report":
                assert answer.status == 200 and script.seen.pop().body == body
            else:
                assert answer.status == 413 and not script.seen
        fits = json.dumps({"size": 1, "notes": ["0" * 900_000]}).encode()
        answer = ask(url, "POST", ORDERS, sent("gzip"), gzip.compress(fits))
        assert answer.status == 200 and faults == []


def test_a_bomb_is_never_held(orders: Any) -> None:
    """200 MB in 200 kB, twice packed: about the limit is held, and no more."""
    codings = sys.modules["traffic_orders._runtime.traffic_codings"]
    errors = sys.modules["traffic_orders._runtime.server_errors"]
    packer = zlib.compressobj()
    bomb = b"".join(packer.compress(bytes(1_000_000)) for _ in range(200))
    bomb += packer.flush()
    limit = 1_000_000
    for body, names in (
        (bomb, ["deflate"]),
        (zlib.compress(bomb), ["deflate", "deflate"]),
    ):
        tracemalloc.start()
        with pytest.raises(errors.ContentTooLarge):
            codings.decoded(body, names, limit)
        assert tracemalloc.get_traced_memory()[1] < 5 * limit
        tracemalloc.stop()


@pytest.mark.parametrize("kind", KINDS)
def test_responses_in_known_codings_are_checked(orders: Any, kind: Kind) -> None:
    for coding, packed in WAYS:
        headers = [JSON, TOTAL, ("content-encoding", coding)]
        for body, wanted in ((GOOD, []), (WRONG, [("body", "", "/size", "type")])):
            whole = packed(body)
            for chunks in ([whole], [whole[i : i + 1] for i in range(len(whole))]):
                script = Script(headers=headers, chunks=chunks)
                with guarded(orders, kind, script.of(kind)) as (url, faults):
                    answer = ask(url, "GET", f"{ORDERS}/7?limit=5")
                assert answer.body == whole
                assert told(faults) == wanted, (coding, len(chunks))


CODED = """\
openapi: 3.1.0
info: {title: Coded, version: "1"}
paths:
  /things:
    post:
      operationId: add
      parameters: [{name: Content-Encoding, in: header, schema: {type: string, enum: [gzip, zstd]}}]
      requestBody: {content: {application/json: {schema: {type: object, required: [size]}}}}
      responses: {"204": {description: Added.}}
"""


@pytest.fixture(scope="module")
def coded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The middleware of an API that says which codings it takes."""
    folder = tmp_path_factory.mktemp("coded")
    targets = with_needs(("middleware",))
    name = "traffic_coded_case"
    config = ApiConfig("coded", "coded.yaml", "out", folder, name, targets)
    write(folder / name, make(config, Source(Path("coded.yaml"), CODED.encode())).files)
    sys.path.insert(0, str(folder))
    yield __import__(f"{name}.middleware").middleware
    sys.path.remove(str(folder))


@pytest.mark.parametrize("kind", KINDS)
def test_codings_that_the_document_names_pass(coded: Any, kind: Kind) -> None:
    script = Script(204, chunks=[], headers=[])
    with guarded(coded, kind, script.of(kind)) as (url, faults):
        assert ask(url, "POST", "/things", sent("zstd"), b"\x28").status == 204
        assert faults == []
        assert ask(url, "POST", "/things", sent("br"), b"\x28").status == 400
        assert [fault[3] for fault in told(faults)] == ["enum"]
        empty = gzip.compress(b"{}")
        assert ask(url, "POST", "/things", sent("gzip"), empty).status == 400
        assert told(faults)[1:] == [("body", "", "/size", "required")]
