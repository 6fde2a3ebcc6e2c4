# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Bodies of forms and of parts, checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .server_fields import FormReader, ReadForm, checked_form
from .server_media import ContentType
from .server_styles import Styled
from .server_text import ANY_FIELDS, Fields
from .server_wire import Check
from .traffic_bodies import RawBody


class ReadParts(RawBody):
    """A body that `read` decodes, valid by `check`."""

    is_read = True

    def __init__(self, check: Check | None, read: ReadForm) -> None:
        self._check = check
        self._read = read

    def check(self, data: bytes, content_type: ContentType, max_depth: int) -> object:
        """Decode the body and check what it holds, but for files."""
        checked_form(self._read, data, content_type, self._check, max_depth)
        return None


class FormBody(ReadParts):
    """A form, URL-encoded or multipart, valid by `check`.

    `styled` are the fields that are written in the style of a parameter, `texts` those
    that are text under a media type of their own in a part.
    """

    def __init__(
        self,
        fields: Fields = ANY_FIELDS,
        check: Check | None = None,
        styled: Iterable[Styled] = (),
        texts: Collection[str] = (),
    ) -> None:
        super().__init__(check, FormReader(fields, tuple(styled), texts).read)
