"""The body of an error is the model of its status, of its range or of the default."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from case_typed_errors import (
    APIStatusError,
    AsyncClient,
    Client,
    ConflictError,
    InternalServerError,
    NotFoundError,
    server,
)
from case_typed_errors.models import Held, Problem

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Locks(server.LocksHandlers):
    async def release_lock(self, *, name: str, context: server.Context) -> None:
        if name == "missing":
            raise server.NotFound(Problem(title="No such lock."))
        if name == "held":
            raise server.Conflict(Held(owner="Ada"))
        if name == "teapot":
            raise server.HTTPError(418, Problem(title="Short and stout."))
        if name == "broken":
            raise server.InternalServerError(Problem(title="Broken."))
        if name == "odd":
            raise server.HTTPError(410, {"no": "title"})


def app() -> Starlette:
    return server.app(locks=Locks())


def check_each_body_has_its_type(url: str) -> None:
    with Client(base_url=url, max_retries=0) as client:
        client.locks.release("free")
        with pytest.raises(NotFoundError) as missing:
            client.locks.release("missing")
        with pytest.raises(ConflictError) as held:
            client.locks.release("held")
        with pytest.raises(APIStatusError) as teapot:
            client.locks.release("teapot")
        with pytest.raises(InternalServerError) as broken:
            client.locks.release("broken")
        with pytest.raises(APIStatusError) as odd:
            client.locks.release("odd")
    assert missing.value.body == Problem(title="No such lock.")
    assert held.value.body == Held(owner="Ada")
    assert teapot.value.status_code == 418
    assert teapot.value.body == Problem(title="Short and stout.")
    assert broken.value.body == Problem(title="Broken.")
    assert odd.value.body == {"no": "title"}


async def check_without_waiting(url: str) -> None:
    async with AsyncClient(base_url=url, max_retries=0) as client:
        with pytest.raises(ConflictError) as held:
            await client.locks.release("held")
    assert held.value.body == Held(owner="Ada")
