"""Parameters: names, places, styles, defaults, as they travel from client to server."""

from __future__ import annotations

import datetime
import inspect
import warnings
from typing import Any

import pytest

from .support import case
from .wire import wired


def parameters_of(method: Any) -> list[str]:
    """The names of the arguments of a method, options aside."""
    return [
        name
        for name, item in inspect.signature(method).parameters.items()
        if item.kind is not item.VAR_KEYWORD
    ]


def test_a_name_in_four_places() -> None:
    with wired(case("064-param-same-name-two-places")) as wire:
        put = wire.client.zones.put
        names = parameters_of(put)
        assert names == ["name", "name_body", "name_query", "name_header"]
        put("p", name_query="q", name_header="h", name_body="b")
    assert (wire.last.path, wire.last.query) == ("/zones/p", "name=q")
    assert (wire.last.headers["name"], wire.last.body) == ("h", b'{"name":"b"}')
    assert wire.body.name == "b"
    assert set(wire.arguments.values()) == {"p", "q", "h"}


def test_names_that_a_runtime_uses() -> None:
    when = datetime.datetime(2024, 1, 2, tzinfo=datetime.UTC)
    with wired(case("065-param-named-like-runtime")) as wire:
        query = wire.client.q.query
        names = parameters_of(query)
        assert [name for name in names if "_" in name] == [
            "self_query",
            "timeout_query",
        ]
        texts = {name: name for name in names if name not in ("datetime", "list")}
        texts["timeout_query"] = 7  # type: ignore[assignment]
        query(**texts, datetime=when, list=["a", "b"], timeout=5)
    assert wire.last.query.startswith("client=client&self=self_query&body=body&url=url")
    assert "timeout=7" in wire.last.query and "list=a&list=b" in wire.last.query
    assert wire.arguments["datetime"] == when


def test_values_of_a_path() -> None:
    with wired(case("067-path-value-encoding")) as wire:
        get = wire.client.files.get_parts
        get("a/b c?d#e%f", [1, 2], ["x", "y z"], {"x": 1, "y": 2})
        assert wire.last.path == (
            "/files/a%2Fb%20c%3Fd%23e%25f/parts/1,2/l.x.y%20z/m;x=1;y=2"
        )
        wrong = case("067-path-value-encoding").module().InvalidArgumentError
        for name in ("", ".", ".."):
            with pytest.raises(wrong):
                get(name, [1], ["x"], {})
    assert wire.arguments["name"] == "a/b c?d#e%f"
    assert wire.arguments["ids"] == [1, 2]
    assert wire.arguments["lab"] == ["x", "y z"]
    assert (wire.arguments["mat"].x, wire.arguments["mat"].y) == (1, 2)


def test_cookies() -> None:
    with wired(case("073-cookie-params")) as wire:
        wire.client.c.get(session_id="YWJj==", beta=True, groups=[1, 2])
    assert wire.last.headers["cookie"] == "session-id=YWJj==; beta=true; groups=1,2"
    assert wire.arguments == {"session_id": "YWJj==", "beta": True, "groups": [1, 2]}


def test_styles_of_a_query() -> None:
    with wired(case("074-query-style-matrix")) as wire:
        wire.client.q.style(
            a=[1, 2],
            b=[1, 2],
            c=[1, 2],
            d=[1, 2],
            e={"R": 1, "G": 2},
            f={"R": 1, "G": 2},
            g="a/b:c&d",
            h=True,
            ids=["x", "y"],
        )
        assert wire.last.query == (
            "a=1,2&b=1&b=2&c=1%202&d=1%7C2&R=1&G=2&f=R,1,G,2"
            "&g=a/b:c%26d&h=true&ids%5B%5D=x&ids%5B%5D=y"
        )
        wire.client.q.style(a=[], b=[])
        assert wire.last.query == ""
    given = wire.seen[0][1]
    assert [given[name] for name in "abcd"] == [[1, 2]] * 4
    assert (given["e"].r, given["f"].g, given["h"]) == (1, 2, True)
    assert (given["g"], given["ids"]) == ("a/b:c&d", ["x", "y"])


def test_a_parameter_in_json() -> None:
    made = case("076-param-content-json")
    with wired(made) as wire:
        wire.client.search.search(where=made.model("SearchWhere")(gt=3))
    assert wire.last.query == "where=%7B%22gt%22%3A3%7D"
    assert wire.arguments["where"].gt == 3


def test_defaults() -> None:
    made = case("077-required-with-default")
    assert made.codes == ["W250"]
    with wired(made) as wire:
        wire.client.d.post()
        assert (wire.last.query, wire.last.body) == ("limit=20", b"")
        wire.client.d.post(limit=1, text="x")
        assert (wire.last.query, wire.last.body) == ("limit=1", b'{"text":"x","n":3}')
        assert wire.body.n == 3
        refused = made.module().BadRequestError
        with pytest.raises(refused, match="limit"):
            wire.client.d.post(extra_query={"limit": None})
    given = wire.seen[0][1]
    assert given["day"] == datetime.date(2024, 2, 29)
    assert given["at"] == datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)
    assert (given["limit"], given["bad"]) == (20, None)


def test_what_is_deprecated() -> None:
    made = case("122-deprecated")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made.module("client.old")
        made.model("Old")
    with wired(made) as wire:
        wire.result = {"was": "x"}
        with pytest.warns(DeprecationWarning, match="`old` is deprecated"):
            wire.client.old.old(q="x")
    text = made.files["client/old.py"]
    assert "q: Deprecated." in text
    assert '"""Deprecated."""' in made.files["models/old.py"]
