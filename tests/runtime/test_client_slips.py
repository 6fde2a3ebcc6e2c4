"""What callers get wrong is told so that it helps; short keys do not garble a text."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ..golden.cases import generated
from .client_runtime import Naps, connect, errors, load
from .fault_server import FaultServer

auth = load("auth")
body = load("body")
clients = load("clients")
forms = load("forms")
logs = load("logs")
slips = load("slips")
omit = load("omit").omit
Json = load("decoders").Json
operation = load("operation")
GET = operation.Operation("GET", "/things", security=(("bearer",),))


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """A client with parameters, bodies and pages."""
    folder = tmp_path_factory.mktemp("slips")
    for path, text in generated("pagination").files.items():
        place = folder / "case_of_slips" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        return importlib.import_module("case_of_slips.client")


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("timeot", "; did you mean 'timeout'?"),
        ("curser", "; did you mean 'cursor'?"),
        ("wholly_other", ""),
    ],
)
def test_a_keyword_argument_that_a_method_does_not_have(
    package: ModuleType, given: str, hint: str
) -> None:
    """Options and the arguments of the method itself may be meant."""
    client = package.Client(base_url="http://127.0.0.1:9")
    text = f"Things.list_by_cursor() got an unexpected keyword argument {given!r}{hint}"
    with pytest.raises(TypeError) as caught:
        client.things.list_by_cursor(**{given: 1})
    assert str(caught.value) == text
    with pytest.raises(TypeError) as caught:
        client.things.with_raw_response.list_by_cursor(**{given: 1})
    assert "list_by_cursor() got" in str(caught.value)
    assert str(caught.value).endswith(f"{given!r}{hint}")
    client.close()


def test_the_same_to_await(package: ModuleType) -> None:
    """Where the method has returned before the call, the operation tells which it is."""

    async def main() -> str:
        async with package.AsyncClient(base_url="http://127.0.0.1:9") as client:
            with pytest.raises(TypeError) as caught:
                await client.things.list_by_cursor(timeot=1)
            return str(caught.value)

    told = asyncio.run(main())
    assert told.endswith(
        "an unexpected keyword argument 'timeot'; did you mean 'timeout'?"
    )
    assert told.startswith(("GET /by-cursor got", "AsyncThings.list_by_cursor() got"))


def test_an_option_of_a_client_that_is_none(package: ModuleType) -> None:
    with pytest.raises(TypeError, match=r"'timeot' is no option here; .* 'timeout'"):
        package.Client(timeot=1)
    with pytest.raises(TypeError, match=r"'base_ulr' is no option here; .* 'base_url'"):
        package.AsyncClient(base_ulr="x")
    client = package.Client(base_url="http://127.0.0.1:9")
    with client, pytest.raises(TypeError, match=r"'max_retry' .* 'max_retries'"):
        client.with_options(max_retry=1)


def test_credentials_for_no_scheme() -> None:
    service = operation.Service(
        "demo", "DEMO_SLIPS", schemes={"key": operation.Scheme("header", "x-key")}
    )
    secret = auth.Secret(None, {"kee": "t0ken-of-kee"})
    with pytest.raises(errors.ConfigurationError) as caught:
        auth.choose((("key",),), secret, service)
    told = str(caught.value)
    assert told.startswith("no credential for key: ")
    assert told.endswith(
        "; credentials has 'kee', which is no security scheme here; did you mean 'key'?"
    )
    assert "t0ken" not in told


def _encoded(media: str, file: str, value: object) -> Any:
    form = forms.BodyForm(media, files=frozenset({file}))
    return body.encode_body(forms.choose((form,), {}, value, omit)).data


PARTS, WHOLE = ("multipart/form-data", "file"), ("image/png", "body")


@pytest.mark.parametrize(
    ("form", "value"),
    [
        (PARTS, {"file": "cl.py"}),
        (PARTS, {"file": ("name", "cl.py")}),
        (PARTS, {"file": [b"x", "cl.py"]}),
        (WHOLE, "cl.py"),
    ],
)
def test_a_str_is_no_file(form: tuple[str, str], value: object) -> None:
    """In a part, in a list of parts, and as the whole body."""
    with pytest.raises(errors.InvalidArgumentError) as caught:
        _encoded(*form, value)
    told = str(caught.value)
    assert "; a str is no path: wrap it in pathlib.Path" in told and "cl.py" not in told


def test_what_is_neither_file_nor_str() -> None:
    for form, value in ((PARTS, {"file": 5}), (PARTS, {"file": ("a", 5)}), (WHOLE, 5)):
        with pytest.raises(errors.InvalidArgumentError) as caught:
            _encoded(*form, value)
        assert "a str" not in str(caught.value)


def test_a_path_is_a_file(tmp_path: Path) -> None:
    """As the message above says."""
    (tmp_path / "cl.py").write_bytes(b"text")
    assert _encoded(*WHOLE, tmp_path / "cl.py") == b"text"


@pytest.mark.parametrize("key", ["t", "tt", "http", "conne"])
def test_a_short_key_does_not_garble_a_message(key: str) -> None:
    transport = connect("http://127.0.0.1:9", Naps(), api_key=key, max_retries=0)
    with pytest.raises(errors.APIConnectionError) as caught:
        transport.call(GET, Json[int])
    transport.close()
    assert str(caught.value) == "GET http://127.0.0.1:9/things: connection refused"


def test_a_key_of_some_length_is_masked_in_a_text(server: FaultServer) -> None:
    assert slips.SHORTEST_SECRET == 6
    server.then(b'{"error":{"message":"no secret of abcdef"}}', status=401)
    transport = connect(server.url, Naps(), api_key="abcdef")
    with pytest.raises(errors.AuthenticationError) as caught:
        transport.call(GET, Json[int])
    transport.close()
    assert "no secret of ***" in str(caught.value)


def test_the_longer_of_two_secrets_goes_first() -> None:
    found = slips.without_secrets(
        "a secret-longer b secret c", ["secret", "secret-longer"]
    )
    assert found == "a *** b *** c"


@pytest.mark.parametrize(
    ("name", "is_shown"),
    [
        *[
            (name, True)
            for name in ("Cache-Control", "Transfer-Encoding", "Vary", "Age")
        ],
        *[(name, True) for name in ("Content-Encoding", "Connection", "Last-Modified")],
        *[(name, False) for name in ("Authorization", "Cookie", "Set-Cookie", "X-Key")],
        *[(name, False) for name in ("Proxy-Authorization", "WWW-Authenticate")],
        *[(name, False) for name in ("Location", "Referer", "From", "ETag", "X-Other")],
    ],
)
def test_headers_that_the_log_shows(name: str, is_shown: bool) -> None:
    shown: dict[str, Any] = logs.shown({name: "value"})
    assert shown == {name: "value" if is_shown else "***"}
