"""The client's runtime as a package for tests, and short ways to call through it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

RUNTIME = Path(__file__).parents[2] / "templates" / "python" / "runtime"
PACKAGE = "oasmith_client_runtime"
KEY = "sk-canary-0123456789"
"""The credential of every client here; nothing may print it."""


def load(name: str) -> Any:
    """A module of the runtime, loaded where it stands."""
    if PACKAGE not in sys.modules:
        package = ModuleType(PACKAGE)
        package.__path__ = [str(RUNTIME)]
        sys.modules[PACKAGE] = package
    return import_module(f"{PACKAGE}.{name}")


auth = load("auth")
errors = load("errors")
operation = load("operation")
servers = load("servers")
settings = load("settings")
transport = load("transport")
async_transport = load("async_transport")

SERVICE = operation.Service(
    name="demo",
    env_prefix="DEMO",
    servers=(servers.Server("https://demo.test/v1"),),
    schemes={"bearer": operation.Scheme("header", prefix="Bearer ")},
    security=(("bearer",),),
)


class Naps:
    """Stands in for sleeping: notes for how long, and returns at once."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)

    async def later(self, seconds: float) -> None:
        """The same for `async`."""
        self.taken.append(seconds)


def settings_for(url: str, service: Any = SERVICE, **options: Any) -> Any:
    """Settings of a client whose delays are not random."""
    retry = load("retry").RetryPolicy(
        options.pop("max_retries", 2),
        options.pop("retry_ambiguous", None),
        lambda low, high: high,
    )
    secret = auth.Secret(options.pop("api_key", KEY), options.pop("credentials", None))
    return settings.Settings(service, secret, base_url=url, retry=retry, **options)


def connect(url: str, naps: Naps | None = None, **options: Any) -> Any:
    """A synchronous transport."""
    return transport.Transport(
        settings_for(url, **options), sleep=naps if naps is not None else Naps()
    )


def connect_async(url: str, naps: Naps | None = None, **options: Any) -> Any:
    """An asynchronous transport."""
    pause = naps if naps is not None else Naps()
    return async_transport.AsyncTransport(
        settings_for(url, **options), sleep=pause.later
    )
