"""The first media type is sent; the server reads them all and chooses its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

from case_several_bodies import Client, server
from case_several_bodies.models import TranslateRequest, TranslateResponse

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Translation(server.TranslationHandlers):
    async def translate(
        self, request: TranslateRequest | str | None, context: server.Context
    ) -> TranslateResponse | str:
        if isinstance(request, TranslateRequest):
            return TranslateResponse(text=request.text.upper())
        return "nothing" if request is None else request.upper()


def app() -> Starlette:
    return server.app(translation=Translation())


def check_the_type_follows_the_media_type(url: str) -> None:
    with Client(base_url=url) as client:
        found = client.translation.translate(text="hello")
        assert found == TranslateResponse(text="HELLO")
        assert client.translation.translate() == "nothing"


def check_the_other_body(url: str) -> None:
    request = Request(f"{url}/translate", b"hello", {"content-type": "text/plain"})
    with urlopen(request) as answer:
        assert answer.read() == b"HELLO"
