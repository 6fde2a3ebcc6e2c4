"""What messages about rules call an object: never a bare number of its place."""

from __future__ import annotations

import pytest

from generator.rules.titles import title_of

ORDER = "#/components/schemas/Order"


@pytest.mark.parametrize(
    ("place", "title"),
    [
        ("", "Order"),
        ("/properties/buyer", "buyer"),
        ("/properties/1", "1"),
        ("/properties/items/items", "an item of items"),
        ("/allOf/1", "part 2 of Order"),
        ("/properties/lines/items/oneOf/0", "alternative 1 of an item of lines"),
        ("/prefixItems/0", "item 1 of Order"),
        ("/additionalProperties", "a value of Order"),
        ("/if", "a part of Order"),
        ("/patternProperties/^a~1b", "^a/b"),
    ],
)
def test_what_stands_in_a_component(place: str, title: str) -> None:
    assert title_of(ORDER + place) == title


@pytest.mark.parametrize(
    ("schema", "title"),
    [
        ("#/paths/~1a/post/requestBody/content/a~1b/schema", "the request"),
        (
            "#/paths/~1a/post/responses/200/content/a~1b/schema/allOf/0",
            "part 1 of the response",
        ),
        ("#/paths/~1a/get/parameters/0/schema", "the parameter"),
        ("parts/buyer.yaml#", "buyer.yaml"),
        ("buyer.yaml#/allOf/1", "part 2 of buyer.yaml"),
        ("#/allOf/0", "part 1 of the document"),
    ],
)
def test_what_stands_elsewhere(schema: str, title: str) -> None:
    assert title_of(schema) == title
