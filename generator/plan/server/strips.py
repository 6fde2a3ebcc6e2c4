"""Where a server takes out what does not go one way: arguments of codecs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.code import EMPTY, code
from ..python.layout import Atom, dict_display
from ..python.literals import lit
from ..python.media import is_json, sent_media
from .answers import streams_of, successes

if TYPE_CHECKING:
    from ...ir import MediaContent, Operation
    from ..python.code import Code
    from ..python.layout import Expr
    from ..python.stripped import Stripped


class Strips:
    """Refers to what the validators have under `OPERATIONS`."""

    def __init__(self, stripped: Stripped) -> None:
        self._stripped = stripped

    def parts(self, operation: Operation) -> Code:
        """The statement that gives `operation` its value; empty where nobody asks for it."""
        bodies = operation.body.contents if operation.body is not None else ()
        asked = any(self.of_body(operation, content) for content in bodies)
        if not asked and not self.of_answers(operation):
            return EMPTY
        return code("operation = OPERATIONS[{}]", lit(self._stripped.key(operation)))

    def of_body(
        self, operation: Operation, content: MediaContent
    ) -> list[tuple[Code, Expr]]:
        """The argument of what decodes a body; none where the body loses nothing."""
        key = self._stripped.key(operation)
        if not key or not self._stripped.loses(content.schema, "request"):
            return []
        if content.is_sequence and content.media.startswith("multipart/"):
            return []
        media = lit(content.media)
        part = code("request[{}]", media)
        if content.is_sequence:
            part = code('items["request", {}]', media)
        return [(code("strip"), _strip(part))]

    def of_answers(self, operation: Operation) -> list[tuple[Code, Expr]]:
        """The argument of a codec for answers, and for the items of streams."""
        key = self._stripped.key(operation)
        members: dict[Code, Expr] = {}
        for success in successes(operation) if key else ():
            for content in success.response.contents:
                if is_json(content) and self._loses(content.schema):
                    place = lit(f"{success.status} {sent_media(content)}")
                    at = lit(success.response.status), lit(content.media)
                    part = code("responses[{}, {}]", *at)
                    members.setdefault(place, _strip(part))
        for success, stream in streams_of(operation) if key else ():
            if self._loses(stream.schema):
                place = lit(f"{success.status} {stream.media}")
                at = lit(success.response.status), lit(stream.media)
                members.setdefault(place, _strip(code("items[{}, {}]", *at)))
        return (
            [(code("strips"), dict_display(list(members.items())))] if members else []
        )

    def _loses(self, schema: str | None) -> bool:
        return self._stripped.loses(schema, "response")


def _strip(part: Code) -> Expr:
    return Atom(code("operation.{}.strip", part))
