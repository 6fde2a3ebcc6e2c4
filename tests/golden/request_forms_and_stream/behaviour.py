"""A form that asks for a stream gets one, other forms get the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from case_request_forms_and_stream import Client, server
from case_request_forms_and_stream.models import Question

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.applications import Starlette

FORM: Final = "application/x-www-form-urlencoded"


class Answers(server.AnswersHandlers):
    async def answer(
        self, request: Question | str, context: server.Context
    ) -> str | AsyncIterator[str]:
        if isinstance(request, str):
            return request.upper()
        return self.words(request.text) if request.stream else request.text.upper()

    async def words(self, text: str) -> AsyncIterator[str]:
        for word in text.split():
            yield word


def app() -> Starlette:
    return server.app(answers=Answers())


def check_a_stream_among_forms(url: str) -> None:
    with Client(base_url=url) as client:
        answer = client.answers.answer
        assert answer(text="a b") == "A B"
        assert answer(body="c") == "C"
        assert list(answer(text="a b", stream=True)) == ["a", "b"]
        assert list(answer(text="a b", stream=True, content_type=FORM)) == ["a", "b"]
