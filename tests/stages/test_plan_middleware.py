"""The tables of the middleware: where operations are, and what they need of the runtime."""

from __future__ import annotations

import textwrap

import pytest

from generator.diagnostics import Sink
from generator.ir import Server
from generator.ir.service import ServerVariable
from generator.plan import middleware
from generator.plan.middleware.addresses import bases_of
from generator.render import render
from generator.style import style

from .server_support import OPTIONS, understood

VERSIONS = (ServerVariable("v", "1", ("1", "2")), ServerVariable("host", "h"))


@pytest.mark.parametrize(
    ("url", "bases"),
    [
        ("https://example.com", [""]),
        ("https://example.com/", [""]),
        ("https://example.com/v1/", ["/v1"]),
        ("http://127.0.0.1:8080/a/b?c=d#e", ["/a/b"]),
        ("//example.com/v1", ["/v1"]),
        ("/", [""]),
        (".", [""]),
        ("/v1", ["/v1"]),
        ("v1", ["/v1"]),
        ("./v1", ["/v1"]),
        ("https://{host}/v{v}", ["/v1", "/v2"]),
        ("{host}/v1", ["/h/v1"]),
        ("https://{region}.example.com/{tenant}/x", ["/{tenant}/x"]),
        ("{origin}/x", ["/x"]),
        ("https://example.com/a%20b", ["/a b"]),
        ("https://[broken/x", [""]),
    ],
)
def test_bases_of_servers(url: str, bases: list[str]) -> None:
    assert list(bases_of([Server(url, variables=VERSIONS)])) == bases


def test_each_base_is_there_once_and_they_are_not_too_many() -> None:
    assert bases_of([Server("https://a/v1"), Server("/v1/"), Server("/v2")]) == (
        "/v1",
        "/v2",
    )
    names = tuple(
        ServerVariable(f"x{index}", None, tuple("abcdefgh")) for index in range(9)
    )
    url = "/" + "/".join(f"{{x{index}}}" for index in range(9))
    assert len(bases_of([Server(url, variables=names)])) == 50


HEAD = """
    openapi: 3.1.0
    info: {title: Things, version: "1"}
    paths:
"""


def texts(paths: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """The files for some paths, and the modules of the runtime."""
    api, names = understood(HEAD + textwrap.indent(textwrap.dedent(paths), " " * 6))
    plans = middleware.plan(api, names, OPTIONS, Sink())
    files = {file.path: file.text for file in style(render(plans))}
    return files, middleware.runtime(api)


def test_what_few_need_is_only_there_for_them() -> None:
    files, runtime = texts("/a: {get: {responses: {'204': {description: Done.}}}}")
    assert set(files) == {"middleware/__init__.py", "middleware/a.py"}
    assert not {"traffic_forms.py", "traffic_streams.py"} & set(runtime)
    form = "requestBody: {content: {multipart/form-data: {schema: {type: object}}}}"
    _, runtime = texts(f"/a: {{post: {{{form}, responses: {{}}}}}}")
    assert {"traffic_forms.py", "server_fields.py", "server_multipart.py"} <= set(
        runtime
    )
    stream = "'200': {description: All., content: {application/jsonl: {}}}"
    _, runtime = texts(f"/a: {{get: {{responses: {{{stream}}}}}}}")
    assert "traffic_streams.py" in runtime and "traffic_forms.py" not in runtime


def test_a_document_without_operations() -> None:
    files, _ = texts("{}")
    assert set(files) == {"middleware/__init__.py"}
    assert "_ENDPOINTS" not in files["middleware/__init__.py"]


@pytest.mark.parametrize(
    ("statuses", "is_422"),
    [
        (["200", "422"], True),
        (["200", "400", "422"], False),
        (["200", "4xx", "422"], False),
        (["200", "default"], False),
    ],
)
def test_the_status_of_what_is_not_valid(statuses: list[str], is_422: bool) -> None:
    answers = ", ".join(f"'{status}': {{description: So.}}" for status in statuses)
    files, _ = texts(f"/a: {{get: {{responses: {{{answers}}}}}}}")
    assert ("invalid=422" in files["middleware/a.py"]) is is_422
    assert ('"4XX"' in files["middleware/a.py"]) is ("4xx" in statuses)
