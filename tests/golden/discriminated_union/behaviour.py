"""The tag tells the alternatives apart on both sides."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from case_discriminated_union import AsyncClient, BadRequestError, Client, server
from case_discriminated_union.models import (
    Circle,
    MeasureAreaResponse,
    Shape,
    Square,
)

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Shapes(server.ShapesHandlers):
    async def measure_area(
        self, request: Shape, context: server.Context
    ) -> MeasureAreaResponse:
        if isinstance(request, Circle):
            return MeasureAreaResponse(area=math.pi * request.radius**2)
        return MeasureAreaResponse(area=request.side**2)


def app() -> Starlette:
    return server.app(shapes=Shapes())


def check_both_alternatives(url: str) -> None:
    with Client(base_url=url) as client:
        square = client.shapes.measure_area(body=Square(kind="square", side=3))
        circle = client.shapes.measure_area(body=Circle(kind="circle", radius=1))
    assert square.area == 9
    assert circle.area == math.pi


async def check_the_tag_decides_what_is_wrong(url: str) -> None:
    wrong = Square.model_construct(kind="square", side=-1)
    async with AsyncClient(base_url=url) as client:
        with pytest.raises(BadRequestError) as caught:
            await client.shapes.measure_area(body=wrong)
    assert caught.value.param == "side"
