"""The manifest: a stable text, read back as untrusted input."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from generator.diagnostics import Fatal, Sink
from generator.write import Manifest, read_manifest
from generator.write.manifest import ManifestError, parse_manifest

from .write_support import FIRST, expect, output_at, run

if TYPE_CHECKING:
    from pathlib import Path


def sample() -> Manifest:
    return expect(FIRST, scaffolds={"handlers.py": "x"}).manifest


def test_it_reads_back_what_it_wrote() -> None:
    manifest = sample()
    assert parse_manifest(manifest.text().encode()) == manifest


def test_its_text_does_not_depend_on_the_order_of_files() -> None:
    backwards = expect(dict(reversed(FIRST.items())), scaffolds={"handlers.py": "x"})
    assert backwards.manifest.text() == sample().text()


def test_it_has_a_line_for_each_file_and_no_time() -> None:
    lines = sample().text().splitlines()
    assert sum("models/pet.py" in line for line in lines) == 1
    assert set(json.loads(sample().text())) == {
        "files",
        "format",
        "generator",
        "names",
        "package",
        "scaffolds",
        "targets",
    }


def changed(**values: Any) -> bytes:
    return json.dumps({**json.loads(sample().text()), **values}).encode()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff",
        b"[]",
        b"[" * 100_000,
        b"<<<<<<< HEAD\n{}",
        changed(format=2),
        changed(format="1"),
        changed(generator=None),
        changed(package=3),
        changed(files=[]),
        changed(files={"../x": "0" * 64}),
        changed(files={"/etc/passwd": "0" * 64}),
        changed(files={".oasmith.json": "0" * 64}),
        changed(files={"a.py": "short"}),
        changed(files={"a.py": 1}),
        changed(scaffolds=["../x"]),
        changed(scaffolds="x"),
        changed(targets=[1]),
        changed(names={"types": {"#/Pet": "os; import x"}}),
        changed(names={"types": {"#/Pet": "class"}}),
        changed(names={"types": {"#/Pet": "__import__"}}),
        changed(names={"types": {"#/Pet": 1}}),
        changed(names={"types": []}),
        changed(names=[]),
    ],
)
def test_what_we_could_not_have_written_is_refused(text: bytes) -> None:
    with pytest.raises(ManifestError):
        parse_manifest(text)


def test_a_damaged_manifest_stops_generate_and_warns_check(tmp_path: Path) -> None:
    run(tmp_path / "out", FIRST)
    (tmp_path / "out" / ".oasmith.json").write_text("<<<<<<< HEAD\n")
    with pytest.raises(Fatal) as caught:
        read_manifest(output_at(tmp_path / "out"), Sink(), strict=True)
    assert caught.value.diagnostic.code == "E408"
    assert "out/.oasmith.json" in caught.value.diagnostic.message
    sink = Sink()
    prior = read_manifest(output_at(tmp_path / "out"), sink, strict=False)
    assert [finding.code for finding in sink.found] == ["W401"]
    assert prior.manifest == Manifest()


def test_a_manifest_that_is_a_link_is_refused(tmp_path: Path) -> None:
    run(tmp_path / "out", FIRST)
    manifest = tmp_path / "out" / ".oasmith.json"
    manifest.rename(tmp_path / "elsewhere.json")
    manifest.symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(Fatal) as caught:
        read_manifest(output_at(tmp_path / "out"), Sink(), strict=True)
    assert caught.value.diagnostic.code == "E408"
