"""A request need not say what only answers hold, nor an answer what only requests hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from case_read_write_only import Client, server
from case_read_write_only.models import User

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Users(server.UsersHandlers):
    async def create_user(self, request: User, context: server.Context) -> User:
        assert request.id is None and request.password == "secret"
        return User(id=1, name=request.name)


def app() -> Starlette:
    return server.app(users=Users(), options=server.ServerOptions())


def check_each_side_says_its_part(url: str) -> None:
    with Client(base_url=url) as client:
        user = client.users.create(name="Ada", password="secret")
    assert user.to_dict() == {"id": 1, "name": "Ada"}
