# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Values that are spread over named texts: queries, cookies and fields of forms.

Source of the rules: OpenAPI 3.2, section 4.12 (`style` and `explode`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple
from urllib.parse import unquote, unquote_plus

from .server_errors import BadRequest
from .server_text import Fields, Items, Reads, assemble, value

_DELIMITERS = {"spaceDelimited": ("+", "%20"), "pipeDelimited": ("|", "%7C", "%7c")}
_MAX_PAIRS = 1000


class Query(NamedTuple):
    """A query string in pieces: decoded names, values as they were sent.

    `decode` makes the text of a value, or of a piece of it.
    """

    pairs: tuple[tuple[str, str], ...]
    text: str = ""
    decode: Callable[[str], str] = unquote_plus

    @classmethod
    def parse(cls, text: str) -> Query:
        """Split a query string. Raises BadRequest beyond 1000 pieces."""
        if text.count("&") >= _MAX_PAIRS:
            raise BadRequest("Too many query parameters.")
        pieces = [piece.partition("=") for piece in text.split("&") if piece]
        return cls(tuple((unquote_plus(name), raw) for name, _, raw in pieces), text)

    @classmethod
    def of_form(cls, text: str) -> Query:
        """Split a URL-encoded form. Raises ValueError beyond 1000 fields."""
        if text.count("&") >= _MAX_PAIRS:
            raise ValueError("too many fields")
        decode = partial(unquote_plus, errors="strict")
        pieces = [piece.partition("=") for piece in text.split("&") if piece]
        pairs = tuple((decode(name), raw) for name, _, raw in pieces)
        return cls(pairs, text, decode)

    @property
    def fields(self) -> list[tuple[str, object]]:
        """Names and values, decoded."""
        return [(name, self.decode(raw)) for name, raw in self.pairs]

    @classmethod
    def of_cookies(cls, headers: Iterable[str], style: str) -> Query:
        """Split `Cookie` headers (RFC 6265, section 4.2); style `cookie` is not encoded."""
        decode = str if style == "cookie" else unquote
        pieces = [
            piece.strip().partition("=")
            for header in headers
            for piece in header.split(";")
        ]
        pairs = tuple((decode(name), _bare(raw)) for name, _, raw in pieces if name)
        return cls(pairs, decode=decode)

    @classmethod
    def of_fields(cls, fields: Iterable[tuple[str, object]]) -> Query:
        """The texts of a form that is decoded already."""
        pairs = tuple((name, text) for name, text in fields if isinstance(text, str))
        return cls(pairs, decode=str)


def _bare(raw: str) -> str:
    is_quoted = len(raw) > 1 and raw[0] == raw[-1] == '"'
    return raw[1:-1] if is_quoted else raw


class Styled(NamedTuple):
    """How a value is found in a query.

    `others` are the names that are no property of an object whose properties stand by
    themselves; None where only those that `reads` knows are.
    """

    name: str
    reads: Reads
    style: str = "form"
    explode: bool = False
    others: frozenset[str] | None = None

    def find(self, query: Query) -> tuple[object] | None:
        """The JSON value in a 1-tuple, None when it is absent.

        Raises:
            ValueError: It cannot be read in this style.
        """
        if isinstance(self.reads, Fields):
            return self._object(query, self.reads)
        raws = [raw for name, raw in query.pairs if name == self.name]
        if not raws and isinstance(self.reads, Items):
            return self._array(query, self.reads)
        if not raws:
            return None
        is_joined = not self.explode and self.style != "deepObject"
        if isinstance(self.reads, Items) and is_joined:
            return (self._items(query, self._split(raws[-1])),)
        return (self._items(query, raws),)

    def takes(self, name: str) -> bool:
        """Whether a name belongs to the value."""
        if name == self.name or name.startswith(f"{self.name}["):
            return True
        is_spread = isinstance(self.reads, Fields) and self.explode
        return is_spread and self.style == "form" and self._is_property(name)

    def _items(self, query: Query, raws: list[str]) -> object:
        return value([query.decode(raw) for raw in raws], self.reads)

    def _array(self, query: Query, reads: Items) -> tuple[object] | None:
        """An array whose items are named `name[]` or `name[0]`."""
        start = f"{self.name}["
        pairs = [
            (name, query.decode(raw))
            for name, raw in query.pairs
            if name.startswith(start)
        ]
        if not pairs:
            return None
        return (assemble(pairs, Fields({self.name: reads}))[self.name],)

    def _is_property(self, name: str) -> bool:
        assert isinstance(self.reads, Fields)
        if self.others is not None:
            return name.partition("[")[0] not in self.others
        return name in self.reads.known

    def _split(self, raw: str) -> list[str]:
        """Split where the style says, before anything is decoded."""
        delimiter, *spellings = _DELIMITERS.get(self.style, (",",))
        if self.style == "spaceDelimited":
            raw = raw.replace(" ", "+")
        for spelling in spellings:
            raw = raw.replace(spelling, delimiter)
        return raw.split(delimiter)

    def _bare(self, query: Query) -> tuple[object] | None:
        """The text that stands where an object may, as in `metadata=`."""
        texts = [query.decode(raw) for name, raw in query.pairs if name == self.name]
        return (texts[-1],) if texts else None

    def _object(self, query: Query, fields: Fields) -> tuple[object] | None:
        if self.style == "deepObject":
            start = f"{self.name}["
            pairs = [
                (name[len(start) :].replace("]", "", 1), query.decode(raw))
                for name, raw in query.pairs
                if name.startswith(start)
            ]
            if not pairs:
                return self._bare(query)
        elif self.explode:
            pairs = [
                (name, query.decode(raw))
                for name, raw in query.pairs
                if self._is_property(name)
            ]
        else:
            raws = [raw for name, raw in query.pairs if name == self.name]
            pieces = [query.decode(piece) for raw in raws for piece in self._split(raw)]
            pairs = list(zip(pieces[::2], pieces[1::2], strict=True))
        return (assemble(pairs, fields),) if pairs else None


def read_form(
    fields: Iterable[tuple[str, object]],
    query: Query,
    reads: Fields,
    styled: Iterable[Styled] = (),
) -> dict[str, object]:
    """An object from the fields of a form, `styled` those that are written in a style.

    `query` are the same fields before they are decoded.

    Raises:
        ValueError: A field cannot be read.
    """
    ways = tuple(styled)
    rest = [pair for pair in fields if not any(way.takes(pair[0]) for way in ways)]
    found = assemble(rest, reads)
    for way in ways:
        given = way.find(query)
        if given is not None:
            found[way.name] = given[0]
    return found
