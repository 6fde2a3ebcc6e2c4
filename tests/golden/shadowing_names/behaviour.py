"""Fields and parameters with the names of types, keywords and our own can be used."""

from __future__ import annotations

import builtins
import datetime
from typing import TYPE_CHECKING

from case_shadowing_names import Client, server
from case_shadowing_names.models import Model, Value

if TYPE_CHECKING:
    from starlette.applications import Starlette

DAY = datetime.date(2024, 2, 29)


class Shadows(server.ImportHandlers):
    async def list(
        self,
        *,
        timeout_query: int | None,
        self_query: builtins.str | None,
        class_: builtins.list[builtins.str] | None,
        body: builtins.str | None,
        context: server.Context,
    ) -> builtins.list[Model]:
        words = [builtins.str(timeout_query), builtins.str(self_query), *(class_ or [])]
        return [Model(list=words, from_=body)]

    async def str(
        self, request: Model, context: server.Context
    ) -> builtins.list[builtins.str]:
        sent = request.to_dict()
        return [*sent, *request.list, builtins.str(request.date)]


def app() -> Starlette:
    return server.app(import_=Shadows())


def check_parameters(url: str) -> None:
    with Client(base_url=url) as client:
        found = client.import_.list(
            timeout_query=3, self_query="me", class_=["a", "b"], body="x", timeout=10
        )
    assert found == [Model(list=["3", "me", "a", "b"], from_="x")]


def check_fields(url: str) -> None:
    with Client(base_url=url) as client:
        names = client.import_.str(
            list=["item"],
            str="s",
            int=1,
            date=DAY,
            from_="f",
            model_config="m",
            json={"a": [1]},
            field=0.5,
            foo_bar_2="camel",
            foo_bar="snake",
            value=Value(found=True, omit="o"),
        )
    wire = "list str int date from model_config json Field fooBar foo_bar value"
    assert names == [*wire.split(), "item", "2024-02-29"]
