"""What comes back: empty answers, several successes, scalars, references, traps."""

from __future__ import annotations

import json
import typing
from typing import Any

import httpx2
import pytest

from generator.config.pagination import Pagination

from .support import SPECS, Case, case

JSON = {"content-type": "application/json"}


def answering(made: Case, *answers: httpx2.Response) -> Any:
    """A client of the case whose server gives these answers, one after the other."""
    left = list(answers)
    transport = httpx2.MockTransport(lambda request: left.pop(0))
    return made.module().Client(
        base_url="http://test",
        max_retries=0,
        http_client=httpx2.Client(transport=transport),
    )


def result_of(made: Case, resource: str, cls: str, method: str) -> Any:
    """The return annotation of a method, evaluated."""
    module = made.module(f"client.{resource}")
    hints = typing.get_type_hints(getattr(getattr(module, cls), method))
    return hints["return"]


def test_references_to_everything_that_is_no_schema() -> None:
    made = case("008-ref-nonschema-components")
    models = made.module("models")
    assert result_of(made, "tickets", "Tickets", "put") is models.Ticket
    client = answering(
        made,
        httpx2.Response(200, json={"seat": "12A"}, headers={"x-revision": "3"}),
        httpx2.Response(404, json={"why": "no such ticket"}),
    )
    found = client.tickets.put(7, seat="12A")
    assert isinstance(found, models.Ticket) and found.seat == "12A"
    with pytest.raises(made.module().NotFoundError) as caught:
        client.tickets.put(8)
    assert isinstance(caught.value.body, models.Problem)
    assert caught.value.body.why == "no such ticket"


def test_operations_behind_a_reference_to_a_path_item() -> None:
    made = case("011-path-item-ref-31")
    assert result_of(made, "lamps", "Lamps", "list") == list[str]
    client = answering(made, httpx2.Response(200, json=["desk"]))
    assert client.lamps.list() == ["desk"]
    assert "/lamps" in made.files["server/lamps.py"]


def test_empty_answers() -> None:
    made = case("088-response-empty")
    errors = made.module()
    assert result_of(made, "a", "A", "del_") is type(None)
    assert result_of(made, "b", "B", "get") is type(None)
    client = answering(
        made,
        httpx2.Response(204),
        httpx2.Response(200),
        httpx2.Response(304),
        httpx2.Response(202),
        httpx2.Response(202, json={"eta": 3}),
        httpx2.Response(202, content=b"{", headers=JSON),
    )
    assert client.a.del_() is None
    assert client.b.get() is None
    assert client.b.get() is None
    assert client.c.get() is None
    assert client.c.get() == {"eta": 3}
    with pytest.raises(errors.ResponseDecodeError):
        client.c.get()


def test_an_empty_body_where_json_is_documented() -> None:
    made = case("089-response-several-success")
    client = answering(made, httpx2.Response(201))
    with pytest.raises(made.module().ResponseDecodeError) as caught:
        client.build.build()
    assert caught.value.status_code == 201


def test_the_status_chooses_among_successes() -> None:
    made = case("089-response-several-success")
    models = made.module("models")
    returned = models.Full | models.Stub | models.Wait
    assert result_of(made, "build", "Build", "build") == returned
    client = answering(
        made,
        httpx2.Response(202, json={"eta": 4}),
        httpx2.Response(201, json={"id": 1}),
        httpx2.Response(200, json={"id": 1, "log": "made"}),
        httpx2.Response(409, json={"eta": 9}),
    )
    assert client.build.build() == models.Wait(eta=4)
    assert type(client.build.build()) is models.Stub
    assert type(client.build.build()) is models.Full
    with pytest.raises(made.module().ConflictError) as caught:
        client.build.build()
    assert caught.value.body == models.Wait(eta=9)


