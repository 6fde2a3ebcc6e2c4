"""Every schema of the golden cases has an instance that the generated validators take."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.conform import Instances

from .cases import CASES, config_of, package_of
from .modelled import Modelled, modelled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from generator.conform import Way
    from generator.ir import Id, Operation

VALIDATED = [case for case in CASES if "validators" in config_of(case).targets]


@pytest.mark.parametrize("way", ["request", "answer"])
@pytest.mark.parametrize("case", VALIDATED)
def test_components(case: str, way: Way, laid_out: Path) -> None:
    model = modelled(case)
    instances = Instances(model.api, way)
    functions = importlib.import_module(f"{package_of(case)}.validators").SCHEMAS
    usage = model.api.usage
    ours = usage.requests if way == "request" else usage.answers
    for key, schema in model.api.components.items():
        if usage.is_known and schema not in ours:
            continue  # never goes this way, so it is whole
        value = json.loads(json.dumps(instances.of(schema)))
        assert functions[key](value) is None, (key, value)
        assert instances.fits(value, schema), (key, value)


@pytest.mark.parametrize("case", VALIDATED)
def test_operations(case: str, laid_out: Path) -> None:
    model = modelled(case)
    for operation in model.api.operations:
        resource = model.names.operations[operation.id].resource
        module = f"{package_of(case)}.validators.operations.{resource.module}"
        for way, schema, function in _carried(operation, model):
            validator: Any = getattr(importlib.import_module(module), function)
            value = Instances(model.api, way).of(schema)
            assert validator(value) is None, (operation.id, function, value)


def _carried(operation: Operation, model: Modelled) -> Iterator[tuple[Way, Id, str]]:
    """What an operation carries: which way it goes, its schema, its validator."""
    name = model.names.operations[operation.id]
    for parameter in operation.parameters:
        own = name.parameter_validators.get((parameter.place, parameter.name))
        if own and parameter.schema:
            yield "request", parameter.schema, own
    for content in operation.body.contents if operation.body else ():
        own = name.request_validators.get(content.media)
        if own and content.schema:
            yield "request", content.schema, own
    for response in operation.responses:
        for part in (*response.contents, *response.streams):
            own = name.response_validators.get((response.status, part.media))
            if own and part.schema:
                yield "answer", part.schema, own
