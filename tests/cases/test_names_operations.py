"""Operation ids and tags that are odd, equal, or missing."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import httpx2

from .support import SPECS, Case, case, findings


def methods(made: Case) -> dict[str, list[str]]:
    """The methods of each resource of the client."""
    client = made.module("client").Client(base_url="http://test")
    found = {}
    for attribute in dir(type(client)):
        if attribute.startswith("_"):
            continue
        resource = getattr(client, attribute)
        if type(resource).__module__.startswith(f"{made.package}.client."):
            found[attribute] = [
                name
                for name, method in inspect.getmembers(resource, inspect.ismethod)
                if not name.startswith("_")
            ]
    return found


def answered(made: Case) -> dict[str, str]:
    """Which handler answers each path: all of them are called through the client."""
    seen: dict[str, str] = {}

    class Echo:
        def __getattr__(self, name: str) -> Any:
            async def handle(**arguments: Any) -> Any:
                seen[arguments["context"].path] = name
                return [] if name == "list" else None

            return handle

    groups = made.module("server.app").Handlers.__annotations__
    app = made.module("server").app(**dict.fromkeys(groups, Echo()))

    async def main() -> None:
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport) as http:
            client = made.module("client").AsyncClient(
                base_url="http://test", http_client=http
            )
            for attribute, names in methods(made).items():
                for name in names:
                    await getattr(getattr(client, attribute), name)()

    asyncio.run(main())
    return seen


def test_an_id_used_twice_is_told_and_both_are_generated() -> None:
    name = "068-operationid-duplicate"
    assert case(name).codes == ["W270", "N274"]
    told = case(name).found[1].message
    assert "GET /south/raw is called `south.get_raw`" in told
    finding, _ = findings(SPECS / f"{name}.yaml")
    assert "getRaw" in finding.message and finding.span and finding.span.line == 15
    made = case(name)
    assert methods(made) == {
        "north": ["get_raw"],
        "south": ["get_raw"],
        "west": ["get_raw"],
    }
    handlers = {
        method
        for resource in ("North", "South", "West")
        for method in vars(
            made.module(f"server.{resource.lower()}").__dict__[f"{resource}Handlers"]
        )
        if method.startswith("get_raw")
    }
    assert handlers == {"get_raw", "get_raw_south", "get_raw_west"}
    assert list(made.model("GetRawResponse").model_fields) == ["n"]
    assert list(made.model("GetRawSouthResponse").model_fields) == ["s"]


def test_odd_ids_make_legal_names() -> None:
    made = case("070-operationid-odd-text")
    found = methods(made)
    assert found.pop("repos") == ["list_all"]
    long = found.pop("g")[0]
    assert found == {
        "b": ["get_user_v2"],
        "c": ["import_"],
        "d": ["list"],
        "e": ["init"],
        "f": ["http_get_ids_by_url"],
    }
    assert long.startswith("a_very_long_operation_identifier") and len(long) <= 100
    seen = answered(made)
    assert seen.pop("/g") == long
    assert seen == {
        "/a": "repos_list_all",
        "/b": "get_user_v2",
        "/c": "import_",
        "/d": "list",
        "/e": "init",
        "/f": "http_get_ids_by_url",
    }


def test_tags_group_by_their_words_and_stay_in_the_folder() -> None:
    made = case("071-tags-odd")
    assert methods(made) == {
        "admin_users": ["d"],
        "evil": ["f"],
        "fish_tank": ["a", "b", "c"],
        "h": ["h"],
        "i": ["i"],
        "import_": ["e"],
        "one": ["g"],
    }
    assert answered(made) == {f"/{name}": name for name in "abcdefghi"}
    for path in made.files:
        assert ".." not in path.split("/") and not path.startswith("/")
