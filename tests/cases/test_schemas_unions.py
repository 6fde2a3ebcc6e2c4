"""Unions without discriminator: by JSON type, by fit, and beside other keywords."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from .support import case


def test_common_fields_join_each_option() -> None:
    made = case("017-allof-with-oneof")
    assert made.alias("Payment") == "PaymentCardTail | PaymentDrawer"
    amount = {"amount": "int"}
    assert made.fields("PaymentCardTail") == {
        "card_tail": "Annotated[str, Field(alias='cardTail')]",
        **amount,
    }
    assert made.fields("PaymentDrawer") == {"drawer": "int", **amount}
    payment = TypeAdapter(made.model("Payment"))
    value = {"amount": 1, "drawer": 2}
    assert payment.validate_python(value).to_dict() == value
    assert made.faults("Payment", value) == []
    assert made.faults("Payment", {"amount": 1}) != []


def test_options_that_only_require_are_one_model_and_a_check() -> None:
    made = case("020-anyof-required-only")
    assert made.fields("Contact") == {
        "mail": "str | None = None",
        "phone": "str | None = None",
    }
    assert made.faults("Contact", {}) != []
    assert made.faults("Contact", {"phone": "1"}) == []


def test_the_option_with_the_most_known_fields_is_chosen() -> None:
    made = case("044-oneof-overlap")
    decode = made.module("_runtime.decoders").decode_json
    blob = made.model("Blob")
    for text, name in (
        (b'{"id": 1, "layers": 2}', "Thick"),
        (b'{"layers": 2}', "Thick"),
        (b'{"id": 1}', "Thin"),
        (b"{}", "Thin"),
    ):
        assert type(decode(text, blob, False)).__name__ == name, text
    # one payload fits both: only the validator asks for exactly one
    assert made.faults("Blob", {"id": 1, "layers": 2}) == [("", "oneOf")]
    assert made.faults("Blob", {"id": 1}) == []


def test_options_are_told_apart_by_their_json_type() -> None:
    made = case("046-oneof-scalar-object-list")
    content = "str | int | bool | Part | list[Part] | None = None"
    assert made.fields("Crate") == {"content": content}
    crate = made.model("Crate")
    for value, kind in (
        ("a", str),
        (1, int),
        (True, bool),
        ({"sku": "a"}, made.model("Part")),
        ([{"sku": "a"}], list),
    ):
        found = crate.model_validate({"content": value})
        assert type(found.content) is kind
        assert found.to_dict() == {"content": value}
        assert made.faults("Crate", {"content": value}) == []
    with pytest.raises(ValidationError):
        crate.model_validate({"content": 1.5})
    assert made.faults("Crate", {"content": 1.5}) != []
