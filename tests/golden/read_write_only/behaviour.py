"""A request need not say what only answers hold, nor an answer what only requests hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from case_read_write_only import BadRequestError, Client, server
from case_read_write_only.models import Device, Login, Secret, Session, User
from case_read_write_only.validators import SCHEMAS

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Users(server.UsersHandlers):
    async def create_user(self, request: User, context: server.Context) -> User:
        assert request.id is None and request.password == "secret"
        return User(id=1, name=request.name)


class Sessions(server.SessionsHandlers):
    async def create_session(self, request: Login, context: server.Context) -> Session:
        token = f"{request.name}/{request.secret.text}"
        return Session(token=token, devices=[Device(id=1)])


def app() -> Starlette:
    options = server.ServerOptions()
    return server.app(users=Users(), sessions=Sessions(), options=options)


def check_each_side_says_its_part(url: str) -> None:
    with Client(base_url=url) as client:
        user = client.users.create(name="Ada", password="secret")
    assert user.to_dict() == {"id": 1, "name": "Ada"}


def check_what_goes_one_way_is_always_there(url: str) -> None:
    with Client(base_url=url) as client:
        session = client.sessions.create(name="Ada", secret=Secret(text="s"))
        assert session.token.upper() == "ADA/S"
        assert [device.id + 1 for device in session.devices or []] == [2]
        with pytest.raises(BadRequestError) as caught:
            client.sessions.create(
                name="Ada", secret=Secret(text="s"), extra_body={"secret": {}}
            )
    assert caught.value.param == "secret.text"


def check_what_validators_demand(url: str) -> None:
    del url
    demanded = {
        "User": ["/name"],
        "Login": ["/name", "/secret"],
        "Secret": ["/text"],
        "Session": ["/token"],
        "Device": ["/id"],
        "Unused": ["/id", "/password"],
    }
    for name, paths in demanded.items():
        assert [item.path for item in SCHEMAS[name]({}) or []] == paths


def check_what_validators_demand_of_one_way(url: str) -> None:
    del url
    demanded: dict[str, tuple[list[str], list[str]]] = {
        "User": (["/name", "/password"], ["/id", "/name"]),
        "Login": (["/name", "/secret"], ["/name", "/secret"]),
        "Secret": (["/text"], []),
        "Session": ([], ["/token"]),
        "Device": ([], ["/id"]),
        "Unused": (["/password"], ["/id"]),
    }
    for name, (sent, got) in demanded.items():
        schema = SCHEMAS[name]
        assert [item.path for item in schema.request.errors({})] == sent
        assert [item.path for item in schema.response.errors({})] == got
