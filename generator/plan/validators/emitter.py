"""From a schema to the statements that check a value against it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..python.code import Code, code
from ..python.literals import lit
from . import arrays, objects, scalars, unions
from .conditions import Path, Var, group_of, is_no_type, is_type, members
from .schemas import (
    ANY,
    Layer,
    Types,
    constants,
    ids,
    stated_types,
    type_names,
    type_of,
)
from .statements import (
    Call,
    Found,
    Guard,
    If,
    Line,
    Statement,
    both,
    chain,
    cond,
    taken,
    when,
)

if TYPE_CHECKING:
    from ...ir import Id
    from .module import Module
    from .schemas import Schemas
    from .statements import Cond


_LISTING = frozenset(("const", "enum"))
"""The keywords beside which there may be arrays and objects."""

_IN_PLACE = frozenset(("$ref", "allOf", "anyOf", "if", "not", "oneOf"))


class Emitter:
    """Writes checks. `module` gives the names of what they call, and imports them."""

    def __init__(
        self, schemas: Schemas, module: Module, formats: frozenset[str]
    ) -> None:
        self.schemas = schemas
        self.module = module
        self.formats = formats
        self.is_exact = schemas.is_exact

    def use(self, name: str) -> Code:
        """A function of the runtime, imported."""
        return self.module.runtime(name)

    def fault(self, path: Path, keyword: str, expected: Code, schema: str) -> Found:
        """One violation; `schema` is that of the schema, relative, without the keyword."""
        where = path.code(self.use)
        args = (where, lit(keyword), expected)
        is_plain = not path.is_dynamic and keyword not in _LISTING
        name = "fault" if is_plain else "fault_at"
        return Found(self.use(name), args, schema, path.implies(schema))

    def mistyped(self, path: Path, types: Types, schema: str) -> Found:
        """A violation of `type`."""
        args = (path.code(self.use), lit(type_names(types)))
        name = "mistyped_at" if path.is_dynamic else "mistyped"
        return Found(self.use(name), args, schema, path.implies(schema))

    def emit(
        self, schema: Id, x: Var, path: Path, suffix: str, known: Types = ANY
    ) -> list[Statement]:
        """Checks of `x` against a schema, in place or as a call of a function.

        `path` leads to `x` from the value of the function, `suffix` to the schema from
        the function's; `known` are the types that `x` can still have.
        """
        if self.schemas.inline(schema):
            return self.body(schema, x, path, suffix, known)
        return self.call(schema, x, path, suffix)

    def call(self, schema: Id, x: Var, path: Path, suffix: str) -> list[Statement]:
        """A call of the function of a schema; in place where it is a type and no more."""
        if self.schemas.only_types(schema):
            target = self.schemas.reference(schema) or schema
            return self.body(target, x, path, target)
        name, rooted = self.module.callee(schema)
        result = Call(name, (x(),))
        return self.forward(result, path, None if rooted else suffix)

    def forward(self, result: Call, path: Path, suffix: str | None) -> list[Statement]:
        """Take over what a call found. `suffix` leads to the schema that relative schema
        paths in it start from; None where there are none.
        """
        test = taken(result)
        if not path.tokens and not suffix:
            take: list[Statement] = [Line(code("found += errors"))]
            return [If([(test, take)], result=result, is_whole=suffix is None)]
        args = (path.code(self.use), code("errors"))
        implied = suffix is not None and path.implies(suffix)
        return [If([(test, [Found(self.use("under"), args, suffix, implied)])])]

    def body(
        self,
        schema: Id,
        x: Var,
        path: Path,
        suffix: str,
        known: Types = ANY,
        *,
        root: bool = False,
    ) -> list[Statement]:
        """Checks of `x` against a schema, in place.

        With `root`, `x` is the value of a function, which may be left early.
        """
        layers = self.schemas.layers(schema, suffix)
        for layer in layers:
            if layer.node.get("always") is False:
                none = code("None")
                return [self.fault(path, "false", none, layer.suffix)]
        for keyword in ("enum", "const"):
            for layer in layers:
                if keyword in layer.node:
                    return self._enumerated(layers, layer, keyword, x, path, known)
        allowed, blame = known, layers[0]
        for layer in layers:
            narrowed = allowed & stated_types(layer.node)
            if narrowed != allowed:
                allowed, blame = narrowed, layer
        rest = self._in_place(layers, x, path, allowed)
        if allowed == known:
            return self._by_type(layers, x, path, known) + rest
        wrong: list[Statement] = [
            self.mistyped(path, stated_types(blame.node), blame.suffix)
        ]
        return self._typed(layers, x, path, allowed, wrong, rest, root=root)

    def _typed(
        self,
        layers: list[Layer],
        x: Var,
        path: Path,
        allowed: Types,
        wrong: list[Statement],
        rest: list[Statement],
        *,
        root: bool,
    ) -> list[Statement]:
        """Checks of a value whose type is limited: `wrong` where it has another."""
        if not allowed:
            return wrong
        groups = [group for group in group_of(allowed) if group != "null"]
        nullable = "null" in allowed
        if len(groups) == 1:
            solid = allowed - {"null"}
            facts = self._facts(groups[0], layers, x, path, solid)
            if root and groups[0] in ("object", "array") and not (nullable and rest):
                return self._guarded(x, solid, nullable, wrong, facts + rest)
            if not nullable:
                return chain([(is_no_type(solid, x, self), wrong)], facts + rest)
            solid_only = cond(code("{} is not None", x()))
            mistaken = is_no_type(solid, x, self)
            if rest:  # asked of null too, but not of another type
                here = when(solid_only, facts) + rest
                return chain([(both(solid_only, mistaken), wrong)], here)
            return when(solid_only, chain([(mistaken, wrong)], facts))
        arms: list[tuple[Cond, list[Statement]]] = []
        plain: Types = frozenset()
        for group in group_of(allowed):
            own = members(group) & allowed
            facts = self._facts(group, layers, x, path, own)
            if facts:
                arms.append((is_type(own, x, self), facts))
            else:
                plain |= own
        if rest:  # not asked of another type
            here = [If(arms), *rest] if arms else rest
            return chain([(is_no_type(allowed, x, self), wrong)], here)
        if plain:
            arms.append((is_no_type(plain, x, self), wrong))
            return [If(arms)]
        return [If(arms, wrong)]

    def _guarded(
        self,
        x: Var,
        solid: Types,
        nullable: bool,
        wrong: list[Statement],
        body: list[Statement],
    ) -> list[Statement]:
        """A function's checks of an object or array: left at once for another type."""
        found = wrong[0]
        assert isinstance(found, Found)
        guards: list[Statement] = []
        if nullable:
            guards.append(Guard(cond(code("{} is None", x())), None))
        guards.append(Guard(is_no_type(solid, x, self), found))
        return guards + body

    def _by_type(
        self, layers: list[Layer], x: Var, path: Path, known: Types
    ) -> list[Statement]:
        """Checks that apply to values of their own type only."""
        groups = group_of(known)
        if len(groups) == 1:
            return self._facts(groups[0], layers, x, path, known)
        arms: list[tuple[Cond, list[Statement]]] = []
        for group in groups:
            own = members(group) & known
            facts = self._facts(group, layers, x, path, own)
            if facts:
                arms.append((is_type(own, x, self), facts))
        if len(arms) == 1:
            return when(*arms[0])
        return [If(arms)] if arms else []

    def _facts(
        self, group: str, layers: list[Layer], x: Var, path: Path, types: Types
    ) -> list[Statement]:
        """The checks of one group of types."""
        if group == "numeric":
            return scalars.numbers(self, layers, x, path, types)
        if group == "string":
            return scalars.texts(self, layers, x, path)
        if group == "array":
            return arrays.arrays(self, layers, x, path)
        if group == "object":
            return objects.objects(self, layers, x, path)
        return []

    def _enumerated(
        self,
        layers: list[Layer],
        blame: Layer,
        keyword: str,
        x: Var,
        path: Path,
        known: Types,
    ) -> list[Statement]:
        """Checks of a schema with `enum` or `const`, which also say the type."""
        allowed = known
        for layer in layers:
            allowed &= stated_types(layer.node)
        listed = constants(blame.node, keyword)
        values = [value for value in listed if type_of(value) in allowed]
        found = scalars.enumeration(
            self, values, keyword == "const", x, path, blame.suffix
        )
        left = [
            (
                replace(layer, node=_without(layer.node, keyword))
                if layer is blame
                else layer
            )
            for layer in layers
        ]
        if len(left) == 1 and left[0].node.keys() <= {"type"}:
            return found
        types = frozenset(map(type_of, values))
        for layer in left:
            for other in ("enum", "const"):
                if other in layer.node:
                    return found + self._enumerated(left, layer, other, x, path, known)
        facts = self._where_typed(left, x, path, types, known)
        return found + facts + self._in_place(left, x, path, known)

    def _where_typed(
        self, layers: list[Layer], x: Var, path: Path, types: Types, known: Types
    ) -> list[Statement]:
        """Checks of a value that should have one of `types`, which others reported."""
        if types == known:
            return self._by_type(layers, x, path, known)
        arms: list[tuple[Cond, list[Statement]]] = []
        for group in group_of(types):
            own = members(group) & types
            facts = self._facts(group, layers, x, path, own)
            if facts:
                arms.append((is_type(own, x, self), facts))
        return (
            [If(arms)] if len(arms) > 1 else [one for arm in arms for one in when(*arm)]
        )

    def _in_place(
        self, layers: list[Layer], x: Var, path: Path, known: Types
    ) -> list[Statement]:
        """References, unions and conditions: other schemas for the same value."""
        found: list[Statement] = []
        for layer in layers:
            node = layer.node
            if _IN_PLACE.isdisjoint(node):
                continue
            if "$ref" in node:
                found += self.call(str(node["$ref"]), x, path, f"{layer.suffix}/$ref")
            for place, part in enumerate(ids(node.get("allOf"))):
                if self.schemas.scoped(part):
                    found += self.call(part, x, path, f"{layer.suffix}/allOf/{place}")
            for keyword in ("anyOf", "oneOf"):
                if keyword in node:
                    root = layers[0].schema
                    found += unions.union(self, layer, keyword, x, path, known, root)
            if "not" in node:
                found += self._not(layer, x, path)
            if "if" in node:
                found += self._if(layer, x, path)
        return found

    def _not(self, layer: Layer, x: Var, path: Path) -> list[Statement]:
        inner = self.module.function(str(layer.node["not"]))
        test = cond(code("{}({}) is None", inner, x()))
        none = code("None")
        return [If([(test, [self.fault(path, "not", none, layer.suffix)])])]

    def _if(self, layer: Layer, x: Var, path: Path) -> list[Statement]:
        node = layer.node
        bodies = [
            (
                self.emit(str(node[word]), x, path, f"{layer.suffix}/{word}")
                if word in node
                else []
            )
            for word in ("then", "else")
        ]
        if not any(bodies):
            return []
        test = self.module.function(str(node["if"]))
        if not bodies[0]:
            return when(cond(code("{}({}) is not None", test, x())), bodies[1])
        return [If([(cond(code("{}({}) is None", test, x())), bodies[0])], bodies[1])]


def _without(node: dict[str, object], keyword: str) -> dict[str, object]:
    return {key: value for key, value in node.items() if key != keyword}
