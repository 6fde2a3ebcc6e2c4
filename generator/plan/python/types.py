"""Types of the intermediate model as Python annotations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...ir import (
    Alias,
    Anything,
    Choices,
    Const,
    ListOf,
    MapOf,
    Named,
    Nothing,
    Optional,
    Record,
    Scalar,
    TupleOf,
    TypeUse,
    Variants,
)
from ...ir.circles import strongly_connected
from ...ir.references import references
from ...name import CLIENT_CLASSES, PAGE_CLASSES
from ...values import dataclass
from .bounds import field_bounds, is_fixed
from .code import Code, code
from .imports import Imports
from .layout import Atom, Expr, call, subscript, union
from .literals import ident, lit
from .tags import tagging
from .unions import EVERYTHING, needed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...ir import Api, Id, Json, Shape
    from ...name import Names

INLINE_WIDTH = 72
"""Enumerations and unions up to this many columns are printed where they are used."""

_BUILTINS: dict[str, str] = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "bytes": "bytes",
    "duration": "str",
}
_DATETIME: dict[str, str] = {"date": "date", "date-time": "datetime", "time": "time"}
_NONE = Atom(code("None"))


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an annotation stands.

    `imports` collects what it uses. `home_module` is the stem of the module below
    `models/` that is being written, None outside of it. `bounds` asks for numeric and
    length bounds and for discriminators, which only models carry. `shadowed` are the
    names that the class around gives to its fields.
    """

    imports: Imports
    home_module: str | None
    bounds: bool
    shadowed: frozenset[str] = frozenset()


