"""What operations and inline types are called, after the habits of real documents."""

from __future__ import annotations

import json
from typing import Any

import pytest

from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower
from generator.name import NameOptions, Names, name


def names(paths: dict[str, Any], **components: Any) -> Names:
    """The names of a document with these paths and components."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths,
        "components": components,
    }
    sink = Sink()
    api = lower(load(Source(data=json.dumps(document).encode()), sink), sink)
    assert not sink.has_errors
    return name(api, NameOptions("api"))


def call(method: str, path: str, operation_id: str = "", tag: str = "") -> list[str]:
    """Resource, method and handler of one operation."""
    operation: dict[str, Any] = {"responses": {"204": {"description": "ok"}}}
    if operation_id:
        operation["operationId"] = operation_id
    if tag:
        operation["tags"] = [tag]
    [found] = names({path: {method.lower(): operation}}).operations.values()
    return [found.resource.attribute, found.method, found.handler]


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/pets", "pets.list list_pets"),
        ("POST", "/pets", "pets.create create_pet"),
        ("GET", "/pets/{id}", "pets.get get_pet"),
        ("PUT", "/pets/{id}", "pets.update update_pet"),
        ("PATCH", "/pets/{id}", "pets.update update_pet"),
        ("DELETE", "/pets/{id}", "pets.delete delete_pet"),
        ("DELETE", "/pets", "pets.delete_all delete_all_pets"),
        ("HEAD", "/pets/{id}", "pets.head head_pet"),
        ("GET", "/api/v1/pets", "pets.list list_pets"),
        ("GET", "/pets/{id}/toys", "pets.list_toys list_pet_toys"),
        ("POST", "/pets/{id}/toys", "pets.create_toy create_pet_toy"),
        ("GET", "/pets/{id}/toys/{toyId}", "pets.get_toy get_pet_toy"),
        ("GET", "/status", "status.get get_status"),
        ("POST", "/pets/{id}/feed", "pets.post_feed post_pet_feed"),
        ("POST", "/pets/{id}/activate", "pets.activate activate_pet"),
        ("POST", "/pets/{id}:cancel", "pets.cancel cancel_pet"),
        (
            "POST",
            "/users/{id}/resetPassword",
            "users.reset_password reset_user_password",
        ),
        ("GET", "/pets/findByStatus", "pets.find_by_status find_pets_by_status"),
        ("GET", "/getPets", "get_pets.get_pets get_pets"),
        ("GET", "/schedules/schedule_a", "schedules.get_a get_schedule_a"),
        ("PUT", "/{realm}", "default.update_realm update_realm"),
        ("GET", "/series", "series.get get_series"),
        ("GET", "/", "default.get_root get_root"),
    ],
)
def test_without_an_id_a_call_is_called_by_its_position(
    method: str, path: str, expected: str
) -> None:
    resource, short, handler = call(method, path)
    assert f"{resource}.{short} {handler}" == expected


@pytest.mark.parametrize(
    ("method", "path", "operation_id", "tag", "expected"),
    [
        (
            "GET",
            "/items/{item_id}",
            "read_item_items__item_id__get",
            "",
            "items.read read_item",
        ),
        ("GET", "/pets", "list_pets_get", "", "pets.list list_pets"),
        ("GET", "/x", "Pets_List", "", "pets.list pets_list"),
        ("GET", "/x", "Pets_GetById", "Pets", "pets.get_by_id pets_get_by_id"),
        ("GET", "/x", "pets.list", "", "pets.list pets_list"),
        ("GET", "/x", "app.shop.pets.list", "Pets", "pets.list app_shop_pets_list"),
        ("GET", "/x", "files.files.list", "files", "files.list files_list"),
        ("GET", "/x", "pets/list-by-id", "pets", "pets.list_by_id pets_list_by_id"),
        ("GET", "/x", "Get User.v2", "", "x.get_user_v2 get_user_v2"),
        (
            "GET",
            "/pets",
            "petServiceGetListGet",
            "Pets",
            "pets.service_get_list pet_service_get_list",
        ),
        ("GET", "/pets", "getGetPets", "Pets", "pets.get get_pets"),
        ("GET", "/v3/pets", "getV3Pets", "Pets", "pets.get get_pets"),
        ("GET", "/2020-05-31/pets", "ListPets2020_05_31", "", "pets.list list_pets"),
        ("GET", "/pets", "547636a6f918230da8553640", "", "pets.list list_pets"),
        (
            "POST",
            "/delete-all-pets",
            "DeleteAllPets",
            "",
            "default.delete_all_pets delete_all_pets",
        ),
        ("POST", "/#Target=X.Feed", "Feed", "", "default.feed feed"),
    ],
)
def test_an_id_is_without_what_it_repeats(
    method: str, path: str, operation_id: str, tag: str, expected: str
) -> None:
    resource, short, handler = call(method, path, operation_id, tag)
    assert f"{resource}.{short} {handler}" == expected


def test_put_and_patch_of_one_thing_are_told_apart() -> None:
    answer = {"responses": {"204": {"description": "ok"}}}
    found = names({"/pets/{id}": {"put": answer, "patch": answer}}).operations
    assert {id.rpartition("/")[2]: own.handler for id, own in found.items()} == {
        "patch": "update_pet",
        "put": "replace_pet",
    }


def types(schema: Any, **components: Any) -> list[str]:
    """The names that come of the JSON body of `POST /pets`, without an id."""
    body = {"content": {"application/json": {"schema": schema}}}
    answer = {"responses": {"204": {"description": "ok"}}}
    paths = {"/pets": {"post": {"requestBody": body, **answer}}}
    return sorted(names(paths, schemas=components).types.values())


def record(**properties: Any) -> dict[str, Any]:
    """A schema of an object."""
    return {"type": "object", "properties": properties}


def test_inline_types_stand_where_they_stand() -> None:
    assert types(record(owner=record(name={"enum": ["a", "b"]}))) == [
        "CreatePetRequest",
        "CreatePetRequestOwner",
        "CreatePetRequestOwnerName",
    ]


def test_words_are_not_said_twice() -> None:
    inner = record(
        petStatusKind=record(a={}), status=record(b={}), kind=record(pet=record(c={}))
    )
    reference = {"$ref": "#/components/schemas/PetStatus"}
    assert types(reference, PetStatus=inner) == [
        "PetStatus",
        "PetStatusKind",
        "PetStatusKindPet",
        "PetStatusPetStatusKind",
        "PetStatusStatus",
    ]


def test_a_body_beside_a_component_of_its_name_is_a_body() -> None:
    found = types(record(a=record(b={})), CreatePetRequest=record(x={}))
    assert found == ["CreatePetBody", "CreatePetRequest", "CreatePetRequestA"]


def test_the_component_with_the_exact_name_keeps_it() -> None:
    found = types(True, **{"work-area": record(a={}), "WorkArea": record(b={})})
    assert found == ["WorkArea", "WorkAreaSchema"]


def test_long_names_leave_words_out_and_take_them_back_where_needed() -> None:
    deep = record(
        firstSetOfOptionsForCustomers=record(
            optionsOfTheOneKind=record(settings=record(mode={"type": "string"})),
            optionsOfTheOtherKind=record(settings=record(mode={"type": "string"})),
        )
    )
    found = types(deep)
    assert "CreatePetOptionsOfTheOneKindSettings" in found
    assert "CreatePetOptionsOfTheOtherKindSettings" in found
    assert all(len(text) <= 70 for text in found)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (
            [record(kind={"const": "cat"}, a={}), record(kind={"const": "dog"}, a={})],
            "Cat Dog",
        ),
        ([record(a={"title": "x"}), record(b={})], "A B"),
        ([{**record(x={}), "title": "Big Cat"}, record(x={}, y={})], "BigCat Y"),
        ([record(x={}), {"type": "array", "items": record(y={})}], "ListItem X"),
        ([record(x={}), {"type": "string", "enum": ["p", "q"]}], "Value X"),
        ([record(x={}), record(x={}, y={})], "Option1 Y"),
    ],
)
def test_options_of_unions_are_called_by_what_tells_them_apart(
    options: list[Any], expected: str
) -> None:
    found = types(record(pet={"oneOf": options}))
    ends = [text.removeprefix("CreatePetRequestPet") for text in found]
    assert (
        " ".join(end for end in ends if not end.startswith("CreatePet") and end)
        == expected
    )
