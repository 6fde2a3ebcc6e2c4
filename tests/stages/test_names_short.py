"""What a method is called within its resource: the verb stays, and so does its object."""

from __future__ import annotations

from typing import Any

import pytest

from generator.name import NameOptions, Names, memory_of, name

from .names_support import answered, api_of, call, names


def methods(found: Names) -> dict[str, str]:
    """Resource and method of each operation by method and path as they are written."""
    return {
        id.removeprefix("#/paths/").replace("~1", "/"): (
            f"{own.resource.attribute}.{own.method}"
        )
        for id, own in found.operations.items()
    }


@pytest.mark.parametrize(
    ("method", "path", "tag", "expected"),
    [
        ("DELETE", "/apps/{app}/queues/{id}", "queues", "queues.delete"),
        ("GET", "/apps/{app}/queues", "queues", "queues.list"),
        ("POST", "/accounts/{account}/apps", "apps", "apps.create"),
        ("POST", "/apps/{app}/keys", "keys", "keys.create"),
        ("PATCH", "/apps/{app}/keys/{id}", "keys", "keys.update"),
        ("POST", "/apps/{app}/keys/{id}/revoke", "keys", "keys.revoke"),
        ("DELETE", "/apps/{app}/keys", "keys", "keys.delete_all"),
        ("GET", "/stores/{store}/pets/{id}/toys", "pets", "pets.list_toys"),
        ("GET", "/admin/fish/tanks/{id}", "Fish Tank", "fish_tank.get"),
        ("GET", "/admin/users", "Users", "users.list"),
        ("GET", "/stores/{store}/pets", "Animals", "animals.list_store_pets"),
        ("POST", "/apps/{app}/search", "search", "search.search_apps"),
    ],
)
def test_without_an_id_a_parent_is_not_what_is_acted_upon(
    method: str, path: str, tag: str, expected: str
) -> None:
    resource, short, _ = call(method, path, tag=tag)
    assert f"{resource}.{short}" == expected


def test_a_parent_tells_two_of_a_resource_apart_as_what_it_is() -> None:
    ways = {"get": answered("keys"), "post": answered("keys")}
    paths = {
        "/admin/keys": {"get": answered("keys")},
        "/apps/{app}/keys": ways,
        "/apps/{app}/keys/{id}": {"delete": answered("keys")},
        "/keys": ways,
        "/orgs/{org}/apps/{app}/keys": ways,
        "/users/{user}/apps/{app}/keys": ways,
    }
    assert methods(names(paths)) == {
        "/admin/keys/get": "keys.list_in_admin",
        "/apps/{app}/keys/{id}/delete": "keys.delete",
        "/apps/{app}/keys/get": "keys.list_for_app",
        "/apps/{app}/keys/post": "keys.create_for_app",
        "/keys/get": "keys.list",
        "/keys/post": "keys.create",
        "/orgs/{org}/apps/{app}/keys/get": "keys.list_for_org_app",
        "/orgs/{org}/apps/{app}/keys/post": "keys.create_for_org_app",
        "/users/{user}/apps/{app}/keys/get": "keys.list_for_user_app",
        "/users/{user}/apps/{app}/keys/post": "keys.create_for_user_app",
    }


def test_put_beside_patch_replaces_whatever_the_parents() -> None:
    both = {"put": answered("keys"), "patch": answered("keys")}
    found = methods(names({"/apps/{app}/keys/{id}": both, "/keys/{id}": both}))
    assert found == {
        "/apps/{app}/keys/{id}/patch": "keys.update_for_app",
        "/apps/{app}/keys/{id}/put": "keys.replace_for_app",
        "/keys/{id}/patch": "keys.update",
        "/keys/{id}/put": "keys.replace",
    }


