"""Hostile documents through the other engine: nothing but the strings differs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.config.model import MODEL_KINDS
from generator.render.audit import audit_whole

from .hostile import of_engine, replaced, structure
from .test_injection import HOSTILE, Words, pair

GOLDEN = Path(__file__).parent / "golden"
CASES = ("engine_pydantic", "discriminated_union", "enums", "shadowing_names")
DOCUMENTS = [GOLDEN / case / "spec.yaml" for case in CASES]


def _document(path: Path) -> dict[str, Any]:
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("kind", MODEL_KINDS)
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.parent.name)
def test_hostile_texts_change_no_structure(path: Path, kind: str) -> None:
    document = _document(path)
    plain = structure(of_engine(replaced(document, Words("word `word`", "", "")), kind))
    marked = Words(f"word `{''.join(HOSTILE)}` word", "", "")
    assert structure(of_engine(replaced(document, marked), kind)) == plain


@pytest.mark.parametrize("kind", ["pydantic", "dataclass"])
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.parent.name)
def test_hostile_names_and_values_change_no_structure(path: Path, kind: str) -> None:
    document = _document(path)
    for hostile in HOSTILE[DOCUMENTS.index(path) :: 4]:
        bad, good = pair(hostile)
        found = structure(of_engine(replaced(document, bad), kind))
        assert found == structure(of_engine(replaced(document, good), kind)), hostile


@pytest.mark.parametrize("kind", MODEL_KINDS)
@pytest.mark.parametrize("hostile", HOSTILE)
def test_every_node_is_among_those_that_templates_print(
    kind: str, hostile: str
) -> None:
    words = Words(f"word `{hostile}` word", f" {hostile}", f"`{hostile}")
    files = of_engine(replaced(_document(DOCUMENTS[0]), words), kind)
    for path, file in files.items():
        audit_whole(path, file.text)
