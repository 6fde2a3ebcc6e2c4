"""Structs: read and written by msgspec, tagged where a union needs it."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import pytest
from case_engine_msgspec import models
from case_engine_msgspec.models import Aphids, Meta, Mildew, Plant
from msgspec import UNSET


def check_a_struct_is_read_and_written() -> None:
    text = b'{"name":"Fern","light":"sun","wateredAt":null,"extra-care":true}'
    plant = msgspec.json.decode(text, type=Plant)
    assert plant == Plant(name="Fern", light="sun", watered_at=None, extra_care=True)
    assert plant.height is UNSET
    assert msgspec.json.decode(msgspec.json.encode(plant)) == msgspec.json.decode(text)


def check_a_union_is_told_by_its_tag() -> None:
    data = {
        "name": "Fern",
        "light": "sun",
        "wateredAt": None,
        "pests": [{"kind": "mildew"}, {"kind": "aphids", "count": 2}],
    }
    assert msgspec.convert(data, Plant).pests == [Mildew(), Aphids(count=2)]


def check_bounds_hold() -> None:
    for bad in (
        {"name": "", "light": "sun", "wateredAt": None},
        {"name": "Fern", "light": "dark", "wateredAt": None},
        {"name": "Fern", "light": "sun", "wateredAt": None, "stems": 0},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(bad, Plant)


def check_msgspec_takes_every_type() -> None:
    for name in dir(models):
        kind = getattr(models, name)
        with suppress(msgspec.ValidationError):
            msgspec.convert({}, kind)
    assert msgspec.convert({"class": "a"}, Meta).class_ == "a"
