"""From the tool's expressions to ours: names and texts put back, imports noted."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from ...values import dataclass
from ..python.code import code
from ..python.layout import Atom, call, subscript, union
from ..python.literals import ident, lit
from ..python.types import Scope, builtin, imported
from .keys import NOTHING
from .reading import unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...ir import Id
    from ..python.code import Code
    from ..python.imports import Imports
    from ..python.layout import Expr
    from ..python.types import Annotator
    from .keys import Keys
    from .reading import Emitted

_BUILTINS = frozenset({"bool", "bytes", "dict", "float", "int", "list", "str", "tuple"})
_SUBSCRIPTED = frozenset({"Annotated", "Dict", "NotRequired", "dict", "list", "tuple"})
_BUILTIN_OF = {"Dict": "dict"}
_CALLED = frozenset({"Field", "Meta", "dataclass", "field"})
_NONE = Atom(code("None"))


class _Quoted(Atom):
    """A name in quotes, since it is defined further down."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression stands: the scope, and what is not defined there yet.

    `pending` are shapes that an annotation which is evaluated at once must name in
    quotes; empty where annotations are read late.
    """

    scope: Scope
    pending: frozenset[Id] = frozenset()


class Expressions:
    """Translates the expressions of one module that the tool printed.

    `nothing` is where the type without values comes from, as (module, name).
    """

    def __init__(
        self,
        emitted: Emitted,
        keys: Keys,
        annotator: Annotator,
        nothing: tuple[str, str],
    ) -> None:
        self._emitted = emitted
        self._keys = keys
        self._annotator = annotator
        self._nothing = nothing
        self._taken = frozenset(annotator.names.types.values())

    def place(
        self,
        imports: Imports,
        stem: str,
        shadowed: frozenset[str] = frozenset(),
        pending: frozenset[Id] = frozenset(),
    ) -> Place:
        """A place in the module `stem`, in a class whose fields are `shadowed`."""
        return Place(Scope(imports, stem, True, shadowed), pending)

    def type(self, node: ast.expr, place: Place) -> Expr:
        """A type. Raises ToolError for a form that the tool does not print."""
        match node:
            case ast.Name(id=name):
                return self._name(name, node, place)
            case ast.Constant(value=None):
                return _NONE
            case ast.Constant(value=str(text)):
                return self.type(_parsed(text, node), place)
            case ast.BinOp(op=ast.BitOr()):
                return self._union([node.left, node.right], place)
            case ast.Subscript(value=ast.Name(id="Union"), slice=ast.Tuple(elts=items)):
                return self._union(items, place)
            case ast.Subscript(value=ast.Name(id="Optional"), slice=item):
                return self._union([item, ast.Constant(None)], place)
            case ast.Subscript(value=ast.Name(id="Literal"), slice=values):
                items = values.elts if isinstance(values, ast.Tuple) else [values]
                literal = self.outer("Literal", node, place)
                return subscript(literal, [self._value(item) for item in items])
            case ast.Subscript(
                value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=items)
            ):
                return self._annotated(items, node, place)
            case ast.Subscript(value=ast.Name(id=name), slice=values) if (
                name in _SUBSCRIPTED
            ):
                items = values.elts if isinstance(values, ast.Tuple) else [values]
                base = self._base(name, node, place)
                return subscript(base, [self.type(item, place) for item in items])
        raise unknown(node)

    def call(self, node: ast.Call, place: Place, **more: Expr) -> Expr:
        """A call of a function that describes a field, `more` arguments added."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in _CALLED or node.args:
            raise unknown(node)
        return call(
            self.outer(name, node, place),
            [],
            self._arguments(node.keywords, more, place),
        )

    def outer(self, name: str, node: ast.AST, place: Place) -> Code:
        """A name that the tool imported, under another one where ours is the same."""
        source = self._emitted.imports.get(name)
        if source is None:
            raise unknown(node)
        return self.imported(*source, place)

    def imported(self, source: str, name: str, place: Place) -> Code:
        """A name of a library, under another one where the document has it."""
        shadowed = place.scope.shadowed | self._taken
        return imported(replace(place.scope, shadowed=shadowed), source, name)

    def argument(self, name: str, node: ast.expr, place: Place) -> Expr:
        """The value of an argument; a name of a property becomes the real one."""
        match node:
            case ast.Constant(value=str(key)) if key in self._keys.properties:
                pair = self._keys.properties[key]
                is_attribute = name == "discriminator"
                return Atom(lit(pair.attribute if is_attribute else pair.wire))
            case ast.Name(id="UNSET"):
                return Atom(self.outer("UNSET", node, place))
        return self._value(node)

    def _value(self, node: ast.expr) -> Expr:
        match node:
            case ast.Constant(value=str(key)) if key in self._keys.values:
                return Atom(lit(self._keys.values[key]))
            case ast.Constant(value=bool() | int() | float() | None as value):
                return Atom(lit(value))
            case ast.UnaryOp(
                op=ast.USub(), operand=ast.Constant(value=int() | float() as value)
            ):
                return Atom(lit(-value))
        raise unknown(node)

    def _name(self, name: str, node: ast.expr, place: Place) -> Expr:
        if name == NOTHING:
            return Atom(self.imported(*self._nothing, place))
        if name in self._keys.types:
            id = self._keys.types[name]
            found = self._annotator.name_of(id, place.scope)
            return _Quoted(lit(found.flat)) if id in place.pending else found
        if name in self._emitted.aliases:
            return self.type(self._emitted.aliases[name], place)
        return Atom(self._base(name, node, place))

    def _base(self, name: str, node: ast.AST, place: Place) -> Code:
        name = _BUILTIN_OF.get(name, name)
        if name in _BUILTINS:
            return builtin(name, place.scope)
        return self.outer(name, node, place)

    def _union(self, nodes: list[ast.expr], place: Place) -> Expr:
        options = [self.type(item, place) for item in nodes]
        others = [option for option in options if option.flat != "None"]
        if len(others) < len(options):
            others.append(_NONE)
        if any(isinstance(option, _Quoted) for option in others):
            # a text has no `|` when it is evaluated
            return subscript(self.imported("typing", "Union", place), others)
        return union(others)

    def _annotated(self, nodes: list[ast.expr], node: ast.expr, place: Place) -> Expr:
        inner = self.type(nodes[0], place)
        # a default that the tool leaves in an alias, where none can be, means nothing
        found = [item for item in nodes[1:] if not isinstance(item, ast.Constant)]
        calls = [item for item in found if isinstance(item, ast.Call)]
        if len(calls) != len(found):
            raise unknown(node)
        described = [self.call(item, place) for item in calls if item.keywords]
        if not described:
            return inner
        return subscript(self.outer("Annotated", node, place), [inner, *described])

    def _arguments(
        self, given: list[ast.keyword], more: Mapping[str, Expr], place: Place
    ) -> list[tuple[Code, Expr]]:
        found = {
            item.arg or "": self.argument(item.arg or "", item.value, place)
            for item in given
        }
        return [(ident(key), value) for key, value in {**found, **more}.items()]


def _parsed(text: str, node: ast.expr) -> ast.expr:
    """The expression in a quoted annotation."""
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        raise unknown(node) from None
