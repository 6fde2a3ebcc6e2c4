"""The server's runtime as a package for tests, and a short way to call an application."""

from __future__ import annotations

import asyncio
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx2

RUNTIME = Path(__file__).parents[2] / "templates" / "python" / "runtime"
PACKAGE = "oasmith_server_runtime"


def load(name: str) -> Any:
    """A module of the runtime, loaded where it stands."""
    if PACKAGE not in sys.modules:
        package = ModuleType(PACKAGE)
        package.__path__ = [str(RUNTIME)]
        sys.modules[PACKAGE] = package
    return import_module(f"{PACKAGE}.{name}")


server = load("server")
Violation = load("violations").Violation


def request(app: Any, method: str, path: str, **facts: Any) -> Any:
    """One request to an application, without a network."""

    async def main() -> Any:
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(
            transport=transport, base_url="http://test"
        ) as client:
            return await client.request(method, path, **facts)

    return asyncio.run(main())
