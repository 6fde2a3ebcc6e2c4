"""Arguments that a method does not have: told before anything is sent."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from completions import AsyncClient, Client

WRONG: dict[str, Any] = {"model": "m", "prompt": "p", "temprature": 1}
TOLD = "unexpected keyword argument 'temprature'"


def test_a_misspelled_argument_is_refused() -> None:
    with Client(api_key="k", base_url="http://127.0.0.1:9") as client:
        with pytest.raises(TypeError, match=TOLD):
            client.completions.create(**WRONG)
        with pytest.raises(TypeError, match=TOLD):
            client.completions.with_raw_response.create(**WRONG)
        with pytest.raises(TypeError, match=TOLD):
            client.completions.create(**WRONG, stream=True)


def test_a_misspelled_argument_is_refused_async() -> None:
    async def call() -> None:
        async with AsyncClient(api_key="k", base_url="http://127.0.0.1:9") as client:
            await client.completions.create(**WRONG)

    with pytest.raises(TypeError, match=TOLD):
        asyncio.run(call())
