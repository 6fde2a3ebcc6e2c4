"""Every operation of every golden case: no fault in traffic that is as documented.

The generated client calls the generated server in mock mode through the middleware, which
refuses all that it finds wrong.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.config.model import with_needs

from ..golden.cases import HERE, config_of, generated, make, source_of, write
from ..golden.everything import call_everything
from ..golden.modelled import modelled
from ..golden.test_mock_mode import ELSEWHERE, SERVED
from .apps import told

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder on the path for the packages of cases, middleware and mock included."""
    found = tmp_path_factory.mktemp("guarded")
    sys.path.insert(0, str(found))
    yield found
    sys.path.remove(str(found))


@pytest.mark.filterwarnings("ignore:.* is deprecated:DeprecationWarning")
@pytest.mark.parametrize("case", SERVED)
def test_nothing_is_wrong_with_what_is_as_documented(
    case: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"guarded_{case}"
    monkeypatch.chdir(HERE / case)
    wanted = with_needs(("client", "middleware", "mock"))
    config = replace(config_of(case), package=name, targets=wanted)
    write(folder / name, make(config, source_of(case)).files)
    faults: list[Any] = []
    seen: list[str] = []

    def behind(app: Any) -> Any:
        package = importlib.import_module(f"{name}.middleware")

        async def counted(scope: Any, receive: Any, send: Any) -> None:
            seen.append(scope["path"])
            await app(scope, receive, send)

        return package.ASGIMiddleware(
            counted, responses="refuse", unknown="refuse", on_fault=faults.append
        )

    call_everything(
        name, modelled(case), ELSEWHERE.get(case, set()), strict=False, behind=behind
    )
    assert told(faults) == [], [str(fault) for fault in faults]
    assert seen


def test_the_standard_library_is_enough(folder: Path) -> None:
    """Nothing else is installed where `-I -S` looks."""
    write(folder / "alone", generated("middleware").files)
    program = (
        f"import sys; sys.path.insert(0, {str(folder)!r})\n"
        "from alone import middleware, validators\n"
        "app = middleware.WSGIMiddleware(lambda environ, start: [])\n"
        "environ = {'REQUEST_METHOD': 'GET', 'PATH_INFO': '/orders/7', 'a': 1}\n"
        "answer = app(environ, lambda status, headers: print(status))\n"
        "print(answer[0].decode())\n"
    )
    command = [sys.executable, "-I", "-S", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout.startswith("400 Bad Request\n"), done.stderr


def test_validators_do_not_import_the_middleware(folder: Path) -> None:
    write(folder / "unused", generated("middleware").files)
    program = (
        f"import sys; sys.path.insert(0, {str(folder)!r})\n"
        "from unused.validators import SCHEMAS\n"
        "SCHEMAS['Order']({})\n"
        "print([name for name in sys.modules if 'traffic' in name or 'server' in name])"
    )
    command = [sys.executable, "-I", "-S", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr
