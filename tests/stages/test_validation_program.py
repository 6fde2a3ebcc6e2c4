"""Validators in memory: those of a part are those that the whole document would have."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
import yaml

from generator.diagnostics import Sink
from generator.load import Document, Source
from generator.lower.part import part_about_schema
from generator.pipeline import NAMELESS, Validators, validators
from generator.progress import Laps
from generator.validation.program import PACKAGE, imported
from generator.validation.wanted import Validator, Wanted, narrowed, validator_of

from ..hostile import Words, replaced
from ..test_injection import HOSTILE

GOLDEN = Path(__file__).parents[1] / "golden"
CASES = """all_of circles discriminated_union enums formats json_schema openapi_3_2
    read_write_only recursion stream swagger_2 webhooks_and_callbacks""".split()
VALUES: list[object] = [
    None,
    True,
    -1,
    1e300,
    "x",
    "2026-11-30",
    [],
    [[], {}, 1],
    {},
    {"kind": "cat", "type": "dog", "id": 1, "name": None, "next": {"next": []}},
    {"kind": "x", "items": [{}, 1], "children": [{"children": [1]}], "value": "x"},
]


def made(case: str, wanted: Wanted | None) -> Validators:
    def narrow(document: Document) -> Document:
        return document if wanted is None else narrowed(document, wanted)

    source = Source(GOLDEN / case / "spec.yaml")
    return validators(NAMELESS, source, narrow, Sink(), Laps(), lambda: None)


@pytest.mark.parametrize("case", CASES)
def test_a_part_finds_what_the_whole_finds(case: str) -> None:
    whole = made(case, None)
    for name in whole.api.components:
        part = made(case, Wanted(schema=name))
        wanted = validator_of(part.document, part.api, part.names, Wanted(schema=name))
        with imported(whole.plans, Validator(name, schema=name)) as program:
            expected = [program.violations(value)[0] for value in VALUES]
        with imported(part.plans, wanted) as program:
            found = [program.violations(value)[0] for value in VALUES]
        assert [own and [*map(tuple, own)] for own in found] == [
            own and [*map(tuple, own)] for own in expected
        ]


def test_nothing_stays_imported() -> None:
    whole = made("recursion", None)
    finders = list(sys.meta_path)
    name = next(iter(whole.api.components))
    with imported(whole.plans, Validator(name, schema=name)):
        assert f"{PACKAGE}.validators" in sys.modules
        assert f"{PACKAGE}._runtime.violations" in sys.modules
    assert sys.meta_path == finders
    assert not any(item.startswith(PACKAGE) for item in sys.modules)


def test_the_finder_goes_also_when_something_fails() -> None:
    whole = made("enums", None)
    finders = list(sys.meta_path)
    name = next(iter(whole.api.components))
    with (
        pytest.raises(ZeroDivisionError),
        imported(whole.plans, Validator(name, schema=name)),
    ):
        raise ZeroDivisionError
    with (
        pytest.raises(ModuleNotFoundError),
        imported(whole.plans, Validator("x", "validators.operations.x", "y")),
    ):
        raise AssertionError
    assert sys.meta_path == finders


def test_schemas_of_the_whole_document_are_not_all_imported() -> None:
    whole = made("openapi_3_2", None)
    name = next(iter(whole.api.components))
    assert part_about_schema(whole.document, name) is not whole.document
    with imported(whole.plans, Validator(name, schema=name)):
        count = sum(item.startswith(f"{PACKAGE}.validators.") for item in sys.modules)
    assert count < len(whole.api.components)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_text_of_a_document_is_not_run(
    hostile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a document says is data also where its validators run in our process."""
    ran: list[object] = []
    monkeypatch.setattr(os, "system", ran.append)
    spec = yaml.safe_load((GOLDEN / "validators_alone" / "spec.yaml").read_text())
    words = Words(hostile, f" {hostile}", f"`{hostile}")
    data = json.dumps(replaced(spec, words)).encode()
    found = validators(
        NAMELESS,
        Source(data=data),
        lambda whole: whole,
        Sink(),
        Laps(),
        lambda: None,
    )
    assert found.api.components
    for name in found.api.components:
        with imported(found.plans, Validator(name, schema=name)) as program:
            assert any(program.violations(value)[0] for value in VALUES)
    assert ran == []
