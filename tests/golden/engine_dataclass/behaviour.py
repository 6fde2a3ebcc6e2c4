"""Dataclasses: made of names, holding the names on the wire."""

from __future__ import annotations

from dataclasses import fields
from typing import get_type_hints

from case_engine_dataclass.models import Aphids, Bed, Meta, Plant
from case_engine_dataclass.validators import SCHEMAS


def check_they_are_made_and_compared() -> None:
    plant = Plant(
        name="Fern", light="shade", watered_at=None, pests=[Aphids(kind="aphids")]
    )
    assert plant == Plant(
        name="Fern", light="shade", watered_at=None, pests=[Aphids(kind="aphids")]
    )
    assert plant.stems is None
    assert Meta(class_="a", list=["b"]).list == ["b"]


def check_names_on_the_wire_are_kept() -> None:
    found = {
        field.name: field.metadata.get("alias", field.name) for field in fields(Plant)
    }
    assert (found["watered_at"], found["extra_care"]) == ("wateredAt", "extra-care")
    assert found["name"] == "name"


def check_types_can_be_read() -> None:
    assert get_type_hints(Bed)["plants"] == list[Plant] | None
    assert get_type_hints(Meta)["list"] == list[str] | None


def check_validators_stand_beside() -> None:
    assert SCHEMAS["Bed"]({"corners": [1, 2]}) is None
    assert SCHEMAS["Bed"]({"corners": [1, 2], "more": 1}) is not None
