"""C1: telemetry as an option of the client, which costs nothing where it is not given."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from opentelemetry import trace

from .client_runtime import RUNTIME, errors, load
from .fault_server import FaultServer
from .spans import Recorder

clients = load("clients")
operation = load("operation")
Json = load("decoders").Json

GET = operation.Operation("GET", "/things/{id}")


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


def base_client(server: FaultServer, **options: Any) -> Any:
    """A client as generated ones are made."""
    service = operation.Service("demo", "DEMO")
    return clients.BaseClient(service, base_url=server.url, **options)


def test_c1_telemetry_is_an_option_of_the_client(
    server: FaultServer, recorder: Recorder
) -> None:
    server.then(b"1")
    silent = base_client(server)
    traced = silent.with_options(telemetry=recorder.provider)
    for client in (silent, traced, traced.with_options(telemetry=None)):
        assert client._transport.call(GET, Json[int], path={"id": "1"}) == 1
    assert len(recorder.spans) == 1
    told = ["traceparent" in request.headers for request in server.requests]
    assert told == [False, True, False]
    with pytest.raises(TypeError, match="must be a tracer provider or a bool, not str"):
        silent.with_options(telemetry="yes")
    silent.close()


def test_c1_telemetry_true_is_the_global_provider(
    server: FaultServer, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: recorder.provider)
    server.then(b"1")
    client = base_client(server, telemetry=True)
    assert client._transport.call(GET, Json[int], path={"id": "1"}) == 1
    assert recorder.one().name == "GET /things/{id}"
    client.close()


def test_c1_telemetry_without_opentelemetry_is_a_clear_error(
    server: FaultServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.trace", None)
    with pytest.raises(
        errors.ConfigurationError, match="pip install opentelemetry-api"
    ):
        base_client(server, telemetry=True)
    base_client(server, telemetry=False).close()


def test_c1_telemetry_is_imported_by_those_who_ask_for_it() -> None:
    program = f"""
import sys
from types import ModuleType
package = ModuleType("runtime")
package.__path__ = [{str(RUNTIME)!r}]
sys.modules["runtime"] = package
from runtime import clients, operation
clients.BaseClient(operation.Service("demo", "DEMO"), base_url="http://a.test")
assert "runtime.telemetry" not in sys.modules
assert "opentelemetry" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)
