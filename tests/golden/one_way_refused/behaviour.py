"""What goes one way only is refused the other way, by server and validators alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from case_one_way_refused import BadRequestError, Client, InternalServerError, server
from case_one_way_refused.models import Account, Owner
from case_one_way_refused.validators import OPERATIONS, SCHEMAS, account_request

if TYPE_CHECKING:
    from starlette.applications import Starlette

MEDIA = "application/json"


class Accounts(server.AccountsHandlers):
    async def create_account(
        self, request: Account, context: server.Context
    ) -> Account:
        assert request.id is None and request.password == "secret"
        owner = Owner(name=request.owner.name)
        if owner.name == "Eve":
            return Account(id=1, owner=owner, password="leaked")
        return Account(id=1, owner=owner)


def app() -> Starlette:
    return server.app(
        accounts=Accounts(), options=server.ServerOptions(validate_responses=True)
    )


def check_each_side_says_its_part(url: str) -> None:
    with Client(base_url=url) as client:
        account = client.accounts.create(owner=Owner(name="Ada"), password="secret")
    assert account.id == 1 and account.password is None


def check_a_request_with_what_is_only_read(url: str) -> None:
    with Client(base_url=url) as client, pytest.raises(BadRequestError) as caught:
        client.accounts.create(
            owner=Owner(name="Ada"), password="secret", extra_body={"id": 7}
        )
    assert caught.value.param == "id"


def check_an_answer_with_what_is_only_written(url: str) -> None:
    with Client(base_url=url, max_retries=0) as client:
        with pytest.raises(InternalServerError):
            client.accounts.create(owner=Owner(name="Eve"), password="secret")


def check_what_validators_say(url: str) -> None:
    del url
    sent = {"owner": {"name": "Ada"}, "password": "secret"}
    got = {"owner": {"name": "Ada", "since": "2027-01-02"}, "id": 1}
    account = SCHEMAS["Account"]
    assert account.request.is_valid(sent) and account.response.is_valid(got)
    assert account.is_valid({**sent, **got})
    both = {**sent, **got, "friends": [got]}
    found = account.request.errors(both)
    assert [(item.path, item.keyword) for item in found] == [
        ("/id", "readOnly"),
        ("/owner/since", "readOnly"),
        ("/friends/0/id", "readOnly"),
        ("/friends/0/owner/since", "readOnly"),
        ("/friends/0/password", "required"),
    ]
    assert account_request(both) == found
    create = OPERATIONS["createAccount"]
    assert create.request[MEDIA].errors(both) == found
    told = create.responses["201", MEDIA].errors({**got, "password": "leaked"})
    assert [(item.path, item.message) for item in told] == [
        ("/password", "may not be in a response")
    ]
