"""Models and validators of a JSON Schema, of the types that they share."""

from __future__ import annotations

from typing import Any

import pytest
from case_json_schema.models import Order
from case_json_schema.validators import SCHEMAS
from pydantic import ValidationError

ORDER: dict[str, Any] = {
    "id": 7,
    "lines": [{"article": {"name": "Tea", "similar": [{"name": "Mate"}]}}],
    "size": [1, 2.5],
    "gift": True,
    "ship_to": {"city": "Ulm", "code": None},
    "earlier": {"id": 1, "lines": [{"article": {"name": "Cup"}, "count": 2}]},
}


def check_model() -> None:
    order = Order.model_validate(ORDER)
    assert order.lines[0].article.name == "Tea"
    assert order.ship_to is not None and order.ship_to.code is None
    assert order.earlier is not None and order.earlier.lines[0].count == 2
    assert order.to_dict() == ORDER
    with pytest.raises(ValidationError):
        Order.model_validate({**ORDER, "id": "x"})


def check_validators() -> None:
    validate = SCHEMAS["Order"]
    assert validate(ORDER) is None

    def faults(**changed: Any) -> list[tuple[str, str]]:
        found = validate({**ORDER, **changed}) or []
        return [(item.path, item.keyword) for item in found]

    assert faults(lines=[]) == [("/lines", "minItems")]
    assert faults(size=[1, "x"]) == [("/size/1", "type")]
    assert faults(size=[1, 2, 3]) == [("/size/2", "items")]
    assert faults(lines=[{"article": {"name": "tea"}}]) == [
        ("/lines/0/article/name", "pattern")
    ]
    assert faults(lines=[{"article": {"name": "Tea"}, "count": 0}]) == [
        ("/lines/0/count", "exclusiveMinimum")
    ]
    assert faults(ship_to={"code": 1}) == [
        ("/ship_to/city", "required"),
        ("/ship_to/code", "type"),
    ]


def check_dependencies() -> None:
    order = {key: ORDER[key] for key in ("id", "lines")}
    found = SCHEMAS["Order"]({**order, "card": "Hi"}) or []
    assert [(item.path, item.keyword) for item in found] == [
        ("/gift", "dependentRequired")
    ]
    found = SCHEMAS["Order"]({**order, "gift": False}) or []
    assert [item.path for item in found] == ["/ship_to"]


def check_every_schema_has_a_validator() -> None:
    assert {"Order", "line", "address", "anything"} <= set(SCHEMAS)
