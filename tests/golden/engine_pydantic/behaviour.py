"""Models of another engine between the client and the server, and by themselves."""

from __future__ import annotations

import case_engine_pydantic as package
import pytest
from case_engine_pydantic.models import Aphids, Bed, Meta, Plant
from case_engine_pydantic.server import Context
from case_engine_pydantic.server import app as build
from pydantic import ValidationError
from starlette.applications import Starlette


class Handlers:
    """Gives back what it gets."""

    async def add_plant(self, request: Plant, context: Context) -> Plant:
        return request


def app() -> Starlette:
    return build(plants=Handlers())


def check_models_travel(url: str) -> None:
    with package.Client(base_url=url) as client:
        plant = client.plants.add(
            name="Fern",
            light="shade",
            watered_at=None,
            pests=[Aphids(kind="aphids", count=3)],
            bed=Bed(corners=(1.5, 2.0)),
            notes=["tall", ["green"]],
            extra_care=True,
        )
    assert plant.to_dict() == {
        "name": "Fern",
        "light": "shade",
        "wateredAt": None,
        "pests": [{"kind": "aphids", "count": 3}],
        "bed": {"corners": [1.5, 2.0]},
        "notes": ["tall", ["green"]],
        "extra-care": True,
    }
    assert isinstance(plant.bed, Bed)


def check_names_and_bounds() -> None:
    model = Meta.model_validate({"class": "a", "$ref": {}})
    assert (model.class_, model.ref) == ("a", Meta())
    for bad in (
        {"name": "", "light": "sun", "wateredAt": None},
        {"name": "Fern", "light": "dark", "wateredAt": None},
        {"name": "Fern", "light": "sun"},
        {"name": "Fern", "light": "sun", "wateredAt": None, "stems": "1"},
    ):
        with pytest.raises(ValidationError):
            Plant.model_validate(bad)


def check_an_object_can_be_closed() -> None:
    assert Plant.model_config.get("extra") == "allow"
    with pytest.raises(ValidationError):
        Bed.model_validate({"corners": [1, 2], "more": 1})
