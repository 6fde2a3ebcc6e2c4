"""What type checkers say of credentials: each kind is taken, and mistakes are seen."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .cases import generated, package_of, write

USING = """
import ssl
from pathlib import Path
from typing import assert_type

from case_oauth import (
    AsyncClient,
    Client,
    ClientCredentials,
    PasswordGrant,
    RefreshToken,
    TokenError,
)
from case_oauth.client import Token


def key() -> str:
    return "k"


async def later() -> str:
    return "k"


async def keep(token: Token) -> None:
    assert_type(token.expires_in, float | None)
    assert_type(token.scopes, tuple[str, ...])


by_client = ClientCredentials(client_id="a", client_secret="s", scopes=["r"])
by_user = PasswordGrant(username="u", password="p", on_token=print)
again = RefreshToken(refresh_token="r", on_token=keep, token_url="https://x.test")
Client(api_key="k", credentials={"oauth": by_client, "user": by_user})
Client(credentials={"oauth": by_client, "key": "k", "openid": key})
Client(credentials={"session": again, "key": ("user", "password")})
AsyncClient(credentials={"session": again, "key": later, "openid": key})
AsyncClient(api_key=later, cert="both.pem", verify=Path("authority.pem"))
Client(cert=("cert.pem", "key.pem"), verify=ssl.create_default_context())
Client(cert=(Path("cert.pem"), "key.pem", "password"))
one = TokenError("no token")
assert_type(one.error, str)

ClientCredentials(client_id="a")  # wrong
ClientCredentials("a", "s")  # wrong
ClientCredentials(client_id="a", client_secret="s", auth_method="none")  # wrong
PasswordGrant(username="u")  # wrong
RefreshToken(refresh_token=None)  # wrong
Client(credentials={"oauth": ClientCredentials})  # wrong
Client(credentials={"openid": later})  # wrong
Client(api_key=5)  # wrong
Client(cert=5)  # wrong
Client(verify=False)  # wrong
Client().with_options(cert="both.pem")  # wrong
"""


@pytest.mark.parametrize(
    "checker",
    [["mypy", "--strict", "--config-file", "", "--cache-dir", os.devnull], ["pyright"]],
    ids=lambda command: str(command[0]),
)
def test_credentials(checker: list[str], tmp_path: Path) -> None:
    write(tmp_path / package_of("oauth"), generated("oauth").files)
    (tmp_path / "using.py").write_text(USING, encoding="utf-8")
    config = '{"typeCheckingMode": "strict", "include": ["using.py"]}'
    (tmp_path / "pyrightconfig.json").write_text(config, encoding="utf-8")
    command = [sys.executable, "-m", *checker]
    options = (
        ["--pythonpath", sys.executable] if checker == ["pyright"] else ["using.py"]
    )
    done = subprocess.run(
        [*command, *options], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    told = re.findall(r"using\.py:(\d+).* error", done.stdout)
    lines = USING.splitlines()
    wrong = [number for number, line in enumerate(lines, 1) if "# wrong" in line]
    assert sorted({int(number) for number in told}) == wrong, done.stdout
