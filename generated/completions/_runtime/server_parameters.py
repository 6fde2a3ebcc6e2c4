# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Parameters of a call as arguments: read as `server_wire` tells, then typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json

from .server_errors import BadRequest, HTTPError, invalid
from .server_styles import Styled
from .server_text import TEXT, Reads
from .server_wire import Call, Check, Place, WireParameter
from .violations import Violation


class Parameter(WireParameter):
    """One parameter of an operation, as an argument of its handler.

    `keyword` is the handler's argument, `kind` its type. `default`, in JSON, is taken when
    the caller leaves the parameter out.
    """

    def __init__(
        self,
        name: str,
        place: Place,
        keyword: str,
        kind: Any,
        reads: Reads = TEXT,
        *,
        style: str = "form",
        explode: bool = False,
        required: bool = False,
        default: object = None,
        check: Check | None = None,
        others: Iterable[str] | None = None,
        styled: Iterable[Styled] = (),
    ) -> None:
        super().__init__(
            name,
            place,
            reads,
            style=style,
            explode=explode,
            required=required,
            check=check,
            others=others,
            styled=styled,
        )
        self.keyword = keyword
        self._kind = kind
        self._default = default
        self._adapter: TypeAdapter[Any] | None = None

    def is_readable(self, call: Call) -> bool:
        """Whether a request would not be refused because of it."""
        try:
            self.read(call)
        except HTTPError:
            return False
        return True

    def read(self, call: Call) -> object:
        """The typed value, or the default.

        Raises:
            BadRequest: It is missing though required, or not valid.
        """
        found = self.checked(call)
        if found is None:
            return None if self._default is None else self._typed(self._default)
        return self._typed(found[0])

    def _typed(self, given: object) -> object:
        if self._adapter is None:
            self._adapter = TypeAdapter(self._kind)
        try:
            return self._adapter.validate_json(to_json(given), strict=True)
        except ValidationError as error:
            raise refused(error, given, self.name) from None


def refused(error: ValidationError, given: object, root: str = "") -> BadRequest:
    """The 400 for what only the model refuses, at the deepest place that exists."""
    first = max(error.errors(include_url=False, include_input=False), key=_depth)
    path = ""
    inner: Any = given
    for step in first["loc"]:
        try:
            inner = inner[step]
        except (KeyError, IndexError, TypeError):
            continue
        path += pointer(step)
    if first["type"] == "missing":
        path += pointer(first["loc"][-1])
        return invalid([Violation(path, "required", "is required", "", "")], root)
    return invalid([Violation(path, "type", _message(first["type"]), "", "")], root)


def pointer(step: object) -> str:
    """A name or an index as a piece of a JSON Pointer (RFC 6901, section 3)."""
    return "/" + str(step).replace("~", "~0").replace("/", "~1")


def _depth(error: Any) -> int:
    return len(error["loc"])


def _message(kind: str) -> str:
    return f"the value is not acceptable ({kind.replace('_', ' ')})"
