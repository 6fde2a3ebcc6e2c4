"""`oasmith validate` and the configuration: the options of the API whose document it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from .support import Answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SPEC = """\
openapi: 3.0.3
info: {title: Users, version: "1"}
paths:
  /users:
    post:
      operationId: addUser
      requestBody:
        content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}
      responses: {"204": {description: Added.}}
components:
  schemas:
    User:
      type: object
      required: [id]
      properties:
        id: {type: string, readOnly: true}
        mail: {type: string, format: email}
        day: {type: string, format: date}
        team: {nullable: true, allOf: [{$ref: "#/components/schemas/Team"}]}
        secret: {type: string, writeOnly: true}
    Team: {type: object}
"""
OVERLAY = """\
overlay: 1.0.0
info: {title: A, version: "1"}
actions:
- target: $.components.schemas.Team
  update: {required: [name]}
"""
USER = ("validate", "spec.yaml", "--schema", "User", "x.json")
REQUEST = (*USER, "--part", "request")
RESPONSE = (*USER, "--part", "response")


@pytest.fixture
def users(project: Path) -> Path:
    """A project with a document that the options of `oasmith.toml` change."""
    (project / "spec.yaml").write_text(SPEC)
    (project / "more.yaml").write_text(OVERLAY)
    return project


def configure(folder: Path, *options: str, name: str = "oasmith.toml") -> None:
    lines = ["[apis.users]", 'spec = "spec.yaml"', *options]
    (folder / name).write_text("\n".join(lines) + "\n")


def instance(folder: Path, value: object) -> None:
    (folder / "x.json").write_text(json.dumps(value))


OPTIONS = [
    ({"id": "a", "mail": "no"}, USER, "formats = {email = true}", "format email"),
    ({"mail": "no", "id": "a"}, REQUEST, "formats = {email = true}", "format email"),
    ({"id": "a", "team": None}, USER, "strict_nullable = true", "/team: expected an "),
    ({"id": "a"}, REQUEST, 'read_only = "reject"', "/id: may not be in a request"),
    (
        {"id": "a", "secret": "b"},
        RESPONSE,
        'write_only = "reject"',
        "/secret: may not be in a response",
    ),
    ({"id": "a", "team": {}}, USER, 'overlays = ["more.yaml"]', "/team/name: is requ"),
]


@pytest.mark.parametrize(("value", "ask", "option", "told"), OPTIONS)
def test_what_makes_violations(
    users: Path,
    call: Callable[..., Answer],
    value: object,
    ask: tuple[str, ...],
    option: str,
    told: str,
) -> None:
    instance(users, value)
    assert call(*ask).code == 0
    configure(users, option)
    answer = call(*ask)
    assert answer.code == 1, answer.err
    assert told in answer.out


def test_nothing_is_taken_out_of_what_is_only_checked(
    users: Path, call: Callable[..., Answer]
) -> None:
    instance(users, {"id": 1})
    told = call(*REQUEST)
    configure(users, 'read_only = "strip"', 'write_only = "strip"')
    assert (call(*REQUEST).code, call(*REQUEST).out) == (told.code, told.out)
    assert told.code == 1


def test_what_takes_violations_away(users: Path, call: Callable[..., Answer]) -> None:
    instance(users, {"id": "a", "day": "soon"})
    assert call(*USER).code == 1
    configure(users, "formats = {date = false}")
    assert call(*USER).code == 0


def test_keywords_that_are_not_checked(
    users: Path, call: Callable[..., Answer]
) -> None:
    (users / "spec.yaml").write_text(f"{SPEC}    Odd: {{disallow: [string]}}\n")
    instance(users, "text")
    ask = ("validate", "spec.yaml", "--schema", "Odd", "x.json")
    answer = call(*ask)
    assert answer.code == 2 and "error[E350]" in answer.err
    configure(users, 'allow = ["E350"]')
    answer = call(*ask)
    assert answer.code == 0 and "warning[E350]" in answer.err


def test_warnings_as_errors(users: Path, call: Callable[..., Answer]) -> None:
    (users / "x.json").write_text('{"id": "a", "id": "b"}')
    assert call(*USER).code == 0
    configure(users, "strict = true")
    assert call(*USER).code == 1


def test_nullable_by_the_command_line(users: Path, call: Callable[..., Answer]) -> None:
    instance(users, {"id": "a", "team": None})
    assert call(*USER).code == 0
    assert call(*USER, "--strict-nullable").code == 1
    configure(users, "strict_nullable = false")
    assert call(*USER, "--strict-nullable").code == 1


def test_it_is_found_as_generate_finds_it(
    users: Path, call: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    instance(users, {"id": "a", "mail": "no", "team": {}})
    (users / "pyproject.toml").write_text(
        '[tool.oasmith]\nspec = "./spec.yaml"\nformats = {email = true}\n'
        'overlays = ["more.yaml"]\n'
    )
    below = users / "data"
    below.mkdir()
    monkeypatch.chdir(below)
    answer = call(
        "validate", "../spec.yaml", "--schema", "User", "../x.json", "--format", "json"
    )
    found = [
        (item["pointer"], item["schema"]["file"]) for item in answer.json()["found"]
    ]
    assert found == [("/mail", "../spec.yaml"), ("/team/name", "../more.yaml")]


def test_an_option_given_here_is_added(
    users: Path, call: Callable[..., Answer]
) -> None:
    instance(users, {"id": "a", "mail": "no", "team": {}})
    configure(users, "formats = {email = true}", 'allow = ["W001"]')
    answer = call(*USER, "--overlay", "more.yaml")
    assert "2 violations" in answer.out
    assert call(*USER, "--allow", "E500").code == 0


def test_a_configuration_for_other_documents_does_not_count(
    users: Path, call: Callable[..., Answer]
) -> None:
    instance(users, {"id": "a", "mail": "no"})
    (users / "oasmith.toml").write_text(
        '[apis.other]\nspec = "other.yaml"\nformats = {email = true}\nodd = 1\n'
    )
    assert call(*USER).code == 0
    (users / "spec.yaml").rename(users / "own.yaml")
    (users / "same.yaml").symlink_to("own.yaml")
    configure(users, "formats = {email = true}")
    (users / "spec.yaml").symlink_to("own.yaml")
    assert call("validate", "same.yaml", "--schema", "User", "x.json").code == 1


def test_the_configuration_can_be_named(
    users: Path, call: Callable[..., Answer]
) -> None:
    instance(users, {"id": "a", "mail": "no"})
    configure(users, "formats = {email = true}", name="ci.toml")
    assert call(*USER).code == 0
    assert call(*USER, "--config", "ci.toml").code == 1
    (users / "copy.yaml").write_text(SPEC)
    ask = ("validate", "copy.yaml", "--schema", "User", "x.json")
    assert call(*ask, "--config", "ci.toml").code == 1
    assert call(*ask, "--config", "ci.toml", "--api", "users").code == 1
    text = (users / "ci.toml").read_text()
    more = '[apis.other]\nspec = "other.yaml"\n'
    (users / "ci.toml").write_text(text + more)
    answer = call(*ask, "--config", "ci.toml")
    assert answer.code == 2 and "error[E012]" in answer.err
    assert call(*USER, "--config", "ci.toml").code == 1
    assert call(*ask, "--config", "ci.toml", "--api", "other").code == 0
    answer = call(*ask, "--config", "ci.toml", "--api", "user")
    assert answer.code == 2 and "error[E006]" in answer.err
    answer = call(*ask, "--api", "users")
    assert answer.code == 2 and "error[E002]" in answer.err


def test_several_apis_of_one_document(users: Path, call: Callable[..., Answer]) -> None:
    instance(users, {"id": "a", "mail": "no"})
    other = '[apis.more]\nspec = "./spec.yaml"\noutput = "more"\n'
    configure(users, "formats = {email = true}", other)
    answer = call(*USER)
    assert answer.code == 2
    assert "error[E037]: spec.yaml is the document of several APIs" in answer.err
    assert "choose one with --api: users, more" in answer.err
    assert call(*USER, "--api", "users").code == 1
    assert call(*USER, "--api", "more").code == 0
    configure(users, other)
    assert call(*USER).code == 0


@pytest.mark.parametrize(
    ("option", "code"), [("formats = {mail = true}", "E004"), ("= 1", "E003")]
)
def test_faults_of_the_configuration(
    users: Path, call: Callable[..., Answer], option: str, code: str
) -> None:
    instance(users, {"id": "a"})
    configure(users, option)
    answer = call(*USER)
    assert (answer.code, answer.out) == (2, "")
    assert "oasmith.toml:3:" in answer.err and f"error[{code}]" in answer.err


def test_the_configuration_cannot_allow_the_network(
    users: Path, call: Callable[..., Answer]
) -> None:
    """It runs where others propose changes, as `check` does."""
    instance(users, {"id": "a"})
    ref = 'Odd: {$ref: "http://127.0.0.1:9/x.yaml"}'
    (users / "spec.yaml").write_text(f"{SPEC}    {ref}\n")
    configure(users, 'allow_remote = ["http://127.0.0.1:9"]')
    answer = call("validate", "spec.yaml", "--schema", "Odd", "x.json")
    assert answer.code == 2
    assert "--allow-origin" in answer.err or "--allow-remote" in answer.err
