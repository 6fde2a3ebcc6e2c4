"""Properties that no schema lists come back, and are checked where they are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from case_additional_properties import BadRequestError, Client, server
from case_additional_properties.models import Counts, Labels

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Labelling(server.LabelsResourceHandlers):
    async def put_labels(self, request: Labels, context: server.Context) -> Counts:
        lengths = {name: len(text) for name, text in request.items()}
        return Counts.model_validate({"total": len(request), **lengths})


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
