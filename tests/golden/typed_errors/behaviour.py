"""The body of an error is the model of its status, of its range or of the default."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, assert_type

import pytest
from case_typed_errors import (
    APIStatusError,
    AsyncClient,
    Client,
    ConflictError,
    InternalServerError,
    NotFoundError,
    RateLimitError,
    server,
)
from case_typed_errors.errors import (
    HeldConflictError,
    ProblemNotFoundError,
    ProblemStatusError,
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
        if name == "busy":
            raise server.HTTPError(429, Problem(title="Busy."))
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


def check_a_class_for_each_documented_body(url: str) -> None:
    with Client(base_url=url, max_retries=0) as client:
        with pytest.raises(ProblemNotFoundError):
            client.locks.release("missing")
        try:
            client.locks.release("held")
        except HeldConflictError as error:
            assert_type(error.body, Held)
            assert error.body.owner == "Ada"
            again = copy.deepcopy(pickle.loads(pickle.dumps(error)))
            assert type(again) is HeldConflictError and again.body == error.body
        for name in ("missing", "teapot", "broken", "busy"):
            with pytest.raises(ProblemStatusError) as problem:
                client.locks.release(name)
            assert_type(problem.value.body, Problem)
            assert problem.value.body.title


def check_the_class_of_the_status_catches_them_too(url: str) -> None:
    """Where the document has a range or a default, as well."""
    with Client(base_url=url, max_retries=0) as client:
        with pytest.raises(RateLimitError) as busy:
            client.locks.release("busy")
        with pytest.raises(InternalServerError) as broken:
            client.locks.release("broken")
        with pytest.raises(APIStatusError) as odd:
            client.locks.release("odd")
    assert_type(busy.value.body, object)
    if isinstance(busy.value, ProblemStatusError):
        assert_type(busy.value.body, Problem)
    for error in (busy.value, broken.value):
        assert isinstance(error, ProblemStatusError)
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and again.body == error.body
    assert not isinstance(odd.value, ProblemStatusError | HeldConflictError)


async def check_without_waiting(url: str) -> None:
    async with AsyncClient(base_url=url, max_retries=0) as client:
        with pytest.raises(ConflictError) as held:
            await client.locks.release("held")
        with pytest.raises(ProblemNotFoundError) as missing:
            await client.locks.release("missing")
    assert held.value.body == Held(owner="Ada")
    assert_type(missing.value.body, Problem)
    assert missing.value.body.title == "No such lock."
