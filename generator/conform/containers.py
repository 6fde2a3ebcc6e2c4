"""Arrays and objects, made from all the schemas that hold for them together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ..ir import Record, thaw
from ..values import dataclass
from .checker import is_match, key_of
from .nodes import ids, members, number, pairs
from .patterns import Unreadable, samples

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..ir import Api, Id, Json
    from .checker import Checker
    from .nodes import Node, Nodes

_MOST = 100
"""So many items or members are made at most."""

_TRIES = 40
"""So many values are tried until one is found that an array does not have yet."""


class Impossible(Exception):
    """No value was found that fits."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a value stands: how deep, below which schemas, as which of several.

    As long as it `is_rich`, what is not required is there too.
    """

    depth: int = 0
    above: frozenset[Id] = frozenset()
    salt: int = 0
    rich: int = 0

    @property
    def is_rich(self) -> bool:
        """Whether what is not required is there too."""
        return self.depth < self.rich

    def below(self, schemas: frozenset[Id], salt: int) -> Spot:
        """The spot of a part."""
        return Spot(self.depth + 1, self.above | schemas, salt, self.rich)


class Make(Protocol):
    """Makes a value that fits all of some schemas. Raises Impossible."""

    def __call__(self, schemas: tuple[Id, ...], spot: Spot) -> object:
        """The value."""
        ...


class Maker:
    """What arrays and objects have in common: their schemas, and how parts are made."""

    def __init__(
        self, make: Make, nodes: Nodes, layers: Mapping[Id, Node], spot: Spot
    ) -> None:
        self.make = make
        self.nodes = nodes
        self.layers = list(layers.values())
        self.own = frozenset(layers)
        self.spot = spot

    def least(self, word: str) -> int:
        """The greatest of some lower bounds."""
        bounds = [number(node.get(word)) or 0 for node in self.layers]
        return int(min(max(bounds, default=0), 10**6))

    def most(self, word: str) -> int:
        """The smallest of some upper bounds."""
        bounds = [number(node.get(word)) for node in self.layers]
        return int(min((end for end in bounds if end is not None), default=_MOST))

    def leads_back(self, schemas: Sequence[Id]) -> bool:
        """Whether a part would hold what it stands in."""
        around = self.own | self.spot.above
        return not around.isdisjoint(self.nodes.layers(schemas))

    def part(self, schemas: tuple[Id, ...], salt: int) -> object:
        """A part that fits all of some schemas. Raises Impossible."""
        return self.make(schemas, self.spot.below(self.own, salt))


class Arrays(Maker):
    """Makes arrays."""

    def all(self) -> Iterator[object]:
        """A rich one, then one with no more than there must be."""
        needed = self.least("minItems")
        found = [(str(n["contains"]), n) for n in self.layers if "contains" in n]
        counts = [number(node.get("minContains")) for _, node in found]
        held = [1 if count is None else int(count) for count in counts]
        listed = max((len(ids(n.get("prefixItems"))) for n in self.layers), default=0)
        wanted = max([needed, *held])
        if self.spot.is_rich:
            wanted = max(wanted, listed or not self.leads_back(self._item(0)))
        within = zip([schema for schema, _ in found], held, strict=True)
        contained = tuple(within)
        for size in dict.fromkeys((wanted, max([needed, *held]))):
            size = min(size, self.most("maxItems"), _MOST)
            items = self._items(size, contained)
            if len(items) >= min(needed, _MOST):
                yield items

    def _item(self, place: int) -> tuple[Id, ...]:
        """The schemas of the item at a place."""
        found: list[Id] = []
        for node in self.layers:
            first = ids(node.get("prefixItems"))
            if place < len(first):
                found.append(first[place])
            elif "items" in node:
                found.append(str(node["items"]))
        return tuple(found)

    def _items(self, size: int, contained: Sequence[tuple[Id, int]]) -> list[object]:
        """So many items, or those before the first that there cannot be."""
        unique = any(node.get("uniqueItems") is True for node in self.layers)
        found: list[object] = []
        seen: set[object] = set()
        salt = self.spot.salt
        for place in range(size):
            more = [schema for schema, count in contained if place < count]
            schemas = (*self._item(place), *more)
            for _ in range(_TRIES):
                try:
                    item = self.part(schemas, salt)
                except Impossible:
                    return found
                salt += unique
                key = key_of(item)
                if not unique or key not in seen:
                    break
            else:
                return found
            seen.add(key)
            found.append(item)
        return found


class Objects(Maker):
    """Makes objects."""

    def __init__(
        self,
        make: Make,
        nodes: Nodes,
        layers: Mapping[Id, Node],
        spot: Spot,
        api: Api,
        checker: Checker,
    ) -> None:
        super().__init__(make, nodes, layers, spot)
        self._checker = checker
        self._known = [dict(pairs(node.get("properties"))) for node in self.layers]
        self._patterns = [pairs(node.get("patternProperties")) for node in self.layers]
        self._shown = _shown(api, layers)
        names = [name for node in self.layers for name in ids(node.get("required"))]
        self._required = dict.fromkeys(names)

    def all(self) -> Iterator[object]:
        """A rich one, then one with no more than there must be."""
        for is_rich in (True, False) if self.spot.is_rich else (False,):
            try:
                yield self._object(is_rich)
            except Impossible:
                return

    def _object(self, is_rich: bool) -> dict[str, object]:
        found: dict[str, object] = {}
        left: list[str] = []
        names = dict.fromkeys(name for known in self._known for name in known)
        most = max(self.most("maxProperties"), len(self._required))
        optional = most - len(self._required)
        for name in (*names, *(n for n in self._required if n not in names)):
            if name in self._required:
                self._put(found, name)
            elif is_rich and optional > 0 and self._try(found, name):
                optional -= 1
            else:
                left.append(name)
        self._add_dependents(found)
        least = min(self.least("minProperties"), _MOST)
        for name in left:
            if len(found) < least:
                self._try(found, name, is_needed=True)
        if is_rich and not names and not found and self._takes_others():
            least = max(least, 1)
        self._add_others(found, min(least, most))
        return found

    def _schemas(self, name: str) -> tuple[Id, ...]:
        """The schemas of a property."""
        found: list[Id] = []
        for node, known, patterns in zip(
            self.layers, self._known, self._patterns, strict=True
        ):
            own = [known[name]] if name in known else []
            own += [schema for text, schema in patterns if is_match(text, name)]
            if not own and "additionalProperties" in node:
                own = [str(node["additionalProperties"])]
            found += own
        return tuple(found)

    def _goes(self, schemas: Sequence[Id]) -> bool:
        return not any(map(self._checker.is_one_way, schemas))

    def _put(self, found: dict[str, object], name: str) -> None:
        """Add a property, unless it goes the other way. Raises Impossible."""
        schemas = self._schemas(name)
        if self._goes(schemas):
            found[name] = self._property(name, schemas)

    def _try(
        self, found: dict[str, object], name: str, *, is_needed: bool = False
    ) -> bool:
        """Add a property if there can be one that does not lead back."""
        schemas = self._schemas(name)
        if not self._goes(schemas) or (not is_needed and self.leads_back(schemas)):
            return False
        try:
            found[name] = self._property(name, schemas)
        except Impossible:
            return False
        return True

    def _property(self, name: str, schemas: tuple[Id, ...]) -> object:
        """An example of the property that fits, else one that is made."""
        if not self.spot.salt:
            for example in self._shown.get(name, ()):
                value = thaw(example)
                if all(self._checker.accepts(value, schema) for schema in schemas):
                    return value
        return self.part(schemas, self.spot.salt)

    def _add_dependents(self, found: dict[str, object]) -> None:
        """Add what the properties that are there ask for."""
        waiting = list(found)
        for name in waiting:
            for node in self.layers:
                needed = members(node.get("dependentRequired")).get(name)
                for other in ids(needed):
                    if other not in found:
                        self._put(found, other)
                        waiting.append(other)

    def _takes_others(self) -> bool:
        """Whether the document describes properties that it does not name."""
        return any(self._patterns) or any(
            isinstance(node.get("additionalProperties"), str)
            and "always" not in self.nodes.of(str(node["additionalProperties"]))
            for node in self.layers
        )

    def _add_others(self, found: dict[str, object], least: int) -> None:
        """Add properties that the document does not name, until there are enough."""
        salt = 0
        while len(found) < least and salt < 2 * _MOST:
            name = self._name(salt)
            salt += 1
            if name not in found:
                self._put(found, name)

    def _name(self, salt: int) -> str:
        for node in self.layers:
            if "propertyNames" in node:
                made = self.part((str(node["propertyNames"]),), salt)
                if isinstance(made, str):
                    return made
        for patterns in self._patterns:
            for text, _ in patterns:
                try:
                    return next(samples(text, salt))
                except (Unreadable, StopIteration):
                    continue
        return f"key{salt}" if salt else "key"


def _shown(api: Api, layers: Mapping[Id, Node]) -> dict[str, tuple[Json, ...]]:
    """Examples and defaults of the properties of an object, by name."""
    found: dict[str, tuple[Json, ...]] = {}
    for schema in layers:
        shape = api.shapes.get(schema)
        for field in shape.fields if isinstance(shape, Record) else ():
            shown = (*field.examples, *(field.default or ()))
            if shown:
                found.setdefault(field.name, shown)
    return found