def test_any_json_type_is_a_result() -> None:
    made = case("091-response-scalar-and-enum")
    models = made.module("models")
    wanted = {
        "a": str,
        "b": typing.Literal["calm", "wild"],
        "c": list[str] | None,
        "d": dict[str, models.Box],
        "e": list[models.Box | int],
    }
    sent = {
        "a": "text",
        "b": "wild",
        "c": None,
        "d": {"one": {"w": 1}},
        "e": [{"w": 2}, 3],
    }
    expected = {
        **sent,
        "d": {"one": models.Box(w=1)},
        "e": [models.Box(w=2), 3],
    }
    for name, kind in wanted.items():
        returned = result_of(made, name, name.upper(), name)
        assert getattr(returned, "__value__", returned) == kind
        text = json.dumps(sent[name])
        client = answering(made, httpx2.Response(200, text=text, headers=JSON))
        found = getattr(getattr(client, name), name)()
        assert found == expected[name]


def test_a_client_believes_what_is_not_wrong() -> None:
    made = case("127-conformance-traps")
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    body = b'{"id": 1, "tags": {"a": ["x", null], "b": "y"}}'
    client = answering(
        made,
        httpx2.Response(200, content=body, headers=headers),
        httpx2.Response(
            418,
            content=b'{"title": "teapot"}',
            headers={"content-type": "application/problem+json"},
        ),
    ).with_options(response_mode="strict")
    found = client.t.t(data=b"\x00\xff")
    assert found.id == 1 and found.tags == {"a": ["x", None], "b": "y"}
    with pytest.raises(made.module().APIStatusError) as caught:
        client.t.t()
    assert caught.value.status_code == 418
    assert caught.value.body == {"title": "teapot"}
    validate = made.module("validators.operations.t")
    assert validate.t_response_default({"any": 1}) is None
    assert validate.t_response_200({"id": 1, "tags": {"a": [None]}}) is None


def test_pages_are_walked_where_there_is_no_doubt_which_is_told() -> None:
    made = case("094-pagination-shapes")
    assert made.codes == ["N282"] and "listCursor, listLink" in made.found[0].message
    client = answering(
        made,
        httpx2.Response(200, json={"data": [1, 2], "next_cursor": "abc"}),
        httpx2.Response(200, json={"data": [], "next_cursor": "b"}),
        httpx2.Response(200, json={"data": [3], "next_cursor": ""}),
        httpx2.Response(200, json=[1], headers={"link": '<?page=2>; rel="next"'}),
        httpx2.Response(200, json=[2]),
        httpx2.Response(200, json=[1]),
    )
    assert list(client.cur.list_cursor(limit=2)) == [1, 2, 3]
    assert list(client.lnk.list_link()) == [1, 2]
    assert client.off.list_offset(offset=3) == [1]


def test_pages_are_what_the_document_says_where_nothing_is_inferred() -> None:
    path = SPECS / "094-pagination-shapes.yaml"
    made = Case(path, pagination=Pagination(infer=False))
    assert result_of(made, "off", "Off", "list_offset") == list[int]
    assert result_of(made, "lnk", "Lnk", "list_link") == list[int]
    client = answering(
        made, httpx2.Response(200, json={"data": [1, 2], "next_cursor": "abc"})
    )
    page = client.cur.list_cursor(limit=2)
    assert page.data == [1, 2] and page.next_cursor == "abc"
    assert made.found == []


@pytest.mark.parametrize(
    "name", ["125-diff-nullable-wrap", "125-diff-nullable-wrap.rev"]
)
def test_a_reference_and_one_that_may_be_null(name: str) -> None:
    made = case(name)
    assert made.found == []
    role = made.model("Role")
    given = role(kind="robot", box={"w": 1})
    assert given.box == made.model("Box")(w=1)
    client = answering(made, httpx2.Response(200, json={"kind": "human"}))
    assert (
        client.with_options(response_mode="strict").role.post(kind="robot").kind
        == "human"
    )
    is_nullable = name.endswith(".rev")
    found = made.module("validators").SCHEMAS["Role"]({"kind": None, "box": None})
    assert {item.path for item in found or ()} == (
        set() if is_nullable else {"/kind", "/box"}
    )
