"""Names that shadow, collide or are none: the packages work all the same."""

from __future__ import annotations

import asyncio
import inspect
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .hostile_names import WORDS, Echo, Package, kinds, parameter_names

if TYPE_CHECKING:
    from collections.abc import Iterator

_SIZE = 24
CHUNKS = [WORDS[start : start + _SIZE] for start in range(0, len(WORDS), _SIZE)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the packages of this module go."""
    return tmp_path_factory.mktemp("hostile")


@pytest.fixture(scope="module", params=range(len(CHUNKS)))
def package(request: pytest.FixtureRequest, folder: Path) -> Package:
    """The package of a document made of some of the words."""
    return Package(CHUNKS[request.param], folder)


def test_every_module_can_be_imported(package: Package) -> None:
    package.import_all()


def test_the_client_calls_the_server(package: Package) -> None:
    tried(package)


@settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(
    st.lists(
        st.sampled_from(WORDS) | st.text(min_size=1, max_size=3),
        min_size=2,
        max_size=8,
        unique=True,
    )
)
def test_any_names_work_together(words: list[str]) -> None:
    with TemporaryDirectory() as folder:
        package = Package(words, Path(folder))
        package.import_all()
        tried(package)
        sys.path.remove(folder)


def tried(package: Package) -> None:
    """Call each operation with all of its arguments, and look at what arrives."""
    server, client = package.module("server"), package.module("client")
    kept: list[dict[str, Any]] = []
    groups = package.module("server.app").Handlers.__annotations__
    schemes = package.source["components"]["securitySchemes"]

    async def allow(token: Any, context: Any) -> str:
        return "somebody"

    app = server.app(
        **dict.fromkeys(groups, Echo(kept)), security=dict.fromkeys(schemes, allow)
    )

    async def main() -> None:
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport) as http:
            caller = client.AsyncClient(
                credentials=dict.fromkeys(schemes, "token"), http_client=http
            )
            methods = list(_methods(caller, package))
            assert len(methods) == len(package.words)
            for method in methods:
                await _call(method, kept, package.words)

    asyncio.run(main())


def _methods(caller: Any, package: Package) -> Iterator[Any]:
    """The methods of all resources, but that of the union."""
    for attribute in dir(type(caller)):
        if attribute.startswith("_") or attribute == "told_apart":
            continue
        resource = getattr(caller, attribute)
        if type(resource).__module__.startswith(f"{package.name}.client."):
            for name, method in inspect.getmembers(resource):
                if inspect.iscoroutinefunction(method) and not name.startswith("__"):
                    yield method


async def _call(method: Any, kept: list[dict[str, Any]], words: list[str]) -> None:
    table = kinds("")
    body = {word: table[index % len(table)][1] for index, word in enumerate(words)}
    names = [name for name in inspect.signature(method).parameters if name != "options"]
    count = 1 + sum(map(len, parameter_names(words).values()))
    assert len(names) == count + len(words)
    given = {name: f"v{index}" for index, name in enumerate(names[:count])}
    answer = await method(
        **given, **dict(zip(names[count:], body.values(), strict=True))
    )
    seen = kept[-1]
    assert seen["request"].to_dict() == answer.to_dict() == body
    arrived = [value for value in seen.values() if isinstance(value, str)]
    assert sorted(arrived) == sorted(given.values())


def test_type_checkers_are_content(folder: Path) -> None:
    packages = [Package(chunk, folder) for chunk in CHUNKS[::3]]
    names = [f"--package={package.name}" for package in packages]
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, *names],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MYPYPATH": str(folder)},
    )
    assert run.returncode == 0, run.stdout[-5000:]
