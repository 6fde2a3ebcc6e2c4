"""Syntax tree and types of variables to a checked rule.

The checker is stricter than CEL, so that a checked rule seldom fails when it runs: what
may be absent must be asked for with `has` before, from left to right; what may be null
compared with `null`; what has several types narrowed by `type`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ..values import dataclass
from . import functions, operators
from .errors import CelTypeError
from .facts import NOTHING, Facts, Path, is_plain, path_of, quoted, show_path
from .narrow import Narrowing, Tested, tested
from .nodes import (
    Binary,
    Call,
    Choice,
    Expr,
    Has,
    Ident,
    Index,
    ListDisplay,
    Literal,
    Logic,
    Macro,
    MapDisplay,
    Minus,
    Not,
    Select,
    children,
)
from .types import (
    NEVER,
    Bool,
    CelType,
    Double,
    Dyn,
    Field,
    Int,
    List,
    Map,
    Null,
    Object,
    String,
    can_be_null,
    described,
    items_of,
    members,
    most_of,
    nullable,
    show,
    union_of,
    without_null,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Guard:
    """A field without which a rule is skipped: absent, null, or either."""

    path: Path
    if_absent: bool
    if_null: bool


@dataclass(frozen=True, slots=True)
class Checked:
    """A rule that fits its types.

    `types` are those of the nodes, by their id. `failing` are the indexes that may lead
    nowhere. `paths` are the fields that the rule names, in their order; `guards` those of
    them without which it is skipped, where that was asked for. `absent` are the fields that
    what the rule sees does not have: where each is named first, its name, and why.
    """

    expr: Expr
    types: Mapping[int, CelType]
    failing: frozenset[int]
    paths: tuple[Path, ...]
    guards: tuple[Guard, ...]
    absent: tuple[tuple[int, str, str], ...] = ()


def check(expr: Expr, scope: Mapping[str, CelType]) -> Checked:
    """The rule, checked for variables of these types. Raises CelTypeError."""
    return Checker(scope, None).whole(expr)


def check_skipping_absent(expr: Expr, scope: Mapping[str, CelType]) -> Checked:
    """As `check`, for a rule that is skipped when a field it names is absent or null.

    A field that the rule asks about with `has` may be absent, and one that it compares
    with `null` may be null, without that. Raises CelTypeError.
    """
    return Checker(scope, tested(expr)).whole(expr)


_UNLISTED = Field(Dyn())


@dataclass(slots=True)
class _Found:
    """Whether the guard of a path is for absence and for null."""

    if_absent: bool = False
    if_null: bool = False


@dataclass(slots=True)
class Checker:
    """`skipping` is None for a rule that is not skipped, else what it asks by itself."""

    scope: Mapping[str, CelType]
    skipping: Tested | None
    types: dict[int, CelType] = field(default_factory=dict)
    failing: set[int] = field(default_factory=set)
    paths: dict[Path, None] = field(default_factory=dict)
    guards: dict[Path, _Found] = field(default_factory=dict)
    variables: dict[str, CelType] = field(default_factory=dict)
    constants: set[str] = field(default_factory=set)
    absent: dict[tuple[str, str], int] = field(default_factory=dict)
    narrowing: Narrowing = field(init=False)

    def __post_init__(self) -> None:
        self.narrowing = Narrowing(self.types)

    def whole(self, expr: Expr) -> Checked:
        """The root: a condition."""
        self.condition(expr, NOTHING, "the rule")
        paths = self.paths.keys()
        prefixes = {path[:size] for path in paths for size in range(1, len(path))}
        guards = [
            Guard(path, g.if_absent, g.if_null) for path, g in self.guards.items()
        ]
        return Checked(
            expr,
            self.types,
            frozenset(self.failing),
            tuple(path for path in paths if path not in prefixes),
            tuple(guards),
            tuple((at, *field) for field, at in self.absent.items()),
        )

    def condition(self, expr: Expr, facts: Facts, what: str) -> None:
        """An expression that must be a bool."""
        kind = self.solid(expr, facts)
        if kind != Bool():
            message = f"{what} is a condition, and this is {described(kind)}"
            raise CelTypeError(message, expr.offset, "compare it with something")

    def solid(self, expr: Expr, facts: Facts) -> CelType:
        """The type of an expression that must not be null."""
        kind = self.infer(expr, facts)
        if not can_be_null(kind):
            return kind
        path = path_of(expr)
        if path is None:
            raise CelTypeError("the value may be null", expr.offset)
        name = show_path(path)
        if kind == Null():
            raise CelTypeError(f"{name} is null here", expr.offset)
        raise CelTypeError(f"{name} may be null", expr.offset, f"{name} != null && ...")

    def is_constant(self, expr: Expr) -> bool:
        """Whether an expression gives the same for every value."""
        if isinstance(expr, Ident):
            return expr.name in self.constants
        return not isinstance(expr, Has) and all(map(self.is_constant, children(expr)))

    def infer(self, expr: Expr, facts: Facts) -> CelType:
        """The type of an expression."""
        kind = self._kind(expr, facts)
        self.types[expr.id] = kind
        return kind

    def _kind(self, expr: Expr, facts: Facts) -> CelType:
        match expr:
            case Literal(value):
                return _literal(value)
            case Ident():
                return self._ident(expr, facts)
            case Select(operand, name):
                return self._field(expr, operand, name, facts)
            case Has(operand, name):
                return self._has(expr, operand, name, facts)
            case Index():
                return self._index(expr, facts)
            case Call():
                return functions.call(self, expr, facts)
            case Macro():
                return self._macro(expr, facts)
            case Not(operand):
                self.condition(operand, facts, "the operand of !")
                return Bool()
            case Minus():
                return operators.minus(self, expr, facts)
            case Binary():
                return operators.binary(self, expr, facts)
            case Logic():
                return self._logic(expr, facts)
            case Choice(test, then, otherwise):
                self.condition(test, facts, "what stands before ?")
                return union_of(
                    self.infer(part, self.narrowing.after(test, known, facts))
                    for part, known in ((then, True), (otherwise, False))
                )
            case ListDisplay(items):
                kind = union_of(self.infer(item, facts) for item in items)
                return List(kind, most=len(items))
            case MapDisplay(entries):
                return self._map(entries, facts)

    def _ident(self, expr: Ident, facts: Facts) -> CelType:
        name = expr.name
        kind = self.variables.get(name) or self.scope.get(name)
        if kind is not None:
            return facts.types.get((name,), kind)
        if name in functions.TYPE_NAMES:
            hint = f"type(...) == {name}"
            raise CelTypeError(f"`{name}` is the name of a type", expr.offset, hint)
        known = ", ".join([*self.scope, *self.variables])
        message = f"there is no variable `{name}`"
        raise CelTypeError(message, expr.offset, f"there is {known}" if known else "")

    def _container(self, operand: Expr, facts: Facts, what: str) -> list[Object | Map]:
        """The types of an expression that must be an object."""
        kind = self.solid(operand, facts)
        found = [one for one in members(kind) if isinstance(one, (Object, Map))]
        if not found or len(found) < len(members(kind)):
            raise _not_object(operand, kind, what)
        return found

    def _property(
        self, kinds: Iterable[Object | Map], name: str, offset: int
    ) -> tuple[CelType, bool]:
        """The type of a property of objects, and whether it is always there."""
        types: list[CelType] = []
        is_required = True
        for kind in kinds:
            if isinstance(kind, Map):
                types.append(kind.value)
                is_required = False
                continue
            found = kind.fields.get(name)
            if found is None and not kind.open:
                raise _unknown(kind, name, offset)
            if found is None:
                found = _UNLISTED
            if found.absent:
                self.absent.setdefault((name, found.absent), offset)
            types.append(nullable(found.type) if found.is_nullable else found.type)
            is_required = is_required and found.is_required
        return union_of(types), is_required

    def _field(
        self, expr: Select | Index, operand: Expr, name: str, facts: Facts
    ) -> CelType:
        kinds = self._container(operand, facts, name)
        kind, is_required = self._property(kinds, name, expr.offset)
        path = path_of(expr)
        if path is None:
            if not is_required:
                raise CelTypeError(f"`{name}` may be absent", expr.offset)
            return kind
        is_rooted = self._is_rooted(path)
        if is_rooted:
            self.paths[path] = None
        if not is_required and path not in facts.present:
            if not (is_rooted and self._skips_absent(path)):
                words = [word for own, word in self.absent if own == name]
                raise _unasked(path, expr.offset, words)
            self.guards.setdefault(path, _Found()).if_absent = True
        kind = facts.types.get(path, kind)
        if is_rooted and can_be_null(kind) and self._skips_null(path):
            self.guards.setdefault(path, _Found()).if_null = True
            kind = without_null(kind)
        return kind

    def _skips_absent(self, path: Path) -> bool:
        """Whether the rule is skipped where nothing is at a path."""
        asked = self.skipping
        return asked is not None and path not in asked.presence and asked.leads(path)

    def _skips_null(self, path: Path) -> bool:
        """Whether the rule is skipped where null is at a path."""
        asked = self.skipping
        return asked is not None and path not in asked.null and asked.leads(path)

    def _is_rooted(self, path: Path) -> bool:
        """Whether a path leads from a variable of the scope, by names alone."""
        return path[0] not in self.variables and all(isinstance(x, str) for x in path)

    def _has(self, expr: Has, operand: Expr, name: str, facts: Facts) -> CelType:
        self._property(self._container(operand, facts, name), name, expr.offset)
        base = path_of(operand)
        if base is not None and self._is_rooted(base):
            self.paths[(*base, name)] = None
        return Bool()

    def _index(self, expr: Index, facts: Facts) -> CelType:
        if isinstance(expr.index, Literal) and isinstance(expr.index.value, str):
            self.infer(expr.index, facts)
            return self._field(expr, expr.operand, expr.index.value, facts)
        kind = self.solid(expr.operand, facts)
        key = self.solid(expr.index, facts)
        path = path_of(expr)
        if all(isinstance(one, List) for one in members(kind)) and kind != NEVER:
            if not isinstance(key, Int):
                message = f"the index of a list is an int, and this is {described(key)}"
                raise CelTypeError(message, expr.index.offset)
            if not _is_surely_there(kind, expr.index):
                self.failing.add(expr.id)
            found = items_of(kind)
        elif all(isinstance(one, Map) for one in members(kind)) and kind != NEVER:
            if key != String():
                message = f"the key of a map is a string, and this is {described(key)}"
                raise CelTypeError(message, expr.index.offset)
            if path is None or path not in facts.present:
                self.failing.add(expr.id)
            found = union_of(one.value for one in members(kind) if isinstance(one, Map))
        else:
            message = f"{described(kind)} cannot be indexed with {described(key)}"
            raise CelTypeError(message, expr.offset, functions.narrowing(kind, List))
        return found if path is None else facts.types.get(path, found)

    def _macro(self, expr: Macro, facts: Facts) -> CelType:
        kind = self.solid(expr.operand, facts)
        lists = all(isinstance(one, List) for one in members(kind))
        if not lists and not all(
            isinstance(one, (Map, Object)) for one in members(kind)
        ):
            message = f"`{expr.name}` needs a list or a map, not {described(kind)}"
            raise CelTypeError(message, expr.offset, functions.narrowing(kind, List))
        name = expr.variable
        if name in self.scope or name in self.variables:
            message = f"the variable `{name}` hides another one"
            raise CelTypeError(message, expr.offset, "choose another name")
        self.variables[name] = items_of(kind) if lists else String()
        if self.is_constant(expr.operand):
            self.constants.add(name)
        path = path_of(expr.operand)
        if not lists and path is not None:
            facts = facts.and_present((*path, (name,)))
        if expr.condition is not None:
            self.condition(expr.condition, facts, "the condition of `map`")
            facts = self.narrowing.after(expr.condition, True, facts)
        most = most_of(kind)
        if expr.name == "map":
            found: CelType = List(self.infer(expr.body, facts), most=most)
        else:
            self.condition(expr.body, facts, f"the body of `{expr.name}`")
            chosen = List(self.variables[name], most=most)
            found = chosen if expr.name == "filter" else Bool()
        del self.variables[name]
        self.constants.discard(name)
        return found

    def _logic(self, expr: Logic, facts: Facts) -> CelType:
        known = expr.operator == "&&"
        for operand in expr.operands:
            self.condition(operand, facts, f"an operand of {expr.operator}")
            facts = self.narrowing.after(operand, known, facts)
        return Bool()

    def _map(self, entries: Iterable[tuple[Expr, Expr]], facts: Facts) -> CelType:
        values: list[CelType] = []
        for key, value in entries:
            if not isinstance(key, Literal) or not isinstance(key.value, str):
                message = "the keys of a map are string literals"
                raise CelTypeError(message, key.offset)
            self.infer(key, facts)
            values.append(self.infer(value, facts))
        return Map(union_of(values), len(values))


def _literal(value: float | str | bool | None) -> CelType:
    if value is None:
        return Null()
    if isinstance(value, bool):
        return Bool()
    if isinstance(value, str):
        return String()
    return Int(value, value) if isinstance(value, int) else Double(is_float=True)


def _is_surely_there(kind: CelType, index: Expr) -> bool:
    """Whether a list always has an item at this place."""
    if not isinstance(index, Literal) or not isinstance(index.value, int):
        return False
    least = [one.least for one in members(kind) if isinstance(one, List)]
    return 0 <= index.value < min(least)


def _unasked(path: Path, offset: int, words: list[str]) -> CelTypeError:
    """The error that a field may be absent; `words` say why it is."""
    *base, last = path
    name, owner = show_path(path), show_path(tuple(base))
    hint = f"has({name}) && ..."
    if isinstance(last, str) and name[len(owner)] == "[":
        hint = f"{quoted(last)} in {owner} && ..."
    why = f": it is {words[0]}" if words else ""
    return CelTypeError(f"{name} may be absent{why}", offset, hint)


def _unknown(kind: Object, name: str, offset: int) -> CelTypeError:
    near = get_close_matches(name, kind.fields, 1)
    hint = ""
    for other in near:
        hint = f"there is {other if is_plain(other) else quoted(other)}"
    message = f"{show(kind)} has no property {name!a}"
    return CelTypeError(message, offset, hint)


def _not_object(operand: Expr, kind: CelType, name: str) -> CelTypeError:
    message = f"{described(kind)} has no property {name!a}"
    hint = functions.narrowing(kind, (Map, Object))
    return CelTypeError(message, operand.offset, hint)
