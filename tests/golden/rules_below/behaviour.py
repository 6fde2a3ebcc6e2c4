"""Rules hold where their schemas apply: in items, options, members and references."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx2
from case_rules_below import server
from case_rules_below.models import Words
from case_rules_below.validators import SCHEMAS, Violation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.applications import Starlette


class Stays(server.StaysHandlers):
    async def stay(self, request: Words, context: server.Context) -> None:
        return None


def app() -> Starlette:
    return server.app(stays=Stays())


def paths(found: Sequence[Violation] | None) -> list[str]:
    """Where rules are broken; nothing else is."""
    assert all(item.keyword == "x-validations" and item.rule for item in found or [])
    return [item.path for item in found or []]


def check_unions(url: str) -> None:
    stay = SCHEMAS["Stay"]
    assert stay({"place": "Paris", "nights": 14}) is None
    assert paths(stay({"place": "Paris", "nights": 8})) == ["/nights"]
    assert paths(stay({"place": "", "nights": 7})) == ["/place"]
    assert paths(stay({"place": "a", "hours": 2.5})) == ["/place"]


def check_what_is_included(url: str) -> None:
    receipt = SCHEMAS["Receipt"]
    assert receipt({"number": "AB1", "total": 1}) is None
    assert paths(receipt({"number": "AB1", "total": 0})) == ["/total"]
    assert paths(receipt({"number": "1", "total": 1})) == ["/number"]


def check_what_is_below(url: str) -> None:
    words = SCHEMAS["Words"]
    assert words({"words": None}) is None
    assert words({"words": ["a"] * 4}) is None
    assert paths(words({"words": ["a"] * 5})) == ["/words"]
    assert paths(words({"words": ["a", "-b"]})) == ["/words/1"]
    stays = {"stays": {"a/b": {"place": "Rome", "nights": 1}}}
    assert paths(words(stays)) == ["/stays/a~1b/nights"]
    assert paths(words({})) == [""]


def check_the_server(url: str) -> None:
    assert httpx2.post(f"{url}/stays", json={"words": ["a"]}).status_code == 204
    answer = httpx2.post(f"{url}/stays", json={"words": ["a", "-b"]})
    assert answer.status_code == 400
    assert answer.json()["error"]["param"] == "words[1]"
    error = httpx2.post(f"{url}/stays", json={}).json()["error"]
    assert (error["param"], error["code"]) == (None, "FieldValueRequired")
