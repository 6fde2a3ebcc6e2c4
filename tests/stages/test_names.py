"""The naming pass: words, scopes, and what every name must be."""

from __future__ import annotations

import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.ir import Operation
from generator.name import ResourceName
from generator.name.scope import Scope
from generator.name.short import short_name
from generator.name.types import field_names
from generator.name.words import MAX_LENGTH, pascal, singular, snake, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fooBar", "foo_bar"),
        ("HTTPGetIDsByURL", "http_get_ids_by_url"),
        ("repos/list-all", "repos_list_all"),
        ("Get User.v2", "get_user_v2"),
        ("import", "import_"),
        ("__init__", "init"),
        ("naïve café", "naive_cafe"),
        ("ﬁeld", "field"),
        ("", "call"),
        ("123", "call_123"),
        ("😀", "grinning_face"),
        ("получить данные", "poluchit_dannye"),
        ("Имя", "imya"),
        ("Ἀθῆναι", "athinai"),
        ("データ", "deta"),
        ("데이터", "deiteo"),
        ("年齢", "u5e74_u9f62"),
        ("Straße Øst", "strasse_ost"),
        ("m³", "m3"),
        ("½", "call_12"),
        ("\u202eevil\u200b", "evil"),
        ("../../evil", "evil"),
        ("+1", "plus_1"),
        ("-1", "minus_1"),
        ("a-1", "a_1"),
        ("createdAt>", "created_at_gt"),
        ("createdAt<=", "created_at_le"),
        ("*", "star"),
        ("__", "call"),
    ],
)
def test_snake(text: str, expected: str) -> None:
    assert snake(text, "call") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CreateCompletionRequest", "CreateCompletionRequest"),
        ("OpenAIFile", "OpenAIFile"),
        ("pet-owner", "PetOwner"),
        ("pet owner_name", "PetOwnerName"),
        ("None", "None_"),
        ("3d", "Schema3d"),
        ("年齢", "U5e74U9f62"),
    ],
)
def test_pascal(text: str, expected: str) -> None:
    assert pascal(text, "Schema") == expected


@given(st.text())
def test_every_text_gives_an_ascii_identifier(text: str) -> None:
    for name in (snake(text, "field"), pascal(text, "Schema")):
        assert name.isascii() and name.isidentifier()
        assert not keyword.iskeyword(name)
        assert not name.startswith("_")
        assert len(name) <= MAX_LENGTH + 1


def test_long_names_are_cut_with_a_hash_of_the_whole() -> None:
    first, second = "a" * 200 + "b", "a" * 200 + "c"
    assert snake(first, "x") != snake(second, "x")


@pytest.mark.parametrize(
    ("plural", "expected"),
    [
        ("pets", "pet"),
        ("batches", "batch"),
        ("policies", "policy"),
        ("status", "status"),
    ],
)
def test_singular(plural: str, expected: str) -> None:
    assert singular(plural) == expected


def test_scope_prefers_context_to_numbers_and_remembers_losers() -> None:
    scope = Scope(["Model"])
    assert scope.take("a", "Pet") == "Pet"
    assert scope.take("b", "PET", "PetInline") == "PetInline"
    assert scope.take("c", "Pet", "PetInline") == "PetInline2"
    assert scope.take("d", "Model", "ModelSchema") == "ModelSchema"
    assert scope.losers == [
        ("b", "PET", "PetInline"),
        ("c", "Pet", "PetInline2"),
        ("d", "Model", "ModelSchema"),
    ]


def test_reserved_names_exclude_only_themselves() -> None:
    assert Scope(["APIError"]).take("a", "ApiError") == "ApiError"


def test_field_names_keep_the_wire_name_where_it_already_is_one() -> None:
    assert field_names(["fooBar", "foo_bar", "from", "_id", "json", "1st"]) == {
        "fooBar": "foo_bar_2",
        "foo_bar": "foo_bar",
        "from": "from_",
        "_id": "id",
        "json": "json_",
        "1st": "field_1st",
    }


@given(st.lists(st.text(), unique=True))
def test_field_names_are_distinct_and_independent_of_order(wire: list[str]) -> None:
    names = field_names(wire)
    assert list(names) == wire
    assert len(set(names.values())) == len(wire)
    assert field_names(wire[::-1]) == names


@pytest.mark.parametrize(
    ("operation_id", "tag", "expected"),
    [
        ("createCompletion", "Completions", "create"),
        ("createChatCompletion", "Chat", "create_completion"),
        ("listFineTuningJobs", "Fine-tuning", "list_jobs"),
        ("completions", "Completions", "completions"),
        ("completions.create", "Completions", "create"),
        ("getThread", "Assistants", "get_thread"),
        ("import", "Files", "import_"),
    ],
)
def test_a_method_leaves_out_the_words_of_its_resource(
    operation_id: str, tag: str, expected: str
) -> None:
    operation = Operation(
        "#/paths/~1x/get",
        operation_id,
        "GET",
        "/x",
        (),
        (tag,),
        "",
        "",
        (),
        None,
        (),
        (),
    )
    stem = snake(tag, "tag")
    resource = ResourceName(tag, stem, stem, pascal(tag, "Tag"), stem, stem)
    assert short_name(operation, resource) == expected


def test_words_are_cached_by_text() -> None:
    assert words("openAPI31Document") == ("open", "API31", "Document")
