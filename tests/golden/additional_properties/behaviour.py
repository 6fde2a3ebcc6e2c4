"""Properties that no schema lists come back, and are checked where they are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from case_additional_properties import BadRequestError, Client, server
from case_additional_properties.models import Counts, Labels, Prices, Sizes
from pydantic import ValidationError

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Labelling(server.LabelsResourceHandlers):
    async def put_labels(self, request: Labels, context: server.Context) -> Counts:
        lengths = {name: len(text) for name, text in request.items()}
        return Counts.model_validate({"total": len(request), **lengths})

    async def put_prices(self, request: Prices, context: server.Context) -> Sizes:
        return Sizes(counts={"s": request.get("eur", 0), "m": request.get("usd", 0)})


def app() -> Starlette:
    return server.app(labels=Labelling())


def check_maps_and_open_records(url: str) -> None:
    with Client(base_url=url) as client:
        counts = client.labels.put(body={"a b": "xyz", "total": ""})
        assert counts.total == 0
        counts = client.labels.put(body={"a b": "xyz", "ä": "x"})
    assert counts.total == 2
    assert counts.model_extra == {"a b": 3, "ä": 1}
    assert counts.to_dict() == {"total": 2, "a b": 3, "ä": 1}


def check_the_values_of_a_map(url: str) -> None:
    with Client(base_url=url) as client, pytest.raises(BadRequestError) as caught:
        client.labels.put(body={"fine": "x", "long": "123456"})
    assert caught.value.param == "long"


def check_the_names_of_a_map(url: str) -> None:
    with Client(base_url=url) as client:
        sizes = client.labels.put_prices(body={"eur": 3})
        assert sizes.counts == {"s": 3, "m": 0}
        assert sizes.to_dict() == {"counts": {"s": 3, "m": 0}}
        wrong = cast("Prices", {"eur": 1, "gbp": 2})
        with pytest.raises(BadRequestError) as caught:
            client.labels.put_prices(body=wrong)
    assert caught.value.param == "gbp"
    with pytest.raises(ValidationError):
        Sizes.model_validate({"counts": {"l": 1}})