@pytest.mark.parametrize(
    ("path", "operation_id", "tag", "expected"),
    [
        ("/tags/{arn}", "TagResource", "tags", "tags.tag_resource"),
        ("/tags/{arn}", "UntagResource", "tags", "tags.untag_resource"),
        ("/tags/{arn}", "ListTagsForResource", "tags", "tags.list_for_resource"),
        ("/search", "searchEntities", "search", "search.search_entities"),
        ("/exports", "ExportProject", "exports", "exports.export_project"),
        ("/x", "petsList", "pets", "pets.list"),
        ("/x", "search_list", "search", "search.list"),
        ("/x", "accountBalance", "accounts", "accounts.balance"),
        ("/x", "listPetsByTag", "tags", "tags.list_pets_by_tag"),
        ("/x", "listRepositoriesInDomain", "domain", "domain.list_repositories_in_domain"),
        ("/x", "getUsersAndGroups", "users", "users.get_users_and_groups"),
        ("/x", "getUsersAndGroups", "groups", "groups.get_users_and_groups"),
        ("/networks/{n}/clients/{c}", "getNetworkClient", "clients", "clients.get_network_client"),
        ("/sessions/user", "getUserSession", "session", "session.get_user_session"),
        ("/upcomingShows", "getUpcomingShows", "shows", "shows.get_upcoming"),
        ("/pets", "listActivePets", "pets", "pets.list_active"),
    ],
)  # fmt: skip
def test_an_id_keeps_its_verb_and_its_object(
    path: str, operation_id: str, tag: str, expected: str
) -> None:
    resource, short, _ = call("GET", path, operation_id, tag)
    assert f"{resource}.{short}" == expected


THING = {"type": "object", "properties": {"a": {"type": "string"}}}
LIST = {"type": "array", "items": THING}
HELD = {"type": "object", "properties": {"data": LIST, "meta": THING}}
NAMED = {"type": "object", "properties": {"systems": LIST, "next": {"type": "string"}}}


@pytest.mark.parametrize("text", ["", " ", "$", "_", "...", "1", "\u200b"])
@pytest.mark.parametrize("path", ["/things", "/$/{id}", "/{id}", "/", "/_"])
def test_a_property_and_a_path_without_words_name_nothing(path: str, text: str) -> None:
    schema = {"type": "object", "properties": {text: LIST, "b": THING}}
    found = names({path: {"get": answered("things", "getThing", schema)}})
    assert list(methods(found).values()) == ["things.get"]


@pytest.mark.parametrize("schema", [LIST, HELD, NAMED])
@pytest.mark.parametrize("verb", ["get", "fetch", "retrieve", "Read"])
def test_what_gets_several_is_a_list_and_get_is_for_one(
    verb: str, schema: dict[str, Any]
) -> None:
    paths = {
        "/systems": {"get": answered("systems", f"{verb}-systems", schema)},
        "/systems/{id}": {"get": answered("systems", f"{verb}-system", THING)},
    }
    assert methods(names(paths)) == {
        "/systems/get": "systems.list",
        "/systems/{id}/get": f"systems.{verb.lower()}",
    }


def test_a_plural_that_is_one_thing_is_no_list() -> None:
    paths = {"/settings": {"get": answered("settings", "getSettings", THING)}}
    assert methods(names(paths)) == {"/settings/get": "settings.get"}


def test_a_list_that_says_so_itself_comes_first() -> None:
    paths = {
        "/systems": {"get": answered("systems", "getSystems", LIST)},
        "/systems/all": {"get": answered("systems", "listSystems", LIST)},
    }
    assert methods(names(paths)) == {
        "/systems/get": "systems.get_systems",
        "/systems/all/get": "systems.list",
    }


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
def test_one_thing_comes_before_several(method: str) -> None:
    """Whatever the order: `delete` must not be what deletes all of them."""
    paths = {
        "/pets": {method: answered("pets", f"{method}Pets")},
        "/pets/{id}": {method: answered("pets", f"{method}Pet")},
    }
    expected = {
        f"/pets/{method}": f"pets.{method}_pets",
        f"/pets/{{id}}/{method}": f"pets.{method}",
    }
    assert methods(names(paths)) == expected


def test_what_deletes_several_says_so_alone_as_well() -> None:
    paths = {"/pets": {"delete": answered("pets", "deletePets")}}
    assert methods(names(paths)) == {"/pets/delete": "pets.delete_pets"}


def order(first: str, second: str) -> dict[str, Any]:
    """Two operations of one path with one id."""
    own = answered("orders", "getOrder", THING)
    return {"/orders/{id}": {first: own, second: own}}


