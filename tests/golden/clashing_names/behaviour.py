"""Names of the document beside ours: each side still reaches its own."""

from __future__ import annotations

import builtins

import pytest
from case_clashing_names import models
from case_clashing_names.models.get import GET
from case_clashing_names.validators import SCHEMAS
from pydantic import ValidationError


def test_a_module_named_like_a_built_in_hides_nothing() -> None:
    assert models.List.__name__ == "List"
    assert builtins.list(models.__dir__()) == sorted(models.__dir__())


def test_fields_named_like_the_module_of_their_types() -> None:
    found = GET(str="a", builtins="b")
    assert (found.str, found.builtins) == ("a", "b")


def test_a_validator_named_like_a_function_that_it_calls() -> None:
    assert SCHEMAS["mistyped"]({"x": "a"}) is None
    assert [item.keyword for item in SCHEMAS["mistyped"]({"x": 1}) or []] == ["type"]


def test_listed_arrays_are_checked_where_the_value_is_none() -> None:
    check = SCHEMAS["list"]
    assert check({"pair": ["a"]}) is None
    assert [item.path for item in check({"pair": 5}) or []] == ["/pair"]
    assert check({"file": 5}) is None


def test_what_must_not_be_there() -> None:
    assert models.List.model_validate({"nothing": []}).nothing == []
    for wrong in ({"never": 1}, {"nothing": [1]}):
        with pytest.raises(ValidationError):
            models.List.model_validate(wrong)
        assert SCHEMAS["list"](wrong)
