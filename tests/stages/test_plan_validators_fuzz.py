"""Generated validators against `jsonschema`: both must accept and refuse the same."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower
from generator.name import NameOptions, name

from .validator_fuzz import Instances
from .validator_support import Validators, files_of, load_package

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("OASMITH_DATA", ROOT.parent / "shared/data"))
OPENAI = DATA / "openai/openapi.yaml"

COMPLETIONS = ("CreateCompletionRequest", "CreateCompletionResponse", "CompletionChunk")
REAL = (
    "CreateCompletionRequest",
    "CreateChatCompletionRequest",
    "CreateChatCompletionResponse",
    "CreateEmbeddingRequest",
    "CreateModerationRequest",
    "CreateFineTuningJobRequest",
    "InputItem",
    "OutputItem",
    "Tool",
    "RealtimeSessionCreateRequest",
)


def _generated(spec: Path, folder: Path, package: str) -> tuple[Validators, Any]:
    sink = Sink()
    document = load(Source(spec), sink)
    api = lower(document, sink)
    names = name(api, NameOptions(package, "TEST", {}))
    found = load_package(folder, files_of(api, names, frozenset(), sink), package)
    return found, document.root


def _disagreements(
    found: Validators, root: dict[str, Any], schema: str, count: int
) -> list[object]:
    """Instances that one of the two accepts and the other does not.

    Rules across fields are ours alone, so what breaks nothing but rules counts as accepted.
    """
    oracle = Draft202012Validator(
        {"$ref": f"#/components/schemas/{schema}", "components": root["components"]}
    )
    instances = Instances(root, seed=len(schema))
    check = found[schema]
    wrong: list[object] = []
    valid = 0
    for number in range(count):
        instance = instances.make(schema, (0.0, 0.02, 0.08)[number % 3])
        expected = oracle.is_valid(instance)
        valid += expected
        violations = [item for item in check(instance) or [] if not item.rule]
        if bool(violations) is expected:
            wrong.append(instance)
    assert 0 < valid < count, "the instances say nothing"
    return wrong


@pytest.fixture(scope="module")
def completions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Validators, Any]:
    folder = tmp_path_factory.mktemp("completions")
    return _generated(ROOT / "spec/completions.yaml", folder, "fuzzed_completions")


@pytest.fixture(scope="module")
def openai(tmp_path_factory: pytest.TempPathFactory) -> tuple[Validators, Any]:
    if not OPENAI.is_file():
        pytest.skip("needs the real document")
    return _generated(OPENAI, tmp_path_factory.mktemp("openai"), "fuzzed_openai")


@pytest.mark.parametrize("schema", COMPLETIONS)
def test_completions(completions: tuple[Validators, Any], schema: str) -> None:
    assert _disagreements(*completions, schema, 1500) == []


@pytest.mark.parametrize("schema", REAL)
def test_real_schemas(openai: tuple[Validators, Any], schema: str) -> None:
    assert _disagreements(*openai, schema, 300) == []
