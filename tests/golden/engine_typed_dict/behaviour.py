"""TypedDicts: plain dictionaries with the names on the wire."""

from __future__ import annotations

from typing import get_type_hints

from case_engine_typed_dict.models import Aphids, Meta, Plant
from case_engine_typed_dict.validators import SCHEMAS


def check_they_are_dictionaries() -> None:
    pest: Aphids = {"kind": "aphids", "count": 1}
    plant: Plant = {
        "name": "Fern",
        "light": "sun",
        "wateredAt": None,
        "pests": [pest],
        "extra-care": True,
    }
    assert SCHEMAS["Plant"](plant) is None


def check_what_is_required() -> None:
    assert Plant.__required_keys__ == {"name", "light", "wateredAt"}
    assert "extra-care" in Plant.__optional_keys__


def check_types_can_be_read() -> None:
    assert get_type_hints(Meta)["list"] == list[str]
