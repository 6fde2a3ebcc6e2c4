# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Parameters as they stand on the wire: found in the head of a request, read by style.

Source of the rules: OpenAPI 3.2, section 4.12 (`style` and `explode`). Of the standard
library alone, as is all that it imports: what checks traffic needs no models.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple, Protocol, TypeAlias
from urllib.parse import unquote

from .server_errors import BadRequest, invalid
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
Strip: TypeAlias = Callable[[object], object]
ExchangeCheck: TypeAlias = Callable[[object, object], "list[Violation] | None"]


def require_valid(parsed: object, check: Check | None) -> None:
    """Raise BadRequest for JSON that is not valid by `check`, or too deep for it."""
    if check is None:
        return
    try:
        violations = check(parsed)
    except RecursionError as error:
        raise _too_deep() from error
    if violations:
        raise invalid(violations)


def taken_out(parsed: object, strip: Strip | None) -> object:
    """JSON without what `strip` takes out of it; BadRequest where it is too deep for that."""
    if strip is None:
        return parsed
    try:
        return strip(parsed)
    except RecursionError as error:
        raise _too_deep() from error


def _too_deep() -> BadRequest:
    return BadRequest("The JSON is nested too deeply.", code="invalid_json")


class HeaderLines(Protocol):
    """The headers of a request."""

    def getlist(self, key: str, /) -> list[str]:
        """The values of the lines with this name, in any case."""
        ...


class Call(NamedTuple):
    """Where parameters are found: raw path values by name, the query, the headers."""

    path: Mapping[str, str]
    query: Query
    headers: HeaderLines


class WireParameter:
    """One parameter of an operation, before it has a type.

    `name` is the name on the wire, `reads` how its text becomes a JSON value, `check` its
    validator. `others` are the names of other query parameters, where an object takes all
    that are left; `styled` its properties that are written in a style, where it is the
    whole query.
    """

    def __init__(
        self,
        name: str,
        place: Place,
        reads: Reads = TEXT,
        *,
        style: str = "form",
        explode: bool = False,
        required: bool = False,
        check: Check | None = None,
        others: Iterable[str] | None = None,
        styled: Iterable[Styled] = (),
    ) -> None:
        self.name = name
        self.place: Place = place
        self._reads = reads
        self._style = style
        self._explode = explode
        self._required = required
        self._check = check
        known = None if others is None else frozenset(others)
        self._styled = Styled(name, reads, style, explode, known)
        self._inner = tuple(styled)

    @property
    def in_path(self) -> bool:
        """Whether it stands in the path."""
        return self.place == "path"

    @property
    def is_required(self) -> bool:
        """Whether a request without it is refused."""
        return self._required

    def checked(self, call: Call) -> tuple[object] | None:
        """The JSON value in a 1-tuple, None when the parameter is absent.

        Raises:
            BadRequest: It is missing though required, or not valid.
        """
        try:
            found = self._find(call)
            violations = self._violations(found)
        except (RecursionError, ValueError) as error:
            raise BadRequest(
                f"Invalid {self.place} parameter '{self.name}'.",
                param=self.name,
                code="invalid_value",
            ) from error
        if found is None:
            if self._required:
                raise BadRequest(
                    f"Missing required {self.place} parameter: '{self.name}'.",
                    param=self.name,
                    code="missing_required_parameter",
                )
            return None
        if violations:
            raise invalid(violations, self.name)
        return found

    def _violations(self, found: tuple[object] | None) -> list[Violation] | None:
        """What is wrong with a value, if there is one."""
        if found is None or self._check is None:
            return None
        return self._check(found[0])

    def _find(self, call: Call) -> tuple[object] | None:
        """The JSON value in a 1-tuple, None when the parameter is absent."""
        if self.place == "querystring":
            return (self._whole(call.query),) if call.query.text else None
        if self.place == "query":
            return self._styled.find(call.query)
        if self.place == "cookie":
            headers = call.headers.getlist("cookie")
            return self._styled.find(Query.of_cookies(headers, self._style))
        raw = self._raw(call)
        if raw is None:
            return None
        decode = unquote if self.place == "path" else str
        if isinstance(self._reads, JsonText):
            return (json_value(decode(raw)),)
        if isinstance(self._reads, Plain):
            return (value([decode(self._bare(raw))], self._reads),)
        return (self._composed([decode(piece) for piece in self._pieces(raw)]),)

    def _raw(self, call: Call) -> str | None:
        if self.place == "path":
            return call.path.get(self.name)
        lines = call.headers.getlist(self.name)
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
            return raw.removeprefix(f";{self.name}").removeprefix("=")
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
