"""How the text of a parameter or a form field becomes a JSON value, as an expression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import (
    Choices,
    Const,
    ListOf,
    MapOf,
    Optional,
    Record,
    Scalar,
    TupleOf,
    Variants,
)
from ..python.code import EMPTY, code
from ..python.layout import Atom, call, dict_display, list_display
from ..python.literals import lit

if TYPE_CHECKING:
    from ...ir import Field, Type, TypeUse
    from ..python.layout import Expr
    from ..python.types import Annotator

_ORDER = ("boolean", "integer", "number", "bytes", "string")
_JSON_TEXT = call(code("server.JsonText"))


class Reader:
    """Writes `Reads` expressions; None stands for plain text, the default."""

    def __init__(self, annotator: Annotator) -> None:
        self._annotator = annotator

    def parameter(self, use: TypeUse) -> Expr | None:
        """How a parameter is read: arrays and objects by its style."""
        if self._is_list(use):
            return self._items(use)
        record = self._annotator.resolve(use)
        if isinstance(record, Record):
            return self.fields(record.fields)
        if self._is_object(use):
            return call(code("server.Fields"), [dict_display([])])
        return self._plain(use)

    def form(self, use: TypeUse) -> Expr | None:
        """How the fields of a form are read; None where all of them are plain text."""
        record = self._annotator.resolve(use)
        return self.fields(record.fields) if isinstance(record, Record) else None

    def fields(self, fields: tuple[Field, ...]) -> Expr:
        """The properties of an object that are not plain text."""
        members = []
        for field in fields:
            reads = self._field(field.use)
            if reads is not None:
                members.append((lit(field.name), reads))
        return call(code("server.Fields"), [dict_display(members)])

    def is_composed(self, use: TypeUse) -> bool:
        """Whether the value is an array or an object, so that `explode` matters."""
        return self._is_list(use) or self._is_object(use)

    def _field(self, use: TypeUse) -> Expr | None:
        if self._is_list(use):
            return self._items(use)
        return _JSON_TEXT if self._is_object(use) else self._plain(use)

    def _items(self, use: TypeUse) -> Expr:
        """An array; `single` where one value may also stand alone."""
        lists = [kind for kind in self._kinds(use) if isinstance(kind, list)]
        plain = [kind for kind in self._kinds(use) if isinstance(kind, str)]
        inner = [kind for kinds in lists for kind in kinds]
        scalars = [kind for kind in inner if isinstance(kind, str)]
        if len(scalars) < len(inner) or "object" in scalars:
            item: Expr | None = _JSON_TEXT
        else:
            item = _plain([*scalars, *plain])
        arguments = [] if item is None else [(EMPTY, item)]
        if plain:
            arguments.append((code("single="), Atom(code("True"))))
        items = [value for key, value in arguments if not key]
        named = [(code("single"), value) for key, value in arguments if key]
        return call(code("server.Items"), items, named)

    def _plain(self, use: TypeUse) -> Expr | None:
        return _plain([kind for kind in self._kinds(use) if isinstance(kind, str)])

    def _is_list(self, use: TypeUse) -> bool:
        return any(isinstance(kind, list) for kind in self._kinds(use))

    def _is_object(self, use: TypeUse) -> bool:
        return "object" in self._kinds(use)

    def _kinds(self, use: TypeUse, depth: int = 0) -> list[object]:
        """JSON types that a value may have, arrays as lists of those of their items."""
        if depth > 8:
            return []
        found = self._annotator.resolve(use)
        if isinstance(found, Record):
            return ["object"]
        if isinstance(found, Choices):
            return [_kind_of(choice.value) for choice in found.choices]
        if isinstance(found, Variants):
            kinds: list[object] = []
            for option in found.options:
                kinds += self._kinds(option, depth + 1)
            return kinds
        return self._of_type(found.type, depth)

    def _of_type(self, kind: Type, depth: int) -> list[object]:
        if isinstance(kind, Scalar):
            return [kind.kind] if kind.kind != "null" else []
        if isinstance(kind, Optional):
            return self._kinds(kind.inner, depth + 1)
        if isinstance(kind, Const):
            return [_kind_of(kind.value)]
        if isinstance(kind, ListOf):
            return [self._kinds(kind.item, depth + 1)]
        if isinstance(kind, TupleOf):
            items = [*kind.items, *([kind.rest] if kind.rest else [])]
            return [[one for item in items for one in self._kinds(item, depth + 1)]]
        return ["object"] if isinstance(kind, MapOf) else []


def _kind_of(value: object) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    return "number" if isinstance(value, float) else "string"


def _plain(kinds: list[str]) -> Expr | None:
    """`Plain` of the kinds in the order in which a text is tried; None for text only."""
    known = {kind if kind in _ORDER else "string" for kind in kinds}
    ordered = [kind for kind in _ORDER if kind in known]
    if ordered in ([], ["string"]):
        return None
    listed = list_display([Atom(lit(kind)) for kind in ordered])
    return call(code("server.Plain"), [listed])
