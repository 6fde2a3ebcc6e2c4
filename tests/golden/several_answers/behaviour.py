"""The status tells which of the documented answers it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from case_several_answers import AsyncClient, Client, server
from case_several_answers.models import Done, Running, StartJobRequest

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Jobs(server.JobsHandlers):
    async def start_job(
        self, request: StartJobRequest | None, context: server.Context
    ) -> Done | Running | None:
        if request is None:
            return None
        return Done(result="ok") if request.wait else Running(retry_in=5)


def app() -> Starlette:
    return server.app(jobs=Jobs())


def check_each_answer(url: str) -> None:
    with Client(base_url=url) as client:
        assert client.jobs.start(wait=True) == Done(result="ok")
        assert client.jobs.start(wait=False) == Running(retry_in=5)
        assert client.jobs.start() is None


async def check_without_waiting(url: str) -> None:
    async with AsyncClient(base_url=url) as client:
        assert await client.jobs.start(wait=False) == Running(retry_in=5)
