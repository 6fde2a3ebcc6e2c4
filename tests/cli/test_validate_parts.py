"""`oasmith validate` by the parts of an operation, and by the way that values go."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from .support import Answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SPEC = """\
openapi: 3.2.0
info: {title: Jobs, version: "1"}
paths:
  /jobs/{id}:
    parameters:
    - {name: id, in: path, required: true, schema: {type: integer}}
    get:
      operationId: getJob
      parameters:
      - {name: id, in: query, schema: {type: string, maxLength: 2}}
      - {name: X-Trace, in: header, schema: {type: string, format: uuid}}
      - {name: filter, in: query, content: {application/json: {schema: {type: object}}}}
      responses:
        "200":
          description: The job.
          headers:
            X-Left: {schema: {type: integer, minimum: 0}}
          content: {application/json: {schema: {$ref: "#/components/schemas/Job"}}}
        "429":
          description: Later.
          headers:
            X-Left: {schema: {const: 0}}
            Retry-After: {schema: {type: integer}}
  /jobs:
    post:
      operationId: addJobs
      requestBody:
        content:
          application/jsonl: {itemSchema: {$ref: "#/components/schemas/Job"}}
      responses:
        "200":
          description: What came of each.
          content:
            application/jsonl: {itemSchema: {type: boolean}}
      callbacks:
        done:
          "{$request.query.url}":
            post:
              operationId: jobDone
              requestBody:
                content: {application/json: {schema: {type: object, required: [at]}}}
              responses:
                "200":
                  description: Thanks.
                  content: {application/json: {schema: {type: string}}}
            put:
              requestBody:
                content: {application/json: {schema: {type: integer}}}
              responses: {"204": {description: Thanks.}}
        failed: {$ref: "#/components/callbacks/failed"}
        moved:
          "{$request.query.url}":
            post:
              requestBody:
                content: {application/json: {schema: {type: integer}}}
              responses: {"204": {description: Thanks.}}
          "{$request.query.other}":
            post:
              requestBody:
                content: {application/json: {schema: {type: string}}}
              responses: {"204": {description: Thanks.}}
webhooks:
  stopped:
    post:
      requestBody:
        content: {application/json: {schema: {type: integer}}}
      responses:
        "200":
          description: Thanks.
          content: {application/json: {schema: {type: boolean}}}
components:
  callbacks:
    failed:
      "{$request.query.url}":
        post:
          requestBody:
            content: {application/json: {schema: {$ref: "#/components/schemas/Job"}}}
          responses: {"204": {description: Thanks.}}
  schemas:
    Job:
      type: object
      required: [id, key]
      properties:
        id: {type: integer, readOnly: true}
        key: {type: string, writeOnly: true}
    Other: {type: object}
