"""Packages that hold validators and middleware and nothing else, on the path."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.config import ApiConfig
from generator.config.model import with_needs
from generator.load.source import Source

from ..golden.cases import ROOT, generated, make, write

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder on the path with `traffic_orders`, `traffic_completions`, `traffic_rooms`."""
    folder = tmp_path_factory.mktemp("traffic")
    write(folder / "traffic_orders", generated("middleware").files)
    for spec in (
        ROOT / "spec" / "completions.yaml",
        Path(__file__).with_name("rooms.yaml"),
    ):
        name = f"traffic_{spec.stem}"
        targets = with_needs(("middleware",))
        config = ApiConfig(spec.stem, spec.name, "out", spec.parent, name, targets)
        files = make(config, Source(Path(spec.name), spec.read_bytes())).files
        write(folder / name, files)
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture(scope="session")
def orders(packages: Path) -> Any:
    """The middleware of the golden case."""
    return importlib.import_module("traffic_orders.middleware")


@pytest.fixture(scope="session")
def completions(packages: Path) -> Any:
    """The middleware of the completions API."""
    return importlib.import_module("traffic_completions.middleware")


@pytest.fixture(scope="session")
def rooms(packages: Path) -> Any:
    """The middleware of `rooms.yaml`."""
    return importlib.import_module("traffic_rooms.middleware")
