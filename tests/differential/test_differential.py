"""Both engines take and refuse the same, and the schema agrees; what differs is explained.

The larger run is over a folder of public documents: `OASMITH_CORPUS=FOLDER pytest
tests/differential`, of which it takes `OASMITH_CORPUS_COUNT` (10) spread over the folder.
"""

from __future__ import annotations

import os
import tomllib
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pydantic import TypeAdapter

from generator.diagnostics import Fatal

from ..stages.lowering import schemas
from . import oracle
from .instances import Maker, mutants
from .oracle import Disagreement, Tally, compare
from .packages import Model, pairs
from .schemas import Schemas

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
SPECS = sorted(
    [*HERE.parent.glob("golden/*/spec.yaml"), *HERE.glob("specs/*.yaml")],
    key=lambda path: path.as_posix(),
)
EXPLAINED = {
    (entry["judge"], entry["ours"], entry["by"])
    for entry in tomllib.loads((HERE / "explained.toml").read_text("utf-8"))[
        "explained"
    ]
}
CORPUS = os.environ.get("OASMITH_CORPUS", "")
COUNT = int(os.environ.get("OASMITH_CORPUS_COUNT", "10"))
SMALL = 60_000
"""Bytes of the documents of the corpus that are taken: each type gets its instances."""


def _kind(found: Disagreement) -> tuple[str, str, str]:
    return (found.judge, found.ours, found.by)


def _unexplained(found: list[Disagreement]) -> str:
    """The first disagreement of each kind that has no explanation."""
    first: dict[tuple[str, str, str], str] = {}
    for one in found:
        if _kind(one) not in EXPLAINED:
            first.setdefault(_kind(one), str(one))
    return "\n".join(first.values())


def test_golden_documents_and_those_written_for_this(tmp_path: Path) -> None:
    tally = Tally()
    found: list[Disagreement] = []
    for spec in SPECS:
        most = 160 if spec.parent.name == "specs" else 16
        found += compare(spec, tmp_path, tally, most)
    assert _unexplained(found) == ""
    assert EXPLAINED - set(map(_kind, found)) == set(), "explained, but not found"
    assert tally.types > 100
    assert 500 < tally.valid < tally.instances / 2


@pytest.mark.skipif(not CORPUS, reason="OASMITH_CORPUS names no folder of documents")
def test_public_documents(tmp_path: Path) -> None:
    listed = [
        path
        for path in sorted(Path(CORPUS).rglob("*"))
        if path.suffix in (".json", ".yaml") and 4000 < path.stat().st_size < SMALL
    ]
    tally = Tally()
    found: list[Disagreement] = []
    for spec in listed[:: max(1, len(listed) // COUNT)]:
        try:
            found += compare(spec, tmp_path, tally)
        except Fatal:
            continue  # no document that can be used
    assert tally.instances > COUNT
    assert _unexplained(found) == ""


PET = """\
Pet:
  type: object
  required: [name]
  properties: {name: {type: string, minLength: 2}, age: {type: integer, maximum: 30}}
"""


@pytest.mark.parametrize(
    ("kind", "ours"),
    [(dict[str, object], "accepts"), (dict[str, str], "refuses"), (int, "refuses")],
)
def test_a_wrong_model_is_found(
    kind: type, ours: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*arguments: object) -> Iterator[object]:
        with pairs(*arguments) as found:
            yield [replace(one, ours=Model(TypeAdapter(kind), True)) for one in found]

    spec = tmp_path / "spec.yaml"
    spec.write_text(
        'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {}\n'
        "components:\n  schemas:\n"
        + "".join(f"    {line}\n" for line in PET.splitlines())
    )
    monkeypatch.setattr(oracle, "pairs", contextmanager(wrong))
    found = {(one.judge, one.ours) for one in compare(spec, tmp_path, Tally())}
    assert ("engine", ours) in found
    assert ("schema", ours) in found


def test_instances_start_from_valid_ones_and_differ_in_one_place() -> None:
    found = Schemas(schemas(PET))
    schema = found.schema("#/components/schemas/Pet")
    starts = list(Maker(found.definitions).candidates(schema))
    assert {"name": "text"} in starts
    assert {"name": "text", "age": 29} in starts
    changed = list(mutants({"name": "text"}, found.definitions, 1000))
    assert {} in changed
    assert {"name": "x"} in changed
    assert {"name": "xx"} in changed
    assert {"name": "text", "unlisted": 1} in changed
    assert list(mutants({"name": "text"}, found.definitions, 1000)) == changed
    assert len(list(mutants({"name": "text"}, found.definitions, 5))) == 5
