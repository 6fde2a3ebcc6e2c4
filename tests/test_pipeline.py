"""The stages in order, the gates between them, timings and progress."""

from __future__ import annotations

import gc
import io
import sys
import time
from typing import TYPE_CHECKING

import pytest

from generator import progress as progress_module
from generator.config import ApiConfig
from generator.diagnostics import Sink, diagnostic
from generator.load.source import Source
from generator.pipeline import Stopped, build, understand, without_gc
from generator.policy import Policy
from generator.progress import Laps, progress

if TYPE_CHECKING:
    from pathlib import Path

SPEC = b"""\
openapi: 3.1.0
info: {title: T, version: "1"}
paths: {}
components: {schemas: {A: {type: object, properties: {x: {type: string}}}}}
"""


def config(base: Path, *targets: str) -> ApiConfig:
    return ApiConfig("t", "-", "t", base, "t", targets or ("models",))


def no_gate() -> None:
    """Never stops."""


def test_a_build_is_text_only_and_touches_no_disk(tmp_path: Path) -> None:
    laps = Laps()
    built = build(config(tmp_path), Source(None, SPEC), {}, Sink(), laps, no_gate)
    assert {"__init__.py", "py.typed", "models/a.py"} <= {f.path for f in built.files}
    assert built.memory["types"] == {"#/components/schemas/A": "A"}
    assert [name for name, _ in built.sources] == ["<stdin>"]
    assert (built.operations, built.schemas) == (0, 1)
    assert list(tmp_path.iterdir()) == []
    assert [lap.stage for lap in laps.laps] == [
        "load",
        "lower",
        "name",
        "plan",
        "render",
        "style",
    ]


def test_the_same_input_gives_the_same_files(tmp_path: Path) -> None:
    builds = [
        build(config(tmp_path), Source(None, SPEC), {}, Sink(), Laps(), no_gate)
        for _ in range(2)
    ]
    assert builds[0] == builds[1]


@pytest.mark.parametrize(
    ("document", "stages"),
    [
        (SPEC.replace(b"x: {type: string}", b"x: {$ref: '#/gone'}"), ["load"]),
        (SPEC.replace(b"paths", b"'x-': 1\npaths"), ["load", "lower", "name"]),
    ],
    ids=["errors", "warnings"],
)
def test_an_error_stops_the_run_before_the_next_stage(
    tmp_path: Path, document: bytes, stages: list[str]
) -> None:
    laps = Laps()
    sink = Sink()

    def gate() -> None:
        raise Stopped

    with pytest.raises(Stopped):
        build(config(tmp_path), Source(None, document), {}, sink, laps, gate)
    found = [lap.stage for lap in laps.laps]
    assert found[: len(stages)] == stages
    assert (len(found) == len(stages)) == sink.has_errors


def test_understanding_is_the_first_half() -> None:
    api = understand(Source(None, SPEC), Sink(), Laps(), no_gate)
    assert list(api.components) == ["A"]


def test_the_collector_is_off_during_a_run_only() -> None:
    with without_gc():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_table_of_timings() -> None:
    laps = Laps()
    with laps.stage("load") as lap:
        lap.what = "1 document"
    with pytest.raises(ValueError), laps.stage("lower"):
        raise ValueError
    lines = laps.table().splitlines()
    assert [line.split()[0] for line in lines] == ["stage", "load", "lower", "total"]
    assert lines[1].endswith("  1 document")
    assert all(float(line.split()[1]) >= 0 for line in lines[1:])


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_silent_in_a_pipe_and_when_quiet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress(quiet=False) as line:
        assert line is None
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress(quiet=True) as line:
        assert line is None


def test_progress_of_a_short_run_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress(quiet=False) as line:
        assert line is not None
        line.show("load")
    assert terminal.getvalue() == ""


def test_progress_of_a_long_run_names_the_stage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress_module, "_PATIENCE", 0.0)
    with progress(quiet=False) as line:
        assert line is not None
        line.show("load")
        deadline = time.monotonic() + 30
        while "load" not in terminal.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert "oasmith: load" in terminal.getvalue()


def test_policy() -> None:
    error = diagnostic("E402", path="x")
    warning = diagnostic("W401", path="x", reason="y")
    assert Policy().stops([error]) and not Policy().stops([warning])
    assert Policy(strict=True).stops([warning])
    allowing = Policy(frozenset({"E402", "W401"}), strict=True)
    assert [item.severity for item in allowing.judged([error, warning])] == ["warning"]
    assert not allowing.stops([error, warning])
    assert [item.code for item in allowing.unused([error])] == ["W001"]
