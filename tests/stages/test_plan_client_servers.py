"""Planning the client: the servers that a document names."""

from __future__ import annotations

import json
from typing import Any

import pytest

from generator.load import Source

from .test_plan_client import files, understood


@pytest.mark.parametrize(
    ("servers", "expected"),
    [
        ([{"url": "/v1"}], 'servers=(Server("/v1"),)'),
        ([{"url": "https://x.test/v1/"}], 'servers=(Server("https://x.test/v1/"),)'),
        (
            [{"url": "https://{at}.test", "variables": {"at": {"default": "eu"}}}],
            'servers=(Server("https://{at}.test", variables={"at": "eu"}),)',
        ),
        ([{"url": "https://x.test", "name": "prod"}], 'name="prod"'),
    ],
)
def test_the_servers_of_the_document(servers: list[Any], expected: str) -> None:
    assert expected in _clients(servers)


@pytest.mark.parametrize(
    "servers",
    [
        [],
        [{"url": "ftp://x.test"}],
        [{"url": "https://user:pw@x.test"}],
        [{"url": "https://x.test/?a=b"}],
        [{"url": "https://"}],
    ],
)
def test_servers_that_clients_cannot_use(servers: list[Any]) -> None:
    clients = _clients(servers)
    assert "Server(" not in clients and "api_key" not in clients


def _clients(servers: list[Any]) -> str:
    info = {"title": "T", "version": "1"}
    document = {"openapi": "3.2.0", "info": info, "servers": servers, "paths": {}}
    return files(*understood(Source(data=json.dumps(document).encode())))[
        "client/client.py"
    ]
