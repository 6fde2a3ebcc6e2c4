"""Q4: every operation, called by the generated client on the generated server in mock mode.

Sync and async, plain, with the raw response and as a stream, lenient and strict, over
HTTP. What comes back is of the documented type, and goes back into the JSON that came.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator.config.model import with_needs

from .cases import CASES, HERE, config_of, example, make, source_of, write
from .everything import call_everything
from .modelled import example_model, modelled

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVED = [
    case
    for case in CASES
    if {"client", "server"} <= set(config_of(case).targets)
    and modelled(case).api.operations
    and config_of(case).model_kind == "pydantic"
]
EXAMPLE = "completions"
ELSEWHERE = {"servers": {"beside"}, "oauth": {"readVault"}}
"""Operations that are not called, by case: the first has a server of its own below the
address of the others, the second wants a certificate.
"""


@pytest.fixture(scope="module")
def mocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder on the path for the packages of cases, mock mode included."""
    folder = tmp_path_factory.mktemp("mocked")
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


def _package(case: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write the package of a case with the server's mock mode; gives its name."""
    name = f"mocked_{case}"
    if not (folder / name).exists():
        if case == EXAMPLE:
            files = example(mock=True).files
        else:
            monkeypatch.chdir(HERE / case)
            config = replace(config_of(case), package=name)
            wanted = with_needs(("client", "mock"))
            files = make(replace(config, targets=wanted), source_of(case)).files
        write(folder / name, files)
    return name


@pytest.mark.filterwarnings("ignore:.* is deprecated:DeprecationWarning")
@pytest.mark.parametrize("strict", [False, True], ids=["lenient", "strict"])
@pytest.mark.parametrize("case", [*SERVED, EXAMPLE])
def test_q4_every_operation(
    case: str, strict: bool, mocked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = _package(case, mocked, monkeypatch)
    model = example_model() if case == EXAMPLE else modelled(case)
    call_everything(package, model, ELSEWHERE.get(case, set()), strict=strict)
