# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Contents of messages by media type: what is read of them, and how it is checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Protocol

from .server_errors import BadRequest, UnsupportedMediaType, invalid
from .server_media import ContentType, choose, strict_json
from .server_wire import Check, ExchangeCheck, require_valid
from .violations import Violation


class Pieces(Protocol):
    """Checks the items of a sequence while it passes."""

    def feed(self, chunk: bytes) -> list[Violation]:
        """What is wrong with the items that a chunk completes."""
        ...

    def end(self) -> list[Violation]:
        """What is wrong with what the end completes."""
        ...


class RawBody:
    """Content that passes unread: binary, and all that no schema of JSON describes.

    `is_read` tells whether `check` wants the whole of the content, `may_be_empty` whether
    none is content too. `exchange` checks the content of a response together with that of
    the request.
    """

    is_read: ClassVar[bool] = False
    may_be_empty: ClassVar[bool] = False
    exchange: ExchangeCheck | None = None

    def check(self, data: bytes, content_type: ContentType, max_depth: int) -> object:
        """The JSON value, None for what is no JSON.

        Raises BadRequest or UnsupportedMediaType for what is not as documented.
        """
        return None

    def pieces(self, max_bytes: int) -> Pieces | None:
        """What checks the content while it passes, if anything."""
        return None


class JsonBody(RawBody):
    """JSON, valid by `check`, and of a response by `exchange`."""

    is_read = True

    def __init__(
        self, check: Check | None = None, exchange: ExchangeCheck | None = None
    ) -> None:
        self._check = check
        self.exchange = exchange

    def check(self, data: bytes, content_type: ContentType, max_depth: int) -> object:
        """Check strict JSON in UTF-8 (RFC 8259)."""
        parsed = strict_json(data, content_type, max_depth)
        require_valid(parsed, self._check)
        return parsed


class TextBody(RawBody):
    """Text in the charset that the sender names, or UTF-8, valid by `check`."""

    is_read = True
    may_be_empty = True

    def __init__(self, check: Check | None = None) -> None:
        self._check = check

    def check(self, data: bytes, content_type: ContentType, max_depth: int) -> object:
        """Decode the text and check it."""
        try:
            text = data.decode(content_type.charset or "utf-8")
        except LookupError as error:
            raise UnsupportedMediaType("The charset is not known.") from error
        except UnicodeDecodeError as error:
            raise BadRequest("The text is not in its charset.") from error
        if self._check is not None and (violations := self._check(text)):
            raise invalid(violations)
        return None


_RAW = RawBody()


def content_for(contents: Mapping[str, RawBody], media: str) -> RawBody | None:
    """How content of a media type is checked; None where it is not documented.

    A schema of JSON says nothing of the other types in a range.
    """
    found = choose(contents, media)
    if isinstance(found, JsonBody) and media not in contents and not is_json(media):
        return _RAW
    return found


def is_json(media: str) -> bool:
    """Whether a media type is one of JSON (RFC 6839, section 3.1)."""
    return media in ("application/json", "text/json") or media.endswith("+json")
