"""What a condition tells about the paths in it, where it holds and where it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..values import dataclass
from .facts import NOTHING, Facts, Path, path_of
from .nodes import (
    Binary,
    Call,
    Choice,
    Expr,
    Has,
    Ident,
    Literal,
    Logic,
    Not,
    children,
)
from .types import (
    NEVER,
    Bool,
    CelType,
    Double,
    Dyn,
    Int,
    List,
    Map,
    Null,
    Object,
    String,
    Union,
    items_of,
    members,
    union_of,
    without_null,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

TYPES: dict[str, tuple[type, ...]] = {
    "bool": (Bool,),
    "double": (Double,),
    "int": (Int,),
    "list": (List,),
    "map": (Map, Object),
    "null_type": (Null,),
    "string": (String,),
}
"""The types that a value can be asked for, by their names."""

_GROUPS: dict[type, str] = {
    Double: "number",
    Int: "number",
    Map: "object",
    Object: "object",
}


@dataclass(frozen=True, slots=True)
class Tested:
    """The paths whose presence, null and type a rule asks about."""

    presence: frozenset[Path]
    null: frozenset[Path]
    types: frozenset[Path]

    def leads(self, path: Path) -> bool:
        """Whether the way to the end of a path does not depend on what is asked."""
        asked = self.presence | self.null | self.types
        return asked.isdisjoint(path[:size] for size in range(1, len(path)))


def tested(expr: Expr) -> Tested:
    """What a rule asks about."""
    presence: set[Path] = set()
    null: set[Path] = set()
    types: set[Path] = set()
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        waiting += children(node)
        match node:
            case Has(operand, name):
                _add(presence, operand, name)
            case Binary("in", Literal(str(name)), operand):
                _add(presence, operand, name)
            case Binary("==" | "!=", left, right):
                for one, other in ((left, right), (right, left)):
                    if isinstance(other, Literal) and other.value is None:
                        _add(null, one)
                    asked = type_test(one, other)
                    if asked is not None:
                        _add(types, asked[0])
    return Tested(frozenset(presence), frozenset(null), frozenset(types))


def _add(found: set[Path], operand: Expr, *step: str) -> None:
    path = path_of(operand)
    if path is not None:
        found.add((*path, *step))


def type_test(left: Expr, right: Expr) -> tuple[Expr, str] | None:
    """The operand and the type of `type(operand) == name`, in this order."""
    match left, right:
        case Call("type", None, (operand,)), Ident(name):
            return operand, name
    return None


class Narrowing:
    """What conditions tell. `types` are those of all nodes of a condition that is asked."""

    def __init__(self, types: Mapping[int, CelType]) -> None:
        self._types = types
        self._known: dict[tuple[int, bool], Facts | None] = {}

    def after(self, expr: Expr, holds: bool, facts: Facts) -> Facts:
        """The facts with those from a condition that holds, or does not."""
        found = self._told(expr, holds)
        return facts if found is None else facts.also(found)

    def can_be(self, expr: Expr, holds: bool) -> bool:
        """Whether a condition holds for some value, or does not hold for some."""
        return self._told(expr, holds) is not None

    def _told(self, expr: Expr, holds: bool) -> Facts | None:
        """What a condition tells by itself; None when it cannot be so."""
        key = (expr.id, holds)
        if key not in self._known:
            self._known[key] = self._tell(expr, holds)
        return self._known[key]

    def _tell(self, expr: Expr, holds: bool) -> Facts | None:
        match expr:
            case Literal(bool(value)):
                return NOTHING if value == holds else None
            case Not(operand):
                return self._told(operand, not holds)
            case Logic(operator, operands):
                if (operator == "&&") == holds:
                    told = [self._told(operand, holds) for operand in operands]
                    return _joined(told)
                return self._any(operands, holds)
            case Choice(test, then, otherwise):
                return _either(
                    _joined([self._told(test, True), self._told(then, holds)]),
                    _joined([self._told(test, False), self._told(otherwise, holds)]),
                )
            case Has(operand, name) if holds:
                path = path_of(operand)
                return NOTHING if path is None else NOTHING.and_present((*path, name))
            case Binary("in", left, right) if holds:
                return self._contained(left, right)
            case Binary("==" | "!=" as operator, left, right):
                return self._compared(left, right, (operator == "==") == holds)
        return NOTHING

    def _any(self, operands: tuple[Expr, ...], holds: bool) -> Facts | None:
        """The first that decides does so with those before it decided the other way."""
        found: Facts | None = None
        before: Facts | None = NOTHING
        for operand in operands:
            found = _either(found, _joined([before, self._told(operand, holds)]))
            before = _joined([before, self._told(operand, not holds)])
        return found

    def _contained(self, left: Expr, right: Expr) -> Facts:
        kind = self._types[right.id]
        if isinstance(members(kind)[0], List):
            return _narrowed(left, overlap(self._types[left.id], items_of(kind)))
        path, key = path_of(right), path_of(left)
        if isinstance(left, Literal) and isinstance(left.value, str):
            return NOTHING if path is None else NOTHING.and_present((*path, left.value))
        if path is None or key is None:
            return NOTHING
        return NOTHING.and_present((*path, key))

    def _compared(self, left: Expr, right: Expr, equal: bool) -> Facts:
        kinds = self._types
        for one, other in ((left, right), (right, left)):
            asked = type_test(one, other)
            if asked is not None:
                operand, name = asked
                return _narrowed(operand, of_type(kinds[operand.id], name, equal))
            if isinstance(other, Literal) and other.value is None:
                solid = without_null(kinds[one.id])
                return _narrowed(one, Null() if equal else solid)
        if not equal:
            return NOTHING
        found = _narrowed(left, overlap(kinds[left.id], kinds[right.id]))
        return found.also(_narrowed(right, overlap(kinds[right.id], kinds[left.id])))


def _joined(facts: Iterable[Facts | None]) -> Facts | None:
    """What holds where all hold; None for a case that cannot be."""
    found = NOTHING
    for one in facts:
        if one is None:
            return None
        found = found.also(one)
    return found


def _either(left: Facts | None, right: Facts | None) -> Facts | None:
    """What holds in one of two cases; None for a case that cannot be."""
    if left is None or right is None:
        return right if left is None else left
    return left.common(right)


def _narrowed(expr: Expr, kind: CelType) -> Facts:
    path = path_of(expr)
    if path is None or kind == NEVER:
        return NOTHING
    return NOTHING.and_type(path, kind)


def of_type(kind: CelType, name: str, wanted: bool) -> CelType:
    """The part of a type that `type` gives this name, or the other part."""
    if isinstance(kind, Dyn):
        return _known(name) if wanted else kind
    classes = TYPES.get(name, ())
    return union_of(x for x in members(kind) if isinstance(x, classes) == wanted)


def _known(name: str) -> CelType:
    """What is known of a value of any type once it has this one."""
    simple: dict[str, CelType] = {
        "bool": Bool(),
        "list": List(Dyn()),
        "map": Map(Dyn()),
        "null_type": Null(),
        "string": String(),
    }
    return simple.get(name, Dyn())


def overlap(kind: CelType, other: CelType) -> CelType:
    """The part of a type whose values can be equal to those of another."""
    if isinstance(other, Dyn) or isinstance(kind, Dyn):
        return kind
    return union_of(
        one for one in members(kind) if any(comparable(one, x) for x in members(other))
    )


def comparable(left: CelType, right: CelType) -> bool:
    """Whether a value of the one type can be equal to one of the other."""
    if isinstance(left, Dyn) or isinstance(right, Dyn):
        return True
    if isinstance(left, Union) or isinstance(right, Union):
        if NEVER in (left, right):
            return True
        pairs = [(a, b) for a in members(left) for b in members(right)]
        return any(comparable(a, b) for a, b in pairs)
    if isinstance(left, List) and isinstance(right, List):
        return comparable(left.item, right.item)
    return group_of(left) == group_of(right)


def group_of(kind: CelType) -> str:
    """The same for types whose values can be compared."""
    return _GROUPS.get(type(kind), type(kind).__name__)
