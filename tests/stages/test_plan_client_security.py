"""Planning the client: the schemes of a document, their scopes, and where tokens are from."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest

from generator.ir import OAuthFlow
from generator.load import Source
from generator.plan.client.plan import RUNTIME, runtime

from .lowering import lowered
from .test_plan_client import files, understood

TOKENS = {"endpoints.py", "oauth.py", "tokens.py"}


def document(schemes: Any, *security: Any) -> dict[str, Any]:
    """A document with an operation for each requirement."""
    empty = {"responses": {"204": {"description": ""}}}
    paths = {
        f"/o{index}": {"get": {"operationId": f"o{index}", "security": item, **empty}}
        for index, item in enumerate(security)
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths,
        "components": {"securitySchemes": schemes},
    }


def made(schemes: Any, *security: Any) -> dict[str, str]:
    data = json.dumps(document(schemes, *security)).encode()
    return files(*understood(Source(data=data)))


def oauth(**flows: Any) -> dict[str, Any]:
    known = {kind: {"scopes": {}, **flow} for kind, flow in flows.items()}
    return {"type": "oauth2", "flows": known}


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        (
            oauth(clientCredentials={"tokenUrl": "/t"}),
            'OAuth2(flows={"clientCredentials": Flow("/t")})',
        ),
        (
            oauth(password={"tokenUrl": "/t", "refreshUrl": "/r"}),
            'OAuth2(flows={"password": Flow("/t", refresh_url="/r")})',
        ),
        (
            oauth(implicit={"authorizationUrl": "/a", "refreshUrl": "/r"}),
            'OAuth2(flows={"implicit": Flow("", refresh_url="/r")})',
        ),
        (oauth(implicit={"authorizationUrl": "/a"}), 'Scheme("header", prefix="Bea'),
        ({"type": "openIdConnect", "openIdConnectUrl": "/o"}, 'Scheme("header", pre'),
        ({"type": "mutualTLS"}, 'Scheme("none")'),
    ],
)
def test_schemes(scheme: dict[str, Any], expected: str) -> None:
    assert f'"s": {expected}' in made({"s": scheme})["client/client.py"]


def test_scopes_go_with_the_schemes_whose_tokens_have_them() -> None:
    schemes = {
        "a": oauth(clientCredentials={"tokenUrl": "/t"}),
        "b": {"type": "http", "scheme": "bearer"},
    }
    found = made(
        schemes,
        [{"a": ["r"], "b": ["role"]}],
        [{"a": ["r"], "b": ["role"]}],
        [{"a": ["r", "w"]}, {"b": ["role"]}],
    )
    clients, methods = found["client/client.py"], found["client/o0.py"]
    assert 'security=((Scoped("a", "r"), "b"),)' in clients
    assert "Scoped" not in methods
    everything = "".join(found.values())
    assert 'security=((Scoped("a", "r", "w"),), ("b",))' in everything


def test_who_gets_tokens_is_there_only_where_a_server_gives_them() -> None:
    bearer = {"b": {"type": "http", "scheme": "bearer"}}
    for schemes in ({}, bearer):
        source = Source(data=json.dumps(document(schemes)).encode())
        api = understood(source)[0]
        assert runtime(api) == RUNTIME
        found = "".join(files(*understood(source)).values())
        assert "oauth" not in found and "Token" not in found
    for scheme in (
        oauth(implicit={"authorizationUrl": "/a"}),
        {"type": "openIdConnect", "openIdConnectUrl": "/o"},
    ):
        source = Source(data=json.dumps(document({"s": scheme})).encode())
        assert set(runtime(understood(source)[0])) == {*RUNTIME, *TOKENS}
        found = files(*understood(source))
        assert "ClientCredentials" in found["client/__init__.py"]


HOSTILE = ['/t");evil("', "/t'''\n\"\"\"", "/t\\", "`/t`", "/t\u2028x", "/{{7*7}}%}"]


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_a_document_stays_text(text: str) -> None:
    scheme = oauth(password={"tokenUrl": text, "refreshUrl": text})
    found = made({text: scheme}, [{text: [text]}], [{text: ["usual"]}], [])
    plain = made(
        {"s": oauth(password={"tokenUrl": "/t", "refreshUrl": "/t"})},
        [{"s": ["r"]}],
        [{"s": ["usual"]}],
        [],
    )
    for path in ("client/client.py", "client/o0.py"):
        names = [
            sorted({one.id for one in ast.walk(tree) if isinstance(one, ast.Name)})
            for tree in (ast.parse(found[path]), ast.parse(plain[path]))
        ]
        is_dropped = "{" in text
        assert names[0] == names[1] or is_dropped
        assert "evil" not in names[0]


FAULTS = [
    ("https://x.test/t", ""),
    ("https://x.test:8443/t?tenant=1", ""),
    ("//x.test/t", ""),
    ("t", ""),
    ("../t", ""),
    ("http://localhost:80/t", ""),
    ("http://127.9.9.9/t", ""),
    ("http://[::1]:1/t", ""),
    ("http://x.test/t", "http is not https"),
    ("HTTP://x.test/t", "http is not https"),
    ("http://localhost.x.test/t", "http is not https"),
    ("http://127.0.0.1.x.test/t", "http is not https"),
    ("ftp://x.test/t", "ftp is not https"),
    ("file:///etc/passwd", "it has no host"),
    ("javascript:alert(1)", "it has no host"),
    ("https://me@x.test/t", "it holds a user"),
    ("//me@x.test/t", "it holds a user"),
    ("https://x.test/t#a", "it has a fragment"),
    ("https://{tenant}.x.test/t", "it holds a placeholder"),
    ("https://<tenant>.x.test/t", "it holds a placeholder"),
    ("your token URL", "it holds a placeholder"),
    ("https://[x/t", "it is not a URL"),
]


@pytest.mark.parametrize(("url", "reason"), FAULTS)
@pytest.mark.parametrize("key", ["tokenUrl", "refreshUrl"])
def test_urls_that_secrets_can_go_to(key: str, url: str, reason: str) -> None:
    text = json.dumps(document({"s": oauth(password={key: url})}))
    api = lowered(text, codes=("W264",) if reason else ())
    flow = api.security_schemes["s"].flows[0]
    kept = "" if reason else url
    expected = {"tokenUrl": OAuthFlow("password", token_url=kept)}
    expected["refreshUrl"] = OAuthFlow("password", refresh_url=kept)
    assert flow == expected[key]
