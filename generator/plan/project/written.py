"""A value as the expression that a type checker and the client take for a type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import (
    Alias,
    Anything,
    Choices,
    Const,
    JsonObject,
    ListOf,
    MapOf,
    Named,
    Optional,
    Scalar,
    TupleOf,
    Variants,
)
from ..python.bounds import is_fixed
from ..python.code import code
from ..python.constants import filled_in
from ..python.imports import Imports
from ..python.layout import (
    Atom,
    call,
    dict_display,
    list_display,
    literal_expr,
    tuple_display,
)
from ..python.literals import ident, lit
from ..python.types import Scope, imported
from .fitting import Fitting
from .samples import NoSample

if TYPE_CHECKING:
    from ...ir import Json, Record, TypeUse
    from ..python.code import Code
    from ..python.layout import Expr
    from ..python.types import Annotator

_PARSERS: dict[str, Code] = {
    "date": code("datetime.date.fromisoformat"),
    "date-time": code("datetime.datetime.fromisoformat"),
    "time": code("datetime.time.fromisoformat"),
}


class Writer:
    """Writes values for one program.

    `imports` collects what the program uses; `models` is the absolute name of the
    package of models; `taken` are names that mean something else in the program.
    """

    def __init__(
        self,
        annotator: Annotator,
        imports: Imports,
        models: str,
        taken: frozenset[str],
    ) -> None:
        self._annotator = annotator
        self._api = annotator.api
        self._fitting = Fitting(annotator.api)
        self._models = models
        self._scope = Scope(imports, None, False, taken)

    def of(self, value: Json, use: TypeUse, *, is_file: bool = False) -> Expr:
        """The expression of `value`, which fits `use`.

        Bytes of a file are given as such. Raises NoSample where a model cannot be made
        of the value.
        """
        kind = use.type
        if is_file and isinstance(value, str):
            return _bytes(value)
        if value is None:
            return Atom(code("None"))
        if isinstance(kind, Named):
            return self._shape(value, kind.id, is_file)
        if isinstance(kind, Optional):
            return self.of(value, kind.inner, is_file=is_file)
        if isinstance(kind, (Const, Anything)):
            return literal_expr(value)
        if isinstance(kind, ListOf) and isinstance(value, tuple):
            items = [self.of(item, kind.item, is_file=is_file) for item in value]
            return list_display(items)
        if isinstance(kind, MapOf) and isinstance(value, JsonObject):
            return dict_display(
                [
                    (lit(name), self.of(item, kind.value, is_file=is_file))
                    for name, item in value.members
                ]
            )
        if isinstance(kind, TupleOf) and isinstance(value, tuple):
            return self._tuple(value, use, kind)
        if isinstance(kind, Scalar):
            return self._scalar(value, kind.kind)
        raise NoSample

    def _tuple(self, value: tuple[Json, ...], use: TypeUse, kind: TupleOf) -> Expr:
        rest = [kind.rest] * (len(value) - len(kind.items)) if kind.rest else []
        uses = [*kind.items, *rest]
        items = [self.of(item, one) for item, one in zip(value, uses, strict=False)]
        return tuple_display(items) if is_fixed(use) else list_display(items)

    def _scalar(self, value: Json, kind: str) -> Expr:
        if kind in _PARSERS:
            self._scope.imports.add_module("datetime")
            return call(_PARSERS[kind], [Atom(lit(value))])
        if kind == "uuid":
            return call(imported(self._scope, "uuid", "UUID"), [Atom(lit(value))])
        if kind == "bytes":
            return _bytes(str(value))
        return Atom(lit(value))

    def _shape(self, value: Json, id: str, is_file: bool) -> Expr:
        shape = self._api.shapes[id]
        if isinstance(shape, Alias):
            return self.of(value, shape.target, is_file=is_file)
        if isinstance(shape, Choices):
            return literal_expr(value)
        if isinstance(shape, Variants):
            for option in shape.options:
                if self._fitting.fits(value, option):
                    return self.of(value, option, is_file=is_file)
            raise NoSample
        if not isinstance(value, JsonObject):
            raise NoSample
        return self._record(value, shape)

    def _record(self, value: JsonObject, shape: Record) -> Expr:
        """A model made of keyword arguments: its fields, under their identifiers.

        Constants that the model fills in, and members that it has no field for, are left
        out.
        """
        names = self._annotator.names
        identifiers = names.fields[shape.id]
        members = dict(value.members)
        given: list[tuple[Code, Expr]] = []
        for field in shape.fields:
            if field.name in members and not filled_in(field, self._api):
                written = self.of(members.pop(field.name), field.use)
                given.append((ident(identifiers[field.name]), written))
        name = names.types[shape.id]
        return call(imported(self._scope, self._models, name), [], given)


def _bytes(text: str) -> Expr:
    return Atom(code("{}.encode()", lit(text)))