class Annotator:
    """Writes annotations for one API.

    Enumerations and unions that are components, or too long for `INLINE_WIDTH`, are
    named; the others are written out. `is_named` tells which.
    """

    def __init__(self, api: Api, names: Names) -> None:
        self.api = api
        self.names = names
        self._components = frozenset(api.components.values())
        self._recursive = _recursive(api)
        self._named: dict[Id, bool] = {}
        self._imported = CLIENT_CLASSES | (PAGE_CLASSES if api.has_pages else set())

    def annotation(
        self,
        use: TypeUse,
        imports: Imports,
        *,
        home_module: str | None = None,
        bounds: bool = False,
        shadowed: frozenset[str] = frozenset(),
    ) -> Expr:
        """The annotation of `use`; what it needs is added to `imports`.

        Parameters are those of `Scope`.
        """
        return self._use(use, Scope(imports, home_module, bounds, shadowed))

    def definition(self, shape: Shape, scope: Scope) -> Expr:
        """What the alias of a shape that is no record stands for."""
        if isinstance(shape, Alias):
            return self._use(shape.target, scope)
        if isinstance(shape, Choices):
            return self._choices(shape, scope)
        if isinstance(shape, Variants):
            return self._variants(shape, scope)
        raise TypeError(f"{type(shape).__name__} is a class, not an alias")

    def is_named(self, shape: Shape) -> bool:
        """Whether the shape gets a definition of its own in its module."""
        found = self._named.get(shape.id)
        if found is None:
            found = self._named[shape.id] = self._decide(shape)
        return found

    def resolve(self, use: TypeUse) -> TypeUse | Record | Choices | Variants:
        """What `use` comes to behind names and aliases: a shape, or a type without name."""
        seen: set[Id] = set()
        while isinstance(use.type, Named) and use.type.id not in seen:
            seen.add(use.type.id)
            shape = self.api.shapes[use.type.id]
            if not isinstance(shape, Alias):
                return shape
            use = shape.target
        return use

    def name_of(self, id: Id, scope: Scope) -> Expr:
        """The name of a shape, imported into the module that `scope` stands in."""
        name = self.names.types[id]
        home = self.names.modules[id]
        if home == scope.home_module:
            return Atom(ident(name))
        if scope.home_module is not None:
            return Atom(imported(scope, f".{home}", name))
        if name in self._imported:
            scope = replace(scope, shadowed=scope.shadowed | {name})
        return Atom(imported(scope, f"..models.{home}", name))

    def _decide(self, shape: Shape) -> bool:
        if isinstance(shape, Record) or shape.id in self._components:
            return True
        if shape.id in self._recursive:
            return True
        if isinstance(shape, Variants):
            found = tagging(shape, self.api, self.names)
            if found is not None and not found.attribute:
                return True
        written = self.definition(shape, Scope(Imports(), None, False))
        return len(written.flat) > INLINE_WIDTH

    def is_null(self, use: TypeUse) -> bool:
        """Whether the type has no value but null, so that its name is no type to join.

        Two names for None cannot be joined by `|`, where Python evaluates that.
        """
        found = self.resolve(use)
        if isinstance(found, Choices):
            return all(item.value is None for item in found.choices)
        if isinstance(found, Variants):
            is_flat = found.id not in self._recursive
            return is_flat and all(map(self.is_null, found.options))
        kind = found.type if isinstance(found, TypeUse) else None
        if isinstance(kind, Optional):
            return isinstance(kind.inner.type, Nothing)
        return kind in (Scalar("null"), Const(None))

    def _use(self, use: TypeUse, scope: Scope) -> Expr:
        written = self._type(use, scope)
        if scope.bounds and use.constraints:
            bounds = field_bounds(use)
            if bounds:
                return annotated(written, bounds, scope)
        return written

    def _type(self, use: TypeUse, scope: Scope) -> Expr:
        kind = use.type
        if isinstance(kind, Named):
            if self.is_null(use):
                return _NONE
            shape = self.api.shapes[kind.id]
            if self.is_named(shape):
                return self.name_of(kind.id, scope)
            return self.definition(shape, scope)
        if isinstance(kind, Scalar):
            return _scalar(kind.kind, scope)
        if isinstance(kind, Optional):
            if isinstance(kind.inner.type, Nothing):
                return _NONE
            inner = self._use(kind.inner, scope)
            return union([inner, _NONE]) if _may_join(inner) else inner
        if isinstance(kind, ListOf):
            item = self._use(kind.item, scope)
            return subscript(builtin("list", scope), [item])
        if isinstance(kind, MapOf):
            value = self._use(kind.value, scope)
            key = self._use(kind.key, scope) if kind.key else None
            names = key or Atom(builtin("str", scope))
            return subscript(builtin("dict", scope), [names, value])
        if isinstance(kind, TupleOf):
            return self._tuple(use, kind, scope)
        if isinstance(kind, Const):
            return literal_of([kind.value], False, scope)
        if isinstance(kind, Nothing):
            return _nothing(scope)
        assert isinstance(kind, Anything)
        return Atom(builtin("object", scope))

    def _tuple(self, use: TypeUse, kind: TupleOf, scope: Scope) -> Expr:
        """A tuple where the length is fixed, else a list of everything that it may hold."""
        if is_fixed(use):
            items = [self._use(item, scope) for item in kind.items]
            return subscript(builtin("tuple", scope), items)
        rest = (kind.rest,) if kind.rest is not None else ()
        uses = (*kind.items, *rest)
        item = self._union(uses or (TypeUse(Nothing()),), scope)
        return subscript(builtin("list", scope), [item])

    def _union(self, uses: tuple[TypeUse, ...], scope: Scope) -> Expr:
        """A union of types; when one of them takes everything, only that is imported."""
        written: list[tuple[Expr, Imports]] = []
        present = tuple(use for use in uses if not isinstance(use.type, Nothing))
        for use in present or uses[:1]:
            inner = replace(scope, imports=Imports())
            written.append((self._use(use, inner), inner.imports))
        return _union(needed(written, scope.imports))

    def _choices(self, shape: Choices, scope: Scope) -> Expr:
        return literal_of([item.value for item in shape.choices], shape.open, scope)

    def _variants(self, shape: Variants, scope: Scope) -> Expr:
        options = self._union(shape.options, scope)
        found = tagging(shape, self.api, self.names) if scope.bounds else None
        if found is None:
            return options
        if found.attribute:
            bounds = [(code("discriminator"), Atom(lit(found.attribute)))]
            return annotated(options, bounds, scope)
        arguments: list[Expr] = [Atom(lit(found.tag))]
        if found.default is not None:
            arguments.append(self.name_of(found.default, scope))
        tagged = call(imported(scope, ".._runtime.tagged", "Tagged"), arguments)
        name = imported(scope, "typing", "Annotated")
        return subscript(name, [options, tagged])


