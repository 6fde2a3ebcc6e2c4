"""What is taken out of values that go one way, schema by schema.

A property counts where a schema says that it is only read, or only written, and the value
is valid by that schema (JSON Schema 2020-12, core, section 7.7.1.1, on annotations): so
what alternatives say counts for the one that the value is.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import field
from typing import TYPE_CHECKING

from ...values import dataclass
from ..python.stripped import losing
from .patterns import Untranslatable, matcher
from .schemas import ids, pairs
from .stripping_steps import (
    Apply,
    Branch,
    Change,
    Check,
    Has,
    Known,
    Search,
    Seen,
    Strip,
    Tagged,
    Valid,
    Whole,
)
from .tags import choose_tag, stated_choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...ir import Id
    from ..python.one_way import Way
    from .schemas import Layer, Node, Schemas
    from .stripping_steps import Argument, Step
    from .tags import Choice

_HOLDERS = frozenset(("object", "array"))


@dataclass(slots=True)
class Stripping:
    """What is taken out of values that go one way. `schemas` are those for that way.

    `names` are the public functions, by schema; `needed` are the schemas of whose values
    something is taken out at all.
    """

    way: Way
    schemas: Schemas
    needed: frozenset[Id]
    names: dict[Id, str] = field(default_factory=dict)
    _steps: dict[Id, tuple[Step, ...]] = field(default_factory=dict)

    @property
    def module(self) -> str:
        """The module of the functions below `validators/stripped/`."""
        return f"{self.way}s"

    def target(self, schema: Id) -> Id:
        """The schema whose function does what this schema asks for."""
        known: set[Id] = set()
        while schema not in known:
            known.add(schema)
            steps = self.steps(schema)
            if len(steps) == 1 and isinstance(steps[0], Apply):
                schema = steps[0].schema
        return schema

    def place(self, schema: Id | None) -> str:
        """Where the public function for a schema is; empty where nothing is taken out.

        It is told from a package beside `stripped`.
        """
        if schema is None or schema not in self.needed:
            return ""
        return f".stripped.{self.module}:{self.names[self.target(schema)]}"

    def steps(self, schema: Id) -> tuple[Step, ...]:
        """What to do with a value of a schema, in order."""
        found = self._steps.get(schema)
        if found is None:
            found = self._steps[schema] = tuple(self._find_steps(schema))
        return found

    def settled(self, schema: Id) -> tuple[Step, ...]:
        """The steps with tags that lead to the same put together, to be written."""
        found: list[Step] = []
        for step in self.steps(schema):
            if isinstance(step, Branch) and isinstance(step.arms[0][0], Tagged):
                found += self._joined(step)
            else:
                found.append(step)
        return tuple(found)

    def _joined(self, branch: Branch) -> Sequence[Step]:
        """What a tag decides: the arms that do something, and one for all other values."""
        joined: dict[tuple[Step, ...], list[str | None]] = defaultdict(list)
        tag = ""
        for test, steps in branch.arms:
            assert isinstance(test, Tagged)
            tag = test.tag
            joined[self._resolved(steps)] += test.values
        others = self._resolved(branch.orelse)
        joined.pop(others, None)
        idle = joined.pop((), [])
        arms = [(Tagged(tag, tuple(own)), steps) for steps, own in joined.items()]
        if idle:
            arms.append((Tagged(tag, tuple(idle), other=True), others))
            others = ()
        return [Branch(tuple(arms), others)] if arms else others

    def _resolved(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        found = [
            Apply(self.target(step.schema)) if isinstance(step, Apply) else step
            for step in steps
        ]
        return tuple(dict.fromkeys(found))

    def _find_steps(self, schema: Id) -> Iterator[Step]:
        layers = self.schemas.layers(schema)
        for layer in layers:
            yield from self._same_value(layer, schema)
        gone = [
            name
            for layer in layers
            for name, place in pairs(layer.node.get("properties"))
            if self.schemas.goes_alone(place)
        ]
        if gone:
            yield Change("without", tuple(dict.fromkeys(gone)))
        for layer in layers:
            yield from self._properties(layer.node, gone)
            yield from self._other_properties(layer.node)
            yield from self._items(layer.node)
            yield from self._left(layer)

    def _strips(self, schema: object) -> bool:
        return schema is not None and str(schema) in self.needed

    def _same_value(self, layer: Layer, root: Id) -> Iterator[Step]:
        node = layer.node
        inner = [str(node["$ref"])] if "$ref" in node else []
        listed = {item.schema for item in self.schemas.layers(root)}
        inner += [part for part in ids(node.get("allOf")) if part not in listed]
        yield from map(Apply, filter(self._strips, inner))
        for keyword in ("anyOf", "oneOf"):
            options = ids(node.get(keyword))
            if any(map(self._strips, options)):
                stated = self.schemas.discriminators
                owner = layer.schema if layer.schema in stated else root
                yield from self._union(options, owner)
        if "if" in node:
            held = self._applied(str(node["if"]), node.get("then"))
            other = self._applied(node.get("else"))
            if held:
                yield Branch(((Valid(str(node["if"])), held),), other)
            elif other:
                yield Branch(((Valid(str(node["if"]), other=True), other),))
        for name, part in pairs(node.get("dependentSchemas")):
            if self._strips(part):
                yield Branch(((Has(name), (Apply(part),)),))

    def _applied(self, *schemas: object) -> tuple[Step, ...]:
        return tuple(Apply(str(item)) for item in schemas if self._strips(item))

    def _union(self, options: tuple[Id, ...], owner: Id) -> Iterator[Step]:
        """What the alternatives say: one that alone has its types is not tried."""
        types = {option: self.schemas.types(option) & _HOLDERS for option in options}
        pool: dict[Id, None] = {}
        for option in options:
            rivals = [
                other
                for other in options
                if other != option and types[other] & types[option]
            ]
            if not self._strips(option):
                continue
            if rivals:
                pool.update(dict.fromkeys((option, *rivals)))
            else:
                yield Apply(option)
        if pool:
            tried = tuple(option for option in options if option in pool)
            yield self._tagged(tried, owner) or self._tried(tried)

    def _tried(self, options: tuple[Id, ...]) -> Step:
        """Alternatives that must be tried one by one.

        An answer that none of them accepts loses what any of them says: what is only
        written is not given away by a mistake elsewhere in the answer.
        """
        is_answer = self.way == "response"
        helper = "where_valid_or_all" if is_answer else "where_valid"
        listed = [item for item in options if is_answer or self._strips(item)]
        found = [
            (Check(item), Strip(item) if self._strips(item) else None)
            for item in listed
        ]
        return Change(helper, (Whole(), *found))

    def _tagged(self, options: tuple[Id, ...], owner: Id) -> Step | None:
        """Alternatives that a property tells apart."""
        choice = self._choice(options, owner)
        if choice is None:
            return None
        values: dict[tuple[Id, ...], list[str | None]] = defaultdict(list)
        for value, group in choice.groups.items():
            values[group].append(value)
        if choice.untagged:
            values[choice.untagged].append(None)
        arms = tuple(
            (Tagged(choice.tag, tuple(listed)), self._chosen(group))
            for group, listed in values.items()
        )
        others = self._chosen(choice.unknown)
        if not choice.unknown and self.way == "response":
            others = self._applied(*options)
        return Branch(arms, others)

    def _choice(self, options: tuple[Id, ...], owner: Id) -> Choice | None:
        stated = self.schemas.discriminators.get(owner)
        if stated is not None:
            found = stated_choice(self.schemas, stated, options)
            if found is not None:
                return found
        return choose_tag(self.schemas, options)

    def _chosen(self, options: tuple[Id, ...]) -> tuple[Step, ...]:
        if len(options) == 1:
            return self._applied(*options)
        return (self._tried(options),) if any(map(self._strips, options)) else ()

    def _properties(self, node: Node, gone: list[str]) -> Iterator[Step]:
        inside = {
            name: Strip(schema)
            for name, schema in pairs(node.get("properties"))
            if name not in gone and self._strips(schema)
        }
        if inside:
            yield Change("in_properties", (inside,))

    def _other_properties(self, node: Node) -> Iterator[Step]:
        patterns = [
            (pattern, schema)
            for pattern, schema in pairs(node.get("patternProperties"))
            if _is_known(pattern)
        ]
        for pattern, schema in patterns:
            if self.schemas.goes_alone(schema):
                yield Change("without_matching", (Search(pattern),))
            elif self._strips(schema):
                yield Change("in_matching", (Strip(schema), Search(pattern)))
        extra = node.get("additionalProperties")
        if extra is None:
            return
        known = Known(tuple(name for name, _ in pairs(node.get("properties"))))
        searches = [Search(pattern) for pattern, _ in patterns]
        if self.schemas.goes_alone(str(extra)):
            yield Change("without_others", (known, *searches))
        elif self._strips(extra):
            own: list[Argument] = [Strip(str(extra))]
            if known.names or searches:
                own += [known, *searches]
            yield Change("in_others", tuple(own))

    def _items(self, node: Node) -> Iterator[Step]:
        first = ids(node.get("prefixItems"))
        if any(map(self._strips, first)):
            listed = [Strip(item) if self._strips(item) else None for item in first]
            while listed[-1] is None:
                listed.pop()
            yield Change("in_first_items", tuple(listed))
        if self._strips(node.get("items")):
            start = (len(first),) if first else ()
            yield Change("in_items", (Strip(str(node["items"])), *start))
        if self._strips(node.get("contains")):
            held = str(node["contains"])
            yield Change("in_valid_items", (Check(held), Strip(held)))

    def _left(self, layer: Layer) -> Iterator[Step]:
        """What no other keyword has looked at."""
        kinds = (
            ("unevaluatedProperties", "object", "in_others"),
            ("unevaluatedItems", "array", "in_other_items"),
        )
        for keyword, kind, helper in kinds:
            if self._strips(layer.node.get(keyword)):
                strip = Strip(str(layer.node[keyword]))
                args = (strip, Seen(layer.schema, keyword))
                yield Branch(((Has(kind=kind), (Change(helper, args),)),))


def _is_known(pattern: str) -> bool:
    """Whether a pattern can be translated; one that cannot is reported elsewhere."""
    try:
        matcher(pattern)
    except Untranslatable:
        return False
    return True


def strippings(
    schemas: Iterable[Schemas], stripping: frozenset[Way]
) -> dict[Way, Stripping]:
    """What is taken out, for each way in which anything is."""
    found: dict[Way, Stripping] = {}
    for own in schemas:
        if own.way in stripping and own.one_way is not None:
            needed = losing(own.assertions, own.one_way, own.way)
            if needed:
                found[own.way] = Stripping(own.way, own, needed)
    return found
