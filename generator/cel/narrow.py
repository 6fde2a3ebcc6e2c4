"""What a condition tells about the paths in it, where it holds and where it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..values import dataclass
from .facts import Facts, Path, either, path_of
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
    from collections.abc import Mapping

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


def implied(
    types: Mapping[int, CelType], expr: Expr, holds: bool, facts: Facts
) -> Facts | None:
    """The facts with those from an expression that holds, or does not.

    `types` has those of all its nodes. None when that cannot be.
    """
    match expr:
        case Literal(bool(value)):
            return facts if value == holds else None
        case Not(operand):
            return implied(types, operand, not holds, facts)
        case Logic(operator, operands):
            if (operator == "&&") == holds:
                return _all(types, operands, holds, facts)
            return _any(types, operands, holds, facts)
        case Choice(test, then, otherwise):
            cases = []
            for part, known in ((then, True), (otherwise, False)):
                before = implied(types, test, known, facts)
                cases.append(before and implied(types, part, holds, before))
            return either(*cases)
        case Has(operand, name) if holds:
            path = path_of(operand)
            return facts if path is None else facts.and_present((*path, name))
        case Binary("in", left, right) if holds:
            return _contained(types, left, right, facts)
        case Binary("==" | "!=" as operator, left, right):
            equal = (operator == "==") == holds
            return _compared(types, left, right, equal, facts)
    return facts


def _all(
    types: Mapping[int, CelType], operands: tuple[Expr, ...], holds: bool, facts: Facts
) -> Facts | None:
    found: Facts | None = facts
    for operand in operands:
        found = found and implied(types, operand, holds, found)
    return found


def _any(
    types: Mapping[int, CelType], operands: tuple[Expr, ...], holds: bool, facts: Facts
) -> Facts | None:
    """The first that decides does so with those before it decided the other way."""
    found: Facts | None = None
    before: Facts | None = facts
    for operand in operands:
        if before is None:
            break
        found = either(found, implied(types, operand, holds, before))
        before = implied(types, operand, not holds, before)
    return found


def _contained(
    types: Mapping[int, CelType], left: Expr, right: Expr, facts: Facts
) -> Facts:
    kind = types[right.id]
    if isinstance(members(kind)[0], List):
        return _narrow(facts, left, overlap(types[left.id], items_of(kind)))
    path = path_of(right)
    if path is None:
        return facts
    if isinstance(left, Literal) and isinstance(left.value, str):
        return facts.and_present((*path, left.value))
    key = path_of(left)
    return facts if key is None else facts.and_present((*path, key))


def _compared(
    types: Mapping[int, CelType], left: Expr, right: Expr, equal: bool, facts: Facts
) -> Facts:
    for one, other in ((left, right), (right, left)):
        asked = type_test(one, other)
        if asked is not None:
            operand, name = asked
            return _narrow(facts, operand, of_type(types[operand.id], name, equal))
        if isinstance(other, Literal) and other.value is None:
            solid = without_null(types[one.id])
            return _narrow(facts, one, Null() if equal else solid)
    if not equal:
        return facts
    facts = _narrow(facts, left, overlap(types[left.id], types[right.id]))
    return _narrow(facts, right, overlap(types[right.id], types[left.id]))


def _narrow(facts: Facts, expr: Expr, kind: CelType) -> Facts:
    path = path_of(expr)
    if path is None or kind == NEVER:
        return facts
    return facts.and_type(path, kind)


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
