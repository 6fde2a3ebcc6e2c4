"""Values are checked without any server."""

from __future__ import annotations

from case_validators_alone.validators import SCHEMAS

ORDER = {"kind": "buy", "lines": [7], "code": "AB1", "x-a": "extra"}


def check_what_is_valid() -> None:
    check = SCHEMAS["Order"]
    assert check(ORDER) is None
    assert (
        check({"kind": "sell", "lines": [7, 1], "price": 0.05, "code": "AB1"}) is None
    )
    assert check({"kind": 1, "lines": [7.0]}) is None


def check_what_is_not() -> None:
    check = SCHEMAS["Order"]
    wrong: list[tuple[dict[str, object], str, str]] = [
        ({"kind": 2}, "/kind", "enum"),
        ({"code": "ab1"}, "/code", "pattern"),
        ({"price": 0.005}, "/price", "multipleOf"),
        ({"lines": [1]}, "/lines", "contains"),
        ({"lines": [7, 7]}, "/lines", "uniqueItems"),
        ({"note": "text"}, "/note", "not"),
        ({"x-b": 1}, "/x-b", "type"),
        ({"other": 1}, "/other", "unevaluatedProperties"),
        ({"kind": "sell"}, "/price", "required"),
        ({"x-too-long": ""}, "/x-too-long", "maxLength"),
    ]
    for change, path, keyword in wrong:
        found = check({**ORDER, **change})
        assert found is not None
        assert [(item.path, item.keyword) for item in found] == [(path, keyword)]
