"""Closed enumerations refuse what they do not list; open ones and clients take it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from case_enums import BadRequestError, Client, server
from case_enums.models import Mix

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Paint(server.PaintHandlers):
    async def mix_paint(self, request: Mix, context: server.Context) -> Mix:
        return request


def app() -> Starlette:
    return server.app(paint=Paint())


def check_a_constant_is_sent_for_whoever_leaves_it_out(url: str) -> None:
    with Client(base_url=url) as client:
        assert client.paint.mix(finish="matt").to_dict() == {
            "kind": "mix",
            "finish": "matt",
        }
    assert Mix(finish="matt").to_dict() == {"kind": "mix", "finish": "matt"}


def check_each_value_comes_back(url: str) -> None:
    with Client(base_url=url) as client:
        mixed = client.paint.mix(
            kind="mix",
            finish="satin",
            base="some blend",
            coats=2,
            dryer=None,
            shade="viridian",
            awkward="naïve",
        )
        assert mixed.base == "some blend" and mixed.coats == 2
        assert mixed.dryer is None and "dryer" in mixed.model_fields_set
        assert mixed.awkward == "naïve"
        quoted = client.paint.mix(kind="mix", finish="matt", awkward='say "hi"')
        assert quoted.to_dict() == {
            "kind": "mix",
            "finish": "matt",
            "awkward": 'say "hi"',
        }


def check_other_values_are_refused(url: str) -> None:
    wrong = {"kind": "mix", "finish": "velvet"}
    with Client(base_url=url) as client, pytest.raises(BadRequestError) as caught:
        client.paint.mix(kind="mix", finish="matt", extra_body=wrong)
    assert caught.value.param == "finish"
    data = json.dumps({"kind": "mix", "finish": "matt", "coats": True}).encode()
    request = Request(f"{url}/mix", data, {"content-type": "application/json"})
    with pytest.raises(HTTPError) as refused, urlopen(request):
        pass
    assert refused.value.code == 400
    refused.value.close()
