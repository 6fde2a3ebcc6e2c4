"""How the parts of a multipart body are read one by one, as an expression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import ListOf, TupleOf
from .code import code
from .layout import Atom, call, dict_display, list_display
from .literals import lit
from .nesting import content_of, is_read_in_parts, nested, row_type

if TYPE_CHECKING:
    from ...ir import Encoding, MediaContent, Nesting, TypeUse
    from .code import Code
    from .layout import Expr
    from .reads import Reader
    from .types import Annotator

PARTS = "server_parts"
"""The module of the runtime that reads parts so."""

_NONE = Atom(code("None"))


def check_of(content: MediaContent, check: Expr | None) -> Expr:
    """What checks the value of a body: all of it by `check`, or each of its items."""
    if check is None:
        return _NONE
    return call(code("server_parts.each"), [check]) if content.is_sequence else check


class PartReader:
    """Writes `Row` and `Form` expressions, as server and middleware have them alike."""

    def __init__(self, annotator: Annotator, reader: Reader) -> None:
        self._annotator = annotator
        self._reader = reader

    def body(self, content: MediaContent) -> Expr | None:
        """How a body is read; None for what is no row and has none of its own in it."""
        if not is_read_in_parts(content, self._annotator.api):
            return None
        row = self._row_of(content)
        return self._form(content) if row is None else _row(*row)

    def _nested(self, nesting: Nesting) -> Expr:
        content = content_of(nesting)
        row = self._row_of(content)
        return self._form(content) if row is None else _row(*row)

    def _row_of(self, content: MediaContent) -> tuple[list[Expr], Expr | None] | None:
        """How the first parts in a row are read and the others; None for named parts."""
        kind = row_type(content, self._annotator.api)
        if isinstance(kind, ListOf):
            types: list[TypeUse] = [kind.item] * len(content.positions)
            tail: TypeUse | None = kind.item
        elif isinstance(kind, TupleOf):
            types, tail = [*kind.items], kind.rest
            beyond = len(content.positions) - len(types)
            types += [tail] * beyond if tail is not None else []
        else:
            return None
        known = [*content.positions, *[content.rest] * len(types)]
        pairs = zip(types, known, strict=False)
        first = [self._part(use, encoding) for use, encoding in pairs]
        rest = None if tail is None else self._part(tail, content.rest)
        while first and first[-1] is None and rest is None:
            first.pop()
        return [_NONE if item is None else item for item in first], rest

    def _part(self, use: TypeUse, encoding: Encoding | None) -> Expr | None:
        """How a part without a name is read; None where its media type says enough."""
        if encoding is not None and encoding.nesting is not None:
            return self._nested(encoding.nesting)
        return self._reader.text_part(use, encoding)

    def _form(self, content: MediaContent) -> Expr:
        inner = list(nested(content))
        form = self._reader.form(content.use, content.encodings)
        named: list[tuple[Code, Expr]] = []
        if form.styled:
            named.append((code("styled"), list_display(form.styled)))
        if form.texts:
            named.append((code("texts"), _listed(form.texts)))
        members = [(lit(key), self._nested(nesting)) for key, nesting in inner]
        if members:
            named.append((code("nested"), dict_display(members)))
        lists = [str(key) for key, nesting in inner if nesting.is_each]
        if lists:
            named.append((code("lists"), _listed(lists)))
        fields = [] if form.fields is None else [form.fields]
        return call(code("server_parts.Form"), fields, named)


def _row(first: list[Expr], rest: Expr | None) -> Expr:
    items = [list_display(first)] if first else []
    named = [] if rest is None else [(code("rest"), rest)]
    return call(code("server_parts.Row"), items, named)


def _listed(names: list[str] | tuple[str, ...]) -> Expr:
    return list_display([Atom(lit(name)) for name in names])