@pytest.mark.parametrize("other", ["delete", "put", "patch", "post", "head", "options"])
def test_the_first_of_one_id_is_called_by_it(other: str) -> None:
    own = names(order("get", other)).operations
    first = own["#/paths/~1orders~1{id}/get"]
    later = own[f"#/paths/~1orders~1{{id}}/{other}"]
    assert (first.method, first.handler, first.constant) == ("get", "get_order", "GET")
    assert first.title == "getOrder"
    verb = {"put": "update", "patch": "update"}.get(other, other)
    assert (later.method, later.handler) == (verb, f"{verb}_order")
    assert later.constant == verb.upper()
    assert later.title == f"{other.upper()} /orders/{{id}}"
    assert set(later.parameter_validators.values()) <= {f"{verb}_order_path_id"}
    kinds = names(order("get", other)).types
    assert sorted(kinds.values()) == sorted(
        ["GetOrderResponse", f"{verb.title()}OrderResponse"]
    )


def test_of_two_ids_the_document_decides_which_is_first() -> None:
    own = names(order("delete", "get")).operations
    assert own["#/paths/~1orders~1{id}/delete"].method == "get"
    assert own["#/paths/~1orders~1{id}/delete"].handler == "get_order"
    assert own["#/paths/~1orders~1{id}/get"].method == "get_order_by_id"


def test_the_later_one_of_the_same_method_has_its_path() -> None:
    own = answered("orders", "getOrder", THING)
    found = names({"/orders/{id}": {"get": own}, "/archive/{id}": {"get": own}})
    assert methods(found) == {
        "/orders/{id}/get": "orders.get",
        "/archive/{id}/get": "orders.get_order_archive",
    }


def test_another_id_is_another_name_and_unrelated_changes_are_none() -> None:
    before = {"/pets": {"get": answered("pets", "findPets", THING)}}
    api = api_of(before)
    memory = memory_of(name(api, NameOptions("api")), api)
    after = {
        "/pets": {"get": answered("pets", "searchPets", THING)},
        "/aaa": {"get": answered("pets", "find", THING)},
    }
    found = name(api_of(after), NameOptions("api", memory=memory))
    [own] = [one for id, one in found.operations.items() if "pets" in id]
    assert (own.method, own.handler, own.constant) == (
        "search",
        "search_pets",
        "SEARCH",
    )
    assert own.params_type == "PetSearchParams"
    kinds = {id: kind for id, kind in found.types.items() if "~1pets" in id}
    assert list(kinds.values()) == ["SearchPetsResponse"]
    assert {found.modules[id] for id in kinds} == {"search_pets"}


@pytest.mark.parametrize(("old", "new"), [("", "searchPets"), ("searchPets", "")])
def test_an_id_that_comes_or_goes_is_another_one(old: str, new: str) -> None:
    api = api_of({"/pets": {"get": answered("pets", old, THING)}})
    memory = memory_of(name(api, NameOptions("api")), api)
    after = api_of({"/pets": {"get": answered("pets", new, THING)}})
    kept = name(after, NameOptions("api", memory=memory))
    assert kept == name(after, NameOptions("api"))


def test_a_memory_without_origins_holds_all_its_names() -> None:
    api = api_of({"/pets": {"get": answered("pets", "findPets", THING)}})
    memory: dict[str, Any] = dict(memory_of(name(api, NameOptions("api")), api))
    memory["operations"] = {
        id: {key: text for key, text in table.items() if key != "id"}
        for id, table in memory["operations"].items()
    }
    after = api_of({"/pets": {"get": answered("pets", "searchPets", THING)}})
    found = name(after, NameOptions("api", memory=memory))
    assert [own.method for own in found.operations.values()] == ["find"]
    assert list(found.types.values()) == ["FindPetsResponse"]


def test_a_change_of_tag_path_or_schema_is_no_other_id() -> None:
    api = api_of({"/pets": {"get": answered("pets", "findPets", THING)}})
    memory = memory_of(name(api, NameOptions("api")), api)
    paths = {"/pets": {"get": answered("pets", "findPets", LIST)}}
    found = name(api_of(paths), NameOptions("api", memory=memory))
    assert methods(found) == {"/pets/get": "pets.find"}
