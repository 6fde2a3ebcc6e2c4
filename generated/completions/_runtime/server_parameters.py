# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Parameters of a call: found in the request, read by style, validated, typed.

Source of the rules: OpenAPI 3.2, section 4.12 (`style` and `explode`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias
from urllib.parse import unquote

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from starlette.requests import Request

from .server_errors import BadRequest, HTTPError, invalid
from .server_styles import Query, Styled, read_form
from .server_text import (
    TEXT,
    Fields,
    JsonText,
    Plain,
    Reads,
    assemble,
    json_value,
    value,
)
from .violations import Violation

Place: TypeAlias = Literal["path", "query", "header", "cookie", "querystring"]
Check: TypeAlias = Callable[[object], "list[Violation] | None"]
ExchangeCheck: TypeAlias = Callable[[object, object], "list[Violation] | None"]


class Call(NamedTuple):
    """Where parameters are found: raw path values by name, the query, the request."""

    path: Mapping[str, str]
    query: Query
    request: Request


class Parameter:
    """One parameter of an operation.

    `name` is the name on the wire, `keyword` the handler's argument, `kind` its type,
    `reads` how its text becomes a JSON value, `check` its validator. `default`, in JSON,
    is taken when the caller leaves the parameter out. `others` are the names of other query
    parameters, where an object takes all that are left; `styled` its properties that
    are written in a style, where it is the whole query.
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
        self.keyword = keyword
        self._name = name
        self._place = place
        self._kind = kind
        self._reads = reads
        self._style = style
        self._explode = explode
        self._required = required
        self._default = default
        self._check = check
        known = None if others is None else frozenset(others)
        self._styled = Styled(name, reads, style, explode, known)
        self._inner = tuple(styled)
        self._adapter: TypeAdapter[Any] | None = None

    @property
    def in_path(self) -> bool:
        """Whether it stands in the path."""
        return self._place == "path"

    @property
    def is_required(self) -> bool:
        """Whether a request without it is refused."""
        return self._required

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
        try:
            found = self._find(call)
        except (RecursionError, ValueError) as error:
            raise BadRequest(
                f"Invalid {self._place} parameter '{self._name}'.",
                param=self._name,
                code="invalid_value",
            ) from error
        if found is None:
            if self._required:
                raise BadRequest(
                    f"Missing required {self._place} parameter: '{self._name}'.",
                    param=self._name,
                    code="missing_required_parameter",
                )
            return None if self._default is None else self._typed(self._default)
        if self._check is not None and (violations := self._check(found[0])):
            raise invalid(violations, self._name)
        return self._typed(found[0])

    def _typed(self, given: object) -> object:
        if self._adapter is None:
            self._adapter = TypeAdapter(self._kind)
        try:
            return self._adapter.validate_json(to_json(given), strict=True)
        except ValidationError as error:
            raise refused(error, given, self._name) from None

    def _find(self, call: Call) -> tuple[object] | None:
        """The JSON value in a 1-tuple, None when the parameter is absent."""
        if self._place == "querystring":
            return (self._whole(call.query),) if call.query.text else None
        if self._place == "query":
            return self._styled.find(call.query)
        if self._place == "cookie":
            headers = call.request.headers.getlist("cookie")
            return self._styled.find(Query.of_cookies(headers, self._style))
        raw = self._raw(call)
        if raw is None:
            return None
        decode = unquote if self._place == "path" else str
        if isinstance(self._reads, JsonText):
            return (json_value(decode(raw)),)
        if isinstance(self._reads, Plain):
            return (value([decode(self._bare(raw))], self._reads),)
        return (self._composed([decode(piece) for piece in self._pieces(raw)]),)

    def _raw(self, call: Call) -> str | None:
        if self._place == "path":
            return call.path.get(self._name)
        lines = call.request.headers.getlist(self._name)
        return ", ".join(lines) if lines else None

    def _whole(self, query: Query) -> object:
        if isinstance(self._reads, Fields):
            return read_form(query.fields, query, self._reads, self._inner)
        text = unquote(query.text)
        return text if isinstance(self._reads, Plain) else json_value(text)

    def _bare(self, raw: str) -> str:
        """A path value without what `label` and `matrix` put before it."""
        if self._style == "label":
            return raw.removeprefix(".")
        if self._style == "matrix":
            return raw.removeprefix(f";{self._name}").removeprefix("=")
        return raw

    def _pieces(self, raw: str) -> list[str]:
        if self._style == "label" and self._explode:
            return raw.removeprefix(".").split(".")
        if self._style == "matrix" and self._explode:
            pieces = raw.removeprefix(";").split(";")
            if isinstance(self._reads, Fields):
                return pieces
            return [piece.partition("=")[2] for piece in pieces]
        return [piece.strip() for piece in self._bare(raw).split(",")]

    def _composed(self, pieces: list[str]) -> object:
        if not isinstance(self._reads, Fields):
            return value(pieces, self._reads)
        if self._explode:
            parted = [piece.partition("=") for piece in pieces]
            pairs = [(name, text) for name, _, text in parted]
        else:
            pairs = list(zip(pieces[::2], pieces[1::2], strict=True))
        return assemble(pairs, self._reads)


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
