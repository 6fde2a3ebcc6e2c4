"""What a file depends on, as its digest tells."""

from __future__ import annotations

import json
from typing import Any

from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower
from generator.name import NameOptions, name
from generator.plan import client, models, validators
from generator.plan.digests import Digests
from generator.plan.options import TargetOptions

AT = "#/components/schemas/"


def document(**change: Any) -> dict[str, Any]:
    """A schema, a changed one behind it, one behind that, and an operation."""
    schemas: dict[str, Any] = {
        "A": {"type": "object", "properties": {"c": {"$ref": f"{AT}C"}}},
        "C": {"type": "object", "properties": {"d": {"$ref": f"{AT}D"}}},
        "D": {"type": "string", "enum": ["x", "y"]},
    }
    schemas["C"].update(change)
    content = {"application/json": {"schema": {"$ref": f"{AT}A"}}}
    call = {"operationId": "put", "requestBody": {"content": content}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"put": {**call, "responses": {"204": {"description": ""}}}}},
        "components": {"schemas": schemas},
    }


def digests(found: dict[str, Any]) -> dict[str, str]:
    """The digest of each file of a document that has one."""
    sink = Sink()
    api = lower(load(Source(data=json.dumps(found).encode()), sink), sink)
    names = name(api, NameOptions("p", "P"))
    known = Digests(api, names, "")
    plans = [
        plan
        for target in (models, client, validators)
        for plan in target.plan(api, names, TargetOptions("p", "P", "s"), sink)
    ]
    return {plan.path: known.of(plan) for plan in plans if known.of(plan)}


def changed(**change: Any) -> set[str]:
    """The files that an edit of the schema in the middle concerns."""
    before, after = digests(document()), digests(document(**change))
    assert before.keys() == after.keys()
    return {path for path, value in before.items() if after[path] != value}


def test_no_edit_changes_nothing() -> None:
    assert changed() == set()


def test_another_type_concerns_all_that_reach_it() -> None:
    found = changed(required=["d"])
    assert {"models/a.py", "models/c.py", "client/a.py"} <= found
    assert not found & {"models/d.py", "validators/schemas/d.py"}


def test_another_description_concerns_where_it_is_printed() -> None:
    found = changed(description="New.")
    assert {"models/c.py", "client/a.py"} <= found
    assert not found & {"models/a.py", "models/d.py", "validators/schemas/a.py"}
