"""Rules of operations hold for every body that they fit, whatever else stands beside it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .support import Case

if TYPE_CHECKING:
    from pathlib import Path

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
PATCH = "application/merge-patch+json"
COUNT = {"$ref": "#/components/schemas/Count"}
NOTE = {"$ref": "#/components/schemas/Note"}
INLINE = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}
SCHEMAS = {
    "Count": INLINE,
    "Note": {"type": "object", "properties": {"text": {"type": "string"}}},
}
REQUEST = {"rule": "self.n > 0", "when": "request", "path": "/n"}
RESPONSE = {"rule": "self.n > 0", "when": "response", "path": "/n"}
EXCHANGE = {"rule": "response.n == request.n", "path": "/response/n"}
BAD = {"n": -1}


def _case(
    folder: Path,
    rules: list[dict[str, str]],
    sent: dict[str, Any],
    *answers: tuple[str, dict[str, Any]],
) -> Case:
    """An operation with these rules; `sent` is by media type, `answers` by status too."""
    responses = {
        status: {"description": "ok", "content": _contents(contents)}
        for status, contents in answers or [("200", {JSON: NOTE})]
    }
    path = folder / "spec.json"
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {
            "/a": {
                "post": {
                    "operationId": "a",
                    "tags": ["a"],
                    "x-validations": rules,
                    "requestBody": {"required": True, "content": _contents(sent)},
                    "responses": responses,
                }
            }
        },
        "components": {"schemas": SCHEMAS},
    }
    path.write_text(json.dumps(document), encoding="utf-8")
    return Case(path)


def _contents(schemas: dict[str, Any]) -> dict[str, Any]:
    return {media: {"schema": schema} for media, schema in schemas.items()}


def _operation(case: Case) -> Any:
    return case.module("validators").OPERATIONS["a"]


def _told(case: Case) -> list[str]:
    return [item.message for item in case.found if item.code == "W292"]


def _paths(found: Any) -> list[str]:
    return [item.path for item in found or []]


def test_a_form_before_json_does_not_hide_rules(tmp_path: Path) -> None:
    case = _case(tmp_path, [REQUEST], {FORM: COUNT, JSON: COUNT})
    request = _operation(case).request
    for media in (JSON, FORM):
        assert _paths(request[media].errors(BAD)) == ["/n"]
        assert request[media].errors({"n": 1}) == []
    assert not _told(case)


def test_a_form_after_json_does_not_hide_rules(tmp_path: Path) -> None:
    case = _case(tmp_path, [REQUEST], {JSON: COUNT, FORM: COUNT})
    request = _operation(case).request
    for media in (JSON, FORM):
        assert _paths(request[media].errors(BAD)) == ["/n"]


def test_a_form_of_another_schema_has_no_rules(tmp_path: Path) -> None:
    case = _case(tmp_path, [REQUEST], {FORM: INLINE, JSON: COUNT})
    request = _operation(case).request
    assert _paths(request[JSON].errors(BAD)) == ["/n"]
    assert request[FORM].errors(BAD) == []


def test_rules_hold_for_each_json_body_of_a_request(tmp_path: Path) -> None:
    case = _case(tmp_path, [REQUEST], {PATCH: INLINE, JSON: COUNT})
    request = _operation(case).request
    for media in (JSON, PATCH):
        assert _paths(request[media].errors(BAD)) == ["/n"]
    assert not _told(case)


def test_rules_hold_for_each_answer_of_success(tmp_path: Path) -> None:
    answers = [
        ("200", {JSON: COUNT}),
        ("201", {JSON: COUNT, PATCH: INLINE}),
        ("2XX", {JSON: INLINE}),
        ("400", {JSON: COUNT}),
    ]
    case = _case(tmp_path, [RESPONSE], {JSON: NOTE}, *answers)
    found = _operation(case).responses
    for status, contents in answers:
        wanted = ["/n"] if status.startswith("2") else []
        for media in contents:
            assert _paths(found[status, media].errors(BAD)) == wanted
            assert found[status, media].errors({"n": 1}) == []
    assert not _told(case)


def test_bodies_that_a_rule_does_not_fit_are_told(tmp_path: Path) -> None:
    answers = [
        ("200", {JSON: NOTE}),
        ("201", {JSON: COUNT}),
        ("202", {JSON: {"type": "array", "items": COUNT}}),
    ]
    text = {"rule": "!has(self.text) || self.text != ''", "when": "response"}
    case = _case(tmp_path, [RESPONSE, text], {JSON: NOTE}, *answers)
    found = _operation(case).responses
    assert _told(case) == [
        f"this rule holds for 201 {JSON}, but not for 200 {JSON}, 202 {JSON}",
        f"this rule holds for 200 {JSON}, but not for 201 {JSON}, 202 {JSON}",
    ]
    assert _paths(found["201", JSON].errors(BAD)) == ["/n"]
    assert _paths(found["200", JSON].errors({"text": ""})) == [""]
    assert found["200", JSON].errors(BAD) == []
    assert found["202", JSON].errors([BAD]) == []


def test_exchange_rules_hold_for_answers_of_the_same_schema(tmp_path: Path) -> None:
    answers = [("200", {JSON: COUNT}), ("201", {JSON: COUNT}), ("202", {JSON: NOTE})]
    case = _case(tmp_path, [EXCHANGE], {JSON: COUNT}, *answers)
    held = f"200 {JSON}, 201 {JSON}"
    assert _told(case) == [f"this rule holds for {held}, but not for 202 {JSON}"]
    assert _paths(_operation(case).exchange({"n": 1}, {"n": 2})) == ["/response/n"]
    codec = case.module("server.a")._a()
    assert list(codec.exchanges) == [f"200 {JSON}", f"201 {JSON}"]
    assert len(set(codec.exchanges.values())) == 1


def _after(case: Case, media: str, request: Any, response: Any) -> list[str]:
    """What the server finds in an answer to a request of a media type."""
    body = case.module("_runtime.server_body").ReadBody(request, request)
    check = case.module("server.a")._a().checks_after(body, media)[f"200 {JSON}"]
    return _paths(check(response))


def test_a_request_of_another_schema_is_not_judged_by_the_first(tmp_path: Path) -> None:
    sent = {JSON: COUNT, PATCH: NOTE, FORM: INLINE, "text/json": COUNT}
    case = _case(tmp_path, [EXCHANGE], sent, ("200", {JSON: COUNT}))
    others = f"this rule holds for {JSON}, text/json, 200 {JSON}, but not for {PATCH}"
    assert _told(case) == [others]
    assert case.module("server.a")._a().asked == [JSON, "text/json"]
    assert _after(case, JSON, {"n": 1}, {"n": 2}) == ["/response/n"]
    assert _after(case, "text/json", {"n": 1}, {"n": 2}) == ["/response/n"]
    for media, request in ((PATCH, {"text": "a"}), (FORM, {"n": 1})):
        assert _after(case, media, request, {"n": 2}) == []
        assert _after(case, media, request, {"n": "2"}) == ["/n"]


def test_rules_of_answers_alone_hold_after_requests_of_any_form(tmp_path: Path) -> None:
    rule = {"rule": "response.n > 0", "path": "/response/n"}
    case = _case(
        tmp_path, [rule], {"text/plain": {"type": "string"}}, ("200", {JSON: COUNT})
    )
    assert not _told(case)
    assert _after(case, "text/plain", None, BAD) == ["/response/n"]
