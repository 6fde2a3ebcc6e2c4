"""Small rooms: a long file usually holds two ideas."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHON_LINES = 440
TEMPLATE_LINES = 150


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def test_python_files_stay_small() -> None:
    folders = [ROOT / "generator", ROOT / "templates", ROOT / "tests"]
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    own = [path for path in paths if "expected" not in path.parts]
    assert len(own) > 50
    assert {
        str(path): _lines(path) for path in own if _lines(path) > PYTHON_LINES
    } == {}


def test_templates_stay_small() -> None:
    paths = list((ROOT / "templates").rglob("*.jinja"))
    assert paths
    found = {str(path): _lines(path) for path in paths if _lines(path) > TEMPLATE_LINES}
    assert found == {}


def test_golden_specs_hold_one_idea() -> None:
    paths = list((ROOT / "tests" / "golden").rglob("spec.yaml"))
    assert len(paths) > 10
    assert {str(path): _lines(path) for path in paths if _lines(path) >= 60} == {}
