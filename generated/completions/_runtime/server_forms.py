# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Bodies of forms and of parts as the handler gets them: decoded, checked, typed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from pydantic import TypeAdapter, ValidationError

from .server_body import ReadBody
from .server_fields import FormReader, ReadForm, checked_form
from .server_media import ContentType
from .server_options import ServerOptions
from .server_parameters import refused
from .server_styles import Styled
from .server_text import ANY_FIELDS, Fields
from .server_wire import Check, Strip, taken_out


class ReadParts:
    """A body that `read` decodes, valid by `check`, as a value of `kind` with files in it.

    It loses what `strip` takes out.
    """

    def __init__(
        self,
        kind: Any,
        check: Check | None,
        read: ReadForm,
        strip: Strip | None = None,
    ) -> None:
        self._kind = kind
        self._check = check
        self._strip = strip
        self._read = read
        self._adapter: TypeAdapter[Any] | None = None

    def decode(
        self, data: bytes, content_type: ContentType, options: ServerOptions
    ) -> ReadBody:
        """Decode the body and put together what it holds."""
        limit = options.max_json_depth
        form = checked_form(self._read, data, content_type, self._check, limit)
        given = taken_out(form, self._strip)
        if self._adapter is None:
            self._adapter = TypeAdapter(self._kind)
        try:
            return ReadBody(self._adapter.validate_python(given), given)
        except ValidationError as error:
            raise refused(error, given) from None


class FormBody(ReadParts):
    """A form, URL-encoded or multipart, valid by `check`, as a value of `kind`.

    It loses what `strip` takes out. `styled` are the fields that are written in the style
    of a parameter, `texts` those that are text under a media type of their own in a part.
    """

    def __init__(
        self,
        kind: Any,
        fields: Fields = ANY_FIELDS,
        check: Check | None = None,
        styled: Iterable[Styled] = (),
        texts: Collection[str] = (),
        strip: Strip | None = None,
    ) -> None:
        read = FormReader(fields, tuple(styled), texts).read
        super().__init__(kind, check, read, strip)