"""


@pytest.fixture
def jobs(project: Path) -> Path:
    (project / "jobs.yaml").write_text(SPEC)
    return project


@pytest.fixture
def ask(jobs: Path, call: Callable[..., Answer]) -> Callable[..., Answer]:
    """Hold one value against a part of the document."""

    def run(value: object, *options: str) -> Answer:
        (jobs / "x.json").write_text(json.dumps(value))
        return call("validate", "jobs.yaml", "x.json", *options)

    return run


GET, ADD = ("--operation", "getJob"), ("--operation", "addJobs")
REQUEST, RESPONSE, ITEM = (
    ("--part", "request"),
    ("--part", "response"),
    ("--part", "item"),
)
DONE = (*ADD, "--callback", "POST done")


@pytest.mark.parametrize(
    ("options", "good", "bad", "about"),
    [
        ((*GET, "--parameter", "query.id"), "a", "abc", "the parameter query.id of getJob"),
        ((*GET, "--parameter", "path.id"), 1, "a", "the parameter path.id of getJob"),
        ((*GET, "--parameter", "filter"), {}, "a", "the parameter filter of getJob"),
        ((*GET, "--parameter", "X-Trace"), "0" * 8 + "-0000" * 3 + "-" + "0" * 12, "a",
         "the parameter X-Trace of getJob"),
        ((*GET, "--header", "x-left"), 1, -1, "the header x-left of getJob (200)"),
        ((*GET, "--header", "X-Left", "--status", "429"), 0, 1, "X-Left of getJob (429)"),
        ((*GET, "--header", "Retry-After"), 1, "a", "Retry-After of getJob (429)"),
        ((*DONE, *REQUEST), {"at": 1}, {}, "the request of the callback POST done of addJobs"),
        ((*DONE, *RESPONSE), "a", 1, "the response of the callback POST done of addJobs (200, "),
        ((*ADD, "--callback", "PUT done", *REQUEST), 1, "a", "the request of the callback PUT done"),
        ((*ADD, "--callback", "failed", *REQUEST), {"id": 1, "key": "a"}, {"id": "a"},
         "the request of the callback failed of addJobs"),
        ((*ADD, "--callback", "POST moved {$request.query.other}", *REQUEST), "a", 1,
         "the request of the callback POST moved {$request.query.other} of addJobs"),
        (("--operation", "jobDone", *REQUEST), {"at": 1}, {}, "the request of jobDone"),
        (("--operation", "POST stopped", *REQUEST), 1, "a", "the request of POST stopped"),
        (("--operation", "POST stopped", *RESPONSE), True, 1, "the response of POST sto"),
        ((*ADD, *ITEM), True, {}, "an item of the response of addJobs (200, applic"),
        ((*ADD, *ITEM, "--status", "request"), {"key": "a"}, {"id": 1},
         "an item of the request of addJobs (request, application/jsonl)"),
        (("--schema", "Job"), {"id": 1, "key": "a"}, {"id": "a"}, "Job"),
        (("--schema", "Job", *REQUEST), {"key": "a"}, {"id": 1}, "Job in a request"),
        (("--schema", "Job", *RESPONSE), {"id": 1}, {"key": "a"}, "Job in a response"),
        (("--schema", "Other", *RESPONSE), {}, 1, "Other in a response"),
    ],
)  # fmt: skip
def test_what_a_value_is_held_against(
    ask: Callable[..., Answer],
    options: tuple[str, ...],
    good: Any,
    bad: Any,
    about: str,
) -> None:
    answer = ask(good, *options)
    assert (answer.code, answer.err) == (0, ""), answer.out
    assert about in answer.out
    answer = ask(bad, *options)
    assert (answer.code, answer.err) == (1, "")
    assert "1 violation in 1 value" in answer.out


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        ((*GET, "--parameter", "id"), "E513", "--parameter path.id; --parameter query.id"),
        ((*GET, "--parameter", "Id"), "E515", "no parameter called Id in getJob"),
        ((*GET, "--parameter", "Id"), "E515", "did you mean 'id'?"),
        ((*ADD, "--parameter", "id"), "E515", "hint: the document has none"),
        ((*GET, "--header", "X-Lefd"), "E515", "did you mean 'X-Left'"),
        ((*GET, "--header", "X-Left", "--status", "404"), "E512", "--status 200 --header"),
        ((*ADD, "--callback", "done", *REQUEST), "E513", "--callback 'PUT done'"),
        ((*ADD, "--callback", "moved", *REQUEST), "E513",
         "--callback 'POST moved {$request.query.other}'"),
        ((*ADD, "--callback", "don", *REQUEST), "E515", "no callback called don in addJ"),
        ((*GET, "--callback", "done", *REQUEST), "E515", "no callback called done"),
        (("--operation", "jobdone", *REQUEST), "E511", "did you mean 'jobDone'?"),
        ((*GET, "--parameter", "id", *REQUEST), "E001", "exclude one another"),
        ((*GET, "--parameter", "id", "--header", "X"), "E001", "exclude one another"),
        ((*GET, "--parameter", "id", "--status", "200"), "E001", "--status goes with"),
        ((*GET, "--header", "X-Left", "--media", "a/b"), "E001", "--media goes with"),
        ((*ADD, "--callback", "done"), "E001", "needs --part"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant(
    ask: Callable[..., Answer], options: tuple[str, ...], code: str, told: str
) -> None:
    answer = ask(1, *options)
    assert (answer.code, answer.out) == (2, "")
    assert f"error[{code}]: " in answer.err
    assert told in answer.err


def test_webhooks_of_documents_without_a_place_for_them(
    project: Path, call: Callable[..., Answer]
) -> None:
    old = SPEC.partition("webhooks:")
    (project / "jobs.yaml").write_text(
        "openapi: 3.0.3\ninfo: {title: Jobs, version: '1'}\npaths: {}\nx-webhooks:"
        + old[2].partition("components:")[0]
    )
    (project / "x.json").write_text('"a"')
    ask = ("validate", "jobs.yaml", "x.json", "--operation", "POST stopped")
    assert call(*ask, *REQUEST).code == 1
    assert call(*ask, *RESPONSE).code == 1


@pytest.mark.parametrize(
    ("value", "least"),
    [
        ({"flat": [0] * 999}, "999"),
        ({"flat": [0] * 5000}, "at least 1000"),
        ({"flat": [0] * 600, "more": [0] * 600}, "at least 1000"),
        ({"twice": [0] * 5000}, "at least 1000"),
    ],
)
def test_many_violations_are_counted_truthfully(
    project: Path, call: Callable[..., Answer], value: object, least: str
) -> None:
    (project / "many.yaml").write_text("""\
properties:
  flat: {items: {type: string}}
  more: {items: {type: string}}
  twice:
    allOf:
    - items: {type: string, minLength: 1}
    - items: {type: [string, boolean], enum: [a, b]}
""")
    (project / "x.json").write_text(json.dumps(value))
    (project / "y.jsonl").write_text(f'{{}}\n{{"flat": [0]}}\n{json.dumps(value)}\n')
    answer = call("validate", "many.yaml", "x.json", "--max-errors", "2")
    assert answer.code == 1
    assert f": {least} violations in 1 value\n" in answer.out
    number = int(least.rpartition(" ")[2])
    held = least.replace(str(number), str(number - 2))
    assert f"\n{held} more not shown (--max-errors 2)\n" in answer.out
    found = call("validate", "many.yaml", "x.json", "--format", "json").json()
    assert (found["violations"], found["all_counted"]) == (number, number < 1000)
    answer = call("validate", "many.yaml", "y.jsonl")
    least = least.replace(str(number), str(number + 1))
    assert f": {least} violations in 2 values\n" in answer.out


def test_violations_deep_in_a_value_are_counted_truthfully(
    project: Path, call: Callable[..., Answer]
) -> None:
    (project / "deep.yaml").write_text(
        "properties: {next: {$ref: '#'}, wide: {items: {type: string}}}\n"
    )
    for depth, told in ((10, "150 violations"), (100, "at least 100 violations")):
        value: object = {"wide": [0] * 150}
        for _ in range(depth):
            value = {"next": value}
        (project / "x.json").write_text(json.dumps(value))
        answer = call("validate", "deep.yaml", "x.json", "-q", "--format", "json")
        assert answer.json()["all_counted"] is (depth == 10)
        answer = call("validate", "deep.yaml", "x.json")
        assert f": {told} in 1 value\n" in answer.out