def _recursive(api: Api) -> frozenset[Id]:
    """What cannot be written out: shapes that come back to themselves without a class.

    Roots on a circle share a module, and have a name of their own in it as well.
    """
    edges = {
        shape.id: [id for id in references(shape) if id in api.shapes]
        for shape in api.shapes.values()
        if not isinstance(shape, Record)
    }
    found = {id for group in api.groups for id in group}
    for circle in strongly_connected(edges):
        if len(circle) > 1 or circle[0] in edges.get(circle[0], ()):
            found.update(circle)
    return frozenset(found)


def annotated(
    inner: Expr, arguments: Iterable[tuple[Code, Expr]], scope: Scope
) -> Expr:
    """`Annotated[inner, Field(...)]`."""
    field = call(imported(scope, "pydantic", "Field"), [], arguments)
    return subscript(imported(scope, "typing", "Annotated"), [inner, field])


def literal_of(values: Iterable[Json], is_open: bool, scope: Scope) -> Expr:
    """A `Literal` of the values that it can hold, beside the types of the others.

    `is_open` adds the types of all values, so that others of these types pass.
    """
    members: dict[Code, Expr] = {}
    types: dict[Code, Expr] = {}
    has_null = False
    for value in values:
        if value is None:
            has_null = True
            continue
        written = _type_of(value, scope)
        if isinstance(value, (str, bool, int)) and not _is_large(value):
            text = lit(value)
            members[text] = Atom(text)
            if is_open:
                types[written.flat] = written
        else:
            types[written.flat] = written
    found: list[Expr] = []
    if members:
        literal = imported(scope, "typing", "Literal")
        found.append(subscript(literal, members.values()))
    found += types.values()
    if has_null or not found:
        found.append(_NONE)
    return _union(found)


def _is_large(value: Json) -> bool:
    """Whether an integer is too large for type checkers to take it in a `Literal`."""
    return isinstance(value, int) and not -(2**63) <= value < 2**63


def _type_of(value: Json, scope: Scope) -> Expr:
    """The widest type of a value's kind in JSON."""
    if isinstance(value, bool):
        return Atom(builtin("bool", scope))
    for python, name in ((str, "str"), (int, "int"), (float, "float")):
        if isinstance(value, python):
            return Atom(builtin(name, scope))
    item = Atom(builtin("object", scope))
    if isinstance(value, tuple):
        return subscript(builtin("list", scope), [item])
    return subscript(builtin("dict", scope), [Atom(builtin("str", scope)), item])


def _scalar(kind: str, scope: Scope) -> Expr:
    if kind == "null":
        return _NONE
    if kind in _BUILTINS:
        return Atom(builtin(_BUILTINS[kind], scope))
    if kind == "uuid":
        return Atom(imported(scope, "uuid", "UUID"))
    name = ident(_DATETIME[kind])
    if "datetime" in scope.shadowed:
        scope.imports.add_module("datetime", "datetime_")
        return Atom(code("datetime_.{}", name))
    scope.imports.add_module("datetime")
    return Atom(code("datetime.{}", name))


def _union(options: list[Expr]) -> Expr:
    """The options as a union: None stands last."""
    others = [option for option in options if option.flat != "None"]
    if any(option.flat == "None" for option in options):
        others.append(_NONE)
    return union(others or options[:1])


def _may_join(inner: Expr) -> bool:
    """Whether `| None` says more than the type itself."""
    return inner.flat != "None" and inner.flat not in EVERYTHING


def _nothing(scope: Scope) -> Expr:
    """The type without values: `Never`, as pydantic understands it."""
    return Atom(imported(scope, ".._runtime.model", "Nothing"))


def builtin(name: str, scope: Scope) -> Code:
    """A built-in type; through its module where a field of the class has its name."""
    if name in scope.shadowed:
        module = "builtins_" if "builtins" in scope.shadowed else "builtins"
        scope.imports.add_module("builtins", module if module != "builtins" else "")
        return code("{}.{}", ident(module), ident(name))
    return ident(name)


def imported(scope: Scope, source: str, name: str) -> Code:
    """A name imported into `scope`; under another one where a field has it."""
    if name in scope.shadowed:
        scope.imports.add(source, name, f"{name}_")
        return ident(f"{name}_")
    scope.imports.add(source, name)
    return ident(name)
