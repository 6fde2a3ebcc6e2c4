# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Headers of responses, read by their style and checked.

Source of the rules: OpenAPI 3.2, section 4.21: headers are in style `simple`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .server_errors import HTTPError
from .server_styles import Query
from .server_text import TEXT, Items, Plain, Reads, json_value
from .server_wire import Call, Check, HeaderLines, WireParameter

_OF_SERVERS = frozenset("""
    connection content-length date keep-alive server trailer transfer-encoding upgrade
    """.split())
"""Headers that a server may add behind the app: that they lack here means nothing."""

_IN_LINES = "set-cookie"
"""The header whose lines are not one value (RFC 9110, section 5.3)."""


class Header(WireParameter):
    """A header of a response: how its text becomes a JSON value, and its validator.

    Of `Set-Cookie` it is only asked whether it is there, unless it is described as an
    array, whose items its lines are.
    """

    def __init__(
        self,
        name: str,
        reads: Reads = TEXT,
        *,
        explode: bool = False,
        required: bool = False,
        check: Check | None = None,
    ) -> None:
        lower = name.lower()
        self._in_lines = lower == _IN_LINES
        is_checked = not self._in_lines or isinstance(reads, Items)
        super().__init__(
            name,
            "header",
            reads,
            style="simple",
            explode=explode,
            required=required and lower not in _OF_SERVERS,
            check=check if is_checked else None,
        )

    def _raw(self, call: Call) -> str | None:
        raw = super()._raw(call)
        return None if raw is None else raw.strip(" \t")

    def _find(self, call: Call) -> tuple[object] | None:
        """The value; JSON is read as well where it may be an array or an object.

        It is what servers write for arrays of arrays, for which no style has a form.
        """
        if self._in_lines:
            lines = call.headers.getlist(self.name)
            return (list[object](lines),) if lines else None
        raw = self._raw(call)
        if raw is None or isinstance(self._reads, Plain):
            return super()._find(call)
        if not raw and isinstance(self._reads, Items):
            return ([],)
        if raw[:1] in ("[", "{"):
            try:
                return (json_value(raw),)
            except ValueError:
                pass
        return super()._find(call)


def wrong_headers(
    documented: Iterable[Header], lines: HeaderLines
) -> Iterator[tuple[Header, HTTPError]]:
    """Those of the documented headers that are missing or not valid, and why."""
    call = Call({}, Query(()), lines)
    for header in documented:
        try:
            header.checked(call)
        except HTTPError as error:
            yield header, error
