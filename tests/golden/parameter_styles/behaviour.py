"""What client and server call a style is the same thing."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from case_parameter_styles import AsyncClient, Client, server
from case_parameter_styles.models import Point, Words

if TYPE_CHECKING:
    from starlette.applications import Starlette

WHEN = datetime.datetime(2024, 5, 6, 7, 8, 9, tzinfo=datetime.UTC)
AWKWARD = "a/b?c=d&e f%2F+"


class Styles(server.StylesHandlers):
    async def echo(
        self,
        *,
        matrix: int,
        label: Words,
        list: Words,
        spaced: Words | None,
        piped: Words | None,
        point: Point | None,
        area: list[Point] | None,
        exact: bool | None,
        scale: float | None,
        since: datetime.datetime | None,
        x_codes: list[int] | None,
        tokens: list[int] | None,
        context: server.Context,
    ) -> dict[str, object]:
        given: dict[str, object] = {
            "matrix": matrix,
            "label": label,
            "list": list,
            "spaced": spaced,
            "piped": piped,
            "point": point,
            "area": area,
            "exact": exact,
            "scale": scale,
            "since": since,
            "X-Codes": x_codes,
            "tokens": tokens,
        }
        return {name: value for name, value in given.items() if value is not None}


def app() -> Starlette:
    return server.app(styles=Styles())


def check_the_path(url: str) -> None:
    with Client(base_url=url) as client:
        found = client.styles.echo(-3, ["a", "b c"], [AWKWARD, "ä"])
    assert found == {"matrix": -3, "label": ["a", "b c"], "list": [AWKWARD, "ä"]}


def check_the_query(url: str) -> None:
    with Client(base_url=url) as client:
        found = client.styles.echo(
            1,
            ["l"],
            ["p"],
            spaced=["a", "b"],
            piped=["a", AWKWARD],
            point=Point(x=1, y=-0.5),
            area=[Point(x=1), Point(x=2, y=1e3)],
            exact=False,
            scale=2.5,
            since=WHEN,
        )
    assert found["spaced"] == ["a", "b"]
    assert found["piped"] == ["a", AWKWARD]
    assert found["point"] == {"x": 1, "y": -0.5}
    assert found["area"] == [{"x": 1}, {"x": 2, "y": 1000.0}]
    assert found["exact"] is False and found["scale"] == 2.5
    assert found["since"] == "2024-05-06T07:08:09Z"


async def check_headers_and_cookies(url: str) -> None:
    async with AsyncClient(base_url=url) as client:
        found = await client.styles.echo(1, ["l"], ["p"], x_codes=[1, -2], tokens=[3])
    assert found["X-Codes"] == [1, -2]
    assert found["tokens"] == [3]
