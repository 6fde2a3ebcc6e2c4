"""The syntax tree of a CEL expression.

`offset` is where the text of a node starts, that of an operator for a node with two
operands; `id` is unique within one expression.
"""

from __future__ import annotations

from typing import Literal as OneOf
from typing import TypeAlias

from ..values import dataclass

Operator: TypeAlias = OneOf[
    "+", "-", "*", "/", "%", "in", "==", "!=", "<", "<=", ">", ">="
]
Sign: TypeAlias = OneOf["&&", "||"]
MacroName: TypeAlias = OneOf["all", "exists", "exists_one", "filter", "map"]


@dataclass(frozen=True, slots=True)
class Literal:
    """An int, double, string or bool, or null."""

    value: int | float | str | bool | None
    offset: int
    id: int


@dataclass(frozen=True, slots=True)
class Ident:
    """A variable, or the name of a type."""

    name: str
    offset: int
    id: int


@dataclass(frozen=True, slots=True)
class Select:
    """`operand.field`; `offset` is that of the field."""

    operand: Expr
    field: str
    offset: int
    id: int


@dataclass(frozen=True, slots=True)
class Has:
    """`has(operand.field)`; `offset` is that of the field."""

    operand: Expr
    field: str
    offset: int
    id: int


@dataclass(frozen=True, slots=True)
class Index:
    """`operand[index]`."""

    operand: Expr
    index: Expr
    offset: int
    id: int


@dataclass(frozen=True, slots=True)
class Call:
    """`function(args)`, or with a target `target.function(args)`."""

    function: str
    target: Expr | None
    args: tuple[Expr, ...]
    offset: int
    id: int


@dataclass(frozen=True, slots=True)
class Macro:
    """`operand.all(variable, body)` and its like; only `map` can have a `condition`."""

    name: MacroName
    operand: Expr
    variable: str
    condition: Expr | None
    body: Expr
    offset: int
    id: int


@dataclass(frozen=True, slots=True)
class Not:
    """`!operand`."""

    operand: Expr
    offset: int
    id: int


@dataclass(frozen=True, slots=True)
class Minus:
    """`-operand`, where that is not a number."""

    operand: Expr
    offset: int
    id: int


@dataclass(frozen=True, slots=True)
class Binary:
    """Two operands: arithmetic, a relation, or `in`."""

    operator: Operator
    left: Expr
    right: Expr
    offset: int
    id: int


@dataclass(frozen=True, slots=True)
class Logic:
    """Operands with `&&` between all of them, or with `||`; at least two."""

    operator: Sign
    operands: tuple[Expr, ...]
    offset: int
    id: int


@dataclass(frozen=True, slots=True)
class Choice:
    """`test ? then : otherwise`."""

    test: Expr
    then: Expr
    otherwise: Expr
    offset: int
    id: int


@dataclass(frozen=True, slots=True)
class ListDisplay:
    """`[items]`."""

    items: tuple[Expr, ...]
    offset: int
    id: int


@dataclass(frozen=True, slots=True)
class MapDisplay:
    """`{key: value}`."""

    entries: tuple[tuple[Expr, Expr], ...]
    offset: int
    id: int


Expr: TypeAlias = (
    Literal
    | Ident
    | Select
    | Has
    | Index
    | Call
    | Macro
    | Not
    | Minus
    | Binary
    | Logic
    | Choice
    | ListDisplay
    | MapDisplay
)


def children(expr: Expr) -> tuple[Expr, ...]:
    """The parts of an expression that are expressions, in the order of the text."""
    match expr:
        case Literal() | Ident():
            return ()
        case Select(operand) | Has(operand) | Not(operand) | Minus(operand):
            return (operand,)
        case Index(operand, index):
            return (operand, index)
        case Call(_, target, args):
            return args if target is None else (target, *args)
        case Macro(_, operand, _, condition, body):
            return (operand, body) if condition is None else (operand, condition, body)
        case Binary(_, left, right):
            return (left, right)
        case Logic(_, operands):
            return operands
        case Choice(test, then, otherwise):
            return (test, then, otherwise)
        case ListDisplay(items):
            return items
        case MapDisplay(entries):
            return tuple(part for entry in entries for part in entry)


def names(expr: Expr) -> frozenset[str]:
    """The variables that an expression mentions."""
    found: set[str] = set()
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Ident):
            found.add(node.name)
        waiting += children(node)
    return frozenset(found)
